#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# `digest --site`: a folder of pages.
. "$(dirname "$0")/tap.sh"
cd "$(dirname "$0")/../.." || exit 1

store=$scratch/store.db
site=$scratch/site
"$lkpdigest" ingest -q --store "$store" samples/mails samples/archive.mbox.gz tests/cases/digest/weeks/mails
"$lkpdigest" list clusters -q --store "$store" >/dev/null
make_site() { "$lkpdigest" digest --store "$store" --site "$site" "$@"; }
counts() { json '"$_->{pages} $_->{new} $_->{changed} $_->{unchanged} $_->{removed}"'; }
# stamps: what would differ if a file were touched
stamps() { find "$site" -printf '%P %i %T@ %C@\n' | sort; }
wrong_links() { perl tests/cli/site.perl links "$1"; }
list() { "$lkpdigest" list "$1" --json --store "$store" "${@:2}"; }
dates() { list events && list reports; }

made=$(make_site --json)
n=$(json '$_->{pages}' <<<"$made")
is "all pages are new" "$(counts <<<"$made")" "$n $n 0 0 0"
is "and there, with the feed and the list of them" "$(find "$site" -type f | wc -l)" $((n + 1))
mapfile -t pages < <(find "$site" -name '*.html')
ok "all are XML" xmllint --nonet --noout "${pages[@]}" "$site/feed.xml"
is "a page a week" "$(ls "$site/week" | grep -v tables | sed 's/\.html//')" \
	"$(dates | json '$_->{date}' | cut -dT -f1 | grep -v null | sort -u | date -uf - +%G-W%V | sort -u)"
is "a page a cluster, and one for each other name of it" "$(ls "$site/cluster" | wc -l)" \
	"$(list clusters | json '$_->{id}, @{$_->{aliases}}' | tr ' ' '\n' | wc -l)"
is "a page a table" "$(ls "$site/table" | wc -l)" "$(list tables | wc -l)"
is "every link leads to what is there, in the site or on the web" "$(wrong_links "$site")" ""
cp -r "$site" "$scratch/broken" && rm "$scratch/broken/week/2016-W23.html"
like "or it would be told" "$(wrong_links "$scratch/broken")" 'week/2016-W23\.html leads nowhere'
is "no page asks for anything" "$(grep -LF "default-src 'none'" "${pages[@]}")" ""

before=$(stamps)
is "once more: nothing new" "$(make_site --json | counts)" "$n 0 0 $n 0"
is "and nothing touched" "$(stamps)" "$before"
make_site -q 2>"$scratch/said"
is "quiet is quiet" "$(<"$scratch/said")" ""
"$lkpdigest" ingest -q --store "$scratch/other.db" tests/cases/digest/weeks/mails samples/archive.mbox.gz samples/mails
"$lkpdigest" digest -q --store "$scratch/other.db" --site "$scratch/other"
ok "the order of reading changes no byte" diff -r "$site" "$scratch/other"

# ---- the numbers are those of the other forms

# page_of TABLE
page_of() { echo "$site/table/t-$(printf %s "$1" | sha256sum | cut -c1-32).html"; }
# expected TABLE: stat, cells and changes as printed, line
expected() {
	list rows --table "$1" | perl -CO -MJSON::PP -ne '
		my $r = decode_json($_);
		my @f = map { defined $_->{fails} ? "$_->{fails}:$_->{runs}"
			: join " ", grep defined, $_->{text}, defined $_->{stddev} ? "± $_->{stddev}%" : undef }
			@{$r->{cells}};
		BEGIN { binmode STDOUT, ":raw"; }
		my @c = map { $_->{text} // "" } @{$r->{changes}};
		print join("\t", $r->{stat}, shift @f, (map { ($c[$_], $f[$_]) } 0 .. $#f),
			$r->{consistency}, $r->{line}), "\n"'
}
# shown TABLE: the same of its page; of the five fields of a column that is compared the first two
shown() {
	perl tests/cli/site.perl rows "$(page_of "$1")" | perl -F'\t' -lane '
		my @last = splice @F, -2;
		print join "\t", splice(@F, 0, 2), (map { @F[5 * $_, 5 * $_ + 1] } 0 .. @F / 5 - 1),
			@last'
}
mapfile -t originals < <(list tables | json '$_->{copy_of} ? () : $_->{id}' | grep .)
for table in "${originals[@]}"; do
	expected "$table" >"$scratch/expected"
	shown "$table" >"$scratch/shown"
	diff -q "$scratch/expected" "$scratch/shown" >/dev/null ||
		echo "$table: $(diff "$scratch/expected" "$scratch/shown" | head -n 6)"
done >"$scratch/different"
is "every number of every table" "$(<"$scratch/different")" ""
ok "of many rows" test "$(list rows | wc -l)" -gt 300
like "a row has one grade, on its cluster's page and on its table's" "$(perl tests/cli/site.perl grades "$site")" \
	'^[1-9][0-9]+ rows$'

# ---- the feed

feed() { xmllint --nonet --xpath "$1" "$site/feed.xml" 2>/dev/null; }
is "a feed: an entry a week" "$(feed 'count(//*[local-name()="entry"])')" "$(ls "$site/week" | grep -vc tables)"
is "whose ids are urns, each another" \
	"$(feed '//*[local-name()="id"]/text()' |
		grep -cxE 'urn:uuid:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}')" \
	"$(feed '//*[local-name()="id"]/text()' | sort -u | wc -l)"
is "and whose moments lie in their weeks" \
	"$(feed '//*[local-name()="entry"]/*[local-name()="updated"]/text()' | cut -dT -f1 | date -uf - +%G-W%V)" \
	"$(feed '//*[local-name()="entry"]/*[local-name()="link"]/@href' | grep -oE '[0-9]{4}-W[0-9]{2}')"

# ---- what grows, unites and goes

store=$scratch/growing.db
site=$scratch/growing
csplit -sz -f "$scratch/mail-" tests/cases/cluster/edge-backport/mails.mbox '/^From mboxrd@z/' '{*}'
"$lkpdigest" ingest -q --store "$store" "$scratch/mail-00" "$scratch/mail-01"
make_site -q
first=c-9f17bdcd836e second=c-a98bcb260093
like "two clusters" "$(<"$site/cluster/$second.html")" "<article id=\"$second\""
"$lkpdigest" ingest -q --store "$store" "$scratch/mail-02"
make_site -q
like "that became one: the old link leads on" "$(<"$site/cluster/$second.html")" \
	"rel=\"canonical\" href=\"\.\./cluster/$first\.html\""
is "without a script" "$(grep -c '<script' "$site/cluster/$second.html")" 0
like "and it is a link to see" "$(<"$site/cluster/$second.html")" "<a href=\"\.\./cluster/$first\.html\">"
is "no link is lost" "$(wrong_links "$site")" ""
echo mine >"$site/mine.html"
"$lkpdigest" forget -q --store "$store" "$(list reports | tail -n 1 | json '$_->{message_id}')"
like "what was forgotten is removed, and told" "$(make_site 2>&1)" ' [1-9][0-9]* removed'
"$lkpdigest" digest -q --store "$store" --site "$scratch/anew"
is "a site is what the store is, whatever it was before; and other files stay" \
	"$(diff -r "$scratch/anew" "$site")" "Only in $site: mine.html"

# ---- what is in the way

exits 3 "another filter needs another folder" make_site --subsystem mm
like "and says so" "$(make_site --subsystem mm 2>&1)" 'is a site of everything, not of subsystem=mm'
ok "it has one" "$lkpdigest" digest -q --store "$scratch/store.db" --site "$scratch/narrow" --subsystem mm
is "whose links lead somewhere" "$(wrong_links "$scratch/narrow")" ""
for option in --week=2016-W23 --month=2016-06 --since=2016-01-01 --until=2020-01-01 --since-last --format=html \
	-oFILE; do
	exits 2 "$option goes not with it" make_site $option
done
exits 2 "no name of a folder" "$lkpdigest" digest --store "$store" --site ''
touch "$scratch/file"
exits 3 "a folder that is a file" "$lkpdigest" digest --store "$store" --site "$scratch/file"
if [ "$(id -u)" -eq 0 ]; then
	skip "a folder that may not be written" "root may write everywhere"
else
	mkdir -m 555 "$scratch/closed"
	exits 3 "a folder that may not be written" "$lkpdigest" digest --store "$store" --site "$scratch/closed"
fi
mkdir "$scratch/foreign" && echo mine >"$scratch/foreign/index.html"
exits 3 "an index of somebody else's" "$lkpdigest" digest --store "$store" --site "$scratch/foreign"
is "stays, and nothing is made beside it" "$(ls -A "$scratch/foreign"; cat "$scratch/foreign/index.html")" \
	"$(printf 'index.html\nmine')"

# trap NAME COMMAND...: something that leads out stands in the way of a site
mkdir "$scratch/outside" && echo mine >"$scratch/outside/kept"
leads_out() {
	local name=$1
	shift
	rm -rf "$site" && make_site -q
	(cd "$site" && eval "$*")
	exits 3 "$name" make_site
	is "$name: nothing is written there" "$(cd "$scratch/outside" && ls -A && cat kept)" "$(printf 'kept\nmine')"
}
leads_out "a folder that leads out" 'rm -r week; ln -s ../outside week'
leads_out "a page that leads out" 'rm index.html; ln -s ../outside/kept index.html'
leads_out "a page that leads to what is to come" 'rm feed.xml; ln -s ../outside/new feed.xml'
leads_out "a list that leads out" 'mv .lkpdigest-site ../outside-list; ln -s ../outside-list .lkpdigest-site'
leads_out "a list that names what is no page" 'echo ../outside/kept >>.lkpdigest-site'
leads_out "a list with a whole path" "echo $scratch/outside/kept >>.lkpdigest-site"
leads_out "a pipe for a page" 'rm index.html; mkfifo index.html'
leads_out "a pipe for the list" 'rm .lkpdigest-site; mkfifo .lkpdigest-site'

# ---- what is cut off

store=$scratch/store.db
site=$scratch/other
rm -rf "$scratch/full" && cp -r "$site" "$scratch/whole"
full() { (trap '' XFSZ; ulimit -f 40; exec "$lkpdigest" digest -q --store "$store" --site "$scratch/full"); }
exits 3 "a full disk" full
ok "leaves no half page" find "$scratch/full" -name '*.html' -exec xmllint --nonet --noout {} +
is "and nothing under other names" "$(find "$scratch/full" -name '.*.????????')" ""
"$lkpdigest" digest -q --store "$store" --site "$scratch/full"
ok "the next run finishes it" diff -r "$site" "$scratch/full"

site=$scratch/killed
RANDOM=1
for try in 1 2 3 4; do
	"$lkpdigest" digest -q --store "$store" --site "$site" &
	sleep "0.$((RANDOM % 4))$((RANDOM % 10))"
	kill -KILL $! 2>/dev/null
	{ wait $!; } 2>/dev/null
	other=$(cd "$site" 2>/dev/null && find . -name '*.html' ! -exec cmp -s {} "$scratch/other/{}" \; -print)
	is "killed: no half page ($try)" "$other" ""
	[ $((try % 2)) -eq 1 ] || rm -rf "$site"
done
touch "$scratch/mine" && mkdir -p "$site/week" && touch "$site/week/.2016-W23.html.0123abcd" "$site/.mine.0123abcd"
make_site -q
is "the next run finishes, and sweeps" "$(diff -r "$scratch/other" "$site")" "Only in $site: .mine.0123abcd"
touch "$site/week/.2016-W23.html.0123abcd"
make_site -q
is "sweeps where each page was listed before, too" "$(diff -r "$scratch/other" "$site")" \
	"Only in $site: .mine.0123abcd"
rm -r "$site/table"
make_site -q
ok "a folder that is gone is made again" diff -r "$scratch/other/table" "$site/table"

exec 9<"$site"
flock -n 9
exits 3 "another run has it" make_site
like "which is said" "$(make_site 2>&1)" 'another run of it is under way'
exec 9<&-
ok "and then it has not" make_site -q

# ---- every week

mkdir "$scratch/weekly" && cp -r tests/cases/digest/weeks/mails "$scratch/weekly/mails"
printf '%s\n' '[lkpdigest]' 'store = store.db' 'sources = mails' '[output]' 'directory = out' 'forms = text' \
	'site = mails/site' >"$scratch/weekly/lkpdigest.conf"
weekly() { SOURCE_DATE_EPOCH=1754265600 "$lkpdigest" weekly --config "$scratch/weekly/lkpdigest.conf" "$@"; }
is "weekly makes it, too, and not a word" "$(weekly 2>&1)" ""
ok "with the page of the week" test -s "$scratch/weekly/mails/site/week/2025-W31.html"
is "and it is no source" \
	"$(weekly --json | json '"$_->{site}{new} $_->{site}{changed} $_->{ingest}{documents}{seen}"')" \
	"0 0 $(cat "$scratch/weekly/mails"/*.* | grep -ci '^message-id:')"

done_testing
