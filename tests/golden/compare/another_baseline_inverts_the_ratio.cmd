fiocompare compare native=samples/gluster-native.txt nfs=samples/gluster-nfs.txt --baseline nfs --percentiles 50,99
