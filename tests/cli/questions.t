#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Questions that people ask, each one command.
. "$(dirname "$0")/tap.sh"
cd "$(dirname "$0")/../.." || exit 1
export LKPDIGEST_STORE=$scratch/store.db
ok "a store" "$lkpdigest" ingest -q samples/mails samples/archive.mbox.gz
list() { "$lkpdigest" list "$@"; }

# What did a commit do?  Both directions, of all its reports.
changes=$(list changes --json --commit 85975daeaa4d)
is "of more than one report" "$(json '$_->{message_id}' <<<"$changes" | sort -u | wc -l)" 2
is "better and worse" "$(json '$_->{verdict}' <<<"$changes" | sort -u)" $'improvement\nregression'
is "each line is a headline or a box of it" "$(wc -l <<<"$changes")" \
	"$(($(list reports --json --commit 85975daeaa4d | json '$_->{boxes} + 1' | paste -sd+)))"
is "and of that commit" "$(json '$_->{commit}' <<<"$changes" | cut -c1-12 | sort -u)" 85975daeaa4d

# Which metrics of a subsystem moved in a month?
moved=$(list changes --json --subsystem mm --since 2026-05-01 --until 2026-06-01)
is "in May" "$(json '@{$_}{qw(metric tbox_group)}, $_->{change}{value}' <<<"$moved" | sort)" \
	"$(printf '%s\n' 'stress-ng.switch.ops_per_sec lkp-spr-r02 -67.7' 'unixbench.throughput lkp-icl-2sp9 -3.8')"
is "not on another machine" "$(list changes --json --subsystem mm --since 2026-05-01 --until 2026-06-01 \
	--machine lkp-spr-r02 | json '$_->{metric}')" stress-ng.switch.ops_per_sec
is "a box is of its own test case" "$(list changes --json --testcase unixbench --since 2026-01-01 |
	json '$_->{metric}, $_->{headline} ? 1 : 0')" 'unixbench.throughput 0'

# Which reports were never answered, which were taken back?
answered=$(list messages --json | json '$_->{author} eq "person" ? $_->{in_reply_to} : ()' | grep . | sort -u)
unanswered=$(list reports --json --unanswered | json '$_->{message_id}')
ok "some were not" test -n "$unanswered"
is "none of them has an answer" "$(grep -xFf <(echo "$answered") <<<"$unanswered")" ''
ok "some were" test "$(list reports --json | wc -l)" -gt "$(wc -l <<<"$unanswered")"
is "taken back" "$(list reports --json --retracted | json '$_->{kind}')" functional
is "with all other filters" "$(list reports --json --retracted --kind performance)" ''

# A robot's answer is none, an answer to an answer is one.
mkdir "$scratch/mails"
report=samples/mails/2016-unixbench-shell8.eml
id=$(sed -n 's/^Message-ID: <\(.*\)>/\1/Ip' $report | head -n 1)
cp $report "$scratch/mails"
# answer FILE FROM ID TO [REFERENCE]
answer() {
	printf '%s\n' "From: $2" "Date: Tue, 07 Jun 2016 08:00:00 +0000" "Message-ID: <$3>" "In-Reply-To: <$4>" \
		${5:+"References: <$5>"} "Subject: Re: a subject of its own" '' 'kernel test robot' \
		>"$scratch/mails/$1.eml"
}
export LKPDIGEST_STORE=$scratch/answers.db
answer robot 'kernel test robot <lkp@intel.com>' robot@example.org "$id"
"$lkpdigest" ingest -q "$scratch/mails"
is "the robot's answer is none" "$(list reports --json --unanswered | json '$_->{message_id}')" "$id"
answer person 'Somebody <somebody@example.org>' person@example.org robot@example.org "$id"
"$lkpdigest" ingest -q "$scratch/mails"
is "an answer to that is one" "$(list reports --json --unanswered)" ''
rm "$scratch/mails/person.eml"
answer fix 'Somebody <somebody@example.org>' fix@example.org elsewhere@example.org
echo "Closes: https://lore.kernel.org/oe-lkp/$id" >>"$scratch/mails/fix.eml"
"$lkpdigest" ingest -q "$scratch/mails"
is "so is a fix that closes it, in a thread of its own" "$(list reports --json --unanswered)" ''

exits 2 "--unanswered of messages" "$lkpdigest" list messages --unanswered
exits 2 "--retracted of changes" "$lkpdigest" list changes --retracted

done_testing
