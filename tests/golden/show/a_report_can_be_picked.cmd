cat samples/gluster-native.txt samples/gluster-nfs.txt >$WORK/two.txt; fiocompare show $WORK/two.txt#2
