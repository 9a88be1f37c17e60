fiocompare compare native=samples/gluster-native.txt nfs=samples/gluster-nfs.txt --fail-if 'write.bw<0.5' >/dev/null
