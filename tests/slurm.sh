#!/usr/bin/env bash
# slurm.sh: a run as a job of a real Slurm, whose controller and node are this machine: params/slurm/requeue.sbatch with a time limit and
# signals, queued again three times, ends as a run that was never stopped. Where Slurm is installed it fails and does not skip; where it is
# not, it says so and shows nothing. Needs root.
. "$(dirname "$0")/shell.sh" || exit 1
mpi_program=$(dirname "$program")/swarmtris-mpi
for needed in slurmctld slurmd sbatch srun scontrol munged; do
    command -v $needed >/dev/null || { echo "SKIPPED: $needed is not installed (make deps NAME=slurm)" && echo "skip - Slurm" && exit 0; }
done
[ -x "$mpi_program" ]
say $? "swarmtris-mpi is built (make deps mpi NAME=mpi)"
export SLURM_CONF=$work/slurm.conf OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
export SWARMTRIS=$program SWARMTRIS_MPI=$mpi_program
host=$(hostname -s) port=$((20000 + $$ % 20000))

# ---- a cluster of one node ----

mkdir -m 755 state spool munge
chmod 711 "$work"
dd if=/dev/urandom of=munge/key bs=1 count=1024 2>/dev/null && chmod 600 munge/key
munged --key-file="$work/munge/key" --socket="$work/munge/socket" --pid-file="$work/munge/pid" --log-file="$work/munge/log" \
    --seed-file="$work/munge/seed" --force 2>munged.err
cat >slurm.conf <<EOF
ClusterName=test
SlurmctldHost=$host(127.0.0.1)
SlurmUser=root
AuthType=auth/munge
AuthInfo=socket=$work/munge/socket,cred_expire=5
SlurmctldPort=$port
SlurmdPort=$((port + 1))
SlurmctldPidFile=$work/ctld.pid
SlurmdPidFile=$work/d.pid
SlurmctldLogFile=$work/ctld.log
SlurmdLogFile=$work/d.log
StateSaveLocation=$work/state
SlurmdSpoolDir=$work/spool
ProctrackType=proctrack/pgid
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SchedulerType=sched/builtin
SlurmdParameters=config_overrides
ReturnToService=2
MpiDefault=none
NodeName=$host NodeAddr=127.0.0.1 CPUs=4 State=UNKNOWN
PartitionName=all Nodes=ALL Default=YES MaxTime=INFINITE State=UP
EOF
end_all() {
    scancel --full "$job" 2>/dev/null
    for file in d.pid ctld.pid munge/pid; do [ -s "$work/$file" ] && kill "$(cat "$work/$file")" 2>/dev/null; done
    sleep 1
    rm -rf "$work"
}
trap end_all EXIT
slurmctld -c && slurmd -N "$host" 2>/dev/null || slurmd
for ((i = 0; i < 300; i++)); do
    sinfo -h -o %T 2>/dev/null | grep -q idle && break
    sleep 0.1
done
sinfo -h -o %T 2>/dev/null | grep -q idle
say $? "a Slurm of one node runs"

# ---- a job that is stopped three times ----

small_ini >small.ini
training="--set game.height=14 --set training.games=60 --set training.iterations=${ITERATIONS:-100} --threads 1 -q"
"$program" train small.ini $training --out whole >out 2>err
job=$(sbatch --parsable --nodes=1 --ntasks-per-node=2 --cpus-per-task=1 --time=1 --signal=USR1@45 --chdir="$work" --output=job.log \
    "$root/params/slurm/requeue.sbatch" small.ini slurm $training 2>sbatch.err)
[ -n "$job" ]
say $? "the job is queued"
restarts() { scontrol show job "$job" 2>/dev/null | sed -n 's/.*Restarts=\([0-9]*\).*/\1/p'; }
job_state() { scontrol show job "$job" 2>/dev/null | sed -n 's/.*JobState=\([A-Z]*\).*/\1/p'; }
rows() { { wc -l <slurm/metrics.tsv; } 2>/dev/null || echo 0; }
await() { # SECONDS CONDITION...
    local until=$((SECONDS + $1))
    shift
    while [ $SECONDS -lt $until ]; do
        "$@" && return 0
        sleep 0.2
    done
    return 1
}
restarted() { [ "$(restarts)" -ge "$1" ] 2>/dev/null; }
going() { [ "$(job_state)" = RUNNING ] && [ "$(rows)" -gt "$1" ]; }
ended() { case $(job_state) in COMPLETED | FAILED | TIMEOUT | CANCELLED) true ;; *) false ;; esac; }

await 150 restarted 1
say $? "before the time limit the run saves and stops, and the job queues itself again"
scontrol update jobid="$job" timelimit=30 2>/dev/null
for again in 2 3; do
    before=$(rows)
    await 120 going "$before"
    scancel --signal=USR1 "$job"
    await 90 restarted $again
    say $? "a signal: it is queued again, for the time number $again"
done
await 400 ended && [ "$(job_state)" = COMPLETED ]
say $? "after three restarts it is finished"
cmp -s whole/metrics.tsv slurm/metrics.tsv && cmp -s whole/weights.ini slurm/weights.ini
same=$?
say $same "... and equal to a run that was never stopped"
[ $failed = 0 ] || { sed 's/^/# /' sbatch.err job.log; tail -n 20 ctld.log d.log | sed 's/^/# /'; }
exit $failed
