#!/usr/bin/env bash
# sh_meta.sh: searches over the parameters of trainings as users meet them: what a run leaves, wrong inis, stops and resumes that leave no
# trace, "swarmtris landscape".
. "$(dirname "$0")/shell.sh" || exit 1

has() { # DIRECTORY FILE...: there, and not empty
    local dir=$1 missing=0 file
    shift
    for file; do [ -s "$dir/$file" ] || { echo "# no $dir/$file" && missing=1; }; done
    say $missing "... and leaves $*"
}
tables="metrics.tsv positions.tsv blocks.tsv heldout.tsv curves.tsv ablation.tsv tuned.ini checkpoint"

ini objective kind=sphere dim=3 training total_games=120 selection finalists=0 validation games=0 \
    optimiser particles=6 >inner.ini
ini experiment engine=reference game width=5 height=9 training games=2 iterations=5 selection finalists=2 games=4 \
    validation games=0 optimiser particles=6 inertia=0.3 >low.ini
ini meta "problems=inner.ini low.ini" "budgets=0.5 1" "heldout=low.ini inner.ini" "heldout_budgets=2 1" \
    "tune=inertia cognitive+social" "lower=-1 0" "upper=1 3" "baselines=trelea spso" ablation=8 training games=12 iterations=6 \
    selection finalists=2 games=8 validation games=12 optimiser particles=6 >meta.ini

# ---- a search ----

expect 0 "a meta search with ties, budgets, held-out problems and baselines" train meta.ini --out whole
has whole $tables problem-1.ini problem-2.ini problem-3.ini problem-4.ini
says '^  low x2 +[0-9.e+-]+ +[0-9.e+-]+  score, 3 blocks, ratio [0-9.e+-]+ [(][0-9.e+-]+[.][.][0-9.e+-]+[)]$' out
says '^  inner x1 +[0-9.e+-]+ +[0-9.e+-]+  error, 3 blocks$' out
for baseline in untuned trelea spso; do
    says "^tuned is (better than|worse than|not distinguishable from) $baseline: wins [0-9.]+ % of 12 blocks, p = [0-9.e-]+; of 4 problems and budgets better on [0-4], worse on [0-4]$" out
done
[ "$(head -1 whole/heldout.tsv)" = "$(printf 'problem\tbudget\tblock\ttuned\tuntuned\ttrelea\tspso\ttuned_score\tuntuned_score\ttrelea_score\tspso_score')" ]
say $? "heldout.tsv has the claims and scores of all baselines"
[ "$(wc -l <whole/heldout.tsv)" = 13 ] && [ "$(wc -l <whole/curves.tsv)" = 161 ] && [ "$(grep -c ^selection whole/blocks.tsv)" = 16 ]
say $? "the tables have as many lines as blocks and points"
tuned() { sed -n "s/^$1 = //p" "$2"; }
[ -n "$(tuned cognitive whole/tuned.ini)" ] && [ "$(tuned cognitive whole/tuned.ini)" = "$(tuned social whole/tuned.ini)" ]
say $? "tuned.ini has both of the keys that were tied, and one value"
# The way from untuned to tuned: in each step one key more, the best of those that are left.
awk -F '\t' 'NR > 1 { n[$1]++; if ($10) { kept[$1]++; score[$1] = $6; if ($6 - score[$1 - 1] - $8 > 1e-9 || $8 - $6 + score[$1 - 1] > 1e-9) exit 1 } }
    $1 > 0 && $10 == 0 { other[$1] = other[$1] == "" || $6 > other[$1] ? $6 : other[$1] }
    NR > 1 && $5 != 8 { exit 1 }
    END { last = NR - 1; for (s in n) { if (kept[s] != 1 || (s in other && other[s] > score[s])) exit 1; steps++ }
          k = steps - 1; exit !(k >= 2 && n[0] == 1 && last == 1 + k * (k + 1) / 2) }' whole/ablation.tsv
say $? "ablation.tsv goes from the untuned values to the tuned ones, by the best key of each step"
sed 's/^tune = .*/tune = inertia topology=ring|random training.fresh_games/; s/^baselines.*//; s/^lower.*/lower = 0/; s/^upper.*/upper = 1/; s/^finalists = 2/finalists = 4\nrace_p = 0.4\nrace_games = 4/; s/^games = 8/games = 16/' meta.ini >choices.ini
expect 0 "a search over choices, too" train choices.ini --out choices
played=$(grep -c ^selection choices/blocks.tsv)
[ $played -ge 20 ] && [ $played -le 60 ] && [ $((played % 4)) = 0 ]
say $? "its finalists race over all problems and budgets: $played blocks of 64"
says '^  optimiser.topology = (ring|random)$' out
says '^  training.fresh_games = (yes|no)$' out
in_pieces 0.2s train choices.ini --out parts-of-choices
same "... in pieces of 0.2 s ($pieces) the same" choices parts-of-choices $tables
grep -qE '^topology = (ring|random)$' choices/tuned.ini && [ "$(sed -n 's/^\[\(.*\)\]$/\1/p' choices/tuned.ini | tr '\n' ' ')" = "optimiser training " ]
say $? "tuned.ini has choices by their names, each in its section"
expect 0 "a search that starts at choices" train choices.ini --from choices/tuned.ini --set training.iterations=1 --out from-choices -q
expect 78 "a map of choices" landscape choices.ini --set optimiser.shape=axes --out map
says "has no search for choices"
cat inner.ini >again.ini && sed -n '/^[a-z]* = /p' whole/tuned.ini >>again.ini
expect 0 "which an inner ini takes" train again.ini --out again -q
expect 0 "a search that starts at tuned.ini" train meta.ini --from whole/tuned.ini --set training.iterations=1 --out from -q
[ "$(awk -F '\t' 'NR == 2 { print $5 }' from/positions.tsv)" = "$(tuned inertia whole/tuned.ini)" ]
say $? "... has its first particle there"
expect 0 "its charts" plot whole
has whole/charts meta_path.set weights.set personal.set heldout.set curves.set convergence.set ablation.set
has whole result.tsv presets.tsv borders.tsv
expect 0 "its row in a table of runs" export whole
for claim in training reselected validated; do
    [ "$(awk -F '\t' -v name=$claim 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i } NR == 2 { print $at[name] }' out)" = \
        "$(awk -F '\t' -v name=$claim '$1 == name { print $2 }' whole/result.tsv)" ] && head -1 out | grep -qw ${claim}_games
    say $? "... with the score $claim"
done

# ---- stopped and resumed ----

in_pieces 0.2s train meta.ini --out parts
[ $status = 0 ] && [ $pieces -gt 2 ]
say $? "in pieces of 0.2 s it comes to its end, after more than two ($pieces)"
same "... which is that of the run in one piece" whole parts $tables
stopped=0
run train meta.ini --out stop --max-time 0.05s
for ((i = 0; i < 300 && status != 0; i++)); do
    start train meta.ini --out stop --resume # it has begun, and hears signals
    sleep "0.$((RANDOM % 2))$((RANDOM % 10))"
    kill -INT $pid 2>/dev/null
    wait $pid
    status=$?
    [ $status = 130 ] && stopped=$((stopped + 1))
    [ $status = 130 ] || [ $status = 0 ] || break
    [ $i -lt 20 ] || { run train meta.ini --out stop --resume; break; }
done
[ $status = 0 ] && [ $stopped -gt 0 ]
say $? "Ctrl-C at any moment ($stopped times), resumed, comes to its end"
same "... which is the same, too" whole stop $tables
expect 75 "a search limited in time" train meta.ini --out typed --max-time 0.05s
sh -c "$(offered | sed 's/ --max-time 0.05s//')" >out 2>err </dev/null
is $? 0 "the command that it offers goes on"
same "... to the same end" whole typed $tables
# lanes, of which batches come back early
large='s/^games = 2$/games = 20/; s/^iterations.*/iterations = 12/'
search() { # DIRECTORY ENGINE SIZE: meta.ini there, of one problem
    mkdir -p "$1"
    sed "s/^engine.*/engine = $2/; $3" low.ini >"$1/lanes.ini"
    sed 's/^problems.*/problems = lanes.ini/; s/^heldout = .*/heldout = lanes.ini/' meta.ini >"$1/meta.ini"
}
search fast lanes "$large"
expect 0 "a search on lanes" train fast/meta.ini --out fast/run
# The reference engine takes a minute for it; unless all is to be tested (FULL=2), it plays a search of a twentieth of the games.
if [ "${FULL-}" = 2 ]; then size=$large; else size='s/^iterations.*/iterations = 3/'; fi
for engine in lanes reference; do
    search $engine $engine "$size"
    expect 0 "a search on the engine $engine" train $engine/meta.ini --out $engine/run
done
same "... and they are the same" lanes/run reference/run $tables
in_pieces 0.2s train fast/meta.ini --out slices
[ $status = 0 ] && [ $pieces -gt 2 ]
say $? "in slices of 0.2 s it comes to its end, after more than two ($pieces)"
same "... which is the same" fast/run slices $tables
expect 78 "--resume with other baselines" train meta.ini --out parts --resume --set meta.baselines=all
says "meta.baselines = all, was trelea spso"
cp -r typed changed
sed -i 's/^total_games.*/total_games = 240/' inner.ini
expect 78 "--resume after a held-out ini has changed" train meta.ini --out changed --resume
says "training.total_games = 240, was 120"
sed -i 's/^total_games.*/total_games = 120/' inner.ini

# ---- wrong inis: nothing is begun ----

wrong() { # TEXT SENTENCE SED: what becomes of meta.ini
    sed "$3" meta.ini >wrong.ini
    expect 78 "$1" train wrong.ini --out wrong
    says "$2"
    [ "$(wc -l <err)" = 1 ] && [ ! -e wrong ]
    say $? "... and nothing else, and nothing is written"
}
wrong "an unknown parameter" "^wrong.ini:6: tune: 'inertai' is no key of \[optimiser\] in $work/inner.ini; did you mean 'inertia'\?$" 's/tune = inertia/tune = inertai/; s/heldout = .*/heldout =/'
wrong "an empty box" "^wrong.ini:7: lower: 'inertia' would lie between 1 and 1: lower must be less than upper$" 's/^lower.*/lower = 1 0/'
wrong "an inner file that is missing" "^wrong.ini:4: heldout = nofile.ini inner.ini: nofile.ini cannot be read: " 's/^heldout =.*/heldout = nofile.ini inner.ini/'
sed 's/^particles/particels/' inner.ini >slip.ini
wrong "an inner file with a mistake" "^$work/slip.ini:11: unknown key 'particels' in \[optimiser\]; did you mean 'particles'\?$" 's/^heldout =.*/heldout = slip.ini inner.ini/'
wrong "an unknown baseline" "^wrong.ini:9: baselines: 'trelae' is no preset of pso; did you mean 'trelea'\?$" 's/^baselines.*/baselines = spso trelae/'
wrong "a budget below one iteration" "^wrong.ini:3: budgets: 0.01 times the budget of $work/inner.ini: total_games = 1: must be at least 6, which pays for one iteration of the pso$" 's/^budgets.*/budgets = 0.01 1/; s/^problems.*/problems = inner.ini/'
wrong "less than an iteration" "^wrong.ini:5: heldout_budgets: 0.1 times the budget of $work/low.ini: iterations = 0.5: must be at least 1$" 's/^heldout_budgets.*/heldout_budgets = 0.1 1/'
wrong "games that do not fit the blocks" "^wrong.ini:16: games = 10 in \[selection\]: must be a multiple of 4, the number of problems times that of budgets$" 's/^games = 8/games = 10/'
wrong "a start without a key" "^$work/inner.ini: must have a number inertia in \[optimiser\] to start from$" 's/^\[training\]/[training]\nfrom = inner.ini/'

# ---- landscape ----

few="--set optimiser.steps=5,4 --set training.games=3"
expect 0 "a landscape" landscape inner.ini --out map $few
has map blocks.tsv positions.tsv config.ini problem-1.ini tuned.ini presets.tsv borders.tsv charts/landscape.tsv
[ "$(wc -l <map/charts/landscape.tsv)" = 21 ] && [ "$(grep -c ^training <map/blocks.tsv)" = 60 ]
say $? "... of 20 points and 60 blocks"
[ "$(awk -F '\t' '{ print $1, $2 }' map/charts/landscape.tsv | sed -n '2p;6p;7p;21p' | tr '\n' ';')" = "-1 0;1 0;-1 1.3333333333333333;1 4;" ]
say $? "... from end to end of the box"
if command -v gnuplot >/dev/null; then has map/charts landscape.png landscape.svg; fi
run landscape inner.ini --out mapped $few --max-time 0.01s
in_pieces 0.2s landscape inner.ini --out mapped $few
is $status 0 "a landscape in pieces comes to its end"
same "... the same" map mapped metrics.tsv positions.tsv blocks.tsv tuned.ini checkpoint charts/landscape.tsv
expect 73 "the same again" landscape inner.ini --out map $few
expect 0 "the same, replaced, with the path of a search" landscape inner.ini --out map $few --force --path whole -q
says "^path_run = .*whole" map/charts/landscape.set
expect 0 "a path may be drawn later" plot mapped --path whole
says "^path_run = .*whole" mapped/charts/landscape.set
mkdir runs && expect 0 "... and without --out, from a [meta]" landscape meta.ini $few --set training.games=4 -q
says median_2 runs/landscape-meta/charts/landscape.tsv
is "$(awk -F '\t' 'END { print $1, $2 }' runs/landscape-meta/charts/landscape.tsv)" "1 3" "... whose box it has"
expect 0 "lines through a tuned.ini" landscape meta.ini --set optimiser.shape=axes --set training.games=2 --from whole/tuned.ini --out lines -q
[ "$(wc -l <lines/charts/sensitivity.tsv)" = 83 ] \
    && [ "$(awk -F '\t' 'END { printf "%.6g", $1 }' lines/charts/sensitivity.tsv)" = "$(printf '%.6g' "$(tuned inertia whole/tuned.ini)")" ]
say $? "... of 41 points, through it"
expect 66 "a landscape of nothing" landscape missing.ini
expect 66 "a path that is none" landscape inner.ini --path missing
says "^--path missing: has no positions.tsv"
expect 78 "a landscape of a mistake" landscape slip.ini
says "^slip.ini:11: unknown key 'particels'"
sed 's/^problems =.*/problems = slip.ini/' meta.ini >wrong.ini
expect 78 "a landscape of problems with a mistake" landscape wrong.ini
says "^$work/slip.ini:11: unknown key 'particels'"
ini objective kind=sphere training iterations=5 optimiser kind=random >random.ini
expect 78 "a landscape of what has no such parameters" landscape random.ini
says "^landscape: tune: 'inertia' is no key of \[optimiser\] in $work/random.ini$"
expect 78 "a landscape of too many points" landscape inner.ini --set optimiser.steps=1000
says "an iteration of the grid would have more than 100000 positions"
expect 78 "a landscape that starts at what is no tuned.ini" landscape inner.ini --from inner.ini --set optimiser.shape=axes
says "^$work/inner.ini: must have a number inertia in \[optimiser\] to start from$"

# what cannot be a search
mkdir other && cp inner.ini other/inner.ini
sed 's/^problems =.*/problems = inner.ini other\/inner.ini/' meta.ini >wrong.ini
grep -q 'other/inner' wrong.ini || printf '[meta]\nproblems = inner.ini\nproblems += other/inner.ini\n' >wrong.ini
expect 78 "two problems of one name" check wrong.ini
says "other/inner.ini' would be called inner, as .*/inner.ini is"
expect 78 "a budget that is tuned" check meta.ini --set meta.tune=training.total_games --set meta.lower=100 --set meta.upper=200
says "tune: 'training.total_games' cannot be tuned: it is a budget"
sed 's/^\[training\]/&\ntotal_games = 1000/; s/^\[selection\]/&\nshare = 0.2/; /^games = 8$/d' meta.ini >wrong.ini
expect 78 "a share for finalists that play blocks" check wrong.ini
says "share = 0.2: must be 0 in a meta search"
printf 'coefficients = constriction\n' | cat inner.ini - >tight.ini
expect 78 "a box with an end that the optimiser refuses" check meta.ini --set meta.problems=tight.ini --set meta.tune=phi1+phi2 --set meta.lower=0.5 --set meta.upper=3
says "tune: 'phi1\+phi2' at one end of the box: phi1 of .*tight.ini phi1 \\+ phi2 = 1 must be above 4"

# a budget that is raised while finalists play
longer="--set selection.games=400 --set training.iterations"
expect 0 "a longer search" train meta.ini $longer=4 --out longer -q
run train meta.ini $longer=3 --out raised --max-time 0.01s
for ((i = 0; i < 300 && status == 75; i++)); do
    [ -e raised/checkpoint.trained ] && break
    run train meta.ini $longer=3 --out raised --resume --max-time 0.2s
done
run train meta.ini $longer=3 --out raised --resume --max-time 0.2s
[ $status = 75 ] && [ -e raised/checkpoint.trained ]
say $? "a search is stopped in its selection"
expect 0 "... and its budget raised" train meta.ini $longer=4 --out raised --resume -q
same "... the same as if it had had it from the start" longer raised $tables

# the table of outer optimisers: ranks of three are 6 in all
few_blocks="training.iterations=1 training.games=5 optimiser.particles=2 selection.finalists=0 validation.games=15"
outer() { # OUT: the study of two seeds
    SWARMTRIS=$program "$root/bench/study_meta.sh" outer 2 $few_blocks >"$1" 2>err
}
outer first && outer second && cmp first second && [ ! -s err ]
say $? "the study of outer optimisers goes on where it was, which is at its end, and says the same"
[ "$(awk 'NR > 1 && NF == 7 { sum += $7; n++ } END { print n, sum }' first)" = "3 6" ] && grep -q '^2 outer seeds; ' first
say $? "... ranks of three optimisers"
[ "$(awk '$1 == "pso" { print $3 }' first)" = "$(awk -F '\t' '
    FNR == 1 { for (i = 1; i <= NF; i++) column[$i] = i; file++; next }
    $1 == "rosenbrock" && $2 == 1 { error[file] = -$column["tuned"] }
    END { printf "%.4g", (error[1] + error[2]) / 2 }' outer/pso/0[12]/heldout.tsv)" ]
say $? "... medians of the held-out errors"
exit $failed
