#!/usr/bin/env bash
# study_solve.sh RUNS [NODES...]   How low does solve play? The ten templates of 110 pieces, with buffers 0 to 5, on eleven columns.
#
# Of each template one list is drawn, and played by beam with so many nodes a decision (a million is the program's own number). Every answer is
# replayed by replay.py. RUNS/solve.tsv has a line for each: template, buffer, nodes, the final height, seconds of the processor.
. "$(dirname "$0")/campaign.sh" || exit 1
arguments 1 99 "$@"
runs=$1
shift
nodes=${*:-10000 20000 50000 100000 200000 500000 1000000}
TIMEFORMAT='%U %S'
mkdir -p "$runs" || exit 73
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

printf 'template\tbuffer\tnodes\theight\tseconds\n' >"$work/solve.tsv"
for template in equal without-s-z squares-and-lines only-{1..7}; do
    "$program" solve "$work/$template" "$work/first" --template $template --agent beam --nodes 1 >/dev/null || exit
    echo "$template" >&2
    for buffer in 0 1 2 3 4 5; do
        for n in $nodes; do
            { time "$program" solve "$work/$template" "$work/out" --agent beam --nodes "$n" -b $buffer >"$work/said" || exit; } 2>"$work/took"
            took=$(awk '{ printf "%.2f", $1 + $2 }' "$work/took")
            python3 "$root/tests/systems/stack/replay.py" "$work/$template" "$work/out" 11 $buffer >/dev/null || exit
            printf '%s\t%s\t%s\t%s\t%s\n' $template $buffer "$n" "$(sed 's/.*: height \([0-9]*\) .*/\1/' "$work/said")" "$took" >>"$work/solve.tsv"
        done
    done
done
cp "$work/solve.tsv" "$runs/solve.tsv" || exit 73

awk -F '\t' '
    NR == 1 { next }
    { height[$1, $2, $3] = $4; if ($5 > most[$3]) most[$3] = $5; sum[$2, $3] += $4 }
    !($1 in known) { known[$1]; template[++templates] = $1 }
    !($3 in seen) { seen[$3]; nodes[++counts] = $3 }
    END {
        last = nodes[counts]
        printf "final heights with %d nodes\n%-20s", last, "buffer"
        for (b = 0; b <= 5; b++) printf "%6d", b
        print ""
        for (t = 1; t <= templates; t++) {
            printf "%-20s", template[t]
            for (b = 0; b <= 5; b++) printf "%6d", height[template[t], b, last]
            print ""
        }
        printf "means over the templates\n%-20s%42s\n", "nodes", "most seconds a list"
        for (k = 1; k <= counts; k++) {
            printf "%-20d", nodes[k]
            for (b = 0; b <= 5; b++) printf "%6.1f", sum[b, nodes[k]] / templates
            printf "%8.2f\n", most[nodes[k]]
        }
    }' "$runs/solve.tsv"
