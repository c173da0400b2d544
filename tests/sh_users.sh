#!/usr/bin/env bash
# sh_users.sh: the first contact with the program: help, names, lists, JSON, tables, and what is said of a word in the wrong place.
. "$(dirname "$0")/shell.sh" || exit 1
weights=$root/params/weights/report-final.ini
small_ini >small.ini

# ---- help ----

run
[ $status = 0 ] && grep -q '^  train ' out && [ ! -s err ]
say $? "a bare call is a call for help"
cp out bare
for how in help --help -h; do
    run $how
    [ $status = 0 ] && cmp -s out bare
    say $? "swarmtris $how says the same"
done
run train --help
cp out train
run help train
[ $status = 0 ] && cmp out train
say $? "swarmtris help train is swarmtris train --help"
run --version
cp out version
for how in version -V; do
    run $how
    [ $status = 0 ] && cmp out version
    say $? "swarmtris $how is --version"
done
expect 64 "help for a verb that is none" help tran
says "unknown verb 'tran'; did you mean 'train'\?"
expect 64 "a seed for pieces of a file" play dellacherie --seed 3 --pieces p
expect 64 "other games without vectors" eval dellacherie --fresh

# ---- three numbers ----

expect 0 "a training" train small.ini --out run
says '^reselected .* 5 games, best of 4 candidates on fresh games: slightly too good$' out
says '^training .*, of the leader, seen by the search: overstated, the luckiest was kept$' out
# The leader is the position with the highest score that the search saw, whichever of the finalists was selected.
differ=0
for seed in 1 2 3 4 5 6; do
    "$program" train small.ini --seed $seed --out lead --force -q >out 2>err
    printed=$(sed -n 's/^training = //p' lead/weights.ini)
    best=$(awk -F '\t' 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i } END { print $at["best_score"] }' lead/metrics.tsv)
    awk -v a="$printed" -v b="$best" 'BEGIN { d = a - b; exit !(d < 1e-9 && d > -1e-9) }' || differ=1
done
say $differ "the training's number is that of the leader, as metrics.tsv has it"
"$program" train small.ini --set selection.finalists=1 --out lead --force -q >out 2>err
lacks 'best of' out

# ---- a file with many mistakes ----

for ((i = 0; i < 113; i++)); do echo "key$i = 1"; done | sed '1i [training]' >many.ini
expect 78 "113 mistakes" check many.ini
[ "$(wc -l <err)" = 11 ] && [ "$(tail -n 1 err)" = "... and 103 more" ]
say $? "ten of them are shown: $(tail -n 1 err)"

printf 'one training.gmaes=3\ntwo optimiser.inertia=9\ncharts game.height=8\ntwo game.height=9\nfour game.height=8\n' >small.list
expect 78 "a study of a list with many mistakes" study small.ini small.list --out studied
cat >wanted <<'EOF'
small.list:3: charts: must be a name for the variant, which becomes a directory, before its settings
small.list:4: two: there is a variant of this name already
small.list:1: training.gmaes=3: unknown key 'gmaes' in [training]; did you mean 'games'?
small.list:2: optimiser.inertia=9: must be -2..2
EOF
same "all of them are listed" wanted err
[ -d studied ] && false || diff wanted err
say $? "... and nothing is trained"

echo "-5 -1" >two
program=$two_games expect 64 "a game that cannot be split" eval two --features paddle-both --estimator splitting
lines 1

# ---- names ----

expect 0 "weights by name" eval dellacherie --games 1 --set game.height=5 -q
expect 0 "an ini by name" check quick
says '^.*/params/quick.ini: ok$' out
expect 0 "an ini of a folder by name" check sphere
printf 'one optimiser.particles=4\n' >one.list
expect 0 "the ini of a study by name" study quick one.list --repeat 1 --set training.total_pieces=20000 --out by-name -q
expect 0 "a start by name" train small.ini --from report-final --out from -q
expect 66 "a name with a slip" eval dellacheri
says "^dellacheri: no such file; did you mean 'dellacherie'\? \(weights that come with the program: 'swarmtris list weights'\)$"
expect 66 "an ini with a slip" train quik
says "did you mean 'quick'\?"
expect 66 "what is nearly no name" eval missing
says "^missing: no such file \(weights that come with the program: 'swarmtris list weights'\)$"
cp "$weights" dellacherie
run eval dellacherie --games 1 --set game.height=5 -q
grep -q '^dellacherie$' out
say $? "a file of this name here comes first"
rm dellacherie
make -C "$root" --no-print-directory install PREFIX="$work/usr" >log 2>&1
say $? "make install"
mkdir elsewhere
(cd elsewhere && ../usr/bin/swarmtris eval bcts --games 1 --set game.height=4 -q >../out 2>../err)
[ $? = 0 ] && grep -q "^$work/usr/share/swarmtris/params/weights/bcts.ini$" out
say $? "the installed program finds its weights by name, from another folder"
(cd elsewhere && ../usr/bin/swarmtris train quick --set training.total_pieces=20000 -q >../out 2>../err) && [ -s elsewhere/runs/quick/weights.ini ]
say $? "... and its inis, into runs/quick"
(cd elsewhere && ../usr/bin/swarmtris study noise --repeat 1 --max-time 0.05s --threads 1 >../out 2>../err)
[ $? = 75 ] && grep -q '^14 of 14 trainings to go, 1 at a time, into runs/study-noise$' err
say $? "... and its studies, which would take an hour"
(cd elsewhere && ../usr/bin/swarmtris list studies | grep -q '^  noise$')
say $? "... and lists them"

expect 66 "an ini instead of weights" eval quick
says "^quick: is the ini of a training, which makes weights: swarmtris train quick; "
expect 65 "... by its path" eval "$root/params/quick.ini"
says "; 'swarmtris train' makes weights from this ini$"
expect 66 "weights instead of an ini" train bcts
says "^bcts: holds weights, but 'train' takes an ini; --from bcts starts a training from them$"
expect 78 "... by their path" train "$weights"
says ":[0-9]+: \[weights\]: this is a weights file, and no ini of a training; "
lines 1

# ---- an ini of standard input ----

"$program" train - --out typed -q <small.ini >out 2>err && "$program" train small.ini --out named-ini -q >out 2>err && cmp typed/metrics.tsv named-ini/metrics.tsv
say $? "train -: the ini comes from a pipe"
"$program" train - --out typed2 --repeat 2 -q <small.ini >out 2>err && [ -s typed2/02/weights.ini ]
say $? "... also of a repeat"
"$program" train - <small.ini >out 2>err
[ $? = 64 ] && grep -q 'add --out DIR$' err
say $? "... and --out is asked for"
printf '[training]\ngmaes = 3\n' | "$program" check - >out 2>err
[ $? = 78 ] && grep -q "^standard input:2: unknown key 'gmaes' in \[training\]; did you mean 'games'?$" err
say $? "check -: mistakes have their lines"
sed "s/^\[selection\]/[selection]\nshare = 0.1/; s/iterations = 6/total_games = 200/" small.ini >warned.ini # share and games: games is ignored
run train warned.ini --repeat 3 --out warned
[ $status = 0 ] && [ "$(grep -c '^warning' err)" = "$("$program" check warned.ini 2>&1 >/dev/null | grep -c '^warning')" ] && grep -q '^warning' err
say $? "--repeat warns once"
is "$(grep -c '^search: ' err)" 1 "... and says once what runs"

# ---- list ----

expect 0 "a section" list validation
says '^  \[validation\]$' out
says '^    games  ' out
lacks inertia out
expect 0 "a feature" list holes
says '^  holes  ' out
says '^a feature of ' out
expect 0 "a game" list tetris
says '^    maximised: ' out
expect 0 "an agent" list lookahead
says '^  lookahead: ' out
expect 0 "an optimiser" list cmaes
for name in dt sphere quick bcts noise; do
    expect 0 "the name of a part or file" list $name
    [ -s out ]
    say $? "... $name"
done
expect 0 "a key" list inertia
says '^  \[optimiser\] kind = pso$' out
says 'share of its velocity that a particle keeps' out
expect 0 "a key of one section" list training.games
[ "$(grep -c '^  \[' out)" = 1 ] && grep -q '^  \[training\]$' out
say $? "... alone"
expect 64 "what is neither" list inertai
says "'list' knows no 'inertai'; did you mean 'inertia'\?"
expect 64 "what is nothing like any" list xyzzyxyzzy
says "must be a list of parts, a section, a key or the name of a part"
expect 0 "weights that come with it" list weights
says '^  bcts$' out
if command -v script >/dev/null && script -qec true /dev/null </dev/null >/dev/null 2>&1; then
    TERM=xterm script -qec "stty cols 70; $program list; $program help eval; $program help" /dev/null </dev/null | tr -d '\r' >shown
    awk 'length > 70 && !/^ *--|^  [a-z]+ |^example: |^ *[^ ]+$/ { print; wide = 1 } END { exit wide }' shown
    say $? "70 columns: no line of text is longer"
    for columns in 40 60; do
        TERM=xterm script -qec "stty cols $columns; $program help train; $program help" /dev/null </dev/null | tr -d '\r' >shown
        awk -v most=$columns 'length > most && !/^ *-|^  [a-z]+ |^swarmtris |^example: |^ *[^ ]+$/ { print; wide = 1 } END { exit wide }' shown
        say $? "$columns columns: no line of a help is longer"
    done
    "$program" list training >piped
    awk 'length > 150 { long = 1 } END { exit !long }' piped
    say $? "in a pipe a text is one line"
fi

# ---- JSON ----

run list --json
is_json "list --json has parts and keys" "len(j['keys']) > 80 and any(f['name'] == 'landing_height' for f in j['features']) and 'bcts' in j['weights']"
run list inertia --json
is_json "list KEY --json has that key alone" "{k['key'] for k in j['keys']} == {'inertia'} and 'games' not in j"
run list sets --json
is_json "list sets --json" "set(j) == {'sets'}"
expect 64 "list --json of what is nothing" list inertai --json
lines 0 out
run check small.ini --json
is_json "check --json" "j['ok'] is True and j['errors'] == [] and j['engine'] in ('lanes', 'reference') and j['threads'] >= 1"
expect 78 "check --json of a file with mistakes" check many.ini --json
is_json "... with all of them" "j['ok'] == 0 and len(j['errors']) == 113"
expect 64 "check --json --dump" check small.ini --json --dump
run train small.ini --out js --json -q
is_json "train --json" "j['state'] == 'finished' and j['reported']['validated']['games'] == 30 and j['finalists'] == 4 and j['argv'][1] == 'train'"
run train small.ini --out jss --json -q --repeat 2
is_json "train --repeat --json: one for each" "len(j) == 2 and [r['seed'] for r in j] == ['1', '2']"
run info js --json
is_json "info RUN --json" "j['state'] == 'finished' and j['config']['game']['height'] == '8' and j['run']['reported']['validated']['games'] == 30 and 'score' in j['result']"
run info "$weights" --json
is_json "info WEIGHTS --json" "j['features'] == 'cs3243' and len(j['weights']) == 8 and j['rules']['width'] == '10'"
expect 64 "info --json --verify" info js --json --verify

# ---- a run that is not finished ----

expect 75 "a training that is stopped" train small.ini --out half --set training.iterations=100000 --max-time 0.3s --force -q
cp half half-before -r
expect 0 "info of it" info half
says '^half: a run that is not finished$' out
says '^[0-9.]+ % of the whole run done in [0-9.]+s; phase: training$' out
says '^iteration [0-9]+ of 100000, [0-9.]+k? games, [0-9.]+[kM]? pieces; the leader: [0-9.]+k? rows \(overstated\)$' out
command=$(sed -n '/^to go on with it, type:$/{n;s/^  //p}' out)
[ "$command" = "swarmtris train half/config.ini --out half --resume" ]
say $? "... and what to type: $command"
run info half --json
is_json "info --json of it" "j['progress']['phase'] == 'training' and 0 <= j['progress']['share'] < 0.1 and j['progress']['iteration'] > 0 and j['progress']['resume'].endswith('--resume') and j['progress']['running'] == 0"
awk -F '\t' -v OFS='\t' 'NR > 1 { $2 = int($2 / 2) } 1' half/timing.tsv >half-before/timing.tsv
run info half-before --json
is_json "rows beyond the last checkpoint do not count" "0 < j['progress']['games'] <= $(tail -n 1 half-before/timing.tsv | cut -f 2) < $(tail -n 1 half/metrics.tsv | cut -f 2)"
iterations() {
    tail -n 1 half/metrics.tsv | cut -f 1
}
before=$(iterations)
eval "${command/swarmtris/"$program"} --max-time 0.3s -q" >out 2>err
[ $? = 75 ] && [ "$(iterations)" -gt "$before" ]
say $? "the command goes on with the run"
expect 75 "an evaluation that is stopped" eval "$weights" --games 100000 --out part --max-time 0.2s -q
expect 0 "info of it" info part
says 'done in [0-9.]+s; phase: evaluation$' out
expect 0 "info of a finished run begins with its result" info js
is "$(sed -n '1p;3p' out | tr '\n' ' ')" "js: a finished run js/weights.ini " "... as it should"

mkdir lacking && for folder in /usr/bin "$(dirname "$(command -v make)")"; do ln -sf "$folder"/* lacking; done && rm -f lacking/*pkg-config lacking/pkgconf
made=$(PATH=$PWD/lacking make -C "$root" --no-print-directory V=release build/release/flags 2>&1)
is "$(head -n 1 <<<"$made")" "pkg-config, libinih, libsleef, libpng or giflib is missing: try make deps" "make without pkg-config says one sentence"
expect 0 "a word of the equation" list velocity
says '^    velocity_rule ' out
expect 0 "... and what lectures call a personal best" list pbest
says 'own, the personal best' out

# ---- one game ----

run play "$weights" --set objective.max_pieces=1000
[ "$(grep -c '^|.*|$' out)" -ge 10 ] && grep -q '^rows cleared at once: ' out
say $? "play without an option shows the board that it ended with"
says '^playing: 256 pieces, [0-9.]+ rows 25%'
run play "$weights" --set objective.max_pieces=1000 --trace
says '^playing: 256 pieces, '
for how in "-q" "--watch"; do
    run play "$weights" --set objective.max_pieces=1000 $how
    [ ! -s err ]
    say $? "play $how is silent"
done

# ---- what was trained is what is played ----

mean() { # ARGUMENT...: of eval; the mean that it prints
    "$program" eval "$@" --games 6 -q --json 2>>err | sed -n 's/^ *"mean": //p'
}
trained() { # NAME VALUE...: a training with these values of [game], [agent] and [objective] is played as it was
    local name=$1 set=() v
    for v in "${@:2}"; do set+=(--set "$v"); done
    run train trained.ini --out $name -q "${set[@]}"
    expect 0 "$name: played again by its ini" info $name --verify -q
    cp $name/weights.ini $name.ini
    expect 0 "$name: ... by its weights" info $name.ini --verify -q
    sed -n 's/^[a-z_]* = \(-*[0-9].*\)/\1/p' <(sed '/^.rules/,$d' $name.ini) >$name.txt
    local wanted
    wanted=$(mean $name.txt --features "yiyuan" --set game.height=6 "${set[@]}")
    [ -n "$wanted" ] && [ "$(mean $name)" = "$wanted" ] && [ "$(mean $name/weights.ini)" = "$wanted" ]
    say $? "$name: eval plays as trained: $wanted"
    run play $name -q --seed 3 && cp out played && run play $name.txt -q --seed 3 --features yiyuan --set game.height=6 "${set[@]}"
    [ $status = 0 ] && cmp <(tail -1 out | sed 's/^[^:]*//') <(tail -1 played | sed 's/^[^:]*//')
    say $? "$name: ... and play"
    run tournament $name $name.ini --games 5 -q --json
    [ $status = 0 ] && [ "$(grep '"mean"' out | sort -u | wc -l)" = 1 ] && cp out fought &&
        run tournament $name.txt $name.txt --games 5 -q --json --features yiyuan --set game.height=6 "${set[@]}" &&
        [ "$(grep '"mean"' out | sort -u)" = "$(grep '"mean"' fought | sort -u)" ]
    say $? "$name: ... and tournament"
    run compare $name $name.ini --games 50 -q
    says '^it is not known .* they scored the same in every game' out
}
ini game height=6 agent features=yiyuan training total_pieces=600 games=1 validation games=6 >trained.ini
trained greedy game.bag=yes
trained ahead agent.kind=lookahead agent.worth=own-last game.preview=1
trained points agent.kind=lookahead agent.lost=7 agent.best=3 agent.worth=own-last 'game.points=0 40 100 300 1200'
trained careless agent.kind=random
trained short objective.max_pieces=9
run eval short --games 6 -q
says '^  6 of 6 played all 9 pieces: the rule of this game$' out
run eval short --games 6 -q --set objective.max_pieces=5
says '^  6 of 6 cut off: a lower bound$' out
run eval ahead --games 6 -q --set agent.kind=greedy
says 'agent greedy, features yiyuan' out
ini game height=6 agent features=dellacherie training from=dellacherie total_pieces=600 games=1 validation games=6 >named.ini
expect 0 "an ini that starts at weights by their name" train named.ini --out named -q
! built guideline || expect 64 "another game" eval dellacherie --set game.kind=guideline --games 2
! built guideline || says '^[^:]*dellacherie.ini: these weights play tetris, not guideline; .* plays guideline:.* guideline-linear'
# ---- lists of pieces, in the field's forms ----

placed() { # NUMBERS FILE TEXT: the pieces that play places, as a list says them
    run play dellacherie --pieces "$2" --trace
    is "$(awk 'NR > 1 { print $2 }' out | xargs)" "$1" "$3"
}
echo 1234567 >p
expect 65 "a digit for a piece that game.pieces lacks" play dellacherie --pieces p
says "^p:1: '7': is no piece of this game; must be one of its letters, or a digit: 0 = O, 1 = I, .* 6 = Z; a first line such as 'order IOTLJSZ' says otherwise$"
run play dellacherie --pieces p --set game.pieces=OILJTSZi
says 'digits: 0 = O, .*, 7 = i; a first line such as .order IOTLJSZ. says otherwise'
(echo order IOTLJSZ && cat p) >q
placed "1 0 4 2 3 5 6" q "digits from 1, in an order that is given"
says '^q: digits: 1 = I, 2 = O, 3 = T, 4 = L, 5 = J, 6 = S, 7 = Z$'
printf '# by hand: 20 of them\norder: I O T L J S Z\n0,1;[6]' >q
placed "1 0 6" q "digits from 0, if there is one"
printf '\357\273\277["T", "z"]\r\nI o\r\n' >q
placed "4 6 1 0" q "a list as other programs print it, letters of either size"
lacks digits
echo 'order IOT 4' >q
expect 65 "a digit beyond the order" play dellacherie --pieces q
says "^q:1: '4': .* 1 = I, 2 = O, 3 = T$"

# ---- names and forms of the field ----

expect 0 "a name of the field" check small.ini --set agent.features=col_transitions,bumpiness
says "'col_transitions' is column_transitions here, 'bumpiness' is height_differences here$"
run list bumpiness
is "$(head -2 out | tail -1 | awk '{ print $1 }')" height_differences "list bumpiness begins with the feature of tetris that is called so"
run list Lines-Cleared
says '^  rows_cleared' out
echo '[-0.51, 0.76, -0.36, -0.18]' >w.json
expect 0 "a list in brackets" eval w.json --features 'aggregate_height lines_cleared holes bumpiness' --games 2 --set game.height=6
says '^w.json: aggregate_height = -0.51, rows_cleared = 0.76, holes = -0.36, height_differences = -0.18$'
run eval w.json --features 'aggregate_height lines_cleared holes bumpiness' --games 2 --set game.height=6 -q
cp out listed
lacks 'holes = '
printf '{"aggregate_height": -0.51, "bumpiness": -0.18, "holes": -0.36, "lines_cleared": 0.76}' >w.json
run eval w.json --games 2 --set game.height=6
is "$(grep mean out)" "$(grep mean listed)" "names and numbers alone play as the list does"
printf '{"aggregateHeightWeight": -0.51, "bumpiness_weight": -0.18, "holesWeight": -0.36, "linesWeight": 0.76}' >w.json
run eval w.json --games 2 --set game.height=6
is "$(grep mean out)" "$(grep mean listed)" "... also as names of weights"
printf '1 2 3 4\n5 6 7 8\n' >w.json
expect 65 "two vectors" eval w.json --features yiyuan
says '2 vectors, one a line\? swarmtris eval - < w.json'
printf '# header\n[1, 2, 3, 4];\n' >w.json
"$program" eval - --features yiyuan --games 2 --set game.height=6 <w.json >out 2>err
is "$(wc -l <out)" 2 "eval - reads brackets and comments"
echo '1 -1 1 1 4 1' >costs
expect 0 "costs that are taken for weights" eval costs --features dellacherie --games 5
says '^costs: with all signs turned, these weights have [78][0-9.]* rows in a game of at most 2000 pieces: are they costs\?$'
printf 'aggregate_height 0.51\nrows_cleared 0.76\nholes 0.36\nbumpiness 0.18\n' >mixed
expect 0 "... where cleared rows are gains" eval mixed --features yiyuan --games 5
says '^mixed: with all signs but that of rows_cleared turned, these weights have 399.2 rows'
run eval costs --features dellacherie --games 5 -q
lacks costs
run eval dellacherie --games 5 --set game.height=5
lacks 'signs turned'

# ---- what editors put before a text ----

mark='\357\273\277'
(printf $mark && printf 'one training.games=3\ntwo training.games=4\n') >marked.list
expect 0 "a study's list that begins with a byte order mark" study small.ini marked.list --repeat 2 --out folder
says "^ *one " out
(printf $mark && cat small.ini) >marked.ini
expect 0 "an ini that does" check marked.ini
(printf $mark && cat "$weights") >marked
expect 0 "weights that do" eval marked --games 2
printf '\377\376w\0' >wide
expect 66 "a text in UTF-16" eval wide
says '^wide: cannot be read: it is a text in UTF-16; save it as UTF-8$'
expect 66 "an ini in UTF-16" check wide
printf '\376\377\0I' >wide
expect 66 "pieces in UTF-16" play dellacherie --pieces wide

exit $failed
