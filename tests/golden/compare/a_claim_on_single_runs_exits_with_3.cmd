fiocompare compare native=samples/gluster-native.txt nfs=samples/gluster-nfs.txt --claim 'nfs.write.bw = 2/3' >/dev/null
