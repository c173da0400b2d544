#!/usr/bin/env bash
# sh_files.sh: a run directory that others touch while the program works on it, or that a kill has left at an unlucky moment.
. "$(dirname "$0")/shell.sh" || exit 1
weights=$root/params/weights/report-final.ini
small_ini >small.ini
endless="small.ini --set training.iterations=100000000 --set game.height=5 --threads 1 -q"
is_longer() { # FILE BYTES
    [ "$(stat -c %s "$1" 2>/dev/null || echo 0)" -gt "$2" ]
}

# ---- while a run is at work ----

begin() { # DIR: an endless run, once it has saved something
    "$program" train $endless --out "$1" >out 2>err </dev/null &
    pid=$!
    wait_for test -s "$1/checkpoint.prev"
}
ends() { # STATUS TEXT
    wait $pid 2>/dev/null
    status=$?
    is $status "$1" "$2: status $1"
}
begin moved
mv moved elsewhere && mkdir moved
ends 74 "a directory that is moved during a run"
says '^moved: was moved or replaced while the run was under way; what was saved is where it is now$'
none "$(ls moved)" "... and nothing is written into the one in its place"
expect 0 "what was saved is whole" info elsewhere --verify
begin cut
truncate -s 100 cut/metrics.tsv
ends 74 "a table that is cut during a run"
says '^cut/metrics.tsv: cannot be written: it was moved, replaced or cut while the program worked on it; the last checkpoint is intact: '
begin gone
rm gone/metrics.tsv
ends 74 "a table that is removed during a run"
expect 65 "... which cannot go on without it, as --verify finds" info gone --verify
says '^gone/metrics.tsv: must have at least the [0-9]+ bytes that the checkpoint tells of: it was removed or cut$'
begin stop
mkdir stop/STOP
sleep 0.5 # in which a file would stop it
kill -TERM $pid
ends 75 "a directory STOP stops no run, SIGTERM does"
says 'asked to stop by a signal'
run train $endless --out stop --resume --max-time 0.1s
says '^stop/STOP: is a directory, and stops no run: a file of that name does$'

# ---- links and pipes ----

echo mine >victim
for file in log.txt timing.tsv metrics.tsv LOCK; do
    rm -rf linked && mkdir linked && ln -s ../victim linked/$file
    run train small.ini --out linked -q --force
    case $file in log.txt | timing.tsv | metrics.tsv) wanted=0 ;; *) wanted=73 ;; esac # --force removes the link itself
    [ $status = $wanted ] && [ "$(cat victim)" = mine ] && [ ! -e linked/$file -o ! -L linked/$file -o $file = LOCK ]
    say $? "--force where $file is a symbolic link: status $wanted, and its target is as it was"
done
says '^linked/LOCK: cannot be locked: it is a symbolic link, which is not followed$'
run train small.ini --out piped -q --max-time 0.001s
mv piped/config.ini kept.ini && mkfifo piped/config.ini
"$program" train small.ini --out piped --resume -q >out 2>err </dev/null &
reader=$!
for ((i = 0; i < 300; i++)); do kill -0 $reader 2>/dev/null || break; sleep 0.1; done
kill -9 $reader 2>/dev/null
wait $reader
status=$?
grep -q '^  piped/config.ini: cannot be read: it is no regular file$' err && [ $status != 137 ]
say $? "config.ini is a pipe, which a resume does not wait for: status $status"
rm piped/config.ini && mv kept.ini piped/config.ini
for file in log.txt timing.tsv; do
    unread=0 && [ $file = log.txt ] && unread=66
    rm -f piped/$file && mkfifo piped/$file
    expect 74 "$file is a pipe" train small.ini --out piped --resume -q
    says "^piped/$file: cannot be written: it is no regular file$"
    expect $unread "... which info does not wait for" info piped
    rm piped/$file && ln -s ../victim piped/$file
    expect 74 "$file is a symbolic link" train small.ini --out piped --resume -q
    says "^piped/$file: cannot be written: it is a symbolic link, which is not followed$"
    rm piped/$file
done
is "$(cat victim)" mine "... and its target is as it was"
run train small.ini --out piped --resume -q
printf 'seconds\tgames\tpieces\tshare\tphase\n2\t1\t1\t0\tx\n-50\t1\t1\t0\tx\n-60\t1\t1\t0\tx\n' >piped/timing.tsv
expect 0 "negative seconds in timing.tsv" train small.ini --out piped --resume -q

# ---- drafts ----

at_once() { # TEXT PAIRS COMMAND...
    local text=$1 pairs=$2 wrong=0
    shift 2
    for ((i = 0; i < pairs; i++)); do
        "$program" "$@" >out1 2>err1 </dev/null &
        pid=$!
        "$program" "$@" >out2 2>err2 </dev/null || { wrong=$((wrong + 1)) && cat err2; }
        wait $pid || { wrong=$((wrong + 1)) && cat err1; }
    done
    is $wrong 0 "$text, $pairs times: $wrong fail"
}
run train small.ini --out run -q
at_once "two exports of a run at once" 20 export run --out run.tsv
if command -v gnuplot >/dev/null; then
    at_once "two plots of a run at once" 4 plot run --format svg -q
else
    echo "skip - two plots at once: no gnuplot here"
fi
none "$(find run run.tsv* -name '*.tmp')" "no draft is left"
cp run/games.tsv run.tsv.0.tmp && cp run/games.tsv run.tsv.3.tmp && mkdir run.tsv.1.tmp && ln -s run/games.tsv run.tsv.2.tmp
expect 0 "an export beside drafts of killed processes" export run --out run.tsv
is "$(echo run.tsv.*)" "run.tsv.1.tmp run.tsv.2.tmp" "... takes them away, and nothing else"
rm -r run.tsv.*
"$program" play "$root/params/weights/report-final.ini" --record moves --games 100000 -q >out 2>err &
wait_for [ -s moves.0.tmp ]
expect 0 "a recording beside one that lives" play "$root/params/weights/report-final.ini" --record moves --turns 3 -q
kill -9 $! && wait $! 2>/dev/null
is "$(ls moves*)" "moves"$'\n'"moves.0.tmp"$'\n'"moves.dtype" "... takes nothing from it"
expect 0 "... and after its death" play "$root/params/weights/report-final.ini" --record moves --turns 3 -q
is "$(ls moves*)" "moves"$'\n'"moves.dtype" "... its draft"
cp run/checkpoint run/checkpoint.4711.tmp && cp run/run.json run/run.json.4711.1.tmp
expect 0 "a run with drafts of a killed process" train small.ini --out run --resume -q
none "$(find run -name '*.tmp')" "... which removes them"

# ---- kills at unlucky moments ----

# A kill between the first tables and the first checkpoint leaves a table without a line.
compared="$weights $root/params/weights/dt-10.ini --games 60 --set game.height=6 -q"
for verb in eval compare tournament; do
    case $verb in eval) words="$weights --games 60 --set game.height=6 -q" table=games.tsv ;; *) words=$compared table=plays.tsv ;; esac
    run $verb $words --out $verb.whole
    cp -r $verb.whole $verb.killed
    rm $verb.killed/checkpoint* $verb.killed/run.json
    : >$verb.killed/$table
    wanted=$status
    expect $wanted "$verb, killed before its first checkpoint, begins anew under --resume" $verb $words --out $verb.killed --resume
    same "... and ends as if nothing had happened" $verb.whole $verb.killed $table
done

# A checkpoint that is whole, but not one of this run, or not of these tables.
run train small.ini --out other --set optimiser.particles=9 -q
expect 0 "info --verify" info run --verify
cp -r run foreign && cp other/checkpoint foreign/checkpoint
expect 65 "info --verify of a run with the checkpoint of another" info foreign --verify
says '^foreign/checkpoint: is damaged: it holds something else where the field .* was expected; '
cp -r eval.whole eval.foreign && cp run/checkpoint eval.foreign/checkpoint
expect 65 "... of an evaluation" info eval.foreign --verify
for run in eval.whole compare.whole tournament.whole; do expect 0 "info --verify of $run" info $run --verify; done

# ---- killed while the first rows of a table were written: the checkpoint has none of them ----

first_rows() { # TABLE VERB ARGUMENT...
    local table=$1
    shift
    rm -rf begun
    run "$@" --set game.height=6 --out begun --max-time 0.0001s -q
    [ $status = 75 ] && [ ! -s begun/$table ]
    say $? "$1 is saved before a row of $table"
    : >begun/$table
    expect 0 "... and goes on from an empty one" "$@" --set game.height=6 --out begun --resume -q
    [ -s begun/$table ]
    say $? "... which has rows in the end"
}
first_rows games.tsv eval "$root/params/weights/report-final.ini" --games 20000
first_rows plays.tsv tournament "$root/params/weights/report-final.ini" "$root/params/weights/bcts.ini" --games 5000

exit $failed
