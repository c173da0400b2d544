#!/usr/bin/env bash
# contest.sh INI LIST CELLS RUNS SEEDS TIME [NAME]   Which optimiser is best over all cells? Every contestant of LIST is trained in every cell
# of CELLS, a line each with a name and settings of INI, with SEEDS seeds from that of INI on (swarmtris study).
#
# After TIME (90m), or on Ctrl-C, it stops with status 75, and started again it goes on where it was. Cells that are complete are in
# RUNS/NAME.tsv (contest.tsv), a line a contestant: its rank, the geometric mean of its scores over the seeds, and the ratio to the best
# contestant's, paired by seed, with its 95 % interval (Student's t of the logs). The last column is the smallest difference that the
# cell could have shown of the two: a true ratio of 1 + that, or of 1 / (1 + that), is found significant at 5 % with a probability
# of 80 %. RUNS/NAME_seeds.tsv has the scores of the single seeds. What is printed is each contestant's ratio to its strongest rival,
# which is the best of the others: of the best contestant the second, of all others the best; no interval is adjusted for their number. In
# the end contestants are ranked by their mean rank over the cells.
#
# A contest that has ended can be measured again in RUNS: with CELLS of the same names that have a larger validation.games, nothing is
# trained, and the validations go on. With TIME 0s nothing is played.
. "$(dirname "$0")/campaign.sh" || exit 1
arguments 6 7 "$@"
list=$(list_of "$2") || exit
cells=$(list_of "$3") || exit
ini=$(realpath -m "$1") runs=$(realpath -m "$4") seeds=$5 time=$6 table=${7:-contest}
cd "$root" || exit 1
limit=$(seconds_of "$time") || exit
mkdir -p "$runs" || exit 73
contestants=$(lines_of "$list" | wc -l)

# ---- trainings ----

train() { # CELL SETTING...: the exit status of the study
    settings_of "${@:2}"
    share "$runs/$1.txt" study "$ini" "$list" --repeat "$seeds" --out "$runs/$1" "${settings[@]}"
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
{ printf 'cell\tcontestant\tseed\tscore\n'; scores; } >"$runs/${table}_seeds.tsv" || exit 73
awk -F '\t' '
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
    NR == 1 { next }
    $1 != cell { judge(); cell = $1 }
    { of[$2]; seen[$3]; log_of[$2, $3] = log($4); total[$2] += log($4) }
    END { judge() }' "$runs/${table}_seeds.tsv" >"$runs/$table.tmp" && {
    head -n 1 "$runs/$table.tmp"
    tail -n +2 "$runs/$table.tmp" | sort -t "$(printf '\t')" -s -k 1,1 -k 3,3n -k 2,2
} >"$runs/$table.tsv"
rm -f "$runs/$table.tmp"
# The second of a cell is the strongest rival of the first: its ratio, turned over. The ratio of the first to itself says nothing.
awk -F '\t' '
    function show(line, rival, ratio, low, high,    at) {
        split(line, at, "\t")
        printf "  %-20s rank %2d  mean %10.6g  of the strongest rival, %s: %.3f (%.3f..%.3f), could show %.1f %%\n", at[2], at[3], at[5], rival,
            ratio, low, high, 100 * (at[3] == 1 ? second[9] : at[9])
        if (ratio < 0.95 || low < 0.9) below[at[2]]++
    }
    function end_cell(    i, best) {
        if (n == 0) return
        print cell
        split(line[1], best, "\t")
        if (n > 1) {
            split(line[2], second, "\t")
            show(line[1], second[2], 1 / second[6], 1 / second[8], 1 / second[7])
        } else printf "  %-20s has no rival\n", best[2]
        for (i = 2; i <= n; i++) { split(line[i], at_line, "\t"); show(line[i], best[2], at_line[6], at_line[7], at_line[8]) }
        n = 0
    }
    NR == 1 { next }
    { if ($1 != cell) { end_cell(); cell = $1 } line[++n] = $0; ranks[$2] += $3; cells[$2]++ }
    END {
        end_cell()
        for (i in ranks)
            printf "mean rank %5.2f over %2d cells, below 0.95 of the strongest rival or the lower bound below 0.90 in %2d: %s\n", ranks[i] / cells[i],
                cells[i], below[i], i | "sort -k 3,3n"
    }' "$runs/$table.tsv"
exit $status
