fiocompare compare native=samples/gluster-native.txt nfs=samples/gluster-nfs.txt --format jira
