#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# make install puts the program and the manual below DESTDIR and PREFIX, and nothing elsewhere.
. "$(dirname "$0")/tap.sh"
cd "$(dirname "$0")/../.." || exit 1

ok "make install" make -s install VARIANT="${VARIANT:-release}" DESTDIR="$scratch/destdir" PREFIX=/opt/lkpdigest

wanted=$(
	echo "755 /opt/lkpdigest/bin/lkpdigest"
	for page in doc/*.[1-9]; do
		[ -e "$page" ] && echo "644 /opt/lkpdigest/share/man/man${page##*.}/${page##*/}"
	done
)
is "installs the program and each page of the manual" \
	"$(cd "$scratch/destdir" && find . -type f -printf '%m %P\n' | sed 's| | /|' | LC_ALL=C sort)" \
	"$(LC_ALL=C sort <<<"$wanted")"
like "what is installed runs" "$("$scratch/destdir/opt/lkpdigest/bin/lkpdigest" --version)" '^lkpdigest [0-9]'

done_testing
