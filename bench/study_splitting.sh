#!/usr/bin/env bash
# study_splitting.sh LIST RUNS [SETTING...]   Is what splitting estimates true? Every line of LIST is a player on a board: its mean by whole
# games, or a published one, beside its estimate (swarmtris eval --estimator splitting), from other seeds. params/studies/splitting.list says
# what a line is. SETTINGs (section.key=value) are for the estimates.
#
# Every evaluation is a run in the directory RUNS. A user who stops this (Ctrl-C) and starts it again
# goes on where it was, and what is finished costs nothing. In the end, and after every line, RUNS/ratios/splitting.tsv has the table: the
# means with their standard errors as shares of them, the turns that both took, and the ratio of the estimate to the mean of whole games
# with its 95 % interval.
. "$(dirname "$0")/campaign.sh" || exit 1
arguments 2 99 "$@"
list=$(list_of "$1") || exit
runs=$(realpath -m "$2")
settings_of "${@:3}"
cd "$root" || exit 1
mkdir -p "$runs/ratios" || exit 73
answer=$(mktemp) table=$(mktemp)
trap 'rm -f "$answer" "$table"' EXIT

printf 'weights\tboard\twhole\twhole_error\twhole_games\twhole_pieces\testimated\terror\treplicates\tpieces\tratio\tratio_low\tratio_high\n' >"$table"
while read -r weights board games error published _; do
    if [ "$games" = 0 ]; then # its pieces follow from its rows
        whole=$published whole_error=0.01 whole_games=10000
        whole_pieces=$(awk "BEGIN { print 10000 * $published * ${board%x*} / 4 }")
    else
        echo "$weights, $board: $games games" >&2
        evaluate "$weights" "$board" --out "$runs/$weights-$board-whole" --resume --games "$games" --seed 1
        whole=$(number mean) whole_error=$(awk "BEGIN { print $(sem) / $whole }") whole_games=$games whole_pieces=$(number pieces)
    fi
    echo "$weights, $board: an estimate to $error" >&2
    evaluate "$weights" "$board" --out "$runs/$weights-$board-splitting" --resume --estimator splitting --error "$error" --seed 2 "${settings[@]}"
    awk -v name="$weights" -v board="$board" -v w="$whole" -v we="$whole_error" -v n="$whole_games" -v wp="$whole_pieces" \
        -v e="$(number mean)" -v ee="$(sem)" -v r="$(number games)" -v p="$(number pieces)" 'BEGIN {
            ee /= e; half = exp(1.96 * sqrt(we * we + ee * ee)); ratio = e / w
            printf "%s\t%s\t%.6g\t%.3g\t%d\t%.6g\t%.6g\t%.3g\t%d\t%.6g\t%.4f\t%.4f\t%.4f\n", name, board, w, we, n, wp, e, ee, r, p, ratio,
                ratio / half, ratio * half }' >>"$table"
    cp "$table" "$runs/ratios/splitting.tsv" || exit 73
done < <(lines_of "$list")

awk -F '\t' '
    NR == 1 { next }
    {
        printf "%-16s %-6s %12.5g %5.1f %% %12.5g %5.1f %% %8.0f times %7.3f  %.3f..%.3f%s\n", $1, $2, $3, 100 * $4, $7, 100 * $8,
            $4 ^ 2 * $6 / ($8 ^ 2 * $10), $11, $12, $13, $12 <= 1 && 1 <= $13 ? "" : "  *"
        sum += log($11); n++; inside += $12 <= 1 && 1 <= $13
    }
    END {
        printf "%d ratios of estimates to means of whole games: geometric mean %.3f; 1 lies in the 95 %% interval of %d\n", n, exp(sum / n), inside
    }' "$runs/ratios/splitting.tsv"
