#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# prune: what goes, what stays because it is needed, and what does not come back.
. "$(dirname "$0")/tap.sh"
. "$(dirname "$0")/dump.sh"
cd "$(dirname "$0")/../.." || exit 1
export LKPDIGEST_STORE=$scratch/store.db
mkdir "$scratch/mails"
cp samples/mails/*.eml "$scratch/mails"
ingest() { "$lkpdigest" ingest --json "$@" 2>/dev/null; }
ids() { "$lkpdigest" list messages --json "$@" | json '$_->{message_id}'; }

ok "a store" "$lkpdigest" ingest -q "$scratch/mails" samples/results
cp "$LKPDIGEST_STORE" "$scratch/whole.db"
before=$(dump "$LKPDIGEST_STORE")
old=$(ids --until 2017-01-01)

exits 2 "no date" "$lkpdigest" prune
exits 2 "a date that is none" "$lkpdigest" prune --before yesterday
exits 3 "no store is made" "$lkpdigest" prune --before 2017-01-01 --store "$scratch/none.db"
ok "none" test ! -e "$scratch/none.db"

like "a dry run tells" "$("$lkpdigest" prune --before 2017-01-01 --dry-run 2>&1)" 'would remove [1-9][0-9]* messages'
is "and does nothing" "$(dump "$LKPDIGEST_STORE")" "$before"
told=$("$lkpdigest" prune --before 2017-01-01 --dry-run --json | json '@{$_}{qw(messages runs kept_messages)}')
size=$(stat -c %s "$LKPDIGEST_STORE")
is "the same is done" "$("$lkpdigest" prune --before 2017-01-01 --json |
	json '@{$_}{qw(messages runs kept_messages)}')" "$told"
is "the old are gone, but for those that are needed" \
	"$(ids --until 2017-01-01 | wc -l) $(wc -l <<<"$old")" \
	"$(cut -d' ' -f3 <<<"$told") $(($(cut -d' ' -f1 <<<"$told") + $(cut -d' ' -f3 <<<"$told")))"
is "the others are all there" "$(ids --since 2017-01-01)" \
	"$(ids --since 2017-01-01 --store "$scratch/whole.db")"
ok "the store is smaller" test "$(stat -c %s "$LKPDIGEST_STORE")" -lt "$size"
ok "and sound" "$lkpdigest" check -q
"$lkpdigest" prune -q --before 2017-01-01
is "once more does nothing" "$("$lkpdigest" prune --before 2017-01-01 --json | json '@{$_}{qw(messages runs)}')" "0 0"

# ---- what does not come back
after=$(ids)
is "read again, nothing comes back" "$(ingest --again "$scratch/mails" samples/results |
	json '$_->{documents}{stored}, $_->{documents}{skipped}{pruned} > 0 ? "some" : 0')" "0 some"
is "and nothing has changed" "$(ids)" "$after"
is "the counts add up" "$(ingest --again "$scratch/mails" | json 'my $d = $_->{documents}; my $n = $d->{stored} +
	$d->{duplicate}; $n += $_ for values %{$d->{skipped}}, values %{$d->{failed}}; $n - $d->{seen}')" 0
"$lkpdigest" prune -q --before 1970-01-01
ingest --again "$scratch/mails" samples/results >/dev/null
is "an earlier date lets it in" "$(ids)" "$(ids --store "$scratch/whole.db")"

# ---- what is needed stays

# mail FILE DATE ID [ANSWERS]: a report of one commit, or an answer
mail() {
	local file=$1 date=$2 id=$3 answers=$4
	{
		sed -n '1,/^$/p' samples/mails/2016-unixbench-shell8.eml |
			grep -vi '^\(Date\|Message-ID\|In-Reply-To\|References\):' | sed '$d'
		echo "Date: $date"
		echo "Message-ID: <$id>"
		[ -n "$answers" ] && echo "In-Reply-To: <$answers>"
		sed -n '/^$/,$p' samples/mails/2016-unixbench-shell8.eml
	} >"$scratch/needs/$file.eml"
}
mkdir "$scratch/needs"
mail a 'Mon, 06 Jun 2016 08:00:00 +0000' a@example.org
mail b 'Mon, 02 Jan 2017 08:00:00 +0000' b@example.org
export LKPDIGEST_STORE=$scratch/needs.db
ingest "$scratch/needs" >/dev/null
is "a report of a commit that goes on stays" \
	"$("$lkpdigest" prune --before 2016-12-01 --json | json '@{$_}{qw(messages kept_messages)}')" "0 1"
is "both go when both are old" \
	"$("$lkpdigest" prune --before 2017-02-01 --json | json '@{$_}{qw(messages kept_messages)}')" "2 0"

cat >"$scratch/needs/answer.eml" <<END
From: Somebody <somebody@example.org>
Date: Tue, 07 Mar 2017 08:00:00 +0000
Message-ID: <answer@example.org>
In-Reply-To: <a@example.org>
Subject: Re: [lkp] [mm] 5c0a85fad9: unixbench.score -6.3% regression

This is not reproducible.
END
rm "$LKPDIGEST_STORE"
ingest "$scratch/needs" >/dev/null
is "what a young answer hangs on stays, and with it the commit" \
	"$("$lkpdigest" prune --before 2017-02-01 --json | json '@{$_}{qw(messages kept_messages)}')" "0 2"

# ---- runs
cp -r samples/results "$scratch/results"
find "$scratch/results" -name job.yaml -path '*/0/*' -exec sed -i '$astart_time: 1463000000' {} +
export LKPDIGEST_STORE=$scratch/runs.db
runs=$(ingest "$scratch/results" | json '$_->{runs}')
dated=$(find "$scratch/results" -name job.yaml -path '*/0/*' | wc -l)
is "runs go by their start, and stay without one" \
	"$("$lkpdigest" prune --before 2017-01-01 --json | json '@{$_}{qw(runs undated)}')" "$dated $((runs - dated))"
is "and do not come back" \
	"$(ingest --again "$scratch/results" | json '$_->{documents}{skipped}{pruned}, $_->{runs}')" "$dated 0"

# ---- killed in the midst
for delay in .001 .003 .01 .03; do
	cp "$scratch/whole.db" "$scratch/killed.db"
	(
		timeout -s KILL $delay "$lkpdigest" prune -q --before 2020-01-01 --store "$scratch/killed.db"
		true
	) 2>/dev/null
	exits 0 "killed after $delay s: sound" "$lkpdigest" check -q --store "$scratch/killed.db"
	"$lkpdigest" prune -q --before 2020-01-01 --store "$scratch/killed.db"
	[ -n "$wanted" ] || { cp "$scratch/whole.db" "$scratch/wanted.db"
		"$lkpdigest" prune -q --before 2020-01-01 --store "$scratch/wanted.db"
		wanted=$(dump "$scratch/wanted.db"); }
	is "and done when it is done again" "$(dump "$scratch/killed.db")" "$wanted"
done

done_testing
