# SPDX-License-Identifier: GPL-3.0-or-later
# Mails that mean harm; sourced, not run.
#
#   $evil             what is meant to be run, followed, coloured, turned round
#   make_evil TO      the mails of two weeks, once for each evil, with it in titles and names of machines

evil=('<script>alert(1)</script>' '"><svg/onload=alert(1)>' '`touch owned`$(touch owned)' '=1+cmd|/C calc'
	'javascript:alert(1)' $'\e[31m\u202eevil\u2066' '@evil #1 | **evil** [a](https://example.org/evil)')

make_evil() {
	local i mail
	for i in "${!evil[@]}"; do
		for mail in tests/cases/digest/weeks/mails/*; do
			evil=${evil[i]} nr=$i perl -pe '
				s/\@example\.org/-$ENV{nr}\@example.org/g;
				s/\b[0-9a-f](?=[0-9a-f]{9,39}\b)/$ENV{nr}/g; # a commit of its own
				s/take the lock once for all pages|wake one reader only|count what is reserved/$ENV{evil}/g;
				s/lkp-(skl|icl)-2sp\d/$ENV{evil}/g if $ENV{nr} % 2' "$mail" >"$1/$i-${mail##*/}"
		done
	done
}
