fiocompare compare native=samples/gluster-native.txt nfs=samples/gluster-nfs.txt again=samples/gluster-native.txt | head -16
