fiocompare compare --formt json
