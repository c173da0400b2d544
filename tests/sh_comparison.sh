#!/usr/bin/env bash
# sh_comparison.sh: compare and tournament as users meet them.
. "$(dirname "$0")/shell.sh" || exit 1

final=$root/params/weights/report-final.ini
dt=$root/params/weights/dt-10.ini
bcts=$root/params/weights/bcts.ini
low="--set game.height=6 -q"
third() { # N: the same with the N-th weight a third of what it was; to standard output
    awk -F ' = ' -v k="$1" '/^\[/ { on = $0 == "[weights]" } on && NF == 2 && ++n == k { $0 = $1 " = " $2 / 3 } 1' "$final"
}
third 1 >worse.ini # much
third 8 >near.ini  # a little, if at all

# ---- what cannot be ----

expect 64 "one player" compare "$final"
expect 64 "three players" compare "$final" worse.ini "$dt"
expect 64 "too few games for a look" compare "$final" worse.ini --games 49
expect 64 "an error of nothing" compare "$final" worse.ini --alpha 0
expect 64 "a margin below nothing" compare "$final" worse.ini --margin -1
expect 64 "an option of tournament" compare "$final" worse.ini --halving
says "belongs to 'swarmtris tournament'"
expect 64 "test functions" compare "$final" worse.ini --set objective.kind=sphere
says "must be games"
expect 64 "--resume without --out" tournament "$final" worse.ini --resume
expect 66 "a player who is missing" compare "$final" missing
mkdir empty
expect 66 "a run without weights" tournament "$final" empty
says "^empty/weights.ini: "
echo 1 2 3 4 5 6 7 8 >eight
expect 65 "numbers of unknown meaning" compare "$final" eight
says "add --features SET"

# ---- compare ----
printf '[weights]\n%s\n[rules]\nfeatures = cs3243\nheight = 12\n' "$(sed -n '/^\[weights\]/,/^$/p' "$final" | grep =)" >twelve.ini
"$program" compare "$final" twelve.ini --games 50 --set game.width=6 >out 2>err
grep -q '^warning: twelve.ini: its weights are for height = 12; all play on the board of .*report-final.ini, unless --set says otherwise$' err
say $? "weights of another board are warned about"
"$program" compare "$final" twelve.ini --games 50 --set game.width=6 --set game.height=8 >out 2>err
lacks '^warning'

# The same features, but other agents, or other keys of one: each plays by its own, whoever is the first.
player() { # RULES: weights of five columns
    ini weights max_height=-1 holes=-4 wells=-1 rules features="max_height holes wells" width=5 height=6 "$@"
}
player >greedy.ini && player agent=lookahead >ahead.ini && player agent=lookahead agent.best=2 >narrow.ini
for order in "greedy.ini ahead.ini narrow.ini" "narrow.ini ahead.ini greedy.ini"; do
    "$program" tournament $order --games 30 --json -q | sed -nE 's/^ *"(weights|mean)": "?([^",]*).*/\2/p' | paste - - | sort
done >means 2>err
is "$(sort -u means | wc -l) $(cut -f 2 means | sort -u | wc -l)" "3 3" "three agents with the same weights have three scores, in any order"
expect 0 "the better one first" compare "$final" worse.ini $low
says "report-final.ini is better: [0-9.]+ times the rows of .*worse.ini \([0-9.]+ to [0-9.]+\), 95 % confidence after [0-9]+ games each" out
expect 1 "the better one last" compare worse.ini "$final" $low
says "report-final.ini is better: [0-9.]+ times the rows of .*worse.ini" out
expect 2 "a player with itself" compare "$final" "$final" $low
says "are equal within 5 %: they scored the same in every game, 95 % confidence after [0-9]+ games each$" out
expect 3 "... in few games" compare "$final" "$final" $low --games 50
says "they scored the same in every game, a ratio of 0[.][0-9]+ to 1[.][0-9]+, 95 % confidence after 50 games each; more --games may tell$" out
expect 3 "two that are near each other" compare "$dt" "$bcts" --set game.height=6 -q --games 60
says "it is not known whether .*dt-10.ini or .*bcts.ini is better: the first has [0-9.]+ times the rows of the second .*; more --games may tell$" out
awk -F ' = ' '/^\[/ { on = $0 == "[weights]" } on && NF == 2 { printf "%s ", $2 }' "$final" >numbers
expect 2 "bare numbers" compare numbers "$final" $low --features cs3243
says "they scored the same in every game" out
echo 0 0 0 0 0 0 0 0 >zero
expect 0 "one who hardly clears a row" compare "$final" zero --features cs3243 --set game.height=5 -q
says "is better: zero had no rows at all|is better: [0-9.]+ times the rows of zero" out
echo 1 >one && echo 2 >two
expect 3 "two who have cleared no row yet" compare one two --features max_height $low --set game.pieces=S --games 50
says "^it is not known whether one or two is better: neither had any rows, so at most 6 % of games have, 95 % confidence after 50 games each; more --games may tell$" out

json="$low --json"
run compare "$final" worse.ini $json --threads 1 --engine reference
grep -v seconds out >expected
for how in "--threads 3" "--engine lanes" "--threads 2 --engine auto"; do
    run compare "$final" worse.ini $json $how
    [ $status = 0 ] && grep -v seconds out | cmp - expected
    say $? "the same answer with $how"
done
if command -v python3 >/dev/null; then
    run compare "$final" worse.ini $json
    cp out turned
    run compare worse.ini "$final" $json
    python3 -c 'import json
a, b = (json.load(open(f)) for f in ("turned", "out"))
assert a["verdict"] == "first" and b["verdict"] == "second" and 1 < a["lower"] < a["ratio"] < a["upper"], a
assert abs(a["ratio"] * b["ratio"] - 1) < 1e-12 and abs(a["lower"] * b["upper"] - 1) < 1e-9, (a, b)
assert abs(a["first"]["mean"] / a["second"]["mean"] - a["ratio"]) < 1e-9 and a["first"]["games"] == a["games"]
assert a["first"]["mean"] == b["second"]["mean"] and a["alpha"] == a["margin"] == 0.05'
    say $? "compare --json is JSON, and the other way round it is the inverse"
fi
run compare "$dt" "$bcts" --set game.height=6 -q --json --out base
[ $status -le 3 ]
say $? "two feature sets on one board, kept"
awk -F '\t' 'NR > 1 { n[$1]++; sum[$1] += $3; if ($2 != n[$1] - 1) bad = 1 } END { exit bad || n[1] != n[2] || n[1] < 50 }' base/plays.tsv
say $? "plays.tsv has every game of both, in order"
cp out first
expect 73 "the same again" compare "$dt" "$bcts" --set game.height=6 -q --json --out base
expect 78 "--resume with other weights" compare "$dt" "$root/params/weights/dt-20.ini" --set game.height=6 --out base --resume
says "dt-20.ini has other weights or rules than base/player-2.ini"
expect 78 "--resume the other way round" compare "$bcts" "$dt" --set game.height=6 --out base --resume
expect 78 "--resume on another board" compare "$dt" "$bcts" --set game.height=7 --out base --resume
says "game.height = 7, was 6"
expect 73 "--resume as a tournament" tournament "$dt" "$bcts" --set game.height=6 --out base --resume --games 5000
says "base: holds a comparison, and no tournament can be kept there"
expect 78 "--resume with fewer games" compare "$dt" "$bcts" --set game.height=6 --out base --resume --games 50
says "^base: holds [0-9]+ games of a player: --games must be at least that"
run compare "$dt" "$bcts" --set game.height=6 -q --json --out base --resume
cmp <(grep -v seconds first) <(grep -v seconds out)
say $? "--resume of a finished one says the same again"
expect 3 "too few games to decide" compare "$dt" "$bcts" --set game.height=6 -q --games 60 --out short
run compare "$dt" "$bcts" --set game.height=6 -q --games 100000 --json --out short --resume
cmp <(grep -v seconds first) <(grep -v seconds out) && cmp base/plays.tsv short/plays.tsv
say $? "undecided and given more games, it ends as in one piece"

# Stopped again and again, in the middle of games.
slow="--set game.height=8 --engine reference --games 120 --margin 0"
run compare "$final" near.ini $slow --out whole -q
expected_status=$status
expect 75 "--max-time" compare "$final" near.ini $slow --out parts -q --max-time 0.2s
says "saved, to go on type"
says "^it is not known whether .*: the scores are first compared after 50 games each|^it is not known whether|is better: " out
in_pieces 0.3s compare "$final" near.ini $slow --out parts -q
is $status $expected_status "in pieces it comes to its end: status $status"
same "... that of the one in one piece" whole parts plays.tsv checkpoint

# ---- tournament ----

players="worse.ini $final $dt $bcts $root/params/weights/dt-20.ini $final"
expect 0 "a tournament" tournament $players $low --games 300 --out cup
says '^.*/[a-z0-9-]+.ini has the highest score of 6: the difference to [0-9] of the others is not significant \(marked =\), at the 5 % level; p .means. decides$' out
says '^some ([0-9]+|[0-9.]+[kM]) games each would suffice for the first of them, and .* for the last, if the ratios hold$' out
[ "$(wc -l <cup/plays.tsv)" = 1801 ] && [ "$(wc -l <cup/ranking.tsv)" = 7 ]
say $? "plays.tsv has all games, ranking.tsv all players"
cell() { # COLUMN: of the rows of cup/ranking.tsv, in order
    awk -F '\t' -v name="$1" 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == name) at = i; next } { print $at }' cup/ranking.tsv
}
[ "$(cell rank | xargs)" = "1 2 3 4 5 6" ] && cell mean | sort -c -g -r && [ "$(cell player | sort | xargs)" = "1 2 3 4 5 6" ]
say $? "ranked by mean"
[ "$(cell weights | tail -n 1)" = worse.ini ] && [ "$(cell worse_than_best | tail -n 1)" = 1 ] && [ "$(cell p_mean | head -n 1)" = 1 ]
say $? "the worse one is last, and that is no chance"
[ "$(awk -F '\t' '$1 == 2 { print $2, $3, $4 }' cup/plays.tsv)" = "$(awk -F '\t' '$1 == 6 { print $2, $3, $4 }' cup/plays.tsv)" ]
say $? "the same player twice plays the same games alike"
[ "$(grep -cE '^ +[1-6]=' out)" = $((5 - $(cell worse_than_best | grep -c 1))) ]
say $? "those that do not differ significantly from the best are marked"
cp cup/ranking.tsv ranking
expect 0 "more games" tournament $players $low --games 400 --out cup --resume --json
expect 0 "as many from the start" tournament $players $low --games 400 --out cup400
cmp cup/plays.tsv cup400/plays.tsv && cmp cup/ranking.tsv cup400/ranking.tsv && ! cmp -s ranking cup/ranking.tsv
say $? "... and the same comes out"
expect 78 "--resume with a player less" tournament worse.ini $final $dt $bcts $low --games 400 --out cup --resume
says "there were more than 4 players"
expect 78 "--resume with a player more" tournament $players $final $low --games 400 --out cup --resume
says "is no player there"
expect 73 "--resume by halving" tournament $players $low --games 400 --out cup --resume --halving
says "cup: holds a tournament, and no tournament by halving can be kept there"
run tournament $players $low --games 300 --json
is_json "tournament --json is JSON" "len(j['ranking']) == 6 and [p['mean'] for p in j['ranking']] == sorted((p['mean'] for p in j['ranking']), reverse=True) and \
    all(p['lower'] < p['mean'] < p['upper'] and p['worse_than_best'] is (p['p_mean'] <= 0.05) for p in j['ranking']) and j['ranking'][0]['best_ratio'] == 1"
expect 0 "by halving" tournament $players $low --games 300 --out cup --force --halving
[ "$(cell games | xargs)" = "300 300 150 75 75 75" ]
say $? "the worse half leaves at a quarter and at half of the games: $(cell games | xargs)"
mkdir run && cp "$final" run/weights.ini
expect 0 "a run directory plays its weights.ini" tournament run worse.ini $low --games 50
says '^run has the highest score of 2: the difference to the other is significant, at the 5 % level; p .means. decides$' out
expect 73 "a directory of other files" tournament run worse.ini $low --games 50 --out run
# What a class has handed in.
mkdir -p class/ada class/none && cp "$final" class/ada/weights.ini && cp "$final" class/bob.ini && cp worse.ini class/eve.txt
echo three words only >class/fay.ini && sed 's/^\(max_height\|wells\) = .*/\1 = many/' "$final" >class/gus.ini && touch class/.hidden.ini class/notes
expect 65 "a folder with two bad files" tournament class $low --games 50
says "^class/fay.ini: holds no weights: neither" && says "^class/gus.ini:[0-9]+: wells = many: must be a finite number$"
says "^2 of 5 cannot be read; --skip-bad ranks the others; all play tetris, the game of class/ada$"
expect 0 "... without them" tournament class $low --games 50 --skip-bad
says "^2 of 5 cannot be read, and are left out; all play tetris, the game of class/ada$"
says "^class/(ada|bob.ini) has the highest score of 3: " out
says "^ +3 .* class/eve.txt$" out
expect 64 "a folder with one" tournament class/ada
says "^class/ada: is all there is to rank: a tournament needs two or more$"
expect 66 "a name that nothing has" tournament nothing
says "^nothing: no such file \(weights that come"
mkdir -p classes/b && cp -r class/ada class/none classes && cp worse.ini classes/b/any.ini && ntris=$(dirname "$final")/ntris-given.ini
expect 0 "folders in a folder" tournament classes $low --games 50 --out rank
says "^ +2 .* classes/b/any.ini$" out && says "^ranking: rank/ranking.tsv$" out && says "^charts: swarmtris plot rank$" out
expect 0 "weights of another game" tournament "$final" "$ntris" worse.ini $low --games 20 --skip-bad
says "^$ntris:[0-9]+: game = ntris: its weights cannot play tetris, which has no features 'dropblox'$"
if built ntris; then
    expect 64 "... as the first" tournament "$ntris" "$final" $low
    says "^$ntris: is for the game ntris$"
fi
expect 65 "nothing good" tournament class/fay.ini class/gus.ini --skip-bad
qlearner=$(dirname "$final")/q-small.ini
if built learning; then
    expect 64 "settings of a learner first" compare "$qlearner" "$final"
    lines 1
    says "q-small.ini: holds settings of qlearning: only what plays games can be compared$"
fi
expect 3 "a key that matters to no player" compare bcts dellacherie --games 50 --set game.preview=1 --set game.height=5 -q
is "$(grep -c 'game.preview=1: is ignored' err)" 1 "... is warned of once"
ini weights tetrispros_loss=1 rules features=tetrispros_loss game=tetris >seeing.ini
expect 0 "a key that matters to a feature" eval seeing.ini --games 5 --set game.preview=1 --set game.height=5 -q
lacks 'is ignored'
expect 0 "... of one of two players" compare bcts seeing.ini --games 50 --set game.preview=1 --set game.height=5 -q
lacks 'is ignored'
expect 0 "... are left out" tournament "$qlearner" "$final" worse.ini $low --games 20 --skip-bad
expect 64 "a mistake on the command line is said once" tournament class --set game.hight=8
is "$(grep -c hight err)" 1 "... and not of each file"

# Sets that bear the name of a program score what another program by its definitions does: 930, 3,022 and 856 +- 105 rows.
between() { # WEIGHTS LOW HIGH ARGUMENT...: their mean of 400 games
    local mean
    mean=$("$program" eval "$1" --games 400 -q --json "${@:4}" 2>>err | sed -n 's/^ *"mean": \([0-9.]*\).*/\1/p')
    awk -v mean="$mean" -v low="$2" -v high="$3" 'BEGIN { exit !(mean >= low && mean <= high) }'
    say $? "$1: a mean of $mean rows"
}
between el-tetris-js 790 1070 --set game.height=10
between el-tetris 2570 3470 --set game.height=10
between yiyuan-js 751 961
echo -0.510066 0.760666 -0.35663 -0.184483 >yiyuan.txt
between yiyuan.txt 470 700 --features yiyuan

# Stopped before the first look.
expect 75 "a comparison that is stopped at once" compare bcts dellacherie --max-time 0.05s -q
[ "$(wc -l <out)" = 1 ] && grep -q 'it is not known whether .* the scores are first compared after 50 games each$' out
say $? "... shows no table of nothing"
exit $failed
