# SPDX-License-Identifier: GPL-3.0-or-later
# openmetrics.perl <TEXT: tells what is not as OpenMetrics 1.0 wants it, a line each: the form of
# lines, a family in one block, no sample twice, info's suffix and value, the end.
use strict;
use warnings;
use utf8;
use open qw(:std :utf8);

my $name = qr/[a-zA-Z_:][a-zA-Z0-9_:]*/;
my $label = qr/[a-zA-Z_][a-zA-Z0-9_]*="(?:[^"\\\n]|\\[\\n"])*"/;
my $number = qr/[-+]?(?:\d+(?:\.\d*)?(?:[eE][-+]?\d+)?|[iI]nf|NaN)/;
my ($family, $type, %known, %samples, $ended, $faults);

sub fault { print "line $.: $_[0]\n"; $faults = 1 }

while (my $line = <STDIN>) {
	fault("something behind the end") if $ended;
	chomp $line or fault("no LF");
	if ($line eq "# EOF") {
		$ended = 1;
	} elsif ($line =~ /^# TYPE ($name) (gauge|counter|info|stateset|unknown)$/) {
		fault("$1 again") if $known{$1}++;
		($family, $type) = ($1, $2);
	} elsif ($line =~ /^# HELP ($name) ./) {
		fault("help of another family") if $1 ne $family;
	} elsif ($line =~ /^(($name)(?:\{$label(?:,$label)*\})?) ($number)$/) {
		fault("twice: $1") if $samples{$1}++;
		fault("a sample of another family") if $2 ne $family . ($type eq "info" ? "_info" : "");
		fault("info is 1") if $type eq "info" && $3 != 1;
		my %labels;
		fault("a label twice") if grep { $labels{$_}++ } $1 =~ /([a-zA-Z_][a-zA-Z0-9_]*)="(?:[^"\\]|\\.)*"/g;
	} else {
		fault("not understood: $line");
	}
}
fault("no end") unless $ended;
exit !!$faults;
