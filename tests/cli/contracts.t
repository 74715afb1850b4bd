#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# What scripts may rely on: the keys of JSON, their order and kinds (lkpdigest(1), OUTPUT).
. "$(dirname "$0")/tap.sh"
cd "$(dirname "$0")/../.." || exit 1
export LKPDIGEST_STORE=$scratch/store.db
list() { "$lkpdigest" list "$@" --json; }

"$lkpdigest" ingest samples/mails samples/archive.mbox.gz --json >"$scratch/summary" 2>"$scratch/said"
is "ingest --json says nothing else" "$(cat "$scratch/said")" ""

# keys WHAT KEY...: every line has these keys at its top, in this order
top_keys() { perl -MJSON::PP -ne '
	# JSON::PP forgets the order, so the keys of depth 1 are taken from the text.
	my ($depth, @keys) = (0);
	while (/\G(?:"((?:[^"\\]|\\.)*)"(\s*:)?|([{\[])|([}\]])|[^"{}\[\]]+)/g) {
		push @keys, $1 if defined $2 && $depth == 1;
		$depth++ if $3; $depth-- if $4;
	}
	$seen{"@keys"}++;
	END { print join("\n", sort keys %seen), "\n" }'; }
keys() {
	local what=$1
	shift
	is "keys of $what" "$(list "$what" | top_keys)" "$*"
}
keys reports message_id synthetic_id date list kind subject metric change verdict direction failure failures commit \
	commit_title parent tree branch testcase tbox_group machine tables rows fail_rows boxes plots \
	attachments sightings source
keys messages message_id synthetic_id date list kind author subject in_reply_to thread thread_by attachments \
	repairs sightings source
keys tables id message_id line depth attachment copy_of style axes commits runs rows fail_rows repairs
keys rows table message_id line stat kind cells changes consistency repairs
keys clusters id aliases commits state flags subsystem members events links evidence
keys commits id title subsystem reports tables
keys plots message_id line depth title scale good bad good_columns bad_columns
keys figures message_id part line depth kind block name values unit percent note
keys diffs message_id part line old new hunks added removed
keys jobs message_id attachment part document result_root axes needs fields
keys events date kind message_id line author text commit title tree link target repairs
keys sources path kind size bytes documents complete fingerprint sightings
is "keys of the summary" "$(top_keys <"$scratch/summary")" \
	"documents removed messages tables copies rows fail_rows citations rows_dropped runs samples diagnostics \
bytes seconds"

debug=20160614120241.debug@example.org
is "a counter of perf stat" \
	"$(list figures --message $debug | json '@$_{qw(line kind name percent)}, @{$_->{values}}' | head -n 1)" \
	"10 perf-stat cycles:u 0.02 468562316621"
is "list figures for people" "$("$lkpdigest" list figures --message $debug | wc -l)" 10
diffs=$(list diffs --message $debug | json 'map { $_ // "null" } @$_{qw(line old new hunks added removed)}')
is "what the diffs of an answer touch" "$(paste -sd ' ' <<<"$diffs")" \
	"27 mm/memory.c mm/memory.c 1 3 1 42 null include/linux/example.h 1 2 0"
is "list diffs for people" "$("$lkpdigest" list diffs --message $debug | wc -l)" 3

# The inner objects.
inner_all() { json "map { join ',', sort keys %\$_ } @{$1}" | tr ' ' '\n' | sort -u; }
inner() { json "join ',', sort keys %{$1}" | sort -u; }
is "keys of a change" "$(list reports --kind performance | inner '$_->{change} || {text=>1,unit=>1,value=>1}')" \
	"text,unit,value"
is "keys of a cell" "$(list rows | inner_all '$_->{cells}')" \
	"fails,mean,mean_high,mean_low,runs,stddev,text"
is "keys of a row's change" \
	"$(list rows | inner_all '$_->{changes}')" "text,unit,value"
is "keys of a plot's scale" "$(list plots | inner '$_->{scale}')" "columns,half_line,high,lines,low"
is "keys of a cluster's member" \
	"$(list clusters | inner_all '$_->{members}')" \
	"change,message_id,metric,tbox_group,testcase"
is "keys of a change of a member" "$(list clusters --testcase unixbench | inner '$_->{members}[0]{change}')" \
	"text,unit,value"
is "keys of documents" "$(inner '$_->{documents}' <"$scratch/summary")" "duplicate,failed,seen,skipped,stored"
is "a place is a path and an offset" "$(list messages | inner '$_->{source}')" "offset,path"

# Values that are known: the report of unixbench.
report=$(list reports --testcase unixbench)
is "one report of unixbench" "$(wc -l <<<"$report")" 1
is "its headline" "$(json '@$_{qw(kind metric verdict tbox_group)}, @{$_->{change}}{qw(text value unit)}' \
	<<<"$report")" \
	"performance unixbench.score regression lituya -6.3% -6.3 %"
is "its commit" "$(json '$_->{commit}' <<<"$report")" 5c0a85fad949212b3e059692deecdeed74ae7ec7
id=$(json '$_->{message_id}' <<<"$report")
table=$(list tables --message "$id" | json '$_->{id}')
row=$(list rows --table "$table" | grep -F '"unixbench.score"')
is "its row" "$(json '@{$_->{cells}[0]}{qw(text mean mean_low mean_high stddev fails runs)}, $_->{cells}[1]{text},
	@{$_->{changes}[0]}{qw(text value unit)}, @$_{qw(kind consistency)}' <<<"$row")" \
	"14321 14321 14321 14322 0 null null 13425 -6.3% -6.3 % mean consistent"
like "a table's id is message id, part and line" "$table" "^${id//./\\.}#1:[0-9]+\$"
is "rows of the message are rows of its tables" "$(list rows --message "$id" | wc -l)" \
	"$(list tables --message "$id" | json '$_->{rows} + $_->{fail_rows}')"
is "dates are RFC 3339 in UTC" \
	"$(list messages | json '$_->{date}' | grep -vE '^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:]{8}Z$')" ""
is "attachments by name" "$(json '@{$_->{attachments}}' <<<"$report")" "job.yaml reproduce"
is "fields of its job" "$(list jobs --message "$id" | json '$_->{attachment}, $_->{fields}{testcase}')" \
	"job.yaml unixbench"

# Filters.
is "--kind" "$(list messages --kind summary | json '$_->{kind}' | sort -u)" summary
is "--commit by seven digits" "$(list reports --commit 5c0a85f | json '$_->{message_id}')" "$id"
is "--machine" "$(list reports --machine lituya | json '$_->{message_id}')" "$id"
is "--since and --until" "$(list reports --since 2016-01-01 --until 2017-01-01 | json '$_->{message_id}')" "$id"
week=$(date -u -d "$(json '$_->{date}' <<<"$report")" +%G-W%V)
is "--week" "$(list reports --week "$week" | json '$_->{message_id}')" "$id"
is "what is not there gives nothing" "$(list reports --machine nowhere)" ""

# show
show() { "$lkpdigest" show "$1" --json; }
is "show a message" "$(show "$id" | json '$_->{report}{message_id}, scalar @{$_->{tables}}')" "$id 1"
is "show a message: what else its report says" "$(show "$id" | json 'join ",", sort keys %{$_->{details}}')" \
	"claim,compiler,head,kconfig,link,parameters,repairs,subsystem"
is "show a message: its events" "$(show "$id" | json 'map { "$_->{line}:$_->{kind}" } @{$_->{events}}')" \
	"$(list events --message "$id" | json '"$_->{line}:$_->{kind}"' | paste -sd ' ')"
answered=202605121641.b6a60cb0-lkp@example.org
is "show a message: what others say of it" \
	"$(show $answered | json 'map { "$_->{message_id}:$_->{kind}" } @{$_->{said}}')" \
	"$(for kind in reply recovered tested-by retest; do echo "20260519082011.retest@example.org:$kind"; done |
		paste -sd ' ') 20260520161244.fix@example.org:fix-proposed 20260520161244.fix@example.org:closes"
is "show <a message>" "$(show "<$id>" | json '$_->{message}{message_id}')" "$id"
is "show takes its script apart" \
	"$(show "$id" | json 'map { "$_->{line} $_->{kind} $_->{time} $_->{text}" } $_->{commands}[-1]')" \
	"17 benchmark 2016-06-04 11:23:33 ./Run shell8 -c 1"
is "show a message: what its diffs touch" "$(show $debug | json 'map { $_->{new} } @{$_->{touches}}')" \
	"mm/memory.c include/linux/example.h"
is "show a table" "$(show "$table" | json '$_->{id}')" "$table"
is "show a commit" "$(show 5c0a85fad | json '$_->{commit}{id}, @{$_->{clusters}}')" \
	"5c0a85fad949212b3e059692deecdeed74ae7ec7 c-5c0a85fad949"
is "show a cluster" "$(show c-5c0a85fad949 | json '$_->{id}, $_->{state}, $_->{members}[0]{metric}')" \
	"c-5c0a85fad949 fix-proposed unixbench.score"
exits 2 "show what is not there" "$lkpdigest" show nobody@example.org
for thing in "$id" "$table" 5c0a85fad c-5c0a85fad949; do
	like "show $thing for people" "$("$lkpdigest" show "$thing")" 'unixbench'
done
for what in reports messages tables rows clusters commits plots jobs events sources; do
	is "list $what: a line each and one of heads" "$("$lkpdigest" list $what | wc -l)" \
		"$(($(list $what | wc -l) + 1))"
done

done_testing
