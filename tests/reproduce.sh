#!/usr/bin/env bash
# reproduce.sh LIST RUNS [OPTION OF swarmtris eval]...   Are published scores true? Plays every line of LIST with seed 1 and prints a
# table. A line whose mean is not where it must be is played once more with seed 2, and both are shown. Status 1 if a line failed
# with both. params/reproduce.list says what a line is.
#
# Every evaluation is a run in the directory RUNS. So what is stopped (Ctrl-C) and started
# again goes on where it was, in the middle of games, and what is finished costs nothing.
. "$(dirname "$0")/../bench/campaign.sh" || exit 1
arguments 2 99 "$@"
list=$(list_of "$1") || exit
runs=$(realpath -m "$2") options=("${@:3}")
cd "$root" || exit 1
answer=$(mktemp) table=$(mktemp)

run_of() { # WEIGHTS BOARD SEED
    echo "$runs/$1-$2-seed$3"
}

# ---- how long will it take? ----

# Seconds for a line that has not been begun. The speed is that of a sample. A row is width/4 pieces. When the list of games comes to
# its end the games still played become fewer, and they are played no faster for that: lengths are near exponential, so the last
# but k takes 1/k of a mean longer than the one before, and the speed of k games is about sqrt(k)/12 of that of many.
seconds() { # WEIGHTS BOARD GAMES PUBLISHED
    evaluate "$1" "$2" --seed 1 --games 200 --set objective.max_pieces=2500 --quiet "${options[@]}"
    awk -v games="$3" -v rows="$4" -v width="${2%x*}" -v pieces="$(number pieces)" -v seconds="$(number seconds)" 'BEGIN {
        alone = rows * width / 4 * seconds / pieces # a game at the speed of many
        for (k = 1; k <= games; k++) sum += k < 144 ? 12 / sqrt(k) : 1
        print alone * sum }'
}
estimate() {
    local weights board games low high published _ s
    while read -r weights board games low high published _; do
        [ ! -e "$(run_of "$weights" "$board" 1)" ] || continue
        s=$(seconds "$weights" "$board" "$games" "$published") || exit
        echo "$weights $board $games $s"
    done < <(lines_of "$list") | awk '
        function time(s) { return s < 60 ? int(s + 1) "s" : s < 3600 ? int(s / 60 + 1) "m" : sprintf("%.1fh", s / 3600) }
        { printf "%s, %s: %d games will take about %s\n", $1, $2, $3, time($4); sum += $4 }
        END { if (NR > 1) printf "all that has not been begun: about %s\n", time(sum) }' >&2
}

# ---- the table ----

add() { # WEIGHTS BOARD GAMES SEED LOW HIGH PUBLISHED: a row of $table from $answer; false: its mean lies elsewhere
    awk -v weights="$1" -v board="$2" -v games="$3" -v seed="$4" -v low="$5" -v high="$6" -v published="$7" \
        -v mean="$(number mean)" -v lower="$(number lower)" -v upper="$(number upper)" '
        function number(x) { return sprintf(x < 1000 && x != int(x) ? "%.1f" : "%.0f", x) }
        BEGIN {
            good = mean >= low && mean <= high
            printf "%s|%s|%s|%d|%s|%s..%s|%s|%s..%s|%s\n", weights, board, number(games), seed, number(mean), number(lower),
                number(upper), number(published), number(low), number(high), good ? "pass" : "FAIL"
            exit !good
        }' >>"$table"
}
show() {
    [ -s "$table" ] || return
    { echo "weights|board|games|seed|mean rows|95 % interval|published|must lie in|result"; commas <"$table"; } | awk -F '|' '
        { for (i = 1; i <= NF; i++) { cell[NR, i] = $i; if (length($i) > wide[i]) wide[i] = length($i) } }
        END {
            for (r = 1; r <= NR; r++) {
                for (i = 1; i <= NF; i++) printf "| %-" wide[i] "s ", cell[r, i]
                print "|"
                for (i = 1; r == 1 && i <= NF; i++) { printf "|"; for (k = 0; k < wide[i] + 2; k++) printf "-" }
                if (r == 1) print "|"
            }
        }'
}
trap 'show; rm -f "$answer" "$table"' EXIT

# ---- to work ----

play() { # WEIGHTS BOARD GAMES SEED LOW HIGH PUBLISHED
    echo "$1, $2, $3 games, seed $4" >&2
    evaluate "$1" "$2" --seed "$4" --games "$3" --out "$(run_of "$1" "$2" "$4")" --resume "${options[@]}"
    add "$@"
}

estimate
status=0
while read -r weights board games low high published _; do
    for seed in 1 2; do
        play "$weights" "$board" "$games" $seed "$low" "$high" "$published" && continue 2
    done
    status=1
done < <(lines_of "$list")
exit $status
