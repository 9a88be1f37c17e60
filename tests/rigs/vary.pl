#!/usr/bin/perl
# Writes COUNT variants of one fio JSON report, a minute apart and with other figures: REPORT FOLDER COUNT.
use strict;
use warnings;

my ($report, $folder, $count) = @ARGV;
open my $in, '<', $report or die "$report: $!";
my $text = do { local $/; <$in> };
for my $i (0 .. $count - 1) {
    my $variant = $text;
    my $factor = 1 + 0.0001 * ($i % 97);
    $variant =~ s/(: )(\d{4,9})(?=[,\s])/$1 . int($2 * $factor)/ge;
    $variant =~ s/("timestamp" : )(\d+)/$1 . ($2 + 60 * $i)/ge;
    $variant =~ s/("timestamp_ms" : )(\d+)/$1 . ($2 + 60000 * $i)/ge;
    open my $out, '>', sprintf('%s/%06d.json', $folder, $i) or die "$folder: $!";
    print $out $variant;
}
