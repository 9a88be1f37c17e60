gzip -c samples/gluster-native.txt | fiocompare show - | tail -2
