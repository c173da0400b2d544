#!/usr/bin/env bash
# gallery.sh PROGRAM [FOLDER]   Draws the pictures of plots/gallery, in place or into FOLDER, from the tables in plots/gallery/data. Beside
# each, NAME.txt says what it is drawn from: the sums of its tables, and all words and numbers in it. make docs runs it; a test compares the
# texts, since pixels depend on libraries.
cd "$(dirname "$0")/../.." || exit 1
program=$(realpath "${1:?usage: src/docs/gallery.sh PROGRAM [FOLDER]}") to=$(realpath -m "${2:-plots/gallery}")
command -v gnuplot >/dev/null || { echo "gallery.sh: no gnuplot here: the gallery stays as it is" >&2; exit 0; }
room=$(mktemp -d) && trap 'rm -rf "$room"' EXIT
mkdir -p "$to" || exit 1

# CHART FROM: the tables of a run, which `plot` draws, or with NAME.set those of a chart, which its script draws by itself.
while read -r chart from; do
    tables=plots/gallery/data/$from
    for format in png svg; do
        if [ -e "$tables/$chart.set" ]; then
            gnuplot -d -c "plots/$chart.gp" "$tables" $format "$room/$chart.$format" "$tables" 2>"$room/said"
        else
            "$program" plot "$tables" --format $format --out "$room" --quiet >/dev/null
        fi || { cat "$room/said" >&2; exit 1; }
    done
    cp "$room/$chart.png" "$to/" || exit 1
    {
        (cd "$tables" && cksum ./*.tsv)
        grep -o '<text>.*</text>' "$room/$chart.svg" | sed 's/<[^>]*>//g'
    } >"$to/$chart.txt" || exit 1
done <<'END'
convergence first
curves meta-functions
heldout meta-functions
landscape map
study optimisers
mean_median population
END
