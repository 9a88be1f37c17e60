fiocompare compare ok=samples/gluster-native.txt bad=tests/data/cases/A01/run.json | head -3
