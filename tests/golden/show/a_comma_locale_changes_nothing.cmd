LC_ALL=de_DE.UTF-8 fiocompare show tests/data/cases/E08/run.json --format json | grep '"iops"'
