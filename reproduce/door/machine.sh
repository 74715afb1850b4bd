# What is told of the machine: files as they are, below out/, and which programs it has.
#   knobs    patterns of the settings' files
#   restore  yes: settings that an earlier run left are put back first; or empty
#   folders  of the system's programs; programs: others, by their paths
file() {
	[ -f "$root$1" ] && [ -r "$root$1" ] || return 0
	mkdir -p "$scratch/out${1%/*}"
	head -c 4194304 "$root$1" >"$scratch/out$1" 2>/dev/null
}
# list_programs: paths, one a line
list_programs() {
	for folder in $folders; do
		for path in "$root$folder"/*; do
			[ -f "$path" ] && [ -x "$path" ] && printf '%s\n' "${path#"$root"}"
		done
	done
	for path in $programs; do
		[ -f "$root$path" ] && [ -x "$root$path" ] && printf '%s\n' "$path"
	done
}
command -v head >/dev/null || fail "head is not there"
[ -z "$restore" ] || ! [ -f "$journal" ] || {
	say "settings were put back, which an earlier run had left"
	put_back
}
for path in /proc/sys/kernel/osrelease /proc/sys/kernel/hostname /proc/version /proc/cpuinfo \
	/proc/meminfo /proc/self/status /proc/config.gz /proc/swaps /proc/modules /proc/mounts \
	/proc/sys/kernel/random/boot_id /etc/os-release /sys/devices/system/cpu/online; do
	file "$path"
done
read -r release <"$root/proc/sys/kernel/osrelease" && file "/boot/config-$release"
for disk in "$root"/sys/block/*; do
	file "${disk#"$root"}/size"
	file "${disk#"$root"}/queue/rotational"
done
set -f
set -- $knobs
set +f
for pattern; do
	for path in "$root"$pattern; do
		file "${path#"$root"}"
	done
done
list_programs >"$scratch/out/programs"
answer -C "$scratch/out" .
