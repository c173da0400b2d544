#!/usr/bin/env bash
# sh_guideline.sh: the guideline and its agent with weights of its own, from training to comparison: the box of each weight, weights files,
# standard input, resume; what is held and what comes next in a terminal and in pictures.
. "$(dirname "$0")/../../shell.sh" || exit 1

ini game kind=guideline height=10 agent kind=penalty objective max_pieces=200 \
    training iterations=3 games=4 allocation=fixed log_positions=yes selection finalists=2 games=4 validation games=20 \
    optimiser particles=5 >penalty.ini

expect 0 "what the ini would do" check penalty.ini
says "guideline: 8 weights of penalty, chosen by penalty" out
expect 0 "an agent with weights of its own" list penalty
says '^    its own weights' out
says "holes_factor +0..100 rows a cell, default 2" out
expect 0 "its game" list guideline
says '^    maximised: ' out
expect 0 "a training" train penalty.ini --out run
says "^validated .* rows " out
grep -qx "agent = penalty" run/weights.ini && ! grep -q "^features" run/weights.ini run/config.ini && ! grep -qE "^(lower|upper) =" run/config.ini
say $? "... whose files name the agent, and neither features nor a box"
awk -F '\t' 'NR == 1 { for (i = 1; i <= NF; i++) if ($i ~ /_offset$/) o[i]; else if ($i ~ /_factor$/) f[i]; next }
    { for (i in o) { n++; if ($i < -10 || $i > 10) bad++ } for (i in f) { n++; if ($i < 0 || $i > 100) bad++; if ($i > 10) wide++ } }
    END { exit !(n == 8 * (NR - 1) && NR == 16 && !bad && wide) }' run/positions.tsv
say $? "... every weight stays in its own range, and uses it"
expect 0 "the same in one thread" train penalty.ini --out again --threads 1
same "... has the same results" run again metrics.tsv weights.ini
expect 0 "three iterations more" train penalty.ini --out again --resume --set training.iterations=6
expect 0 "six at once" train penalty.ini --out six --set training.iterations=6
same "... are the same" again six metrics.tsv weights.ini
expect 0 "the validated score, played again" info run --verify
says "the same$" out
expect 0 "a contents" info run/weights.ini
says "8 weights, agent penalty" out
expect 0 "an evaluation" eval run --games 10 --set objective.max_pieces=200
says "; agent penalty; at most 200 pieces a game; seed 1" out
expect 0 "... as JSON" eval run --games 10 --set objective.max_pieces=200 --json
python3 -c 'import json, sys; j = json.load(sys.stdin); assert j["agent"] == "penalty" and "features" not in j' <out
say $? "... which names the agent and no features"
expect 0 "a game" play run --trace --set objective.max_pieces=5
[ "$(wc -l <out)" = 6 ] && head -n 1 out | grep -q "value	closed_holes	blocked_cells"
say $? "... with the features that the agent reads"

# The column of a trace is the left edge of the piece: an upright I at the wall, whose matrix begins two columns further left.
ini weights landing_height=1 rules game=guideline features=landing_height >upright.ini
echo IIII >four
expect 0 "an upright I at the wall" play upright.ini --pieces four --turns 1 --trace -q
is "$(sed -n 2p out | cut -f4,5 | tr '\t' ' ')" "1 0" "... has its left edge in the trace"

# A weight that is left out has its default; one that is unknown, or of features, is refused.
ini weights holes_factor=2 rules agent=penalty game=guideline height=10 >hand.ini
expect 0 "weights by default" info hand.ini
says "^  wells_offset +-1$" out
printf '0 2 0 2 -1 10 10 10\n' >bare.txt
expect 0 "numbers without names" eval bare.txt --games 10 --set game.kind=guideline --set game.height=10 --set agent.kind=penalty
mean() { sed -n 's/^  mean *//p' out; }
of_bare=$(mean)
expect 0 "... are those of the file" eval hand.ini --games 10
is "$of_bare" "$(mean)" "... and play alike"
printf '0 2 0 2 -1 10 10 10\n1 2 3\n' >lines
"$program" eval - --games 10 --set game.kind=guideline --set game.height=10 --set agent.kind=penalty <lines >out 2>err
[ $? = 65 ] && [ "$(sed -n 2p out | awk '{ printf "%.2f", $1 }')" = "$of_bare" ]
say $? "... so do those of standard input"
says '^standard input:2: has 3 numbers: must have 8, one for each weight of penalty$'
expect 64 "another agent for them" eval hand.ini --set agent.kind=greedy
says "^hand.ini:4: agent = penalty, but weights for greedy were asked for"
ini weights holes_factor=2 rules agent=penality game=guideline >typo.ini
expect 65 "an agent that there is not" eval typo.ini
says "^typo.ini:4: agent.kind = penality: must be one of greedy"
ini weights landing_height=-1 eroded_cells=1 row_transitions=-1 column_transitions=-1 holes=-4 wells=-1 \
    rules features=dellacherie game=guideline height=10 >linear.ini
expect 64 "the agent for other weights" eval linear.ini --set agent.kind=penalty
says "linear.ini:9: features = dellacherie, but weights for penalty were asked for"
run compare linear.ini hand.ini --games 200 --set objective.max_pieces=60
says "linear.ini, features dellacherie" out
says "hand.ini, agent penalty" out
ini weights holes_factor=200 rules agent=penalty >far.ini
expect 78 "a start outside the range" train penalty.ini --out far --set training.from=far.ini
says "far.ini: holes_factor = 200: must be 0..100"
expect 0 "a start within" train penalty.ini --out near --set training.from=hand.ini
expect 64 "a search over directions alone" check penalty.ini --set optimiser.domain=sphere
says "domain=sphere: searches directions only"

# It is shown with what is held and what comes next.
expect 0 "a game that is watched" play hand.ini --watch --set objective.max_pieces=3
says "^hold [OILJTSZ-]  next( [OILJTSZ]){3,4}$" out
pictured guideline
exit $failed
