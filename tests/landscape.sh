#!/usr/bin/env bash
# landscape.sh PROGRAM   The map of the 8-d sphere over inertia and both coefficients, 4,000 evaluations, 51 seeds, against published medians
# (log10 of the error; 40 particles): each within 1.5 decades. One cell of the publication is left out, since it is bistable.
# Resumable: stopped and started again, it goes on.
root=$(cd "$(dirname "$0")/.." && pwd)
program=$(realpath "$1") || exit 1
run=$root/runs/landscape-sphere
status=0
"$program" landscape "$root/params/functions/sphere.ini" --out "$run" --resume || exit
check() { # INERTIA COEFFICIENT MEDIAN
    awk -F'\t' -v w="$1" -v c="$2" -v published="$3" '
        NR == 1 { for (i = 1; i <= NF; i++) if ($i == "median_1") median = i }
        NR > 1 && ($1 - w) ^ 2 < 1e-9 && ($2 - c) ^ 2 < 1e-9 { here = $median; found = 1 }
        END {
            off = found ? here - published : 99
            good = off > -1.5 && off < 1.5
            printf "%s - inertia %g, coefficients %g: %.2f, published %g\n", good ? "ok" : "not ok", w, c, here, published
            exit !good
        }' "$run/charts/landscape.tsv" || status=1
}
check 0.7 0.5 -9.8
check 0.7 1 -7.7
check 0.7 1.5 -3.7
check 0.7 2 0.9
check 0.5 1.25 -13
check 0.5 1.5 -11.2
check 0.5 2 -3.2
check 0.9 0.5 -1.1
check 0.9 1.5 2.2
check 0 2 -7.6
check 0 1 2.7
exit $status
