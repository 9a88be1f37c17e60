python3 -c "
import json,sys
report=json.load(open('tests/data/corpus/3.14/a_mission.json'))
for file, factor in (('a',1),('b',0.5)):
    jobs=[]
    for name, by in (('alpha',1),('beta',factor)):
        job=json.loads(json.dumps(report['jobs'][0]))
        job['jobname']=name
        for key in ('bw','bw_bytes','iops','io_bytes','io_kbytes','total_ios'):
            job['write'][key]*=by
            if key!='iops': job['write'][key]=int(job['write'][key])
        jobs.append(job)
    json.dump(dict(report, jobs=jobs), open(sys.argv[1]+'/'+file+'.json','w'))" $WORK; for gate in 'write.bw<0.9' 'alpha.write.bw<0.9' 'b.beta.bw<0.9' 'beta.read.bw<0.9'; do fiocompare compare $WORK/a.json $WORK/b.json --fail-if "$gate" --summary $WORK/s.md >/dev/null; echo "$gate: $?"; grep "^| fail-if" $WORK/s.md; rm -f $WORK/s.md; done 2>&1
