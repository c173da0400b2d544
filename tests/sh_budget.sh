#!/usr/bin/env bash
# sh_budget.sh: a budget is a limit. An iteration that costs too much is dropped, and games that never end are cut off, the same by every
# engine, number of threads and ranks, across stops, and for a larger budget later; minutes may stop a training anywhere; and what has no
# limit says so.
. "$(dirname "$0")/shell.sh" || exit 1
weights=$root/params/weights/report-final.ini

# With O alone most players never lose: the rows are always full.
ini game height=8 pieces=O training games=2 total_pieces=500 selection finalists=3 validation games=10 >endless.ini
tables="metrics.tsv games.tsv weights.ini"
costs() { # DIRECTORY COST: each game of the validation cost so much
    awk -F'\t' -v cost="$2" 'NR > 1 && $3 != cost { bad = 1 } END { exit bad || NR < 2 }' "$1/games.tsv"
}

# ---- pieces ----

expect 0 "a training whose games never end comes to its end" train endless.ini --out first -q
says '^validated .* 10 games, 10 of 10 cut off: a lower bound' out
says '^10 games cut off after 5000 pieces, ten times training.total_pieces: longer ones need objective.max_pieces$' out
says '^80 games of the first iteration cut off after 5 pieces: their scores are lower bounds; give it a larger total_pieces$' out
says '^18 games of the re-selection cut off after 2 pieces: their scores are lower bounds' out
says '^training ended: .*total_pieces = 500, of which the search has 450; 11 % under, since with the next iteration, which was dropped, it' out
keys='"training_overspent": -0\.1111|"training_pieces": 400,|"cut_off_in_first_iteration": 80,|"cut_off_in_reselection": 18,|"cut_off_by_budget": 10,'
is "$(grep -cE "$keys" first/run.json)" 5 "... in run.json, too"
grep -q '"cut_off": 10' first/run.json && grep -q '^cut_at = 5000$' first/weights.ini
say $? "... and in weights.ini"
awk -F'\t' 'NR > 1 { n += $6 } END { exit !(n > 500) }' first/timing.tsv
say $? "what was dropped stands in timing.tsv"
costs first 5000
say $? "each game of the validation costs exactly ten times the budget"
expect 0 "what was cut off is played again as it was" info first --verify
cp first/weights.ini copy.ini
expect 0 "... by its weights alone, too" info copy.ini --verify
run eval copy.ini --games 2 -q
says '^  2 of 2 cut off: a lower bound$' out

# A later iteration costs too much, in its second stage.
ini game height=10 agent features=dt training allocation=ocba games=4 first_games=2 more_games=2 total_pieces=20000 \
    validation games=10 optimiser kind=random experiment seed=2 >late.ini
expect 0 "an iteration that costs too much" train late.ini --out late -q
says '^training ended: .* has 18000; 94 % under, since with the next iteration, which was dropped, it would be more than 10 % over\)$' out
mpi_program=$(dirname "$program")/swarmtris-mpi
for name in endless late; do
    first=$([ $name = late ] && echo late || echo first)
    for other in "--engine reference" "--engine columns" "--threads 1" "--threads 2"; do
        expect 0 "$name, the same with $other" train $name.ini --out "$name $other" -q $other
        same "... is the same" $first "$name $other" $tables
    done
    in_pieces 0.2s train $name.ini --out $name-stopped -q --engine reference
    same "in $pieces pieces, stopped and resumed, the same" $first $name-stopped $tables
    if command -v mpirun.openmpi >/dev/null && [ -x "$mpi_program" ]; then
        export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 TMPDIR=$work OMPI_MCA_orte_tmpdir_base=$work
        timeout 120 mpirun.openmpi --oversubscribe --bind-to none -n 2 "$mpi_program" train $name.ini --out $name-ranks -q >out 2>err </dev/null
        same "on two ranks, the same" $first $name-ranks $tables
    else
        echo "skip - two ranks: mpirun.openmpi or swarmtris-mpi is missing (make deps mpi NAME=mpi)"
    fi
    expect 0 "with four budgets" train $name.ini --out $name-more -q --set training.total_pieces=80000
    run train $name.ini --out $name-begun -q --max-time 0.05s
    for dir in $first $name-begun; do
        expect 0 "... which come later" train $name.ini --out $dir --resume -q --set training.total_pieces=80000
        same "... the same as from the start" $name-more $dir $tables
    done
done
expect 0 "a training by splitting" train endless.ini --out split -q --set game.height=12 --set objective.estimator=splitting
expect 0 "games as long as the ini says" train endless.ini --out longer -q --set objective.max_pieces=7000 --set validation.games=2
says '^validated .* 2 of 2 played all 7000 pieces: the rule of this game' out
! grep -q 'ten times' out && costs longer 7000
say $? "... are not cut off by the budget"

# ---- minutes ----

small_ini experiment seed=3 >small.ini
expect 0 "a training with enough minutes" train small.ini --out whole -q --set training.minutes=1000 --set training.iterations=40
run train small.ini --out cut -q --set training.minutes=0.0003 --set training.iterations=40
[ $status = 0 ] && cmp <(head -c "$(stat -c %s cut/metrics.tsv)" whole/metrics.tsv) cut/metrics.tsv
say $? "a training that its minutes end has a prefix of the longer run's table"
says '^training ended: (the time was over \(minutes = 0.0003|the budget of iterations)' out
expect 0 "more minutes" train small.ini --out cut -q --set training.minutes=1000 --set training.iterations=40 --resume
same "... go on to the same result" whole cut metrics.tsv games.tsv
expect 1 "a first iteration that never ends" train endless.ini --out nothing -q --set training.total_pieces=0 --set training.minutes=0.005
says '^nothing: nothing was found: ten times the time \(training.minutes = 0.005\) was over before the first iteration was; give it more, or'
! grep -q '^weights' out && [ ! -e nothing/weights.ini ] && [ ! -e nothing/metrics.tsv ]
say $? "... and leaves no weights and no row"

# ---- without a limit ----

expect 0 "as the warning says" eval "$weights" --set game.pieces=O --games 4 --set objective.max_pieces=1000
says '^  4 of 4 cut off: a lower bound$' out
lacks '^warning'
[ -n "${FULL-}" ] || exit $failed # the warning takes 100M pieces
"$program" eval "$weights" --set game.pieces=O --games 40 >out 2>err </dev/null &
pid=$!
for _ in $(seq 600); do grep -q '^warning: no game' err && break; sleep 0.5; done
says '^warning: no game has ended within 100M pieces, and perhaps none ever will; --set objective.max_pieces=N ends each game after N$'
says '^games as long as these can be estimated from far fewer pieces: --estimator splitting$'
kill -TERM $pid && wait $pid
is $? 75 "... and it can be stopped"

exit $failed
