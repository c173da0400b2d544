#!/usr/bin/env bash
# sh_encode.sh: an encoder as a user meets it: trained, stopped and resumed, read as features; and what is said of files that hold none.
. "$(dirname "$0")/../../shell.sh" || exit 1

ini game width=10 height=10 objective kind=encoder \
    encode hidden=20 boards=1000 heldout=100 epochs=150 target=0 full_epochs=30 >encode.ini
ini game width=10 height=10 training games=2 iterations=2 validation games=5 optimiser particles=4 >train.ini

expect 0 "an encoder is trained" encode encode.ini --out whole --threads 1 -q
awk -F '\t' 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i } NR == 2 { first = $at["best_score"] } { last = $at["best_score"]; held = $at["heldout"] }
    END { exit !(NR > 150 && last > 0.7 * first && held > 0.7 * first) }' whole/metrics.tsv
say $? "its error falls, on boards that are kept apart, too"
expect 0 "... with two threads" encode encode.ini --out two --threads 2 -q
cmp -s whole/metrics.tsv two/metrics.tsv && diff <(grep -v '^source' whole/encoder.ini) <(grep -v '^source' two/encoder.ini) >/dev/null
say $? "the same with two threads as with one"
expect 75 "it can be stopped" encode encode.ini --out parts --max-time 0.001s -q
for _ in 1 2 3 4; do run encode encode.ini --out parts --max-time 0.01s --resume -q; done
expect 0 "... and resumed" encode encode.ini --out parts --resume -q
same "to the same end" whole parts metrics.tsv encoder.ini
expect 0 "boards of games, played by drawn moves" encode encode.ini --set encode.epochs=3 --set encode.source=games --out drawn -q
expect 0 "... played by weights" encode encode.ini --set encode.epochs=3 --set encode.source=games --set encode.weights="$root/params/weights/dt-10.ini" \
    --set agent.features=dt --out played -q
cmp -s drawn/metrics.tsv played/metrics.tsv
say $((! $?)) "which are other boards"

expect 0 "weights over its units" train train.ini --set agent.features=encoder:whole/encoder.ini --out units -q
grep -q '^unit_20 = ' units/weights.ini && grep -q "^features = encoder:$PWD/whole/encoder.ini$" units/weights.ini
say $? "each unit has a weight, and the file says whose they are"
expect 0 "... by the genetic algorithm" train train.ini --set optimiser.kind=ga --set agent.features=encoder:whole/encoder.ini --out ga -q
expect 0 "they are evaluated" eval units/weights.ini --games 3 -q
expect 0 "they play" play units/weights.ini --trace
says 'unit_1	.*unit_20$' out
cp -r units again
expect 0 "a finished run is resumed" train train.ini --set agent.features=encoder:whole/encoder.ini --out again --resume -q

expect 0 "weights over patterns" train train.ini --set agent.features=patterns --out patterns -q
grep -q '^pattern_oxo_xxx = ' patterns/weights.ini && grep -q '^features = patterns$' patterns/weights.ini
say $? "... by name"
expect 0 "they are evaluated" eval patterns/weights.ini --games 3 --set game.height=8 -q

expect 64 "a board of another size" train train.ini --set agent.features=encoder:whole/encoder.ini --set game.height=11 --out no -q
says 'the encoder of \[agent\] features is for boards of 10x10, not of 10x11'
expect 64 "weights are no encoder" train train.ini --set agent.features=encoder:units/weights.ini --out no -q
says "holds no encoder: 'observation' of \[rules\] is missing"
sed '/^in_3_2 /d' whole/encoder.ini >less.ini
expect 64 "a parameter is missing" train train.ini --set agent.features=encoder:less.ini --out no -q
says "'in_3_3' stands where 'in_3_2' must be"
expect 64 "a file that is not there" train train.ini --set agent.features=encoder:none.ini --out no -q
expect 64 "an observation that is not there" encode encode.ini --set encode.observation=smell --out no -q
says 'observation=smell: must be an observation of tetris, such as board'
ini game kind=stack objective kind=encoder >stack.ini
expect 78 "a game without observations" encode stack.ini --out no -q
says 'the game stack has no observations'

exit $failed
