#!/usr/bin/env bash
# conformance.sh: results depend on what is computed, never on who computes it. The program as built by other compilers and
# optimisations, on other numbers of threads, in other parallel modes and instruction sets, shows the same signature.
cd "$(dirname "$0")/.." || exit 1
program=${SWARMTRIS:-build/release/swarmtris}
log=$(mktemp) && trap 'rm -f "$log"' EXIT

failed=0
say() { # STATUS TEXT
    if [ "$1" = 0 ]; then echo "ok - $2"; else echo "not ok - $2"; failed=1; fi
}
signature() { # COMMAND...
    "$@" </dev/null 2>>"$log" | grep -oE '\b[0-9a-f]{16}\b'
}

expected=$(signature "$program" bench signature)
[ -n "$expected" ]
say $? "signature $expected"

same() { # TEXT COMMAND...: that command shows the expected signature
    local text=$1 found
    shift
    found=$(signature "$@")
    [ -n "$found" ] && [ "$found" = "$expected" ]
    say $? "$text: ${found:-none}"
}
for threads in 1 2 5; do same "$threads threads" "$program" bench signature --threads $threads; done
for mode in none particles games both; do same "mode $mode" "$program" bench signature --mode $mode; done
for engine in reference auto; do same "engine $engine" "$program" bench signature --engine $engine; done
same "instruction set plain" env SWARMTRIS_ISA=plain "$program" bench signature
for isa in sse2 avx2 avx512; do
    if grep -q "^flags.* $isa" /proc/cpuinfo; then
        same "instruction set $isa" env SWARMTRIS_ISA=$isa "$program" bench signature
    else
        echo "skip - no $isa here"
    fi
done
same "C library without FMA and AVX2" env GLIBC_TUNABLES=glibc.cpu.hwcaps=-FMA,-AVX2 "$program" bench signature

build() { # TEXT FOLDER SETTING...: builds a variant without a warning and asks it
    local text=$1 folder=$2
    shift 2
    env -u BUILD -u SWARMTRIS make --no-print-directory -j"$(nproc)" WERROR=1 "$@" all >"$log" 2>&1
    say $? "builds with $text"
    same "$text" "$folder/swarmtris" bench signature
    [ $failed = 0 ] || tail -n 20 "$log"
}
build "gcc -O0" build/release-O0 V=release CC=gcc OPT=-O0
if echo 'int main(void) { return 0; }' | clang -fopenmp -x c -o /dev/null - 2>/dev/null; then
    build clang build/release-clang V=release CC=clang OPT=
else
    echo "skip - no clang with OpenMP here"
fi
exit $failed
