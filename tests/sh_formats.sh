#!/usr/bin/env bash
# sh_formats.sh: files say which format they are in; runs of version 0.1.0 (tests/expected/run-0.1.0) and of versions to come are
# refused by every verb that reads runs, with one sentence, and no byte of them changes.
. "$(dirname "$0")/shell.sh" || exit 1

expected=$root/tests/expected
same() { # DIR: no byte of it differs from the run of the old program, and nothing is missing or new
    diff -r "$expected/run-0.1.0" "$1" >/dev/null
}

refused() { # WHAT SENTENCE COMMAND...: ends with 65 and this one line on standard error, nothing on standard output
    local what=$1 sentence=$2
    shift 2
    "$@" >out 2>err
    [ $? = 65 ] && [ ! -s out ] && [ "$(cat err)" = "$sentence" ]
    say $? "$what"
}

cp "$expected/run-0.1.0.ini" old.ini
sed 's/^rounds/iterations/' old.ini >new.ini
mkdir -p repeat
cp -r "$expected/run-0.1.0" old
cp -r "$expected/run-0.1.0" repeat/01
cp -r "$expected/run-0.1.0" unlocked && rm unlocked/LOCK
old="this run is in format 1, which swarmtris 0.1.0 reads, and this version does not"
refused "train --resume refuses a run of version 0.1.0" "old: $old" "$program" train old.ini --out old --resume
refused "... with an ini of this version, too" "old: $old" "$program" train new.ini --out old --resume
refused "... and with another budget" "old: $old" "$program" train new.ini --out old --resume --set training.iterations=4
refused "... and train, which could not resume it" "old: $old" "$program" train new.ini --out old
refused "... and one of a repeat" "repeat/01: $old" "$program" train old.ini --out repeat --resume --repeat 2
refused "... and one without a lock" "unlocked: $old" "$program" train old.ini --out unlocked --resume
refused "plot refuses it" "old: $old" "$program" plot old
refused "plot refuses it in a repeat" "repeat/01: $old" "$program" plot repeat
refused "info refuses it" "old: $old" "$program" info old
refused "info --verify refuses it" "old: $old" "$program" info old --verify
refused "study refuses it" "repeat/01: $old" "$program" study repeat repeat
same old && same repeat/01 && [ "$(ls -A repeat)" = 01 ] && [ "$(ls -A unlocked)" = "$(cd old && ls -A | grep -v LOCK)" ]
say $? "not a byte of it has changed"
"$program" eval old/weights.ini --games 4 >out 2>err && grep -q '^4 games, rows' out
say $? "its weights are read as ever"
"$program" train new.ini --out old --force -q >out 2>err && ! same old
say $? "--force replaces it"

head -n 1 old/checkpoint | grep -qx 'swarmtris checkpoint 3' && grep -q '"format": 3,' old/run.json
say $? "checkpoint and run.json state format 3"
is "$(head -qn 1 old/config.ini old/weights.ini | sort -u)" '# swarmtris, format 3' "inis and weights files, too"
"$program" train old/config.ini --out again -q >out 2>err && cmp -s old/metrics.tsv again/metrics.tsv
say $? "an ini that was written is read"
"$program" train new.ini --out old --resume -q >out 2>err
say $? "a run of this format is resumed"

# A run of format 2, which had half of an interval's width: what reads a run reads it, and nothing goes on with it.
"$program" train old/config.ini --out two -q --set validation.games=20 --set selection.finalists=2 --set selection.games=5 >out 2>err
"$program" report two --out three.html >out 2>err
two_halves() { # FILE: of result.tsv
    awk -F '\t' -v OFS='\t' '{ half = NR == 1 ? "ci95" : $3 == "NaN" ? "-" : ($4 - $3) / 2; $1 = NR == 1 ? "claim" : $1; $3 = half; $4 = $6 }
        { line = $1; for (i = 2; i <= NF; i++) if (i < 5 || i > 7) line = line OFS $i; print line }' "$1"
}
two_halves two/result.tsv >halves && mv halves two/result.tsv
sed -i '1s/best_fitness/best/' two/metrics.tsv
sed -i 's/"format": 3/"format": 2/' two/run.json
sed -i '1s/3/2/' two/checkpoint two/weights.ini two/config.ini
sed -i -E '/_(upper|sd|cut_off) = /d; s/_lower = .*/_ci95 = 1/' two/weights.ini
cp -r two kept2
older="two: this run is in format 2, which an early swarmtris 0.2.0 can go on with; this version only reads it"
refused "a run of format 2 is not resumed" "$older" "$program" train two/config.ini --out two --resume
refused "... nor verified" "$older" "$program" info two --verify
diff -r two kept2 >/dev/null
say $? "not a byte of it has changed"
mkdir both && cp -r two both/01
for reader in "info two" "export two" "eval two --games 2" "study both" "report two --out two.html" "plot two --format svg"; do
    "$program" $reader >out 2>err
    status=$?
    [ $status = 0 ] || [ $status = 69 ]
    say $? "... but read: $reader"
done
interval() { grep -oE '<dd>95 % interval [0-9.]+ to [0-9.]+' "$1" | cut -c 5- | head -n 1; }
[ -n "$(interval three.html)" ] && [ "$(interval three.html)" = "$(interval two.html)" ]
say $? "... with the same intervals: $(interval two.html | xargs)"

# A column that a version has, and the run has not: it goes on without it, and with its own.
"$program" train old/config.ini --out begun -q >out 2>err
cp -r begun whole
"$program" train old/config.ini --out whole -q --resume --set training.iterations=6 >out 2>err
sed -i '1s/best_fitness/best_fitnesz/' begun/metrics.tsv
"$program" train old/config.ini --out begun -q --resume --set training.iterations=6 >out 2>err
is $? 0 "a run with other columns is resumed: status 0"
column=$(head -1 begun/metrics.tsv | tr '\t' '\n' | grep -n best_fitnesz | cut -d : -f 1)
[ "$(tail -n 1 begun/metrics.tsv | cut -f "$column")" = NaN ] &&
    cmp -s <(cut -f "$column" --complement begun/metrics.tsv) <(cut -f "$column" --complement whole/metrics.tsv)
say $? "... below its own header"

# A version to come.
newer="is in format 4, which a newer swarmtris wrote; this version reads format 3"
sed -i 's/"format": 3/"format": 4/' old/run.json
cp -r old kept
refused "train --resume refuses a run of a newer version" "old: this run $newer" "$program" train new.ini --out old --resume
refused "info refuses it" "old: this run $newer" "$program" info old
refused "plot refuses it" "old: this run $newer" "$program" plot old
diff -r old kept >/dev/null
say $? "not a byte of it has changed"
sed -i 's/"format": 4/"format": 3/' old/run.json
sed -i '1s/3/4/' old/checkpoint
refused "a checkpoint of a newer version is refused, too" "old/checkpoint: is damaged: it $newer" "$program" info old --verify
sed -i '1s/3/4/' old/weights.ini old/config.ini
refused "weights of a newer version are refused" "old/weights.ini:1: this file $newer" "$program" eval old/weights.ini --games 2
"$program" check old/config.ini >out 2>err
[ $? = 78 ] && [ "$(cat err)" = "old/config.ini:1: this file $newer" ]
say $? "an ini of a newer version is refused"
exit $failed
