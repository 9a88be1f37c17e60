fiocompare compar
