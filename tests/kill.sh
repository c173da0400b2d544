#!/usr/bin/env bash
# kill.sh: kill -9 at random moments, resumed each time: a training, an asynchronous one, a meta search, an evaluation. Every one that
# comes to its end leaves the same bytes as one that was never killed. Half of the kills wait for a file that is being written. A few
# minutes.
#     SEED=17 tests/kill.sh   the same moments again, as far as the clock allows
#     KILLS=5                 of each ten kills only so many
#     tests/kill.sh meta      this campaign only
. "$(dirname "$0")/shell.sh" || exit 1
weights=$root/params/weights/report-final.ini
only=$*
SEED=${SEED:-$RANDOM}
RANDOM=$SEED
echo "# SEED=$SEED"

now() { echo "${EPOCHREALTIME/[.,]/}"; } # microseconds

# Is anything under way in DIR?
writing() { # DIR
    [ -e "$1/checkpoint.tmp" ] || [ -e "$1/checkpoint.prev.tmp" ] || [ -e "$1/checkpoint.trained.tmp" ] || [ -e "$1/run.json.tmp" ] \
        || [ -e "$1/config.ini.tmp" ] || [ -e "$1/weights.ini.tmp" ] || [ -e "$1/tuned.ini.tmp" ]
}

# Starts COMMAND in the background and kills it within MS milliseconds; its status is 137 if that was in time.
kill_one() { # DIR MS COMMAND...
    local dir=$1 ms=$(((RANDOM * 32768 + RANDOM) % $2 + 1)) patient=$((RANDOM % 2)) until pid
    shift 2
    "$@" >>"$dir.log" 2>&1 </dev/null &
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
    kill -9 $pid 2>/dev/null
    wait $pid 2>/dev/null
    status=$?
}

compare() { # NAME DIR FILE...
    local name=$1 dir=$2 file equal=0
    shift 2
    for file; do cmp "$name.whole/$file" "$dir/$file" || equal=1; done
    ls "$dir"/*.tmp 2>/dev/null && equal=1
    return $equal
}

# Kills COMMAND --out DIR n times, again in a new directory whenever it has come to its end.
campaign() { # NAME KILLS MS "FILE..." COMMAND...
    local name=$1 n=$2 ms=$3 files=$4 kills=0 ends=0 early=0 wrong=0 sighted=0 dir from=$SECONDS more
    shift 4
    case " ${only:-$name} " in *" $name "*) ;; *) return ;; esac
    n=$(((n * ${KILLS:-10} + 9) / 10))
    "$program" "$@" --out "$name.whole" >"$name.log" 2>&1 </dev/null
    say $? "$name: in one piece, $((SECONDS - from)) s"
    dir=$name.1
    while :; do
        more=--resume
        [ -e $dir/checkpoint ] || [ $((RANDOM % 2)) = 0 ] || more= # a start that left no checkpoint is simply made again
        if [ $kills -lt "$n" ]; then
            kill_one $dir "$ms" "$program" "$@" --threads $((RANDOM % 3 + 1)) --out $dir $more
        else
            "$program" "$@" --out $dir $more >>$dir.log 2>&1 </dev/null
            status=$?
        fi
        case $status in
        137)
            kills=$((kills + 1))
            [ -e $dir/checkpoint ] || early=$((early + 1))
            ;;
        0)
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

cat >training.ini <<'EOF'
[experiment]
engine = reference
[game]
height = 8
[training]
games = 3
iterations = 40
log_positions = yes
[selection]
finalists = 6
games = 20
[validation]
games = 200
[optimiser]
preset = vdbergh
particles = 16
EOF
sed 's/^iterations.*/iterations = 8/' training.ini >short.ini
sed 's/^iterations.*/iterations = 4/; s/^height.*/height = 5/' training.ini >moment.ini
cat >low.ini <<'EOF'
[experiment]
engine = reference
[game]
width = 8
height = 6
[training]
games = 2
total_games = 300
[selection]
finalists = 3
games = 5
[validation]
games = 20
[optimiser]
particles = 10
EOF
cat >sphere.ini <<'EOF'
[objective]
kind = sphere
dim = 5
[training]
games = 1
total_games = 3000
[selection]
finalists = 0
[validation]
games = 0
[optimiser]
preset = vdbergh
particles = 20
EOF
sed 's/^engine.*/engine = auto/; s/^total_games.*/total_games = 3000/' low.ini >lanes.ini
cat >meta.ini <<'EOF'
[meta]
problems = sphere.ini low.ini lanes.ini
tune = inertia cognitive social
lower = -1 0 0
upper = 1 3 3
[training]
games = 3
iterations = 10
fresh_games = no
[selection]
finalists = 3
games = 6
[validation]
games = 18
[optimiser]
particles = 6
EOF

campaign training 50 2500 "metrics.tsv positions.tsv games.tsv weights.ini checkpoint" train training.ini
campaign asynchronous 30 2500 "metrics.tsv positions.tsv games.tsv weights.ini checkpoint" train training.ini \
    --set optimiser.update_order=asynchronous --set training.allocation=fixed
campaign meta 20 3000 "metrics.tsv positions.tsv blocks.tsv heldout.tsv curves.tsv tuned.ini checkpoint" train meta.ini
campaign evaluation 20 2500 "games.tsv weights.ini checkpoint" eval "$weights" --games 6000 --set game.height=6 --engine reference
# Killed in the first second there is no checkpoint yet, so this one gets nowhere until it is left alone.
campaign beginning 20 400 "metrics.tsv positions.tsv games.tsv weights.ini checkpoint" train short.ini
# Over in a fraction of a second: kills fall upon every phase, and upon the files that are written at the end.
campaign ending 40 250 "metrics.tsv positions.tsv games.tsv weights.ini checkpoint" train moment.ini
exit $failed
