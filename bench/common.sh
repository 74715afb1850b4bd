# SPDX-License-Identifier: GPL-3.0-or-later
# What the scripts here share; the current folder is the tree's.
program=${BUILD:-build}/lkpdigest
make_mails=${BUILD:-build}/bench/make-mails
make -s "$program" "$make_mails"
scratch=$(mktemp -d "${TMPDIR:-/var/tmp}/lkpdigest-bench.XXXXXX")
trap 'rm -rf "$scratch"' EXIT

# peak PID: the largest RssAnon in KiB until it ends
peak() {
	local most=0 now
	while now=$(awk '/^RssAnon/ { print $2 }' "/proc/$1/status" 2>/dev/null) && [ -n "$now" ]; do
		((now > most)) && most=$now
		sleep 0.02
	done
	echo "$most"
}
