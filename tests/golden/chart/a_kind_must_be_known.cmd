fiocompare chart percentile native=samples/gluster-native.txt nfs=samples/gluster-nfs.txt -o $WORK/p.svg
