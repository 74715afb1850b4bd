# SPDX-License-Identifier: GPL-3.0-or-later
# Every fuzz target runs once over its seeds, tests/fuzz/corpus/NAME; dictionaries are libFuzzer's.
. "${BASH_SOURCE%/*}/tap.sh"

cd "${BASH_SOURCE%/*}/../fuzz" || exit 1
for source in fuzz-*.c; do
	name=${source#fuzz-}
	name=${name%.c}
	program=$BUILD/tests/fuzz/fuzz-$name
	seeds=(corpus/"$name"/*)
	if [ ! -x "$program" ]; then
		tap_fail "$name is built" <<<"no $program"
	elif [ ! -e "${seeds[0]}" ]; then
		tap_fail "$name has seeds" <<<"nothing in corpus/$name"
	else
		ok "$name over ${#seeds[@]} seeds" "$program" "${seeds[@]}"
	fi
done

word='"([^"\\]|\\["\\]|\\x[0-9a-f]{2})+"'
for words in dict/*.dict; do
	is "$words is a dictionary" "$(grep -vE "^(#.*|$word)$" "$words")" ""
done
done_testing
