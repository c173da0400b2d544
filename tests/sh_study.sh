#!/usr/bin/env bash
# sh_study.sh: "swarmtris study" and bench/study.sh as users meet them.
. "$(dirname "$0")/shell.sh" || exit 1
export SWARMTRIS=$program

run() { # COMMAND...: the program or study.sh; leaves out, err, status
    "$@" >out 2>err </dev/null
    status=$?
}
cat >base.ini <<'INI'
[game]
width = 6
height = 6
[training]
iterations = 4
games = 3
[selection]
games = 20
[validation]
games = 50
[optimiser]
particles = 5
INI
printf '# two ways\n  # one of them as the ini has it\nplain\n \nshort  training.iterations=1 # and no more\n' >two.list

# ---- a study ----

expect 0 "two variants with three seeds" "$root/bench/study.sh" base.ini two.list runs 3
says "^6 of 6 trainings to go"
says "the best of 2; " out
says " 3 .* plain$" out
says " 3 .* short$" out
[ -s runs/charts/study.tsv ] && [ "$(wc -l <runs/charts/study_runs.tsv)" = 7 ]
say $? "the tables of the chart have both variants and all runs"
find runs -name weights.ini -exec md5sum {} + | sort >before
cp out first
rm -r runs/plain/02 runs/short/03/run.json
expect 0 "again, with one run gone and one not marked finished" "$root/bench/study.sh" base.ini two.list runs 3
says "^2 of 6 trainings to go"
find runs -name weights.ini -exec md5sum {} + | sort | cmp -s - before && cmp -s out first
say $? "the results are the same, byte for byte"
expect 0 "a run of it is the run with its seed" "$program" train base.ini --seed 3 --set training.iterations=1 --out alone -q
cmp -s alone/weights.ini runs/short/03/weights.ini
say $? "... byte for byte"
printf 'wrong  training.iterationz=1\n' >wrong.list
expect 64 "a mistake in the list" "$root/bench/study.sh" base.ini wrong.list wrong 1
says "did you mean 'iterations'"
says "^.*/wrong.list: wrong: cannot be trained$"
[ ! -e wrong ]
say $? "... before anything is made"

mkdir "a b" && cp base.ini two.list "a b"
expect 0 "paths with blanks, and settings for all variants" "$root/bench/study.sh" "a b/base.ini" "a b/two.list" "a b/runs" 1 training.games=2
grep -q '^games = 2' "a b/runs/plain/01/config.ini" && grep -q '^iterations = 1' "a b/runs/short/01/config.ini"
say $? "... which they have"
sed 's/^short .*/short  training.iterations=1 optimiser.particles=9/' two.list >other.list
expect 78 "other settings than before" "$root/bench/study.sh" base.ini other.list runs 3
says "optimiser.particles = 9, was"
cat other.list two.list >twice.list
expect 78 "two variants of one name" "$root/bench/study.sh" base.ini twice.list twice 1
cp -r runs/short mixed && rm -r mixed/02 && "$program" train base.ini --seed 2 --set training.iterations=2 --out mixed/02 -q >out 2>err
expect 65 "runs of one variant that were trained otherwise" "$program" study mixed runs/plain
says "^mixed/02: trained with other settings than the first run .iterations = 2.:"
rm runs/plain/01/run.json && echo garbage >runs/plain/01/checkpoint && rm -f runs/plain/01/checkpoint.prev
expect 65 "a run that is damaged ends the study with its status" "$root/bench/study.sh" base.ini two.list runs 3
rm -r runs/plain/01

# ---- a study that is stopped ----

# The reference engine, so that what takes seconds now still does so when others are fast.
sed '1i [experiment]\nengine = reference\n[objective]\nmax_pieces = 200' base.ini >slow.ini
echo 'slow  training.iterations=600 training.games=20' >slow.list
iterations() { # of the training in cut, as far as it is
    cat cut/slow/01/metrics.tsv 2>/dev/null | wc -l
}
stopped() { # STATUS TEXT COMMAND...: the study, in a process group of its own, $pid, is stopped by COMMAND in the middle of its training
    local wanted=$1 text=$2 before i pid
    shift 2
    before=$(iterations)
    set -m
    "$root/bench/study.sh" slow.ini slow.list cut 1 >out 2>err </dev/null &
    pid=$!
    set +m
    for ((i = 0; i < 2000 && $(iterations) <= before + 10; i++)); do sleep 0.01; done
    eval "$@"
    wait $pid 2>/dev/null
    status=$?
    flock cut/slow/01/LOCK true # once the training has saved
    [ $status = "$wanted" ] && [ "$(iterations)" -gt "$before" ] && grep -q '"state": "stopped"' cut/slow/01/run.json
    say $? "$text: status $wanted"
    [ $status = "$wanted" ] || { echo "# status $status"; sed 's/^/# /' err; }
}
expect 0 "a study in one piece" "$root/bench/study.sh" slow.ini slow.list whole 1
stopped 130 "Ctrl-C" 'kill -INT -- -$pid'
stopped 143 "SIGTERM for all of it" 'kill -TERM -- -$pid'
stopped 75 "a training that is asked to stop" 'touch cut/slow/01/STOP'
expect 0 "started again" "$root/bench/study.sh" slow.ini slow.list cut 1
says "^1 of 1 trainings to go"
cmp whole/slow/01/metrics.tsv cut/slow/01/metrics.tsv && cmp whole/slow/01/weights.ini cut/slow/01/weights.ini
say $? "... it ends as in one piece, byte for byte"

# ---- swarmtris study ----

expect 0 "over a --repeat" "$program" train base.ini --repeat 3 --out many -q
expect 0 "a repeat and a variant" "$program" study many runs/short --alpha 0.1
says "90 % confidence" out
expect 0 "a variant alone" "$program" study many
says " 3 .* many$" out
if command -v python3 >/dev/null; then
    "$program" study many runs/short --json | python3 -c '
import json, sys
r = json.load(sys.stdin)["ranking"]
assert len(r) == 2 and r[0]["score"]["mean"] >= r[1]["score"]["mean"] and all(v["seeds"] == 3 for v in r), r
assert all(v["score"]["ci95"][0] <= v["score"]["mean"] <= v["score"]["ci95"][1] for v in r), r'
    say $? "--json is JSON"
fi
expect 64 "no directory" "$program" study
expect 66 "a directory that is not there" "$program" study many missing
says "^missing: must be the directory of runs"
expect 66 "a run instead of its parent" "$program" study many/01
expect 73 "charts where no folder can be" "$program" study many --out base.ini/charts
if [ -w /dev/full ]; then
    "$program" study many >/dev/full 2>err
    [ $? = 74 ]
    say $? "a full disk: status 74"
fi
exit $failed
