#!/bin/bash
# The runner on real mounts, healthy and sick: tmpfs, read-only, full, bound twice, a FUSE mount that hangs. TAP; needs root.
set -u
cd "$(dirname "$0")/../.." || exit 2
program=$PWD/${BUILD:-build}/fiocompare
work=$(mktemp -d "${TMPDIR:-/tmp}/fiocompare-mounts-XXXXXX")
export XDG_STATE_HOME=$work/state
fuse=
servers=
down() {
    [ -n "$servers" ] && kill $servers 2>/dev/null
    [ -n "$fuse" ] && kill -CONT "$fuse" 2>/dev/null
    for point in fuse bound full readonly b a; do umount "$work/$point" 2>/dev/null || umount -l "$work/$point" 2>/dev/null; done
    rm -rf "$work"
}
trap down EXIT
trap 'exit 130' INT TERM
number=0
told() { number=$((number + 1)); echo "$1 $number - $2"; }
holds() { if eval "$1"; then told ok "$2"; else told "not ok" "$2"; sed 's/^/# /' "$work/log" | tail -12; fi; }
skips() { number=$((number + 1)); echo "ok $number - $1 # skip $2"; }
[ "$(id -u)" = 0 ] || { echo "1..0 # skip not root"; exit 0; }
for point in a b full readonly bound fuse plain; do mkdir "$work/$point"; done
mount -t tmpfs -o size=96M tmpfs "$work/a" 2>/dev/null || { echo "1..0 # skip the kernel refuses a tmpfs"; exit 0; }
mount -t tmpfs -o size=96M tmpfs "$work/b"
mount -t tmpfs -o size=16M tmpfs "$work/full"
mount -t tmpfs -o size=16M,ro tmpfs "$work/readonly"
mount --bind "$work/a" "$work/bound"
echo 1..40
quick="--runtime 1 --size 8M --numjobs 2 --direct 0 --time_based"
run() { "$program" run $quick "$@" >"$work/log" 2>&1; status=$?; }

# Preflight: each with its own message.
run one="$work/plain" -o "$work/o1"
holds '[ $status = 2 ] && grep -q "is no mount: it lies on" "$work/log" && [ ! -e "$work/o1" ]' "a folder that is no mount is refused"
run one="$work/a" two="$work/bound" -o "$work/o1"
holds '[ $status = 2 ] && grep -q "one and two are one file system" "$work/log"' "the same mount twice is refused"
run one="$work/readonly" -o "$work/o1"
holds '[ $status = 2 ] && grep -q "is mounted read-only" "$work/log"' "a read-only mount is named"
run one="$work/full" -o "$work/o1" --size 64M
holds '[ $status = 2 ] && grep -q "are free for you, the test file needs" "$work/log"' "a mount without room is named"
run one="$work/a" -o "$work/o1" --ioengine nothing
holds '[ $status = 2 ] && grep -q "no such engine" "$work/log"' "an I/O engine that fio does not have is named"
run one="$work/a" -o "$work/o1" --fio-option exec_prerun=date
holds '[ $status = 2 ] && grep -q "could touch files that are not ours" "$work/log"' "an option that runs commands is refused"
holds '[ -z "$(ls -A "$work/a" "$work/full" | grep -v :)" ]' "preflight leaves nothing behind"

# Fair.
run one="$work/a" two="$work/b" -o "$work/o2" --repeat 3 --warm-up 1 --calibrate --pause 0.1
holds '[ $status = 0 ] && [ "$(jq -r "[.steps[] | .kind] | join(\" \")" "$work/o2/manifest.json")" = "warm-up warm-up calibrate calibrate calibrate calibrate calibrate calibrate measure measure measure measure measure measure" ]' "warm-up and calibration come first"
holds 'grep -q "noise floor" "$work/log"' "the noise floor is told"
holds '[ "$("$program" compare "$work/o2" --format json | jq ".series[0].results | length")" = 3 ]' "only the measured runs count"
holds 'jq -e "[.steps[] | select(.kind == \"measure\") | .drain_s >= 0] | all" "$work/o2/manifest.json" >/dev/null' "the drain after each run is measured"
"$program" run one="$work/a" two="$work/b" --dry-run --order random --seed 7 $quick >"$work/log" 2>&1
"$program" run one="$work/a" two="$work/b" --dry-run --order random --seed 7 $quick >"$work/log2" 2>&1
holds 'cmp -s "$work/log" "$work/log2" && grep -q "about 12 s" "$work/log"' "a random order is the same for the same seed, and the time is told"
run one="$work/a" two="$work/b" -o "$work/o3" --repeat 1 --sweep numjobs=1,2 --sweep bs=4k,8k
holds '[ $status = 0 ] && [ "$("$program" compare "$work/o3" --format json | jq -r "[.metrics[] | select(.metric == \"bw\") | .job] | sort | join(\",\")")" = "1io numjobs=1 bs=4k,1io numjobs=1 bs=8k,1io numjobs=2 bs=4k,1io numjobs=2 bs=8k" ]' "a sweep compares each point"
run one="$work/a" two="$work/b" -o "$work/o4" --repeat 1 --per-job
holds '[ $status = 0 ] && "$program" compare "$work/o4" --format json | jq -e ".metrics[] | select(.metric == \"fairness\") | .values.one.mean > 0 and .values.one.mean <= 1" >/dev/null' "jobs kept apart give their fairness"
run one="$work/a" -o "$work/o5" --repeat 1 --preset randread --runtime 1
holds '[ $status = 0 ] && jq -e ".steps[0].layout_s > 0" "$work/o5/manifest.json" >/dev/null && ! grep -q "lies in blocks" "$work/log"' "a file that is read is laid out first"
run one="$work/a" two="$work/b" -o "$work/o6" --repeat 2 --until 60% --budget 60
holds '[ $status = 0 ] && [ "$("$program" compare "$work/o6" --format json | jq ".series[0].results | length")" -ge 2 ]' "rounds go on until the interval is narrow"
run one="$work/a" two="$work/b" -o "$work/o7" --repeat 2 --until 0.0001% --budget 7
holds '[ $status = 0 ] && grep -q "the budget of 7 s is spent" "$work/log"' "or until the budget is spent"
run one="$work/a" -o "$work/o8" --repeat 2 --reuse-file
holds '[ $status = 0 ] && [ -z "$(ls -A "$work/a")" ]' "one file for all runs is removed at the end"
printf '[global]\nrw=write\nbs=4k\nsize=4M\n[first]\n' >"$work/job.fio"
"$program" run one="$work/a" -o "$work/o9" --repeat 1 --job "$work/job.fio" >"$work/log" 2>&1
status=$?
holds '[ $status = 0 ] && [ -z "$(ls -A "$work/a")" ] && grep -q "first write" "$work/log"' "a job file of the user is run on our file"
printf '[first]\nrw=write\nfilename=/etc/passwd\n' >"$work/job.fio"
"$program" run one="$work/a" -o "$work/o10" --job "$work/job.fio" >"$work/log" 2>&1
status=$?
holds '[ $status = 2 ] && grep -q "line 3: \"filename\" could touch files that are not ours" "$work/log"' "a job file that names a file is refused with its line"

# Trouble in the middle.
cat >"$work/filler" <<'END'
#!/bin/sh
case "$1" in --version | --enghelp) exec fio "$@" ;; esac
fallocate --punch-hole --offset 0 --length 12582912 io.speedtest
dd if=/dev/zero of=./ballast bs=1M count=15 2>/dev/null
exec fio "$@" --fallocate=none
END
chmod +x "$work/filler"
"$program" run one="$work/full" two="$work/b" -o "$work/o11" --repeat 1 --fio "$work/filler" --runtime 1 --size 12M --numjobs 1 --direct 0 >"$work/log" 2>&1
status=$?
rm -f "$work/full/ballast" "$work/b/ballast"
holds '[ $status = 2 ] && jq -e ".steps[0].state == \"failed\" and (.steps[0].message | test(\"No space left\"))" "$work/o11/manifest.json" >/dev/null' "a mount that fills up is told as such"
holds '[ -z "$(ls -A "$work/full")" ]' "and its test file is removed"
"$program" run one="$work/a" two="$work/b" -o "$work/o12" --repeat 2 --runtime 3 --size 8M --numjobs 2 --direct 0 --time_based >"$work/log" 2>&1 &
child=$!
sleep 4.5
kill -9 $child
wait $child 2>/dev/null
sleep 1
holds '! pgrep -f "$work/o12" >/dev/null' "fio does not outlive a killed fiocompare"
holds '[ -e "$work/a/io.speedtest" ] || [ -e "$work/b/io.speedtest" ]' "the test file is left then"
run one="$work/a" two="$work/b" -o "$work/o13"
holds '[ $status = 2 ] && grep -q "clean-up $work/o12" "$work/log"' "the next run finds out whose it is"
"$program" run --clean-up "$work/o12" >"$work/log" 2>&1
holds 'grep -q "1 test file" "$work/log" && [ -z "$(ls -A "$work/a" "$work/b" | grep -v :)" ]' "and it can be cleaned up"
echo precious >"$work/a/io.speedtest"
"$program" run --clean-up "$work/o12" >"$work/log" 2>&1
holds '[ "$(cat "$work/a/io.speedtest")" = precious ]' "a file that the run did not make is never removed"
rm -f "$work/a/io.speedtest"
(cd / && "$program" run --resume "$work/o12") >"$work/log" 2>&1
status=$?
holds '[ $status = 0 ] && jq -e "[.steps[].state == \"done\"] | all" "$work/o12/manifest.json" >/dev/null && [ -s "$work/o12/report.html" ]' "a run that broke off goes on where it stopped"
"$program" run one="$work/a" -o "$work/o14" --repeat 2 --runtime 3 --size 8M --numjobs 2 --thread 0 --direct 0 --time_based >"$work/log" 2>&1 &
child=$!
sleep 1.5
kill -9 $child
wait $child 2>/dev/null
sleep 1
holds '! pgrep -f "$work/o14" >/dev/null' "nor do the processes that fio forked"
"$program" run --clean-up "$work/o14" >/dev/null 2>&1

# The built-in engine.
run one="$work/a" -o "$work/o15" --repeat 1 --engine builtin
holds '[ $status = 0 ] && jq -e ".engine == \"builtin\"" "$work/o15/manifest.json" >/dev/null && [ -z "$(ls -A "$work/a")" ]' "the built-in engine measures"
holds 'jq -e ".\"fio version\" | startswith(\"fiocompare-\")" "$work/o15/one/01.fio" >/dev/null' "its report says who made it"
if command -v fio_jsonplus_clat2csv >/dev/null && command -v python3 >/dev/null; then
    (cd "$work" && fio_jsonplus_clat2csv "$work/o15/one/01.fio" "$work/clat.csv") >"$work/log" 2>&1
    holds '[ -s "$work/clat_job0.csv" ] && head -1 "$work/clat_job0.csv" | grep -q write' "fio's own converter reads it"
else
    skips "fio's own converter reads it" "there is no fio_jsonplus_clat2csv or no python3"
fi
PATH=/nowhere "$program" run one="$work/a" -o "$work/o16" --repeat 1 $quick >"$work/log" 2>&1
status=$?
holds '[ $status = 0 ] && grep -q "there is no fio here" "$work/log"' "it is taken where there is no fio, and that is said"
for rw in read randread randwrite rw randrw; do
    "$program" engine -name=x -filename=io.test -rw=$rw >/dev/null 2>&1
    (cd "$work/a" && "$program" engine -name=x -filename=t -rw=$rw -bs=4k -size=4M -numjobs=3 -thread -group_reporting) >"$work/$rw.json" 2>"$work/log"
    rm -f "$work/a/t"
done
holds '[ "$(jq -s "map(.jobs[0] | .read.total_ios + .write.total_ios) | unique | .[0] >= 3072" "$work"/{read,randread,randwrite}.json)" = true ] && jq -e ".jobs[0] | .read.total_ios > 0 and .write.total_ios > 0" "$work/randrw.json" >/dev/null' "it reads, writes and mixes, each block once"
(cd "$work/a" && "$program" engine -name=x -filename=t -rw=trim -bs=4k -size=4M) >"$work/log" 2>&1
status=$?
holds '[ $status = 1 ] && grep -q "rw=trim is not done" "$work/log"' "it refuses what it does not do"
(cd "$work/full" && "$program" engine -name=x -filename=t -rw=write -bs=4k -size=64M -thread) >"$work/log" 2>&1
status=$?
rm -f "$work/full/t"
holds '[ $status = 1 ] && grep -q "No space left" "$work/log"' "it tells a full disk"

# Many hosts: two servers of fio on this one.
(cd / && exec fio --server=,8771) >/dev/null 2>&1 & servers=$!
(cd / && exec fio --server=,8772) >/dev/null 2>&1 & servers="$servers $!"
sleep 1
"$program" run one="$work/a" two="$work/b" -o "$work/o17" --repeat 1 --client localhost:8771,localhost:8772 $quick >"$work/log" 2>&1
status=$?
holds '[ $status = 0 ] && [ "$(jq "[.client_stats[] | select(.jobname != \"All clients\") | .hostname] | length" <(sed -n "/^{/,\$p" "$work/o17/one/01.fio"))" = 2 ] && [ -z "$(ls -A "$work/a" "$work/b" | grep -v :)" ]' "two servers run it, and nothing is left on them"
"$program" run one="$work/a" -o "$work/o18" --repeat 1 --client localhost:8771,localhost:8779 $quick >"$work/log" 2>&1
status=$?
holds '[ $status = 2 ] && grep -q "8779\|localhost" "$work/log"' "a host that does not answer is named"
kill $servers
servers=

# A FUSE mount that hangs.
if command -v bindfs >/dev/null; then
    bindfs --no-allow-other -f "$work/b" "$work/fuse" >"$work/log" 2>&1 &
    fuse=$!
    sleep 1
fi
if mountpoint -q "$work/fuse"; then
    kill -STOP $fuse
    start=$(date +%s)
    run one="$work/fuse" -o "$work/o19"
    holds '[ $status = 2 ] && grep -q "fuse: the mount does not answer within 5 s" "$work/log" && [ $(($(date +%s) - start)) -lt 12 ]' "a dead mount is named, not waited for"
    kill -CONT $fuse
    "$program" run one="$work/fuse" two="$work/a" -o "$work/o20" --allow-same-filesystem --repeat 1 --runtime 2 --size 8M --numjobs 2 --direct 0 --time_based >"$work/log" 2>&1
    status=$?
    holds '[ $status = 0 ] && jq -e ".mounts[0].family == \"FUSE\"" "$work/o20/manifest.json" >/dev/null' "FUSE is recognised"
else
    skips "a dead mount is named, not waited for" "there is no bindfs, or the kernel has no FUSE"
    skips "FUSE is recognised" "there is no bindfs, or the kernel has no FUSE"
fi
