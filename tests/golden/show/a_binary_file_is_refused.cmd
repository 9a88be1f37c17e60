printf 'ab\0\1\2' >$WORK/x; fiocompare show $WORK/x
