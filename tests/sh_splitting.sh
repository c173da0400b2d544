#!/usr/bin/env bash
# sh_splitting.sh: estimates of long games as users meet them: eval, compare, tournament, training, study.
. "$(dirname "$0")/shell.sh" || exit 1

final=$root/params/weights/report-final.ini
dt=$root/params/weights/dt-10.ini
small="--set game.width=8 --set game.height=10 -q"
field() { awk -v name="\"$1\":" '$1 == name { gsub(/[",]/, ""); print $2 }' out; } # NAME: of the JSON in out
near() { # A B SHARE: whether A lies within this share of B
    awk -v a="$1" -v b="$2" -v share="$3" 'BEGIN { exit !(a >= b * (1 - share) && a <= b * (1 + share)) }'
}

# ---- what cannot be ----

expect 64 "an estimator that there is not" eval "$final" --estimator guess
says "must be one of games"
for share in 0 -1 x 200%; do expect 64 "an error of $share" eval "$final" --error "$share"; done
says "^swarmtris: --error 200%: must be a share like 5% or 0.05$"
expect 64 "an error of vectors" eval - --error 5%
says "has no effect with -"
expect 64 "a game with a limit" eval "$final" --estimator splitting --set objective.max_pieces=100
says "objective.max_pieces=100: must be 0: splitting needs no limit"
expect 64 "a level that there is not" eval "$final" --estimator splitting --set objective.level=depth
says "objective.level=depth: must be one of load, heights, top, mixed, chance, height, holes, peril, value"
expect 64 "a level that look-ahead does not find" eval "$final" --set agent.kind=lookahead --set agent.where=depth
says "agent.where=depth: must be one of always, load, heights, top, mixed, chance, height, holes"
program=$two_games expect 64 "a game without levels" eval - --estimator splitting
says "must be games: the game paddle has no levels to split by"
ini training iterations=1 objective trials=50 >unused.ini
expect 0 "keys without a use" check unused.ini
says "trials = 50: is ignored: it matters only if estimator = splitting or auto or validation.estimator = splitting or auto, and estimator is games"
ini training iterations=1 game kind=paddle validation estimator=splitting >levels.ini
program=$two_games expect 78 "a validation without levels" check levels.ini
says "^levels.ini:6: estimator = splitting: must be games: the game paddle"

# ---- eval ----

expect 0 "an estimate" eval "$final" $small --estimator splitting --games 40
says "^40 replicates, rows in a game:" out
says "^  estimated  " out
says "^  error +[0-9.]+ % of the mean: half the interval$" out
says "scores are estimated by splitting" out
expect 0 "an estimate to 2 %, as JSON" eval "$final" $small --estimator splitting --error 2% --json
awk -v e="$(field error)" -v m="$(field mean)" -v s="$(field sd)" -v n="$(field games)" \
    'BEGIN { exit !(e > 0.014 && e <= 0.02 && e > 1.9 * s / sqrt(n) / m) }'
say $? "... ends with the error that was asked for"
estimated=$(field mean) pieces=$(field pieces)
expect 0 "an estimate to 10 %" eval "$final" --set game.height=8 --estimator splitting --error 10%
expect 0 "... with too few games" eval "$final" $small --estimator splitting --error 1% --games 9 --json
says "^after all 9 replicates that --games allows, the error is [0-9.]+ % of the mean; --error 1% needs more$"
says '"error_reached": false' out
expect 0 "... and whole games" eval "$final" $small --error 1% --games 9
says "^after all 9 games that --games allows, the error is "
echo 1 >up && expect 0 "... that are never scored" eval up --features max_height --set game.pieces=S --error 20%
says "^after all 9700 games that are played without --games, the error is not known; --error 20% needs more$"
expect 0 "stages that few trials get through" eval "$dt" --set game.bag=yes --estimator splitting --games 9 --set objective.trials=20
says "^  the interval is too narrow: one replicate holds [0-9]* % of this estimate; raise objective.trials, or lower objective.step$" out
heavy="--estimator splitting --set game.height=14 --set objective.trials=20 -q"
expect 0 "a replicate that holds more than 3 %" eval "$final" $heavy --games 100 --out heavy
says "^  one replicate of 100 holds 5[.]1 % of this estimate$" out
expect 0 "... of few" eval "$final" $heavy --games 30
lacks "holds" out
expect 0 "runs too short for an entry" eval "$final" --estimator splitting --set game.height=10 --set objective.run=100 --games 400 -q --json
near "$(field mean)" 348.2 0.15
say $? "... are not taken for games that were lost"
expect 0 "estimates in a directory" eval "$final" $small --estimator splitting --games 9 --out replicates
expect 66 "... have no chart" plot replicates
says "^replicates: nothing to draw: its games.tsv has estimates of the mean score, by splitting"
[ ! -e replicates/charts ]
say $? "... and no empty folder is left"
expect 78 "fewer of them than there are" eval "$final" $small --estimator splitting --games 8 --out replicates --resume
says "^replicates: holds 9 replicates: --games must be at least that$"
expect 2 "a player against itself" compare "$final" "$final" $small --estimator splitting --games 50 --margin 0.5
says "they scored the same in every replicate, " out
run compare "$final" "$final" $small --estimator splitting --games 50 --json
for member in '"estimator": "splitting"' '"seed": "1"' '"kind": "tetris"' '"games": 50' '"mean": '; do says "$member" out; done
run tournament "$final" "$final" $small --estimator splitting --games 9 --json --out ranked
for member in '"estimator": "splitting"' '"height": 10' '"games": 9' '"lower": '; do says "$member" out; done
run plot ranked
grep -q "2 contestants, estimated by splitting" ranked/charts/ranking.svg || [ $status = 69 ]
say $? "... and its chart says so"
expect 0 "whole games to 6 %" eval "$final" $small --error 6% --json
near "$estimated" "$(field mean)" 0.25
say $? "... are what was estimated"
near "$(field error)" 0.06 0.3
say $? "... to 6 %"
# The reference takes twenty seconds for 2 %.
error=2%
[ -n "${FULL-}" ] || { error=10% && run eval "$final" $small --estimator splitting --error 10% --json && estimated=$(field mean) pieces=$(field pieces); }
for engine in reference lanes; do
    run eval "$final" $small --estimator splitting --error $error --json --engine $engine --threads 3
    [ "$(field mean)" = "$estimated" ] && [ "$(field pieces)" = "$pieces" ]
    say $? "the engine $engine estimates the same"
done
SWARMTRIS_ISA=plain run eval "$final" $small --estimator auto --games 8 --json --engine columns --threads 1
one=$(field mean)
run eval "$final" $small --estimator auto --games 8 --json --threads 3
is "$(field mean)" "$one" "instruction sets and threads estimate the same"
weights=$(awk -F ' = ' '/^\[/ { on = $0 == "[weights]" } on && NF == 2 { printf "%s ", $2 }' "$final")
echo "$weights" | "$program" eval - $small --estimator splitting --games 40 --features cs3243 >lines 2>err
run eval "$final" $small --estimator splitting --games 40 --json
[ "$(awk 'NR == 2 { printf "%.6g", $1 }' lines)" = "$(awk -v e="$(field mean)" 'BEGIN { printf "%.6g", e }')" ]
say $? "a vector of standard input is estimated the same"

# Replicates that take longer than it takes until the run is stopped: resumed, by another engine now and then.
slow="--estimator splitting --games 4 --set objective.trials=1500 --set game.height=14 -q --threads 2"
run eval "$final" $slow --json
whole=$(field mean)
stops=0 status=75
engine=reference
while [ $status = 75 ] && [ $stops -lt 200 ]; do
    run eval "$final" $slow --json --out stopped --resume --max-time 1s --engine $engine
    [ $status = 75 ] && stops=$((stops + 1))
    [ $stops -ge 3 ] && engine=columns
done
[ $status = 0 ] && [ $stops -ge 1 ] && [ "$(field mean)" = "$whole" ]
say $? "an evaluation that was stopped within its replicates estimates the same ($stops stops)"

# An estimate is replayed from what the weights file says of it, by any engine.
expect 0 "an estimate that is kept" eval "$final" $small --estimator splitting --set objective.trials=60 --games 6 --out kept
grep -q '^estimated_trials = 60$' kept/weights.ini && grep -q '^estimated_games_of = evaluation$' kept/weights.ini
say $? "the weights file says how the estimate was made"
expect 0 "... played again" info kept --verify
says "estimated .* over 6 replicates: played again, .*: the same" out
SWARMTRIS_ISA=plain expect 0 "... from the file alone, on another instruction set" info kept/weights.ini --verify
sed 's/^estimated_trials = 60$/estimated_trials = 61/' kept/weights.ini >tampered.ini
expect 1 "... with other trials it is another estimate" info tampered.ini --verify
sed 's/^estimated_level = .*$//; s/^estimated_trials = 60$/estimated_level = depth/' kept/weights.ini >tampered.ini
expect 65 "... with a level that there is not" info tampered.ini --verify

# ---- compare, tournament ----

awk -F ' = ' '/^\[/ { on = $0 == "[weights]" } on && NF == 2 && ++n == 1 { $0 = $1 " = " $2 / 3 } 1' "$final" >worse.ini
expect 0 "the better one first" compare "$final" worse.ini $small --estimator splitting
says "is better: [0-9.]+ times the rows of worse.ini .*after [0-9]+ replicates each" out
expect 0 "a tournament" tournament worse.ini "$final" "$dt" $small --estimator splitting --games 60
says "dt-10.ini has the highest score of 3" out
says " replicates +best / this" out

# ---- training ----

ini game width=8 height=10 objective estimator=auto trials=40 run=1000 optimiser particles=6 training total_pieces=150000 \
    selection finalists=3 validation games=20 >train.ini
expect 0 "check" check train.ini --dump
says "^games = 1 +; default where a play is an estimate" out
expect 0 "a training" train train.ini --out one -q
says "^validated .* 20 games, used nowhere else" out
says "^reselected .* replicates, estimated by splitting, best of 9 candidates on fresh replicates" out
says "^training .*, estimated by splitting, of the leader, seen by the search" out
grep -q '^reselected_estimator = auto$' one/weights.ini && ! grep -q '^validated_estimator' one/weights.ini
say $? "the weights file tells estimates from whole games"
run train train.ini --out two -q --threads 3 --engine reference
same "one training on all engines and threads" one two metrics.tsv weights.ini
in_pieces 1s train train.ini --out three -q --engine reference
same "... stopped and resumed ($pieces times)" one three metrics.tsv weights.ini
expect 0 "an estimate instead of a validation" train train.ini --out runs/a --repeat 2 -q --set validation.estimator=splitting
says "^run 01 seed 1 +estimated [0-9.]+ " out
expect 0 "... by a hundred replicates" train train.ini --out hundred -q --set validation.estimator=splitting --set validation.games=100 --set objective.trials=10 --set game.height=16
says "^estimated .* 100 replicates, estimated by splitting, one replicate of 100 holds [0-9.]+ % of this estimate, used nowhere else" out
expect 0 "... on a page" report hundred
says "<dd>one replicate of 100 holds [0-9.]+ % of this estimate</dd>" hundred/report.html
expect 0 "... played again" info runs/a/01 --verify
says "estimated .* replicates: played again, .*: the same" out
expect 0 "another" train train.ini --out runs/b --repeat 2 -q --set validation.estimator=splitting --set optimiser.particles=4
expect 0 "a study of both" study runs/a runs/b
says "geometric mean of the estimated scores; " out
says "^estimated by splitting on game=tetris, .*max_pieces=0$" out
says "^ +1. +2 .*x +[0-9.]+x +[0-9.]+k +1  (a|b)$" out
expect 0 "... as JSON" study runs/a runs/b --json
says '"reported": "estimated"' out
says '"training_over_estimated": [{]' out
lacks validated out
run study runs/a runs/b --out drawn
head -1 drawn/study_runs.tsv | grep -q '^place.run.estimated.training.reported.pieces$' && ! grep -q validated drawn/study.svg
say $? "... nor does the chart"
expect 0 "the same by whole games" train train.ini --out runs/c --repeat 2 -q
run study runs/a runs/c
[ $status != 0 ]
say $? "estimates and validated scores are not compared"
says "^runs/c/01/weights.ini: validated on .*, others estimated by splitting on .*: they cannot be compared"
run plot runs/a runs/b --out drawn
grep -q "points and numbers: estimated (geometric mean)" drawn/compare.svg || [ $status = 69 ]
say $? "a chart of estimated runs says that they are"
lacks warning
run train train.ini --out tall -q --set validation.games=2 --set game.height=12 --set training.height=10 --set selection.height=10
run plot runs/c/01 tall --out drawn
says "^warning: 01 has .game. height = [0-9]+, and tall has 12: their scores cannot be compared"

exit $failed
