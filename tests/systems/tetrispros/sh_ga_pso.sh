#!/usr/bin/env bash
# sh_ga_pso.sh: the optimiser ga-pso, by its name alone, finds players that clear rows, as the genetic algorithm does.
. "$(dirname "$0")/../../shell.sh" || exit 1

ini game height=10 training total_pieces=3e5 validation games=60 >bare.ini
printf 'ga      optimiser.kind=ga\nga-pso  optimiser.kind=ga-pso\n' >bred.list
expect 0 "a study of both" study bare.ini bred.list --repeat 3
says '"search": "ga-pso, preset whole-box' runs/study-bred/ga-pso/01/run.json
awk '$NF ~ /^ga/ { n++; if ($3 < 1) low = 1 } END { exit !(n == 2 && !low) }' out
say $? "... and both clear rows"

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
