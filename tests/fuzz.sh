#!/usr/bin/env bash
# fuzz.sh TARGET [INPUT]   Runs a fuzz target (tests/fuzz/*.c, built by campaign fuzz) for FUZZ_SECONDS (60), starting from inputs that are made of
# params/ and of short trainings. Inputs that reach new code are kept in build/fuzz/TARGET, and the next run starts from them, too. An
# input that fails is kept as build/fuzz/TARGET-crash-...; given as INPUT, it alone is run.
#     FUZZ_SEED=1   the same random choices again
target=$(realpath "$1") name=$(basename "$1") alone=${2:+$(realpath "$2")}
. "$(dirname "$0")/shell.sh" || exit 1
kept=$root/build/fuzz/$name first=$work/first
mkdir -p "$kept" "$first"

input() { # of standard input
    cat >"$(mktemp "$first/XXXXXX")"
}
# One line a --set of each section.key = value.
settings() { # INI
    awk '/^\[/ { section = substr($0, 2, index($0, "]") - 2) } / = / { sub(/ = /, "="); sub(/ ;.*/, ""); print section "." $0 }' "$1"
}
# A training of each kind of state: swarm and functions, games with elimination, games and elite, a search over parameters.
checkpoints() {
    ini objective kind=sphere dim=2 training total_games=12 optimiser particles=3 >0.ini
    ini game width=6 height=6 training games=4 total_games=60 selection finalists=2 validation games=5 \
        optimiser particles=4 >1.ini
    sed '/particles/s/.*/kind = cmaes/' 1.ini >2.ini
    ini meta problems=0.ini tune=inertia training games=2 total_games=12 selection finalists=1 games=2 validation games=2 \
        optimiser particles=3 >3.ini
    for ((i = 0; i < 4; i++)); do
        "$program" train $i.ini --out "run$i" -q >log 2>&1 </dev/null
        say $? "a training whose checkpoint is an input"
        for file in "run$i"/checkpoint "run$i"/checkpoint.prev "run$i"/checkpoint.trained; do
            [ -e "$file" ] && { printf %d $i; sed '$d' "$file"; } | input
        done
    done
    mkdir run
}

case $name in
ini) for file in "$root"/params/*.ini "$root"/params/*/*.ini; do input <"$file"; done ;;
set)
    for file in "$root"/params/*.ini "$root"/params/*/*.ini; do settings "$file" | input; done
    printf '%09000d.x=1\n' 0 | input # longer than any room for a name
    ;;
weights)
    for file in "$root"/params/weights/*.ini; do input <"$file"; done
    echo 1 2 3,4 -5e0 6 7 8 | input
    ;;
checkpoint) checkpoints ;;
*) # of a system
    inputs=$(ls "$root"/tests/systems/*/fuzz/"$name.sh" 2>/dev/null)
    [ -n "$inputs" ] || { echo "not ok - $name: no inputs are known for it"; exit 1; }
    . "$inputs"
    ;;
esac

export OMP_NUM_THREADS=1
[ -z "$alone" ] || { "$target" "$alone"; exit; }
seconds=${FUZZ_SECONDS:-60}
"$target" -max_total_time="$seconds" -timeout=20 -rss_limit_mb=3000 \
    -max_len=20000 -seed="${FUZZ_SEED:-0}" -detect_leaks=1 -print_final_stats=1 -artifact_prefix="$kept-" "$kept" "$first" >log 2>&1
say $? "fuzzing $name for $seconds s: $(sed -n 's/^stat::number_of_executed_units: *//p' log) inputs, $(find "$first" "$kept" -type f | wc -l) kept"
grep -E '^(#.*INITED|#.*DONE)' log | sed 's/^/# /'
[ $failed = 0 ] || tail -n 40 log
exit $failed
