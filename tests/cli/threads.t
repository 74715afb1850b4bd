#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Answers that name no robot are found by their thread, wherever and in whatever order they lie.
. "$(dirname "$0")/tap.sh"
cd "$scratch" || exit 1
export LKPDIGEST_STORE=$scratch/store.db GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_SYSTEM=/dev/null

# mail ID [PARENT [SUBJECT [REFERENCES]]]: one that nothing but its thread makes matter
mail() {
	printf 'From: Developer <developer@example.org>\nTo: list@lists.example.org\n'
	printf 'Date: Mon, 6 Jun 2016 12:00:00 +0000\nMessage-ID: <%s@example.org>\n' "$1"
	printf 'Subject: %s\n' "${3:-Re: something else}"
	[ -z "$2" ] || printf 'In-Reply-To: <%s@example.org>\n' "$2"
	[ -z "$4" ] || printf 'References: %s\n' "$4"
	printf '\nI will look into it.  This is %s.\n' "$1"
}
# report [PARENT]
report() {
	printf 'From: kernel test robot <xiaolong.ye@intel.com>\nTo: list@lists.example.org\n'
	printf 'Date: Mon, 6 Jun 2016 09:00:00 +0000\nMessage-ID: <report@example.org>\n'
	printf 'Subject: [lkp] [mm]  5c0a85fad9: unixbench.score -6.3%% regression\n'
	[ -z "$1" ] || printf 'In-Reply-To: <%s@example.org>\n' "$1"
	printf '\nFYI, we noticed a -6.3%% regression of unixbench.score due to commit:\n\n'
	printf 'commit 5c0a85fad949212b3e059692deecdeed74ae7ec7 ("mm: make faultaround produce old ptes")\n'
}
# box FILE MAIL...: a mailbox of the mails that the words make
box() {
	local file=$1 words
	shift
	for words; do
		echo 'From mboxrd@z Thu Jan  1 00:00:00 1970'
		eval "$words"
		echo
	done >"$file"
}
adds_up='$d = $_->{documents}; sub all { my $n = 0; $n += $_ for values %{$_[0]}; $n }
	$d->{seen} == $d->{stored} + $d->{duplicate} + all($d->{skipped}) + all($d->{failed}) ? "yes" : "no",
	all($_->{messages}) == $d->{stored} ? "yes" : "no"'
counts='@{$_->{documents}}{qw(seen stored duplicate)}, $_->{documents}{skipped}{"not-relevant"} // 0'
ids() { "$lkpdigest" list messages --json | json '$_->{message_id} =~ s/@.*//r' | LC_ALL=C sort | xargs; }
unread() { "$lkpdigest" list diagnostics --json | json '$_->{id} eq "thread-unread" ? $_->{detail} : ()'; }
fresh() { rm -f "$LKPDIGEST_STORE"*; }
# found NAME IDS SOURCE...: what a new store holds of the sources
found() {
	local name=$1 ids=$2
	shift 2
	fresh
	summary=$("$lkpdigest" ingest -q --json "$@")
	is "$name" "$(ids)" "$ids"
	is "$name: counts add up" "$(json "$adds_up" <<<"$summary")" "yes yes"
	exits 0 "$name: the store is sound" "$lkpdigest" check
}

box report.mbox report
box answers.mbox 'mail a report' 'mail other' 'mail b a' 'mail c b' 'mail elsewhere other'
box after.mbox report 'mail other' 'mail a report' 'mail b a'
box before.mbox 'mail b a' 'mail a report' 'mail other' report
found "answers behind the report" "a b report" after.mbox
is "one by one" "$(json "$counts" <<<"$summary")" "4 3 0 1"
is "nothing is unread" "$(unread)" ""
found "answers before the report" "a b report" before.mbox
found "in another file behind it" "a b c report" report.mbox answers.mbox
found "in another file before it" "a b c report" answers.mbox report.mbox

# What was dismissed before is looked at again when its report comes.
fresh
"$lkpdigest" ingest -q answers.mbox
is "without a report nothing matters" "$(ids)" ""
summary=$("$lkpdigest" ingest -q --json report.mbox)
is "the report of a later run makes it matter" "$(ids)" "a b c report"
is "the documents of before are seen once more" "$(json "$counts" <<<"$summary")" "4 4 0 0"
summary=$("$lkpdigest" ingest -q --json --again answers.mbox report.mbox)
is "again: nothing is new" "$(json "$counts" <<<"$summary")" "6 0 4 2"
is "again: counts add up" "$(json "$adds_up" <<<"$summary")" "yes yes"
is "again: they are remembered once" \
	"$(sqlite3 "$LKPDIGEST_STORE" 'SELECT sum(count) FROM dismissed')" 5

# Every form.
gzip -k answers.mbox
mkdir -p dir maildir/cur maildir/new maildir/tmp
mail a report >dir/a.eml
mail b a >dir/b.eml
mail a report >maildir/cur/1:2,S
mail b a >maildir/new/2
tar cf dir.tar dir
tar czf boxes.tar.gz answers.mbox
sed 's/$/\r/' answers.mbox >crlf.mbox
iconv -t UTF-16 answers.mbox >utf16.mbox
for form in answers.mbox.gz boxes.tar.gz crlf.mbox utf16.mbox; do
	found "$form, before" "a b c report" $form report.mbox
	found "$form, behind" "a b c report" report.mbox $form
done
for form in dir maildir dir.tar; do
	found "$form, before" "a b report" $form report.mbox
	found "$form, behind" "a b report" report.mbox $form
done
git init -q inbox
commit() {
	"$@" >inbox/m
	git -C inbox add m
	git -C inbox -c user.name=Developer -c user.email=developer@example.org commit -qm -
}
commit mail b a
commit mail a report
commit mail other
found "a git archive, before" "a b report" inbox report.mbox
found "a git archive, behind" "a b report" report.mbox inbox

# Threads that only dismissed mails hold together; ids that nothing has.
box middle.mbox 'mail c b' 'mail b unseen "" "<report@example.org>"'
found "by References" "b c report" middle.mbox report.mbox
box ring.mbox 'mail a b' 'mail b c' 'mail c a "" "<report@example.org>"' 'mail x y' 'mail y x'
found "a ring" "a b c report" ring.mbox report.mbox
is "has a root" "$("$lkpdigest" list messages --json | json '$_->{thread} =~ s/@.*//r' | sort -u | xargs)" \
	"a report"

# By subject, when there is no other way.
late() { mail "$@" | sed 's/6 Jun/6 Aug/'; }
box subject.mbox 'mail a "" "Re: [LKP] [mm] 5c0a85fad9: unixbench.score -6.3% regression"' \
	'mail b a' 'mail c "" "[mm] 5c0a85fad9: unixbench.score -6.3% regression"' \
	'late d "" "Re: [mm] 5c0a85fad9: unixbench.score -6.3% regression"'
found "by subject, of a reply and within a month" "a b report" subject.mbox report.mbox

# A crowd with one subject costs what its mails cost, not their square: processor seconds.
perl -e 'for my $nr (1 .. 20_000) {
	print "From mboxrd\@z Thu Jan  1 00:00:00 1970\nFrom: Developer <developer\@example.org>\n",
		"Date: Mon, ", 7 + $nr % 20, " Jun 2016 12:00:00 +0000\nMessage-ID: <$nr\@example.org>\n",
		"Subject: Re: [mm] 5c0a85fad9: unixbench.score -6.3% regression\n\nMe, too.\n\n";
}' >crowd.mbox
fresh
: "${VARIANT:=release}"
limit=10 # seconds of the processor: ten times what it takes
[ "$VARIANT" = release ] || limit=120
ok "a crowd with one subject is read in time" \
	bash -c 'ulimit -t "$1"; shift; exec "$@"' - "$limit" "$lkpdigest" ingest -q crowd.mbox report.mbox
is "all of it is in one thread" "$(sqlite3 "$LKPDIGEST_STORE" '
	SELECT count(DISTINCT thread), count(*) FROM messages')" "1|20001"

# What the robot answers is kept, and not what else answers it.
box patch.mbox 'mail patch "" "[PATCH] mm: make faultaround produce old ptes"' 'mail review patch'
box answer.mbox 'report patch'
found "the patch that a report answers" "patch report" patch.mbox answer.mbox

# What makes answers matter, though its report is in no source; and what does not.
quoting() {
	mail "$@" | sed '/^$/q'
	printf '> %s\n' '         %stddev     %change         %stddev' \
		'     14321            -6.3%      13425        unixbench.score'
	echo 'This is noise, I think.'
}
named() { mail "$@"; echo 'Reported-by: kernel test robot <oliver.sang@intel.com>'; }
box quoting.mbox 'mail a quoting' 'quoting quoting unseen' 'mail b other'
found "an answer to one that quotes a table" "a quoting" quoting.mbox
box named.mbox 'mail a named' 'named named "" "[PATCH] mm: restore young ptes"'
found "not an answer to one that names the robot" "named" named.mbox

aside() { mail "$@"; echo 'The kernel test robot has nothing to do with it.'; }
box aside.mbox 'aside a "" "About the weather" "<report@example.org>"' 'aside b "" "About the weather"'
found "one with nothing to keep but its thread" "a report" aside.mbox report.mbox

# The same mail from two lists is one, seen twice.
box list1.mbox 'mail a report'
box list2.mbox 'mail a report'
found "cross-posts are one message" "a report" list1.mbox list2.mbox report.mbox
is "that was met twice" "$("$lkpdigest" list messages --json | json '$_->{sightings}' | sort | xargs)" "1 2"

# Answers behind what they answer need not be read again.
fresh
summary=$("$lkpdigest" ingest -q --json - <after.mbox)
is "in order on standard input" "$(ids)" "a b report"
is "in order on standard input: counts add up" "$(json "$adds_up" <<<"$summary")" "yes yes"
is "in order on standard input: one by one" "$(json "$counts" <<<"$summary")" "4 3 0 1"
is "in order on standard input: nothing is unread" "$(unread)" ""

# What cannot be read again is told.
fresh
summary=$("$lkpdigest" ingest -q --json - <before.mbox)
is "standard input" "$(ids)" report
is "standard input: counts add up" "$(json "$adds_up" <<<"$summary")" "yes yes"
is "standard input: it is told" "$(unread)" \
	"2 mails of threads that matter: standard input cannot be read again"
"$lkpdigest" ingest -q before.mbox
is "read from a file, it is there" "$(ids)" "a b report"
is "and nothing is unread any more" "$(unread)" ""
fresh
mkfifo pipe
cat before.mbox >pipe &
"$lkpdigest" ingest -q pipe
is "a named pipe" "$(unread)" "2 mails of threads that matter: a pipe cannot be read again"
fresh
cp answers.mbox gone.mbox
"$lkpdigest" ingest -q gone.mbox
rm gone.mbox
"$lkpdigest" ingest -q report.mbox
is "a source that is gone" "$(ids) $(unread)" \
	"report 3 mails of threads that matter: it cannot be opened any more"
cp answers.mbox gone.mbox
"$lkpdigest" ingest -q report.mbox
is "a source that is back" "$(ids) $(unread)" "a b c report "
fresh
cp answers.mbox changed.mbox
"$lkpdigest" ingest -q changed.mbox
box changed.mbox 'mail x' 'mail y' 'mail z'
"$lkpdigest" ingest -q report.mbox
is "a source that has changed" "$(ids) $(unread)" \
	"report 3 mails of threads that matter: another thing stands in their place now"

# Forgotten is forgotten.
fresh
"$lkpdigest" ingest -q answers.mbox
"$lkpdigest" forget -q answers.mbox
is "forget takes what was dismissed" "$(sqlite3 "$LKPDIGEST_STORE" 'SELECT count(*) FROM dismissed')" 0

fresh
"$lkpdigest" ingest -q answers.mbox report.mbox
"$lkpdigest" forget -q c@example.org
"$lkpdigest" ingest -q report.mbox
is "a forgotten answer stays forgotten" "$(ids)" "a b report"
"$lkpdigest" forget -q report.mbox
is "answers go with their report" "$(ids)" ""
"$lkpdigest" ingest -q report.mbox
is "and come with it" "$(ids)" "a b report"
cp report.mbox changing.mbox
fresh
"$lkpdigest" ingest -q answers.mbox changing.mbox
mail unrelated >changing.mbox
is "and go when its source holds it no more" \
	"$("$lkpdigest" ingest -q --json changing.mbox | json '$_->{removed}') $(ids)" "4 "

# Long, and in any order.
perl -e 'for (1 .. 10000) { $to = $_ == 1 ? "report" : $_ - 1; print "From mboxrd\@z Thu Jan  1 00:00:00 1970\n",
	"Message-ID: <$_\@example.org>\nIn-Reply-To: <$to\@example.org>\n\nx\n\n" }' >chain.mbox
perl -e '$/ = undef; @mails = split /(?=^From mboxrd)/m, <>; print reverse @mails' chain.mbox >reverse.mbox
perl -e '$/ = undef; srand 1; @mails = split /(?=^From mboxrd)/m, <>;
	for (reverse 1 .. $#mails) { $k = int rand $_ + 1; @mails[$_, $k] = @mails[$k, $_] }
	print @mails' chain.mbox >shuffled.mbox
for order in chain reverse shuffled; do
	fresh
	summary=$(timeout 60 "$lkpdigest" ingest -q --json $order.mbox report.mbox)
	is "10,000 answers to each other: $order" "$(json "$counts" <<<"$summary")" "10001 10001 0 0"
done
# Killed before it looked back: the next run does, though no source has anything new.
fresh
"$lkpdigest" ingest -q answers.mbox report.mbox
sqlite3 "$LKPDIGEST_STORE" 'PRAGMA foreign_keys = 1;
	DELETE FROM messages WHERE id IN (SELECT message FROM sightings WHERE by_thread = 1)'
is "as if it was killed" "$(ids)" "report"
"$lkpdigest" ingest -q answers.mbox report.mbox
is "the next run looks back" "$(ids)" "a b c report"

# forest SEED SHUFFLE: 200 mails that answer each other and two reports at random, two of
# which quote what the robot says; SHUFFLE only orders them
forest() {
	perl -e '
		sub mail { my ($id, $to, $refs, $rest) = @_;
			"From mboxrd\@z Thu Jan  1 00:00:00 1970\nMessage-ID: <$id\@example.org>\n"
			. "Date: " . (1 + $id % 28) . " Jun 2016 12:00:00 +0000\n"
			. ($to ne "" ? "In-Reply-To: <$to\@example.org>\n" : "")
			. ($refs ne "" ? "References: <$refs\@example.org>\n" : "") . "$rest\n" }
		srand shift;
		for (0 .. 199) {
			$to = rand() < 0.7 ? int rand 230 : "";
			$refs = rand() < 0.2 ? int rand 230 : "";
			$rest = $_ == 50 || $_ == 120
				? "From: kernel test robot <oliver.sang\@intel.com>\nSubject: [mm] $_: x\n\nreport\n"
				: $_ % 70 == 3 ? "Subject: Re: x\n\n> kernel test robot noticed $_\n"
				: "Subject: " . ("Re: [mm] 50: x", "[PATCH] y $_", "Re: $_ z $_ $_")[rand 3]
				. "\n\ntext $_\n";
			push @mails, mail($_, $to, $refs, $rest);
		}
		srand shift;
		for (reverse 1 .. $#mails) { $k = int rand $_ + 1; @mails[$_, $k] = @mails[$k, $_] }
		print @mails' "$@"
}
threads() { "$lkpdigest" list messages --json | json '@$_{qw(message_id kind thread thread_by)}'; }
for seed in 1 2 3 4; do
	fresh
	forest $seed 0 >forest.mbox
	"$lkpdigest" ingest -q forest.mbox
	threads >forest.threads
	for shuffle in 1 2; do
		fresh
		forest $seed $shuffle >shuffled.mbox
		head -c 9000 shuffled.mbox >head.mbox
		tail -c +9001 shuffled.mbox | sed '1,/^$/d' | gzip >tail.mbox.gz
		[ $shuffle = 1 ] || "$lkpdigest" ingest -q tail.mbox.gz
		"$lkpdigest" ingest -q shuffled.mbox
		[ $shuffle = 1 ] || "$lkpdigest" forget -q tail.mbox.gz
		ok "forest $seed, shuffled: the same threads" diff forest.threads <(threads)
	done
	like "forest $seed: more than the reports" "$(wc -l <forest.threads)" '^[1-9][0-9]+$'
done

huge() { mail a "" "" "$(seq -f ' <%.0f@example.org>' 1 40000) <report@example.org>"; }
box huge.mbox 'huge' 'mail b report'
found "a megabyte of References" "b report" huge.mbox report.mbox

# A line too long for a field is left out whole, and with it the id that the scan had seen.
cut_header() {
	"$lkpdigest" list diagnostics --json |
		json '$_->{id} eq "header-too-large" ? "@{$_->{source}}{qw(path offset)}" : ()'
}
long() { mail a "" "" "<report@example.org>$(seq -s '' -f ' <%.0f@example.org>' 1 2000)"; }
box long.mbox 'long' 'mail b report'
gzip -k long.mbox
for form in long.mbox long.mbox.gz; do
	found "$form: a line of References too long, before" "b report" $form report.mbox
	is "$form: it is told" "$(cut_header)" "$form 0"
	"$lkpdigest" ingest -q $form report.mbox
	is "$form: and once" "$(cut_header)" "$form 0"
	found "$form: behind" "b report" report.mbox $form
	is "$form: it is told there, too" "$(cut_header)" "$form 0"
done
found "of no thread that matters" "" long.mbox
is "nothing is told of it" "$(cut_header)" ""

done_testing
