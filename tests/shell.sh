# shell.sh. What the tests of the program begin with: . "$(dirname "$0")/shell.sh" || exit 1
#
# root: of the sources; program: that is tested; the current directory is an empty one, work, which is removed at the end. say prints a
# check, which run.sh counts; a script ends with: exit $failed
cd "$(dirname "${BASH_SOURCE[0]}")/.." || exit 1
root=$PWD
program=$(realpath "${SWARMTRIS:-build/release/swarmtris}")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
unset NO_COLOR SWARMTRIS_ISA
export OMP_WAIT_POLICY=passive

failed=0
say() { # STATUS TEXT
    if [ "$1" = 0 ]; then echo "ok - $2"; else echo "not ok - $2"; failed=1; fi
}
run() { # ARGUMENT...: of the program; leaves out, err, status
    "$program" "$@" >out 2>err </dev/null
    status=$?
}
expect() { # STATUS TEXT ARGUMENT...: of run
    local wanted=$1 text=$2
    shift 2
    run "$@"
    [ $status = "$wanted" ]
    say $? "$text: status $wanted"
    [ $status = "$wanted" ] || { echo "# status $status"; sed 's/^/# /' err; }
}
says() { # PATTERN [FILE]: standard error of the last run, or another file
    grep -qE -- "$1" "${2:-err}"
    local found=$?
    say $found "... and says: $1"
    [ $found = 0 ] || sed 's/^/# /' "${2:-err}"
}
small_ini() { # prints an ini of a training that takes a moment
    cat <<'EOF'
[game]
height = 8
[training]
games = 2
iterations = 6
[selection]
finalists = 4
games = 5
[validation]
games = 30
[optimiser]
preset = vdbergh
particles = 8
EOF
}
