fiocompare show tests/data/cases/D11/run.txt samples/gluster-nfs.txt
