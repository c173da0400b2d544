#!/usr/bin/env bash
# study_meta.sh RUNS [SEEDS [SETTING...]]   Which optimiser tunes best? params/meta-functions.ini with a swarm, local unimodal sampling and
# random search as the outer optimiser, at the same cost, each with the seeds 1 .. SEEDS (10), into RUNS/OPTIMISER/01, 02, ... A user who
# stops this and starts it again goes on where it was.
#
# In the end a table: of the errors on held-out blocks with the budget of the tuning, the medians over the seeds of a seed's median; the mean
# rank (1: best) over seeds, problems and budgets, in each of which all optimisers play the same blocks; and whether that is chance:
# Friedman's test (1937) of the seeds, in each of which the optimisers are ranked by their mean rank; for three of them, chi square with two
# degrees of freedom.
. "$(dirname "$0")/campaign.sh" || exit 1
arguments 1 99 "$@"
runs=$1 seeds=${2:-10} kinds="pso lus random"
settings_of "${@:3}"
common=("${settings[@]}")
tables=()
for ((seed = 1; seed <= seeds; seed++)); do
    for kind in $kinds; do
        run=$runs/$kind/$(printf %02d "$seed")
        settings=(--set meta.baselines= "${common[@]}") # baselines would take as long as the search
        [ "$kind" = pso ] || settings+=(--set "optimiser.kind=$kind" --set optimiser.preset=)
        mkdir -p "$runs/$kind" || exit 73
        if ! grep -qs '"state": "finished"' "$run/run.json"; then
            echo "outer optimiser $kind, seed $seed of $seeds" >&2
            "$program" train "$root/params/meta-functions.ini" "${settings[@]}" --seed "$seed" --out "$run" --resume >/dev/null || exit
        fi
        tables+=("$run/heldout.tsv")
    done
done
awk -F'\t' -v kinds="$kinds" '
    function median(key, n,    i, j, x) {
        for (i = 1; i <= n; i++) {
            x = value[key, i]
            for (j = i - 1; j >= 1 && sorted[j] > x; j--) sorted[j + 1] = sorted[j]
            sorted[j + 1] = x
        }
        return n % 2 ? sorted[(n + 1) / 2] : (sorted[n / 2] + sorted[n / 2 + 1]) / 2
    }
    function place(i, k,    j, at) { # of error[i]
        at = 0.5
        for (j = 1; j <= k; j++) at += error[j] < error[i] ? 1 : error[j] == error[i] ? 0.5 : 0
        return at
    }
    FNR == 1 {
        n = split(FILENAME, part, "/")
        kind = part[n - 2]
        seed = part[n - 1]
        for (i = 1; i <= NF; i++) column[$i] = i
        next
    }
    {
        cell = seed SUBSEP $column["problem"] SUBSEP $column["budget"]
        cells[cell] = 1
        value[kind SUBSEP cell, ++blocks[kind SUBSEP cell]] = -$column["tuned"]
        if (!(($column["problem"]) in seen)) problem[++problems] = $column["problem"]
        seen[$column["problem"]] = 1
    }
    END {
        k = split(kinds, name, " ")
        for (cell in cells) {
            split(cell, what, SUBSEP)
            for (i = 1; i <= k; i++) {
                error[i] = median(name[i] SUBSEP cell, blocks[name[i] SUBSEP cell])
                if (what[3] == 1) value[name[i] SUBSEP what[2], ++count[name[i], what[2]]] = error[i]
            }
            seeds[what[1]] = 1
            for (i = 1; i <= k; i++) {
                rank[i] += place(i, k)
                of_seed[i, what[1]] += place(i, k)
            }
            n_cells++
        }
        for (seed in seeds) {
            for (i = 1; i <= k; i++) error[i] = of_seed[i, seed]
            for (i = 1; i <= k; i++) overall[i] += place(i, k)
            n_seeds++
        }
        printf "%-10s", "outer"
        for (p = 1; p <= problems; p++) printf " %12s", problem[p]
        print "    mean rank"
        for (i = 1; i <= k; i++) {
            printf "%-10s", name[i]
            for (p = 1; p <= problems; p++) printf " %12.4g", median(name[i] SUBSEP problem[p], count[name[i], problem[p]])
            printf " %12.2f\n", rank[i] / n_cells
            apart += (overall[i] / n_seeds - (k + 1) / 2) ^ 2
        }
        printf "%d outer seeds; that all tune alike: p = %.2g\n", n_seeds, exp(-12 * n_seeds / (k * (k + 1)) * apart / 2)
    }' "${tables[@]}"
