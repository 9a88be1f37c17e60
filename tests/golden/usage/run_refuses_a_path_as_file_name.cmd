fiocompare run --filename ../x a=samples
