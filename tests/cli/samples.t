#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# The samples give a whole digest, and the same one whatever the order and the number of threads.
. "$(dirname "$0")/tap.sh"
cd "$(dirname "$0")/../.." || exit 1

ok "the mailbox is made of its mails" cmp <(gzip -dc samples/archive.mbox.gz) <(sh samples/mailbox)

# report NAME ARGUMENT...: all the samples into $scratch/NAME, or those given
report() {
	local name=$1
	shift
	[ $# -gt 0 ] || set -- samples/mails samples/archive.mbox.gz
	"$lkpdigest" report -q "$@" -o "$scratch/$name" >/dev/null
}

ok "a report of all samples" report first
is "writes the page, the text and the data" "$(ls "$scratch/first" | paste -sd ' ')" \
	"digest.json digest.txt index.html"
ok "the page is well-formed" xmllint --nonet --noout "$scratch/first/index.html"
ok "the data are JSON" jq -e . "$scratch/first/digest.json"
fetching='<(link|img|iframe)[^>]*>|<script[^>]+>|(src|url)[=(]["'\'']?https?:[^"'\'')]*'
is "the page fetches nothing" "$(grep -oiE "$fetching" "$scratch/first/index.html")" ""
is "the text is at most 78 columns wide" \
	"$(perl -CSD -lne 'print if length > 78' "$scratch/first/digest.txt")" ""
control='[\x00-\x08\x0b-\x1f\x7f-\x9f\x{202a}-\x{202e}\x{2066}-\x{2069}]'
is "control characters reach no form" "$(perl -CSD -ne "print if /$control/" "$scratch"/first/*)" ""
is "the page has charts of all kinds" \
	"$(grep -oP 'figure class="\K[^"]*|class="\Ksparkline' "$scratch/first/index.html" | sort -u | paste -sd ' ')" \
	"before-after changes heat-map history profile sparkline trend"
# ask XPATH: how many elements of the page
ask() { xmllint --nonet --xpath "count($1)" "$scratch/first/index.html"; }
is "each is drawn" "$(ask "//*[local-name()='svg']")" \
	"$(ask "//*[local-name()='figure' or @class='sparkline']")"
is "each has its data in a table" "$(ask "//*[local-name()='figure'][not(.//*[local-name()='table'])]")" 0
is "each has a title and a description" \
	"$(ask "//*[local-name()='svg'][*[local-name()='title'] and *[local-name()='desc']]")" \
	"$(ask "//*[local-name()='svg']")"
is "no id is there twice" "$(grep -oP ' id="\K[^"]*' "$scratch/first/index.html" | sort | uniq -d)" ""
links=$(grep -oP 'href="#\K[^"]*' "$scratch/first/index.html" | sort -u)
is "links within lead somewhere" "$(comm -23 <(echo "$links") \
	<(grep -oP ' id="\K[^"]*' "$scratch/first/index.html" | sort -u))" ""
is "what the filter asks for stands in each row" \
	"$(ask "//*[@data-cluster][not(@data-tests and @data-machines and @data-grade and @data-state)]")" 0

# What a library makes at its first use is made while eight threads ask for it: every process
# is a new chance to see it half made.
different=
for ((round = 0; round < 40; round++)); do
	rm -f "$scratch"/new.db*
	"$lkpdigest" ingest -q -j 8 --store "$scratch/new.db" samples/archive.mbox.gz
	different+=$("$lkpdigest" list reports --json --store "$scratch/new.db" | cksum)$'\n'
done
is "forty processes of eight threads say the same" \
	"$(printf %s "$different" | sort | uniq | wc -l)" 1

report again && report one -j 1 samples/mails samples/archive.mbox.gz &&
	report eight -j 8 samples/mails samples/archive.mbox.gz &&
	report backwards samples/archive.mbox.gz $(ls -r samples/mails/*.eml)
for other in again one eight backwards; do
	ok "the same bytes: $other" diff -r "$scratch/first" "$scratch/$other"
done

store=$scratch/store.db
ok "the samples are ingested" "$lkpdigest" ingest -q --store "$store" samples/mails samples/archive.mbox.gz
"$lkpdigest" ingest -q --json --store "$scratch/counts.db" samples/mails samples/archive.mbox.gz >"$scratch/counts.json"
is "documents seen are stored, duplicate, skipped or failed" \
	"$(jq '.documents | .seen == .stored + .duplicate + ([.skipped[], .failed[]] | add // 0)' \
		"$scratch/counts.json")" true
printf 'no mail\n' >"$scratch/junk.txt"
"$lkpdigest" ingest -q --store "$scratch/told.db" samples/mails samples/archive.mbox.gz "$scratch/junk.txt" 2>/dev/null
is "the digest tells of all documents, those that are not kept, too" \
	"$("$lkpdigest" digest --json --store "$scratch/told.db" |
		jq -c '.head | [.documents, .documents_kept, .documents_duplicate, .documents_skipped,
			.documents_failed]')" \
	"[32,29,1,1,1]"
is "31 documents, one of them in a second list" \
	"$(jq -c '[.documents.seen, .documents.duplicate]' "$scratch/counts.json")" "[31,1]"
is "rows are not lost" "$(jq -c .rows_dropped "$scratch/counts.json")" "{}"
is "the figures agree with each other" "$(jq -c '.diagnostics | with_entries(select(.key |
	test("inconsistent|contradicts|rowless|unreadable|dropped|headless|mismatch")))' "$scratch/counts.json")" "{}"
"$lkpdigest" ingest -q --json --store "$store" samples/archive.mbox.gz samples/mails >"$scratch/twice.json"
is "a second time stores nothing" "$(jq .documents.stored "$scratch/twice.json")" 0

reports() {
	"$lkpdigest" list reports --json --store "$store" | jq -r "$1"
}
is "kinds of report" "$(reports .kind | sort | uniq -c | awk '{ print $1, $2 }' | paste -sd ' ')" \
	"1 build 2 functional 17 performance 1 summary"
is "unixbench.score on lituya" \
	"$(reports 'select(.commit == "5c0a85fad949212b3e059692deecdeed74ae7ec7")
		| [.metric, .change.value, .verdict, .testcase, .tbox_group] | @tsv')" \
	"$(printf 'unixbench.score\t-6.3\tregression\tunixbench\tlituya')"

# What became of the reports.
list() {
	"$lkpdigest" list "$1" --json --store "$store" | jq -r "$2" | paste -sd ' '
}
is "events of the regression of stress-ng.switch" "$(list clusters 'select(.id == "c-01b9da291c49")
		| .events[] | select(.kind != "tag-asked" and .kind != "reply") | .kind')" \
	"report still-on still-on recovered tested-by retest fix-proposed reported-by closes fixes merged regzbot-fix"
is "the fix that was tried" "$(list events 'select(.kind == "recovered") | .commit')" \
	8da1b1ea4344c152a3892cbb132
is "what a quotation says is not said again" "$(list events 'select(.kind == "not-recovered")')" ""
is "the report that was taken back" \
	"$(list clusters 'select(.events[] | .kind == "retracted") | .id')" c-761475268fa8
is "what failed, and how often" \
	"$(list reports 'select(.failure == "UBSAN:invalid-load_in_lib/kunit/test.c")
		| .failures[] | .name + ":" + (.counts | map(tostring) | join(":"))')" \
	"boot_successes:8:0 boot_failures:0:6 UBSAN:invalid-load_in_lib/kunit/test.c:0:6"

done_testing
