fiocompare compare a=tests/data/corpus/3.14/a_mission.terse b=tests/data/corpus/3.14/a_mission.terse | tee $WORK/t | grep -ciw "nan\|inf"; head -3 $WORK/t
