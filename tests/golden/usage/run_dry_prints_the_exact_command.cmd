mkdir $WORK/m; fiocompare run --dry-run --size 1M a=$WORK/m
