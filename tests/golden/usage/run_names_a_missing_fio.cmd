fiocompare run --fio $WORK/nofio a=samples
