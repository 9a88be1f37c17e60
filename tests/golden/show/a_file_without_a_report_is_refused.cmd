fiocompare show LICENSE
