#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Modules, file systems and swap of a job: by our own table, on a machine that is made up, whose
# programs write down what they are told.
. "$(dirname "$0")/tap.sh"
chmod 711 "$scratch" # a superuser's benchmark runs as nobody, in a folder below
out=$scratch/out
export XDG_STATE_HOME=$scratch/state
root=$scratch/machine
did=$root/did
mkdir -p "$root"/{usr/bin,usr/sbin,dev,etc,boot,run,var/lib} "$root"/proc/{self,sys/kernel/random} \
	"$root"/sys/{module,devices/system/cpu}
put() { printf '%s\n' "${@:2}" >"$root/$1"; }
put sys/devices/system/cpu/online 0-1
put proc/meminfo 'MemTotal: 4000000 kB'
put proc/sys/kernel/random/boot_id first
put proc/self/mounts 'proc /proc proc rw 0 0'
put proc/swaps 'Filename Type Size Used Priority' '/dev/sdb2 partition 100 0 -2' '/swap.img file 100 0 7'
put etc/fstab '/dev/sdb2 none swap sw 0 0' '/dev/sdb3 none swap sw 0 0'
put usr/bin/hackbench '#!/bin/sh'
# The machine's programs: each writes down its words, and does to the tree what it stands for.
program() {
	{ printf '#!/bin/sh\nroot=%s\n[ "${0##*/}" = blkid ] || echo "${0##*/} $*" >>"$root/did"\n' "$root"; cat; } \
		>"$root/usr/sbin/$1"
	chmod +x "$root/usr/sbin/$1"
}
program modprobe <<'END'
case $1 in -r) rmdir "$root/sys/module/$2" ;; *) mkdir "$root/sys/module/$1" ;; esac
END
program mount <<'END'
for last; do :; done
echo "x $last x rw 0 0" >>"$root/proc/self/mounts"
END
program umount <<'END'
grep -v " $1 " "$root/proc/self/mounts" >"$root/rest"; mv "$root/rest" "$root/proc/self/mounts"
END
program swapoff <<'END'
grep -v "^$1 " "$root/proc/swaps" >"$root/rest"; mv "$root/rest" "$root/proc/swaps"
END
program swapon <<'END'
for last; do :; done
echo "$last partition 100 0 -3" >>"$root/proc/swaps"
END
for type in xfs ext4; do program mkfs.$type <<<'exit 0'; done
program blkid <<'END'
for last; do :; done
grep -q . "$last" || exit 2
cat "$last"
END
chmod +x "$root/usr/bin/hackbench"

job() {
	printf '%s\n' 'testcase: hackbench' 'nr_threads: 1' 'loops: 20' 'runtime: 0' 'hackbench:' \
		'  mode: process' "$@" >"$scratch/job.yaml"
}
mail() { # mail COMMAND...: the same as a report with a script
	{
		cat <<-'END'
			From: kernel test robot <lkp@intel.com>
			Subject: [lkp] [x] 1234567890: hackbench.throughput -50.0% regression
			Message-ID: <changes@example.org>
			Date: Mon, 6 Jun 2016 10:27:00 +0800
			MIME-Version: 1.0
			Content-Type: multipart/mixed; boundary="b"

			--b
			Content-Type: text/plain

			FYI, we noticed a -50.0% regression of hackbench.throughput due to commit:

			commit 1234567890123456789012345678901234567890 ("x")
			https://git.kernel.org/pub/scm/linux/kernel/git/torvalds/linux.git master

			in testcase: hackbench
			with following parameters: nr_threads=1

			--b
			Content-Type: text/plain
			Content-Disposition: attachment; filename="job.yaml"

		END
		cat "$scratch/job.yaml"
		printf '\n--b\nContent-Type: text/plain\nContent-Disposition: attachment; filename="reproduce"\n\n'
		printf '%s\n' "$@"
		printf '\n--b--\n'
	} >"$scratch/mail"
	rm -f "$scratch"/store.db*
	"$lkpdigest" ingest -q --store "$scratch/store.db" "$scratch/mail"
}
plan() { "$lkpdigest" reproduce --store "$scratch/store.db" changes@example.org --sysroot "$root" "$@"; }
of() { tr -d '\n' | json "$1" | sed "s|$root||g"; }
# steps ARGUMENT...: what there is to do with each, and how or why
steps() {
	plan --json "$@" |
		of 'join "\n", map { "$_->{action}: " . join " ", @{$_->{does} // [$_->{why}]} } @{$_->{steps}}'
}
# did: what the programs were told.  left: what is there of modules, files, journals
did() { [ ! -e "$did" ] || sed "s|$root||g" "$did"; }
left() { ls "$root/sys/module" "$root/var/lib/lkpdigest" "$XDG_STATE_HOME/lkpdigest" | grep '^[^/]' | paste -sd ' '; }
# others: swaps and mounts
others() { cat "$root"/proc/swaps "$root"/proc/self/mounts | sort | sed 's/ .*//'; }
run() { plan --run -o "$out" --runs 1 --warm-up 0 --commit x "$@"; }

job
mail 'modprobe brd rd_nr=4 rd_size=12582912' 'wipefs -a --force /dev/ram3' 'mkfs -t xfs -f /dev/pmem1' \
	'mkdir -p /fs/pmem1' 'mount -t xfs -o inode64 /dev/pmem1 /fs/pmem1' 'swapoff -a' 'hackbench -g 1' \
	'umount /fs/pmem1' 'modprobe -r brd'
fs=/run/lkpdigest/fs img=/var/lib/lkpdigest/fs.img
is "what would be done, in words of our own" "$(steps)" "make: modprobe brd rd_nr=4 rd_size=12582912
show: disks are for you to prepare
make: mkfs.xfs -q -f $img
show: no command that we know
make: mount -t xfs -o nosuid,nodev,loop,inode64 $img $fs
make: swapoff /dev/sdb2
make: swapoff /swap.img
run: by a command made of the job, below
keep: what we mount is gone at the end; nothing else is
keep: what we load is removed at the end; no other module is"
like "the plan says what is to be allowed" "$(plan)" 'only with +--allow modules,mounts,swap'
is "nothing was done" "$(did)" ""
is "each step has its class" "$(plan --json | of 'join ",", map { $_->{allow} // () } @{$_->{steps}}')" \
	"modules,mounts,mounts,swap,swap"

before=$(others)
result=$(run --allow modules,mounts --allow swap 2>"$scratch/said")
is "it is made in order and undone the other way round" "$(did)" \
	"modprobe brd rd_nr=4 rd_size=12582912
mkfs.xfs -q -f $img
mount -t xfs -o nosuid,nodev,loop,inode64 $img $fs
swapoff /dev/sdb2
swapoff /swap.img
swapon -p 7 /swap.img
swapon /dev/sdb2
umount $fs
modprobe -r brd"
is "and the machine is as it was" "$(others) $(left)" "$before "
like "the run knows its file system" "$(<"$result/0/job.yaml")" "fs: 'xfs'"
is "a class that is not allowed is left" \
	"$(rm "$did"; run --allow modules --commit y >/dev/null 2>&1; did)" \
	"modprobe brd rd_nr=4 rd_size=12582912
modprobe -r brd"
is "without --allow nothing is done" "$(rm "$did"; run --commit z >/dev/null 2>&1; did)" ""

# ---- refused
mail 'modprobe evil' 'modprobe brd rd_nr=4096' 'modprobe "brd; id"' 'modprobe brd install=x' 'insmod /x.ko' \
	'mkfs -t xfs -f /dev/sda; id' 'mkfs -t vfat /dev/sda' 'mkfs.xfs -d file=/etc/passwd /dev/sda' \
	'mount -t xfs -o suid /dev/sda /mnt' 'mount -t xfs /dev/sdc /mnt' 'mount --bind / /mnt' \
	'dd if=/dev/zero of=/dev/sda' \
	'echo x > /dev/sda' 'swapoff /dev/sdz' 'mkswap /dev/sda' 'mount -t nfs host:/x /mnt' \
	'$(modprobe brd)' 'mkfs -t xfs /dev/sdd'
is "commands that no class knows are shown" \
	"$(steps | cut -d: -f1 | sort | uniq -c | awk '{print $1, $2}' | paste -sd,)" \
	"1 keep,1 run,17 show"
is "and never run" "$(run --allow all --commit refused >/dev/null 2>&1; did)" ""

# ---- settings, one after the other
mkdir -p "$root"/sys/kernel/mm/transparent_hugepage "$root/proc/sys/vm"
thp=/sys/kernel/mm/transparent_hugepage/enabled
put "$thp" never
put proc/sys/vm/nr_hugepages 0
put proc/sys/vm/swappiness 'no word'
put proc/meminfo 'MemTotal: 4000000 kB' 'Hugepagesize: 2048 kB'
mail "echo always > $thp" "echo never > $thp" "echo never > $thp" 'echo 900 > /proc/sys/vm/nr_hugepages' \
	'echo 1000 > /proc/sys/vm/nr_hugepages' 'echo 10 > /proc/sys/vm/swappiness'
is "what an earlier command sets counts; what takes the memory, or cannot be put back, is shown" \
	"$(plan --json | of 'join "\n", map { "$_->{action}: $_->{why}" } @{$_->{steps}}' | head -n 6)" \
	"set: a setting that we know
set: a setting that we know
keep: it is so already
set: a setting that we know
show: it would take more than half of the memory
show: what it is now could not be put back"
result=$(run --allow settings --commit twice 2>/dev/null)
is "the last one holds while it runs" "$(grep -E '^(thp|nr_huge)' "$result/0/job.yaml" | paste -sd ' ')" \
	"nr_hugepages: '900' thp_enabled: 'never'"
is "and both are put back" "$(<"$root/$thp") $(<"$root/proc/sys/vm/nr_hugepages")" "never 0"

# ---- a disk of the user's
mail 'mkfs -t ext4 -q -F /dev/pmem0' 'mount -t ext4 -o dax /dev/pmem0 /fs/pmem0' 'mkfs -t xfs -f /dev/pmem1'
: >"$root/dev/sdz" && echo ext4 >"$root/dev/sdy"
is "on the device that is given" "$(steps --disk /dev/sdz)" "make: mkfs.ext4 -q -F /dev/sdz
make: mount -t ext4 -o nosuid,nodev,dax /dev/sdz $fs
show: the benchmark runs in one file system, and that is another one
run: by a command made of the job, below"
like "not if something is on it" "$(steps --disk /dev/sdy)" \
	'show: it holds something \(ext4\); --disk-may-be-wiped lets that go'
like "unless the user says so" "$(steps --disk /dev/sdy --disk-may-be-wiped)" 'make: mkfs.ext4 -q -F /dev/sdy'
echo '/dev/sdz /data ext4 rw 0 0' >>"$root/proc/self/mounts"
like "not if it is mounted" "$(steps --disk /dev/sdz --disk-may-be-wiped)" 'show: it is mounted'
like "not if it is swap" "$(: >"$root/dev/sdb2"; steps --disk /dev/sdb2 --disk-may-be-wiped)" 'show: it is swap'
like "not if it is none" "$(steps --disk /dev/nothing)" 'show: it is no block device'
ln -s sdy "$root/dev/link"
like "not by a link" "$(steps --disk /dev/link --disk-may-be-wiped)" 'show: it is no block device'
sed -i '/sdz/d' "$root/proc/self/mounts"
rm -f "$did" && run --allow mounts --disk /dev/sdz --commit disk >/dev/null 2>&1
is "it is made there" "$(did)" "mkfs.ext4 -q -F /dev/sdz
mount -t ext4 -o nosuid,nodev,dax /dev/sdz $fs
umount $fs"

# ---- a job without a script
printf 'fs: ext4\n' >>"$scratch/job.yaml"
is "its file system" "$("$lkpdigest" reproduce "$scratch/job.yaml" --sysroot "$root" --json |
	of 'join " ", map { $_->{does} ? $_->{does}[0] : () } @{$_->{steps}}')" "mkfs.ext4 mount"

# ---- the script of a plan
mail 'modprobe brd rd_nr=4' 'mkfs -t xfs -f /dev/pmem1' 'mount -t xfs /dev/pmem1 /fs/pmem1'
plan --script >"$scratch/script"
ok "is one" sh -n "$scratch/script"
put usr/bin/hackbench '#!/bin/sh' 'pwd'
rm -f "$did"
sed -i "s|/run/lkp|$root/run/lkp|g; s|/var/lib/lkp|$root/var/lib/lkp|g; s|$root$root|$root|g" "$scratch/script"
(cd "$scratch" && PATH=$root/usr/bin:$root/usr/sbin:$PATH sh "$scratch/script" >/dev/null 2>&1)
is "and does the same" "$(did)" "modprobe brd rd_nr=4
mkfs.xfs -q -f $img
mount -t xfs -o nosuid,nodev,loop $img $fs
umount $fs
modprobe -r brd"

# ---- failures and kills
program mount <<<'echo "mount: no such thing" >&2; exit 32'
rm -f "$did"
exits 3 "a change that fails ends it" run --allow all --commit failed
is "and what was made is undone" "$(did | tail -n 1) $(left)" "modprobe -r brd "
like "why is told" "$(run --allow all --commit failed 2>&1)" 'mount: no such thing'
program mount <<'END'
for last; do :; done
echo "x $last x rw 0 0" >>"$root/proc/self/mounts"
kill -9 $PPID
sleep .2
END
run --allow all --commit killed >/dev/null 2>&1
is "killed: all of it is there" "$(left) $(grep -c lkpdigest/fs "$root/proc/self/mounts")" \
	"brd fs.img settings 1"
rm -f "$did"
said=$(run --commit killed 2>&1 >/dev/null)
is "the next start undoes it" "$(did | paste -sd,) $(left | tr -d ' ')" "umount $fs,modprobe -r brd "
like "and says so" "$said" '3 changes were put back'
mkdir -p "$root/sys/module/kvm"
printf '%s\n' first 'module kvm' 'module ../x' 'mount /' 'file /etc/passwd' 'swapoff relative' \
	>"$XDG_STATE_HOME/lkpdigest/settings"
rm -f "$did" && run --commit other >/dev/null 2>&1
is "what is none of ours is left alone" "$(did)" ""

exits 2 "--allow of what is no class" run --allow disks
exits 2 "--disk-may-be-wiped without --disk" run --disk-may-be-wiped
exits 2 "--allow mounts through --ssh" run --allow mounts --ssh host

put proc/swaps 'Filename Type Size Used Priority' '/dev/sdb2 partition 100 0 -2' '/swap.img file 100 0 7'
mail 'swapoff /dev/sdb2' 'swapoff /dev/sdc1' 'hackbench -g 1'
is "one swap of several, and one that is not on" "$(steps)" "make: swapoff /dev/sdb2
keep: no such swap is on
run: by a command made of the job, below"
is "the text has a step for each, too" "$(plan | grep -oE '(make|show|keep) +mount +swapoff [^ ]*' | tr -s ' ')" \
	"make mount swapoff /dev/sdb2
keep mount swapoff /dev/sdc1"

done_testing
