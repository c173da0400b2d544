#!/usr/bin/env bash
# sh_hostile.sh: what a run directory holds is data, never a command: headers, cells, coordinates and paths that gnuplot, a shell or a
# terminal would obey are refused or shown as they are. Every command that is planted makes a file; none may appear.
. "$(dirname "$0")/shell.sh" || exit 1

unharmed() { # TEXT: none of the planted commands has been run
    [ -z "$(find "$work" -name 'pwned*')" ]
    say $? "$1: no file appears"
    find "$work" -name 'pwned*' -exec rm -rf {} +
}
draws() { # TEXT ARGUMENT...: of plot; status 0, or 69 where there is no gnuplot
    local text=$1 drawn=69
    shift
    command -v gnuplot >/dev/null && drawn=0
    expect $drawn "$text" plot "$@" --format svg
}

small_ini >small.ini
expect 0 "a training" train small.ini --out run -q --set training.log_positions=yes
cat >sphere.ini <<'END'
[objective]
kind = sphere
dim = 2
[training]
iterations = 5
[optimiser]
particles = 4
END
run landscape sphere.ini --out map --set optimiser.steps=3 --set training.games=2 -q
[ -s map/positions.tsv ]
say $? "a landscape"

# ---- names of columns ----

mkdir evil
echo "system('touch $work/pwned-here')" >evil/abscissa.gp
traits() { # NAME VALUE: one more column of traits.tsv, in a copy of the run
    rm -rf planted
    cp -r run planted
    printf 'kind\tscore_noun\tcost_noun\tplay_noun\tevaluation_noun\t%s\n' "$1" >planted/traits.tsv
    printf 'count\trows\tpieces\tgames\tgames\t%s\n' "$2" >>planted/traits.tsv
}
for name in "system(\"touch $work/pwned\"); z" "a=system('touch $work/pwned')" '`touch pwned`' '$(touch pwned)' "x'" '@here' 'a b' ''; do
    traits "$name" x
    expect 65 "traits.tsv with the column $name" plot planted
    says '^planted/traits.tsv:1: .* names column 6: must be letters, digits'
    unharmed "plot"
done
for name in here run charts base format; do
    for value in "$work/evil/" "< touch $work/pwned-$name; echo "; do
        traits "$name" "$value"
        draws "traits.tsv with the column $name = $value" planted
        unharmed "plot"
    done
done
for value in "'.system(\"touch $work/pwned\").'" "<touch $work/pwned" '`touch pwned`' '' x; do
    traits other x
    sed -i "2s|.*|count\t$(sed 's|[\\&|]|\\&|g' <<<"$value")\tpieces\tgames\tgames\tx|" planted/traits.tsv
    expect 65 "traits.tsv with the score_noun $value" plot planted
    says '^planted/traits.tsv:2: score_noun = .*: must be a noun in the plural'
    unharmed "plot"
done
traits other x
sed -i 's/^count/system/' planted/traits.tsv
expect 65 "traits.tsv with another kind" plot planted
says "^planted/traits.tsv:2: kind = 'system': must be count, error or difference$"

# ---- coordinates ----

rename_coordinate() { # NAME: what inertia is called in copies of the map and, as a path, of its positions
    rm -rf planted path
    cp -r map planted && mkdir path
    sed -i "s|optimiser\.inertia|$(sed 's|[\\&|]|\\&|g' <<<"$1")|" planted/{positions,presets,borders}.tsv
    cp planted/positions.tsv path
}
for name in "a'.system('touch\${IFS}$work/pwned').'" "a'.\`touch\${IFS}pwned\`.'" 'a"b' 'a$b'; do
    rename_coordinate "$name"
    expect 65 "a map over the coordinate $name" plot planted --path path
    says "^planted/presets.tsv:1: .* names column 2"
    cp map/{positions,presets,borders}.tsv planted
    expect 65 "... and a path over it" plot planted --path path
    says "^path/positions.tsv:1: .* names column 5"
    unharmed "plot --path"
done
draws "a map and a path over it" map --path map
if command -v gnuplot >/dev/null; then
    grep -q 'black: path of the search' map/charts/landscape.svg
    say $? "... which is drawn"
fi

# ---- files that are in the way ----

rm -rf planted && cp -r run planted && mkdir planted/charts && echo precious >kept
for name in convergence.set convergence.svg histogram.svg; do ln -s "$work/kept" planted/charts/$name; done
draws "links in the folder of the charts" planted
[ "$(cat kept)" = precious ] && [ ! -L planted/charts/convergence.set ]
say $? "... lead nowhere"

# Two processes that draw one run wait for each other: each draws what it was asked for.
if command -v gnuplot >/dev/null; then
    for try in 1 2 3; do
        for title in one two; do "$program" plot planted --format svg --title "title $title" >$title.out 2>$title.err & done
        wait -n && wait -n
        say $? "two plots of one run at once"
        [ "$(grep -hoE 'title (one|two)' planted/charts/*.svg | sort | uniq -c | wc -l)" = 1 ]
        say $? "... the pictures that are left are of one of them"
    done
    [ -z "$(find planted/charts -name '*.tmp*')" ]
    say $? "... and nothing else is left"
fi
exit $failed
