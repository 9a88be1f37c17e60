{ for i in 1 2 3; do echo 'note: both iodepth >= 1 and synchronous I/O engine are selected, queue depth will be capped at 1'; done; cat tests/data/cases/G01/native.json; } | fiocompare show -
