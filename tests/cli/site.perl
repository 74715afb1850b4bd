# SPDX-License-Identifier: GPL-3.0-or-later
# site.perl links FOLDER: what is wrong with the links and ids of a site's pages, a line each.
# site.perl grades FOLDER: where a row has another grade on its cluster's page than on its table's; and
# of how many rows.
# site.perl rows PAGE [ID]: the cells of a table of a page, in lines of fields parted by tabs.
use strict;
use warnings;
use open qw(:std :utf8);
use Digest::SHA qw(sha256_hex);
use File::Find;

sub text_of { my ($file) = @_; open my $in, "<", $file or die "$file: $!\n"; local $/; return scalar <$in> }

sub plain {
	my ($text) = @_;
	my %of = (amp => "&", lt => "<", gt => ">", quot => '"');
	$text =~ s/<[^>]*>//g;
	$text =~ s/&#(\d+);/chr $1/ge;
	$text =~ s/&(amp|lt|gt|quot);/$of{$1}/g;
	return $text;
}

# "a/../b/c" to "b/c"; what leads out keeps its "..".
sub resolved {
	my @parts;
	for (split m{/}, shift) {
		if ($_ eq ".." && @parts && $parts[-1] ne "..") { pop @parts } else { push @parts, $_ }
	}
	return join "/", @parts;
}

sub links {
	my ($root) = @_;
	my (%ids, %links);

	find({no_chdir => 1, wanted => sub {
		return unless /\.html$/;
		my $file = substr $_, length($root) + 1;
		my $text = text_of($_);
		$text =~ s{<(script|style)>.*?</\1>}{}gs;
		$ids{$file} = {};
		while ($text =~ m{\sid="([^"]*)"}g) {
			print "$file: two have the id $1\n" if $ids{$file}{$1}++;
		}
		while ($text =~ m{\s(?:xlink:)?(?:href|src|action|data)="([^"]*)"}g) {
			push @{$links{$file}}, plain($1);
		}
	}}, $root);
	for my $file (sort keys %links) {
		my ($folder) = $file =~ m{^(.*/)};
		for my $link (@{$links{$file}}) {
			if ($link =~ m{^https?://}) {
				print "$file: $link is not percent-encoded\n" if $link =~ m{[^!-~]|["<>\\^`\{|\}]};
				next;
			}
			my ($path, $id) = split /#/, $link, 2;
			my $to = $path eq "" ? $file : resolved(($folder // "") . $path);
			print "$file: $link leads nowhere\n" unless -f "$root/$to" and !-l "$root/$to";
			print "$file: $link: there is no such id\n" if defined $id and $ids{$to} and !$ids{$to}{$id};
		}
	}
}

sub rows {
	my ($page, $id) = @_;
	my ($table) = text_of($page) =~ m{<table id="\Q@{[$id // "rows"]}\E".*?<tbody>(.*?)</tbody>}s;

	for my $row ($table =~ m{<tr[^>]*>(.*?)</tr>}gs) {
		print join("\t", map { plain($_) } $row =~ m{<t[hd][^>]*>(.*?)</t[hd]>}gs), "\n";
	}
}

# By line, of the rows of a table of two commits: the grade and p.
sub grades_of {
	my ($table) = @_;
	my %grades;

	for my $row ($table =~ m{<tr[^>]*>(.*?)</tr>}gs) {
		my @cells = map { plain($_) } $row =~ m{<t[hd][^>]*>(.*?)</t[hd]>}gs;
		$grades{$cells[-1]} = $cells[6] =~ s/exploratory//r . ", p " . $cells[5] if @cells < 11;
	}
	return %grades;
}

sub grades {
	my ($root) = @_;
	my $n = 0;

	for my $page (glob "$root/cluster/*.html") {
		my $text = text_of($page);
		while ($text =~ m{<table id="[^"]*-rows-\d+"(.*?)<tbody>(.*?)</tbody>}gs) {
			my ($head, $body) = ($1, $2);
			my ($id) = plain($head) =~ m{table (\S+?#\d+:\d+)};
			my %here = grades_of($body);
			my ($whole) = text_of("$root/table/t-" . substr(sha256_hex($id), 0, 32) . ".html") =~ m{<tbody>(.*)</tbody>}s;
			my %there = grades_of($whole);
			for my $line (keys %here) {
				next unless %there;
				$n++;
				print "$id:$line: $here{$line}, and $there{$line}\n" if $here{$line} ne $there{$line};
			}
		}
	}
	print "$n rows\n";
}

my %commands = (links => \&links, rows => \&rows, grades => \&grades);
my $what = shift @ARGV;
$commands{$what}->(@ARGV);
