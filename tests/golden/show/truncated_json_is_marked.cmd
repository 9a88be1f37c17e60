head -c 2500 tests/data/cases/G01/native.json | fiocompare show -
