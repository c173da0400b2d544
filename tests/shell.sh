# shell.sh. What the tests of the program begin with: . "$(dirname "$0")/shell.sh" || exit 1
#
# root: of the sources; program: that is tested; the current directory is an empty one, work, which is removed at the end. say prints a
# check, which run.sh counts; a script ends with: exit $failed
cd "$(dirname "${BASH_SOURCE[0]}")/.." || exit 1
root=$PWD
program=$(realpath "${SWARMTRIS:-build/release/swarmtris}")
two_games=$(dirname "$program")/tests/two_games # the same with a game of the tests, paddle, which is its first
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
unset NO_COLOR SWARMTRIS_ISA
export OMP_WAIT_POLICY=passive

failed=0
say() { # STATUS TEXT
    if [ "$1" = 0 ]; then echo "ok - $2"; else echo "not ok - $2"; failed=1; fi
}
is() { # A B TEXT: whether they are the same
    [ "$1" = "$2" ]
    say $? "$3"
    [ "$1" = "$2" ] || sed 's/^/# /' <<<"'$1', not '$2'"
}
none() { # FOUND TEXT: whether nothing was found
    [ -z "$1" ]
    say $? "$2"
    [ -z "$1" ] || sed 's/^/# /' <<<"$1"
}
run() { # ARGUMENT...: of the program; leaves out, err, status
    "$program" "$@" >out 2>err </dev/null
    status=$?
}
expect() { # STATUS TEXT ARGUMENT...: of run
    local wanted=$1 text=$2
    shift 2
    run "$@"
    is $status "$wanted" "$text: status $wanted"
    [ $status = "$wanted" ] || sed 's/^/# /' err
}
says() { # PATTERN [FILE]: standard error of the last run, or another file
    grep -qE -- "$1" "${2:-err}"
    local found=$?
    say $found "... and says: $1"
    [ $found = 0 ] || sed 's/^/# /' "${2:-err}"
}
lacks() { # PATTERN [FILE]: the opposite of says
    ! grep -qE -- "$1" "${2:-err}"
    say $? "... and does not say: $1"
}
lines() { # N [FILE]: how many there are in standard error of the last run, or another file
    is "$(grep -c '' "${2:-err}")" "$1" "... $1 lines in ${2:-err}: $(head -n 1 "${2:-err}")"
}
same() { # TEXT A B [FILE...]: two files, or these files of two folders
    local text=$1 a=$2 b=$3 equal=0 file
    shift 3
    for file in "${@:-}"; do cmp "$a${file:+/$file}" "$b${file:+/$file}" || equal=1; done
    say $equal "$text${*:+: $*}"
}
is_json() { # TEXT TEST: of j, the JSON in out
    command -v python3 >/dev/null || { echo "skip - no python3 here"; return; }
    python3 -c "import json
j = json.load(open('out'))
assert $2, j"
    say $? "$1"
}
on_full() { # TEXT ARGUMENT...: the program, on a standard output that is full
    [ -c /dev/full ] || { echo "skip - no /dev/full here"; return; }
    "$program" "${@:2}" >/dev/full 2>err
    is $? 74 "$1: status 74"
}
wait_for() { # COMMAND...: until it succeeds, for a minute at most
    local i
    for ((i = 0; i < 6000; i++)); do "$@" && return; sleep 0.01; done
    return 1
}
hears() { # COMMAND..., with & behind it: what a script begins in the background ignores Ctrl-C, but for this
    exec env --default-signal=INT,QUIT "$@"
}
is_begun() { # PROCESS: it is the program, no longer what begins it, or has ended
    [ "$(readlink "/proc/$1/exe")" = "$program" ] || ! kill -0 "$1" 2>/dev/null
}
begun() { grep -qsE '^(training|selection|validation)' err || ! kill -0 $pid 2>/dev/null; }
start() { # ARGUMENT...: the program in the background, pid; on return it trains, or has ended
    rm -f err
    hears "$program" "$@" >out 2>err </dev/null &
    pid=$!
    wait_for begun
}
in_pieces() { # TIME ARGUMENT...: of the program, which is resumed every TIME until it ends; leaves status, and pieces: how many there were
    status=75
    for ((pieces = 0; pieces < 300 && status == 75; pieces++)); do
        run "${@:2}" --resume --max-time "$1" --threads $((pieces % 3 + 1))
    done
}
offered() { # the command that the last run said to type
    sed -n '/type:$/{n;s/^ *//p;}' err
}
is_gif() { # FILE: whole, from the first byte to the last
    [ "$(head -c 6 "$1" 2>/dev/null)" = GIF89a ] && [ "$(tail -c 1 "$1" | od -An -tx1 | xargs)" = 3b ]
}
is_png() {
    [ "$(head -c 8 "$1" 2>/dev/null | od -An -tx1 | xargs)" = "89 50 4e 47 0d 0a 1a 0a" ] && tail -c 12 "$1" | grep -q IEND
}
number() { # FILE OFFSET BYTES...: where they stand, most significant first
    local file=$1 sum=0 byte
    shift
    for offset; do
        byte=$(od -An -tu1 -j "$offset" -N 1 "$file")
        sum=$((256 * sum + byte))
    done
    echo $sum
}
harmless() { # TEXT [FILE...]: nothing but text has been printed
    local text=$1
    shift
    LC_ALL=C grep -qP '[\x00-\x08\x0b-\x1f\x7f]|\xc2[\x80-\x9f]' "${@:-out}" "${@:-err}"
    [ $? = 1 ]
    say $? "$text: no byte that a terminal obeys"
}
pictured() { # GAME: played by weights of dellacherie, features that several games have, as GIF and PNG
    echo "-45 34 -32 -93 -79 -34" >pictured.txt
    expect 0 "pictures of $1" play -q pictured.txt --features dellacherie --set game.kind=$1 --gif $1.gif --png $1.png --turns 30
    is_gif $1.gif && is_png $1.png && grep -qE '^(stopped|lost) after [0-9]+ pieces' out && [ ! -s err ]
    say $? "... are whole, and nothing else is said: $(cat out)"
    [ "$(number $1.png 16 17 18 19)" = $((2 * $(number $1.gif 7 6))) ] && [ "$(number $1.png 20 21 22 23)" = $((2 * $(number $1.gif 9 8))) ]
    say $? "... and of one shape, $(number $1.gif 7 6)x$(number $1.gif 9 8)"
}
unbuilt() { # [FILE]: whether the last run, or the file, asks for a system that is not built
    grep -q ', which this program was built without' "${1:-err}"
}
built() { # [SYSTEM...]: whether the program has the parts of these systems; without names, of all
    local system kind name
    [ $# -gt 0 ] || set -- $(ls "$root/src/systems")
    for system; do
        while read -r kind _ name; do
            case $kind in game) "$program" list games | grep "^  $name:" ;; agent | optimiser) "$program" list "$name" ;; verb) "$program" help "$name" ;; esac >/dev/null 2>&1 || return 1
        done <"$root/src/systems/$system/parts.list"
    done
}
ini() { # SECTION KEY=VALUE... SECTION...: prints an ini, a line for each
    local word
    for word; do case $word in *=*) echo "${word%%=*} = ${word#*=}" ;; *) echo "[$word]" ;; esac; done
}
small_ini() { # [SECTION KEY=VALUE...]: prints an ini of a training that takes a moment
    ini game height=8 training games=2 iterations=6 selection finalists=4 games=5 validation games=30 \
        optimiser preset=vdbergh particles=8 "$@"
}
