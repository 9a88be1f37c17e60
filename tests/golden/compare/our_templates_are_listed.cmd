fiocompare compare --template list; fiocompare compare native=samples/gluster-native.txt --format html --template nothing
