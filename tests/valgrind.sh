#!/usr/bin/env bash
# valgrind.sh: valgrind finds nothing to complain about, leaks included, in short runs of each kind. valgrind 3.19 dies on
# AVX-512: plain instructions. One thread; what libgomp keeps for more is "possibly lost", which is not counted.
. "$(dirname "$0")/shell.sh" || exit 1
command -v valgrind >/dev/null || { echo "skip - no valgrind here"; exit 0; }
export SWARMTRIS_ISA=plain OMP_NUM_THREADS=1
weights=$root/params/weights/report-final.ini

clean() { # TEXT STATUS ARGUMENT...: of the program, which ends with that status
    local text=$1 wanted=$2
    shift 2
    clean_program "$text" "$wanted" "$program" "$@"
}
clean_program() { # TEXT STATUS PROGRAM ARGUMENT...
    local text=$1 wanted=$2 status
    shift 2
    valgrind --quiet --error-exitcode=99 --leak-check=full --show-leak-kinds=definite,indirect \
        --errors-for-leak-kinds=definite,indirect --log-file=log "$@" >out 2>&1 </dev/null
    status=$?
    [ $status = "$wanted" ] && [ ! -s log ]
    say $? "valgrind: $text: status $status"
    head -n 30 log
}

ini experiment threads=1 game width=6 height=6 training games=2 iterations=4 log_positions=yes selection finalists=2 games=3 \
    validation games=5 optimiser preset=vdbergh particles=5 >training.ini
sed 's/^\[training\]/[objective]\nkind = ackley\n&/; /^\[game\]/,/^height/d' training.ini >function.ini
ini experiment threads=1 meta "problems=training.ini function.ini" tune=inertia training games=2 iterations=2 \
    selection finalists=1 games=2 validation games=2 optimiser particles=3 >meta.ini
ini training iteratons=3 >bad.ini

clean "a training" 0 train training.ini --out run
clean "extended" 0 train training.ini --set training.iterations=5 --out run --resume
clean "refused" 73 train training.ini --out run
clean "a test function" 0 train function.ini --out function
clean "a meta search" 0 train meta.ini --out meta
clean "stopped" 75 train training.ini --set training.iterations=1000000 --max-time 1s --out stopped
clean "an evaluation" 0 eval "$weights" --games 3 --set game.height=5 --threads 1 --json
clean "a game" 0 play "$weights" --set game.height=5 --trace
clean "pictures" 0 play "$weights" --set game.height=5 --turns 20 --gif game.gif --png game.png -q
clean "info --verify" 0 info run --verify
clean "list" 0 list
clean "a bad ini" 78 check bad.ini
clean "a bad command line" 64 train --trheads

# The library, in the example with a smaller budget.
build=$root/${BUILD:-build/release}
if [ -f "$build/libswarmtris.a" ] && sed 's/2e6/2e4/; s/games = 400/games = 4/' "$root/tests/examples/train.c" >train.c &&
    gcc -o train -I"$root/include" train.c "$build/libswarmtris.a" $(pkg-config --libs inih sleef) -fopenmp -lm; then
    clean_program "a training by the library" 0 ./train library
    clean_program "... in a directory that is taken" 73 ./train library
else
    echo "skip - no library here: make library"
fi
exit $failed
