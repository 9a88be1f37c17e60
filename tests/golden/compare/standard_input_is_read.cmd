fiocompare compare native=- nfs=samples/gluster-nfs.txt <samples/gluster-native.txt | head -2
