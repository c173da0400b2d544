#!/usr/bin/env bash
# sh_ga_pso.sh: the optimiser ga-pso, by its name alone, finds players that clear rows, as the genetic algorithm does.
. "$(dirname "$0")/../../shell.sh" || exit 1

printf '[game]\nheight = 10\n[training]\ntotal_pieces = 3e5\n[validation]\ngames = 60\n' >bare.ini
printf 'ga      optimiser.kind=ga\nga-pso  optimiser.kind=ga-pso\n' >bred.list
expect 0 "a study of both" study bare.ini bred.list --repeat 3
grep -q '"search": "ga-pso, preset whole-box' runs/study-bred/ga-pso/01/run.json
say $? "... says what has searched"
awk '$NF ~ /^ga/ { n++; if ($3 < 1) low = 1 } END { exit !(n == 2 && !low) }' out
say $? "... and both clear rows"
exit $failed
