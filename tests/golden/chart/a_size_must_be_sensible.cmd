fiocompare chart percentiles native=samples/gluster-native.txt nfs=samples/gluster-nfs.txt -o $WORK/p.svg --size 10x10
