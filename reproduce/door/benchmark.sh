# A run of the benchmark.
#   seconds, bytes, blocks, processes   limits: of time, of what it prints, of a file's size (512
#                                       bytes), of processes
#   times, until    it is run again: so often; else until so many seconds went by
#   folder   where it starts; empty: the scratch folder
#   sandbox  yes, or empty
# The arguments are the command, with all that stands before it.
command -v /usr/bin/time >/dev/null || fail "/usr/bin/time is not there (Debian's package: time)"
[ -z "$sandbox" ] || command -v bwrap >/dev/null ||
	fail "bwrap is not there (Debian's package: bubblewrap)"
limited() {
	ulimit -c 0
	ulimit -f "$blocks" 2>/dev/null
	ulimit -u "$processes" 2>/dev/null || ulimit -p "$processes" 2>/dev/null
	exec "$@"
}
# A superuser is limited by nothing.
as_nobody() {
	[ "$(id -u)" = 0 ] && [ "$sandbox" ] || {
		limited "$@"
		return
	}
	command -v setpriv >/dev/null || {
		echo "bwrap: there is no setpriv to run it as nobody" >&2
		exit 1
	}
	limited setpriv --reuid=65534 --regid=65534 --clear-groups -- "$@"
}
if [ -z "$sandbox" ]; then
	cd "${folder:-$scratch/work}" || fail "$folder is not there"
	home=$scratch/work
else
	cd / && home=/work
fi
# again: is it to be run once more?
again() {
	[ -z "$end" ] && [ "$status" = 0 ] || return 1
	count=$((count + 1))
	if [ "$times" -gt 0 ]; then [ "$count" -lt "$times" ]; else [ $(($(date +%s) - start)) -lt "$until" ]; fi
}
start=$(date +%s) count=0
while
	run "$seconds" "$bytes" as_nobody env -i LC_ALL=C TZ=UTC HOME="$home" TMPDIR="$home" \
		PATH=/usr/local/bin:/usr/bin:/bin:/usr/local/sbin:/usr/sbin:/sbin "$@"
	again
do :; done
printf '%s\n' "$status" >"$scratch/out/status"
printf '%s %s\n' "$start" "$(date +%s)" >"$scratch/out/times"
printf '%s' "$end" >"$scratch/out/end"
for stream in stdout stderr; do
	head -c "$bytes" "$scratch/out/$stream" >"$scratch/cut" && mv "$scratch/cut" "$scratch/out/$stream"
done
[ -z "${made-}" ] || put_back
answer -C "$scratch/out" .
