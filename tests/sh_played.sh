#!/usr/bin/env bash
# sh_played.sh: weights are played as they were trained, by every verb and from Python: their agent, its keys, their game and its length.
. "$(dirname "$0")/shell.sh" || exit 1

python=no
export SWARMTRIS_LIBRARY=$(dirname "$program")/libswarmtris.so PYTHONPATH=$root/src/api PYTHONDONTWRITEBYTECODE=1
command -v python3 >/dev/null && make -C "$root" --no-print-directory library >log 2>&1 &&
    ! "$program" --version | grep -qE -- '-fsanitize=|--coverage' && python=yes
[ $python = yes ] || echo "skip - Python: it is not here, or there is no library, or sanitizers"

# A game of one piece has no chance in it, so that all games of all verbs are the same.
by_hand() { # RULES...: a weights file
    echo "# swarmtris, format 3"
    ini weights max_height=-1 holes=-4 wells=-1 rules features="max_height holes wells" width=5 height=6 pieces=J preview=1 bag=yes \
        points="0 40 100 300 1200" max_pieces=60 "$@"
}
mean() { sed -nE "s/^  mean +([0-9]+)\.00$/$1 \1/p" out; }                                                 # of eval
ranked() { awk -F '[ ,]+' '/"weights": "w.ini"/ { on = 1 } on && /"mean"/ { print '"\"$1\""', $3; exit }' out; } # of others
scores() { # RULES...: what they score by each verb, a line for each
    by_hand "$@" >w.ini
    rm -rf kept duel
    run eval w.ini --games 3 -q --out kept && mean eval
    run eval kept --games 3 -q && mean again
    run play w.ini -q && sed -nE 's/.*, ([0-9]+) points$/play \1/p' out
    run compare other.ini w.ini --games 50 --json -q --out duel && ranked compare
    run eval duel/player-2.ini --games 3 -q && mean player
    run tournament other.ini w.ini --games 5 --json -q && ranked tournament
    [ $python = no ] || python3 -c "import re, swarmtris
text = open('kept/weights.ini').read()
w = [float(x) for x in re.findall('= (.*)', text[:text.index('[rules]')])]
print('python %.0f' % swarmtris.Evaluator('kept/config.ini')(w, 3).mean)"
}
by_hand >other.ini
for agent in "" agent=lookahead "agent=lookahead agent.best=1" "agent=lookahead agent.worth=own-last"; do
    scores $agent >said
    is "$(wc -l <said) $(cut -d ' ' -f 2 said | sort -u | wc -l)" "$([ $python = yes ] && echo 7 || echo 6) 1" \
        "the points of ${agent:-the usual agent}, by all: $(paste -sd ' ' said)"
    head -n 1 said >>all
done
is "$(sort -u all | wc -l)" 3 "agents and their keys make a difference"
says "3 of 3 played all 60 pieces: the rule of this game" <(run eval w.ini --games 3 -q; cat out)
sed 1d w.ini >older.ini
run eval older.ini --games 3 -q
says "3 of 3 cut off: a lower bound" out # older versions wrote a limit that was none of the rules
expect 0 "--set wins" eval w.ini --games 3 -q --set agent.kind=greedy --set objective.max_pieces=7
says "agent greedy, features max_height holes wells; at most 7 pieces a game" out
by_hand agent=lookahead agent.worth=own-last agent.best=3 >w.ini
expect 78 "a player whose agent has another key now" compare other.ini w.ini --games 60 --out duel --resume
says "w.ini has other weights or rules than duel/player-2.ini"

# What a training has validated is what its run and its file play again.
trained() { # NAME SECTION KEY=VALUE...
    ini training games=1 iterations=2 selection finalists=0 validation games=9 "${@:2}" >$1.ini
    expect 0 "a training of $1" train $1.ini --out $1 -q
    for of in $1 $1/weights.ini; do
        expect 0 "... that is validated again, by $of" info $of --verify
        says "weights.ini: [ve].*: the same$" out
    done
    run eval $1 --validation --json -q
    is "$(sed -nE 's/^  "(mean|games)": (.*),$/\2/p' out)" "$(sed -nE 's/^(validated|estimated)(_games)? = //p' $1/weights.ini)" \
        "... whose mean and games eval --validation gives: $(sed -n 's/^  "mean": //p' out)"
    expect 0 "... and evaluated" eval $1 --games 5 -q --out $1-evaluated
    cp out first
    expect 0 "... as its file is" eval $1/weights.ini --games 5 -q
    same "... alike" <(sed '1d;$d' first) <(sed '1d;$d' out)
    for of in $1-evaluated $1-evaluated/weights.ini; do expect 0 "... and $of, played again" info $of --verify; done
}
small="game width=5 height=6 optimiser particles=4"
trained greedy $small
trained ahead $small agent kind=lookahead worth=own-last best=2
trained points game width=5 height=6 preview=1 bag=yes "points=0 40 100 300 1200" agent kind=lookahead objective max_pieces=80 optimiser particles=4
for system in guideline:penalty ntris:pruned; do
    "$program" list games | grep -q "^  ${system%:*}:" || continue
    trained ${system#*:} game kind=${system%:*} agent kind=${system#*:} objective max_pieces=30 optimiser particles=4
done
trained estimates $small validation estimator=splitting
for with in "--games 3" "--seed 2" "--error 5%" "--out kept" "--set game.height=7" "--estimator splitting" --features=cs3243; do
    expect 64 "a validation has its own games, without $with" eval ahead --validation $with
done
expect 65 "an evaluation has no validation" eval ahead-evaluated --validation
says "ahead-evaluated/weights.ini: states no validation that could be played again"
expect 0 "what a shipped file says of its games is true" info jumanji --verify
ini objective kind=sphere dim=3 training iterations=2 optimiser particles=4 >f.ini
expect 0 "a function" train f.ini --out f -q
expect 0 "... whose position can be shown" info f/weights.ini
says "^f/weights.ini: 3 weights, function sphere$" out
for verb in eval play "compare w.ini"; do expect 64 "... and plays no game: $verb" $verb f; done
expect 65 "weights from a pipe, of no meaning" eval <(echo 1 2 3)
says "does not say what its numbers are"
run eval w.ini --games 3 -q && mean of >said
"$program" eval <(cat w.ini) --games 3 -q >out 2>err
is "$(mean of)" "$(<said)" "... and of a whole file"
exit $failed
