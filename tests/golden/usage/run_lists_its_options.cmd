fiocompare help run
