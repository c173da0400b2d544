#!/usr/bin/env bash
# study_levels.sh WEIGHTS BOARD REPLICATES RUNS [OTHER]   What makes estimates by splitting cheap? Variance times turns of a replicate: the
# smaller, the fewer turns a given error takes.
#
# The first line is the default. For each level with some steps, and for other lots, trials, turns of the run and of the pilot: the
# estimate, the standard deviation of a replicate (of the logarithm of its rate, to first order), its turns, and the product of variance
# and turns as a share of the default's, with its 95 % interval (jackknife over replicates); * where 1 lies outside. With OTHER, other
# weights: the correlation of the logarithms of the scores of both players in replicates of the same seeds, which is what common random
# numbers are worth: the variance of their difference is less by this share.
#
# Every setting is a run in the directory RUNS, so that a user who stops this and starts it again goes on where it was; RUNS/levels.tsv has
# the table.
. "$(dirname "$0")/campaign.sh" || exit 1
arguments 4 5 "$@"
weights=$(realpath "$1") board=$2 replicates=$3 runs=$(realpath -m "$4") other=${5:+$(realpath "$5")}
mkdir -p "$runs" || exit 73
printf 'settings\testimated\terror\tsd\tturns\tproduct\tproduct_error\tshare\tshare_low\tshare_high\n' >"$runs/levels.tsv" || exit 73

estimate() { # NAME WEIGHTS SETTING...: leaves the replicates in $runs/NAME
    local name=$1 file=$2 settings=()
    for setting in "${@:3}"; do settings+=(--set "objective.$setting"); done
    "$program" eval "$file" --set game.width="${board%x*}" --set game.height="${board#*x}" --estimator splitting --games "$replicates" --quiet \
        --out "$runs/$name" --resume ${THREADS:+--threads "$THREADS"} "${settings[@]}" >/dev/null </dev/null || exit
}
try() { # SETTING...
    local name=${*:-default}
    name=${name// /-}
    estimate "$name" "$weights" "$@"
    awk -F '\t' -v what="${*:-default}" -v all="$(awk -F '\t' 'NR == 2 { print $6, $7 }' "$runs/levels.tsv")" '
        function product(s1, s2, turns, n) { return (s2 - s1 * s1 / n) / (n - 1) / (s1 / n) ^ 2 * turns / n }
        NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
        { x[++n] = 1 / $at["score"]; t[n] = $at["cost"]; s1 += x[n]; s2 += x[n] ^ 2; turns += t[n] }
        END {
            here = product(s1, s2, turns, n)
            for (i = 1; i <= n; i++) { l[i] = log(product(s1 - x[i], s2 - x[i] ^ 2, turns - t[i], n - 1)); mean += l[i] / n }
            for (i = 1; i <= n; i++) square += (l[i] - mean) ^ 2
            error = sqrt((n - 1) / n * square); sd = sqrt(here / turns * n)
            split(all, first, " ")
            ratio = first[1] ? here / first[1] : 1; half = first[1] ? exp(1.96 * sqrt(error ^ 2 + first[2] ^ 2)) : 1
            printf "%s\t%.4g\t%.3g\t%.3f\t%.0f\t", what, n / s1, sd / sqrt(n), sd, turns / n
            printf "%.5g\t%.3f\t%.3f\t%.3f\t%.3f\n", here, error, ratio, ratio / half, ratio * half
        }' "$runs/$name/games.tsv" >>"$runs/levels.tsv" || exit 73
    awk -F '\t' 'END {
        printf "%-24s %10s +- %4.1f %%  sd %s  %7s turns  ", $1, $2, 100 * $3, $4, $5
        printf "%.3f of the default (%.2f..%.2f)%s\n", $8, $9, $10, ($9 > 1 || $10 < 1 ? " *" : "")
    }' "$runs/levels.tsv"
}

try
for level in $("$program" list games | awk '/^  [a-z]/ { game = $1 } game == "tetris:" && $1 == "level" { print $2 }'); do
    for step in 10 20 40; do try level="$level" step=$step; done
done
for roulette in 1 4; do try roulette=$roulette; done
for trials in 50 100 400 1600; do try trials=$trials; done
for run in 1500 3000 12000 24000; do try run=$run; done
for times in 1 2 8 16; do try trials=$((50 * times)) run=$((1500 * times)); done
for pilot in 500 4000; do try pilot=$pilot; done
if [ -n "$other" ]; then
    estimate other "$other"
    paste "$runs/default/games.tsv" "$runs/other/games.tsv" | awk -F '\t' '
        NR == 1 { for (i = 1; i <= NF; i++) if ($i == "score") at[++k] = i; next }
        { n++; a = log($at[1]); b = log($at[2]); x += a; y += b; xx += a * a; yy += b * b; xy += a * b }
        END {
            r = (xy - x * y / n) / sqrt((xx - x * x / n) * (yy - y * y / n)); half = 1.96 / sqrt(n - 3); z = log((1 + r) / (1 - r)) / 2
            low = exp(2 * (z - half)); high = exp(2 * (z + half))
            printf "correlation of both players in replicates of the same seeds: %.3f (%.2f..%.2f)\n", r,
                (low - 1) / (low + 1), (high - 1) / (high + 1)
        }'
fi
