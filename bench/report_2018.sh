#!/usr/bin/env bash
# report_2018.sh RUNS TIME [SETTING...]   Is it true what "AI Tetris" says, the report of 2018 with which swarmtris began? One table, in the
# order of its sections: claim, theirs, ours, 95 % interval. bench/results/report-2018.md says what was read, and judges.
#
# It plays a thousand games of the weights of both its texts, and of the final ones with the features as its table words them. It trains
# with five seeds and 100 million pieces each: the features as its program has them, as its table words them, as the field defines them, and
# its tuned swarm. It trains params/report-2018.ini as a whole, which takes hours, and measures parallel modes, for which the machine must
# be idle. SETTINGs (section.key=value) are for all games and trainings.
#
# All is kept in the directory RUNS. After TIME (100m), or on Ctrl-C, it prints what there is and stops with status 75. Started again it goes
# on where it was, in the middle of games.
. "$(dirname "$0")/campaign.sh" || exit 1
arguments 2 99 "$@"
runs=$(realpath -m "$1")
limit=$(seconds_of "$2") || exit
settings_of "${@:3}"
cd "$root" || exit 1
mkdir -p "$runs" || exit 73
ini=params/report-2018.ini final=params/weights/report-final.ini common=("${settings[@]}")

play() { # NAME WEIGHTS: leaves NAME.json
    share "$runs/$1.json" eval "$2" --games 1000 --seed 2 --json --quiet --out "$runs/$1" --resume "${common[@]}"
}
train() { # NAME SETTING...: with five seeds
    local again=()
    settings_of training.total_pieces=100000000 selection.finalists=4 selection.games=10 validation.estimator=splitting validation.games=400 \
        "${@:2}"
    [ ! -d "$runs/$1" ] || again=(--resume)
    share "$runs/$1.txt" train "$ini" --repeat 5 --out "$runs/$1" --quiet "${again[@]}" "${settings[@]}" "${common[@]}"
}
parallel() {
    [ ! -d "$runs/parallel" ] || return 0
    [ $SECONDS -lt "$limit" ] || return 75
    "$program" bench parallel --out "$runs/parallel.part" >"$runs/parallel.txt" </dev/null && mv "$runs/parallel.part" "$runs/parallel"
}
work() {
    sed 's/^max_height /max_height_increase /; s/^cs3243_holes/holes/; s/^wells/open_wells/; s/= cs3243$/= cs3243-text/' \
        "$final" >"$runs/worded.ini" || return 73
    play draft params/weights/report-draft.ini && play final "$final" && play final-worded "$runs/worded.ini" &&
        train program && train worded agent.features=cs3243-text && train field agent.features=cs3243-field &&
        train tuned optimiser.preset=report-final &&
        share "$runs/whole.txt" train "$ini" --out "$runs/whole" --quiet --resume "${common[@]}" && parallel
}

# ---- the table ----

row() { # CLAIM THEIRS OURS [INTERVAL]; not where ours is missing
    [ -z "$3" ] || printf '| %s | %s | %s | %s |\n' "$1" "$2" "$(commas <<<"$3")" "$(commas <<<"${4-}")"
}
column() { # NAME FILE [FIRST]: its cell in the last line, or in the one whose first cell is FIRST
    awk -F '[\t,]' -v name="$1" -v first="${3-}" 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next } first == "" || $1 == first {
        cell = name in at ? $at[name] : "" } END { print cell }' "$2" 2>/dev/null
}
rounded() { awk 'NF { printf "%.0f\n", $1 }'; }
games() { # CLAIM THEIRS NAME: of the games in NAME.json, which becomes the answer
    answer=$runs/$3.json
    [ ! -s "$answer" ] || row "$1" "$2" "$(number mean | rounded)" "$(number lower | rounded)..$(number upper | rounded)"
}
logarithms() { # NAME: seeds, the mean of their logarithms of rows, its variance
    trainings_of "$runs/$1" | awk -F '\t' '
        NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
        "estimated" in at && $at["state"] == "finished" { x = log($at["estimated"]); n++; s += x; q += x * x }
        END { if (n > 1) print n, s / n, (q - s * s / n) / (n - 1) / n }'
}
seeds() { # CLAIM THEIRS NAME [OTHER]: geometric mean of all five seeds, or its ratio to that of OTHER; Student's t
    local ours=
    [ ! -d "$runs/$3" ] || ours=$(for name in "${@:3}"; do logarithms "$name"; done | awk -v wanted=$(($# - 2)) '
        $1 == 5 { mean += n ? -$2 : $2; variance += $3; n++ }
        END {
            half = (n == 1 ? 2.776 : 2.306) * sqrt(variance); form = n == 1 ? "%.0f" : "%.2f"
            if (n == wanted) printf form " " form ".." form, exp(mean), exp(mean - half), exp(mean + half)
        }')
    row "$1" "$2" "${ours% *}" "${ours#* }"
}
modes() { # CLAIM THEIRS MODE: with the most threads, which may gain what as many processes side by side do
    local table
    for table in "$runs"/parallel/*/parallel.csv; do
        [ ! -s "$table" ] || row "$1" "$2" "$(printf '%.1f s, %.2f times, %.2f of processes' \
            "$(column seconds "$table" "$3")" "$(column speedup "$table" "$3")" "$(column of_processes "$table" "$3")")"
    done
}
show() {
    printf '| claim | theirs | ours | 95 %% interval |\n|---|---|---|---|\n'
    seeds "3: trained, features as its program has them" "" program
    seeds "3: ... as its table words them, times these" "" worded program
    seeds "3: ... as the field defines them, times these" "" field program
    games "3: the final weights, features as its table words them" "" final-worded
    for i in 50:572,058 100:711,667 200:825,297 300:830,467; do
        row "4: luckiest three games in ${i%:*} iterations" "${i#*:}" "$(column best_score "$runs/whole/metrics.tsv" "${i%:*}" | rounded)"
    done
    seeds "4: its tuned swarm, times the suggested" 2.09 tuned program
    modes "5: no multithreading" "15,364.734 s" none
    modes "5: multithreading particles" "3,308.58 s, 4.64 times" particles
    modes "5: multithreading games" "empty" games
    row "6: iterations" 1,000 "$(column iteration "$runs/whole/metrics.tsv")"
    row "6: weight of RowsCleared" -1.363 "$(awk '$1 == "rows_cleared" { printf "%.3f", $3 }' "$runs/whole/weights.ini" 2>/dev/null)"
    [ ! -d "$runs/whole" ] || trainings_of "$runs/whole" >"$runs/whole.tsv"
    validated=$(column validated "$runs/whole.tsv")
    row "6: mean of a hundred fresh games" "" "$(rounded <<<"$validated")" \
        "${validated:+$(column validated_lower "$runs/whole.tsv" | rounded)..$(column validated_upper "$runs/whole.tsv" | rounded)}"
    games "7: mean of the draft's weights" xxx,xxx draft
    games "7: mean of the final weights" 375,299 final
    for what in median:287,110 sd:366,742 min:6,667 max:2,042,624; do
        row "7: ... their ${what%:*}" "${what#*:}" "$(number "${what%:*}" | rounded)"
    done
}
work
status=$?
show
exit $status
