#!/usr/bin/env bash
# sh_contest.sh: the campaigns that are trained in shares: the contest between optimisers, and what a swarm reaches from nothing; stopped,
# begun again, and what their tables say.
. "$(dirname "$0")/shell.sh" || exit 1

# A study with three contestants, two cells, four seeds; the lists that come with the program name what there is.
cat >cells.list <<'EOF'
# name settings
tiny training.total_pieces=20000 game.height=8
low  training.total_pieces=20000 game.height=6   # easier
EOF
printf 'default optimiser.particles=6\nrandom optimiser.kind=random optimiser.particles=6\ncmaes optimiser.kind=cmaes optimiser.particles=6\n' >three.list
contest() { SWARMTRIS=$program "$root/bench/contest.sh" "$root/params/studies/contest.ini" three.list cells.list runs 4 "$1" >out 2>err; }
contest 0s
[ $? = 75 ] && [ "$(wc -l <runs/contest.tsv)" = 1 ]
say $? "a share without time trains nothing, and can be resumed"
contest 1.5h
[ $? = 64 ] && grep -q '^contest.sh: TIME is 1.5h, and must be a whole number of seconds, minutes or hours' err
say $? "... and a time that is no whole number is refused"
mkdir -p runs/tiny
contest 0s
[ $? = 75 ] && grep -q '^tiny: not in the table, since 0 of 12 trainings have ended with a score above 0$' err
say $? "a cell that is left out of the table is named, with what it has"
for ((i = 0, status = 75; i < 300 && status == 75; i++)); do contest 3s; status=$?; done
[ $status = 0 ] && [ "$(wc -l <runs/contest.tsv)" = 7 ]
say $? "short shares end with a table of both cells ($i shares)"
[ -e runs/tiny/cmaes/04/weights.ini ] && grep -q '^seed = 72001$' runs/low/default/01/config.ini
say $? "... from the seed of the ini on"
# Means and ratios, again, from the weights files.
for name in default random cmaes; do
    for seed in 1 2 3 4; do echo "$name $seed $(sed -n 's/^validated = //p' runs/tiny/$name/0$seed/weights.ini)"; done
done | awk '{ log_of[$1, $2] = log($3); sum[$1] += log($3) / 4 }
    END { for (i in sum) if (best == "" || sum[i] > sum[best]) best = i
          for (i in sum) { square = 0; for (s = 1; s <= 4; s++) square += (log_of[i, s] - log_of[best, s] - sum[i] + sum[best]) ^ 2
              printf "%s %.3f %.3f %.2f\n", i, exp(sum[i]), exp(sum[i] - sum[best]), log(exp(sum[i] - sum[best] - 3.182446 * sqrt(square / 3 / 4))) } }' | sort >expected
awk -F '\t' '$1 == "tiny" { printf "%s %.3f %.3f %.2f\n", $2, $5, $6, log($7) }' runs/contest.tsv | sort >got
awk 'NR == FNR { for (i = 2; i <= 4; i++) want[$1, i] = $i; next }
    { for (i = 2; i <= 3; i++) if ($i - want[$1, i] > 0.002 * $i || want[$1, i] - $i > 0.002 * $i) exit 1
      if ($4 - want[$1, 4] > 0.2 || want[$1, 4] - $4 > 0.2) exit 1; n++ }
    END { exit n != 3 }' expected got
say $? "means, ratios and their intervals are those of the scores"
grep -qE '^mean rank +[0-9.]+ over +2 cells, below 0.95 or its lower bound below 0.90 in +[0-2]: default$' out
say $? "contestants are ranked over the cells"
bad=0
while read -r name settings; do
    sets=()
    for s in $settings; do sets+=(--set "$s"); done
    "$program" check "$root/params/studies/contest.ini" "${sets[@]}" >/dev/null 2>err || { echo "# $name" && cat err && bad=1; }
done < <(sed 's/#.*//' "$root/params/studies/contest-cells.list" "$root/params/studies/contest.list" | grep '[^[:space:]]')
say $bad "all cells and contestants of make contest are settings that there are"

printf 'one 1 params/quick.ini training.total_pieces=30000 game.height=8 validation.games=10\ntwo 1e9 params/quick.ini training.total_pieces=60000 game.height=8 validation.games=10\n' >lines.list
nothing() { SWARMTRIS=$program "$root/bench/from_nothing.sh" lines.list nothing 3 "$1" >out 2>err; }
nothing 0s
[ $? = 75 ]
say $? "from nothing: a share without time can be resumed"
for ((i = 0, status = 75; i < 300 && status == 75; i++)); do nothing 3s; status=$?; done
[ $status = 0 ] && [ "$(wc -l <nothing/table/from_nothing.tsv)" = 7 ]
say $? "... short shares end with a line a seed ($i shares)"
grep -qE '^one +3 seeds, .* at least 1$' out && grep -qE '^two +3 seeds, .* BELOW 1e[+]09$' out
say $? "... and say whether the medians are as wanted"
[ "$(awk -F '\t' '$1 == "two" && $2 == 2 { print $3, $5 }' nothing/table/from_nothing.tsv)" = \
    "$(tail -n 1 nothing/two/02/metrics.tsv | cut -f 3) $(awk '/^validated = / { printf "%.6g", $3 }' nothing/two/02/weights.ini)" ]
say $? "... whose pieces and rows are those of the runs"
if command -v gnuplot >/dev/null; then
    expect 0 "... drawn" plot nothing/table --format svg
fi
bad=0
while read -r name _ ini settings; do
    sets=()
    for s in $settings; do sets+=(--set "$s"); done
    "$program" check "$root/$ini" "${sets[@]}" >/dev/null 2>err || { echo "# $name" && cat err && bad=1; }
done < <(sed 's/#.*//' "$root/params/studies/from-nothing.list" | grep '[^[:space:]]')
say $bad "all lines of make from-nothing are settings that there are"

exit $failed
