#!/usr/bin/env bash
# sh_games.sh: the program with a game of the tests, a paddle below falling balls (tests/games/), which only the registry knows of. It trains, plays, compares and
# reports like the first, in words of its own; and the first game is what it was.
. "$(dirname "$0")/shell.sh" || exit 1
first=$program
program=$two_games
[ -x "$program" ]
say $? "there is a program with two games"

# No word of the other game in the output of the last run, nor in the files given. Keys and columns are no words of it.
speaks() { # FILE...
    ! sed 's/--pieces//g' out err "$@" | grep -iwE 'rows|pieces|tetris|cs3243'
    say $? "... without a word of another game"
}

ini training total_games=400 games=5 selection games=5 validation games=50 optimiser preset=vdbergh particles=6 >paddle.ini

expect 0 "what the ini would do" check paddle.ini
says "paddle: 2 weights of paddle-both, chosen by greedy" out
speaks
expect 0 "a training of the default game, the first of the registry" train paddle.ini --out run
says "^validated .* catches .* 50 games, used nowhere else" out
says "games, [0-9.k]+ moves in .* moves/s" out
says "moves/s"
speaks run/config.ini run/weights.ini run/log.txt
grep -qx "features = paddle-both" run/config.ini && grep -qx "kind = paddle" run/config.ini && grep -qx "game = paddle" run/weights.ini
say $? "... and the default set is the game's first"
weights=run/weights.ini

expect 0 "an evaluation" eval $weights --games 20
says "^20 games, catches in each:" out
says "moves in .* moves/s" out
speaks
expect 0 "... as JSON" eval $weights --games 20 --json
python3 -c 'import json, sys; j = json.load(sys.stdin); assert j["games"] == 20 and j["pieces"] > 0 and j["game"]["kind"] == "paddle"' <out
say $? "... with the members that scripts know"
expect 0 "a game" play $weights
says "^lost after [0-9]+ moves?, [0-9]+ catch" out
speaks
printf '5 6 x\n' >balls
expect 65 "a list with a letter that the game does not know" play $weights --pieces balls
says "^balls:1: 'x': .*must be a column, a digit"
expect 0 "the score of the run, played again" info run --verify
says "the same$" out

ini weights distance=1 off_centre=1 >bad.ini
expect 0 "a comparison" compare $weights bad.ini --games 2000
says "times the catches of bad.ini" out
speaks
expect 0 "a tournament" tournament $weights bad.ini --games 100
says "catches" out
speaks

ini objective kind=sphere dim=2 training total_games=60 optimiser particles=5 >sphere.ini
sed 's/total_games = 400/iterations = 2/' paddle.ini >short.ini
ini meta "problems=short.ini sphere.ini" tune=inertia training games=2 iterations=2 selection finalists=0 validation games=4 \
    optimiser particles=3 >meta.ini
expect 0 "a meta search over the game and a function" train meta.ini --out meta
says "blocks, [0-9.k]+ turns in" out
speaks

# An agent that counts its weights: a network.
sed 's/^\[training\]/[agent]\nkind = network\nhidden = 3\n&/; s/preset = vdbergh/topology = ring/' paddle.ini >network.ini
expect 0 "what a training of a network would do" check network.ini
says "paddle: 12 weights of network, chosen by network" out
expect 0 "... does" train network.ini --out network -q
grep -qx "agent = network" network/weights.ini && grep -qx "features = paddle-both" network/weights.ini && grep -qx "agent.hidden = 3" network/weights.ini &&
    [ "$(grep -c "^unit[123]_\(distance\|off_centre\|bias\|output\) = " network/weights.ini)" = 12 ]
say $? "... and its weights say how many they are, and why"
expect 0 "an evaluation of it" eval network/weights.ini --games 20
says "catches in each" out
expect 0 "the score of the run, played again" info network --verify
says "the same$" out
expect 3 "a comparison of it with weights of features, which 50 games do not decide" compare network/weights.ini bad.ini --games 50 --out duel
expect 0 "... whose copy of the network plays, too" eval duel/player-1.ini --games 20
expect 0 "a training goes on from its directory" train network.ini --from network --out on -q
grep -q "^from = .*/network/weights.ini$" on/config.ini
say $? "... which stands for its weights"
expect 64 "another number of units" eval network/weights.ini --games 2 --set agent.hidden=4
says "^network/weights.ini:[0-9]+: agent.hidden = 3, but weights for hidden = 4 were asked for"
expect 78 "... for a training" train network.ini --set agent.hidden=4 --from network/weights.ini --out no -q
says "/network/weights.ini:[0-9]+: agent.hidden = 3, but weights for hidden = 4 were asked for"
sed 's/^agent.hidden = 3/hidden = 3/' network/weights.ini >older.ini
expect 0 "a file of a version that called its options without their section" eval older.ini --games 2
sed 's/^agent.hidden = 3/hidden = 0/' network/weights.ini >none.ini
expect 65 "a file with no units" eval none.ini --games 2
says "^none.ini:[0-9]+: agent.hidden = 0: must be 1..1000"
sed '/^features = /d' network/weights.ini >none.ini
expect 65 "a file without features" eval none.ini --games 2
says "^none.ini:[0-9]+: agent = network needs features = SET"
sed '/^unit2_bias/d' network/weights.ini >none.ini
expect 65 "a file without one of the weights" eval none.ini --games 2
says "'unit2_bias' of network is missing"
expect 64 "a network has a length" train network.ini --set optimiser.domain=sphere --out no
says "directions only, but the length of the weights of .agent. kind = network matters"
expect 0 "a network of 500 weights" train network.ini --set agent.hidden=125 --set training.iterations=1 --out large -q
is "$(grep -c "^unit" large/weights.ini)" 500 "... has as many in its file"

# The other game, in this program and in the one that is used.
printf '[game]\nkind = tetris\nheight = 10\n' | cat - paddle.ini >tetris.ini
expect 0 "the other game" train tetris.ini --out other
says "^validated .* rows " out
"$first" train tetris.ini --out same -q >out 2>err
say $? "... in the program without the second"
same "... has the same results" other same metrics.tsv weights.ini config.ini
expect 64 "weights of one game and features of another" eval $weights --features holes
says "holes"
exit $failed
