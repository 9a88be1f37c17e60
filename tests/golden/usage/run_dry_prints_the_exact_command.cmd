mkdir $WORK/m; fiocompare run --dry-run --allow-not-mounted --size 1M a=$WORK/m
