fiocompare show samples/gluster-native.txt --format json
