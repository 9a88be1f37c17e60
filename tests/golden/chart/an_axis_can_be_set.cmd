fiocompare chart cdf native=samples/gluster-native.txt --latency-axis 1ms..1s -o $WORK/c.svg && fiocompare chart cdf native=samples/gluster-native.txt --latency-axis 1s..1ms -o $WORK/c.svg
