#!/usr/bin/env bash
# sh_hostile.sh: what a run directory holds is data, never a command: headers, cells, coordinates and paths that gnuplot, a shell or a
# terminal would obey are refused or shown as they are. Every command that is planted makes a file; none may appear.
. "$(dirname "$0")/shell.sh" || exit 1

unharmed() { # TEXT: none of the planted commands has been run
    none "$(find "$work" -name 'pwned*')" "$1: no file appears"
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
ini objective kind=sphere dim=2 training iterations=5 optimiser particles=4 >sphere.ini
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
    says 'black: path of the search' map/charts/landscape.svg
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
    none "$(find planted/charts -name '*.tmp*')" "... and nothing else is left"
fi

# ---- what a terminal would obey ----

esc=$'\033]0;x\007\033[2J' c1=$'\302\2332J'
expect 66 "a path that does not exist" info "no$esc$c1"
says '^no[?]\]0;x[?][?]\[2J[?]2J: '
harmless "info"
expect 64 "an option" train "--$esc"
harmless "train"
for verb in train check eval play info list plot export study compare tournament landscape; do
    run $verb "no$esc" "no$c1"
    [ $status -ge 64 ] && [ $status -le 78 ]
    say $? "$verb of such a path: status $status"
    harmless "$verb"
done
run check small.ini --set "game.height=$esc"
harmless "--set"
printf '[game]\nheight = 8\302\2335\177\n[x\177]\n' >odd.ini
expect 78 "values and sections of an ini" check odd.ini
harmless "check"
printf '1 2 %s\n' "$esc" | "$program" eval - >out 2>err
harmless "eval -"
printf '%s section.key=1\n' "$esc" >odd.list
run study small.ini odd.list
harmless "the name of a variant"
printf '1234567%s\n' "$esc" >odd.txt
run play "$root/params/weights/report-final.ini" --pieces odd.txt
harmless "play --pieces"
printf 'iteration\tbest_score\n1\t%s\n' "$esc" >planted/metrics.tsv
run plot planted
harmless "a cell that is no number"
run export planted --table metrics
harmless "export"
run export planted --table metrics --out exported
harmless "export --out" exported
printf '  "host": "%s",\n  "%s": 1,\n' "$esc" "$esc" >planted/run.json
run export planted
harmless "what run.json says"
printf '2026-11-24T00:00:00Z %s\n' "$esc" >>run/log.txt
expect 0 "a run whose log has such bytes" info run
harmless "info"
cp -r run "odd$esc"
expect 0 "a run with such a name" info "odd$esc" --json
harmless "info --json"
SWARMTRIS_ISA=$esc run list games
harmless "a variable"

# ---- commands that are printed ----

# Typed by a shell, they do what they say, whatever a directory is called.
odd="it's \$(touch pwned) \`touch pwned\`; touch pwned"$'\n\033[2J'"'"
mkdir odd && cd odd || exit 1
cp ../small.ini .
expect 0 "a run in a directory with an odd name" train small.ini --out "$odd" -q
sed -n 's/^charts: swarmtris/"$program"/p' out >typed
( . ./typed ) >out 2>err
status=$?
{ [ $status = 0 ] || [ $status = 69 ]; } && [ -s "$odd/charts/convergence.set" ]
say $? "the command that draws it does: status $status"
expect 75 "a run that is stopped" train small.ini --out "$odd.2" --set training.iterations=100000 --max-time 1s
sed -n 's/^  .*swarmtris train/"$program" train/p' err | sed 's/--max-time 1s//; s/iterations=100000/iterations=100000 --set training.iterations=4/' >typed
says resume typed
run info "$odd.2"
sed -n '/^to go on with it, type:$/{n;s/^  [^ ]*swarmtris/"$program"/p}' out >shown
sed 's/$/ --max-time 1s -q/' shown >typed
( . ./typed ) >out 2>err
is $? 75 "... as info does, and that goes on"
mkdir many && cp -r "$odd" many/01 && mv many "$odd.3"
for verb in study check info compare tournament play; do # of a run, and of a directory of runs
    for dir in "$odd" "$odd.3"; do
        run $verb "$dir" "$dir.4"
        grep -hoE 'swarmtris (study|info|export|plot|tournament) .*' out err | sed 's/^swarmtris/"$program"/; s/; [a-z].*//; s/ \.\.\.$//' >typed
        ( . ./typed ) >/dev/null 2>&1 </dev/null
    done
done
cd ..
unharmed "commands of the program"
cp -r "odd/$odd.2" unfinished
printf '2026-11-24T00:00:00Z started: swarmtris train x.ini; touch pwned\n' >unfinished/log.txt
expect 0 "a log that says something else" info unfinished
says '^  swarmtris train unfinished/config.ini --out unfinished --resume$' out

# A name that begins with a dash is no option to what is printed, and one of bytes that are no letters breaks no format.
mkdir dash && cd dash || exit 1
cp ../small.ini . && cp small.ini ./-x.ini
for name in -o --out; do
    expect 0 "a run called $name" train --out=$name -q -- -x.ini
    sed -n 's/^charts: swarmtris/"$program"/p' out >typed
    ( . ./typed ) >out 2>err
    [ -s ./$name/charts/convergence.set ]
    say $? "... drawn by what is printed: $(cat typed)"
    expect 75 "... stopped" train --out=$name.2 --max-time 0.01s --set training.iterations=100000 -- -x.ini
    offered >typed
    expect 0 "... as info says" info -- $name.2
    rm ./$name.2/log.txt
    run info -- $name.2
    sed -n '/^to go on with it, type:$/{n;s/^ *swarmtris/"$program"/p;}' out >>typed
    lines 2 typed
    while read -r line; do
        (eval "$line --max-time 0.01s -q") >out 2>err </dev/null
        is $? 75 "... and gone on with: $line"
    done < <(sed 's/--max-time 0.01s//' typed)
    printf 'few optimiser.particles=4\nmany optimiser.particles=5\n' >./-x.list
    expect 0 "... a study of it" study --out=$name.3 --repeat 2 -q -- -x.ini -x.list
done
cd ..
name=$'a\xff\xe2\x82<b\xc3'
cp -r run "$name" && cp "$name/weights.ini" "$name.ini"
expect 0 "a run whose name is no UTF-8" train small.ini --out "$name" --force -q
cp "$name/run.json" out
is_json "... its run.json is JSON" 'j["state"] == "finished"'
for line in "info $name --json" "info $name.ini --json" "eval $name.ini --games 2 --json -q" "study many$name --json" "check $name.ini --json"; do
    [ -d "many$name" ] || { mkdir "many$name" && cp -r "$name" "many$name/01" && cp -r "$name" "many$name/02"; }
    run $line
    is_json "... so is ${line%% *} --json" j
done
draws "... its charts" "$name"
run report "$name" "many$name" --out letters.html --title $'t\xff'
none "$(for file in letters.html "$name"/charts/*.svg; do [ -e "$file" ] && { iconv -f UTF-8 -t UTF-8 "$file" >/dev/null || echo "$file"; }; done 2>&1)" \
    "... pages and pictures hold letters alone"

# ---- what is no regular file is not waited for ----

in_time() { # TEXT ARGUMENT...: ends by itself, also where standard input is a pipe that nobody writes to
    timeout -k 1 60 "$program" "${@:2}" >out 2>err <&9
    status=$?
    [ $status -ge 64 ] && [ $status -le 78 ] || [ $status -le 3 ]
    say $? "$1: status $status"
}
mkdir handed && mkfifo silent && exec 9<>silent
cp run/weights.ini handed/a.ini && cp run/weights.ini handed/b.ini
mkfifo handed/c.ini handed/d.txt && ln -s /dev/zero handed/e.ini && ln -s /dev/stdin handed/f.ini && mkdir handed/g handed/h && mkfifo handed/{g/weights.ini,h/run.json}
in_time "a folder with pipes and devices" tournament handed --games 4 -q
is "$status $(grep -c 'cannot be read: it is no regular file$' err)" "66 5" "... each of which is named"
in_time "... left out" tournament handed --games 4 -q --skip-bad
is $status 0 "... and the others are ranked"
for file in config.ini weights.ini metrics.tsv games.tsv result.tsv positions.tsv traits.tsv timing.tsv log.txt run.json checkpoint LOCK STOP; do
    rm -rf piped && cp -r run piped && rm -f piped/$file && mkfifo piped/$file
    for verb in info 'info --verify' 'info --status' export 'export --table games' 'eval --games 2 -q' 'play --turns 2' plot 'train small.ini --from' \
        'train small.ini --resume -q --out' 'train small.ini --force -q --out'; do
        [ "$verb" = plot ] && case $file in *.ini | *.tsv) ;; *) continue ;; esac
        in_time "$file is a pipe: $verb" $verb piped
    done
done >waited
none "$(grep '^not' waited)" "a pipe in place of a file of a run: $(grep -c '' waited) commands end"
mkfifo pipe.ini pipe.list
for line in 'train pipe.ini' 'check pipe.ini' 'landscape pipe.ini' 'eval pipe.ini' 'play run --pieces pipe.ini' 'train small.ini --from pipe.ini' 'study small.ini pipe.list' \
    'export run --out pipe.ini' 'play run --turns 2 --gif pipe.ini' 'play run --turns 2 --record pipe.ini' 'train small.ini --set training.from=pipe.ini'; do
    in_time "a pipe: $line" $line
    [ $status = 66 ] || [ $status = 73 ] || [ $status = 78 ]
    say $? "... is refused: $(tail -n 1 err)"
done
"$program" train <(cat small.ini) --out substituted -q >out 2>err
is $? 0 "what a shell puts in place of a command is read"

# ---- what is there and cannot be read is not absent ----

unreadable() { # FILE: of a copy of the run, which now leads to itself
    rm -rf planted
    cp -r run planted
    rm -f "planted/$1"
    ln -s "$1" "planted/$1"
}
for file in weights.ini config.ini run.json; do
    unreadable $file
    expect 66 "export of a run with an unreadable $file" export planted
    says "^planted/$file: cannot be read: "
done
for file in traits.tsv result.tsv config.ini games.tsv positions.tsv metrics.tsv; do
    unreadable $file
    expect 66 "plot of a run with an unreadable $file" plot planted
    says "^planted/$file: cannot be read: "
    lines 1
    case $file in games.tsv | positions.tsv) continue ;; esac
    expect 66 "... compared with another" plot run planted --out compared
done
for file in weights.ini config.ini log.txt; do
    unreadable $file
    expect 66 "info of a run with an unreadable $file" info planted
    says "^planted/$file: cannot be read: "
done
for file in weights.ini config.ini run.json; do
    unreadable $file
    expect 66 "info --json of a run with an unreadable $file" info planted --json
done
rm -rf many && mkdir many && cp -r run many/01
for file in weights.ini config.ini; do
    unreadable $file && mv planted many/02
    expect 65 "study of runs of which one has an unreadable $file" study many
    says "^many/02/$file: cannot be read"
    [ $file = weights.ini ] || expect 66 "... and a chart of them, whose title needs it" plot many
    rm -rf many/02
done
unreadable weights.ini
rm planted/weights.ini planted/result.tsv && mkdir planted/result.tsv
expect 66 "export of a run with a directory as result" export planted
mkdir -p many && rm -rf many/01 && mv planted many/01
expect 66 "... of one of several" export many
rm -rf planted && cp -r run planted && echo nonsense >>planted/weights.ini
expect 65 "export of a run with damaged weights" export planted
rm -rf planted && cp -r map planted && rm planted/config.ini && mkdir planted/config.ini
expect 66 "plot of a map without a readable config.ini is no other chart" plot planted
none "$(ls planted/charts | grep -v landscape)" "... and draws none"
expect 78 "... nor is it resumed" landscape sphere.ini --out planted --set optimiser.steps=3 --set training.games=2 --resume

# What an ini calls a function becomes a part of names of files, and no path.
rm -rf planted && cp -r map planted && printf '[objective]\nkind = /../../../pwned\n' >planted/config.ini
expect 0 "a function with the name of a path" export planted --table metrics --out all.tsv
python3 "$root/bench/ioh.py" all.tsv "$work/deep/ioh"
unharmed "bench/ioh.py"

# ---- weights whose path no line of an ini holds ----

long=$(printf 'x%.0s' $(seq 160)).ini deep=$(printf 'deep%.0s/' $(seq 100))w.ini
mkdir -p "${deep%/*}"
for path in "$long" "$deep" 'a ;b.ini' 'a #b.ini' $'a\nb.ini' "a$esc.ini"; do
    cp run/weights.ini "$path"
    rm -rf kept.*
    called=$(tr -cd 'a-z #;./' <<<"${path:0:12}")
    expect 0 "eval of $called" eval "$path" --games 4 --out kept.eval -q
    expect 0 "... leaves weights that are read again" eval kept.eval --games 4 -q
    expect 0 "... and resumed" eval "$path" --games 8 --out kept.eval -q --resume
    run compare "$path" run --games 60 --out kept.compare -q
    [ $status = 2 ] || [ $status = 3 ]
    say $? "compare of it: status $status"
    expect 0 "... leaves players that are read again" eval kept.compare/player-1.ini --games 4 -q
    expect 0 "tournament of it" tournament "$path" run --games 10 --out kept.tournament -q
    expect 0 "... resumed" tournament "$path" run --games 20 --out kept.tournament -q --resume
done
exit $failed
