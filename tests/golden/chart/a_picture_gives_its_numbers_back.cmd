for f in svg png pdf; do fiocompare chart modes "a(b)\\=samples/gluster-native.txt" 网络=samples/gluster-nfs.txt -o $WORK/p.$f; fiocompare show $WORK/p.$f | grep -v ^command; done
