fiocompare --version
