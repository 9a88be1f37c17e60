fiocompare show $WORK/nothing.txt
