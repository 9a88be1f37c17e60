tr '\n' ' ' <samples/gluster-native.txt | fiocompare show - | tail -2
