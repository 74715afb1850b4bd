#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# scripts/setup against stand-ins for the package tools: nothing is installed here.
. "$(dirname "$0")/tap.sh"
setup=$(cd "$(dirname "$0")/../.." && pwd)/scripts/setup

# stand_in NAME, a script on standard input: a program of the pretended machine
mkdir "$scratch/bin"
stand_in() {
	{ echo '#!/bin/sh'; cat; } >"$scratch/bin/$1"
	chmod +x "$scratch/bin/$1"
}
for tool in sh tr tail rm mktemp env grep; do
	ln -s "$(command -v "$tool")" "$scratch/bin/$tool"
done
run_setup() {
	rm -f "$scratch/called"
	env -i PATH="$scratch/bin" CALLED="$scratch/called" TMPDIR="$scratch" sh "$setup" "$@" 2>&1
}

like "another distribution: which packages are needed" "$(run_setup build)" 'no Debian.*libgmime-3.0-dev'
exits 1 "and a failure" run_setup build

echo 'echo "apt-get $*" >>"$CALLED"' | stand_in apt-get
echo 'echo 0' | stand_in id
stand_in dpkg-query <<'END'
case $3 in
xz-utils | jq | npm) exit 1 ;;
pkg-config) printf not-installed ;;
gnuplot-nox) exit 1 ;;
*) printf installed ;;
esac
END
is "says what it installs, and only what is missing" "$(run_setup)" "setup: installing xz-utils jq"
is "one of several will do" "$(run_setup run)" "setup: nothing is missing"
is "and then apt-get is not called" "$(cat "$scratch/called" 2>&1 | grep -c '^apt-get')" 0
is "npm is Debian's" "$(run_setup browser)" "setup: installing npm"
stand_in npm </dev/null
is "or came with another nodejs" "$(run_setup browser)" "setup: nothing is missing"
run_setup test >/dev/null
is "the lists are fetched first" "$(grep -oE '(update|install --yes .*)$' "$scratch/called")" \
	"$(printf '%s\n' update 'install --yes --no-install-recommends xz-utils jq')"
like "a wrong group is told" "$(run_setup tests)" '"tests" \(build, run, test, dev, browser, bench\)'

echo 'echo 1000' | stand_in id
like "neither root nor sudo: what an administrator has to run" "$(run_setup)" 'apt-get install xz-utils jq'
exits 1 "and a failure" run_setup
printf '%s\n' 'echo sudo >>"$CALLED"' 'exec "$@"' | stand_in sudo
run_setup >/dev/null
is "sudo when not root" "$(grep -c '^sudo' "$scratch/called")" 2

echo 'echo "E: no such package"; exit 100' | stand_in apt-get
like "a failed installation shows why" "$(run_setup)" 'E: no such package.*could not be installed'
exits 1 "and fails" run_setup

done_testing
