#!/usr/bin/env bash
# sh_contest.sh: the campaigns that are trained in shares: the contest between optimisers, and what a swarm reaches from nothing; stopped,
# begun again, measured again, and what their tables say. And what all campaigns say of arguments and lists that they cannot take.
. "$(dirname "$0")/shell.sh" || exit 1

# Every campaign: its help, a whole sentence for too few arguments, and for lists that are missing or empty.
bad=0
for script in "$root"/bench/*.sh; do
    name=$(basename "$script")
    [ "$name" != campaign.sh ] || continue
    "$script" --help >help 2>err || { echo "# $name --help: status $?" && bad=1; }
    if ! grep -q "^$name [A-Z]" help || [ -s err ] || [ "$(tail -c 2 help)" != . ]; then echo "# $name --help" && bad=1; fi
    "$script" >out 2>usage
    [ $? = 64 ] || { echo "# $name without arguments" && bad=1; }
    if ! grep -q "^$name [A-Z]" usage || ! tail -n 1 usage | grep -q '[.?]$' || [ -s out ]; then sed 's/^/# /' usage && bad=1; fi
done
[ $bad = 0 ] && [ "$(ls)" = "$(printf 'err\nhelp\nout\nusage')" ]
say $? "campaigns print their help, and what their arguments must be, in whole sentences; they begin nothing"
: >empty.list
printf '# a comment\n\n' >comment.list
bad=0
refused() { # LIST COMMAND...
    "${@:2}" >out 2>err
    [ $? = 66 ] && [ "$(wc -l <err)" = 1 ] && grep -q "^$(basename "$2"): the list $1 \(cannot be read\|is empty\): it must " err ||
        { echo "# ${*:2}" && sed 's/^/# /' err && bad=1; }
}
for list in nix.list no/nix.list . empty.list comment.list; do
    refused $list "$root/bench/from_nothing.sh" $list none 10 1m
    refused $list "$root/bench/contest.sh" "$root/params/quick.ini" $list comment.list none 2 1m
    refused $list "$root/bench/contest.sh" "$root/params/quick.ini" "$root/params/studies/contest.list" $list none 2 1m
    refused $list "$root/bench/study_splitting.sh" $list none
    refused $list "$root/bench/study_coverage.sh" $list none
done
[ $bad = 0 ] && [ ! -e none ]
say $? "... and name a list that is missing or empty"

# A study with three contestants, two cells, four seeds; the lists that come with the program name what there is.
cat >cells.list <<'EOF'
# name settings
tiny training.total_pieces=20000 game.height=8
low  training.total_pieces=20000 game.height=6   # easier
EOF
printf 'default optimiser.particles=6\nrandom optimiser.kind=random optimiser.preset=uniform optimiser.particles=6\ncmaes optimiser.kind=cmaes optimiser.preset=tutorial optimiser.particles=6\n' >three.list
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
              printf "%s %.3f %.4f %.2f\n", i, exp(sum[i]), exp(sum[i] - sum[best]), log(exp(sum[i] - sum[best] - 3.182446 * sqrt(square / 3 / 4))) } }' | sort >expected
awk -F '\t' '$1 == "tiny" { printf "%s %.3f %.4f %.2f\n", $2, $5, $6, log($7) }' runs/contest.tsv | sort >got
awk 'NR == FNR { for (i = 2; i <= 4; i++) want[$1, i] = $i; next }
    { for (i = 2; i <= 3; i++) if ($i - want[$1, i] > 0.002 * $i || want[$1, i] - $i > 0.002 * $i) exit 1
      if ($4 - want[$1, 4] > 0.2 || want[$1, 4] - $4 > 0.2) exit 1; n++ }
    END { exit n != 3 }' expected got
say $? "means, ratios and their intervals are those of the scores"
grep -qE '^mean rank +[0-9.]+ over +2 cells, below 0.95 of the strongest rival or the lower bound below 0.90 in +[0-2]: default$' out
say $? "contestants are ranked over the cells"
# The best contestant is compared with the second, whose ratio is turned over; all others with the best.
awk -F '\t' 'NR > 1 { k = ++n[$1]; name[$1, k] = $2; ratio[$1, k] = $6; low[$1, k] = $7; high[$1, k] = $8 }
    END { for (c in n) { printf "%s %s %.3f (%.3f..%.3f)\n", name[c, 1], name[c, 2], 1 / ratio[c, 2], 1 / high[c, 2], 1 / low[c, 2]
          for (k = 2; k <= n[c]; k++) printf "%s %s %.3f (%.3f..%.3f)\n", name[c, k], name[c, 1], ratio[c, k], low[c, k], high[c, k] } }' runs/contest.tsv | sort >expected
sed -nE 's/^  ([^ ]+) +rank .* of the strongest rival, ([^:]+): ([^ ]+ [^ ]+), could show .*/\1 \2 \3/p' out | sort >got
[ "$(wc -l <got)" = 6 ] && cmp -s expected got
say $? "... and compared with their strongest rivals, the best with the second"
for name in default random cmaes; do
    for seed in 1 2 3 4; do
        awk -v n=$name -v seed=$((72000 + seed)) '/^validated = / { printf "tiny\t%s\t%d\t%.6g\n", n, seed, $3 }' runs/tiny/$name/0$seed/weights.ini
    done
done | sort >expected
awk -F '\t' '$1 == "tiny" { printf "%s\t%s\t%d\t%.6g\n", $1, $2, $3, $4 }' runs/contest_seeds.tsv | sort >got
[ "$(head -n 1 runs/contest_seeds.tsv)" = "$(printf 'cell\tcontestant\tseed\tscore')" ] && [ "$(wc -l <runs/contest_seeds.tsv)" = 25 ] && cmp -s expected got
say $? "... and the scores of single seeds are kept"
# What has ended is measured again: the same trainings, more games, tables of another name.
cp runs/contest.tsv before
cp runs/tiny/cmaes/01/metrics.tsv metrics
echo 'tiny training.total_pieces=20000 game.height=8 validation.games=130' >again.list
SWARMTRIS=$program "$root/bench/contest.sh" "$root/params/studies/contest.ini" three.list again.list runs 4 5m again >out 2>err
[ $? = 0 ] && [ "$(wc -l <runs/again.tsv)" = 4 ] && [ "$(wc -l <runs/again_seeds.tsv)" = 13 ] && cmp -s before runs/contest.tsv &&
    cmp -s metrics runs/tiny/cmaes/01/metrics.tsv && [ "$(grep -c '^validated_games = 130$' runs/tiny/*/0[1-4]/weights.ini | grep -c ':1$')" = 12 ]
say $? "... and a contest that has ended is measured again with more games"
bad=0
while read -r name settings; do
    sets=()
    for s in $settings; do sets+=(--set "$s"); done
    "$program" check "$root/params/studies/contest.ini" "${sets[@]}" >/dev/null 2>err || unbuilt || { echo "# $name" && cat err && bad=1; }
done < <(sed 's/#.*//' "$root/params/studies/contest-cells.list" "$root/params/studies/contest-again-cells.list" "$root/params/studies/contest.list" | grep '[^[:space:]]')
say $bad "all cells and contestants of campaign contest are settings that there are"

printf 'one 1 params/quick.ini training.total_pieces=30000 game.height=8 validation.games=10\ntwo 1e9 params/quick.ini training.total_pieces=60000 game.height=8 validation.games=10\n' >lines.list
nothing() { SWARMTRIS=$program "$root/bench/from_nothing.sh" lines.list nothing "${2-3}" "$1" >out 2>err; }
nothing 0s
[ $? = 75 ] && [ "$(wc -l <nothing/table/from_nothing.tsv)" = 1 ]
say $? "from nothing: a share without time can be resumed"
for ((i = 0, status = 75; i < 300 && status == 75; i++)); do nothing 3s; status=$?; done
[ $status = 0 ] && [ "$(wc -l <nothing/table/from_nothing.tsv)" = 7 ]
say $? "... short shares end with a line a seed ($i shares)"
grep -qE '^one .*: 3 seeds, median .* \([0-9.]+\.\.[0-9.]+, 75\.0 %\), at least 1$' out && grep -qE '^two .*: 3 seeds, .* BELOW 1e[+]09$' out
say $? "... and say whether the medians are as wanted"
[ "$(awk -F '\t' '$1 == "two" && $2 == 2 { print $3, $5 }' nothing/table/from_nothing.tsv)" = \
    "$(tail -n 1 nothing/two/02/metrics.tsv | cut -f 3) $(awk '/^validated = / { printf "%.6g", $3 }' nothing/two/02/weights.ini)" ]
say $? "... whose pieces and rows are those of the runs"
# A line that has not all its seeds has no median, and ten have the interval from the second to the ninth.
nothing 0s 4
grep -qE '^one .*: 3 of 4 seeds, .* no median yet$' out && [ "$(awk -F '\t' '$7 == 4' nothing/table/from_nothing.tsv | wc -l)" = 6 ]
say $? "... a line that has not all its seeds has no verdict"
head -n 1 lines.list >ten.list
SWARMTRIS=$program "$root/bench/from_nothing.sh" ten.list ten 10 5m >out 2>err
between=$(tail -n +2 ten/table/from_nothing.tsv | cut -f 5 | sort -g | awk '{ x[NR] = $1 } END { printf "median %.4g (%.4g..%.4g, 97.9 %%)", (x[5] + x[6]) / 2, x[2], x[9] }')
grep -qF "10 seeds, $between, at least 1" out
say $? "... and the median of ten is given with the second and the ninth"
bad=0
while read -r name _ ini settings; do
    sets=()
    for s in $settings; do sets+=(--set "$s"); done
    "$program" check "$root/$ini" "${sets[@]}" >/dev/null 2>err || { echo "# $name" && cat err && bad=1; }
done < <(sed 's/#.*//' "$root"/params/studies/{from-nothing,records}.list | grep '[^[:space:]]')
say $bad "all lines of the campaigns from-nothing and records are settings that there are"

mkdir -p report/parallel/here && printf 'mode,threads,seconds,speedup,of_processes\nnone,1,4,1.0,0.9\nparticles,1,4,1.0,0.9\nparticles,2,2.5,1.6,0.8\ngames,2,4,1.0,0.5\n' >report/parallel/here/parallel.csv
report() { # TIME
    SWARMTRIS=$program "$root/bench/report_2018.sh" report "$1" game.height=6 training.iterations=3 training.total_pieces=3000 validation.games=20 >out 2>err
}
report 0s
[ $? = 75 ] && [ "$(wc -l <out)" = 5 ]
say $? "the report of 2018: a share without time can be resumed"
report 5m
[ $? = 0 ] && [ "$(grep -cE '^\| [34567]: [^|]* \| [^|]* \| -?[0-9.,]+ \| ([0-9.,]+\.\.[0-9.,]+)? \|$' out)" = 14 ] &&
    grep -qxF '| 5: multithreading particles | 3,308.58 s, 4.64 times | 2.5 s, 1.60 times, 0.80 of processes |  |' out && mv out table && report 5m && cmp -s table out
say $? "... its table has all that was measured, and what is finished costs nothing"

exit $failed
