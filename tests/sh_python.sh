#!/usr/bin/env bash
# sh_python.sh: swarmtris.py as installed and as a wheel, with numpy and without: what it computes is what the program computes.
. "$(dirname "$0")/shell.sh" || exit 1
for python in /usr/bin/python3 python3 ""; do
    [ -n "$python" ] && "$python" -c 'import ctypes, sys; sys.exit(sys.version_info < (3, 8))' 2>/dev/null && break
done
if [ -z "$python" ] || "$program" --version | grep -qE -- '-fsanitize=|--coverage'; then
    echo "skip - no Python, or sanitizers"
    exit 0
fi
unset PYTHONPATH SWARMTRIS_LIBRARY
export PYTHONDONTWRITEBYTECODE=1
make_target() { # ARGUMENT...
    make -C "$root" --no-print-directory PYTHON="$python" "$@" >log 2>&1
}
checks() { # TEXT FOLDER [plain|gymnasium]: all of checks.py, with the module of the folder
    mkdir -p "checks/$1"
    (cd "checks/$1" && PYTHONPATH=$2 "$python" -W error "$root/tests/python/checks.py" "$program" ${3-} 2>err)
    say $? "$1: all of it"
    sed 's/^/# /' "checks/$1/err"
}
make_target install PREFIX="$work/usr"
say $? "make install into a folder"
installed=$(dirname "$(find "$work/usr" -name swarmtris.py)")
checks "without numpy" "$installed" plain
if "$python" -c 'import numpy' 2>/dev/null; then
    checks "with numpy" "$installed"
    checks "with what is used of Gymnasium" "$installed" gymnasium
    PYTHONPATH=$installed "$python" -W error "$root/tests/examples/learner.py" 3e4 1 6 100 >out 2>err && awk 'END { exit !($1 > 10 && $2 < $1 / 2) }' out
    say $? "the learner of tests/examples: $(tail -n 1 out)"
    PYTHONPATH=$installed "$python" -W error "$root/tests/examples/patches.py" >out 2>err && awk '{ rows[NR] = $(NF - 1) } END { exit !(NR == 2 && rows[1] > 0 && rows[2] > 0) }' out
    say $? "the feature of one's own of tests/examples: $(sed 's/weight of //' out | xargs)"
    PYTHONPATH=$installed "$python" -W error "$root/tests/python/steps.py" 0.05 >out 2>err
    say $? "games written in Python show the same: $(sed -nE '1s/.*: //p; $s/.*: / beside /p' out | tr -d '\n')"
else
    echo "skip - numpy is not installed"
fi
for said in "SWARMTRIS_CPU=plain SWARMTRIS_ISA=avx2" GOMP_CPU_AFFINITY=9999; do
    env $said PYTHONPATH="$installed" "$python" -c 'import swarmtris; swarmtris.Evaluator("[game]\n")' 2>err
    [ $? = 1 ] && tail -n 1 err | grep -qE '^swarmtris.Error: .*(: this processor does not have that instruction set|threads cannot run there.*)$'
    say $? "$said: an exception"
done
cp "$installed/swarmtris.py" .
SWARMTRIS_LIBRARY=nowhere/libswarmtris.so "$python" -c 'import swarmtris' 2>err
[ $? = 1 ] && tail -n 1 err | grep -q '^ImportError: nowhere/libswarmtris.so: .*; SWARMTRIS_LIBRARY may name the file libswarmtris.so.1$'
say $? "without the library it says what may name it"
rm swarmtris.py

make_target -n deps NAME=wheel
say $? "make deps NAME=wheel, as make wheel advises"
if "$python" -c 'import setuptools, wheel' 2>/dev/null; then
    make_target wheel
    say $? "make wheel"
    wheel=$(tail -n 1 log)
    "$python" -m zipfile -e "$wheel" site && [ -s site/swarmtris/libswarmtris.so ]
    say $? "it holds the library: $(du -h "$wheel" | cut -f 1) in $(basename "$wheel")"
    [ "$(ldd site/swarmtris/libswarmtris.so site/swarmtris/bin/swarmtris | awk -v at="$work/site" 'index($3, at) { print $1 }' | sort -u | wc -l)" \
        = "$(find site/swarmtris -maxdepth 1 -name 'LICENSE.*' | wc -l)" ]
    say $? "... and each library that it brings with its licence"
    PYTHONPATH=site "$python" -c 'import swarmtris; print(swarmtris.minimise(lambda x: abs(x[0]), [-1], [1]).fun < 0.01)' >out 2>err && grep -q True out
    say $? "... and works where nothing is installed"
    PYTHONPATH=site "$python" -c 'import swarmtris
ini = {"game": {"height": 6}, "agent": {"features": "dt"}, "training": {"from": "dt-10", "iterations": 1}, "validation": {"games": 0}}
print(swarmtris.Training(ini).run().score, swarmtris.Training("meta-tetris"))' >out 2>err && grep -q '[(].*<Training: training, 0 %>$' out
    say $? "... and finds weights and problems by their names: $(cat out)"
    chmod +x site/swarmtris/bin/swarmtris # pip keeps what may be executed, which zipfile does not
    PYTHONPATH=site "$python" -c 'import sys, swarmtris_program; sys.argv = ["swarmtris", "train", "quick", "--out", "wheel", "--quiet"]; swarmtris_program.main()' >out 2>err
    say $? "... and brings the program, which finds its inis: train quick"
    (cd "$root" && PYTHONPATH=src/make PYTHONDONTWRITEBYTECODE=1 "$python" -c 'import sys, backend
print(backend.build_wheel(sys.argv[1]), backend.build_sdist(sys.argv[1]))' "$work") >out 2>err && [ -s "$(cut -d ' ' -f 1 out)" ] \
        && tar -tf "$(cut -d ' ' -f 2 out)" | grep -q '/PKG-INFO$'
    say $? "what pip asks for: a wheel and an archive of the source: $(cat out)"
else
    echo "skip - make wheel: setuptools or wheel is not installed"
fi
exit $failed
