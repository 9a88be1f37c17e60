fiocompare run
