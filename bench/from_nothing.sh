#!/usr/bin/env bash
# from_nothing.sh LIST RUNS SEEDS TIME   What does a swarm reach, from nothing? Every line of LIST is an ini with settings, which
# is trained with seeds 1..SEEDS (swarmtris train --repeat) and validated; params/studies/from-nothing.list says what a
# line is.
#
# After TIME (90m), or on Ctrl-C, it stops with status 75, and started again it goes on where it was, in the middle of games. In the
# end, and after every line, RUNS/table/from_nothing.tsv has a line a seed: pieces and seconds of the training, score, the mean score of
# the validation, what the median is wanted to be at least, and SEEDS. Of a line that has all its
# seeds the median is printed with its interval, which is that between two of the ordered scores (of ten the second and the ninth), and
# whether it is as wanted; of any other line how many seeds it has.
. "$(dirname "$0")/campaign.sh" || exit 1
arguments 4 4 "$@"
list=$(list_of "$1") || exit
runs=$(realpath -m "$2") seeds=$3 time=$4
cd "$root" || exit 1
limit=$(seconds_of "$time") || exit
mkdir -p "$runs/table" || exit 73

train() { # NAME INI SETTING...: the exit status of the training
    local again=()
    settings_of "${@:3}"
    [ ! -d "$runs/$1" ] || again=(--resume)
    share "$runs/$1.txt" train "$2" --repeat "$seeds" --out "$runs/$1" --quiet "${again[@]}" "${settings[@]}"
}
rows() { # NAME WANTED: a line for each finished seed
    trainings_of "$runs/$1" | awk -F '\t' -v name="$1" -v wanted="$2" '
        NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
        "validated" in at && $at["state"] == "finished" { print name "\t" $at["seed"] "\t" $at["validated"] "\t" wanted "\t" $at["run"] }' |
        while IFS=$'\t' read -r name seed score wanted run; do
            # timing.tsv has the seconds of each process; the training is over with the first line of another phase
            awk -F '\t' -v name="$name" -v seed="$seed" -v score="$score" -v wanted="$wanted" -v seeds="$seeds" '
                FNR == 1 { delete at; for (i = 1; i <= NF; i++) at[$i] = i; file++; next }
                file == 1 { pieces = $at["pieces"] }
                file == 2 && !over {
                    if ($at["seconds"] < last) before += last
                    last = $at["seconds"]
                    over = $at["phase"] != "training"
                }
                END { seconds = before + last; printf "%s\t%s\t%.0f\t%.3f\t%.6g\t%s\t%d\n", name, seed, pieces, seconds, score, wanted, seeds }' "$run/metrics.tsv" "$run/timing.tsv"
        done
}

write_table() {
    {
        printf 'line\tseed\tpieces\tseconds\tscore\twanted\tseeds\n'
        while read -r name wanted _; do [ ! -d "$runs/$name" ] || rows "$name" "$wanted"; done < <(lines_of "$list")
    } >"$runs/table/from_nothing.tsv"
}

status=0
while read -r name wanted ini settings; do
    if [ $status = 0 ]; then
        echo "$name" >&2
        # shellcheck disable=SC2086 # several words
        train "$name" "$ini" $settings || status=$?
        [ $status = 0 ] || [ $status = 75 ] || exit $status
        write_table || exit 73
    fi
done < <(lines_of "$list")

sort -t "$(printf '\t')" -k 1,1 -k 5,5g "$runs/table/from_nothing.tsv" | awk -F '\t' '
    # Between the k-th and the k-th last of n ordered values lies the true median unless fewer than k values lie on one side of it, whose
    # number is binomial. k is the largest one with a probability of 95 % at least, or 1.
    function interval(    k, term, outside, next_outside) {
        term = outside = 2 ^ (1 - n)
        for (k = 1; k < int((n + 1) / 2); k++) {
            term *= (n - k + 1) / k
            next_outside = outside + term
            if (next_outside > 0.05) break
            outside = next_outside
        }
        return n < 2 ? "" : sprintf(" (%.4g..%.4g, %.1f %%)", value[k], value[n + 1 - k], 100 * (1 - outside))
    }
    function judge(    median) {
        if (n == 0) return
        median = n % 2 ? value[(n + 1) / 2] : (value[n / 2] + value[n / 2 + 1]) / 2
        printf "%-16s %12.0f pieces, %8.1f s: ", name, pieces / n, seconds / n
        if (n < seeds) printf "%d of %d seeds, %.4g to %.4g, no median yet\n", n, seeds, value[1], value[n]
        else printf "%d seeds, median %.4g%s, %s %.3g\n", n, median, interval(), (median >= wanted + 0 ? "at least" : "BELOW"), wanted
    }
    $1 == "line" { next }
    $1 != name { judge(); name = $1; n = pieces = seconds = 0 }
    { value[++n] = $5; pieces += $3; seconds += $4; wanted = $6; seeds = $7 }
    END { judge() }'
exit $status
