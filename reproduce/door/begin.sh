# How every script of ours begins, here or on another machine.  Before it stand assignments:
#   mark     tells our words from what others print
#   root     where /proc, /sys and programs lie; empty: the system itself
# Standard input is the script; it stays open as long as somebody waits for the answer.
exec 3<&0 </dev/null
umask 077
LC_ALL=C TZ=UTC
export LC_ALL TZ
unset job watch made
say() { printf '%s %s\n' "$mark" "$*" >&2; }
fail() {
	say "$@"
	exit 3
}

# below PID: it and all processes below it
below() {
	all=" $1 " grew=yes
	while [ "$grew" ]; do
		grew=
		for stat in /proc/[0-9]*/stat; do
			{ read -r line <"$stat"; } 2>/dev/null || continue
			rest=${line##*) }
			rest=${rest#* }
			case $all in
			*" ${line%% *} "*) ;;
			*" ${rest%% *} "*) all="$all${line%% *} " grew=yes ;;
			esac
		done
	done
	echo "$all"
}
kill_below() { kill -KILL $(below "$1") 2>/dev/null; }

# put_back: settings that the journal names; its first line is the boot that they are of
put_back() {
	[ -f "$journal" ] || return 0
	boot=$(cat "$root/proc/sys/kernel/random/boot_id" 2>/dev/null) || boot=unknown
	{
		read -r of && [ "$of" = "$boot" ] &&
			while read -r path value; do
				is_knob "$path" && is_value "$value" &&
					! printf '%s\n' "$value" >"$root$path" && say "$path: is not put back"
			done
	} <"$journal"
	rm -f "$journal"
}
is_value() { case $1 in '' | *[!A-Za-z0-9+._-]*) return 1 ;; esac }

tidy() {
	trap '' HUP INT TERM PIPE
	trap - EXIT
	[ -z "${watch-}" ] || kill "$watch" 2>/dev/null
	[ -z "${job-}" ] || kill_below "$job"
	[ -z "${made-}" ] || put_back
	cd / && rm -rf "$scratch"
}
for program in tar mktemp rm cat; do
	command -v "$program" >/dev/null || fail "$program is not there"
done
scratch=$(mktemp -d "${TMPDIR:-/tmp}/lkpdigest.XXXXXX") || fail "there is no room for scratch files"
journal=${XDG_STATE_HOME:-${HOME:-/}/.local/state}/lkpdigest/settings
trap tidy EXIT
trap 'exit 4' HUP INT TERM PIPE
main=$$
{
	while read -r line; do :; done
	kill -TERM "$main"
} <&3 >/dev/null 2>&1 &
watch=$!
exec 3<&-
mkdir "$scratch/out" "$scratch/work" || fail "there is no room for scratch files"

# answer ARGUMENTS: a tar stream of what the arguments name
answer() {
	printf '\n%s begin\n' "$mark"
	tar -cf - "$@" 2>/dev/null
	trap '' HUP INT TERM PIPE # whoever has the end may hang up
	printf '\n%s end\n' "$mark"
}

# run SECONDS BYTES COMMAND...: to its end, or until it takes too long, too much memory, or prints
# too much.  $status is its exit status, $end why it was killed.
run() {
	limit=$1 most=$2 end=""
	shift 2
	rm -f "$scratch/end"
	"$@" </dev/null >>"$scratch/out/stdout" 2>>"$scratch/out/stderr" &
	job=$!
	guard "$job" >/dev/null 2>&1 &
	guard=$!
	status=0
	wait "$job" 2>/dev/null || status=$?
	kill "$guard" 2>/dev/null
	kill_below "$job"
	unset job
	[ ! -f "$scratch/end" ] || end=$(cat "$scratch/end")
}
guard() {
	why="" left=$limit
	until [ "$why" ]; do
		sleep 1
		left=$((left - 1))
		[ "$left" -gt 0 ] || why='outlived its time'
		has_room || why='took too much memory'
		[ "$(cat "$scratch/out/stdout" "$scratch/out/stderr" | wc -c)" -le "$most" ] || why='printed too much'
	done
	echo "$why" >"$scratch/end"
	kill_below "$1"
}
# has_room: an eighth of the memory is to be had
has_room() {
	total=0 free=
	while read -r name kib _; do
		case $name in
		MemTotal:) total=$kib ;;
		MemAvailable:) free=$kib && break ;;
		esac
	done </proc/meminfo
	[ -z "$free" ] || [ "$free" -gt $((total / 8)) ]
}
