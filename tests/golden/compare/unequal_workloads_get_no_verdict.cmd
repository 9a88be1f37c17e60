fiocompare compare tests/data/cases/G21/native.json tests/data/cases/G21/nfs.json
