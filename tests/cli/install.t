#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# make install puts the program and the manual below DESTDIR and PREFIX, and nothing elsewhere.
. "$(dirname "$0")/tap.sh"
cd "$(dirname "$0")/../.." || exit 1

ok "make install" make -s install VARIANT="${VARIANT:-release}" DESTDIR="$scratch/destdir" PREFIX=/opt/lkpdigest

wanted=$(
	echo "755 /opt/lkpdigest/bin/lkpdigest"
	printf '644 /opt/lkpdigest/%s\n' lib/systemd/user/lkpdigest.{service,timer} \
		share/doc/lkpdigest/{examples/lkpdigest.{cron,conf},{lkpdigest-digest,kcidb}.schema.json} \
		share/bash-completion/completions/lkpdigest share/zsh/site-functions/_lkpdigest
	for page in doc/*.[1-9]; do
		[ -e "$page" ] && echo "644 /opt/lkpdigest/share/man/man${page##*.}/${page##*/}"
	done
)
is "installs the program, each page of the manual, the schemas, completion and what runs it every week" \
	"$(cd "$scratch/destdir" && find . -type f -printf '%m %P\n' | sed 's| | /|' | LC_ALL=C sort)" \
	"$(LC_ALL=C sort <<<"$wanted")"
like "what is installed runs" "$("$scratch/destdir/opt/lkpdigest/bin/lkpdigest" --version)" '^lkpdigest [0-9]'

is "what runs it knows where it is" "$(grep -rho '/[^ ]*bin/lkpdigest weekly' "$scratch/destdir/opt" | sort -u)" \
	'/opt/lkpdigest/bin/lkpdigest weekly'

# As installed, but for the program, which is not below / here.
if command -v systemd-analyze >/dev/null; then
	mkdir "$scratch/units"
	for unit in lkpdigest.service lkpdigest.timer; do
		sed "s|/opt/lkpdigest/|$scratch/destdir/opt/lkpdigest/|" \
			"$scratch/destdir/opt/lkpdigest/lib/systemd/user/$unit" >"$scratch/units/$unit"
	done
	is "the units are sound" "$(systemd-analyze verify --man=no "$scratch"/units/* 2>&1 |
		grep -F lkpdigest)" ''
else
	skip "the units are sound" "no systemd-analyze"
fi

done_testing
