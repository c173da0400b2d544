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
refused "... and one of a repeat" "repeat/01: $old" "$program" train old.ini --out repeat --resume --repeat 1
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

head -n 1 old/checkpoint | grep -qx 'swarmtris checkpoint 2' && grep -q '"format": 2,' old/run.json
say $? "checkpoint and run.json state format 2"
is "$(head -qn 1 old/config.ini old/weights.ini | sort -u)" '# swarmtris, format 2' "inis and weights files, too"
"$program" train old/config.ini --out again -q >out 2>err && cmp -s old/metrics.tsv again/metrics.tsv
say $? "an ini that was written is read"
"$program" train new.ini --out old --resume -q >out 2>err
say $? "a run of this format is resumed"

# A version to come.
newer="is in format 3, which a newer swarmtris wrote; this version reads format 2"
sed -i 's/"format": 2/"format": 3/' old/run.json
cp -r old kept
refused "train --resume refuses a run of a newer version" "old: this run $newer" "$program" train new.ini --out old --resume
refused "info refuses it" "old: this run $newer" "$program" info old
refused "plot refuses it" "old: this run $newer" "$program" plot old
diff -r old kept >/dev/null
say $? "not a byte of it has changed"
sed -i 's/"format": 3/"format": 2/' old/run.json
sed -i '1s/2/3/' old/checkpoint
refused "a checkpoint of a newer version is refused, too" "old: this run $newer" "$program" info old
sed -i '1s/2/3/' old/weights.ini old/config.ini
refused "weights of a newer version are refused" "old/weights.ini:1: this file $newer" "$program" eval old/weights.ini --games 2
"$program" check old/config.ini >out 2>err
[ $? = 78 ] && [ "$(cat err)" = "old/config.ini:1: this file $newer" ]
say $? "an ini of a newer version is refused"
exit $failed
