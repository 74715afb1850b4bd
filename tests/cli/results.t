#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Result roots wherever they lie: a directory and archives of it give the same table.
. "$(dirname "$0")/tap.sh"
cases=$(cd "$(dirname "$0")/../cases/compare" && pwd)
first=1111111111111111111111111111111111111111
second=2222222222222222222222222222222222222222

# table RESULTS ORDER ARGUMENT...
table() {
	local results=$1 order=$2
	shift 2
	"$lkpdigest" compare --style lkp --results "$results" --order "$order" "$@" 2>/dev/null
}

# ---- archives ----------------------------------------------------------------------------

for case in "$cases"/*; do
	name=${case##*/}
	read -ra arguments <"$case/args"
	cd "$case" || exit 1
	find result -type f | LC_ALL=C sort -t/ -k9 -r >"$scratch/members"
	tar -cf "$scratch/$name.tar" result
	tar -cJf "$scratch/$name.tar.xz" --verbatim-files-from -T "$scratch/members"
	is "$name: from a tar" "$(table "$scratch/$name.tar" order "${arguments[@]}")" "$(cat out.txt)"
	is "$name: from a tar.xz in another order" \
		"$(table "$scratch/$name.tar.xz" order "${arguments[@]}")" "$(cat out.txt)"
done
cd "$scratch" || exit 1
cp -r "$cases/two-commits/result" result
order=$cases/two-commits/order
wanted=$(cat "$cases/two-commits/out.txt")
if command -v zip >/dev/null; then
	zip -qr results.zip result
	is "from a zip" "$(table results.zip "$order" $first $second)" "$wanted"
else
	skip "from a zip" "there is no zip"
fi
tar -cf inner.tar result && tar -czf outer.tar.gz inner.tar
is "from an archive in an archive" "$(table outer.tar.gz "$order" $first $second)" "$wanted"
mkdir both && cp inner.tar both/
is "from an archive in a directory" "$(table both "$order" $first $second)" "$wanted"
tar -C result -cf bare.tar .
is "from an archive of what is in the directory" "$(table bare.tar "$order" $first $second)" "$wanted"
root=$(cd result && echo */*/*/*/*/*/$first)
tar -cf runs.tar result
like "runs of one result root, by their names in the archive" \
	"$("$lkpdigest" compare --style lkp --results runs.tar -a -j "result/$root/0" -j "result/$root/1" 2>&1)" \
	'the run has no matrix.json'

# Nothing of an archive is written anywhere, and no link of it is followed.
mkdir hostile && cd hostile || exit 1
mkdir -p in/deep/dir/evil/1 "$scratch/outside/0"
cp "$scratch/result/$root/0/job.yaml" in/deep/dir/evil/1/
ln -s "$scratch/result/$root/0/stats.json" in/deep/dir/evil/1/stats.json
(cd in/deep/dir && tar -cf "$scratch/evil.tar" --transform 's,^evil,../../evil,' -P evil)
(cd in/deep/dir && tar -cf "$scratch/linked.tar" evil)
before=$(ls -lR "$scratch")
exits 1 "names that lead out" "$lkpdigest" compare --style lkp --results "$scratch/evil.tar" $first $second
exits 1 "a link in an archive" "$lkpdigest" compare --style lkp --results "$scratch/linked.tar" $first $second
is "nothing was written" "$(ls -lR "$scratch")" "$before"
cd "$scratch" || exit 1

# A file that is a link is not followed, nor a link to a run outside.
cp -r result links
mv "links/$root/0/stats.json" elsewhere.json
ln -s "$scratch/elsewhere.json" "links/$root/0/stats.json"
like "stats behind a link" "$("$lkpdigest" compare --style lkp --results links $first $second 2>&1)" \
	'is a link, which is not followed'
mv "links/$root/1" outside/1 && ln -s "$scratch/outside/1" "links/$root/1"
like "a run behind a link" "$("$lkpdigest" compare --style lkp --results links $first $second 2>&1)" \
	'a link leads to it.*not-a-run'

# Damage is told and costs what is damaged only.
head -c 30000 inner.tar >cut.tar
like "a cut archive" "$("$lkpdigest" compare --style lkp --results cut.tar $first $second 2>&1)" 'archive-damaged'
cp -r result packed && gzip -r packed && head -c 60 "packed/$root/0/stats.json.gz" >cut.gz
find packed -name job.yaml.gz -exec gunzip {} +
mv cut.gz "packed/$root/0/stats.json.gz"
like "a cut stats.json.gz" "$("$lkpdigest" compare --style lkp --results packed $first $second 2>&1)" \
	'stats.json.gz: error: it ends early'

done_testing
