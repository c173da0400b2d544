#!/usr/bin/env bash
# sh_program.sh: the program as users meet it: every exit status, what a run directory keeps and refuses, stops and resumes that
# leave no trace in the results, full disks, damaged files, terminals. The promises are those of params/commands.md.
. "$(dirname "$0")/shell.sh" || exit 1
disk=
finish() {
    [ -z "$disk" ] || umount "$disk"
    rm -rf "$work"
}
trap finish EXIT

results="metrics.tsv positions.tsv games.tsv weights.ini checkpoint"

left() { # waits for it; status, and took: seconds
    local from=$SECONDS
    wait "$pid" 2>/dev/null
    status=$?
    took=$((SECONDS - from))
}

# The reference engine, so that what takes seconds now still does so when others are fast.
small_ini experiment engine=reference objective max_pieces=150 | sed 's/^iterations.*/iterations = 60\nlog_positions = yes/' >small.ini
sed 's/^iterations.*/iterations = 6/' small.ini >tiny.ini
weights=$root/params/weights/report-final.ini
draft=$root/params/weights/report-draft.ini

# ---- status 64, 66, 73, 78: nothing is begun ----

expect 0 "no verb: the help"
expect 64 "an unknown verb" trian small.ini
says "unknown verb 'trian'; did you mean 'train'"
expect 64 "an unknown option" train small.ini --trheads 2
says "did you mean --threads"
expect 64 "an abbreviated option" train small.ini --rep 3
expect 64 "an option of another verb" eval "$weights" --trace
says "belongs to 'swarmtris play'"
expect 64 "a missing argument" train
expect 64 "one argument too many" train small.ini small.ini
expect 64 "a missing value" train small.ini --out
expect 64 "a duration without unit" train small.ini --max-time 5
expect 64 "a duration of nothing" train small.ini --max-time 0s
expect 64 "no games" eval "$weights" --games 0
expect 64 "--resume with --force" train small.ini --resume --force
expect 64 "--out for standard input" eval - --out x
expect 64 "--json for standard input" eval - --json
expect 66 "a missing ini" train missing.ini
says "^missing.ini: cannot be read: "
expect 66 "a directory as ini" train .
expect 66 "a directory to check" check .
expect 66 "missing weights" eval missing
expect 66 "weights to start from that are missing" train small.ini --from missing
expect 66 "missing pieces" play "$weights" --pieces missing
expect 66 "no run" info missing
expect 66 "no run to plot" plot missing
touch file
expect 73 "a file where the directory should be" train small.ini --out file
expect 73 "a file above the directory" train small.ini --out file/run
expect 65 "weights that are a list of too few numbers" eval "$root/LICENSE"
echo 1 2 3 >three
expect 65 "three weights for eight features" eval three --set agent.features=cs3243
says "3 numbers, but cs3243 has 8"
echo 1 2 3 4 5 6 7 8 >eight
expect 65 "numbers of unknown meaning" eval eight
says "add --features SET"
echo 1 2 3 4 5 6 7 nan >nan
expect 65 "weights that are not finite" eval nan --set agent.features=cs3243
says "'nan' is not a finite number"
expect 64 "weights that say they are for other features than --features" eval "$weights" --features bcts
says "features = cs3243, but weights for bcts were asked for"
sed 's/^wells/bumps/' "$weights" >bumps.ini
expect 65 "weights for another feature" eval bumps.ini
says "'bumps' is no feature of cs3243"
echo 01X2 >pieces
expect 65 "a piece that is none" play "$weights" --pieces pieces
says "^pieces:1: 'X'"

ini training games=3 iteratons=10 games=4 optimiser particles=0 inertia=nan "social=1.2 # why" gamee height=8 \
    experiment seed=-1 >bad.ini
expect 78 "a bad ini" train bad.ini --out bad
says "^bad.ini:3: unknown key 'iteratons' in \[training\]; did you mean 'iterations'\?$"
for line in 4 6 7 8 9 12; do says "^bad.ini:$line: "; done
[ ! -e bad ] && [ ! -s out ]
say $? "nothing is written for a bad ini"
expect 78 "the same to check" check bad.ini
lines 7
expect 64 "a value of --set out of range" train small.ini --set game.width=99 --out bad
says "^--set game.width=99: must be 3..16"
ini meta problems=missing.ini training iterations=3 >meta-bad.ini
expect 78 "a file that the ini names is missing" train meta-bad.ini --out bad
says "^meta-bad.ini:2: .*missing.ini"
[ ! -e bad ] && [ ! -e runs ]
say $? "no run directory appears for any of them"

# ---- 74 on standard output; pipes ----

for verb in list --help "check small.ini" "eval $weights --games 2 --set game.height=5 --json" \
    "play $weights --set game.height=5 --trace" "info $weights"; do
    on_full "a full standard output: swarmtris ${verb%% *}" $verb
done
[ ! -c /dev/full ] || says "standard output: cannot be written: No space left"
head -1 < <("$program" list 2>err; echo $? >code) >out
wait_for test -s code
[ -s out ] && [ ! -s err ] && { [ "$(cat code)" = 141 ] || [ "$(cat code)" = 0 ]; }
say $? "a reader that leaves early gets its line and no complaint"

# ---- results: eval, play, check, list ----

expect 0 "eval" eval "$weights" --games 20 --set game.height=8 --json --quiet
is_json "eval --json is JSON with every number" "j['games'] == 20 and j['min'] <= j['median'] <= j['max'] and j['lower'] < j['mean'] < j['upper']
assert all(k in j for k in 'sd cut_off pieces seconds'.split())
assert j['weights'].endswith('.ini') and j['game']['kind'] == 'tetris' and (j['game']['width'], j['game']['height']) == (10, 8), j
assert j['game']['pieces'] == 'OILJTSZ' and (j['agent'], j['features'], j['seed']) == ('greedy', 'cs3243', '1')"
lines 0 # --quiet
expect 0 "eval of one game" eval "$weights" --games 1 --set game.height=6 --json
! grep -qiE '\b(nan|inf)' out
say $? "one game: no nan or inf in JSON"

numbers=$(awk -F ' = ' '/^\[/ { on = $0 == "[weights]" } on && NF == 2 { printf "%s ", $2 }' "$weights")
echo "$numbers" >lines
echo 0 0 0 0 0 0 0 0 >>lines
"$program" eval - --games 20 --set game.height=8 <lines >out 2>err
[ $? = 0 ] && [ "$(wc -l <out)" = 3 ]
say $? "eval -: a line out for each line in"
mean=$("$program" eval "$weights" --games 20 --set game.height=8 --json -q | sed -n 's/.*"mean": \(.*\),/\1/p')
is "$(sed -n 2p out | cut -f 1)" "$mean" "eval - answers what eval does: $mean"
echo 1 2 3 | "$program" eval - >out 2>err
is $? 65 "eval - refuses three numbers: status 65"
coproc "$program" eval - --games 1 --set game.height=5 2>/dev/null
echo "$numbers" >&"${COPROC[1]}"
read -r -t 10 title <&"${COPROC[0]}" && read -r -t 10 answer <&"${COPROC[0]}"
say $? "eval - answers before its input ends"
coproc_pid=$COPROC_PID
exec {COPROC[1]}>&-
wait "$coproc_pid"

# Piece stream P and what the original program makes of it.
for ((i = 0, x = 1; i < 200; i++)); do
    x=$(((1103515245 * x + 12345) & 0x7fffffff))
    printf '%d' $((x / 65536 % 7))
done >P
moves() { # prints hash and rows after each move, and the moves
    awk -F '\t' 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
        { h = (31 * h + 10 * $at["orientation"] + $at["column"]) % 4294967296
          printf "%d %d:%d,%d %d %d\n", $at["turn"], $at["piece"], $at["orientation"], $at["column"], h, $at["total_rows"] }'
}
expect 0 "play --pieces to the end of the list" play "$weights" --pieces P --trace
moves <out >moved
[ "$(head -12 moved | cut -d ' ' -f 2 | xargs)" = \
    "3:1,0 4:3,3 5:1,0 1:1,6 6:0,4 6:0,6 1:0,9 6:1,2 0:0,1 5:1,7 5:1,7 6:1,0" ]
say $? "the first twelve moves of the report's final weights"
is "$(sed -n 100p moved | cut -d ' ' -f 3-)" "826260681 38" "100 pieces: 38 rows, hash 826260681"
is "$(sed -n 200p moved | cut -d ' ' -f 3-)" "1231828321 76" "200 pieces: 76 rows, hash 1231828321"
awk -F '\t' -v list="$numbers" 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; n = split(list, w, " "); next }
    { sum = 0; for (i = 1; i <= n; i++) sum += w[i] * $(at["value"] + i)
      d = sum - $at["value"]; if (d > 1e-9 || d < -1e-9) bad = 1; rows += $at["rows"]; if (rows != $at["total_rows"]) bad = 1 }
    END { exit bad || NR != 201 }' out
say $? "value is the weighted sum of the features, total_rows the sum of rows"
tr 0123456 OILJTSZ <P >letters
"$program" play "$weights" --pieces letters --trace 2>/dev/null | cmp - out
say $? "the same pieces as letters"
echo 0 0 0 0 0 0 0 0 >zero
expect 0 "play all zero" play zero --set agent.features=cs3243 --pieces P --trace
moves <out >moved
[ "$(wc -l <moved)" = 15 ] && [ "$(tail -1 moved | cut -d ' ' -f 3-)" = "62001984 0" ]
say $? "all weights zero: lost on move 15 with 0 rows, hash 62001984"
[ "$(tail -1 out | cut -f 1,3-6)" = "$(printf '15\t0\t0\t0\t0')" ] && [ "$(tail -1 out | cut -f 7- | tr -d '\t-')" = "" ] \
    && [ "$(tail -1 out | awk -F '\t' '{ print NF }')" = "$(head -1 out | awk -F '\t' '{ print NF }')" ]
say $? "the losing line: orientation, column, rows 0, total unchanged, - for value and features"
expect 0 "play to the end of the list, in words" play "$weights" --pieces P
says "the list is at its end after 200 pieces, 76 rows" out

for ini in "$root"/params/*.ini "$root"/params/functions/sphere.ini small.ini; do
    "$program" check "$ini" --dump >dump.ini 2>err && "$program" check dump.ini --dump >again.ini 2>>err \
        && cmp <(sed 's/ *;.*//; /^#/d' dump.ini) <(sed 's/ *;.*//; /^#/d' again.ini)
    found=$?
    unbuilt || say $found "check --dump of $(basename "$ini") reads back as itself"
done
expect 64 "check has --set, not --seed" check small.ini --set game.width=6 --seed 3
"$program" check small.ini --set game.width=6 --dump | grep -qE '^width = 6 +; --set' \
    && "$program" check small.ini --dump | grep -qE '^height = 8 +; small.ini:2'
say $? "check --dump tells where values came from"

"$program" list >basic
whole=0
[ "$(grep -cE '^    [a-z_]+ {2,}' basic)" = 20 ] || whole=1
for part in games features sets agents optimisers functions inis weights studies; do
    "$program" list $part >part && [ -s part ] && grep -qw $part basic || whole=1
    cat part >>all
done
for word in tetris cs3243 cs3243-text greedy pso random sphere griewank particles cs3243_holes open_wells vdbergh dellacherie; do
    grep -qw -- "$word" all || { echo "# no $word"; whole=1; }
done
say $whole "list has the 20 basic keys, and lists of all parts"
[ "$(COLUMNS=80 "$program" list optimisers | wc -l)" -le 50 ]
say $? "the optimisers fit on two screens"
for verb in train eval compare tournament study landscape play bench check info list plot report export help version; do
    "$program" $verb --help >out 2>err && grep -q '^example: swarmtris' out && [ ! -s err ] || break
done
say $? "every verb has help with an example"
"$program" --version | grep -q commit
say $? "--version tells the commit"

# ---- engines and instruction sets ----

"$program" --version | grep -qE '^engine: lanes, (avx512|avx2|plain) \(also: reference'
say $? "--version names engine and instruction set"
"$program" list games | grep -qE '^    plain +' && "$program" list games | grep -q '^  auto: '
say $? "list tells engines and instruction sets"
games="--games 30 --set game.height=8 --quiet --json"
answer() { # ARGUMENT...: of eval, without what the clock says
    run eval "$weights" $games "$@"
    grep -vE 'seconds|"(engine|isa)' out >answered
}
answer --engine reference
cp answered expected
for engine in lanes columns; do
    answer --engine $engine
    [ $status = 0 ] && cmp answered expected
    say $? "eval --engine $engine answers what the reference does"
done
for isa in avx512 avx2 plain; do
    export SWARMTRIS_ISA=$isa
    answer
    if [ $status = 69 ]; then
        says "^SWARMTRIS_ISA=$isa: this processor does not have that instruction set"
    else
        [ $status = 0 ] && cmp answered expected && "$program" --version | grep -q "^engine: lanes, $isa "
        say $? "SWARMTRIS_ISA=$isa gives the same"
    fi
done
export SWARMTRIS_ISA=avx3
expect 64 "SWARMTRIS_ISA with a slip" eval "$weights" $games
says "^SWARMTRIS_ISA=avx3: must be one of auto\|avx512\|avx2\|plain; did you mean 'avx2'\?$"
expect 64 "... for every verb" list
unset SWARMTRIS_ISA
hidden=avx512
for cpu in avx2 plain; do
    for isa in $hidden; do
        SWARMTRIS_CPU=$cpu SWARMTRIS_ISA=$isa expect 69 "SWARMTRIS_CPU=$cpu hides $isa" eval "$weights" $games
        says "^SWARMTRIS_ISA=$isa: this processor does not have that instruction set$"
    done
    SWARMTRIS_CPU=$cpu answer
    [ $status = 0 ] && cmp answered expected && SWARMTRIS_CPU=$cpu "$program" --version | grep -q "not on this processor: ${hidden// /, })"
    say $? "SWARMTRIS_CPU=$cpu gives the same, and --version says what is hidden"
    hidden="avx512 avx2"
done
SWARMTRIS_CPU=avx3 expect 64 "SWARMTRIS_CPU with a slip" list games
says "^SWARMTRIS_CPU=avx3: must be one of auto\|avx512\|avx2\|plain; did you mean 'avx2'\?$"
expect 64 "--isa with a slip" bench engines --isa avx3
says "^--isa avx3: must be one of auto\|avx512\|avx2\|plain; did you mean 'avx2'\?$"
expect 64 "--isa for the reference" bench engines --engine reference --isa plain
says "^swarmtris: --isa: has no effect with --engine reference"
expect 64 "--isa for the signature" bench signature --isa plain
says "^swarmtris: --isa: has no effect without 'bench parallel' or 'bench engines' or 'bench environment'$"
expect 64 "--isa for a training" train small.ini --isa plain
expect 64 "bench of a feature set that is none" bench engines --features dtt
says "did you mean 'dt'"
lacks skipped
expect 0 "bench engines" bench engines --features cs3243 --threads 1 --seconds 0.05 --json
is_json "its JSON has a row for every engine and instruction set" "len({(r['engine'], r['isa']) for r in j}) == len(j) > 1
assert all(r['features'] == 'cs3243' and r['threads'] == 1 and r['min'] <= r['pieces_per_s'] <= r['max'] for r in j), j
assert j[0]['engine'] == 'reference' and j[0]['of_reference'] == 1"
if [ "${BUILD:-build/release}" = build/release ]; then
    # Ratios of one run. They were 16 and 29 while terms were tested and operations called at run time; 120 to 190 on a busy machine.
    expect 0 "bench engines --isa plain" bench engines --features cs3243 --threads 1 --isa plain --seconds 0.2 --json
    is_json "vectors of 128 bits play at least 60 times as fast as the reference" \
        "[r['engine'] for r in j] == ['reference', 'lanes', 'columns'] and min(r['of_reference'] for r in j[1:]) >= 60"
fi
expect 0 "bench engines --games" bench engines --features cs3243 --threads 1 --seconds 0.05 --games 1,16 --json
is_json "its JSON has a row for every number of games" "len({(r['engine'], r['isa'], r['games']) for r in j}) == len(j) > 4
assert {r['games'] for r in j} == {1, 16} and {r['engine'] for r in j} == {'reference', 'lanes', 'columns'}"
expect 64 "--games for other benches" bench parallel --games 1
says "^swarmtris: --games: has no effect without 'bench engines' or 'bench environment'$"
for isa in avx512 avx2 plain; do
    run bench engines --features bcts --weights random --threads 2 --seconds 0.05 --engine lanes --isa $isa --board 8x12
    if [ $status = 69 ]; then
        says "^--isa $isa: this processor does not have that instruction set$"
        for bench in parallel environment; do
            expect 69 "bench $bench --isa $isa" bench $bench --isa $isa
        done
    else
        [ $status = 0 ] && grep -qE "^bcts +2 lanes +$isa " out
        say $? "bench engines --isa $isa: a row"
    fi
done
expect 69 "bench of a set without good weights" bench engines --features yiyuan --threads 1 --seconds 0.05
says "^yiyuan: left out: no good weights are known for it; try --weights random$"
lines 0 out
expect 69 "the same of bench environment" bench environment --features yiyuan --seconds 0.02
says "nothing is measured: no good weights"
mkdir -p in/bench/results
(cd in && "$program" bench parallel --seconds 0.01 --threads 2 --json >../out 2>../err)
[ $? = 0 ] && [ -z "$(find in -type f)" ]
say $? "bench parallel --seconds 0.01: writes nothing, even where there is a folder bench/results"
is_json "... plays short trainings, and says of each mode that is slower than one thread why" \
    "all(r['min'] < 10 for r in j) and all(('slower_because' in r) == (r['speedup'] < 1) for r in j)"
expect 0 "bench parallel --out" bench parallel --seconds 0.01 --threads 2 --mode games --engine lanes --out kept
[ "$(find kept -name 'parallel-lanes.csv' | wc -l)" = 1 ] && grep -q '^table: kept/' out
say $? "... keeps its table there"
says '(lanes|reference), games, 2: slower than none, 0\.[0-9]+ of its speed: (threads wait for the last game of every particle|the processes share processors, or other programs keep them busy)$|^games +2 .* [1-9]\.[0-9]+ +0\.' out
expect 64 "an option without use in this bench" bench parallel --weights random
says "^swarmtris: --weights: has no effect without 'bench engines'$"
expect 64 "... in three" bench signature --seconds 1
says "^swarmtris: --seconds: has no effect without 'bench parallel' or 'bench engines' or 'bench environment'$"

# ---- a run, and everything that may happen to it ----

expect 0 "a training" train small.ini --out base -v
grep -q '^validated .* used nowhere else' out && grep -q '^training .* overstated' out
say $? "it reports its claims by name"
[ "$(grep -c '^training' err)" -ge 59 ]
say $? "-v shows every iteration"
awk -F '\t' 'NR > 1 && NF == n && $1 == NR - 1 { good++ } NR == 1 { n = NF } END { exit good != 60 }' base/metrics.tsv
say $? "metrics.tsv has 60 iterations"
before=$(cat base/* | cksum)
expect 73 "a finished run without --force" train small.ini --out base
says "finished run.*--force"
is "$before" "$(cat base/* | cksum)" "nothing in it has changed"
expect 0 "info --verify of it" info base --verify
expect 78 "--resume with another ini" train small.ini --out base --resume --set game.height=9 --set optimiser.social=1
says "game.height = 9, was 8 in base/config.ini"
says "optimiser.social = 1, was 1.49618"
is "$before" "$(cat base/* | cksum)" "nothing in it has changed"
cp -r base tampered
sed -i 's/^rows_cleared = .*/rows_cleared = -9/' tampered/weights.ini
expect 1 "info --verify of tampered weights" info tampered --verify
sed -i 's/^validated = .*/validated = 1e9/' tampered/weights.ini
expect 1 "info --verify of a tampered score" info tampered --verify

# All ways to stop, one after the other, on one run that would never end by itself.
endless="small.ini --set training.iterations=1000000"
prefix() { # TEXT: what the endless run has written so far begins like base, or the other way round
    local n=$(wc -c <stop/metrics.tsv) all=$(wc -c <base/metrics.tsv)
    cmp -n $((n < all ? n : all)) stop/metrics.tsv base/metrics.tsv
    say $? "$1"
}
start train $endless --out stop
expect 73 "a second process there" train $endless --out stop
says "^stop: another process is running there"
expect 73 "a second process, --force" train $endless --out stop --force
says "another process"
touch stop/STOP
left
[ $status = 75 ] && [ $took -le 10 ] && [ ! -e stop/STOP ]
say $? "a STOP file: status 75, and it is gone"
says 'asked to stop by the file STOP; saved'
expect 73 "an unfinished run without --resume" train $endless --out stop --max-time 0.2s
command=$(offered)
is "$command" "$program train $endless --out stop --max-time 0.2s --resume" "... and says what to type: ${command#"$program"}"
sh -c "$command" >out 2>err </dev/null
is $? 75 "that very command goes on, and --max-time ends it: status 75"
prefix "metrics of a run limited in time are a prefix"
for signal in TERM USR2; do
    start train $endless --out stop --resume --threads $((RANDOM % 3 + 1)) --mode none
    kill -$signal $pid
    left
    [ $status = 75 ] && [ $took -le 10 ]
    say $? "SIG$signal: status 75"
done
start train $endless --out stop --resume --engine auto
kill -INT $pid
left
[ $status = 130 ] && grep -q 'interrupted; saved' err
say $? "SIGINT: saved, status 130"
start train $endless --out stop --resume --mode games
kill -INT $pid
kill -INT $pid 2>/dev/null
left
[ $status = 130 ] && grep -q 'interrupted; saved' err
say $? "two SIGINT at once, as timeout sends them, are one: saved, status 130"
start train $endless --out stop --resume --mode games
kill -INT $pid
sleep 0.4
kill -INT $pid 2>/dev/null
left
is $status 130 "two SIGINT: status 130"
if command -v perl >/dev/null; then
    rm -f err
    hears perl -e '$pid = fork; exec @ARGV if !$pid; open F, ">", "pid"; print F $pid; close F; waitpid $pid, 0; print $? & 127, "\n"' \
        "$program" train $endless --out stop --resume 2>err >caught &
    wait_for grep -qs '^training' err
    kill -INT "$(cat pid)"
    wait $!
    is "$(tail -1 caught)" 2 "what SIGINT ends has died by SIGINT, so that loops of a shell end too"
else
    echo "skip - no perl here"
fi
prefix "stopped in all ways and resumed, its metrics are still those of the run in one piece"

# A run in pieces of 0.2 s, however many it takes.
in_pieces 0.2s train small.ini --out parts
is $status 0 "a run in pieces comes to its end"
same "in pieces, equal to the run in one piece" base parts $results

# Damage. The previous checkpoint is that of the end of the training.
flip() { # FILE: one bit in the middle
    local at=$(($(wc -c <"$1") / 2)) byte
    byte=$(od -An -tu1 -j $at -N 1 "$1")
    printf "\\x$(printf %x $((byte ^ 4)))" | dd of="$1" bs=1 seek=$at conv=notrunc status=none
}
cp -r base damaged
cp -r base cut
flip damaged/checkpoint
expect 65 "a flipped bit in the checkpoint" train small.ini --out damaged --resume
says "damaged/checkpoint: is damaged: its checksum does not fit"
says "checkpoint.prev"
expect 65 "info --verify of it" info damaged --verify
run train small.ini --out damaged --resume
command=$(sed -n 's/.* type: \(cp .*\) (and this.*/\1/p' err)
sh -c "$command"
expect 0 "what the message says to type ($command), and again" train small.ini --out damaged --resume
same "damaged and mended, equal to the run in one piece" base damaged $results
head -c 2000 cut/checkpoint >cut/half && mv cut/half cut/checkpoint
expect 65 "a truncated checkpoint" train small.ini --out cut --resume
says "its end is missing"
cp cut/checkpoint cut/checkpoint.prev
expect 65 "both truncated" train small.ini --out cut --resume
says "--force"
expect 0 "--force then" train tiny.ini --out cut --force
: >cut/checkpoint
expect 65 "an empty checkpoint" train tiny.ini --out cut --resume
cp -r base shorter
head -c 300 base/metrics.tsv >shorter/metrics.tsv
expect 65 "metrics.tsv cut behind the program's back" train small.ini --out shorter --resume
says "that the checkpoint tells of"

# More iterations.
expect 0 "six iterations" train tiny.ini --out extended -q
expect 0 "extended to nine" train tiny.ini --out extended --resume --set training.iterations=9 -q
expect 0 "nine iterations" train tiny.ini --set training.iterations=9 --out nine -q
same "extended, equal to the longer run" nine extended $results config.ini
# More games of the validation: they continue those that were played, whole games and replicates alike.
further() { # NAME FEW MORE SETTING...
    local name=$1 few=$2 more=$3 options=() setting
    shift 3
    for setting; do options+=(--set "$setting"); done
    expect 0 "validated: $name, $few games" train tiny.ini --out "$name" -q --set validation.games=$few "${options[@]}"
    expect 0 "... then $more" train tiny.ini --out "$name" --resume -q --set validation.games=$more "${options[@]}"
    expect 0 "... $more at once" train tiny.ini --out "$name-$more" -q --set validation.games=$more "${options[@]}"
    same "validated further, equal to the longer validation" "$name-$more" "$name" $results config.ini result.tsv
}
further whole 21 50
further replicates 3 9 validation.estimator=splitting objective.max_pieces=0
expect 0 "no validation" train tiny.ini --out later -q --set validation.games=0
expect 0 "... then one" train tiny.ini --out later --resume -q --set validation.games=50
same "validated later, equal" whole-50 later $results config.ini result.tsv
expect 78 "fewer games of the validation" train tiny.ini --out later --resume -q --set validation.games=49
says "validation.games = 49, was 50 in later/config.ini: games can only be added to a validation"
same "... which leaves all as it was" whole-50 later $results config.ini result.tsv
expect 73 "a finished run" train tiny.ini --out later -q
says "to extend it raise its budget or validation.games and add --resume"
# What follows a schedule takes that of the larger budget from there.
falling="--set optimiser.preset=exemplars --set training.games=2"
expect 0 "six iterations of a swarm whose turbulence falls" train tiny.ini --out falling -q $falling
expect 0 "... extended to nine" train tiny.ini --out falling --resume --set training.iterations=9 -q $falling
lines 10 falling/metrics.tsv
# A race whose budget of games ends in the middle of an iteration, extended: from the state before that iteration.
race="--set training.allocation=race --set training.games=8 --set training.first_games=3 --set training.iterations=0"
expect 0 "a race for 700 games" train tiny.ini --out longrace -q $race --set training.total_games=700
expect 0 "a race for 501 games" train tiny.ini --out race -q $race --set training.total_games=501
says '^training ended: the budget of games was spent \(total_games = 501\)$' out
grep -q '^training_ended_by = total_games$' race/weights.ini && grep -q '"training_ended_by": "total_games"' race/run.json
say $? "... in weights.ini and run.json, too"
expect 0 "extended to 700 games" train tiny.ini --out race --resume -q $race --set training.total_games=700
same "a race extended, equal to the longer one" longrace race $results config.ini
expect 0 "games that follow the budget" train tiny.ini --out follows -q --set training.games=0 --set training.iterations=0 --set training.total_games=900
grep -q '^training_games = 5$' follows/weights.ini # 0.15 sqrt(900)
say $? "... are as many as they should be"
expect 78 "their budget cannot change" train tiny.ini --out follows --resume --set training.games=0 --set training.iterations=0 --set training.total_games=2500
says "the budget cannot change: with games = 0 it decides how many games a position plays"

# Time as a budget: the training ends, and selection and validation follow. What was played is a prefix; more time goes on from there.
expect 0 "a training with little time" train small.ini --out timed -q --set training.iterations=150 --set training.minutes=0.002
grep -q '^training ended: the time was over (minutes = 0.002\(; [^,]*\)\?)$' out && grep -q '^validated = ' timed/weights.ini
say $? "... ends with its validation, and says so"
iterations=$(($(wc -l <timed/metrics.tsv) - 1))
expect 0 "as many iterations without a clock" train small.ini --out iterations -q --set training.iterations=$iterations
same "a training ended by time, equal to one of $iterations iterations" timed iterations metrics.tsv games.tsv
expect 0 "more time" train small.ini --out timed --resume -q --engine auto --set training.iterations=150 --set training.minutes=60
expect 0 "more iterations" train small.ini --out iterations --resume -q --engine auto --set training.iterations=150
same "... equal to one of as many iterations" timed iterations metrics.tsv games.tsv
expect 78 "less time" train small.ini --out timed --resume -q --set training.iterations=150 --set training.minutes=50
says "a budget can only be raised"
expect 64 "a schedule over minutes" train small.ini --out no -q --set training.iterations=0 --set training.minutes=1 --set optimiser.preset=shi-eberhart
says "follows a schedule over the budget"

# Boards: the one that is claimed is that of the file; others are named.
expect 0 "a training on lower boards" train tiny.ini --out boards --set training.height=6 --set selection.height=7 -v
says '^budget: training up to 96 games, .* pieces; then 20 games in the selection, 30 games in the validation$'
grep -q '^training .*; on another board: height = 6$' out && grep -q '^reselected .*; on another board: height = 7$' out &&
    ! grep -q '^validated .*board' out
say $? "... and its numbers name their boards"
grep -q '^training_height = 6$' boards/weights.ini && grep -q '^height = 8$' boards/weights.ini && grep -q '"height": "7"' boards/run.json
say $? "... in weights.ini and run.json, too"
expect 0 "what it claims is played again on the board that is claimed" info boards --verify
expect 0 "a training on narrower boards" train tiny.ini --out thinner --set training.width=5 --set selection.width=6
grep -q '^training .*; on another board: width = 5$' out && grep -q '^reselected .*; on another board: width = 6$' out &&
    ! grep -q '^validated .*board' out && grep -q '^training_width = 5$' thinner/weights.ini
say $? "... names their widths"
expect 0 "its config.ini says it all" train boards/config.ini --out boards2 -q
lines 0
same "... the same again" boards boards2 $results

echo "mine" >extended/mine.tsv
expect 0 "--force" train tiny.ini --out extended --force -q
[ "$(cat extended/mine.tsv)" = mine ] && [ "$(wc -l <extended/metrics.tsv)" = 7 ]
say $? "--force replaces the run and leaves what is not of it"

# Seeds.
expect 0 "--repeat 3" train tiny.ini --repeat 3 --seed 5 --out many -q
expect 0 "one of them alone" train tiny.ini --seed 6 --out single -q
same "run 02 of a repeat is the run with the second seed" single many/02 $results
[ "$(wc -l <many/summary.tsv)" = 4 ] && [ "$(cut -f 2 many/summary.tsv | xargs)" = "seed 5 6 7" ]
say $? "summary.tsv has a line for each seed"
[ "$(awk -F '\t' 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i } $2 == 6 { print $at["validated"] }' many/summary.tsv)" = \
    "$(sed -n 's/^validated = //p' single/weights.ini)" ]
say $? "... with its validated score"
expect 73 "the repeat again" train tiny.ini --repeat 3 --seed 5 --out many

# Warm start, with a weight of -12.88 in a box of +-10.
expect 0 "--from weights beyond the bounds" train tiny.ini --from "$weights" --out warm -q
awk -F '\t' -v list="$numbers" 'NR == 1 { n = split(list, w, " "); next }
    $1 == 1 { d = 0; for (i = 1; i <= n; i++) { e = $(4 + i) - w[i] / 2; d += e * e } if (d < 1e-20) found++ }
    END { exit found != 1 }' warm/positions.tsv
say $? "one particle starts there, scaled into the box"
expect 0 "--from, all particles" train tiny.ini --from "$draft" --set training.from_particles=all --out warm --force -q
is "$(awk -F '\t' '$1 == 1' warm/positions.tsv | cut -f 4- | sort -u | wc -l)" 1 "all particles start there"

# A meta search knows the inis it tunes on.
ini objective kind=sphere dim=2 training games=1 total_games=200 optimiser particles=5 >inner.ini
ini meta problems=inner.ini tune=inertia training games=2 iterations=4 optimiser particles=4 >meta.ini
expect 0 "a meta search" train meta.ini --out meta -q
[ -s meta/tuned.ini ] && [ -s meta/heldout.tsv ] && [ -s meta/positions.tsv ]
say $? "it leaves tuned.ini, heldout.tsv, positions.tsv"
sed -i 's/200/300/' inner.ini
expect 78 "--resume after the inner ini has changed" train meta.ini --out meta --resume
says "training.total_games = 300, was 200"

# Evaluations.
eval_ini="--games 300 --set game.height=10"
expect 0 "eval --out" eval "$weights" $eval_ini --out games -q
expect 73 "the same again" eval "$weights" $eval_ini --out games
"$program" eval "$weights" $eval_ini --engine reference --out broken >out 2>err </dev/null &
pid=$!
wait_for grep -qs running broken/run.json
sleep 0.2
kill -TERM $pid
left
is $status 75 "SIGTERM ends an evaluation: status 75"
expect 78 "its --resume with other weights" eval "$draft" $eval_ini --out broken --resume
expect 0 "its --resume" eval "$weights" $eval_ini --out broken --resume -q
same "stopped and resumed, equal to the evaluation in one piece" games broken games.tsv weights.ini checkpoint
expect 0 "more games" eval "$weights" --games 320 --set game.height=10 --out broken --resume -q
cmp -n "$(wc -c <games/games.tsv)" games/games.tsv broken/games.tsv && [ "$(wc -l <broken/games.tsv)" = 321 ]
say $? "an evaluation can be extended"
expect 78 "fewer games" eval "$weights" --games 20 --set game.height=10 --out broken --resume
expect 0 "info --verify of an evaluation" info games --verify
# A signal that comes as soon as there is a directory finds a handler: it is obeyed before the first game.
"$program" eval "$root/params/weights/bcts.ini" --games 20 --out early >out 2>err </dev/null &
pid=$!
wait_for grep -qs running early/run.json
kill -TERM $pid
left
[ $status = 75 ] && [ -e early/checkpoint ]
say $? "a signal right after the start saves and stops"
# Games of many seconds each: the stop must not wait for one to end.
"$program" eval "$root/params/weights/bcts.ini" --games 20 --out long >out 2>err </dev/null &
pid=$!
wait_for grep -qs engine: err
sleep 0.3
kill -TERM $pid
left
[ $status = 75 ] && [ $took -le 10 ]
say $? "a stop does not wait for games to end"
says '^state ' long/checkpoint

# ---- published scores ----

printf '# weights board games low high published source\nreport-final 10x6 40 0 1000 15 a true one\n' >true.list
printf 'report-final 8x6 40 1 2 180.5 # a false one\n' >false.list
reproduce() { # LIST RUNS
    "$root/tests/reproduce.sh" "$1" "$2" --threads 1 >out 2>err </dev/null
    status=$?
}
reproduce true.list true
[ $status = 0 ] && [ "$(wc -l <out)" = 3 ] && grep -qE '^\| report-final +\| 10x6 +\| 40 +\| 1 +\| .*\| pass +\|$' out
say $? "reproduce: a row for a published score that is true, status 0"
says '^report-final, 10x6: 40 games will take about [0-9]'
cp out before
reproduce true.list true
[ $status = 0 ] && cmp before out && ! grep -q 'will take' err
say $? "again: nothing is played, the same table"
cat true.list >>false.list
reproduce false.list false
[ $status = 1 ] && [ "$(awk -F '|' 'NR > 2 { print $5 $10 }' out | xargs)" = "1 FAIL 2 FAIL 1 pass" ]
say $? "one that is false: status 1, its second seed is shown too, and the others are played"
printf 'report-final 10x20 40 0 1e9 300000\n' >long.list
"$root/tests/reproduce.sh" long.list slow --threads 1 --max-time 1s --engine reference >out 2>err </dev/null
[ $? = 75 ] && [ -e slow/report-final-10x20-seed1/checkpoint ] && [ ! -s out ]
say $? "stopped before its first row: status 75, to be taken up"

# ---- disks and permissions ----

mkdir disk
if [ "$(id -u)" = 0 ] && mount -t tmpfs -o size=256k none disk 2>/dev/null; then
    disk=$work/disk
    start train small.ini --out disk/run
    touch disk/run/STOP
    left
    head -c 1M /dev/zero >disk/ballast 2>/dev/null
    for room in 0 32; do # too little to begin, too little for the tables
        truncate -s -${room}k disk/ballast
        expect 74 "a disk with $room kB left" train small.ini --out disk/run --resume
        says "disk/run/[a-z.]+: cannot be written: No space left on device"
        expect 0 "its last checkpoint is intact" info disk/run --verify
    done
    # With a little more room at a time it is no longer the first files that do not fit, but the tables and the checkpoint.
    says_intact=0
    for more in 0 4 4 4 4 4 4; do
        truncate -s -${more}k disk/ballast
        says_intact=$("$program" train small.ini --out disk/run --resume 2>&1 </dev/null | grep -c "the last checkpoint is intact")
        [ "$says_intact" = 0 ] || break
    done
    is "$says_intact" 1 "and the message says so"
    mount -o remount,size=8m disk
    expect 0 "--resume when there is room again" train small.ini --out disk/run --resume
    same "after a full disk, equal to the run in one piece" base disk/run $results
    mount -o remount,ro disk
    expect 73 "a disk that cannot be written" train small.ini --out disk/other
    expect 73 "a run that cannot be written" train small.ini --out disk/run --force
    expect 73 "charts that cannot be written" plot disk/run
    lines 1
    mount -o remount,rw,size=8m disk
    head -c 16M /dev/zero >disk/ballast 2>/dev/null
    truncate -s -24k disk/ballast # too little for a picture
    run plot base --out disk/charts
    [ $status = 74 ] || [ $status = 69 ]
    say $? "charts on a full disk: status 74, or 69 without gnuplot: $status"
    ! grep -q '^disk/charts/convergence.png$' out || tail -c 20 disk/charts/convergence.png | grep -q IEND
    say $? "... and no half picture"
    rm -f disk/charts/*
    head -c 16M /dev/zero >>disk/ballast 2>/dev/null
    still=0
    for room in 0 4 4 4 4 4 4; do # a finished run, which need not be resumed, remains one
        truncate -s -${room}k disk/ballast
        "$program" train small.ini --out disk/run --resume -q >/dev/null 2>&1 </dev/null
        "$program" info disk/run --status >/dev/null && still=$((still + 1))
    done
    is $still 7 "a finished run that is resumed on a full disk is still finished, $still of 7 times"
    umount disk
    disk=
else
    echo "skip - a full disk: needs root and tmpfs"
    mkdir closed && chmod 555 closed
    if [ ! -w closed ]; then expect 73 "a directory that cannot be written" train small.ini --out closed/run; fi
fi

# ---- terminals ----

on_terminal() { # COLUMNS TERM ARGUMENT...: what it shows on a terminal
    local columns=$1 term=$2
    shift 2
    TERM=$term NO_COLOR=1 script -qec "stty cols $columns; $program $*" /dev/null </dev/null
}
if command -v script >/dev/null && script -qec true /dev/null </dev/null >/dev/null 2>&1; then
    on_terminal 40 xterm train tiny.ini --out narrow >shown
    # Redrawn lines stand between carriage returns; the last ends with the line.
    tr '\r' '\n' <shown | awk '/^(training|selection|validation|finished)/ { n++; if (length > 39 && !/claim|rows|games|ended/) wide = 1 }
        END { exit !(n > 0 && !wide) }'
    say $? "40 columns: the progress line never wraps"
    is "$(tr -cd '\033' <shown | wc -c)" 0 "no colours"
    for words in "help" "help train" "list" "list pso" "list games" "eval narrow/weights.ini --games 9" "info narrow" "study narrow" \
        "tournament narrow/weights.ini narrow --games 9" "compare narrow/weights.ini narrow --games 9"; do
        on_terminal 40 xterm $words
    done | tr '\r' '\n' >shown
    # Only a word can be wider, a value of an ini, or a command that is to be copied.
    is "$(grep -vE '^ *[^ ]*$| = |(^|: )swarmtris |^[0-9]{4}-' shown | awk 'length > 40' | head -n 3)" "" "40 columns: lines are broken between words"
    [ "$(grep -c . shown)" -gt 300 ]
    say $? "... of which there are many"
    on_terminal 200 dumb train tiny.ini --out dumb >shown
    [ "$(tr '\n' '#' <shown | sed 's/\r#//g' | tr -cd '\r\033' | wc -c)" = 0 ] && grep -q '^training.*iteration 1 ' shown
    say $? "TERM=dumb: plain lines"
else
    echo "skip - no script(1) here"
fi
exit $failed
