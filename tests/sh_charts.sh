#!/usr/bin/env bash
# sh_charts.sh: pictures as a user makes them: the recipe of plots/README.md for a chart of one's own draws the lines that it names, a
# script that would draw nothing fails, and bench parallel keeps what it has when it is stopped.
. "$(dirname "$0")/shell.sh" || exit 1

pixels() { # PNG RRGGBB: how many there are of this colour
    gnuplot -e "set table '$1.rgb'; plot '$1' binary filetype=png w rgbimage" 2>/dev/null
    awk -v colour="$2" 'NF >= 5 && sprintf("%02x%02x%02x", $3, $4, $5) == colour { n++ } END { print n + 0 }' "$1.rgb"
}
orange=d55e00 blue=0072b2

if command -v gnuplot >/dev/null; then
    cp -r "$root"/plots "$root"/params .
    "$program" train params/quick.ini --out runs/charts --set training.log_positions=yes --set training.total_pieces=200000 -q >out 2>err
    "$program" plot runs/charts --format png -q >>out 2>>err
    say $? "a run to draw"
    [ "$(pixels runs/charts/charts/convergence.png $orange)" -gt 500 ]
    say $? "the leader of convergence.png has pixels"
    # A weight is drawn as a multiple of the last standard deviation of its feature.
    "$program" plot runs/charts --format svg -q >>out 2>>err
    expected=$(awk -F '\t' '{ for (i = 1; i <= NF; i++) if (FNR == 1) column[FILENAME, $i] = i }
        FILENAME ~ /features/ && FNR > 1 { sd = $column[FILENAME, "wells"] } FILENAME ~ /result/ && FNR == 2 { w = $column[FILENAME, "wells"] }
        END { printf "%.3g", w * sd }' runs/charts/features.tsv runs/charts/result.tsv)
    grep -q ">wells  $expected<" runs/charts/charts/weights.svg && grep -q 'dotted: first measurement' runs/charts/charts/weights.svg
    say $? "weights are drawn times the standard deviation of their features: wells $expected"
    # The gallery is drawn from its tables by the scripts of today; the tables are those of today's program.
    "$root/src/docs/gallery.sh" "$program" "$work/gallery" 2>err
    for text in "$root"/plots/gallery/*.txt; do
        cmp -s "$text" "gallery/$(basename "$text")" || diff "$text" "gallery/$(basename "$text")" | sed 's/^/# /'
        cmp -s "$text" "gallery/$(basename "$text")" && [ -s "${text%.txt}.png" ]
        say $? "the gallery: $(basename "$text" .txt) is drawn from its tables"
    done
    is "$(cd "$root/plots/gallery" && ls ./*.png)" "$(cd gallery && ls ./*.png)" "... and it has no other pictures"
    tail -n +2 "$root/plots/gallery/data/first/metrics.tsv" | cmp -s - "$root/tests/expected/metrics/quick.tsv"
    say $? "... README's training is that of today"
    # At the width of a column no word stands on another, and none beyond the page.
    if command -v pdftotext >/dev/null; then
        for way in "" --repeat\ 2; do "$program" train params/quick.ini --out "narrow/a-run${way:+s}" $way --set training.total_pieces=50000 -q; done >out 2>err
        "$program" tournament narrow/a-run runs/charts --games 20 --out narrow/ranks -q >out 2>err
        cp -r "$root"/plots/gallery/data narrow/data
        printf '%s\n' 'width = 3.4' 'height = 2.55' 'inches = 1' 'points = 8' 'untitled = 1' | tee -a narrow/data/*/*.set >out
        for chart in map:landscape population:mean_median optimisers:study; do
            data=narrow/data/${chart%:*}
            gnuplot -c "plots/${chart#*:}.gp" "$data" pdf "narrow/${chart#*:}.pdf" "$data" 2>>err
        done
        n=0
        for of in runs/charts narrow/a-runs "narrow/a-run narrow/a-runs" narrow/data/meta-functions narrow/ranks; do
            "$program" plot $of --size 3.4in --font 8pt --no-title --out narrow/$((++n)) -q >>out 2>>err
        done
        for chart in $(find narrow -name '*.pdf'); do pdftotext -bbox "$chart" "$chart.words"; done
        is "$(find narrow -name '*.words' | wc -l) $(find narrow -name '*.words' -exec awk '
            /<page/ { split($0, q, "\""); w = q[2]; h = q[4]; n = 0 }
            /<word/ {
                split($0, q, "\""); l = q[2] + 0; t = q[4] + 0; r = q[6] + 0; b = q[8] + 0; word = $0; gsub(/ *<[^>]*>/, "", word)
                if (l < -0.5 || t < -0.5 || r > w + 0.5 || b > h + 0.5) print FILENAME ": beyond the page: " word
                for (i = 1; i <= n; i++) {
                    x = (r < R[i] ? r : R[i]) - (l > L[i] ? l : L[i]); y = (b < B[i] ? b : B[i]) - (t > T[i] ? t : T[i])
                    least = (r - l) * (b - t); other = (R[i] - L[i]) * (B[i] - T[i])
                    if (x > 0 && y > 0 && x * y > 0.3 * (least < other ? least : other)) print FILENAME ": " word " on " W[i]
                }
                n++; L[n] = l; T[n] = t; R[n] = r; B[n] = b; W[n] = word
            }' {} +)" "13 " "at the width of a column no letters of 13 charts overlap"
    else
        echo "skip - charts at the width of a column: no pdftotext here"
    fi
    sed -n '/^## A chart of your own/,/^## /p' plots/README.md | sed -n '/^```sh/,/^```/p' | grep -v '^```' | grep -v three >recipe
    export PATH=$(dirname "$program"):$PATH
    bash -e recipe >out 2>err
    say $? "the recipe for a chart of one's own runs"
    [ "$(pixels mine.png $orange)" -gt 500 ] && [ "$(pixels mine.png $orange)" = "$(pixels runs/charts/charts/convergence.png $orange)" ]
    say $? "... the leader is drawn as before: $(pixels mine.png $orange) pixels"
    ! cmp -s mine.png runs/charts/charts/convergence.png
    say $? "... with another label"
    [ "$(pixels candidates.png $orange)" -gt 500 ] && [ "$(pixels candidates.png $blue)" -gt 500 ]
    say $? "... and the new script draws two lines"
    sed -i "s/^iteration = 'iteration'/iteration = 'turn'/" my-plots/style.gp
    gnuplot -c my-plots/convergence.gp runs/charts png empty.png >out 2>err
    [ $? = 1 ] && grep -q 'runs/charts: no number in the column turn' err
    say $? "a chart without a point is none: status 1, and why"

    # A gnuplot that does not get what it needs: of each verb that runs it, a failure and no picture.
    gnuplot=$(command -v gnuplot)
    mkdir -p starved two
    runs() { # a run that is whole
        rm -rf whole* && cp -r runs/charts whole && rm -rf whole/charts
    }
    for n in 1 2; do
        "$program" train params/quick.ini --out two/0$n --set training.total_pieces=20000 --seed $n -q >out 2>err
    done
    for script in 'rm -f "$4/metrics.tsv"; exec '$gnuplot' "$@"' 'kill -9 $$' 'ulimit -v 20000; exec '$gnuplot' "$@"' \
        $gnuplot' "$@"; status=$?; truncate -s 300 "$6"; exit $status'; do
        printf '#!/bin/sh\n%s\n' "$script" >starved/gnuplot
        chmod +x starved/gnuplot
        for line in 'plot whole --format svg' 'report whole' 'study two --out whole.study --format svg'; do
            case $script$line in rm*study*) continue ;; esac # which hands it a table that it has made
            runs
            PATH=$work/starved:$PATH run $line
            is "$status $(find whole* -name 'convergence.svg' -o -name study.svg -o -name '*.html' -o -name '*.tmp')" "74 " "$script: $line: status 74, and no picture"
        done
    done
    # What a killed one has left is gone after the next.
    printf '#!/bin/sh\n%s "$@"\necho $$ >%s/drawn\nexec sleep 60\n' "$gnuplot" "$work" >starved/gnuplot
    for line in 'plot whole --format svg' 'report whole' 'study two --out whole.study --format svg'; do
        runs
        PATH=$work/starved:$PATH "$program" $line >out 2>err </dev/null &
        killed=$!
        wait_for [ -s drawn ]
        kill -KILL $killed
        wait $killed 2>/dev/null
        [ -s drawn ] && kill "$(cat drawn)"
        rm -f drawn
        left=$(find whole* -name '*.tmp' | wc -l)
        run $line
        is "$status $(find . -name '*.tmp')" "0 " "$line, killed with $left drafts: the next leaves none"
    done
    # The figures that matplotlib draws from the tables.
    python=$(for each in python3 /usr/bin/python3; do ! "$each" -c 'import matplotlib' 2>/dev/null || { echo "$each"; break; }; done)
    if [ -n "$python" ]; then
        "$program" study two --out ways/charts -q >out 2>&1
        "$program" tournament two runs/charts --games 20 --out duel -q >out 2>&1
        mkdir figures
        MPLBACKEND=pdf "$python" "$root/tests/examples/figures.py" runs/charts two ways duel figures 2>err
        say $? "figures.py draws with matplotlib"
        is "$(cd figures && echo ./*)" "./convergence.pdf ./ranking.pdf ./repeat.pdf ./study.pdf" "... four figures"
        ! command -v pdftotext >/dev/null || is "$(pdftotext figures/ranking.pdf - | grep -c ^two/0)" 2 "... a contestant a row, though all files are called weights.ini"
    else
        echo "skip - figures.py: no matplotlib here"
    fi
else
    echo "skip - charts of one's own: no gnuplot here"
fi

# Rounds that are over are kept; of a first one what there is.
stops() { # TEXT SIGNAL STATUS PATTERN: while the last line of the progress fits
    rm -rf kept err # what an earlier one said must not be read as this one's
    hears "$program" bench parallel --seconds 0.2 --threads 2 --engine lanes --out kept >out 2>err &
    local bench=$!
    for _ in $(seq 300); do
        grep -qs "$4" err && break
        sleep 0.05
    done
    kill -"$2" $bench
    wait $bench
    status=$?
    is $status "$3" "bench parallel, $1: status $3"
    [ $status = "$3" ] || sed 's/^/# /' err
}
stops "Ctrl-C in the third round" INT 130 '^round 3 of'
says '^round 3 of [0-9]+, [a-z]+ [a-z]+ on [0-9]+ threads?: [0-9]+%'
says '^stopped after [2-9] of [0-9]+ rounds; they are kept$'
[ "$(awk -F , 'END { print NR, $NF }' kept/*/parallel-lanes.csv)" = "6 2" ]
say $? "... in the table, of two rounds: $(tail -n 1 kept/*/parallel-lanes.csv)"
stops "SIGTERM in the first round" TERM 75 '^round 1 of'
says '^stopped after 0 of [0-9]+ rounds; (of the first one is kept what was measured|nothing was measured yet)$'
exit $failed
