#!/usr/bin/env bash
# sh_outside.sh: what others build on: the protocol of eval -, and optimisers that drive it.
. "$(dirname "$0")/shell.sh" || exit 1

# ---- the protocol ----

board="--set game.height=8 --games 20"
answer() { # ARGUMENT...: eval - of standard input, at the end of a pipe; leaves out, err, code
    "$program" eval - $board "$@" >out 2>err
    echo $? >code
}
answered() { # STATUS
    [ "$(cat code)" = "$1" ]
}
good="-3 -7 2 -9 1 -3 -4 -1"
[ "$(printf '' | "$program" eval - $board | xargs)" = "mean sem games pieces median sd min max" ]
say $? "a header comes first, even where nothing is asked"
printf '%s\n' "$good" "0 0 0 0 0 0 0 0" "1,2;3	4 5 6 7 8" "$good" | answer
answered 0 && [ "$(wc -l <out)" = 5 ] && [ ! -s err ] && [ "$(sed -n 2p out)" = "$(sed -n 5p out)" ] && [ "$(sed -n 2p out)" != "$(sed -n 3p out)" ]
say $? "a line out for each line in; the same weights are answered alike"
cp out together
printf '%s\n\n%s\n\n\n%s\n%s' "$good" "0 0 0 0 0 0 0 0" "1 2 3 4 5 6 7 8" "$good" | answer
answered 0 && cmp out together
say $? "empty lines are not answered, and the last line needs no end"
{ printf '%s\n' "$good"; sleep 0.3; printf '0 0 0 0'; sleep 0.3; printf ' 0 0 0 0\n1 2 3 4 5 6 7 8\n'; sleep 0.3; echo "$good"; } | answer
answered 0 && cmp out together
say $? "nor does it matter how the input arrives"
printf '%s\n' "$good" "0 0 0 0 0 0 0 0" "1 2 3 4 5 6 7 8" "$good" | answer --threads 3 --engine reference
answered 0 && cmp out together
say $? "... nor who plays"
printf '%s\n' "$good" "$good" "" "$good" "" "" "$good" | answer --fresh
answered 0 && [ "$(sed -n 2p out)" = "$(sed -n 3p out)" ] && [ "$(sed 1,2d out | sort -u | wc -l)" = 3 ] &&
    [ "$(sed -n 2p out)" = "$(sed -n 2p together)" ]
say $? "--fresh: other games after each empty line, the first ones as without it"
cp out fresh
{ printf '%s\n' "$good"; sleep 0.3; printf '%s\n' "$good" "" "$good" "" ""; sleep 0.3; echo "$good"; } | answer --fresh
answered 0 && cmp out fresh
say $? "... and only after those"
for ((i = 0; i < 5000; i++)); do echo "$((i % 7)) 0 0 0 0 0 0 0"; done | "$program" eval - --games 1 --set game.height=6 >out
[ $? = 0 ] && [ "$(wc -l <out)" = 5001 ] && [ "$(sed 1d out | sort -u | wc -l)" -le 7 ] && [ "$(sed -n 2p out | cut -f 2)" = NaN ]
say $? "5000 vectors at once; one game has no error: NaN"
printf '1 2\n' | "$program" eval - --set objective.kind=sphere --set objective.dim=2 --games 1 >out 2>err
[ $? = 0 ] && [ "$(sed -n 2p out | cut -f 1 | cut -c 1)" = "-" ]
say $? "test functions are answered, too"
wrong() { # TEXT PATTERN LINE...: the lines before the last are answered, the last is refused
    local text=$1 pattern=$2
    shift 2
    printf '%s\n' "$@" "$good" | answer
    answered 65 && [ "$(wc -l <out)" = $(($# > 1 ? $# : 1)) ] && [ "$(wc -l <err)" = 1 ] && grep -qE "$pattern" err
    say $? "$text: those before it are answered, status 65: $(cat err)"
}
wrong "three numbers" '^standard input:2: has 3 numbers: must have 8, one for each feature of cs3243$' "$good" "1 2 3"
wrong "a word" "^standard input:1: 'x' is not a finite number" "1 2 3 x 5 6 7 8"
wrong "infinity" "^standard input:3: 'inf' is not a finite number" "$good" "$good" "1 2 3 inf 5 6 7 8"
wrong "a weight whose sums are none" "^standard input:2: '1e308' is not at most 1e100" "$good" "1 2 3 1e308 5 6 7 8"
head -c 3000000 /dev/zero | tr '\0' 1 | answer
answered 65 && grep -q '^standard input:1: is longer than' err
say $? "a line without end: $(cat err)"
"$program" eval - $board </dev/null >out 2>err
[ $? = 0 ] && [ "$(wc -l <out)" = 1 ] && [ ! -s err ]
say $? "no input at all: the header, status 0"
"$program" eval - <"$work" >out 2>err
[ $? = 66 ] && grep -q '^standard input: cannot be read' err
say $? "a directory as input: status 66"
expect 64 "--fresh without -" eval "$root/params/weights/report-final.ini" --fresh
on_full "a full standard output" eval - $board <<<"$good"
# The program that drives it gets each answer at once, and can stop it while it waits and while it plays.
coproc "$program" eval - --games 1 --set game.height=5 2>err
pid=$COPROC_PID
read -r -t 20 title <&"${COPROC[0]}" && echo "$good" >&"${COPROC[1]}" && read -r -t 20 one <&"${COPROC[0]}" &&
    echo "$good" >&"${COPROC[1]}" && read -r -t 20 other <&"${COPROC[0]}" && [ "$one" = "$other" ]
say $? "a line is answered while the input stays open"
kill -TERM $pid
wait $pid 2>/dev/null
[ $? = 75 ] && grep -q 'asked to stop by a signal' err
say $? "SIGTERM while it waits: status 75"
{ echo "$good"; echo 0 0 0 0 0 0 0 0; sleep 5; } | "$program" eval - --games 1000000 --engine reference --max-time 1s >out 2>err
[ $? = 75 ] && grep -q 'not answered from line 1 on' err && [ "$(wc -l <out)" = 1 ]
say $? "--max-time while it plays: status 75, and says what is not answered"

# ---- optimisers from outside ----

finds() { # TEXT ROWS COMMAND...: it prints weights of at least these rows, by its count and by that of eval
    local mean
    "${@:3}" >found 2>err && [ "$(wc -w <found)" = 9 ] && awk -v least="$2" '/^mean rows/ { exit !($3 > least) }' err
    say $? "$1 finds weights: $(tail -n 1 err)"
    mean=$("$program" eval found --features dt --set game.height=8 --games 10 --json -q | sed -n 's/.*"mean": \(.*\),/\1/p')
    awk -v mean="$mean" '/^mean rows/ { d = $3 / mean - 1; exit !(d < 1e-9 && d > -1e-9) }' err
    say $? "... whose score is what eval says: $mean"
}
if command -v python3 >/dev/null; then
    # -I -S: Python alone, without a package that happens to be installed
    finds "the example without any package" 100 python3 -I -S "$root/tests/examples/outside.py" ce "$program" 10 600
fi
for package in "cmaes 600 100" "nlopt 100 1"; do
    set -- $package
    for python in /usr/bin/python3 python3 ""; do
        [ -n "$python" ] && "$python" -c "import $1" 2>/dev/null && break
    done
    if [ -n "$python" ]; then finds "python3-$1" $3 "$python" "$root/tests/examples/outside.py" $1 "$program" 10 $2; else
        echo "skip - python3-$1 is not installed"
    fi
done

if command -v python3 >/dev/null; then
    mkdir bare
    PYTHONPATH=bare python3 -I -S "$root/tests/examples/outside.py" nlopt "$program" >out 2>err
    [ $? = 1 ] && [ "$(cat err)" = "nlopt needs the Python package nlopt (Debian: python3-nlopt); ce needs none" ]
    say $? "outside.py without a package says which one it is"
fi
exit $failed
