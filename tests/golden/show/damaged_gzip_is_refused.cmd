gzip -c samples/gluster-native.txt | head -c 300 >$WORK/x.gz; fiocompare show $WORK/x.gz
