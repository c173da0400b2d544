#!/usr/bin/env bash
# sh_dropblox.sh: states of Dropblox answered as a server asks: commands, time limits, threads, budgets, weights, mistakes; and whole games
# against clients, good and bad.
. "$(dirname "$0")/../../shell.sh" || exit 1
given=$root/params/weights/ntris-given.ini

run dropblox nowhere 1
if [ $status = 69 ]; then
    says "was built without libjansson"
    exit $failed
fi
is $status 66 "a state that is missing: status 66"
says "^nowhere: cannot be read: No such file"

# A game against the program itself is the game that play plays, and leaves its last state.
client="$program dropblox -q --nodes 3000"
expect 0 "a game that is served" dropblox state.json 0 "$given" --serve "$client" --seed 3 --set game.blocks=25
cp out served
expect 0 "a client is handed the JSON itself" dropblox - 0 --serve 'f() { printf %s "$1" >handed; }; f' --seed 3 --set game.blocks=1
spawns='my $n; while (/"center":\{"i":(\d+),"j":(\d+)\},"offsets":\[(.*?)\]/g) {
    my ($row, $column, $cells, $lowest) = ($1, $2, $3, -99);
    for ($cells =~ /"i":(-?\d+)/g) { $lowest = $_ if $_ > $lowest }
    $n += $row + $lowest == 9 && $column == 6 }
    exit($n != 6)'
head -c 1 handed | grep -q '{' && [ ! -e - ] && perl -0777 -ne "$spawns" handed
say $? "... of six blocks, whose lowest row is row 9 and whose centre is in column 6"
expect 64 "a state where a file of states is wanted" dropblox "$(cat handed)" 0 --serve :
says "^swarmtris: --serve: makes the states itself: STATE must be a file for them, or -$"
expect 0 "the same game by play" play "$given" --set agent.kind=pruned --nodes 3000 --seed 3 --set game.blocks=25 -q
sed 's/ points.*/ points/' served | cmp - <(grep points out)
say $? "... ends alike: $(grep points out)"
expect 0 "... and with one thread" play "$given" --set agent.kind=pruned --nodes 3000 --seed 3 --set game.blocks=25 -q --threads 1
sed 's/ points.*/ points/' served | cmp - <(grep points out)
say $? "... ends alike"

answers() { # NAME ARGUMENT...: writes the commands to NAME
    local name=$1
    shift
    expect 0 "dropblox state.json $*" dropblox state.json "$@"
    cp out "$name"
    ! grep -vqxE 'rotate|left|right|down' out && [ "$(tail -n 1 out)" != down ]
    say $? "... commands, a line each"
}
answers one 0 --threads 1
says "^depth 3, [0-9]+ positions, [0-9.]+ s; reproducible$"
expect 0 "a state that is the argument itself" dropblox "$(cat state.json)" 0 --threads 1
same "... the same answer" one out
expect 0 "... with blanks before it, of several lines" dropblox "$(sed 's/^/ \n /; s/,"/,\n"/g' state.json)" 0 --threads 1
same "... the same answer" one out
"$program" dropblox - 0 --threads 1 <state.json >out 2>err && cmp one out
say $? "a state from standard input: the same answer"
cp state.json '{state}'
expect 0 "a file whose name begins with {" dropblox './{state}' 0 --threads 1
same "... the same answer" one out
expect 65 "a name that begins with { is taken for JSON" dropblox '{state}' 0
says "^STATE:1: is no JSON"
expect 65 "an argument that is no state" dropblox '{"state": "playing"}' 0
says "^STATE: score: must be a whole number"
"$program" dropblox - 0 </dev/null >out 2>err
is $? 65 "an empty standard input: status 65"
says "^standard input:1: is no JSON"
for threads in 2 3; do
    answers more 0 --threads $threads
    same "... the same with $threads threads" one more
done
answers budget 0 --nodes 2000 --threads 1
positions=$(sed 's/.*, \([0-9]*\) positions.*/\1/' err)
[ "$positions" -le 2000 ]
say $? "... of at most 2000 positions: $positions"
answers timed 0.000001
says "^depth 1, [0-9]+ positions, .*not reproducible: the time was over"
answers timed 90s
says "^depth 3, .*not reproducible: a slower machine"
answers deep 0 --set agent.depth=2
says "^depth 2, "

printf 'POINTS_EARNED 0.378565931393\nROW_TRANSITIONS -0.548886169599\r\n\nLANDING_HEIGHT 0.71240334146\nHOLES -1.99902287016\n' >plain
printf 'BLOCK_HEIGHT -0.00978251322273\nWELL_SUMS -0.151923526632\nCOL_TRANSITIONS -0.793256698244\n' >>plain
answers plain.out 0 plain
answers ini.out 0 "$given"
same "the weights of the original are read in its own form" plain.out ini.out
answers named.out 0 ntris-given
same "... and found by the name of those that come with the program" named.out ini.out
echo "POINTS_EARNED much" >bad
expect 65 "a weight that is no number" dropblox state.json 1 bad
says "^bad:1: 'POINTS_EARNED much': must be the name of a metric and a number"
echo "HOLES nan" >bad
expect 65 "a weight that is not finite" dropblox state.json 1 bad
says "^bad:1: 'HOLES nan': must be"
printf 'HOLES -1\nHOLES -2\n' >bad
expect 65 "a metric that is named twice" dropblox state.json 1 bad
echo "POINTS 1" >bad
expect 65 "a metric that there is not" dropblox state.json 1 bad
says "^bad: .*'points' is neither a feature nor a feature set"
expect 64 "weights of another game" dropblox state.json 1 "$root/params/weights/bcts.ini"
says "these weights play tetris, not ntris; .* plays ntris:.* ntris-given"
expect 65 "another game" dropblox state.json 1 "$root/params/weights/bcts.ini" --set game.kind=tetris
says "holds weights of tetris: must be of ntris"
expect 64 "an agent that cannot share a move" dropblox state.json 1 --set agent.kind=greedy
says "must be pruned"
expect 64 "seconds that are none" dropblox state.json soon
says "^SECONDS = soon: must be a number"

broken() { # TEXT SED PATTERN
    sed "$2" state.json >broken.json
    expect 65 "$1" dropblox broken.json 1
    says "^broken.json:.*$3"
}
broken "no JSON" 's/}$//' "1: is no JSON"
broken "no bitmap" 's/bitmap/map/' "bitmap: is missing: must be a list of 33 rows"
broken "a row that is too short" 's/\[\[0,/[[/' "bitmap\[0\]: must be a list of 12 cells"
broken "a row that is full" 's/\[\[[^]]*/[[1,1,1,1,1,1,1,1,1,1,1,1/' "bitmap\[0\]: is full"
broken "a cell that is a text" 's/\[\[0/[["0"/' "bitmap\[0\]\[0\]: must be a number"
broken "no centre" 's/"center"/"centre"/' "center: is missing"
broken "a centre that is outside" 's/"center":{"i":[0-9]*/"center":{"i":33/' "block.center.i: must be a whole number 0..32"
broken "a block of one cell twice" 's/"offsets":\[/&{"i":0,"j":0},{"i":0,"j":0},/' "offsets: .*(are no block|must have 1..10)"
broken "a shown block that is not on the board" 's/"preview":\[{"center":{"i":[0-9]*/"preview":[{"center":{"i":32/' "preview.0.: lies outside the board"
broken "a block in the wall" 's/"j":[0-9]*},"offsets"/"j":0},"offsets"/' "block: overlaps filled cells or a wall"
broken "a score that is a text" 's/"score":[0-9]*/"score":"many"/' "score: must be a whole number"
broken "no object" 's/.*/[]/' "is no state"
expect 66 "a folder" dropblox . 1

expect 0 "a game that is watched" play "$given" --set agent.kind=pruned --set agent.depth=1 --watch --turns 2 --gif watched.gif
[ "$(grep -c '^next$' out)" = 2 ] && grep -q o out && grep -q "^blocks 2  points [0-9]" out && [ "$(head -c 3 watched.gif)" = GIF ]
say $? "... shows the board, the block that appears and those that are shown, and is drawn"

# Clients that are at fault end the game.
expect 1 "a client that says something else" dropblox s.json 0 --serve "echo jump #"
says "^move 1: the client answers 'jump': must be one of rotate, left, right, down, up"
expect 1 "a client that leaves the board" dropblox s.json 0 --serve "yes left | head -n 12 #"
says "^move 1: the client answers 'left': must be a command that can be made"
expect 1 "a client that fails" dropblox s.json 0 --serve "exit 3 #"
says "^move 1: the client ends with status 3"
expect 0 "a client that says nothing" dropblox s.json 0 --serve ":" --set game.blocks=0 --verbose
says "^lost after [0-9]+ blocks, 0 points" out
expect 0 "a client that moves up" dropblox s.json 0 --serve "echo up; : " --set game.blocks=2
says "^ended after 2 blocks" out
expect 0 "a client that is late" dropblox s.json 0.05 --serve "sleep 0.1; : " --set game.blocks=2
says "^out of time after 0 blocks" out
(ulimit -n 4 && "$program" dropblox s.json 0 --serve ":" >out 2>err)
is $? 74 "a client that cannot be started, since no more files may be open: status 74"
says "^move 1: the client cannot be started: Too many open files$"
expect 73 "a state that cannot be written" dropblox nowhere/s.json 0 --serve ":"
says "^nowhere/s.json: cannot be written"
exit $failed
