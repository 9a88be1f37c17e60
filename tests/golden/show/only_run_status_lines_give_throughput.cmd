grep -A1 'Run status' samples/gluster-native.txt | fiocompare show -
