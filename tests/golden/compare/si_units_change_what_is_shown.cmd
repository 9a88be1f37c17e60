fiocompare compare native=samples/gluster-native.txt nfs=samples/gluster-nfs.txt --units si | head -8
