#!/bin/bash
# Two mounts throttled to 36 and 24 MiB/s: the ratio's interval must hold 2/3. TAP; skipped where the kernel refuses.
set -u
cd "$(dirname "$0")/../.." || exit 2
program=$PWD/${BUILD:-build}/fiocompare
. tests/rigs/throttled.sh
rig=$(mktemp -d "${TMPDIR:-/tmp}/fiocompare-rig-XXXXXX")
out=$(mktemp -d)
trap 'rig_down; rm -rf "$out"; rmdir "$rig" 2>/dev/null' EXIT
trap 'exit 130' INT TERM
if ! rig_up "$rig" 36 24; then
    echo "1..0 # skip $RIG_REASON"
    exit 0
fi
echo 1..4
rig_run "$program" run fast="$rig/a" slow="$rig/b" -o "$out/run" --repeat 3 --runtime 5 --time_based --size 256M \
    >"$out/log" 2>&1
status=$?
[ $status = 0 ] && echo "ok 1 - the run ends well" || { sed 's/^/# /' "$out/log"; echo "not ok 1 - the run ends well"; }
"$program" compare "$out/run" --format json >"$out/c.json" 2>/dev/null
ratio() { jq -r ".metrics[] | select(.metric == \"bw\") | .ratios.slow.$1" "$out/c.json"; }
echo "# ratio $(ratio ratio) [$(ratio low), $(ratio high)]"
jq -e '.metrics[] | select(.metric == "bw") | .ratios.slow.ratio | . > 0.647 and . < 0.687' "$out/c.json" >/dev/null &&
    echo "ok 2 - the ratio is 2/3" || echo "not ok 2 - the ratio is 2/3"
jq -e '.metrics[] | select(.metric == "bw") | .ratios.slow | .low <= 0.672 and .high >= 0.662 and .fraction == "2/3"' "$out/c.json" >/dev/null &&
    echo "ok 3 - the interval holds it" || echo "not ok 3 - the interval holds it"
"$program" compare "$out/run" --claim "slow.write.bw = 2/3" >/dev/null 2>"$out/claim"
status=$?
grep -q supported "$out/claim" && [ $status = 0 ] && echo "ok 4 - the claim of 2/3 is supported" ||
    { sed 's/^/# /' "$out/claim"; echo "not ok 4 - the claim of 2/3 is supported"; }
