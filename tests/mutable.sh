#!/usr/bin/env bash
# mutable.sh: no mutable data in the release objects of the rooms below file and of the library, so that nothing but
# arguments can carry a result from one game, thread or run to the next. Tables of pointers (.data.rel.ro) are constant.
#
# mutable.sh OBJECT...   prints the mutable data of these objects, and nothing else.
. "$(dirname "$0")/shell.sh" && cd "$root" || exit 1
build=${BUILD:-build/release}
set -o pipefail

mutable() { # OBJECT...: a line for every variable: object, section, name
    objdump -t "$@" | awk '
        / file format / { object = $1 }
        # address, flags, section, tab, size, name; a section that is named but empty has size 0
        match($0, /(\.data|\.bss|\.tdata|\.tbss|\*COM\*)[^\t]*\t[0-9a-f]+/) {
            split(substr($0, RSTART, RLENGTH), field, "\t")
            if (field[1] !~ /^\.data\.rel\.ro/ && field[2] !~ /^0+$/) print object, field[1], $NF
        }'
}

if [ $# -gt 0 ]; then
    mutable "$@"
    exit
fi

# All rooms but these, and the systems that are built; the kernels, compiled several times, are the same whatever systems are built. What
# knows MPI is compiled where there is one.
absent=$(for system in src/systems/*; do [ -d "$build/$system" ] || printf '|^%s/' "$system"; done)
above='file|config|store|analysis|report|run|cli|docs|tab'
objects=$(find src -name '*.c' | grep -vE "^src/($above)/|/(kernel|columns|cluster)\.c\$$absent" | sort | sed "s|^|$build/|; s|c$|o|")
objects+=$'\n'$(ls "$build"/src/eval/cluster-*.o {"$build",build/release}/src/game/tetris/{kernel,columns}-*.o 2>/dev/null | sort -u)
found=$(mutable $objects 2>&1) && [ -z "$found" ]
say $? "no mutable data in $(echo "$objects" | wc -l) objects of $build"
[ -z "$found" ] || echo "$found"

# The test has teeth.
plant() { # found|allowed C
    echo "$2" | ${CC:-gcc} -O2 -fPIC -c -x c -o "$work/planted.o" - || return
    is "$([ -n "$(mutable "$work/planted.o")" ] && echo found || echo allowed)" "$1" "$1: $2"
}
plant found 'int f(void) { static int calls; return ++calls; }'
plant found 'int f(void) { static _Thread_local int calls = 1; return ++calls; }'
plant found 'const char *names[] = {"a", "b"};'
plant allowed 'const char *const names[] = {"a", "b"};'
plant allowed 'const char *f(void) { static const int n[] = {1, 2}; return n[1] ? __func__ : 0; }'
exit $failed
