#!/bin/bash
# README shows real output: each "$ fiocompare …" block is run again and compared. TAP.
set -u
cd "$(dirname "$0")/../.." || exit 2
export PATH="$PWD/${BUILD:-build}:$PATH" COLUMNS=100 LC_ALL=C.UTF-8 TZ=UTC0
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
awk -v work="$work" '
    /^```/ { if (inside && file) { close(file); file = "" } inside = !inside; next }
    inside && /^\$ / { n++; file = work "/" n ".want"; print substr($0, 3) > (work "/" n ".cmd"); close(work "/" n ".cmd"); printf "" > file; next }
    inside && file { print > file }' README.md
count=$(ls "$work"/*.cmd | wc -l)
echo "1..$count"
for number in $(seq "$count"); do
    bash -c "$(cat "$work/$number.cmd")" >"$work/$number.got" 2>&1
    if diff -u "$work/$number.want" "$work/$number.got" >"$work/diff"; then
        echo "ok $number - $(cut -c1-60 "$work/$number.cmd")"
    else
        sed 's/^/# /' "$work/diff"
        echo "not ok $number - $(cut -c1-60 "$work/$number.cmd")"
    fi
done
