#!/bin/bash
# The archive: nothing is lost, damage is found, foreign files are left alone, references and gates work. TAP.
set -u
cd "$(dirname "$0")/../.." || exit 2
program=$PWD/${BUILD:-build}/fiocompare
work=$(mktemp -d "${TMPDIR:-/tmp}/fiocompare-archive-XXXXXX")
trap 'umount "$work/small" 2>/dev/null; rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
export FIOCOMPARE_ARCHIVE=$work/a.db
number=0
holds() {
    number=$((number + 1))
    if eval "$1"; then echo "ok $number - $2"; else sed 's/^/# /' "$work/log" | tail -8; echo "not ok $number - $2"; fi
}
skips() { number=$((number + 1)); echo "ok $number - $1 # skip $2"; }
archive() { "$program" archive "$@" >"$work/log" 2>&1; status=$?; }
mkdir "$work/s" "$work/small"
perl tests/rigs/series.pl "$work/s" 60 40 0.9
echo 1..28
archive add --label nfs --tag ticket=OPS-12 "$work"/s/*.json
holds '[ $status = 0 ] && [ "$(grep -c ^@ "$work/log")" = 60 ]' "sixty files are added"
archive add "$work/s/000000.json"
holds '[ $status = 0 ] && grep -q "@1 .*was there already" "$work/log"' "the same file twice is one"
archive list --tag ticket=OPS-12 --since 2026-02-28
holds 'grep -q "^2 results" "$work/log"' "a list is filtered"
holds 'grep -Eq "nfs .*fio-3.* write +[0-9.]+ MiB/s" "$work/log"' "a list shows the direction and its throughput"
"$program" archive export @nfs~1 >"$work/raw"
holds 'cmp -s "$work/raw" "$work/s/000058.json"' "the bytes come back as they were"
archive trend bw --label nfs -o "$work/t.svg" -o "$work/t.html"
holds 'grep -Eq "changed with @(40|41|42), .* x 0.9" "$work/log" && xmllint --noout "$work/t.svg"' "a step is found, dated and drawn"
holds 'grep -q "<h1>nfs: 1io write throughput: 0.9[0-9]* times what it was, since 2026-02-1[0-9]</h1>" "$work/t.html" && [ "$(grep -o "<td>@[0-9]*</td>" "$work/t.html" | wc -l)" = 60 ] && grep -q "prefers-color-scheme: *dark" "$work/t.html"' "a trend is told on a page with a table of its runs"
"$program" show "$work/t.svg" >"$work/log" 2>&1
holds 'grep -q "^trend of .* write, drawn by" "$work/log" && [ "$(grep -Ec "^ *@[0-9]+ .* MiB/s" "$work/log")" = 60 ]' "the chart of a trend shows its numbers again"
"$program" archive add --archive "$work/csv.db" --label=-1+cmd "$work/s/000001.json" >"$work/log" 2>&1
"$program" archive export --archive "$work/csv.db" --format csv @1 >"$work/log" 2>&1
holds 'grep -q "^1,\"'"'"'-1+cmd\"," "$work/log"' "a label is no formula in a spreadsheet"
archive baseline set release @1
"$program" compare @release @nfs~1 --fail-if "write.bw<0.95" --junit "$work/j.xml" --summary "$work/s.md" >"$work/log" 2>&1
status=$?
holds '[ $status = 1 ] && xmllint --xpath "string(//testcase/failure/@message)" "$work/j.xml" | grep -q . && grep -q "gate: failed" "$work/s.md"' "a gate against a baseline fails the job and says why"
archive remove @1 --yes
holds '[ $status = 2 ] && grep -q baseline "$work/log"' "a baseline is not removed by accident"
"$program" archive remove @2 </dev/null >"$work/log" 2>&1
status=$?
holds '[ $status = 2 ] && grep -q -- --yes "$work/log"' "nothing is removed without a yes"
archive remove @2 --yes
holds '[ $status = 0 ] && ! "$program" archive show @2 >/dev/null 2>&1' "what is removed is gone"
archive verify
holds '[ $status = 0 ]' "all hashes and figures hold"
archive export --format openmetrics
holds '[ "$(tail -1 "$work/log")" = "# EOF" ] && grep -q "^fiocompare_bw_bytes_per_second{result=" "$work/log"' "OpenMetrics is written"
sqlite() { python3 -c 'import sqlite3,sys; c=sqlite3.connect(sys.argv[1]); c.executescript(sys.argv[2])' "$@"; }
sqlite "$work/foreign.db" "create table t(x)"
before=$(sha256sum <"$work/foreign.db")
archive add --archive "$work/foreign.db" "$work/s/000000.json"
holds '[ $status = 2 ] && grep -q "another program" "$work/log" && [ "$before" = "$(sha256sum <"$work/foreign.db")" ]' "another program's file is left alone"
sqlite "$work/foreign.db" "pragma application_id=-5; pragma user_version=-3"
archive list --archive "$work/foreign.db"
holds '[ $status = 2 ] && grep -q "another program" "$work/log"' "also one whose numbers are negative"
cp "$work/a.db" "$work/null.db"
sqlite "$work/null.db" "pragma writable_schema=on; update sqlite_master set sql = replace(sql, 'unit TEXT NOT NULL', 'unit TEXT')"
sqlite "$work/null.db" "update quantity set unit = null"
archive export --archive "$work/null.db" --format openmetrics
holds '[ $status = 0 ] && grep -q "^# EOF" "$work/log"' "a text that is missing against the rules does no harm"
cp "$work/a.db" "$work/new.db"
sqlite "$work/new.db" "pragma user_version=99"
archive list --archive "$work/new.db"
holds '[ $status = 2 ] && grep -q "newer fiocompare" "$work/log"' "a newer archive is refused"
cp "$work/a.db" "$work/old.db"
sqlite "$work/old.db" "drop table baseline; pragma user_version=1"
archive list --archive "$work/old.db"
holds '[ $status = 2 ] && grep -q "archive reparse" "$work/log"' "an older archive is not read half-way, and the way out is named"
archive reparse --archive "$work/old.db"
archive list --archive "$work/old.db"
holds '[ $status = 0 ] && grep -q "^59 results" "$work/log"' "that way leads to today's tables, with every result"
cp "$work/a.db" "$work/bad.db"
sqlite "$work/bad.db" "update blob set zstd = substr(zstd, 1, 40) || x'ff' || substr(zstd, 42) where id = 7"
archive verify --archive "$work/bad.db"
holds '[ $status = 2 ] && grep -q "@7 .*damaged" "$work/log"' "a changed byte is found and named"
for round in 1 2 3 4 5 6; do # all begin with an archive that is not there yet
    for i in 0 1 2 3 4 5 6 7; do
        FIOCOMPARE_ARCHIVE=$work/many$round.db "$program" archive add "$work"/s/0000[0-5]$i.json >"$work/w$round$i" 2>&1 &
    done
    wait
done
grep -h fiocompare: "$work"/w?? >"$work/log"
holds '[ "$(cat "$work"/w?? | grep -c ^@)" = 288 ] && [ ! -s "$work/log" ]' "eight writers at once lose nothing"
: >"$work/done"
for i in 1 2 3 4 5 6; do
    FIOCOMPARE_ARCHIVE=$work/kill.db "$program" archive add "$work"/s/*.json >>"$work/done" 2>/dev/null & child=$!
    sleep 0.0$((RANDOM % 6))
    kill -9 $child 2>/dev/null
    wait $child 2>/dev/null
done
FIOCOMPARE_ARCHIVE=$work/kill.db "$program" archive add "$work/s/000000.json" >"$work/log" 2>&1
FIOCOMPARE_ARCHIVE=$work/kill.db "$program" archive verify >>"$work/log" 2>&1
status=$?
stored=$(sed -n 's/^\([0-9]*\) results checked.*/\1/p' "$work/log")
holds '[ $status = 0 ] && [ "$stored" -ge "$(sed -n "s/^\(@[0-9]*\) .*/\1/p" "$work/done" | sort -u | wc -l)" ]' "kill -9 in the middle loses nothing that was reported"
if [ "$(id -u)" = 0 ] && mount -t tmpfs -o size=256k tmpfs "$work/small" 2>/dev/null; then
    FIOCOMPARE_ARCHIVE=$work/small/a.db "$program" archive add "$work"/s/*.json >"$work/log" 2>&1
    status=$?
    holds '[ $status = 2 ] && grep -qi "full" "$work/log"' "a full disk is told"
    rm -f "$work"/small/*
    mount -o remount,size=8m "$work/small"
    FIOCOMPARE_ARCHIVE=$work/small/a.db "$program" archive add "$work"/s/00000[0-9].json >"$work/log" 2>&1
    mount -o remount,ro "$work/small"
    FIOCOMPARE_ARCHIVE=$work/small/a.db "$program" archive list >"$work/log" 2>&1
    status=$?
    holds '[ $status = 0 ] && grep -q "^10 results" "$work/log"' "an archive on a read-only mount is read"
    FIOCOMPARE_ARCHIVE=$work/small/a.db "$program" archive add "$work/s/000020.json" >"$work/log" 2>&1
    status=$?
    holds '[ $status = 2 ] && grep -Eqi "read.?only" "$work/log"' "and nothing is pretended to be added to it"
else
    for name in "a full disk is told" "an archive on a read-only mount is read" "and nothing is pretended to be added to it"; do
        skips "$name" "the kernel refuses a tmpfs, or not root"
    done
fi
if /usr/bin/python3 -c "import prometheus_client" 2>/dev/null; then
    "$program" archive export --format openmetrics >"$work/metrics" 2>"$work/log"
    /usr/bin/python3 -c "
import sys
from prometheus_client.openmetrics.parser import text_string_to_metric_families
for family in text_string_to_metric_families(open(sys.argv[1]).read()):
    for sample in family.samples:
        print(family.type, sample.name, sample.labels['result'], sample.value)" "$work/metrics" >"$work/log" 2>&1
    bw=$("$program" archive export --format csv @30 | tr -d '\r' | awk -F, '$10 == "bw" { print $12 }')
    holds 'grep -q "^gauge fiocompare_bw_bytes_per_second 30 $bw" "$work/log"' "Prometheus' own parser reads the OpenMetrics and finds the same figure"
else
    skips "Prometheus' own parser reads the OpenMetrics and finds the same figure" "there is no python3-prometheus-client"
fi
