fiocompare show /dev/null
