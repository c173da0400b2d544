#!/usr/bin/env bash
# contest.sh INI LIST CELLS RUNS SEEDS TIME: which optimiser is best over all cells?
#
# Every contestant of LIST is trained in every cell of CELLS, a line each with a name and settings of INI, with SEEDS seeds from that of
# INI on (swarmtris study).
#
# After TIME (90m), or on Ctrl-C, it stops with status 75, and started again it goes on where it was. Cells that are complete are in
# RUNS/contest.tsv, a line a contestant: its rank, the geometric mean of its scores over the seeds, and the ratio to the best
# contestant's, paired by seed, with its 95 % interval (Student's t of the logs). The last column is the smallest difference that the
# cell could have shown of the two: a true ratio of 1 + that, or of 1 / (1 + that), is found significant at 5 % with a probability
# of 80 %. In the end contestants are ranked by their mean rank over the cells. With TIME 0s nothing is trained.
[ $# = 6 ] || { sed -n '2s/^# //p' "$0" >&2; exit 64; }
ini=$(realpath "$1") list=$(realpath "$2") cells=$(realpath "$3") runs=$(realpath -m "$4") seeds=$5 time=$6
cd "$(dirname "$0")/.." || exit 1
. bench/campaign.sh || exit 1
limit=$(seconds_of "$time") || exit
mkdir -p "$runs" || exit 73
contestants=$(lines_of "$list" | wc -l)

# ---- trainings ----

train() { # CELL SETTING...: the exit status of the study
    local left=$((limit - SECONDS)) options=() cell=$1 setting
    shift
    for setting; do options+=(--set "$setting"); done
    [ $left -gt 0 ] || return 75
    "$program" study "$ini" "$list" --repeat "$seeds" --out "$runs/$cell" --max-time "${left}s" "${options[@]}" >"$runs/$cell.txt" </dev/null
}
status=0
while read -r -a word; do
    [ $status != 0 ] || echo "${word[0]}" >&2
    [ $status != 0 ] || train "${word[@]}" || status=$?
done < <(lines_of "$cells")
[ $status = 0 ] || [ $status = 75 ] || exit $status

# ---- the table ----

# Lines "CELL CONTESTANT SEED SCORE" of the cells in which every contestant has all its seeds: validated scores, or estimated ones.
# A score of 0 has no logarithm. Of a cell that is left out it is said how many scores it has.
scores() {
    local cell
    while read -r cell _; do
        [ -d "$runs/$cell" ] || continue
        trainings_of "$runs/$cell" | awk -F '\t' -v cell="$cell" -v wanted=$((contestants * seeds)) '
            NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; score = "validated" in at ? at["validated"] : at["estimated"]; next }
            $at["state"] == "finished" && score && $score > 0 {
                n = split($at["run"], part, "/")
                line[++lines] = cell "\t" part[n - 1] "\t" $at["seed"] "\t" $score
            }
            END { if (lines == wanted) for (i = 1; i <= lines; i++) print line[i]
                  else printf "%s: not in the table, since %d of %d trainings have ended with a score above 0\n", cell, lines, wanted >"/dev/stderr" }'
    done < <(lines_of "$cells")
}
scores | awk -F '\t' '
    function quantile(z, df) { # of Student, from that of the normal distribution (Abramowitz & Stegun 26.7.5)
        return z + (z ^ 3 + z) / (4 * df) + (5 * z ^ 5 + 16 * z ^ 3 + 3 * z) / (96 * df ^ 2)
    }
    function judge(    i, k, s, n, best, rank, name, sum, square, d, mean, sem, t) {
        if (cell == "") return
        for (i in of) if (best == "" || total[i] > total[best]) best = i
        for (i in of) {
            rank = 1
            for (k in of) rank += total[k] > total[i]
            sum = square = n = 0
            for (s in seen) { d = log_of[i, s] - log_of[best, s]; sum += d; square += d * d; n++ }
            mean = sum / n
            sem = n > 1 && square > sum * sum / n ? sqrt((square - sum * sum / n) / (n - 1) / n) : 0
            t = n > 1 ? quantile(1.959964, n - 1) : 0
            printf "%s\t%s\t%d\t%d\t%.6g\t%.4f\t%.4f\t%.4f\t%.4f\n", cell, i, rank, n, exp(total[i] / n), exp(mean), exp(mean - t * sem),
                exp(mean + t * sem), exp((t + quantile(0.841621, n > 1 ? n - 1 : 1)) * sem) - 1
        }
        delete of; delete total; delete seen; delete log_of
    }
    BEGIN { print "cell\tcontestant\trank\tseeds\tmean\tratio\tlow\thigh\tcould_show" }
    $1 != cell { judge(); cell = $1 }
    { of[$2]; seen[$3]; log_of[$2, $3] = log($4); total[$2] += log($4) }
    END { judge() }' >"$runs/contest.tsv.tmp" && { head -n 1 "$runs/contest.tsv.tmp"; tail -n +2 "$runs/contest.tsv.tmp" | sort -t "$(printf '\t')" -s -k 1,1 -k 3,3n -k 2,2; } >"$runs/contest.tsv"
rm -f "$runs/contest.tsv.tmp"
awk -F '\t' '
    NR == 1 { next }
    { if ($1 != cell) printf "%s\n", cell = $1; printf "  %-20s rank %2d  mean %10.6g  of the best %.3f (%.3f..%.3f), could show %.1f %%\n", $2, $3, $5, $6, $7, $8, 100 * $9
      ranks[$2] += $3; cells[$2]++; if ($6 < 0.95 || $7 < 0.9) below[$2]++ }
    END { for (i in ranks) printf "mean rank %5.2f over %2d cells, below 0.95 or its lower bound below 0.90 in %2d: %s\n", ranks[i] / cells[i], cells[i], below[i], i | "sort -k 3,3n" }
    ' "$runs/contest.tsv"
exit $status
