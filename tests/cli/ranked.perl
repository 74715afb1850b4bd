# SPDX-License-Identifier: GPL-3.0-or-later
# ranked.perl FORM <DIGEST: the ranked lists of a digest in that form, a line for each cluster:
# section, rank, id, score, state, change that leads ("none": no row gives it).
use strict;
use warnings;
use utf8;
use open qw(:std :utf8);
use JSON::PP ();

my @sections = qw(regressions mixed settled improvements unjudged);
my %titled = ("Regressions" => "regressions", "Mixed: slower here, faster there" => "mixed",
	"Settled: nothing left to do" => "settled", "Improvements" => "improvements",
	"Without a verdict's word" => "unjudged");
my @found;

sub number { my ($text) = @_; return defined $text && $text =~ /^[-+]?[\d.]+(e[-+]?\d+)?/ ? $& + 0 : undef }

# What is printed without a sign is the mail's word, and in no row.
sub change {
	my ($text) = @_;
	return defined $text && $text =~ /^[-+]/ ? sprintf "%g", number($text) : "none";
}

# As forms for people round it, render/digest_words.h.
sub rounded {
	my ($value) = @_;
	my $format = $value >= 1e6 ? "%.4g" : $value >= 1000 ? "%.0f" : $value >= 10 ? "%.1f" : $value >= 1 ? "%.2f" : "%.2g";
	return sprintf $format, $value;
}

sub found {
	my ($section, $rank, $id, $score, $state, $change) = @_;
	push @found, [$section, $rank, $id, $score, $state =~ /^([a-z-]+)/, $change];
}

sub plain { my ($text) = @_; $text =~ s/<[^>]*>//g; $text =~ s/&#(\d+);/chr $1/ge; return $text }

sub from_text {
	my ($text) = @_;
	my ($section, $rank, $id, $change, $state);
	while ($text =~ /^(.*)$/mg) {
		my $line = $1;
		$section = $titled{$line} // ($line =~ /^\S/ && $line !~ /^-+$/ ? undef : $section);
		next unless $section;
		($rank, $id, $change, $state) = ($1, $2, "none", undef) if $line =~ /^ *(\d+)\. (c-\S+)/;
		$change = change($1) if $line =~ /^ {6}[▼▲•] (\S+)/;
		$state = $1 if !$state && $line =~ /^ {6}([a-z-]+)(?: since|, before|; )/;
		found($section, $rank, $id, $1, $state, $change) if $line =~ /^ {6}.*; score (\S+?);?( |$)/;
	}
}

sub from_html {
	my ($text) = @_;
	while ($text =~ m{<table id="ranked-(\d)".*?</table>}sg) {
		my ($section, $table) = ($sections[$1], $&);
		while ($table =~ m{<tr data-cluster="([^"]*)".*?</tr>}sg) {
			my ($id, $row) = ($1, $&);
			my @cells = $row =~ m{<t[dh][^>]*>(.*?)</t[dh]>}sg;
			my ($change) = plain($cells[2]) =~ /([-+]\d\S*)/;
			found($section, plain($cells[0]), $id, plain($cells[8]), plain($cells[7]), change($change));
		}
	}
}

sub from_markdown {
	my ($text) = @_;
	my $section;
	while ($text =~ /^(.*)$/mg) {
		my $line = $1;
		$section = $titled{$1} if $line =~ /^## (.*)/;
		next unless $section && $line =~ /^\| (\d+) \| `(c-[^`]*)`/;
		my @cells = split / \|/, $line;
		my ($change) = $cells[4] =~ /`([-+]\d\S*)`/;
		$cells[9] =~ s/^ //;
		$cells[10] =~ s/^ //;
		found($section, $1, $2, $cells[10], $cells[9], change($change)) if $line =~ /^\| (\d+) \| `(c-[^`]*)`/;
	}
}

sub signed { my ($value) = @_; return defined $value ? sprintf "%+g", $value : undef }

sub from_json {
	my $json = JSON::PP->new->decode($_[0]);
	for my $section (@sections) {
		for my $entry (@{$json->{$section}}) {
			found($section, $entry->{rank}, $entry->{id}, rounded($entry->{score}{points}), $entry->{state}{end},
				change(signed($entry->{lead} && $entry->{lead}{change}{value})));
		}
	}
}

# Lines of fields; what stands in quotes may hold anything but a line's end.
sub csv_lines {
	my ($text) = @_;
	return map { [map { s/^"(.*)"$/$1/ ? s/""/"/gr : $_ } /("(?:[^"]|"")*"|[^,]*)(?:,|$)/g] } split /\n/, $text;
}

sub from_csv {
	my ($heads, @lines) = csv_lines($_[0]);
	for my $line (@lines) {
		my %of;
		@of{@$heads} = @$line;
		my $change = $of{change} eq "" ? undef : signed($of{change});
		found(@of{qw(section rank cluster)}, rounded($of{score}), $of{state}, change($change));
	}
}

sub from_junit {
	my ($text) = @_;
	while ($text =~ m{<system-out>(.*?)</system-out>}sg) {
		my $lists = $1;
		while ($lists =~ /^([a-z]+) (\d+) (c-[^,]*), score (\S+), ([a-z-]+): (\S+)/mg) {
			found($1, $2, $3, $4, $5, change($6));
		}
	}
}

sub from_kcidb {
	for my $issue (@{JSON::PP->new->decode($_[0])->{issues}}) {
		my $misc = $issue->{misc};
		my ($id) = $issue->{id} =~ /^lkpdigest:(.*)/;
		found($misc->{section}, $misc->{rank}, $id, rounded($misc->{score}), $misc->{state},
			change(signed($misc->{lead} && $misc->{lead}{value})));
	}
}

sub from_openmetrics {
	my ($text) = @_;
	my (%info, %of);
	while ($text =~ /^lkpdigest_cluster_(\w+)\{(.*)\} (\S+)$/mg) {
		my ($what, $labels, $value) = ($1, $2, $3);
		my %label = $labels =~ /(\w+)="((?:[^"\\]|\\.)*)"/g;
		$info{$label{cluster}} = \%label if $what eq "info";
		$of{$what}{$label{cluster}} = $value;
	}
	for my $id (keys %info) {
		found($info{$id}{section}, $of{rank}{$id}, $id, rounded($of{score}{$id}), $info{$id}{state},
			change(signed($of{change}{$id})));
	}
}

my %from = (text => \&from_text, html => \&from_html, markdown => \&from_markdown, json => \&from_json,
	csv => \&from_csv, junit => \&from_junit, kcidb => \&from_kcidb, openmetrics => \&from_openmetrics);

$from{$ARGV[0]}->(do { local $/; <STDIN> });
my %place = map { $sections[$_] => $_ } 0 .. $#sections;
print join(" ", @$_), "\n"
	for sort { $place{$a->[0]} <=> $place{$b->[0]} || $a->[1] <=> $b->[1] } @found;
