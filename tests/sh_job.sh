#!/usr/bin/env bash
# sh_job.sh: the program as a job on a cluster: signals and limits of the system, threads and where their number comes from, times as
# Slurm writes them, what is said of engines, costs and resumes.
. "$(dirname "$0")/shell.sh" || exit 1
weights=$root/params/weights/report-final.ini
small_ini objective max_pieces=150 >small.ini

# ---- signals ----

endless="small.ini --set training.iterations=100000000 --engine reference"
for signal in USR1 USR2 HUP XCPU; do
    rm -rf stop
    start train $endless --out stop
    kill -$signal $pid
    wait $pid 2>/dev/null
    [ $? = 75 ] && grep -q 'asked to stop by a signal; saved' err
    say $? "SIG$signal saves and stops: status 75"
done

(ulimit -S -t 1 && exec "$program" train $endless --out used-up >out 2>err </dev/null)
[ $? = 75 ] && grep -q 'asked to stop by a signal; saved' err
say $? "a limit of processor time (ulimit -S -t): saves and stops, status 75"

# What the parent ignores stays ignored, as with nohup, trap '' or & in a script.
spared() { # ARGUMENT...: the program comes to its end, although it is sent all of them until then
    local sent=0 signal
    (trap '' HUP INT TERM USR1 USR2 XCPU && exec "$program" "$@" >out 2>err </dev/null) &
    pid=$!
    wait_for is_begun $pid
    while kill -0 $pid 2>/dev/null; do
        for signal in HUP INT TERM USR1 USR2 XCPU; do kill -$signal $pid 2>/dev/null && sent=$((sent + 1)); done
        sleep 0.01
    done
    wait $pid
    is $? 0 "ignored signals do not stop it: $1, $sent of them"
    sed -n '/^not ok/q;s/^/# /;/stop\|interrupt/p' err
}
bcts=$root/params/weights/bcts.ini
echo 'one  training.iterations=3' >one.list
spared train small.ini --out spared
spared eval "$bcts" --games 100 --set game.height=8 --out spared-eval
spared compare "$bcts" "$weights" --set game.height=8
spared tournament "$bcts" "$weights" --set game.height=8
spared study small.ini one.list --out spared-study --repeat 1
spared play "$bcts" --set game.height=8 --turns 300 --gif spared.gif
spared play "$bcts" --set game.height=8 --games 500 --record spared.bin
spared bench parallel --seconds 0.1 --threads 1 --engine lanes --out spared-bench
if built stack; then
    echo 1234567654321 >spared.list
    spared solve spared.list spared.out --gif spared.gif --nodes 100000
fi

# A long move is abandoned by a signal, and searched anew: the run ends with the same bytes.
if built ntris; then
    deep=(train "$root/params/ntris.ini" -q --set agent.depth=3 --set training.games=1 --set training.iterations=2 --set game.blocks=4)
    deep+=(--set selection.games=1 --set validation.games=1 --set optimiser.preset=vdbergh --set optimiser.particles=3)
    expect 0 "a training whose moves are long" "${deep[@]}" --out long-whole
    in_pieces 0.1s "${deep[@]}" --out long-parts
    is $status 0 "... in pieces of 0.1 s, $pieces of them, it comes to its end"
    same "... has the same results" long-whole long-parts weights.ini metrics.tsv games.tsv
    # Deeper, a move takes hours.
    hears "$program" train "$root/params/ntris.ini" --set agent.depth=8 --out deep >out 2>err </dev/null &
    pid=$!
    wait_for test -e deep/run.json
    sleep 0.5 # so that the move is being searched
    kill -TERM $pid
    wait $pid
    is $? 75 "a move that takes hours is abandoned: status 75"
fi

# The clock goes back by an hour, once.
if ${CC:-cc} -shared -fPIC -D_GNU_SOURCE -o back.so "$root/tests/campaigns/preload.c" 2>said; then
    LD_PRELOAD=$PWD/back.so CLOCK_STEP=-3600 "$program" train small.ini --out back >out 2>err </dev/null
    is $? 0 "a training whose clock goes back: status 0"
    LD_PRELOAD=$PWD/back.so CLOCK_STEP=-3600 "$program" play "$bcts" --turns 600 >out 2>err </dev/null
    is $? 0 "... and a game: status 0"
else
    echo "skip - no compiler here"
fi

# ---- what cannot be written ----

(ulimit -f 8 && "$program" list --json >listed 2>err)
is $? 74 "a limit of the size of files (ulimit -f): status 74, and no death by SIGXFSZ"
says "standard output: cannot be written: File too large"
(ulimit -f 2 && "$program" train small.ini --out limited -q >out 2>err)
is $? 74 "... in a run directory, too"
on_full "a full disk says so, whatever a comparison would have said" compare "$weights" "$weights" --set game.height=5 -q

# ---- threads ----

threads_of() { # what the program says of them, with this environment: VARIABLE=VALUE...
    env "$@" "$program" check small.ini | sed -n 's/^  threads  *//p'
}
[ "$(threads_of OMP_NUM_THREADS=3)" = "3 threads (OMP_NUM_THREADS)" ]
say $? "OMP_NUM_THREADS says how many threads: $(threads_of OMP_NUM_THREADS=3)"
is "$(threads_of OMP_NUM_THREADS=4,2)" "4 threads (OMP_NUM_THREADS)" "... the first of a list"
for said in OMP_NUM_THREADS OMP_THREAD_LIMIT SLURM_CPUS_PER_TASK; do
    is "$(threads_of $said=many 2>err)" "$(threads_of -u $said)" "... and nothing where $said is no number"
    says "^warning: $said=many is ignored: it must be a number of threads$"
done
own=$(threads_of -u x)
one_thread() { # REASON FOUND TEXT: there is one thread, for this reason unless there is one anyway
    is "$2" "$([[ $own = "1 thread "* ]] && echo "$own" || echo "1 thread ($1)")" "$3"
}
first=$(sed -nE 's/^Cpus_allowed_list:\s*([0-9]+).*/\1/p' /proc/self/status) # a processor that the program may use
for said in SLURM_CPUS_PER_TASK=1 OMP_THREAD_LIMIT=1 "OMP_PLACES={$first}" "GOMP_CPU_AFFINITY=$first"; do
    one_thread "${said%%=*}" "$(threads_of "$said")" "$said says how many threads"
done
is "$(threads_of OMP_THREAD_LIMIT=1 OMP_NUM_THREADS=3)" "1 thread (OMP_THREAD_LIMIT)" "OMP_THREAD_LIMIT limits what OMP_NUM_THREADS says"
is "$(OMP_THREAD_LIMIT=1 "$program" eval "$weights" --games 9 --set game.height=4 --threads 2 2>&1 | grep -c '^warning: 1 of 2 threads')" 1 \
    "... and what is typed"
for said in GOMP_CPU_AFFINITY=9999 "OMP_PLACES={9999}" "GOMP_CPU_AFFINITY=$first,63"; do
    [[ $said = *,* ]] && { [ "$(nproc --all)" -gt 63 ] || ! ldd "$program" | grep -q libgomp; } && continue # libomp leaves 63 out
    env "$said" OMP_STACKSIZE=1M "$program" eval "$weights" >out 2>err
    is $? 69 "$said is impossible: status 69"
    says "^${said/\{/\\{}: threads cannot run there; name processors that this process may use, or unset it$"
done

# Quotas of cgroups, in a namespace of mounts where files of our own stand for those of the system.
in_groups() { # LINE FILE=TEXT...: what the program says if /proc/self/cgroup has this line, and /sys/fs/cgroup these files
    unshare -m sh -c '
        echo "$1" >groups && mount --bind groups /proc/$$/cgroup && mount -t tmpfs none /sys/fs/cgroup || exit
        shift
        for file; do mkdir -p "/sys/fs/cgroup/${file%/*}" && echo "${file#*=}" >"/sys/fs/cgroup/${file%%=*}"; done
        exec "$0" check small.ini' "$program" "$@" 2>/dev/null | sed -n 's/^  threads  *//p'
}
own=$(in_groups 0::/ "/cpu.max=max 100000")
if [ -n "$own" ]; then
    one_thread cgroup "$(in_groups 0::/job "job/cpu.max=50000 100000")" "a quota of half a processor"
    one_thread cgroup "$(in_groups 0::/job/step "job/cpu.max=100000 100000" "job/step/cpu.max=max 100000")" "... of the group above"
    one_thread cgroup "$(in_groups 3:cpu,cpuacct:/job cpu,cpuacct/job/cpu.cfs_{quota_us=50000,period_us=100000})" "... in version 1"
    one_thread cgroup "$(in_groups 3:cpu:/out/of/sight cpu/cpu.cfs_{quota_us=9000,period_us=10000})" "... as a container sees it"
    is "$(in_groups 3:cpu:/job cpu/job/cpu.cfs_{quota_us=-1,period_us=100000})" "$own" "no quota"
    is "$(in_groups 0::/job "job/cpu.max=100001 100000" | sed 's/2 threads (cgroup)/many/')" "$([ "$(nproc)" -gt 2 ] && echo many || echo "$own")" \
        "a little more than a processor: two threads"
else
    echo "skip - quotas of cgroups: no namespace of mounts"
fi
for folder in /sys/fs/cgroup/cpu /sys/fs/cgroup; do # and one of the system itself
    group=$folder/swarmtris.$$
    mkdir "$group" 2>/dev/null || continue
    own=$(threads_of -u x)
    for file in "$group"/cpu.{cfs_quota_us,max}; do
        [ -w "$file" ] && echo 50000 >"$file" && one_thread cgroup \
            "$(sh -c 'echo $$ >"$1/cgroup.procs" && exec "$0" check small.ini' "$program" "$group" | sed -n 's/^  threads  *//p')" "a real quota, $file"
    done
    rmdir "$group"
done
if command -v taskset >/dev/null && [ "$(nproc)" -gt 1 ]; then
    [ "$(taskset -c "$(taskset -pc $$ | sed 's/.*: *\([0-9]*\).*/\1/')" "$program" check small.ini | sed -n 's/^  threads  *//p')" = \
        "1 thread (the affinity of the process)" ]
    say $? "the affinity does"
fi
is "$("$program" check small.ini --set experiment.threads=5 | sed -n 's/^  threads  *//p')" "5 threads (--set)" "and what is typed wins"
OMP_NUM_THREADS=1 "$program" train small.ini --out one >out 2>err
grep -q '"threads": 1,' one/run.json && grep -q '"threads_from": "OMP_NUM_THREADS"' one/run.json
say $? "run.json says it"
says '(^|; )engine: .*; 1 thread \(OMP_NUM_THREADS\)$'
"$program" train small.ini --out many --threads 3 -q >out 2>err
same "... and results do not depend on it" one many metrics.tsv
# A stack takes 8 MB of address space, so that some hundred threads do not fit.
run eval "$weights" --games 20000 --set game.height=4 --json --threads 1 -q
grep -vE 'seconds|threads' out >expected
case $("$program" --version) in
*-fsanitize=*) echo "skip - sanitizers need more address space than any limit" ;;
*)
    (ulimit -s 8192 && ulimit -v 1500000 && "$program" eval "$weights" --games 20000 --set game.height=4 --json --threads 400 >out 2>err </dev/null)
    [ $? = 0 ] && grep -vE 'seconds|threads' out | cmp - expected
    say $? "more threads than the system starts: it plays with those that there are, and the same comes out"
    says '^warning: [0-9]+ of 400 threads are used: the system starts no more \(see ulimit -u, ulimit -v'
    ;;
esac

# ---- stacks ----

stack() { # STATUS TEXT COMMAND...: which limits the stack and runs the program
    local wanted=$1 text=$2
    shift 2
    eval "($*)" >out 2>err </dev/null
    status=$?
    is $status "$wanted" "$text: status $wanted"
}
stack 0 "a small stack (ulimit -S -s)" ulimit -S -s 64 '&&' '"$program"' train small.ini --out low --threads 2 -q
same "... with the same results" one low metrics.tsv
stack 0 "... of play" ulimit -S -s 64 '&&' '"$program"' play '"$weights"' --set game.height=5 --turns 3 -q
stack 69 "a stack that cannot be made larger (ulimit -s)" ulimit -s 64 '&&' '"$program"' check small.ini
says "^swarmtris: the limit of the stack is too low: 'ulimit -s' must be at least 512$"
stack 64 "small stacks of threads" OMP_STACKSIZE=16k '"$program"' train small.ini --out lower --threads 2 -q
says "^swarmtris: OMP_STACKSIZE=16k: threads need a stack of 512k or more; or unset it$"
stack 0 "larger ones" OMP_STACKSIZE=1M '"$program"' train small.ini --out lower --threads 2 -q

# ---- times ----

for time in 1d 1d12h 0-00:10 1-0 2-12:00:00 30:00 12:00:00 1h30m; do
    expect 0 "--max-time $time" eval "$weights" --games 1 --set game.height=4 -q --max-time $time
done
for time in 5 1:2 1-25:99 0-0 1m1h d 1.5.2h; do
    expect 64 "--max-time $time" eval "$weights" --games 1 --max-time $time
done
says "must be a time like 90s, 10m, 2h or 1d12h, or as Slurm has it, 30:00, 12:00:00 or 2-12:00:00$"

# ---- the engine, and why ----

expect 0 "a training on the lanes" train small.ini --out lanes
says '(^|; )engine: (lanes|reference), [a-z0-9, ]+; [0-9]+ threads? \('
grep -qE '"engine": "(lanes|reference)"' lanes/run.json
say $? "run.json names the engine"
program=$two_games expect 0 "a game without lanes" check small.ini
says '^  engine     reference, since this game has no lanes: some 100 times slower$' out
run eval "$weights" --games 1 --set game.height=4 --engine reference
says '^engine: reference, as \[experiment\] engine asks: some 100 times slower than the lanes; '

# ---- what it may cost ----

run eval "$weights" --games 7 --set game.height=6 -q
[ ! -s err ]
say $? "--quiet says none of it"
run train small.ini --out over --set training.iterations=0 --set training.total_pieces=3000 -q
says '^training ended: the budget of pieces was spent \(total_pieces = 3000; [0-9.]+ (% over|times as much), since the last iteration was played to its end\)$' out
grep -q '"training_overspent": 0\.' over/run.json
say $? "a budget that was overrun: by how much, in run.json, too"
run train small.ini --out shared --set training.iterations=0 --set training.total_pieces=3000 --set selection.share=0.9 -q
says '^training ended: .* \(total_pieces = 3000, of which the search has 300; [0-9.]+ % under, since with the next iteration' out

# ---- cut off ----

run eval "$weights" --games 2 --set objective.max_pieces=30
says '^  2 of 2 cut off: a lower bound$' out
run eval "$weights" --games 2 --set objective.max_pieces=30 --json -q
says '"cut_off": 2' out
run eval "$weights" --games 2 --set game.height=5 --json -q
says '"cut_off": 0' out
says '"bag": false,$' out
run tournament "$weights" "$root/params/weights/dt-10.ini" --games 5 --set objective.max_pieces=30 -q
says '5 of 5 cut off: a lower bound$' out
run eval "$weights" --games 60 --set game.height=8 --set objective.max_pieces=40 --out cut --max-time 0.001s -q
run eval "$weights" --games 60 --set game.height=8 --set objective.max_pieces=40 --out cut --resume -q --json
grep '"cut_off"' out >resumed
run eval "$weights" --games 60 --set game.height=8 --set objective.max_pieces=40 -q --json
grep '"cut_off"' out | cmp - resumed
say $? "an evaluation that is resumed counts them all: $(xargs <resumed)"
run train small.ini --out capped -q --set objective.max_pieces=20
says '^validated .* 30 games, [0-9]+ of 30 played all 20 pieces: the rule of this game, used nowhere else$' out
says '"cut_off": ' capped/run.json
run train small.ini --out search-capped -q --set objective.max_pieces=0 --set objective.search_max_pieces=10
says '^training .* on another board: max_pieces = 10$' out
awk -F '\t' 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == "cost") at = i } NR > 1 && $at > 10 { n++ } END { exit !(at && n) }' \
    search-capped/games.tsv
say $? "a cut-off of the search leaves the games of the validation whole"

# ---- intervals, reported scores ----

run eval "$weights" --games 2 --set game.height=5 --json -q
awk '/"lower"/ { exit !($2 + 0 >= 0) }' out
say $? "no interval of a count goes below 0: $(awk '/"lower"/ { print $2 }' out)"
run eval "$weights" --games 2 --set game.height=5 -q
awk '/95 % interval/ { exit !($4 >= 0) }' out
say $? "... in the table"

# ---- resume ----

expect 0 "--resume without a run trains" train small.ini --out fresh --resume
says '^fresh: holds nothing to resume: the run begins anew$'
run train small.ini --out fresh --resume
lacks 'nothing to resume'
exit $failed
