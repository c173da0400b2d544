#!/usr/bin/env bash
# same_results.sh [quick|NAME...]   The program trains as the version did that left tests/expected/metrics: every cell of metrics.tsv is
# the same, by its place, whatever the columns are called. tests/results.list says which inis are trained, and under which names; quick:
# only those that take seconds.
#     same_results.sh record PROGRAM PARAMS [NAME...]   replaces the tables, of all lines or those that are named, by those of another
#     program, which is given the inis of the folder PARAMS. If results are meant to change, or a column is new.
list=$(realpath "$(dirname "$0")/results.list") expected=$(realpath "$(dirname "$0")/expected/metrics")
case ${1-} in
record) program=$(realpath "$2") params=$(realpath "$3") names="${*:4}" ;;
quick) wanted=quick ;;
*) names=$* ;;
esac
other=${program-}
. "$(dirname "$0")/shell.sh" || exit 1
program=${other:-$program} params=${params:-$root/params}

table() { # NAME INI SETTING...: trains, and prints the rows of metrics.tsv without their names
    local name=$1 ini=$2 setting settings=()
    shift 2
    for setting; do settings+=(--set "$setting"); done
    "$program" train "$params/$ini" "${settings[@]}" --out "$name" -q >"$name.log" 2>&1 </dev/null || {
        sed 's/^/# /' "$name.log" >&2
        return 1
    }
    sed 1d "$name/metrics.tsv"
}

# The first cell that differs.
difference() { # EXPECTED FOUND
    awk -F '\t' '
        NR == FNR { row[NR] = $0; rows = NR; next }
        $0 != row[FNR] {
            n = split(row[FNR], cell)
            for (i = 1; i < n && i < NF && cell[i] == $i; i++);
            print "# row " FNR ", column " i ": " $i " instead of " (FNR <= rows ? cell[i] : "no row") "; " NF " columns instead of " n
            found = 1
            exit
        }
        END { if (!found && FNR < rows) print "# " FNR " rows instead of " rows }' "$1" "$2"
}

while read -r often name ini settings; do
    case $often in
    '' | '#'*) continue ;;
    full) [ "${wanted-}" != quick ] || continue ;;
    esac
    case " ${names:-$name} " in *" $name "*) ;; *) continue ;; esac
    if [ -n "$other" ]; then
        table "$name" "$ini" $settings >"$expected/$name.tsv"
        say $? "recorded: $name, $(wc -l <"$expected/$name.tsv") rows"
        continue
    fi
    table "$name" "$ini" $settings >found 2>refused || { ! built && unbuilt refused && continue; }
    cat refused
    same "the results of $ini${settings:+ with $settings}: $(wc -l <found) rows" "$expected/$name.tsv" found
    [ -s found ] && difference "$expected/$name.tsv" found
done <"$list"
exit $failed
