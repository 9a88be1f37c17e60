#!/bin/bash
# A GlusterFS volume of one brick, through its own FUSE client, against the brick's file system. TAP; skipped where there is none.
set -u
cd "$(dirname "$0")/../.." || exit 2
program=$PWD/${BUILD:-build}/fiocompare
skip() { echo "1..0 # skip $1"; exit 0; }
[ "$(id -u)" = 0 ] || skip "not root"
command -v glusterd >/dev/null && command -v mount.glusterfs >/dev/null || skip "there is no glusterfs-server"
pgrep -x -r D,R,S glusterd >/dev/null && skip "a glusterd runs here already"
work=$(mktemp -d "${TMPDIR:-/tmp}/fiocompare-gluster-XXXXXX")
volume=fiocompare-$$
host=$(hostname)
down() {
    umount "$work/mount" 2>/dev/null
    gluster --mode=script volume stop $volume force
    gluster --mode=script volume delete $volume
    [ -s "$work/pid" ] && kill "$(cat "$work/pid")"
    umount "$work/bricks"
    rm -rf "$work"
} >/dev/null 2>&1
trap down EXIT
trap 'exit 130' INT TERM
mkdir "$work/state" "$work/mount" "$work/bricks"
mount -t tmpfs -o size=192M tmpfs "$work/bricks" 2>/dev/null || skip "the kernel refuses a tmpfs"
mkdir "$work/bricks/brick"
timeout 30 glusterd --pid-file="$work/pid" --log-file="$work/log" \
    --xlator-option=management.working-directory="$work/state" 2>/dev/null || skip "glusterd does not start"
{ timeout 30 gluster --mode=script volume create $volume "$host:$work/bricks/brick" force &&
    timeout 30 gluster --mode=script volume start $volume &&
    timeout 30 mount -t glusterfs "$host:$volume" "$work/mount"; } >/dev/null 2>&1 || skip "no volume can be made or mounted"
echo 1..4
"$program" run local="$work/bricks" gluster="$work/mount" -o "$work/run" --repeat 2 --runtime 2 --size 32M --numjobs 4 \
    --direct 0 --fsync 32 --time_based >"$work/said" 2>&1
status=$?
[ $status = 0 ] && echo "ok 1 - the run ends well" || { sed 's/^/# /' "$work/said"; echo "not ok 1 - the run ends well"; }
jq -e '.mounts[1].family == "GlusterFS (FUSE)"' "$work/run/manifest.json" >/dev/null &&
    echo "ok 2 - GlusterFS is recognised" || echo "not ok 2 - GlusterFS is recognised"
"$program" compare "$work/run" --format json | jq -e '.metrics[] | select(.metric == "iops") | .ratios.gluster.ratio < 0.8' >/dev/null &&
    echo "ok 3 - memory is faster than memory behind a network file system" || { sed 's/^/# /' "$work/said"; echo "not ok 3 - memory is faster than memory behind a network file system"; }
[ -z "$(ls -A "$work/mount")" ] && echo "ok 4 - nothing is left" || echo "not ok 4 - nothing is left"
