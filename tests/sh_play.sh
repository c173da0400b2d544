#!/usr/bin/env bash
# sh_play.sh: a game to look at: on a terminal with keys and signals, in a pipe, as GIF and PNG; and what happens where they cannot be
# written. What the pictures show is checked by test_picture.c.
. "$(dirname "$0")/shell.sh" || exit 1
weights=$root/params/weights/report-final.ini

# ---- pictures ----

pictured tetris
cp tetris.gif before.gif
expect 0 "again" play -q pictured.txt --features dellacherie --gif tetris.gif --turns 30
same "the same game gives the same bytes" tetris.gif before.gif
expect 0 "a game without an end" play "$weights" --png long.png
grep -q '^stopped after 300 pieces' out && is_png long.png
say $? "... is drawn after 300 turns: $(cat out)"
expect 0 "--trace beside a picture" play "$weights" --png traced.png --trace --turns 5
[ "$(wc -l <out)" = 6 ] && is_png traced.png
say $? "... is the table alone"
if [ -x "$two_games" ]; then
    echo "-5 -1" >two
    "$two_games" play two --features paddle-both --gif paddle.gif --png paddle.png --turns 20 >out 2>err
    [ $? = 0 ] && is_gif paddle.gif && is_png paddle.png
    say $? "a game without a picture of its own is drawn from its text: $(cat out)"
fi

# ---- files that cannot be written ----

mkdir here
expect 73 "a directory as GIF" play "$weights" --gif here
says '^here: cannot be created: Is a directory$'
expect 73 "a PNG in a directory that is not there" play "$weights" --png gone/x.png
says '^gone/x.png: cannot be created: No such file or directory$'
expect 73 "a device" play "$weights" --gif /dev/null
says '^/dev/null: cannot be created: it is no file that could be replaced$'
expect 64 "a file without a name" play "$weights" --gif ""
echo old >kept.gif
(
    trap '' XFSZ
    ulimit -f 1
    exec "$program" play -q "$weights" --gif kept.gif --turns 100 2>limited >/dev/null
)
[ $? = 74 ] && grep -q '^kept.gif: cannot be written: ' limited
say $? "no room for the GIF: status 74: $(cat limited)"
[ "$(cat kept.gif)" = old ] && [ -z "$(ls kept.gif.* 2>/dev/null)" ]
say $? "... and the old file is as it was"
catches_interrupt() { # PROCESS: it is the program, no longer the shell that begins it; signal 2 is bit 1 of those that are caught
    [ "$(readlink "/proc/$1/exe")" = "$program" ] &&
        (($((16#$(sed -n 's/^SigCgt:\t//p' "/proc/$1/status" 2>/dev/null || echo 0) & 2))))
}
interrupt() { # SIGNAL: a game that lasts, once the program is ready for the signal
    rm -f long.gif
    hears "$program" play "$weights" --gif long.gif --turns 100000000 >out 2>err &
    local pid=$!
    wait_for catches_interrupt $pid
    kill "-$1" $pid
    wait $pid
}
interrupt INT
[ $? = 130 ] && is_gif long.gif && grep -q '^stopped after' out
say $? "Ctrl-C: the GIF is of what was played, and the program dies by the signal: $(cat out)"
interrupt TERM
[ $? = 75 ] && is_gif long.gif
say $? "SIGTERM: the same, status 75"

# ---- records ----

expect 0 "--record" play "$weights" --seed 3 --games 7 --turns 60 --record moves.bin --threads 1
grep -q "^420 pieces, [0-9]* rows; records of 64 bytes$" out
say $? "... says what there is: $(head -n 1 out)"
cat >records.py <<'END'
# Each record against the one before it of its game, by the rules; then the first game against a trace of it, piece by piece.
import ast, struct, sys
text = [line[7:] for line in open("out") if line.startswith("dtype: ")][0]
assert text == open("moves.bin.dtype").read()
form = "<" + "".join(str(f[2][0] if len(f) > 2 else "") + {"u4": "I", "i4": "i", "u2": "H"}[f[1][1:]] for f in ast.literal_eval(text))
data = open(sys.argv[1], "rb").read()
size = struct.calcsize(form)
assert len(data) % size == 0
shapes = {0: [[3, 3]], 1: [[1] * 4, [15]], 2: [[3, 1, 1], [1, 7], [2, 2, 3], [7, 4]], 3: [[3, 2, 2], [7, 1], [1, 1, 3], [4, 7]],
          4: [[1, 3, 1], [2, 7], [2, 3, 2], [7, 2]], 5: [[3, 6], [2, 3, 1]], 6: [[6, 3], [1, 3, 2]]}
games, first = {}, []
for record in struct.iter_unpack(form, data):
    game, turn, board, (piece, action, reward, done) = record[0], record[1], list(record[2:22]), record[22:]
    expected = games.get(game, (0, [0] * 20))
    assert expected == (turn, board), (game, turn)
    rows, x = shapes[piece][action // 10], action % 10
    y = 20
    while y > 0 and all(y - 1 + j >= 20 or not board[y - 1 + j] & row << x for j, row in enumerate(rows)):
        y -= 1
    for j, row in enumerate(rows):
        board[y + j] |= row << x
    left = [row for row in board if row != 1023]
    assert reward == 20 - len(left) and done == (2 if turn == 59 else 0)
    games[game] = (turn + 1, left + [0] * reward)
    if game == 0:
        first.append("%d %d %d %d" % (piece, action // 10, x, reward))
assert sorted(games) == list(range(7))
print("\n".join(first))
END
python3 records.py moves.bin >first 2>err
say $? "each board follows from the one before it: $(wc -l <first) moves of a game"
[ ! -s err ] || sed 's/^/# /' err
expect 0 "the same game" play "$weights" --seed 3 --turns 60 --trace
tail -n +2 out | awk '{ print $2, $3, $4, $5 }' >traced
same "... has the same moves" first traced
expect 0 "by the slow engine" play "$weights" --seed 3 --games 7 --turns 60 --record slow.bin --threads 2 --engine reference
same "... and other threads, the same bytes" moves.bin slow.bin
expect 64 "--games alone" play "$weights" --games 2
says '^swarmtris: --games: has no effect without --record$'
expect 64 "--record and a picture" play "$weights" --record x.bin --gif x.gif
says '^swarmtris: --gif: has no effect with --record, which shows no game$'
expect 73 "a directory to record to" play "$weights" --record here
says '^here: cannot be created: Is a directory$'
wide=("$weights" --games 99 --turns 100)
built catch && echo -1 0 0 >wide.txt && wide=(wide.txt --features catch --set game.kind=catch --set game.width=1000 --set game.height=9999)
(
    trap '' XFSZ
    ulimit -f 1
    exec "$program" play -q "${wide[@]}" --record moves.bin 2>limited >/dev/null
)
[ $? = 74 ] && grep -q '^moves.bin: cannot be written: ' limited
say $? "no room for the records: status 74: $(cat limited)"
cmp moves.bin slow.bin && [ "$(ls moves.bin.*)" = moves.bin.dtype ]
say $? "... and the old file is as it was"

# ---- watching ----

expect 0 "--watch in a pipe" play "$weights" --watch --turns 3
[ "$(grep -c '^|' out)" = 60 ] && [ "$(grep -c '^pieces [123]  rows 0$' out)" = 3 ] && ! grep -q $'\033' out
say $? "... prints one board below the other"
if command -v script >/dev/null && script -qec true /dev/null </dev/null >/dev/null 2>&1; then
    on_terminal() { # KEYS ARGUMENT...: of play on a terminal; leaves shown, before, after
        local keys=$1
        shift
        printf '#!/bin/sh\nstty cols 80 rows 30\nstty -a >before\n"%s" play "%s" --watch %s\necho $? >code\nstty -a >after\n' \
            "$program" "$weights" "$*" >play.sh
        printf "$keys" | TERM=xterm script -qec "sh play.sh" /dev/null >shown 2>&1
    }
    restored() {
        cmp before after && [ "$(tr -d '\r' <shown | grep -o $'\033\[?25[lh]' | tail -n 1)" = $'\033[?25h' ]
    }
    on_terminal '' --turns 5
    [ "$(cat code)" = 0 ] && restored
    say $? "on a terminal: it is put back as it was"
    grep -q $'\033\[48;5;' shown && grep -q next shown && grep -q 'q quits' shown
    say $? "... and shows colours, what comes next, and the keys"
    on_terminal ' ...q' --turns 1000
    [ "$(cat code)" = 0 ] && grep -q 'stopped after 3 pieces' shown && restored
    say $? "pause, three steps, quit: $(grep -o 'stopped after.*' shown)"
    on_terminal '++++-q' --turns 100000
    [ "$(cat code)" = 0 ] && grep -q ', 15 ms a move' shown && restored
    say $? "keys change the speed"
    NO_COLOR=1 on_terminal 'q'
    grep -q q shown && ! grep -q $'\033\[[34]8' shown && restored
    say $? "NO_COLOR: no colours"
    on_terminal ' ...q' --set game.kind=tetris --set game.preview=1 --gif watched.gif
    is_gif watched.gif && grep -q 'stopped after 3 pieces' shown && restored
    say $? "a GIF of what was watched"
    for signal in TERM INT QUIT; do
        cat >signal.sh <<END
stty -a >before
sh -c 'echo \$\$ >pid; exec "$program" play "$weights" --watch'
echo \$? >code
stty -a >after
END
        rm -f pid code
        (
            wait_for test -s pid
            wait_for catches_interrupt "$(cat pid)"
            kill -$signal "$(cat pid)"
        ) &
        TERM=xterm script -qec "sh signal.sh" /dev/null </dev/null >shown 2>&1
        wait
        case $signal in TERM) wanted=75 ;; INT) wanted=130 ;; QUIT) wanted=131 ;; esac
        [ "$(cat code)" = $wanted ] && restored
        say $? "SIG$signal while it is watched: status $wanted, and the terminal is put back"
    done
    # Ctrl-Z: a shell of one job, which says when it has stopped, and lets it go on when it is asked to.
    timeout 60 python3 - "$program" "$weights" >out 2>err <<'END'
import os, pty, signal, sys, termios
told, tell = os.pipe()
shell, screen = pty.fork()
if shell == 0:
    job = os.fork()
    if job == 0:
        os.setpgid(0, 0)
        signal.signal(signal.SIGTTOU, signal.SIG_IGN)
        os.tcsetpgrp(0, os.getpid())
        signal.signal(signal.SIGTTOU, signal.SIG_DFL)
        os.environ["TERM"] = "xterm"
        os.execv(sys.argv[1], ["swarmtris", "play", sys.argv[2], "--watch"])
    os.write(tell, b"%d\n" % job)
    status = os.waitpid(job, os.WUNTRACED)[1]
    os.write(tell, b"stopped\n" if os.WIFSTOPPED(status) else b"ended\n")
    os._exit(os.WEXITSTATUS(os.waitpid(job, 0)[1]))
news = os.fdopen(told)
job = int(news.readline())
shown = b""
def until(text, times):
    global shown
    while shown.count(text) < times:
        shown += os.read(screen, 65536)
def has_lines():
    return bool(termios.tcgetattr(screen)[3] & termios.ICANON)
until(b"\033[?25l", 1)
print("lines while it is watched:", has_lines())
os.kill(job, signal.SIGTSTP)
until(b"\033[?25h", 1)
print(news.readline().strip() + ", lines:", has_lines())
os.kill(job, signal.SIGCONT)
until(b"\033[?25l", 2)
print("lines when it goes on:", has_lines())
os.write(screen, b"q")
until(b"stopped after", 1)
print("status", os.WEXITSTATUS(os.waitpid(shell, 0)[1]))
END
    [ "$(xargs <out)" = "lines while it is watched: False stopped, lines: True lines when it goes on: False status 0" ]
    say $? "Ctrl-Z: the shell has its terminal, and the game goes on afterwards: $(xargs <out)"
    [ ! -s err ] || sed 's/^/# /' err
    on_dumb() { TERM=dumb script -qec "$program play $weights --watch --turns 2" /dev/null </dev/null; }
    on_dumb >shown
    [ "$(tr -cd '\033' <shown | wc -c)" = 0 ] && [ "$(grep -c '^|' shown)" = 40 ]
    say $? "TERM=dumb: as in a pipe"
else
    echo "skip - no script(1) here"
fi

# ---- positions ----

cell() { # COLUMN FILE: the numbers of this column in the lines of a table, without the header
    awk -F '\t' -v name="$1" 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == name) at = i; next } NF < at { exit } { print $at }' "$2" | xargs
}
board() { # WHAT TEXT: the board is that of the first one, in another form
    printf "$2" >board.txt
    expect 0 "a board $1" play dellacherie --set game.height=4 --board board.txt --pieces O
    is "$(head -4 out | tr -d '\n|')" "....................#####.....####.#####" "... is read"
}
board "with a frame" '|..........|\n|..xxx.....|\n|..xx.XXXXX|\n+----------+\n'
sed -n 3,4p out >first
board "without, under a comment" '# my board\n..LLL\n..##.77777\n\n'
board "of numbers, as numpy prints them" '[[0 0 1 1 1 0 0 0 0 0]\n [0 0 1 1 0 1 1 1 1 1]]\n'
board "of blanks, made on Windows" '|  aaa     |\r\n|  aa bbbbb|\r\n============\r\n'
board "of squares, in a frame of lines" '╔══════════╗\n║⬜⬜🟦🟦🟦⬜⬜⬜⬜⬜║\n║··██·▓▓▓▓▓║\n╚══════════╝\n'
board "in a frame of its own sign" '#..........#\n#__XXX_____#\n#__XX_XXXXX#\n############\n'
wrong() { # STATUS SENTENCE TEXT
    printf "$3" >board.txt
    expect "$1" "$2" play dellacherie --set game.height=4 --board board.txt --pieces O --gif none.gif
    says "^board.txt:$2" && [ ! -s out ] && [ ! -e none.gif ]
    say $? "... and nothing else"
}
wrong 65 "2: a filled cell in column 11, and the board has only 10: --set game.width sets how many" '..\n..........x\n'
wrong 65 "1: a filled cell in row 5, and the board has only 4: --set game.height sets how many" 'x\n.\n.\n.\n.\n'
wrong 65 "1: a full row, which would have been cleared" '##########\n.#\n'
wrong 65 "1: '\?': must be . _ 0 or blank for an empty cell, # or a letter for another" '..?\n'
wrong 65 "1: '⬛': must be . _ 0 or blank" '..⬛\n'
expect 66 "no board" play dellacherie --board missing.txt
! built ntris || expect 64 "a game that takes no board" play ntris --board board.txt

# Four rows with a gap at the left wall: an I that stands there clears them. Features as the definitions count them.
printf '.#########\n.#########\n.#########\n.#########\n' >well.txt
expect 0 "the moves of a piece" play dellacherie --board well.txt --pieces I --moves --set "game.points=0 40 100 300 1200"
is "$(cell chosen out)|$(cell made out | tr -d ' ' | tr -s 0)" "0 1 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0|010" "... the best one is marked"
is "$(cell rows out)" "- 4 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0" "... with the rows that each clears"
is "$(cell points out)" "- 1200 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0" "... and its points"
is "$(sed -n 2p out | cut -f 7-12)" "$(printf -- '-\t-\t-\t40\t10\t0')" "... and the features of the board itself"
is "$(sed -n 3p out | cut -f 1-14)" "$(printf '1\t1\t0\t0\t1200\t4\t-35.5\t1.5\t16\t40\t10\t0\t0\t1')" "... and those of each move"
[ "$(grep -c '^|\.*|$' out)" = 20 ] && grep -qx 'rows cleared at once: 1 x 4' out && grep -qx 'the list is at its end after 1 piece, 1200 points' out
say $? "... then the board after it, which is empty"
expect 64 "moves beside a trace" play dellacherie --moves --trace

# A game that is played again by its own trace.
expect 0 "a game" play dellacherie --seed 3 --trace --set game.height=6
cp out game.tsv
expect 0 "... again" play dellacherie --replay game.tsv --set game.height=6
moves=$(($(wc -l <game.tsv) - 2))
says "^lost after $moves pieces, $(cell total_rows game.tsv | xargs -n 1 | tail -1) rows" out && says "^the weights choose $moves of these $moves moves" out
expect 0 "... with other weights" play report-final --replay game.tsv --set game.height=6
says "^the weights choose [0-9]* of these $moves moves" out && ! grep -q "choose $moves of" out
say $? "... fewer of them"
printf 'piece\torientation\tcolumn\nT\t0\t4\nQ\t1\t3\n' >two.tsv
expect 65 "a table with a piece that the game lacks" play dellacherie --replay two.tsv
says "^two.tsv:3: piece 'Q': must be"
printf 'piece\torientation\tcolumn\nT\t0\t4\nI\t1\t7\n' >two.tsv
expect 65 "a move that is not possible" play dellacherie --replay two.tsv
says "^two.tsv:3: this move is not possible here: --moves prints all moves"
printf 'piece\torientation\nT\t0\n' >two.tsv
expect 65 "a table that does not say which move" play dellacherie --replay two.tsv
says "^two.tsv:2: does not say which move: must have the columns piece, orientation, column$"

# ---- lists, a game a line ----

printf 'order IOTLJSZ\n%s\n\n%s\n' 123456712345671234567 "$(printf "67%.0s" {1..200})" >lists
expect 0 "the lists of a file" eval dellacherie --pieces lists --set game.height=6 -v
says '^engine: reference, since the lanes know no lists: '
says '^2 games, rows in each:' out && says '^1 of the 2 lists were played to their end' out && says '^rows cleared at once: [0-9]+ x 1' out
for list in 2 4; do
    { head -1 lists; sed -n ${list}p lists; } >list
    "$program" play dellacherie --pieces list --set game.height=6 2>>err | sed -nE 's/.* after ([0-9]+) pieces, ([0-9]+) rows?/\1\t\2/p'
done | nl -w 1 >played
sed -n '/^game/,$p' out | sed 1d | cmp - played
say $? "... each is the game that play plays"
"$program" eval dellacherie --pieces lists --set game.height=6 --json 2>>err | python3 -c '
import json, sys
j, played = json.load(sys.stdin), [line.split() for line in open("played")]
assert [[p["cost"], p["score"]] for p in j["plays"]] == [[int(n) for n in line[1:]] for line in played]
assert j["mean"] == sum(p["score"] for p in j["plays"]) / 2 and j["lower"] <= j["mean"]'
say $? "... as JSON"
expect 65 "a list with an unknown piece" eval dellacherie --pieces <(printf 'OIL\nOXL\n')
says ":2: 'X': is no piece of this game"
expect 64 "lists that would be random games" eval dellacherie --pieces lists --games 3
if built guideline; then
    timeout -s INT 2 "$program" eval guideline-linear --games 1 >out 2>err
    says "guideline-linear.ini: no game of these weights was ever lost: all 100 .* --set objective.max_pieces=100000 ends each"
fi
exit $failed
