#!/usr/bin/env bash
# study_levels.sh WEIGHTS BOARD REPLICATES [OTHER]   What makes estimates by splitting cheap? Variance times turns of a replicate: the smaller,
# the fewer turns a given error takes.
#
# For each level, with some steps, lots, trials and turns of the run: the estimate, the standard deviation of a replicate (of the logarithm of
# its rate, to first order), its turns, and the product of variance and turns. With OTHER, other weights: the correlation of the logarithms of
# the scores of both players in replicates of the same seeds: what common random numbers are worth.
[ $# -ge 3 ] || { sed -n '2s/^# //p' "$0" >&2; exit 64; }
weights=$(realpath "$1") board=$2 replicates=$3 other=${4:+$(realpath "$4")}
program=$(realpath "${SWARMTRIS:-$(dirname "$0")/../build/release/swarmtris}") || exit 1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

estimate() { # WEIGHTS SETTING...: leaves the answer, and the scores in $work/run
    local file=$1 settings=()
    for setting in "${@:2}"; do settings+=(--set "objective.$setting"); done
    "$program" eval "$file" --set game.width="${board%x*}" --set game.height="${board#*x}" --estimator splitting --games "$replicates" --quiet --json \
        --out "$work/run" --force "${settings[@]}" >"$work/answer" </dev/null || exit
}
number() { # NAME: of the answer
    awk -v name="\"$1\":" '/^  "/ && $1 == name { sub(",", ""); print $2 }' "$work/answer"
}
try() { # SETTING...
    estimate "$weights" "$@"
    awk -v what="$*" -v e="$(number estimated)" -v error="$(number error)" -v n="$replicates" -v p="$(number pieces)" 'BEGIN {
        printf "%-58s %12.4g %8.3f %12.4g %14.4g\n", what, e, error * sqrt(n), p / n, error * error * p }'
}
scores() { # WEIGHTS: logarithms
    estimate "$1"
    awk -F '\t' 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == "score") at = i; next } { print log(1 + $at) }' "$work/run/games.tsv"
}

printf '%-58s %12s %8s %12s %14s\n' settings estimated sd turns "variance*turns"
for level in $("$program" list games | awk '/^  [a-z]/ { game = $1 } game == "tetris:" && $1 == "level" { print $2 }'); do
    for step in 10 20; do
        for roulette in 1 2 4; do try level="$level" step=$step roulette=$roulette; done
    done
done
for trials in 50 100 400 1600; do try trials=$trials; done
for run in 1500 3000 12000 24000; do try run=$run; done
for pilot in 500 4000; do try pilot=$pilot; done
if [ -n "$other" ]; then
    scores "$weights" >"$work/one" && scores "$other" >"$work/two"
    paste "$work/one" "$work/two" | awk '
        { n++; x += $1; y += $2; xx += $1 * $1; yy += $2 * $2; xy += $1 * $2 }
        END { printf "correlation of both players in replicates of the same seeds: %.3f\n",
            (xy - x * y / n) / sqrt((xx - x * x / n) * (yy - y * y / n)) }'
fi
