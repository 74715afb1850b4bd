# SPDX-License-Identifier: GPL-3.0-or-later
# validate.perl SCHEMA <DOCUMENT: tells where a JSON document is not as its JSON Schema wants it,
# a line each.  A keyword of the schema that is not known here is an error, too.
use strict;
use warnings;
use utf8;
use open qw(:std :utf8);
use JSON::PP ();

my $json = JSON::PP->new->allow_nonref;

sub read_all { my ($file) = @_; local $/; return scalar <$file> }

open my $file, "<", $ARGV[0] or die "$ARGV[0]: $!\n";
my $root = $json->decode(read_all($file));
my %ignored = map { $_ => 1 } qw($schema $defs title description);

sub type_of {
	my ($value) = @_;
	return "null" unless defined $value;
	return "boolean" if JSON::PP::is_bool($value);
	return ref $value eq "HASH" ? "object" : "array" if ref $value;
	return "string" if $json->encode($value) =~ /^"/;
	return $value =~ /^-?\d+$/ ? "integer" : "number";
}

sub same { my ($x, $y) = @_; return $json->canonical->encode($x) eq $json->canonical->encode($y) }

my %check = (
	'$ref' => sub {
		my ($name, $value, $at) = @_;
		$name =~ m{^#/\$defs/(.+)} && $root->{'$defs'}{$1} or die "$ARGV[0]: no $name\n";
		return faults($root->{'$defs'}{$1}, $value, $at);
	},
	type => sub {
		my ($types, $value, $at) = @_;
		my $type = type_of($value);
		my @types = ref $types ? @$types : $types;
		return if grep { $_ eq $type || ($_ eq "number" && $type eq "integer") } @types;
		return "$at: $type, not @types";
	},
	enum => sub {
		my ($allowed, $value, $at) = @_;
		return (grep { same($_, $value) } @$allowed) ? () : "$at: " . $json->encode($value);
	},
	const => sub { my ($wanted, $value, $at) = @_; return same($wanted, $value) ? () : "$at: not $wanted" },
	anyOf => sub {
		my ($schemas, $value, $at) = @_;
		my @all = map { [faults($_, $value, $at)] } @$schemas;
		return (grep { !@$_ } @all) ? () : @{$all[0]};
	},
	required => sub {
		my ($keys, $value, $at) = @_;
		return unless ref $value eq "HASH";
		return map { "$at: no $_" } grep { !exists $value->{$_} } @$keys;
	},
	properties => sub {
		my ($of, $value, $at) = @_;
		return unless ref $value eq "HASH";
		return map { faults($of->{$_}, $value->{$_}, "$at.$_") } grep { exists $value->{$_} } sort keys %$of;
	},
	items => sub {
		my ($schema, $value, $at) = @_;
		return unless ref $value eq "ARRAY";
		return map { faults($schema, $value->[$_], $at . "[$_]") } 0 .. $#$value;
	},
	pattern => sub {
		my ($pattern, $value, $at) = @_;
		return type_of($value) ne "string" || $value =~ $pattern ? () : "$at: '$value' is not like $pattern";
	},
	minimum => sub { my ($least, $value, $at) = @_; return defined $value && $value < $least ? "$at: $value" : () },
	minItems => sub { my ($n, $value, $at) = @_; return ref $value eq "ARRAY" && @$value < $n ? "$at: few" : () },
	maxItems => sub { my ($n, $value, $at) = @_; return ref $value eq "ARRAY" && @$value > $n ? "$at: many" : () },
	maxLength => sub { my ($n, $value, $at) = @_; return length($value // "") > $n ? "$at: long" : () },
);

sub beyond {
	my ($schema, $value, $at) = @_;
	my $more = $schema->{additionalProperties};
	return () if !defined $more || ref $value ne "HASH";
	my @keys = grep { !exists $schema->{properties}{$_} } sort keys %$value;
	return map { faults($more, $value->{$_}, "$at.$_") } @keys if ref $more eq "HASH";
	return $more ? () : map { "$at: $_ is not told" } @keys;
}

sub faults {
	my ($schema, $value, $at) = @_;
	my @faults = beyond($schema, $value, $at);
	for my $keyword (sort keys %$schema) {
		next if $ignored{$keyword} || $keyword eq "additionalProperties";
		my $check = $check{$keyword} or die "$ARGV[0]: $keyword is not known here\n";
		push @faults, $check->($schema->{$keyword}, $value, $at);
	}
	return @faults;
}

binmode STDIN;
my @faults = faults($root, JSON::PP->new->utf8->decode(read_all(\*STDIN)), "document");
print "$_\n" for @faults;
exit !!@faults;
