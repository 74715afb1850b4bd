#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# A mailbox that is cut or has a byte flipped loses at most the mails beside the damage;
# of a compressed one that is cut, what precedes the cut is kept.
. "$(dirname "$0")/tap.sh"
cd "$(dirname "$0")/../.." || exit 1

# The sanitized program is several times slower; the full spread is the plain one's.
if [ "${VARIANT:-}" = asan ]; then cuts=6 flips=8; else cuts=24 flips=36; fi

cd "$scratch" && gzip -dc "$OLDPWD/samples/archive.mbox.gz" >whole.mbox
size=$(stat -c %s whole.mbox)
mapfile -t starts < <(grep -abo '^From lkp@example.org' whole.mbox | cut -d : -f 1)
mapfile -t ids < <(sed -n 's/^Message-ID: <\(.*\)>$/\1/p' whole.mbox)
is "each mail of the sample has a Message-ID" "${#ids[@]}" "${#starts[@]}"
is "no two are the same" "$(printf '%s\n' "${ids[@]}" | sort | uniq -d)" ""

# records: all that is said of the mails of box.mbox*, each line led by its Message-ID.
# What is a relation to another mail (copies, threads) may change with that one.
records() {
	local what
	rm -f store.db*
	"$lkpdigest" ingest -q --json --store store.db "$1" >counts.json || return
	for what in messages reports tables rows; do
		"$lkpdigest" list "$what" --json --store store.db || return
	done >lists.json
	jq -cS 'del(.copy_of, .thread, .thread_by) | [.message_id, .]' lists.json | sort
}

# without ID...: leaves out the records of these mails
without() {
	grep -vF "$(printf '["%s",\n' "$@")"
}

# mail_at OFFSET: the number of the mail that holds this byte
mail_at() {
	local i
	for ((i = ${#starts[@]} - 1; i > 0 && starts[i] > $1; i--)); do :; done
	echo "$i"
}

# beside OFFSET: the ids of the mails that damage at this byte may change: its own, and the one
# before when it lies in the separator line, the one behind when in the last line end.
beside() {
	local i end
	i=$(mail_at "$1")
	end=${starts[i + 1]:-$size}
	echo "${ids[i]}"
	if ((i > 0 && $1 < starts[i] + 48)); then echo "${ids[i - 1]}"; fi
	if ((i + 1 < ${#ids[@]} && $1 >= end - 2)); then echo "${ids[i + 1]}"; fi
}

cp whole.mbox box.mbox
records box.mbox >whole.records
ok "the whole mailbox has records" test -s whole.records

# others_equal WANTED GOT CHANGED...: both are equal but for these mails, and GOT has at most
# two mails that WANTED has not
others_equal() {
	local wanted=$1 got=$2
	shift 2
	local known
	known=$(cut -d , -f 1 "$wanted" | sort -u)
	diff <(without "$@" <"$wanted") <(grep -F "$known" "$got" | without "$@") || return
	test "$(cut -d , -f 1 "$got" | grep -vxF "$known" | sort -u | wc -l)" -le 2
}

sums_hold() {
	jq -e '.documents | .seen == .stored + .duplicate + ([.skipped[], .failed[]] | add // 0)' counts.json
}

# Offsets: spread evenly, and each byte around some separators.
offsets() {
	local n=$1 i k
	for ((k = 0; k < n; k++)); do echo $((size * (2 * k + 1) / (2 * n))); done
	for k in 0 1 5 24 43; do echo "$k"; done
	for i in 1 4 7; do
		for k in -2 -1 0 1 5 24 43; do echo $((starts[i] + k)); done
	done
}

bad=
for at in $(offsets "$cuts"); do
	head -c "$at" whole.mbox >box.mbox
	records box.mbox >cut.records || bad+="cut at $at: no records"$'\n'
	i=$(mail_at "$((at - 1))")
	without "${ids[@]:i}" <whole.records >wanted.records
	if ! { others_equal wanted.records cut.records "${ids[@]:i:1}" && sums_hold; } >said 2>&1; then
		bad+="cut at $at (mail $i): $(head -n 5 said)"$'\n'
	fi
done
is "cut anywhere, the mails before stay as they were" "$bad" ""

bad=
for at in $(offsets "$flips"); do
	perl -0777 -pe 'substr($_, '"$at"', 1) ^= chr(1 << '"$((at % 8))"')' whole.mbox >box.mbox
	records box.mbox >flip.records || bad+="flipped at $at: no records"$'\n'
	if ! { others_equal whole.records flip.records $(beside "$at") && sums_hold; } >said 2>&1; then
		bad+="bit $((at % 8)) flipped at $at (mail $(mail_at "$at")): $(head -n 5 said)"$'\n'
	fi
done
is "a bit flipped anywhere changes only the mails beside it" "$bad" ""

# Compressed: gzip's own reading of the cut file says how much precedes the damage.
bad=
gzip -9nc whole.mbox >whole.gz
packed=$(stat -c %s whole.gz)
for k in 1 2 3 4 5 6 7; do
	head -c $((packed * k / 8)) whole.gz >box.mbox.gz
	kept=$(gzip -dc box.mbox.gz 2>/dev/null | wc -c)
	records box.mbox.gz >cut.records || bad+="gz cut at $k/8: no records"$'\n'
	i=$(mail_at "$((kept - 1))")
	without "${ids[@]:i}" <whole.records | sed 's/box\.mbox/&.gz/g' >wanted.records
	if ! { others_equal wanted.records cut.records "${ids[@]:i:1}" && sums_hold &&
		jq -e '.diagnostics["archive-damaged"] == 1' counts.json; } >said 2>&1; then
		bad+="gz cut at $k/8 (mail $i of ${#ids[@]}): $(head -n 5 said)"$'\n'
	fi
done
is "a gz that is cut keeps what precedes the cut, and says so" "$bad" ""

for pack in xz zstd bzip2; do
	command -v "$pack" >/dev/null || { skip "$pack" "not installed"; continue; }
	"$pack" -qc whole.mbox >whole.packed
	head -c $(($(stat -c %s whole.packed) * 2 / 3)) whole.packed >box.mbox.packed
	records box.mbox.packed >cut.records
	is "a cut $pack invents nothing" "$(without nobody <cut.records | cut -d , -f 1 | sort -u |
		grep -vxF "$(cut -d , -f 1 whole.records | sort -u)" | wc -l)" 0
	ok "and says that it is damaged" jq -e '.diagnostics["archive-damaged"] == 1' counts.json
done

done_testing
