#!/usr/bin/perl
# Writes fio JSON reports of one figure each: FOLDER COUNT STEP-AT FACTOR [SEED]. The throughput is 100 MiB/s, by FACTOR from run
# STEP-AT on, with 3% of noise; one run a day from 2026-01-01 on; from STEP-AT on another fio.
use strict;
use warnings;

my ($folder, $count, $step_at, $factor, $seed) = @ARGV;
srand($seed // 7);
for my $i (0 .. $count - 1) {
    my $noise = sqrt(-2 * log(1 - rand)) * cos(6.283185307 * rand);
    my $bw = int(104857600 * ($i >= $step_at ? $factor : 1) * exp(0.03 * $noise));
    my $ios = int($bw / 8192 * 30);
    my $ns = int(60e9 * 8192 / $bw);
    my ($time, $version) = (1767225600 + 86400 * $i, $i >= $step_at ? '3.36' : '3.33');
    open my $out, '>', sprintf('%s/%06d.json', $folder, $i) or die "$folder: $!";
    printf $out '{"fio version":"fio-%s","timestamp":%d,"timestamp_ms":%d000,"time":"%s","jobs":[{"jobname":"1io","groupid":0,"error":0,'
        . '"elapsed":31,"job options":{"name":"1io","rw":"write","bs":"8k","size":"4G","numjobs":"60","ioengine":"sync"},'
        . '"write":{"io_bytes":%d,"bw_bytes":%d,"bw":%d,"iops":%.6f,"runtime":30000,"total_ios":%d,"short_ios":0,"drop_ios":0,'
        . '"clat_ns":{"min":%d,"max":%d,"mean":%.6f,"stddev":%.6f,"N":%d,"percentile":{"50.000000":%d,"99.000000":%d,"99.900000":%d}},'
        . '"lat_ns":{"min":%d,"max":%d,"mean":%.6f,"stddev":%.6f,"N":%d}}}]}' . "\n",
        $version, $time, $time, scalar(gmtime($time)), $ios * 8192, $bw, $bw / 1024, $bw / 8192, $ios, $ns / 10, $ns * 9, $ns, $ns / 4, $ios,
        $ns, $ns * 2, $ns * 4, $ns / 10, $ns * 9, $ns, $ns / 4, $ios;
}
