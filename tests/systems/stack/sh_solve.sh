#!/usr/bin/env bash
# sh_solve.sh: lists of Trix, solved and checked as people do it: heights, mistakes of lists and placements, statuses.
. "$(dirname "$0")/../../shell.sh" || exit 1

times() { for ((i = 0; i < $2; i++)); do printf %s "$1"; done; }
times 1 24 >a && times 2 26 >b && times 1245 10 >c && times 67 28 >d && times 1234567 6 >e
echo "1111234 4441123412 14121 344561274 1112341 344123122 1437 11234 41211" >f
echo "Play 1234, then 52716; 0 and 8 and 9 say nothing: 143215." >g
replay=$root/tests/systems/stack/replay.py
replayed() { # LIST PLACEMENTS [-w WIDTH] [--buffer BUFFER]: by rules that share nothing with the game
    python3 "$replay" "$1" "$2" "${4:-11}" "${6:-1}" >out 2>err
    say $? "... replayed"
}
lowest() { # LIST HEIGHT ARGUMENT...: the beam ends there or lower, and the check agrees
    local list=$1 height=$2 found
    shift 2
    expect 0 "list $list $*" solve "$list" "$list.out" --agent beam --nodes 400000 "$@"
    replayed "$list" "$list.out" "$@"
    found=$(sed -n 's/.*height //p' out)
    [ "$found" -le "$height" ]
    say $? "... ends at $found, at most $height"
}
lowest a 1 && lowest b 10 && lowest c 1 && lowest d 12 && lowest e 1 && lowest f 2 && lowest g 1
lowest a 0 -w 4 && lowest a 0 -w 8 && lowest b 0 -w 10 --buffer 1
searched() { # DEPTH: the last line says what was searched
    tail -n 1 out >last
    says "; [0-9]+ nodes expanded, deepest path $1, branching factor [0-9]+\\.[0-9]{3}$" last
}
expect 0 "the original's search" solve e first.out -a search
says "first.out: height [0-9]+ after [0-9]+ moves" out
searched 3
expect 0 "... again" solve e second.out --agent search
same "... is the same" first.out second.out
times 67 200 >high
expect 0 "a pile up to the top of the board" solve high first.out -a search -w 5
expect 0 "breadth first" solve e bfs.out -a bfs -b 0
searched 1
expect 0 "... with a buffer" solve e again.out -a bfs -b 5
cmp bfs.out again.out && [ "$(cut -c 1 bfs.out | tr -d '\n')" = "$(cat e)" ]
say $? "... which it does not use"
expect 0 "... two pieces ahead" solve e bfs.out -a bfs --set agent.depth=2
searched 2
expect 64 "... four" solve e bfs.out -a bfs --set agent.depth=4
says "must be 1..3"
expect 0 "by chance" solve e random.out --agent random
[ "$(wc -l <out)" = 1 ] && ! grep -q expanded out
say $? "... searches nothing"
replayed e random.out
expect 0 "a beam" solve e beam.out -a beam
expect 0 "... is what plays by default" solve e usual.out
same "... and is the same" beam.out usual.out
expect 0 "a small beam" solve e beam.out --nodes 5000
searched '[0-9]+'
expect 0 "a game as pictures" solve e beam.out -a beam --nodes 5000 --gif e.gif --png e.png -w 11
[ "$(head -c 3 e.gif)" = GIF ] && [ "$(head -c 4 e.png | tail -c 3)" = PNG ]
say $? "... a gif and a png"
expect 73 "a picture that cannot be created" solve e never.out --gif nowhere/e.gif
[ ! -e never.out ]
say $? "... is refused before anything is played"

for name in equal without-s-z squares-and-lines only-1 only-2 only-3 only-4 only-5 only-6 only-7; do
    run solve "$name" "$name.out" --template $name --agent beam --nodes 20000
    [ $status = 0 ] && [ "$(tr -d '\n' <$name | wc -c)" = 110 ] && python3 "$replay" $name $name.out >out
    say $? "template $name: 110 pieces, $(sed -n 's/.*, //p' out)"
done
[ "$(tr -d '12\n' <squares-and-lines | wc -c)" = 0 ] && [ "$(tr -d '12345\n' <without-s-z | wc -c)" = 0 ] && grep -q 6 equal
say $? "... of the pieces that their names say"
expect 73 "a template over a file" solve equal equal.out --template equal
says "^equal: is in the way"
expect 64 "a template that there is not" solve new new.out --template round
says "--template .*must be one of equal"

printf '8 9 prose\n' >empty
expect 65 "a list without a piece" solve empty out.txt
says "^empty: holds no piece, a digit 1-7"
times 1 4001 >long
expect 65 "a list that is too long" solve long out.txt
says "^long: holds 4001 pieces: at most 4000"
expect 66 "no list" solve nowhere out.txt
says "^nowhere: cannot be read: No such file"
expect 73 "an output that is a directory" solve a .
expect 64 "a width that is none" solve a out.txt -w 3
says "width 3: must be 4..16"
wrong() { # TEXT SED PATTERN
    sed "$2" e.out >bad.out
    python3 "$replay" e bad.out >out 2>err
    [ $? = 1 ]
    say $? "$1"
    says "$3"
}
wrong "a line that is no placement" '3s/.*/1 0 x/' "^bad.out: line 3: must be three numbers"
wrong "a rotation that the piece does not have" '1s/.*/2 1 0/' "a rotation that this piece does not have"
wrong "a column outside" '2s/\([0-9] [0-9]\) .*/\1 11/' "^bad.out: line 2: lies outside the board"
wrong "a piece that is not there" '1s/.*/7 0 0/' "neither in the buffer nor near enough in the list"
wrong "pieces that are missing" '40,$d' "^bad.out: leaves [0-9]+ pieces of the list"
python3 "$replay" "$program" 200
say $? "lists by chance on all boards with all agents: every placement is allowed"
expect 64 "--check, which has left" solve e e.out --check
says "^swarmtris: 'solve --check' has left: tests/systems/stack/replay.py "
printf '1234567\033]0;x\007\033[2J\n' >odd.txt
run solve odd.txt odd.out
harmless "a list of pieces"

export BUILD=${BUILD:-build/release} SWARMTRIS=$program JOBS=1
SAMPLE=15 "$root/tests/campaign.sh" faults solve || failed=1
SAMPLE=5 "$root/tests/campaign.sh" power solve || failed=1

case $program in
*/release/*) # 120 processes
    SWARMTRIS=$program "$root/bench/study_solve.sh" low 10 >heights 2>err
    [ $? = 0 ] && [ "$(wc -l <low/solve.tsv)" = 61 ] && grep -qE '^only-1 +0 +0 +0 +0 +0 +0$' heights && grep -qE '^10 .* 0\.[0-9]+$' heights
    say $? "bench/study_solve.sh: ten templates, six buffers"
    ;;
esac

expect 0 "placements as a fumen" solve e ten.out -w 10 --fumen ten.fumen
grep -qE '^v115@vh[A-Za-z0-9+/?]+$' ten.fumen && [ "$(wc -l <ten.fumen)" = 1 ]
say $? "... a line of text"
expect 64 "... of eleven columns" solve e eleven.out --fumen eleven.fumen
says "^eleven.fumen: cannot be a fumen: the board of stack has more than the ten columns of a fumen$"
[ ! -e eleven.out ] && [ ! -e eleven.fumen ]
say $? "... before anything is played"
expect 0 "a game as a fumen" play bcts --turns 50 --fumen game.fumen -q
says '^v115@' game.fumen

ini game kind=stack length=12 agent kind=beam width=3 training iterations=2 games=3 allocation=fixed \
    selection finalists=2 games=4 validation games=8 optimiser particles=4 >stack.ini
expect 0 "a training for low piles" train stack.ini --out run
says "^validated +[0-9.]+ height" out
expect 0 "... in one thread" train stack.ini --out again --threads 1
same "... has the same results" run again metrics.tsv weights.ini
expect 64 "its logarithm" check stack.ini --set training.fitness=log
says "must be mean where the score is the height of stack"
expect 0 "an evaluation" eval run --games 5 --set agent.kind=beam --set agent.width=3
says "^5 games, height in each:" out
expect 64 "a comparison" compare run run
says "have no ratio"
expect 0 "a game that is watched" play run --watch
says "^buffer [1-7]?  next " out
says "^ended after [0-9]+ moves, [0-9]+ height" out
expect 0 "the games" list games
says "^ +minimised: height; " out
cp "$program" alone && program=./alone
expect 66 "a program without its weights" solve e alone.out
says "^params/weights/stack.ini: cannot be read: "
exit $failed
