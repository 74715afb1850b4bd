#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# `digest --site`: a folder of pages.
. "$(dirname "$0")/tap.sh"
cd "$(dirname "$0")/../.." || exit 1
wrong_links() { perl tests/cli/links.perl "$1"; }

store=$scratch/store.db
site=$scratch/site
"$lkpdigest" ingest -q --store "$store" samples/mails samples/archive.mbox.gz tests/cases/digest/weeks/mails
make_site() { "$lkpdigest" digest --store "$store" --site "$site" "$@"; }
counts() { json '"$_->{pages} $_->{new} $_->{changed} $_->{unchanged} $_->{removed}"'; }
# stamps: what would differ if a file were touched
stamps() { find "$site" -printf '%P %i %T@ %C@\n' | sort; }
pages() { find "$site" -type f -name '*.html'; }

made=$(make_site --json)
n=$(json '$_->{pages}' <<<"$made")
is "all pages are new" "$(counts <<<"$made")" "$n $n 0 0 0"
is "and there, with the feed and the list of them" "$(find "$site" -type f | wc -l)" $((n + 1))
ok "all are XML" xmllint --nonet --noout $(pages) "$site/feed.xml"
list() { "$lkpdigest" list "$1" --json --store "$store"; }
dates() { list events && list reports; }
is "a page a week" "$(ls "$site/week" | grep -v tables | sed 's/\.html//')" \
	"$(dates | json '$_->{date}' | cut -dT -f1 | grep -v null | sort -u | date -uf - +%G-W%V | sort -u)"
is "a page a cluster, and one for each other name of it" \
	"$(find "$site/cluster" -type f | wc -l)" \
	"$(list clusters | json '$_->{id}, @{$_->{aliases}}' | tr ' ' '\n' | wc -l)"
is "a page a table" "$(find "$site/table" -type f | wc -l)" \
	"$(list tables | wc -l)"
is "every link leads to what is there, in the site or on the web" "$(wrong_links "$site")" ""
cp -r "$site" "$scratch/broken" && rm "$scratch/broken/week/2016-W23.html"
like "or it would be told" "$(wrong_links "$scratch/broken")" 'week/2016-W23\.html leads nowhere'

before=$(stamps)
is "once more: nothing new" "$(make_site --json | counts)" "$n 0 0 $n 0"
is "and nothing touched" "$(stamps)" "$before"

done_testing
