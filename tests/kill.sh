#!/usr/bin/env bash
# kill.sh: kill -9 at random moments, resumed each time: trainings, evaluations, comparisons and studies of each kind. Every one that
# comes to its end leaves the same bytes as one that was never killed. Half of the kills wait for a file that is being written. A quarter
# of an hour, JOBS at a time.
#     SEED=17 tests/kill.sh   the same moments again, as far as the clock allows
#     KILLS=5                 of each ten kills only so many
#     tests/kill.sh meta      this row only
. "$(dirname "$0")/shell.sh" || exit 1
weights=$root/params/weights/report-final.ini
only=$*
SEED=${SEED:-$RANDOM}
echo "# SEED=$SEED"

now() { echo "${EPOCHREALTIME/[.,]/}"; } # microseconds

# Is anything under way in DIR, or in the runs of a study or repeat there? Drafts of processes that were killed before are in $stale.
writing() { # DIR
    local draft
    for draft in "$1"/*.tmp "$1"/*/*.tmp "$1"/*/*/*.tmp; do
        [ -e "$draft" ] && [[ $stale != *"<$draft>"* ]] && return
    done
    return 1
}

# Starts COMMAND in the background and kills it, with its children, within MS milliseconds; its status is 137 if that was in time.
kill_one() { # DIR MS COMMAND...
    local dir=$1 ms=$(((RANDOM * 32768 + RANDOM) % $2 + 1)) patient=$((RANDOM % 2)) until pid stale i
    shift 2
    stale=$(find "$dir" -name '*.tmp' -printf '<%p>' 2>/dev/null)
    setsid "$@" >>"$dir.log" 2>&1 </dev/null &
    pid=$!
    if [ $patient = 0 ]; then
        sleep "$((ms / 1000)).$(printf %03d $((ms % 1000)))"
    else
        # the end of the delay, or from then on the next file that is begun, a checkpoint at the latest
        until=$(($(now) + 1000 * ms))
        sleep "$((ms / 2000)).$(printf %03d $((ms / 2 % 1000)))"
        until writing "$dir" || [ "$(now)" -gt $((until + 1000000)) ]; do :; done
        writing "$dir" && sighted=$((sighted + 1))
    fi
    kill -9 -- -$pid 2>/dev/null
    wait $pid 2>/dev/null
    status=$?
    for ((i = 0; i < 100; i++)); do kill -0 -- -$pid 2>/dev/null && sleep 0.01; done # children hold their locks to the end
}

compare() { # NAME DIR FILE...
    local name=$1 dir=$2 file equal=0
    shift 2
    for file; do cmp "$name.whole/$file" "$dir/$file" || equal=1; done
    find "$dir" -name charts -prune -o -name '*.tmp' -print | grep . && equal=1
    return $equal
}

# Kills COMMAND --out DIR n times, again in a new directory whenever it has come to its end.
campaign() { # NAME KILLS MS "FILE..." COMMAND...
    local name=$1 n=$2 ms=$3 files=$4 kills=0 ends=0 early=0 wrong=0 sighted=0 dir from=$SECONDS more end
    shift 4
    RANDOM=$((SEED + $(cksum <<<"$name" | cut -c 1-4)))
    n=$(((n * ${KILLS:-10} + 9) / 10))
    "$program" "$@" --out "$name.whole" >"$name.log" 2>&1 </dev/null
    end=$?
    [ $end -le 3 ] # of a comparison: what it found
    say $? "$name: in one piece, $((SECONDS - from)) s, status $end"
    [ $end -le 3 ] || return
    dir=$name.1
    while :; do
        more=--resume
        # a start that left no checkpoint is simply made again; so is a study always
        [ "$1" = study ] || { [ ! -e $dir/checkpoint ] && [ ! -e $dir/01 ] && [ $((RANDOM % 2)) = 0 ]; } && more=
        if [ $kills -lt "$n" ]; then
            kill_one $dir "$ms" "$program" "$@" --threads $((RANDOM % 3 + 1)) --out $dir $more
        else
            "$program" "$@" --out $dir $more >>$dir.log 2>&1 </dev/null
            status=$?
        fi
        case $status in
        137)
            kills=$((kills + 1))
            [ -n "$(find $dir -name checkpoint 2>/dev/null)" ] || early=$((early + 1))
            ;;
        "$end")
            compare "$name" $dir $files || { wrong=$((wrong + 1)) && tail -n 3 $dir.log; }
            ends=$((ends + 1))
            [ $kills -lt "$n" ] || break
            dir=$name.$((ends + 1))
            ;;
        *)
            echo "# status $status in $dir:"
            tail -n 5 $dir.log
            wrong=$((wrong + 1))
            break
            ;;
        esac
    done
    [ $wrong = 0 ]
    say $? "$name: $kills kills ($sighted while a file was written, $early before a checkpoint), came to its end $ends x: $files"
}

ini experiment engine=reference game height=8 training games=3 iterations=40 log_positions=yes selection finalists=6 games=20 \
    validation games=200 optimiser preset=vdbergh particles=16 >training.ini
sed 's/^iterations.*/iterations = 8/' training.ini >short.ini
sed 's/^iterations.*/iterations = 4/; s/^height.*/height = 5/' training.ini >moment.ini
ini experiment engine=reference game width=8 height=6 training games=2 total_games=300 selection finalists=3 games=5 \
    validation games=20 optimiser particles=10 >low.ini
ini objective kind=sphere dim=5 training games=1 total_games=3000 selection finalists=0 validation games=0 \
    optimiser preset=vdbergh particles=20 >sphere.ini
sed 's/^engine.*/engine = auto/; s/^total_games.*/total_games = 3000/' low.ini >lanes.ini
ini meta "problems=sphere.ini low.ini lanes.ini" "tune=inertia cognitive social" "lower=-1 0 0" "upper=1 3 3" \
    training games=3 iterations=10 fresh_games=no selection finalists=3 games=6 validation games=18 \
    optimiser particles=6 >meta.ini

ini game width=10 height=10 objective kind=encoder \
    encode hidden=20 boards=1000 heldout=100 epochs=1000 target=0 full_epochs=100 >encode.ini
ini game kind=tetris width=3 height=3 pieces=i objective kind=qlearning steps=20000 observation=board \
    training games=3 iterations=10 selection finalists=2 games=4 validation games=12 optimiser particles=6 >learning.ini
printf 'plain\nless  training.games=2\n' >two.list
other=$root/params/weights/bcts.ini third=$root/params/weights/dellacherie.ini
low="--set game.height=6 --engine reference"

running=0
row() { # ARGUMENT...: of campaign; JOBS rows at a time
    case " ${only:-$1} " in *" $1 "*) ;; *) return ;; esac
    [ $running -lt "${JOBS:-2}" ] || { wait -n && running=$((running - 1)); }
    campaign "$@" >"$1.said" 2>&1 &
    running=$((running + 1))
}
row training 50 2500 "metrics.tsv positions.tsv games.tsv weights.ini checkpoint" train training.ini
row meta 20 3000 "metrics.tsv positions.tsv blocks.tsv heldout.tsv curves.tsv tuned.ini checkpoint" train meta.ini
row evaluation 20 2500 "games.tsv weights.ini checkpoint" eval "$weights" --games 6000 $low
row splitting 20 2500 "games.tsv weights.ini checkpoint" eval "$weights" --estimator splitting --games 400 --set game.width=8 --set game.height=8
row comparison 20 2500 "plays.tsv checkpoint" compare "$weights" "$other" --games 4000 --margin 0 --alpha 1e-6 --set game.height=8 --engine reference
row tournament 20 2500 "plays.tsv ranking.tsv checkpoint" tournament "$weights" "$other" "$third" --games 600 $low
row repeat 20 2500 "01/metrics.tsv 01/weights.ini 01/checkpoint 02/metrics.tsv 02/weights.ini 02/checkpoint" \
    train training.ini --repeat 2 --set training.iterations=15
row study 20 2500 "plain/01/metrics.tsv plain/01/weights.ini plain/02/checkpoint less/01/weights.ini less/02/weights.ini less/02/checkpoint" \
    study training.ini two.list --repeat 2 --set training.iterations=10
row landscape 20 2500 "metrics.tsv positions.tsv blocks.tsv tuned.ini checkpoint" landscape low.ini --set optimiser.steps=8,5 --set training.games=2
row encoder 20 2500 "metrics.tsv encoder.ini checkpoint" encode encode.ini
row learning 20 2500 "metrics.tsv games.tsv weights.ini table.txt checkpoint" train learning.ini
# Killed in the first second there is no checkpoint yet, so this one gets nowhere until it is left alone.
row beginning 20 400 "metrics.tsv positions.tsv games.tsv weights.ini checkpoint" train short.ini
# Over in a fraction of a second: kills fall upon every phase, and upon the files that are written at the end.
row ending 40 250 "metrics.tsv positions.tsv games.tsv weights.ini checkpoint" train moment.ini
wait
cat ./*.said
times >spent
awk '/ kills \(/ { rows++; kills += $4 } /^not ok/ { wrong++ } FILENAME == "spent" { gsub(/[ms]/, " "); seconds += $1 * 60 + $2 + $3 * 60 + $4 }
    END { printf "total: kills: %d commands, %d kills, %d wrong, %.1f CPU minutes\n", rows, kills, wrong, seconds / 60 }' ./*.said spent
! grep -q '^not ok' ./*.said
exit
