fiocompare show samples/gluster-native.txt#2
