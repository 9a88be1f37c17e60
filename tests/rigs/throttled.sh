# Two loop-mounted ext4 file systems with known ceilings for writes, through the I/O controller of cgroups (version 1
# or 2). Source it, call rig_up FOLDER RATE RATE (MiB/s; mounts FOLDER/a and FOLDER/b), then rig_run COMMAND...,
# and rig_down at the end. What rig_up made is taken down by rig_down, nothing else. RIG_REASON tells why it failed.

RIG_REASON=
rig_folder=
rig_cgroup=
rig_mounted=

rig_image() { # NAME RATE
    image=$rig_folder/$1.img
    mkdir -p "$rig_folder/$1" && truncate -s 640M "$image" && mkfs.ext4 -q -F -m 0 "$image" 2>/dev/null ||
        { RIG_REASON="no ext4 image can be made"; return 1; }
    mount -o loop "$image" "$rig_folder/$1" 2>/dev/null || { RIG_REASON="the kernel refuses a loop mount"; return 1; }
    rig_mounted="$1 $rig_mounted"
    number=$(mountpoint -d "$rig_folder/$1") || return 1
    rig_throttle "$number" $(($2 * 1048576))
}

rig_throttle() { # MAJOR:MINOR BYTES
    if [ -e "$rig_cgroup/blkio.throttle.write_bps_device" ]; then
        echo "$1 $2" >"$rig_cgroup/blkio.throttle.write_bps_device" 2>/dev/null
    else
        echo "$1 wbps=$2" 2>/dev/null >"$rig_cgroup/io.max"
    fi || { RIG_REASON="the I/O controller refuses a limit"; return 1; }
}

rig_make_cgroup() {
    for base in /sys/fs/cgroup/blkio /sys/fs/cgroup; do
        [ -d "$base" ] || continue
        [ "$base" = /sys/fs/cgroup ] && { echo +io >"$base/cgroup.subtree_control"; } 2>/dev/null
        rig_cgroup=$base/fiocompare-rig-$$
        mkdir "$rig_cgroup" 2>/dev/null || continue
        [ -e "$rig_cgroup/blkio.throttle.write_bps_device" ] || [ -e "$rig_cgroup/io.max" ] && return 0
        rmdir "$rig_cgroup"
    done
    rig_cgroup=
    RIG_REASON="there is no I/O controller of cgroups"
    return 1
}

rig_up() { # FOLDER RATE_A RATE_B
    rig_folder=$1
    [ "$(id -u)" = 0 ] || { RIG_REASON="not root"; return 1; }
    mkdir -p "$rig_folder" && rig_make_cgroup && rig_image a "$2" && rig_image b "$3"
}

# Runs the command inside the throttled group.
rig_run() {
    sh -c 'echo $$ >"$0/cgroup.procs" && exec "$@"' "$rig_cgroup" "$@"
}

rig_down() {
    for name in $rig_mounted; do
        for try in 1 2 3 4 5 6 7 8 9 10; do
            umount "$rig_folder/$name" 2>/dev/null && break
            sleep 0.3
        done
    done
    rig_mounted=
    if [ -n "$rig_cgroup" ]; then
        for try in 1 2 3 4 5 6 7 8 9 10; do
            rmdir "$rig_cgroup" 2>/dev/null && break
            sleep 0.2
        done
        rig_cgroup=
    fi
    [ -n "$rig_folder" ] && rm -f "$rig_folder/a.img" "$rig_folder/b.img" &&
        rmdir "$rig_folder/a" "$rig_folder/b" "$rig_folder" 2>/dev/null
    rig_folder=
    return 0
}
