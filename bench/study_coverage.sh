#!/usr/bin/env bash
# study_coverage.sh LIST RUNS [SETTING...]   Do 95 % intervals of estimates by splitting contain the truth? Every line of LIST is a player
# on a board whose mean is learnt from whole games; params/studies/coverage.list says what a line is. SETTINGs (section.key=value) are for
# the estimates.
#
# A first estimate says how many replicates give a standard error of the size that the line names. Then as many intervals as it names are
# computed, each from so many replicates of a seed of its own, and those that contain the mean of whole games are counted. Of 200, 180 to
# 196 are to contain it, which right intervals miss once in a hundred times; the status is 1 where a line does.
#
# Everything is kept in the directory RUNS. A user who stops this (Ctrl-C) and starts it again goes on where it was:
# in the middle of whole games, or with the next interval. RUNS/PLAYER-BOARD.tsv has a line an interval; in the end
# RUNS/coverage.tsv has a line a player.
. "$(dirname "$0")/campaign.sh" || exit 1
arguments 2 99 "$@"
list=$(list_of "$1") || exit
runs=$(realpath -m "$2")
settings_of "${@:3}"
cd "$root" || exit 1
mkdir -p "$runs" || exit 73
answer=$(mktemp) table=$(mktemp)
trap 'rm -f "$answer" "$table"' EXIT

estimate() { # WEIGHTS BOARD REPLICATES SEED OPTION...
    evaluate "$1" "$2" --quiet --estimator splitting --games "$3" --seed "$4" "${settings[@]}" "${@:5}"
}

# Seeds: whole games 1, the first estimate 2, interval i 1000 + i.
printf 'weights\tboard\twhole\twhole_error\twhole_games\treplicates\tpieces\tintervals\tinside\tbelow\tabove\tmean_ratio\n' >"$table"
while read -r weights board games error intervals _; do
    name=$weights-$board
    echo "$weights, $board: $games games" >&2
    evaluate "$weights" "$board" --quiet --games "$games" --seed 1 --out "$runs/$name-whole" --resume
    whole=$(number mean) whole_error=$(awk "BEGIN { print $(sem) / $whole }")
    estimate "$weights" "$board" 400 2 --out "$runs/$name-first" --resume
    replicates=$(awk -v e="$(sem)" -v mean="$(number mean)" -v wanted="${error%\%}" 'BEGIN {
        n = 400 * (100 * e / mean / wanted) ^ 2; n = n > int(n) ? int(n) + 1 : n; print (n > 2 ? n : 2) }')
    echo "$weights, $board: $intervals intervals of $replicates replicates" >&2
    [ -f "$runs/$name.tsv" ] || printf 'seed\treplicates\testimated\tlow\thigh\tpieces\n' >"$runs/$name.tsv" || exit 73
    for ((i = $(wc -l <"$runs/$name.tsv"); i <= intervals; i++)); do
        estimate "$weights" "$board" "$replicates" $((1000 + i))
        awk -v seed=$((1000 + i)) -v r="$replicates" -v e="$(number mean)" -v p="$(number pieces)" \
            -v lower="$(number lower)" -v upper="$(number upper)" \
            'BEGIN { printf "%d\t%d\t%.6g\t%.6g\t%.6g\t%.0f\n", seed, r, e, lower, upper, p }' >>"$runs/$name.tsv" || exit 73
    done
    awk -F '\t' -v name="$weights" -v board="$board" -v w="$whole" -v we="$whole_error" -v games="$games" -v r="$replicates" '
        NR > 1 { n++; pieces += $6; below += $5 < w; above += $4 > w; logs += log($3 / w) }
        END {
            printf "%s\t%s\t%.6g\t%.3g\t%d\t%d\t%.0f\t%d\t%d\t%d\t%d\t%.4f\n", name, board, w, we, games, r, pieces / n, n,
                n - below - above, below, above, exp(logs / n)
        }' "$runs/$name.tsv" >>"$table"
    cp "$table" "$runs/coverage.tsv" || exit 73
done < <(lines_of "$list")

awk -F '\t' '
    NR == 1 { next }
    {
        share = $9 / $8; bad = share < 0.9 || share > 0.98; all = all || bad
        printf "%s %s: %d of %d intervals contain %.6g (+- %.1f %%, %d games): ", $1, $2, $9, $8, $3, 100 * $4, $5
        printf "%s; %d lie below it, %d above; ", bad ? "NOT 90 to 98 %" : "90 to 98 %", $10, $11
        printf "each %d replicates, %.4g pieces; geometric mean of the ratios %.3f\n", $6, $7, $12
    }
    END { exit all }' "$runs/coverage.tsv"
