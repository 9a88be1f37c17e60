#!/bin/bash
# The runner with the real fio on real folders: what it keeps, what it leaves alone, how it ends. TAP.
set -u
cd "$(dirname "$0")/../.." || exit 2
program=$PWD/${BUILD:-build}/fiocompare
work=$(mktemp -d "$PWD/${BUILD:-build}/run-test-XXXXXX")
trap 'rm -rf "$work"' EXIT
number=0
told() { number=$((number + 1)); echo "$1 $number - $2"; }
holds() { if eval "$1"; then told ok "$2"; else told "not ok" "$2"; sed 's/^/# /' "$work/log" | tail -12; fi; }
echo 1..20
mkdir "$work/a" "$work/b"
quick="--allow-not-mounted --allow-same-filesystem --repeat 2 --runtime 1 --size 8M --numjobs 4 --direct 0"

"$program" run one="$work/a" two="$work/b" -o "$work/out" $quick >"$work/log" 2>&1
status=$?
holds '[ $status = 0 ]' "two folders are measured and compared"
holds 'grep -q "throughput  " "$work/log"' "the comparison is printed"
holds '[ -s "$work/out/report.html" ]' "the report is written"
holds '[ "$(ls "$work/a" "$work/b" | grep -c io.speedtest)" = 0 ]' "no test file is left behind"
holds '[ "$(jq -r ".steps[].label" "$work/out/manifest.json" | tr "\n" " ")" = "one two two one " ]' "the runs are interleaved"
holds '[ "$(jq -r ".steps[0].sha256" "$work/out/manifest.json")" = "$(sha256sum <"$work/out/one/01.fio" | cut -d" " -f1)" ]' "the raw output is kept byte for byte"
holds 'jq -e ".mounts[0].type and .environment.kernel and .fio" "$work/out/manifest.json" >/dev/null' "the environment is recorded"
holds '"$program" compare "$work/out" --format json | jq -e ".series | length == 2 and (.[0].results | length == 2)" >/dev/null' "the folder of a run stands for all it holds"

"$program" run one="$work/a" -o "$work/out" $quick >"$work/log" 2>&1
status=$?
holds '[ $status = 2 ] && grep -q "not empty" "$work/log"' "a folder that holds something is not overwritten"

echo precious >"$work/b/io.speedtest"
before=$(sha256sum "$work/b/io.speedtest")
"$program" run one="$work/a" two="$work/b" -o "$work/out2" $quick >"$work/log" 2>&1
status=$?
holds '[ $status = 2 ] && grep -q "already holds io.speedtest" "$work/log" && [ "$before" = "$(sha256sum "$work/b/io.speedtest")" ]' "an existing file is refused and left as it is"
rm -f "$work/b/io.speedtest"
ln -s "$work/elsewhere" "$work/b/io.speedtest"
"$program" run two="$work/b" -o "$work/out3" $quick >"$work/log" 2>&1
status=$?
holds '[ $status = 2 ] && [ ! -e "$work/elsewhere" ]' "a link of that name is not followed"
rm -f "$work/b/io.speedtest"

"$program" run one="$work/a" -o "$work/out4" --allow-not-mounted --repeat 3 --runtime 20 --time_based --size 8M --numjobs 4 --direct 0 >"$work/log" 2>&1 &
child=$!
sleep 2
kill -INT $child
wait $child
status=$?
holds '[ $status = 130 ]' "an interrupt ends it with status 130"
holds '[ ! -e "$work/a/io.speedtest" ] && ! pgrep -f "filename=io.speedtest.*$work" >/dev/null' "an interrupt leaves no file and no fio"
holds '[ "$(jq -r ".steps[].state" "$work/out4/manifest.json" | tr "\n" " ")" = "interrupted skipped skipped " ]' "the manifest says what was interrupted"

fake() { printf '#!/bin/sh\n[ "$1" = --version ] && { echo fio-3.33; exit; }\n%s\n' "$1" >"$work/fio"; chmod +x "$work/fio"; }
fake 'echo garbage; exit 1'
"$program" run one="$work/a" -o "$work/out5" --fio "$work/fio" $quick >"$work/log" 2>&1
status=$?
holds '[ $status = 2 ] && grep -q "exit status 1" "$work/log" && grep -q garbage "$work/out5/one/01.fio"' "a fio that fails is told and its output kept"
fake 'echo garbage'
"$program" run one="$work/a" -o "$work/out6" --fio "$work/fio" $quick >"$work/log" 2>&1
status=$?
holds '[ $status = 2 ] && grep -q "no fio report" "$work/log"' "a fio that prints garbage is told"
fake 'kill -9 $$'
"$program" run one="$work/a" -o "$work/out7" --fio "$work/fio" $quick >"$work/log" 2>&1
status=$?
holds '[ $status = 2 ] && grep -q "killed by signal 9" "$work/log"' "a fio that is killed is told"
printf '#!/bin/sh\necho not fio\n' >"$work/fio"
"$program" run one="$work/a" -o "$work/out8" --fio "$work/fio" $quick >"$work/log" 2>&1
status=$?
holds '[ $status = 2 ] && grep -q "is no fio" "$work/log" && [ ! -e "$work/out8" ]' "a program that is no fio is refused before anything is made"
"$program" run one="$work/nowhere" -o "$work/out9" $quick >"$work/log" 2>&1
status=$?
holds '[ $status = 2 ] && grep -q "nowhere: cannot be used: No such file" "$work/log"' "a folder that is not there is named"
holds '[ -z "$(ls -A "$work/a")" ]' "nothing at all is left in the folder"
