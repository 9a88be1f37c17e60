fiocompare show samples
