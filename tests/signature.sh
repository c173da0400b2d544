#!/usr/bin/env bash
# signature.sh [quick]: results depend on what is computed, never on who computes it. `swarmtris bench signature` shows the number of
# tests/expected/signature.txt for all numbers of threads, parallel modes, engines and instruction sets, as built by gcc and clang,
# with -O0, -O2 and -O3, with the address and undefined behaviour sanitizers, and with a C library that picks other variants of its mathematics. So does the
# training of a small ini: metrics.tsv is the same byte by byte. quick: two cells, and clang, if it is there.
#
# If results are meant to change: swarmtris bench signature >tests/expected/signature.txt, and "Bench: NUMBER" in the commit.
cd "$(dirname "$0")/.." || exit 1
program=${SWARMTRIS:-$PWD/build/release/swarmtris}
expected=$(cat tests/expected/signature.txt)
tmp=$(mktemp -d) && trap 'rm -rf "$tmp"' EXIT
failed=0
say() { # STATUS TEXT
    if [ "$1" = 0 ]; then echo "ok - $2"; else echo "not ok - $2"; failed=1; fi
}

# Every cell is "threads mode".
all_cells=$(for threads in 1 2 3 8; do for mode in none particles games both; do echo "$threads $mode"; done; done)

cells() { # TEXT CELLS COMMAND...: COMMAND bench signature shows the number in all cells
    local text=$1 list=$2 threads mode found n=0
    shift 2
    while read -r threads mode; do
        n=$((n + 1))
        found=$("$@" bench signature --threads "$threads" --mode "$mode" 2>"$tmp/log" </dev/null) && [ "$found" = "$expected" ] && continue
        say 1 "$text, $threads threads, mode $mode: ${found:-nothing} instead of $expected"
        tail -n 20 "$tmp/log"
        return
    done <<<"$list"
    say 0 "$text: $expected in all cells of threads x modes ($n)"
}

engines() { # TEXT PROGRAM: every engine with every instruction set shows the number
    local isa found status played=reference
    found=$("$2" bench signature --engine reference 2>&1 </dev/null)
    for isa in avx512 avx2 sse2 plain; do
        [ "$found" = "$expected" ] || break
        found=$(SWARMTRIS_ISA=$isa "$2" bench signature --engine lanes 2>&1 </dev/null)
        status=$?
        if [ $status = 69 ]; then
            echo "skip - $1, lanes with $isa: not on this processor" && found=$expected
        else
            played="$played, lanes with $isa"
        fi
    done
    [ "$found" = "$expected" ]
    say $? "$1: ${found:-nothing} from $played"
}

cat >"$tmp/small.ini" <<'E2'
[game]
height = 8
[objective]
max_pieces = 100
[training]
games = 3
iterations = 6
fitness = log
[selection]
finalists = 3
games = 4
[validation]
games = 5
[optimiser]
kind = pso
particles = 7
E2

metrics() { # TEXT THREADS MODE COMMAND...: the training leaves the same metrics as the first one
    local text="$1, $2 threads, mode $3" threads=$2 mode=$3
    shift 3
    rm -rf "$tmp/run"
    "$@" train "$tmp/small.ini" --out "$tmp/run" --threads "$threads" --mode "$mode" -q >"$tmp/log" 2>&1 </dev/null || cat "$tmp/log"
    [ -s "$tmp/metrics.tsv" ] || cp "$tmp/run/metrics.tsv" "$tmp/metrics.tsv" || return
    cmp "$tmp/metrics.tsv" "$tmp/run/metrics.tsv"
    say $? "metrics.tsv: $text"
}

build() { # TEXT FOLDER SETTING...: builds a variant without a warning; false: cannot
    local text=$1 folder=$2
    shift 2
    env -u BUILD -u SWARMTRIS -u MAKEFLAGS -u MFLAGS -u MAKEOVERRIDES \
        make --no-print-directory -j"$(nproc)" WERROR=1 "$@" "$folder/swarmtris" >"$tmp/log" 2>&1 && return
    say 1 "builds with $text"
    tail -n 20 "$tmp/log"
    return 1
}

has_clang() { echo 'int main(void) { return 0; }' | clang -fopenmp -x c -o /dev/null - 2>/dev/null; }

if [ "${1-}" = quick ]; then
    cells "as it is built" $'1 none\n2 both' "$program"
    engines "as it is built" "$program"
    if has_clang; then
        build clang build/release-clang V=release CC=clang OPT= && cells clang "2 games" "$PWD/build/release-clang/swarmtris" &&
            engines clang "$PWD/build/release-clang/swarmtris"
    else
        echo "skip - no clang with OpenMP here"
    fi
    exit $failed
fi

variant() { # TEXT FOLDER SETTING...
    build "$@" || return
    cells "$1" "$all_cells" "$PWD/$2/swarmtris"
    engines "$1" "$PWD/$2/swarmtris"
    metrics "$1" 2 both "$PWD/$2/swarmtris"
}
cells "as it is built" "$all_cells" "$program"
for cell in "1 none" "2 both" "3 games" "8 particles"; do metrics "as it is built" $cell "$program"; done
engines "as it is built" "$program"
# The C library's log, exp, sin and cos would differ here: the reason for base/real.
other_libc=(env GLIBC_TUNABLES=glibc.cpu.hwcaps=-FMA,-AVX2 "$program")
cells "C library without FMA and AVX2" "$all_cells" "${other_libc[@]}"
metrics "C library without FMA and AVX2" 2 both "${other_libc[@]}"
for opt in -O0 -O2 -O3; do variant "gcc $opt" build/release$opt V=release CC=gcc OPT=$opt; done
if has_clang; then
    for opt in -O0 -O2 -O3; do variant "clang $opt" build/release-clang$opt V=release CC=clang OPT=$opt; done
else
    echo "skip - no clang with OpenMP here"
fi
variant "gcc with sanitizers" build/asan V=asan CC=gcc OPT=
exit $failed
