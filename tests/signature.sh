#!/usr/bin/env bash
# signature.sh [quick|sample]: results depend on what is computed, and on nothing else. `swarmtris bench signature` shows the number of
# tests/expected/signature.txt for all numbers of threads, parallel modes, engines and instruction sets, as built by gcc and clang,
# with -O0, -O2 and -O3, with the address and undefined behaviour sanitizers, and with a C library that picks other variants of its
# mathematics. So does the training of a small ini: metrics.tsv is the same byte by byte.
#     quick    two cells of threads and modes, as it is built
#     sample   two cells of what clang builds with little optimisation, which it does in a quarter of the time, and with the sanitizers
#
# The first line is the core's number. Each founding system has a line of its own, which a program without that system does not print.
# If results are meant to change: swarmtris bench signature >tests/expected/signature.txt, and "Bench: NUMBER" in the commit.
. "$(dirname "$0")/shell.sh" && cd "$root" || exit 1
expected=$(head -n 1 tests/expected/signature.txt)
as_expected() { # SIGNATURE: its first line is the core's number, and each other one is expected, too
    [ "$(head -n 1 <<<"$1")" = "$expected" ] && ! grep -qvxFf tests/expected/signature.txt <<<"$1"
}

# Every cell is "threads mode".
all_cells=$(for threads in 1 2 3 8; do for mode in none particles games both; do echo "$threads $mode"; done; done)

cells() { # TEXT CELLS COMMAND...: COMMAND bench signature shows the number in all cells
    local text=$1 list=$2 threads mode found n=0
    shift 2
    while read -r threads mode; do
        n=$((n + 1))
        found=$("$@" bench signature --threads "$threads" --mode "$mode" 2>"$work/log" </dev/null) && as_expected "$found" && continue
        say 1 "$text, $threads threads, mode $mode: $(paste -sd " " <<<"${found:-nothing}") instead of $expected"
        tail -n 20 "$work/log"
        return
    done <<<"$list"
    say 0 "$text: $expected in all cells of threads x modes ($n)"
}

engines() { # TEXT PROGRAM: every engine with every instruction set shows the number
    local engine isa found status played=reference
    found=$("$2" bench signature --engine reference 2>&1 </dev/null)
    for isa in avx512 avx2 plain; do
        for engine in lanes columns; do
            as_expected "$found" || break
            found=$(SWARMTRIS_ISA=$isa "$2" bench signature --engine $engine 2>&1 </dev/null)
            status=$?
            if [ $status = 69 ]; then
                echo "skip - $1, $engine with $isa: not on this processor" && found=$expected
            else
                played="$played, $engine with $isa"
            fi
        done
    done
    as_expected "$found"
    say $? "$1: $(head -n 1 <<<"${found:-nothing}") from $played"
}

ini game height=8 objective max_pieces=100 training games=3 iterations=6 fitness=log selection finalists=3 games=4 \
    validation games=5 optimiser kind=pso particles=7 >"$work/small.ini"

metrics() { # TEXT THREADS MODE COMMAND...: the training leaves the same metrics as the first one, that of the program as it is built
    local text="$1, $2 threads, mode $3" threads=$2 mode=$3
    shift 3
    rm -rf "$work/run"
    "$@" train "$work/small.ini" --out "$work/run" --threads "$threads" --mode "$mode" -q >"$work/log" 2>&1 </dev/null || cat "$work/log"
    [ -s "$work/metrics.tsv" ] || cp "$work/run/metrics.tsv" "$work/metrics.tsv" || return
    cmp "$work/metrics.tsv" "$work/run/metrics.tsv"
    say $? "metrics.tsv: $text"
}

build() { # TEXT FOLDER SETTING...: builds a variant without a warning; false: cannot
    local text=$1 folder=$2
    shift 2
    env -u BUILD -u SWARMTRIS -u MAKEFLAGS -u MFLAGS -u MAKEOVERRIDES \
        make --no-print-directory -j"$(nproc)" WERROR=1 "$@" "$folder/swarmtris" >"$work/log" 2>&1 && return
    say 1 "builds with $text"
    tail -n 20 "$work/log"
    return 1
}

has_clang() { echo 'int main(void) { return 0; }' | clang -fopenmp -x c -o /dev/null - 2>/dev/null; }

variant() { # TEXT CELLS FOLDER SETTING...
    local text=$1 list=$2 built=$PWD/$3/swarmtris
    shift 2
    build "$text" "$@" || return
    cells "$text" "$list" "$built"
    engines "$text" "$built"
    metrics "$text" 2 both "$built"
}

# The C library's log, exp, sin and cos would differ here: the reason for base/real.
other_libc=(env GLIBC_TUNABLES=glibc.cpu.hwcaps=-FMA,-AVX2 "$program")
two_cells=$'1 none\n2 both'
metrics "as it is built" 1 none "$program"

case ${1-} in
quick)
    cells "as it is built" "$two_cells" "$program"
    engines "as it is built" "$program"
    cells "C library without FMA and AVX2" "2 games" "${other_libc[@]}"
    exit $failed
    ;;
sample)
    if has_clang; then
        variant "clang -O1" "$two_cells" build/release-clang-O1 V=release CC=clang OPT=-O1
    else
        echo "skip - no clang with OpenMP here"
    fi
    variant "gcc with sanitizers" "2 both" build/asan V=asan CC=gcc OPT=
    exit $failed
    ;;
esac

cells "as it is built" "$all_cells" "$program"
for cell in "2 both" "3 games" "8 particles"; do metrics "as it is built" $cell "$program"; done
engines "as it is built" "$program"
cells "C library without FMA and AVX2" "$all_cells" "${other_libc[@]}"
metrics "C library without FMA and AVX2" 2 both "${other_libc[@]}"
for opt in -O0 -O2 -O3; do variant "gcc $opt" "$all_cells" build/release$opt V=release CC=gcc OPT=$opt; done
if has_clang; then
    for opt in -O0 -O2 -O3; do variant "clang $opt" "$all_cells" build/release-clang$opt V=release CC=clang OPT=$opt; done
else
    echo "skip - no clang with OpenMP here"
fi
variant "gcc with sanitizers" "$all_cells" build/asan V=asan CC=gcc OPT=
exit $failed
