#!/usr/bin/perl
# SPDX-License-Identifier: GPL-3.0-or-later
# links.perl FOLDER: what is wrong with the links of its pages and their ids, a line each.
use strict;
use warnings;
use File::Find;
use File::Spec;

my $root = shift @ARGV;
my (%ids, %links);

sub unescape { my ($t) = @_; my %of = (amp => '&', lt => '<', gt => '>', quot => '"');
	$t =~ s/&(amp|lt|gt|quot);/$of{$1}/g; $t =~ s/&#(\d+);/chr $1/ge; $t }

find({no_chdir => 1, wanted => sub {
	return unless /\.html$/;
	my $file = File::Spec->abs2rel($_, $root);
	open my $in, '<', $_ or die "$_: $!";
	local $/;
	my $text = <$in>;
	$ids{$file} = {};
	$text =~ s{<script>.*?</script>|<style>.*?</style>}{}gs;
	while ($text =~ m{\sid="([^"]*)"}g) {
		print "$file: two have the id $1\n" if $ids{$file}{$1}++;
	}
	push @{$links{$file}}, unescape($1) while $text =~ m{\s(?:xlink:)?(?:href|src|action)="([^"]*)"}g;
}}, $root);

# "a/../b/c" to "b/c"
sub plain { my @parts; for (split m{/}, shift) { $_ eq '..' ? (@parts ? pop @parts : return '..') : push @parts, $_ }
	join '/', @parts }

for my $file (sort keys %links) {
	my ($folder) = $file =~ m{^(.*/)};
	for my $link (@{$links{$file}}) {
		if ($link =~ m{^https?://}) {
			print "$file: $link is not percent-encoded\n" if $link =~ m{[^!-~]|["<>\\^`\{|\}]};
			next;
		}
		my ($path, $id) = split /#/, $link, 2;
		my $to = $path eq '' ? $file : plain(($folder // '') . $path);
		print "$file: $link leads nowhere\n" unless -f "$root/$to" and !-l "$root/$to";
		print "$file: $link: there is no such id\n" if defined $id and $ids{$to} and !$ids{$to}{$id};
	}
}
