# SPDX-License-Identifier: GPL-3.0-or-later
# TAP for the shell tests; sourced, not run.
#
#   plan N                  optional, at the top; else done_testing at the end
#   ok NAME COMMAND...      passes when COMMAND exits with 0; its output is shown when not
#   is NAME GOT WANTED      passes when the texts are equal; the difference is shown when not
#   like NAME TEXT REGEX    passes when TEXT matches the extended REGEX
#   exits N NAME COMMAND... passes when COMMAND exits with N
#   skip NAME REASON
#   json EXPRESSION         of each JSON line on standard input
#
# $lkpdigest is the program, $scratch an empty folder that goes away at the end.

lkpdigest=$(realpath -m "${BUILD:-build}")/lkpdigest
export LC_ALL=C.UTF-8 TZ=UTC ASAN_OPTIONS=${ASAN_OPTIONS:-detect_leaks=1}
unset LKPDIGEST_STORE SOURCE_DATE_EPOCH
scratch=$(mktemp -d "${TMPDIR:-/tmp}/lkpdigest-test.XXXXXX") || exit 1
trap 'rm -rf "$scratch"' EXIT
export XDG_DATA_HOME=$scratch/share XDG_CONFIG_HOME=$scratch/config-of-nobody

tap_count=0
tap_failed=0
tap_planned=

plan() { echo "1..$1"; tap_planned=$1; }

done_testing() {
	[ -n "$tap_planned" ] || echo "1..$tap_count"
	[ "$tap_failed" -eq 0 ]
}

tap_pass() { echo "ok $((++tap_count)) - $1"; }

# tap_fail NAME, the reason on standard input
tap_fail() {
	echo "not ok $((++tap_count)) - $1"
	sed 's/^/# /' | head -n 40
	tap_failed=1
}

ok() {
	local name=$1 said
	shift
	if said=$("$@" 2>&1); then tap_pass "$name"; else tap_fail "$name" <<<"$said"; fi
}

is() {
	if [ "$2" = "$3" ]; then tap_pass "$1"; else tap_fail "$1" < <(diff <(echo "$3") <(echo "$2")); fi
}

like() {
	if [[ $2 =~ $3 ]]; then tap_pass "$1"; else tap_fail "$1" <<<"not like $3: $2"; fi
}

exits() {
	local wanted=$1 name=$2 said status=0
	shift 2
	said=$("$@" 2>&1) || status=$?
	if [ "$status" -eq "$wanted" ]; then tap_pass "$name"; else
		tap_fail "$name" <<<"exit $status, not $wanted: $said"
	fi
}

skip() { echo "ok $((++tap_count)) - $1 # SKIP $2"; }

# json EXPRESSION: a perl expression of $_, one document of JSON Lines on standard
# input, printed for each; undef prints as null.  (JSON::PP comes with prove's perl.)
json() {
	perl -MJSON::PP -ne '
		BEGIN { $json = JSON::PP->new->canonical->allow_nonref; $expression = shift @ARGV; }
		$_ = $json->decode($_);
		@values = eval $expression; die $@ if $@;
		print join(" ", map { ref ? $json->encode($_) : $_ // "null" } @values), "\n"' "$1"
}
