fiocompare chart percentiles native=samples/gluster-native.txt nfs=samples/gluster-nfs.txt -o $WORK/p.svg && grep -o '<title[^<]*\|role="img"\|id="[^"]*surface[^"]*"' $WORK/p.svg
