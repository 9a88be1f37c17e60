perl -0pe 's/"jobname" : "1io"/"jobname" : "alpha"/' tests/data/corpus/3.14/a_mission.json >$WORK/a.json; perl -0pe 's/"jobname" : "1io"/"jobname" : "beta"/' tests/data/corpus/3.14/a_mission_timebased.json >$WORK/b.json; python3 -c "
import json,sys
a,b=(json.load(open(sys.argv[1]+'/'+n)) for n in ('a.json','b.json'))
a['jobs']+=b['jobs']
json.dump(a,open(sys.argv[1]+'/c.json','w'))" $WORK; fiocompare compare x=$WORK/c.json y=$WORK/c.json | head -3
