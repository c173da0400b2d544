#!/usr/bin/env bash
# sh_learning.sh: learners as users meet them: Q-learning with settings that are given, and with those that a swarm has tuned; the curve and
# the table that a run leaves; games played by tables; catch the ball by every verb.
. "$(dirname "$0")/../../shell.sh" || exit 1

ini game kind=tetris width=3 height=3 pieces=i objective kind=qlearning steps=60 observation=board test_games=2 test_turns=300 \
    training games=3 iterations=4 selection finalists=2 games=4 validation games=12 optimiser particles=4 >small.ini

# ---- settings that are given ----
given=$root/params/weights/q-small.ini
expect 0 "the values of the source" eval "$given" --games 3 --out given
says "^tetris, width 3, height 3, pieces i, bag no, preview 0; qlearning; seed 1$" out
says "^3 learning runs, score in each:" out
says "^  min  +6666$" out
says "^60000 steps in" out
[ "$(sed -n 1p given/q.tsv | tr '\t' ' ')" = "step low q25 median q75 high reward illegal" ] && [ "$(wc -l <given/q.tsv)" = 42 ] &&
    [ "$(tail -n 1 given/q.tsv | cut -f 1-6 | tr '\t' ' ')" = "10000 6666 6666 6666 6666 6666" ] && [ "$(awk 'NR == 2 { print $4 }' given/q.tsv)" = 0 ]
say $? "... from a table that places one piece to tables that lose none"
expect 0 "... in another run" eval "$given" --games 3 --threads 1 --out again
same "... the same curve and the same table" given again q.tsv table.txt games.tsv
expect 0 "with the fault and the rewards of the code" eval "$given" --games 20 --set objective.target=index --set objective.reward=rows_so_far
says "^  min  +0$" out
expect 64 "a reward that the game does not have" eval "$given" --set objective.reward=rows
says "reward=rows: must be one of lost, rows_so_far, greatest_height"
expect 64 "settings play no game" play "$given"
says "q-small.ini: holds settings of qlearning, which play no game themselves"
expect 64 "... and are not compared with what does" compare "$given" "$given"
says "holds settings of qlearning: only what plays games can be compared"
printf '1 0.2 0.8 0.4\n1 0.2 0.8\n' >lines
"$program" eval - --games 2 --set objective.kind=qlearning --set game.kind=catch --set objective.steps=100 <lines >out 2>err
[ $? = 65 ] && says "^standard input:2: has 3 numbers: must have 4, one for each setting of qlearning$"

# ---- tuned by a swarm ----
expect 0 "what the ini would do" check small.ini
says "tetris: 4 settings of qlearning$" out
expect 0 "a training" train small.ini --out run
says "^validated .* score .* 12 learning runs, used nowhere else" out
says "^settings: run/weights.ini" out
grep -qx "objective = qlearning" run/weights.ini && grep -qx "steps = 60" run/weights.ini && grep -q "^epsilon = 0\." run/weights.ini
say $? "... whose file has the settings, and what they are for"
expect 0 "... in one thread" train small.ini --out one --threads 1 -q
for f in metrics.tsv weights.ini games.tsv q.tsv table.txt; do cmp run/$f one/$f; done
say $? "... with the same files"
expect 0 "the validated score, by eval" eval run/weights.ini --games 12
expect 0 "the charts" plot run
[ -s run/charts/q.png ] && [ -s run/charts/convergence.png ]
say $? "... the curve among them"
slow="--set objective.steps=40000 --set training.iterations=20"
expect 0 "a longer one" train small.ini --out whole -q $slow
in_pieces 0.1s train small.ini --out parts -q $slow
[ $status = 0 ] && [ $pieces -gt 1 ]
say $? "... stopped and resumed ($pieces times)"
same "... the same" whole parts metrics.tsv weights.ini q.tsv table.txt
expect 78 "--resume with another reward" train small.ini --out parts --resume $slow --set objective.reward=rows_so_far
says "objective.reward"
for key in objective.observation=rows validation.estimator=splitting agent.kind=greedy; do
    expect 64 "$key" train small.ini --set $key --out none
done

# ---- tables ----
table=given/table.txt
expect 0 "games of a table" eval $table --games 2 --set objective.max_pieces=30
says "^tetris, width 3, height 3, pieces i, bag no, preview 0; agent table, table [^;]*table.txt; at most 30 pieces a game; seed 1$" out
says "^  mean  +20.00$" out
expect 0 "... kept in a directory" eval $table --games 5 --set objective.max_pieces=30 --out kept
expect 0 "... and resumed" eval $table --games 9 --set objective.max_pieces=30 --out kept --resume
expect 0 "... are those of the directory" eval kept --games 9 --set objective.max_pieces=30
says "^  mean  +20.00$" out
expect 0 "a game of a table" play $table --trace --set objective.max_pieces=6
[ "$(cut -f 4 out | tr '\n' ' ')" = "column 0 1 2 0 1 2 " ] || [ "$(cut -f 6 out | tail -n 1)" = 4 ]
say $? "... that clears rows"
expect 0 "... drawn" play $table --watch --set objective.max_pieces=3
says "^\|###\||^pieces 3  rows 2" out
{ sed '/^[1-9]/d; s/^lines = .*/lines = 1/' $table; echo "9 -1 0 0"; } >gives_up.txt
expect 0 "a table that gives up" play gives_up.txt --games 1100 --record moves.bin
says "^2200 pieces, 0 rows" out
expect 0 "a table in place of weights" info $table
ini rules agent=table >none.ini
sed 's/^kind = tetris/kind = guideline/; /^width\|^pieces/d; s/^height = 3/height = 20/' small.ini >guideline.ini
expect 78 "a game that has no observation" check guideline.ini
says "guideline.ini:5: kind = qlearning: cannot be learned by tables where the game is guideline, which offers no observation"
expect 64 "an agent without its table" eval "$root/params/weights/report-final.ini" --set agent.kind=table
says "table = : must name a table, as runs with \[objective\] kind = qlearning write it|weights for table were asked for"
expect 78 "it cannot be trained" train "$root/params/quick.ini" --set game.kind=catch --set agent.kind=table --set agent.table=$table --out none
expect 0 "a table that loses" eval "$given" --games 1 --set objective.steps=1 --out first
expect 0 "... gives up" play first/table.txt
says "^given up after 1 piece, 0 rows$" out
expect 0 "a comparison of tables" compare $table first/table.txt --games 50 --set objective.max_pieces=30
says "first/table.txt had no rows at all" out
expect 0 "... kept" compare $table first/table.txt --games 50 --set objective.max_pieces=30 --out pair
expect 78 "... and resumed with others" compare first/table.txt $table --games 50 --set objective.max_pieces=30 --out pair --resume
says "agent.table = .*/first/table.txt, was .*/given/table.txt in pair/config.ini"
sed '$d' $table >cut.txt
expect 65 "a table that is cut" eval cut.txt
says "^cut.txt:[0-9]+: must be an index above those before it and below indices, and its values$"
sed 's/^actions = 3/actions = 2/' $table >other.txt
expect 65 "... of another shape" eval other.txt
says "^other.txt:[0-9]+: has more numbers than there are actions$"
sed '1s/[0-9]*$/9/' $table >newer.txt
expect 65 "... of a newer program" eval newer.txt
says "^newer.txt:1: is in format 9, which a newer swarmtris wrote"
expect 65 "... for another board" eval $table --set game.width=4
says "has 4096 indices and 3 actions: these rules have 65536 and 4"

# ---- catch the ball, by every verb ----
quick="--set training.iterations=3 --set training.games=10 --set validation.games=50 -q"
expect 0 "a swarm catches balls" train "$root/params/catch.ini" $quick --out pso
expect 0 "a population does" train "$root/params/catch-ga.ini" $quick --out ga
expect 0 "an evaluation" eval pso --games 50
says "^50 games, balls in each:" out
says "^  mean  +1.00$" out
expect 0 "a game" play pso --watch
says "^ended after 401 moves, 1 ball$" out
says "catcher [0-9]+  caught$" out
ini weights distance=1 side=0 position=0 rules features=catch game=catch >away.ini
run compare pso away.ini --games 200
[ $status = 0 ] && grep -qE "pso is better" out
say $? "a comparison with a catcher that flees"
expect 0 "the charts" plot pso
[ -s pso/charts/histogram.png ]
say $? "... are drawn"
expect 0 "Q-learning does" eval "$root/params/weights/q-catch.ini" --set objective.steps=300000 --games 2 --out caught
expect 0 "... a game of its table" play caught/table.txt
says "^(ended|given up) after [0-9]+ moves?, [01] balls?$" out

# ---- the end of a run over a learner ----

ini game width=3 height=3 pieces=i objective kind=qlearning steps=1000000 training games=1 iterations=1 selection finalists=0 \
    validation games=1 optimiser particles=2 >q.ini
"$program" train q.ini --out q -q >out 2>err </dev/null &
pid=$!
is_played() { grep -q '1.0000' q/timing.tsv 2>/dev/null; }
wait_for is_played
kill -9 $pid
wait $pid 2>/dev/null
run info q --status
[ $status = 75 ] || { [ $status = 0 ] && [ -e q/q.tsv ] && [ -e q/table.txt ]; }
say $? "a run over a learner that is killed while its curves are made is not finished: status $status"
expect 0 "... and is finished in the end" train q.ini --out q --resume -q
[ "$(tail -n 1 q/log.txt | cut -d ' ' -f 2-)" = finished ] && [ "$(wc -l <q/q.tsv)" = 42 ] && "$program" info q --status >out
say $? "... with its curves"

exit $failed
