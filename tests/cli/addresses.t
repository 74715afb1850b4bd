#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# --no-addresses: no address of a person in any form, and the links stay.
. "$(dirname "$0")/tap.sh"
cd "$(dirname "$0")/../.." || exit 1
export LKPDIGEST_STORE=$scratch/store.db

# Each way to write an address of "somebody", in an answer and in a report's own fields.
report=samples/mails/2016-unixbench-shell8.eml
id=$(sed -n 's/^Message-ID: <\(.*\)>/\1/Ip' "$report" | head -n 1)
mkdir "$scratch/mails"
sed '0,/^Subject: /s/^Subject: .*/& somebody.one@example.org/' "$report" >"$scratch/mails/report.eml"
cat >"$scratch/mails/answer.eml" <<END
From: Somebody One <somebody.one@example.org>
To: lkp@lists.01.org
Date: Tue, 07 Jun 2016 08:00:00 +0000
Message-ID: <somebody.one@example.org>
In-Reply-To: <$id>
Subject: Re: somebody.two@example.org said
List-Id: <linux-mm.kvack.org>

This is not reproducible, says somebody.two@example.org, somebody.three at example.org (Three).
Reported-by: kernel test robot <lkp@intel.com>
Tested-by: Somebody Four <somebody.four@example.org>
Fixes: 5c0a85fad949 ("mm: somebody (at) example (dot) org did it")
Closes: https://lore.kernel.org/oe-lkp/$id
Link: https://lore.kernel.org/r/somebody.one@example.org
#regzbot fix: mm: by "some body"@somebody.example.org, somebody%40example.org
please ignore, linux-mm@kvack.org
END
ok "a store" "$lkpdigest" ingest -q "$scratch/mails"

# An address of somebody's; what the names say is not one.
theirs='somebody[a-z.]*(@|%40| at | \(at\) )|@somebody'
all() {
	local what
	for what in reports tables rows citations messages plots figures diffs jobs commits clusters events \
		diagnostics sources; do
		"$lkpdigest" list $what "$@" || echo "list $what failed"
	done
	"$lkpdigest" show "$id" "$@"
	"$lkpdigest" show somebody.one@example.org "$@"
	"$lkpdigest" show 5c0a85fad949 "$@"
	"$lkpdigest" show c-5c0a85fad949 "$@"
}
like "they are there" "$(all)" 'somebody\.two@example\.org'
is "no address in lists, things" "$(all --no-addresses 2>&1 | grep -E "$theirs")" ""
is "nor as JSON" "$(all --no-addresses --json 2>&1 | grep -E "$theirs")" ""
like "names stay" "$(all --no-addresses)" 'Somebody Four <\[address\]>'
like "Message-IDs stay" "$("$lkpdigest" list reports --no-addresses --json)" "\"message_id\": \"$id\""
like "links to mails stay" "$("$lkpdigest" list events --no-addresses --json)" "oe-lkp/$id"
like "the robot's stays" "$("$lkpdigest" list events --no-addresses --json)" 'kernel test robot <lkp@intel\.com>'

digest() { "$lkpdigest" digest --week 2016-W23 "$@"; }
mail=(--format mail --from digest@example.org --to list@example.org)
for form in text html json; do
	is "no address as $form" "$(digest --format $form --no-addresses | grep -E "$theirs")" ""
done
like "the text has them" "$(digest)" 'somebody'
is "the page does not, unless asked" "$(digest --format html | grep -E "$theirs")" ""
is "nor does the mail" "$(digest "${mail[@]}" | perl -pe 's/=\n//; s/=([0-9A-F]{2})/chr hex $1/ge' |
	grep -E "$theirs")" ""
exits 2 "both" "$lkpdigest" digest --addresses --no-addresses
"$lkpdigest" report -q "$scratch/mails" -o "$scratch/out" >/dev/null
is "nor does a report" "$(grep -rE "$theirs" "$scratch/out")" ""

# Samples: every address in them is a role's at example.org, and so are the Message-IDs.
"$lkpdigest" ingest -q samples/mails samples/archive.mbox.gz --store "$scratch/samples.db"
ids=$("$lkpdigest" list messages --json --store "$scratch/samples.db" | json '$_->{message_id}')
is "all ids of the samples stay" \
	"$("$lkpdigest" list messages --json --no-addresses --store "$scratch/samples.db" |
		json '$_->{message_id}')" "$ids"

done_testing
