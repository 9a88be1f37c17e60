fiocompare compare native=samples/gluster-native.txt nfs=samples/gluster-nfs.txt --fail-if 'write.bw<0.9' >/dev/null
