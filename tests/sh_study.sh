#!/usr/bin/env bash
# sh_study.sh: "swarmtris study" as users meet it: lists of settings, and directories of runs.
. "$(dirname "$0")/shell.sh" || exit 1
export SWARMTRIS=$program

run() { # COMMAND...: leaves out, err, status
    "$@" >out 2>err </dev/null
    status=$?
}
ini game width=6 height=6 training iterations=4 games=3 selection games=20 validation games=50 \
    optimiser preset=vdbergh particles=5 >base.ini
printf '# two ways\n  # one of them as the ini has it\nplain\n \nshort  training.iterations=1 # and no more\n' >two.list

# ---- a list of settings ----

study() { # STATUS TEXT ARGUMENT...: of study
    local wanted=$1 text=$2
    shift 2
    expect "$wanted" "$text" "$program" study "$@"
}
study 0 "two variants with three seeds" base.ini two.list --out runs --repeat 3
says "^6 of 6 trainings to go, [0-9]+ at a time, into runs$"
says "the highest score of 2: " out
says " 3 .* plain$" out
says " 3 .* short$" out
says "^warning: no equal budgets: plain spent [0-9.]+ times as much as short, means over seeds$"
[ -s runs/charts/study.tsv ] && [ "$(wc -l <runs/charts/study_runs.tsv)" = 7 ]
say $? "the tables of the chart have both variants and all runs"
none "$(find runs -name '*.out')" "nothing but runs is left"
find runs -name weights.ini -exec md5sum {} + | sort >before
cp out first
study 0 "its chart in another form" runs/plain runs/short --out chart --format svg --size 800x500 --title 'Two ways'
[ ! -e chart/study.png ] && grep -q 'Two ways' chart/study.svg && grep -q '^<svg.*\|width="800"' chart/study.svg
say $? "... and size, with a title"
expect 66 "plot has no runs there" "$program" plot chart
is "$(cat err)" "chart: nothing to draw: it holds the chart of a study, which is drawn again by: swarmtris study DIR... --out chart" "... and names the command"
if command -v gnuplot >/dev/null; then
    study 0 "at another level" base.ini two.list --out runs --repeat 3 --alpha 0.2
    rm runs/charts/*.svg
    expect 0 "plot draws the study's folder" "$program" plot runs --format svg
    grep -q 'Holm, 20 %); plain spent' runs/charts/study.svg
    say $? "... at the study's level, with what its ways spent"
    is "$(cat out)" "$(printf 'runs/charts/study.svg\nruns/charts/compare.svg')" "... its scores and its curves"
    is "$(grep -cE '>(plain|short)( .)?<' runs/charts/study.svg) $(grep -cE '>(plain|short)  [0-9.]+<' runs/charts/compare.svg)" "2 2" "... of all its ways"
    expect 0 "for a paper" "$program" plot runs --size 3.4in --font 8pt --no-title --out paper -q
    [ -s paper/compare.pdf ] && grep -qa '/MediaBox \[ 0 0 24[45]' paper/compare.pdf
    say $? "... a pdf of 3.4 inches"
    for wrong in '--size 3.4' '--size 0x3in' '--size 50in' '--font 8' '--font 3pt'; do
        expect 64 "plot $wrong" "$program" plot runs $wrong --out wrong
    done
fi
rm -r runs/plain/02 runs/short/03/run.json
study 0 "again, with one run gone and one not marked finished" base.ini two.list --out runs --repeat 3 --threads 1
says "^2 of 6 trainings to go, 1 at a time, into runs$"
find runs -name weights.ini -exec md5sum {} + | sort | cmp -s - before && cmp -s out first
say $? "the results are the same, byte for byte"
study 0 "more seeds" base.ini two.list --out runs --repeat 4
says "^2 of 8 trainings to go"
rm -r runs/plain/04 runs/short/04
study 0 "... and fewer" two.list base.ini --out runs --repeat 3
lacks "to go"
study 0 "... than are there" two.list base.ini --out runs --repeat 2
says "^runs/plain: holds 3 runs, and --repeat is 2: all that are there are compared$"
says "^runs/short: holds 3 runs, and --repeat is 2: all that are there are compared$"
expect 0 "a run of it is the run with its seed" "$program" train base.ini --seed 3 --set training.iterations=1 --out alone -q
same "... byte for byte" alone runs/short/03 weights.ini
cp base.ini named.ini && cp two.list named.list
for file in named.list named.ini; do
    rm -rf runs/study-named
    study 0 "the ini and the list of one name: study $file" $file --repeat 1
    [ -s runs/study-named/plain/01/weights.ini ] && [ -s runs/study-named/charts/study.tsv ]
    say $? "... into runs/study-named"
done
rm -r runs/study-named
study 66 "an ini without a list" base.ini
says "^base.ini: there is no base.list beside it; name both: swarmtris study FILE.ini FILE.list$"
study 66 "a list that is not there" base.ini none.list --out none
says "^none.list: no such file$"
study 66 "an ini that is not there" nix.ini two.list
says "^nix.ini: no such file$"
study 64 "two lists" two.list named.list
printf 'wrong  training.iterationz=1\n' >wrong.list
study 78 "a mistake in the list" base.ini wrong.list --out wrong
says "^wrong.list:1: training.iterationz=1: .*did you mean 'iterations'"
lines 1
[ ! -e wrong ]
say $? "... before anything is made"
printf '# nothing\n\n' >empty.list
study 78 "a list of nothing" base.ini empty.list --out wrong
printf 'training.games=3\n' >nameless.list
study 78 "a variant without a name" base.ini nameless.list --out wrong
says "^nameless.list:1: training.games=3: must be a name for the variant"


# ---- what is said before it trains ----

warned() { # N PATTERN: so many warnings with it, all of them, but that of the results, before the first training
    sed -i '/^warning: no equal budgets: /d' err
    [ "$(grep -cE -- "^warning: .*$2" err)" = "$1" ] && awk '/to go,/ { begun = 1 } begun && /^warning: / { late = 1 } END { exit late }' err
    say $? "... with $1 warnings, in time: $2"
}
few="1 seed of 2 variants can show no difference at the 5 % level: the smallest p, after Holm's correction over all pairs, is 1; --repeat 6 is enough"
printf 'plain\nga  optimiser.kind=ga optimiser.preset=published\npso optimiser.inertia=1.5\n' >warned.list
study 0 "variants that are warned of" base.ini warned.list --out warned --repeat 1 --set training.iterations=1
warned 1 'start_lower = 0 .preset published.: all genes start on the upper side .* [(]ga[)]$'
warned 1 'warned.list:3: optimiser.inertia=1.5: .* [(]pso[)]$'
warned 1 '1 seed of 3 variants can show no difference .* is 1; --repeat 7 is enough$'
printf 'plain\nother  training.games=2\n' >pair.list
study 0 "what all variants are warned of" base.ini pair.list --out warned-all --repeat 1 --set training.iterations=1 --set optimiser.inertia=1.5
warned 1 'optimiser.inertia=1.5: .*[^)]$'
warned 1 "$few"
study 0 "five seeds of two" base.ini pair.list --out seeds --repeat 5 --set training.iterations=1
warned 1 '5 seeds of 2 variants .* is 0.0625; --repeat 6 is enough$'
study 0 "... where ten per cent are enough" base.ini pair.list --out seeds --repeat 5 --set training.iterations=1 --alpha 0.1
warned 0 variants
study 0 "six seeds of two" base.ini pair.list --out seeds --repeat 6 --set training.iterations=1
warned 0 variants
study 0 "one seed more where six are there" base.ini pair.list --out seeds --repeat 1 --set training.iterations=1
warned 0 variants
head -n 1 pair.list >alone.list
study 0 "a variant alone, which is compared with nothing" base.ini alone.list --out lonely --repeat 1 --set training.iterations=1
warned 0 variants

mkdir "a b" && cp base.ini two.list "a b"
study 0 "paths with blanks, and settings for all variants" "a b/base.ini" "a b/two.list" --out "a b/runs" --repeat 1 --set training.games=2
grep -q '^games = 2' "a b/runs/plain/01/config.ini" && grep -q '^iterations = 1' "a b/runs/short/01/config.ini"
say $? "... which they have"
sed 's/^short .*/short  training.iterations=1 optimiser.particles=9/' two.list >other.list
study 78 "other settings than before" base.ini other.list --out runs --repeat 3
says "optimiser.particles = 9, was"
cat other.list two.list >twice.list
study 78 "two variants of one name" base.ini twice.list --out twice --repeat 1
says "there is a variant of this name already"
cp -r runs/short mixed && rm -r mixed/02 && "$program" train base.ini --seed 2 --set training.iterations=2 --out mixed/02 -q >out 2>err
study 65 "runs of one variant that were trained otherwise" mixed runs/plain
says "^mixed/02: trained with other settings than the first run .iterations = 2.:"
rm runs/plain/01/run.json && echo garbage >runs/plain/01/checkpoint && rm -f runs/plain/01/checkpoint.prev
study 65 "a run that is damaged ends the study with its status" base.ini two.list --out runs --repeat 3
says "is damaged"
rm -r runs/plain/01
study 64 "--set for directories" runs/plain runs/short --set training.games=3
says "^swarmtris: --set: has no effect with directories of runs"

# ---- a study that is stopped ----

# The reference engine where it is stopped, so that what takes seconds now still does so when others are fast; no result depends on it.
sed '1i [experiment]\nengine = reference\n[objective]\nmax_pieces = 200' base.ini >slow.ini
echo 'slow  training.iterations=2000 training.games=20' >slow.list
iterations() { # of the training in cut, as far as it is
    cat cut/slow/01/metrics.tsv 2>/dev/null | wc -l
}
stopped() { # STATUS TEXT COMMAND...: the study, in a process group of its own, $pid, is stopped by COMMAND in the middle of its training
    local wanted=$1 text=$2 before i pid
    shift 2
    before=$(iterations)
    set -m
    "$program" study slow.ini slow.list --out cut --repeat 1 >out 2>err </dev/null &
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
study 0 "a study in one piece" slow.ini slow.list --out whole --repeat 1 --set experiment.engine=auto
stopped 130 "Ctrl-C" 'kill -INT -- -$pid'
says "interrupted; the trainings are saved: the same command goes on"
stopped 75 "SIGTERM for all of it" 'kill -TERM -- -$pid'
stopped 75 "SIGUSR1 for the study alone" 'kill -USR1 $pid'
stopped 137 "SIGKILL, while its training saves and stops" 'kill -KILL $pid'
# A process may have children before it becomes the program: by exec in a shell. This one ends behind that, since bash would reap it.
cat >with-child <<EOF
#!/bin/bash
(while read -r name </proc/\$\$/comm && [ "\$name" != $(basename "$program") ]; do sleep 0.01; done) &
echo \$! >inherited
exec "$program" "\$@"
EOF
chmod +x with-child
program=./with-child stopped 75 "SIGTERM, beside a child that is not its own" 'kill -0 $(cat inherited) && touch untouched; kill -TERM $pid'
[ -e untouched ]
say $? "... which it leaves alone"
stopped 75 "a STOP file" 'touch cut/STOP'
stopped 75 "a training that is asked to stop" 'touch cut/slow/01/STOP'
study 0 "started again" slow.ini slow.list --out cut --repeat 1 --set experiment.engine=auto
says "^1 of 1 trainings to go"
same "... it ends as in one piece, byte for byte" whole/slow/01 cut/slow/01 metrics.tsv weights.ini

# ---- train --repeat: a campaign without a list ----

expect 75 "a repeat whose time is over" "$program" train base.ini --repeat 3 --out again --max-time 0.001s
says "^the time of --max-time is over; saved, to go on type:$"
says "^  .*swarmtris train base.ini --repeat 3 --out again --max-time 0.001s --resume$"
touch again/STOP
expect 75 "... stopped by a file" "$program" train base.ini --repeat 3 --out again --resume
says "^asked to stop by the file STOP; saved, to go on type:$"
expect 73 "... and without --resume" "$program" train base.ini --repeat 3 --out again
expect 0 "... goes on, and tells all" "$program" train base.ini --repeat 3 --out again --resume --verbose
is "$(grep -c '^training ended: ' err)" 3 "... what each training says is together"
is "$(cut -d ' ' -f 1-4 out | head -3 | xargs)" "run 01 seed 1 run 02 seed 2 run 03 seed 3" "... and the results are in order"
expect 0 "two trainings on four threads" "$program" train base.ini --repeat 2 --threads 4 --out wide
says "^2 of 2 trainings to go, 2 at a time, into wide$"
is "$(grep -c '"threads": 2,' wide/0?/run.json | xargs)" "wide/01/run.json:1 wide/02/run.json:1" "... have two each"

if command -v perl >/dev/null; then
    timeout -k 1 60 perl -e '$SIG{CHLD} = "IGNORE"; exec @ARGV' "$program" study base.ini two.list --out ignored --repeat 1 -q >out 2>err </dev/null
    [ $? = 0 ] && [ -s ignored/plain/01/weights.ini ]
    say $? "a study whose starter ignores the ends of children (SIGCHLD)"
fi

# ---- a study on a full disk ----

mkdir disk
if [ "$(id -u)" = 0 ] && mount -t tmpfs -o size=128k none disk 2>/dev/null; then
    study 74 "a full disk" base.ini two.list --out disk/full --repeat 9 --threads 1
    says "^disk/full/(plain|short)/0[0-9]/[a-z]+([.][a-z]+)?: cannot be (written|created): No space left on device"
    says "^[0-9]+ of 18 trainings are finished; once the files can be written, the same command goes on$"
    mount -o remount,size=8m disk
    study 0 "... once there is room" base.ini two.list --out disk/full --repeat 9 --threads 1
    umount disk
else
    echo "skip - a study on a full disk: needs root and tmpfs"
fi

# ---- swarmtris study ----

expect 0 "over a --repeat" "$program" train base.ini --repeat 3 --out many -q
for run in 01 02 03; do same "... one that was stopped has the same run $run" many/$run again/$run metrics.tsv weights.ini; done
cmp -s many/summary.tsv again/summary.tsv
say $? "... and summary"
expect 0 "a repeat and a variant" "$program" study many runs/short --alpha 0.1
says "at the 10 % level$" out
expect 0 "a variant alone" "$program" study many
says " 3 .* many$" out
"$program" study many runs/short --json >out
is_json "--json is JSON" "[v['seeds'] for v in j['ranking']] == [3, 3] and j['ranking'][0]['score']['mean'] >= j['ranking'][1]['score']['mean'] and \
    all(v['score']['lower'] <= v['score']['mean'] <= v['score']['upper'] for v in j['ranking']) and \
    [v['verdict'] for v in j['ranking']] == ['too few seeds'] * 2"
# Three seeds can give no p below 0.25, five none below 0.0625, six 0.03125.
expect 0 "three seeds" "$program" study many runs/short
says ": the difference to the other could not be significant with so few seeds .marked \?., at the 5 % level$" out
says "^smallest p that 2 to 3 common seeds can give: |^smallest p that [23] common seeds can give: " out
says "; significant differences need 6 seeds of each$" out
lacks 'is not significant' out
expect 0 "... with an alpha that they can reach" "$program" study many runs/short --alpha 0.5
lacks 'so few seeds' out

# The point of a repeat in compare.png is the mean that the study prints; one of them has no summary.
if command -v gnuplot >/dev/null; then
    "$program" study many runs/short >out
    "$program" plot many runs/short --out point --format svg >log 2>err && [ -s point/compare_2_reported.tsv ]
    say $? "compare.png of two repeats"
    for of in many short; do
        cat >point.gp <<EOF
here = '$root/plots/'; chart = 'compare'; run = ''; format = 'svg'; out = 'point/out.svg'; charts = 'point'; base = ''
load '$root/plots/style.gp'
k = name_1 eq '$of' ? 1 : 2; reported_table = value('reported_table_'.k); has_reported = value('has_reported_'.k); load '$root/plots/seeds.gp'
set print 'point/is'
print sprintf('%.4g %.3g %.3g', validated, validated_lo, validated_hi)
EOF
        gnuplot -c point.gp 2>err
        wanted=$(awk -v name=$of '$NF == name { gsub("[=?]", " "); printf "%.4g %.3g %.3g\n", $3, $4, $5 }' out)
        # Both approximate Student's t, which a wide interval of logarithms magnifies.
        echo "$wanted" | cat - point/is | awk 'NR == 1 { n = split($0, want) } NR == 2 { for (i = 1; i <= n; i++) bad += ($i - want[i]) ^ 2 > (0.005 * $i) ^ 2 }
            END { exit !(NR == 2 && n == 3 && bad == 0) }'
        say $? "compare.png and study agree on $of: $wanted"
    done
fi

# Errors of test functions.
ini objective kind=sphere dim=3 training total_games=200 optimiser particles=5 >sphere.ini
printf 'long  training.total_games=2000\nshort\n' >sphere.list
expect 0 "a study of a function" "$program" study sphere.ini sphere.list --out spheres --repeat 6
says "^long has the smallest error of 2: the difference to the other is significant, at the 5 % level$" out
says " error .* variant$" out
says "^validated on function=sphere, dim=3$" out
"$program" study spheres/long spheres/short --json >out
grep -q '"what": "error"' out && grep -q '"verdict": "best"' out && grep -q '"verdict": "worse"' out && grep -q '"p_smallest": 0.03125' out
say $? "... in JSON"
expect 65 "a function and a game" "$program" study spheres/long many
expect 64 "no directory" "$program" study
expect 66 "a directory that is not there" "$program" study many missing
says "^missing: must be the directory of runs"
expect 66 "a run instead of its parent" "$program" study many/01
expect 73 "charts where no folder can be" "$program" study many --out base.ini/charts
on_full "a full disk" study many

# ---- a directory says its kind; another kind is refused, and cleared by --force ----

small_ini >small.ini
printf '20  optimiser.particles=4\n40  optimiser.particles=5\n' >numbers.list
"$program" train small.ini --out kind-training -q >out 2>err
"$program" train small.ini --repeat 2 --out kind-repeat -q >out 2>err
"$program" study small.ini numbers.list --repeat 2 --out kind-study -q >out 2>err
"$program" eval kind-training --games 10 --out kind-evaluation -q >out 2>err
"$program" tournament kind-training kind-repeat --games 10 --out kind-tournament -q >out 2>err
"$program" compare kind-training kind-repeat/02 --games 50 --out kind-comparison -q >out 2>err
kinds="training repeat study evaluation tournament comparison"
make() { # KIND DIR OPTION...: something of this kind in DIR
    local kind=$1 dir=$2
    shift 2
    case $kind in
        training) "$program" train small.ini --out "$dir" -q "$@" ;;
        repeat) "$program" train small.ini --repeat 2 --out "$dir" -q "$@" ;;
        study) "$program" study small.ini numbers.list --repeat 2 --out "$dir" -q "$@" ;;
        evaluation) "$program" eval many/01 --games 10 --out "$dir" -q "$@" ;;
        tournament) "$program" tournament many/01 many/02 --games 10 --out "$dir" -q "$@" ;;
        comparison) "$program" compare many/01 many/02 --games 50 --out "$dir" -q "$@" ;;
    esac >out 2>err
}
for kind in $kinds; do
    is "$(cat kind-$kind/KIND)" "swarmtris $kind" "the line of a $kind"
    cp -r kind-$kind as-before
    for other in $kinds; do
        [ $other = $kind ] && continue
        make $other kind-$kind
        [ $? = 73 ] && diff -r as-before kind-$kind >diff && grep -q "^kind-$kind: holds an\? $kind, and no $other can be kept there" err
        say $? "$other in a directory of a $kind is refused, and no byte changes: $(head -1 err)"
    done
    rm -r as-before
done
touch kind-study/20/01/mine
for kind in repeat training evaluation tournament repeat; do
    make $kind kind-study --force
    [ "$(cat kind-study/KIND)" = "swarmtris $kind" ] && [ -e kind-study/20/01/mine ]
    say $? "--force makes a $kind of it, and leaves what is the user's"
done
none "$(ls kind-study | grep -vE '^(0[12]|20|KIND|charts|summary.tsv)$')" "... and nothing else of what it was"
"$program" study small.ini numbers.list --repeat 2 --out numbers -q >out 2>err
expect 66 "ways called 20 and 40 are no runs" "$program" info numbers
says "^numbers: holds the directories of runs 20, 40: "
rm numbers/KIND numbers/*/KIND
expect 66 "... nor without the line, as in older versions" "$program" info numbers
says "^numbers: holds the directories of runs 20, 40: "
expect 73 "... and runs in a directory without a line are never cleared" "$program" train small.ini --out numbers -q --force
exit $failed
