#!/usr/bin/env bash
# sh_mpi.sh: swarmtris-mpi on several ranks of this machine gives what the plain program gives, bit for bit: trainings, evaluations, meta
# searches, studies, estimates by splitting; across stops, other numbers of ranks, and without MPI. Where no MPI is installed it says so and
# shows nothing. FULL=2 runs every number of ranks and threads with everything, and with each MPI.
. "$(dirname "$0")/shell.sh" || exit 1
weights=$root/params/weights/report-final.ini
build=$(dirname "$program")
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
# Several jobs at a time on one machine: without files that they share by name.
export OMPI_MCA_orte_tmpdir_base=$work TMPDIR=$work

# ---- the rule of blocks ----

cat >blocks.c <<'C'
#include "eval/cluster.h"
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
    for (int left = atoi(argv[1]), n; argc == 4 && left > 0; left -= n) printf("%d\n", n = cluster_block(left, atoi(argv[2]), atoi(argv[3])));
}
C
if command -v python3 >/dev/null && ${CC:-cc} -std=c11 -I"$root/src" -I"$root/include" -o blocks blocks.c 2>cc.err; then
    equal=0
    for case in "409600 1 1024" "1500 16 64" "7 3 8" "1 1 2" "2147483647 64 65536" "100000 12 500"; do
        ./blocks $case >program.blocks && "$root/bench/cluster.py" rule $case | cmp -s - program.blocks && [ -s program.blocks ] || equal=1
    done
    say $equal "bench/cluster.py deals blocks of jobs as the program does"
    "$root/bench/cluster.py" >table
    [ -s table ] && ! grep -qvxFf "$root/bench/results/many-machines.md" table
    say $? "... and the table of efficiencies is what it prints"
else
    echo "skip - the rule of blocks: python3 or a compiler is missing"
fi

# ---- which MPI ----

mpis=
for mpi in openmpi mpich; do
    case $mpi in openmpi) other=$build/swarmtris-mpi ;; mpich) other=$build/mpich/swarmtris-mpi ;; esac
    if command -v mpirun.$mpi >/dev/null && [ -x "$other" ]; then mpis="$mpis $mpi"; else
        echo "skip - $mpi: mpirun.$mpi or $other is missing (make deps mpi NAME=mpi)"
    fi
done
[ -n "$mpis" ] || exit 0
use() { # MPI: the program and the launcher that ranks uses
    case $1 in
    openmpi) mpi_program=$build/swarmtris-mpi launcher="mpirun.openmpi --oversubscribe --bind-to none -n" ;;
    mpich) mpi_program=$build/mpich/swarmtris-mpi launcher="mpirun.mpich -n" ;;
    esac
}
ranks() { # N ARGUMENT...: the program on N ranks; leaves out, err, status
    timeout -k 5 120 $launcher "$1" "$mpi_program" "${@:2}" >out 2>err </dev/null
    status=$?
}
same_run() { # TEXT DIRECTORY DIRECTORY: two runs have the same results
    cmp -s "$2/metrics.tsv" "$3/metrics.tsv" && cmp -s "$2/weights.ini" "$3/weights.ini" && [ -s "$2/metrics.tsv" ]
    local same=$?
    say $same "$1"
    [ $same = 0 ] || sed 's/^/# /' err
}

use $(set -- $mpis; echo "$1")

# ---- one result ----

small_ini experiment seed=5 >small.ini
"$program" train small.ini --set training.games=40 --out one -q >out 2>err
for mpi in $mpis; do
    use $mpi
    for n in 1 2 3 4; do
        for t in 1 2; do
            [ "$FULL" = 2 ] || [ $mpi = openmpi ] || [ $n$t = 31 ] || continue
            ranks $n train small.ini --set training.games=40 --out "$mpi-$n-$t" --threads $t -q
            same_run "$mpi: $n ranks x $t threads train what one process does" one "$mpi-$n-$t"
        done
    done
done
use $(set -- $mpis; echo "$1")

numbers() { # FILE: of --json, without what says how they were found
    grep -vE '"(seconds|threads|threads_from|pieces_per_s)"' "$1"
}
several="3"
[ "$FULL" != 2 ] || several="1 2 3 4"
"$program" eval "$weights" --games 300 --set game.height=10 --json >alone.json 2>/dev/null
"$program" eval "$weights" --games 9 --set objective.estimator=splitting --set objective.trials=40 --set objective.run=20000 \
    --set objective.pilot=5000 --json >estimate.json 2>/dev/null
"$program" compare "$weights" "$root/params/weights/dellacherie.ini" --games 200 --set game.height=8 --json >compare.json 2>/dev/null
compared=$?
for n in $several; do
    ranks $n eval "$weights" --games 300 --set game.height=10 --json
    [ $status = 0 ] && [ -s alone.json ] && diff <(numbers alone.json) <(numbers out) >/dev/null
    say $? "$n ranks: an evaluation"
    ranks $n eval "$weights" --games 9 --set objective.estimator=splitting --set objective.trials=40 --set objective.run=20000 \
        --set objective.pilot=5000 --json
    [ $status = 0 ] && [ -s estimate.json ] && diff <(numbers estimate.json) <(numbers out) >/dev/null
    say $? "$n ranks: an estimate by splitting"
    ranks $n compare "$weights" "$root/params/weights/dellacherie.ini" --games 200 --set game.height=8 --json
    [ $status = $compared ] && [ -s compare.json ] && diff <(numbers compare.json) <(numbers out) >/dev/null
    say $? "$n ranks: a comparison, with its status $compared"
done

cp small.ini inner.ini
ini training games=2 iterations=3 selection finalists=2 games=2 validation games=4 optimiser particles=4 \
    meta problems=inner.ini tune=optimiser.inertia >meta.ini
printf 'few  optimiser.particles=6 optimiser.inertia=1.5\nmany  optimiser.particles=9\n' >pair.list
cp small.ini pair.ini
"$program" train meta.ini --out meta-one -q >out 2>err
"$program" study pair.list --repeat 2 --threads 2 --out study-one -q >out 2>err
for n in $several; do
    ranks $n train meta.ini --out meta-$n --threads 1 -q
    cmp -s meta-one/metrics.tsv meta-$n/metrics.tsv && [ -s meta-one/metrics.tsv ]
    say $? "$n ranks: a meta search"
    ranks $n study pair.list --repeat 2 --out study-$n -q
    equal=0
    for run in few/01 few/02 many/01 many/02; do
        cmp -s study-one/$run/metrics.tsv study-$n/$run/metrics.tsv && cmp -s study-one/$run/weights.ini study-$n/$run/weights.ini ||
            equal=1
    done
    [ $status = 0 ] && [ $equal = 0 ]
    say $? "$n ranks: a study, all of its trainings"
    is "$(grep -c 'optimiser.inertia=1.5: ' err)" 1 "... which warns once, and not in each training"
done

"$program" train small.ini --repeat 3 --out repeat-one -q >repeat.txt 2>err
ranks 3 train small.ini --repeat 3 --out repeat-3 -q
equal=0
for run in 01 02 03; do cmp -s repeat-one/$run/metrics.tsv repeat-3/$run/metrics.tsv || equal=1; done
[ $status = 0 ] && [ $equal = 0 ] && cmp -s repeat-one/summary.tsv repeat-3/summary.tsv
say $? "3 ranks: a training with three seeds, and its summary"

# ---- files, which every rank reads, and standard input, which rank 0 alone has ----

mkdir far
apart() { # ARGUMENT...: the program on two ranks, the second in a folder that is empty
    timeout -k 5 120 $launcher 1 -wdir "$work" "$mpi_program" "$@" : -n 1 -wdir "$work/far" "$mpi_program" "$@" >out 2>err </dev/null
    status=$?
}
apart train small.ini --out missing --threads 1 -q
[ $status = 66 ] && [ ! -e missing ]
say $? "an ini that rank 1 cannot find: status 66, and nothing is begun"
says "rank 1 on host .* finds no file in 'small.ini'"
for isa in SWARMTRIS_CPU=avx99 SWARMTRIS_ISA=avx99; do
    for with in "train -" "train small.ini --repeat 2/3" "eval report-final"; do
        timeout -k 5 60 $launcher 2 sh -c '[ "${OMPI_COMM_WORLD_RANK:-$PMI_RANK}" = 0 ] || export '$isa'; exec "$@"' sh "$mpi_program" $with \
            --out unready --threads 1 <small.ini >out 2>err
        status=$?
        [ $status = 64 ] && [ ! -e unready ]
        say $? "rank 1 alone has $isa, $with: status 64, and nothing is begun: $status"
        says "^swarmtris: rank 1 on host .* cannot begin: $isa: "
    done
done
if built learning; then
    ini game width=10 height=10 objective kind=encoder encode hidden=5 boards=100 heldout=20 epochs=3 full_epochs=1 >encode.ini
    "$program" encode encode.ini --out encoder --threads 1 -q >out 2>err
    ranks 2 encode encode.ini --out encoder-2 --threads 1 -q
    [ $status = 0 ] && [ -s encoder/metrics.tsv ] && cmp -s encoder/metrics.tsv encoder-2/metrics.tsv
    say $? "an encoder is trained by rank 0"
    units="small.ini --set game.height=10 --set game.width=10 --set training.games=40 --set agent.features=encoder:encoder/encoder.ini"
    "$program" train $units --out units -q >out 2>err
    ranks 2 train $units --out units-2 --threads 1 -q
    same_run "the units of an encoder" units units-2
    cp small.ini far/
    apart train $units --out units-3 --threads 1 -q
    [ $status = 64 ] && [ ! -e units-3 ]
    say $? "... whose file rank 1 cannot find: status 64, and nothing is begun"
    says "^swarmtris: rank 1 on host .*encoder/encoder.ini: cannot be read"
    "$program" eval q-small --games 1 --out learned -q >out 2>err
    "$program" eval learned/table.txt --games 40 --set objective.max_pieces=30 --json >table.json 2>/dev/null
    ranks 2 eval learned/table.txt --games 40 --set objective.max_pieces=30 --threads 1 --json
    [ $status = 0 ] && [ -s table.json ] && diff <(numbers table.json) <(numbers out) >/dev/null
    say $? "a learned table"
fi
printf '1 2 3 4 5 6 7 8\n-1 2 -3 4 5 -6 7 8\n\n8 7 6 5 4 3 2 1\n' >lines
served="eval - --games 30 --set agent.features=cs3243 --set game.height=10"
"$program" $served <lines >answers 2>err
timeout -k 5 120 $launcher 3 "$mpi_program" $served --threads 1 <lines >out 2>err
[ $? = 0 ] && [ "$(wc -l <answers)" = 4 ] && cmp -s answers out
say $? "weights from standard input, in two batches"
timeout -k 5 120 $launcher 1 sh -c 'exec "$@" >/dev/full' sh "$mpi_program" $served --threads 1 : -n 1 "$mpi_program" $served --threads 1 \
    <lines >out 2>err
is $? 74 "... and a standard output that is full ends all ranks: status 74"

# ---- stopped and resumed ----

long="small.ini --set training.games=60 --set training.iterations=60 --set game.height=12"
"$program" train $long --out whole -q >out 2>err
state() { # of a run, as its own file says it
    sed -n 's/^ *"state": "\(.*\)".*/\1/p' "$1/run.json" 2>/dev/null
}
has_rows() { # DIRECTORY
    [ "$(wc -l 2>/dev/null <"$1/metrics.tsv")" -gt 2 ] 2>/dev/null
}
stop_soon() { # DIRECTORY: as soon as its training has written a row
    wait_for has_rows "$1"
    touch "$1/STOP"
}
stop_soon parted &
ranks 3 train $long --out parted --threads 1 -q
wait $!
[ $status != 0 ] && grep -q 'the file STOP; saved' err && [ "$(state parted)" = stopped ]
say $? "3 ranks: a file STOP ends the run with a checkpoint"
rows=$(wc -l <parted/metrics.tsv)
ranks 2 train $long --out parted --threads 2 -q --resume --max-time 1s
[ "$(wc -l <parted/metrics.tsv)" -ge "$rows" ]
say $? "2 ranks: it is resumed"
"$program" train $long --out parted -q --resume >out 2>err
same_run "without MPI it ends as the run that was never stopped" whole parted

games="eval $root/params/weights/dellacherie.ini --games 24 --set game.height=${HEIGHT:-16} -q"
"$program" $games --out games-whole >out 2>err
stops=0
for n in 3 2 4; do # their games are longer than what they are given
    ranks $n $games --out games-parted --resume --threads 1 --max-time 0.2s
    [ $status != 75 ] || stops=$((stops + 1))
done
ranks 3 $games --out games-parted --resume --threads 1 # with pauses for checkpoints
[ $status = 0 ] && [ $stops -gt 0 ] && cmp -s games-whole/games.tsv games-parted/games.tsv && [ -s games-whole/games.tsv ]
say $? "long games, suspended on 3, 2 and 4 ranks ($stops times stopped) and played on by others, end as in one process"

# ---- two jobs, one run ----

$launcher 2 "$mpi_program" train $long --set training.iterations=100000 --out busy --threads 1 -q >busy.out 2>&1 </dev/null &
first=$!
wait_for has_rows busy
ranks 2 train $long --set training.iterations=100000 --out busy --threads 1 -q --resume
is $status 73 "a second job on the same run: status 73"
says "another process is running there"
touch busy/STOP
wait $first
is "$(state busy)" stopped "... and the first one goes on until it is stopped"

# ---- ranks that are slow, differ, or have no room ----

of_rank() { # RANK: its process in this folder
    local environ
    for environ in /proc/[0-9]*/environ; do
        cat "$environ" 2>/dev/null | tr '\0' '\n' | grep -qxE "(OMPI_COMM_WORLD_RANK|PMI_RANK)=$1" || continue
        environ=${environ%/environ}
        [ "$(readlink "$environ/exe")" = "$mpi_program" ] && [ "$(readlink "$environ/cwd")" = "$work" ] && echo "${environ#/proc/}"
    done
}
for mpi in $mpis; do
    use $mpi
    $launcher 3 "$mpi_program" train $long --set training.iterations=100000 --out term-$mpi --threads 1 -q >out 2>err </dev/null &
    job=$!
    wait_for has_rows term-$mpi
    kill -TERM $(of_rank 2)
    wait $job
    [ "$(state term-$mpi)" = stopped ] && grep -q 'asked to stop by a signal; saved' err
    say $? "$mpi: TERM to rank 2 alone: the run is saved"
done
use $(set -- $mpis; echo "$1")

if command -v prlimit >/dev/null; then
    $launcher 3 "$mpi_program" train $long --out full --threads 1 -q >out 2>err </dev/null &
    job=$!
    wait_for has_rows full
    prlimit --pid "$(of_rank 0)" --fsize=1000
    wait $job
    is $? 74 "no room for the files of rank 0: status 74"
    says "^full/.*: cannot be written: .*; the last checkpoint is intact"
    "$program" train $long --out full --resume -q >out 2>err
    same_run "... and the run goes on" whole full
fi

cat >meddle.c <<'C'
/* On rank MEDDLE: DELAY microseconds go by before each look for messages; of what the other ranks have answered, number SPOIL that
 * is longer than ten words, or the one of BYTES bytes, has scores that are all higher by 1000. */
#include <mpi.h>
#include <stdlib.h>
#include <unistd.h>
static double *came;
static int words;
static MPI_Request of;
static int number(const char *name)
{
    int rank;
    const char *text = getenv(name), *who = getenv("MEDDLE");
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    return text != NULL && who != NULL && atoi(who) == rank ? atoi(text) : 0;
}
int MPI_Iprobe(int from, int tag, MPI_Comm comm, int *flag, MPI_Status *status)
{
    if (number("DELAY") > 0) usleep((unsigned)number("DELAY"));
    return PMPI_Iprobe(from, tag, comm, flag, status);
}
int MPI_Ibcast(void *bytes, int n, MPI_Datatype type, int root, MPI_Comm comm, MPI_Request *request)
{
    static int seen;
    const int status = PMPI_Ibcast(bytes, n, type, root, comm, request);
    if ((n > 80 && ++seen == number("SPOIL")) || n == number("BYTES")) came = bytes, words = n / 8, of = *request;
    return status;
}
int MPI_Test(MPI_Request *request, int *flag, MPI_Status *status)
{
    const int ours = came != NULL && *request == of, result = PMPI_Test(request, flag, status);
    for (int score = 1; ours && *flag && score < words; score += 3) came[score] += 1000;
    if (ours && *flag) came = NULL;
    return result;
}
C
if [ "${mpis#* openmpi}" != "$mpis" ] && mpicc.openmpi -O1 -shared -fPIC -o meddle.so meddle.c 2>err; then
    use openmpi
    for slow in 0 1; do
        DELAY=3000 MEDDLE=$slow LD_PRELOAD=$work/meddle.so ranks 3 train small.ini --set training.games=40 --out slow-$slow --threads 1 -q
        same_run "a delay in rank $slow" one slow-$slow
    done
    SPOIL=100 MEDDLE=1 LD_PRELOAD=$work/meddle.so ranks 2 train $long --out spoilt --threads 1 -q
    is $status 70 "answers that rank 1 alone has heard otherwise: status 70"
    says "^swarmtris: rank 1 has computed something else than rank 0"
    "$program" train $long --out spoilt --resume -q >out 2>err
    same_run "... and what was saved is right: the run goes on" whole spoilt
    for who in 0 1; do # the 30 games of the validation, which no batch follows
        BYTES=720 MEDDLE=$who LD_PRELOAD=$work/meddle.so ranks 2 train small.ini --set training.games=40 --out last-$who --threads 1 -q
        is $status 70 "the last answers, which rank $who alone has heard otherwise: status 70"
    done
else
    echo "skip - ranks that are meddled with: mpicc.openmpi is missing"
fi

# ---- mistakes ----

if [ "${mpis#* openmpi}" != "$mpis" ]; then
    use openmpi
    run_launcher() { timeout -k 5 60 $launcher "$@" >out 2>err </dev/null; status=$?; }
    run_launcher 2 "$program" train small.ini --out twice -q
    [ $status = 64 ] && [ ! -e twice ]
    say $? "mpirun on the plain program: status 64, and nothing is begun"
    says "use swarmtris-mpi"
    ranks 2 train small.ini --out mode -q --mode games
    is $status 64 "a mode of sharing that is not both: status 64"
    says "mode = games: must be both if several ranks play"
    cp "$mpi_program" other-build && printf x >>other-build
    run_launcher 1 "$mpi_program" train small.ini --out mixed -q : -n 1 ./other-build train small.ini --out mixed -q
    [ $status = 78 ] && [ ! -e mixed ]
    say $? "ranks of two builds: status 78, and nothing is begun"
    says "rank 1 on host .* is another build of the program"
    run_launcher 1 "$mpi_program" train small.ini --out mixed -q : -n 1 "$mpi_program" train small.ini --out mixed -q --seed 2
    is $status 78 "ranks with two command lines: status 78"
    says "was started with another command line"
    for isa in plain avx2; do
        run_launcher 1 "$mpi_program" train small.ini --set training.games=40 --out "isa-$isa" --threads 1 : \
            -n 1 -x SWARMTRIS_ISA=$isa "$mpi_program" train small.ini --set training.games=40 --out "isa-$isa" --threads 1
        same_run "a rank that has no more than $isa" one "isa-$isa"
    done
    env -u OMPI_COMM_WORLD_SIZE SLURM_STEP_NUM_TASKS=2 SLURM_PROCID=0 "$mpi_program" train small.ini >out 2>err </dev/null
    is $? 64 "srun without --mpi: status 64"
    says "add --mpi=pmix to srun"
fi
exit $failed
