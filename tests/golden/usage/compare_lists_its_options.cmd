fiocompare help compare
