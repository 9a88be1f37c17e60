for COLUMNS in 90 80 60; do export COLUMNS; fiocompare compare native=samples/gluster-native.txt nfs=samples/gluster-nfs.txt | sed -n "/^1io/,/^$/p"; done
