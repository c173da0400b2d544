#!/usr/bin/env bash
# sh_ga_pso.sh: the optimiser ga-pso, by its name alone, finds players that clear rows, as the genetic algorithm does.
. "$(dirname "$0")/../../shell.sh" || exit 1

ini game height=10 training total_pieces=3e5 validation games=60 >bare.ini
printf 'ga      optimiser.kind=ga\nga-pso  optimiser.kind=ga-pso\n' >bred.list
expect 0 "a study of both" study bare.ini bred.list --repeat 3
says '"search": "ga-pso, preset textbook' runs/study-bred/ga-pso/01/run.json
awk '$NF ~ /^ga/ { n++; if ($3 < 1) low = 1 } END { exit !(n == 2 && !low) }' out
say $? "... and both clear rows"

# The ten best of each iteration. Those of 1 .. 20 are 11 .. 20, whose mean and median are 15.5; over runs of which one has three times as
# much, 31. Where a run has fewer iterations, the table has. Medians 10, 20, 30 of means 12, 22, 34: slope 1.1 and, of the squares, 242 of
# 242 2/3 by the line. Without positions there is no such table.
put() { # VARIANT RUN AWK: a run whose positions.tsv awk prints
    mkdir -p "$1/0$2"
    printf '[weights]\nx1 = 1\n\n[rules]\nfeatures = set-%d\nwidth = 10\n\n[score]\ntraining = 300\ntraining_games = 5\nreselected = 120\nvalidated = 100\n' "$2" >"$1/0$2/weights.ini"
    [ -z "${3-}" ] || awk "BEGIN { print \"iteration\\tparticle\\tgames\\tscore\\tx1\"; OFS = \"\\t\"; $3 }" >"$1/0$2/positions.tsv"
}
for run in 1 2; do
    put a $run "for (i = 0; i < 20; i++) print 1, i, 1, $((2 * run - 1)) * (i * 7 % 20 + 1), 0; for (i = 2; i <= $run + 1; i++) print i, 0, 1, 100 * i, 0"
done
put c 1 'for (i = 0; i < 15; i++) print int(i / 5) + 1, i % 5, 1, 10 * (int(i / 5) + 1) + (i % 5 == 0) * (i < 10 ? 10 : 20), 0'
put b 1
run study a b c --out none
[ -e none/study.tsv ] && [ ! -e none/mean_median.tsv ]
say $? "a study of runs of which one has no positions: no means and medians"
run study a c --out ten
[ "$(tail -n +2 ten/mean_median.tsv | tr '\t\n' ' ;')" = "a 1 31 31;a 2 200 200;c 1 12 10;c 2 22 20;c 3 34 30;" ]
say $? "mean and median of the ten best, over the runs"
awk -F '\t' 'NR == 2 && !($1 == "a" && $2 == 2 && $3 == 1 && $4 == 0) { exit 1 }
    NR == 3 && !($1 == "c" && $2 == 3 && ($3 - 1.1) ^ 2 < 1e-20 && ($4 - 2 / 3) ^ 2 < 1e-20 && ($5 - 363 / 364) ^ 2 < 1e-20) { exit 1 } END { exit NR != 3 }' ten/mean_median_fit.tsv
say $? "... and the lines that fit them"

# What earlier programs did is named in the pages, with how to run it.
for word in lus ga-pso pruned report-2018; do
    grep -q "\b$word\b" "$root/README.md" && grep -q "\b$word\b" "$root/params/guide.md"
    say $? "README and the guide have the word $word"
done
expect 0 "an optimiser" list ga-pso
says "runs with: swarmtris train quick --set optimiser.kind=ga-pso$" out
expect 0 "... lus" list lus
says "runs with: swarmtris train quick --set optimiser.kind=lus$" out
expect 0 "an agent" list random
says "plays with: swarmtris train, eval or play ... --set agent.kind=random$" out
expect 0 "an ini" list report-2018
says "swarmtris train" out
exit $failed
