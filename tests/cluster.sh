#!/usr/bin/env bash
# cluster.sh [KILLS]: swarmtris-mpi on two nodes, which are two network namespaces of this machine with a cable between them: no shared
# memory, real TCP. A training gives what one process gives; also after KILLS (20) kills of a random rank at random moments, each followed
# by a resume on another number of ranks. Nothing hangs. Needs root.
. "$(dirname "$0")/shell.sh" || exit 1
kills=${1:-20}
mpi_program=$(dirname "$program")/swarmtris-mpi
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_orte_tmpdir_base=$work
a=swa$$ b=swb$$

skip() {
    echo "skip - two nodes: $1"
    exit 0
}
command -v mpirun.openmpi >/dev/null && [ -x "$mpi_program" ] || skip "Open MPI or swarmtris-mpi is missing (make deps mpi NAME=mpi)"
command -v ip >/dev/null || skip "the program ip is missing (package iproute2)"
ip netns add $a 2>/dev/null && ip netns add $b 2>/dev/null && unshare -u true || skip "network namespaces cannot be made here"
trap 'ip netns pids $a | xargs -r kill -9; ip netns pids $b | xargs -r kill -9; ip netns del $a; ip netns del $b; rm -rf "$work"' EXIT
ip link add v$a netns $a type veth peer name v$b netns $b && ip -n $a addr add 10.77.0.1/24 dev v$a &&
    ip -n $b addr add 10.77.0.2/24 dev v$b || skip "no cable can be laid between two namespaces"
for node in $a $b; do
    ip -n $node link set lo up
    ip -n $node link set v$node up
done

# How mpirun starts its helper on the other node: without ssh.
cat >agent <<EOF
#!/bin/sh
shift
exec ip netns exec $b unshare -u sh -c "hostname node-b; \$*"
EOF
chmod +x agent
printf '10.77.0.1 slots=4\n10.77.0.2 slots=4\n' >hosts

start() { # RANKS ARGUMENT...: ranks on both nodes in turn, in the background; $! is mpirun
    local net=10.77.0.0/24
    ip netns exec $a unshare -u sh -c 'hostname node-a; exec "$@"' sh mpirun.openmpi --hostfile hosts --oversubscribe \
        --bind-to none --map-by node --mca plm_rsh_agent "$work/agent" --mca oob_tcp_if_include $net --mca btl_tcp_if_include $net \
        -n "$1" "$mpi_program" "${@:2}" >out 2>err </dev/null &
}
# Waits for a process, five minutes at most. False: it hangs.
within_limit() { # PROCESS
    for ((i = 0; i < 3000; i++)); do
        kill -0 "$1" 2>/dev/null || return 0
        sleep 0.1
    done
    return 1
}
rank_processes() { # of this test
    { ip netns pids $a; ip netns pids $b; } | while read -r pid; do
        [ "$(readlink "/proc/$pid/exe" 2>/dev/null)" = "$mpi_program" ] && echo "$pid"
    done
}
same_run() { # TEXT DIRECTORY DIRECTORY
    cmp -s "$2/metrics.tsv" "$3/metrics.tsv" && cmp -s "$2/weights.ini" "$3/weights.ini" && [ -s "$2/metrics.tsv" ]
    local same=$?
    say $same "$1"
    [ $same = 0 ] || sed 's/^/# /' err
}
small_ini >small.ini
training="small.ini --set game.height=12 --set training.games=100 --set training.iterations=40 --threads 1 -q"
"$program" train $training --out whole >out 2>err
start 2 train $training --out nodes
mpirun=$!
within_limit $mpirun && wait $mpirun
say $? "two nodes train"
same_run "... what one process does" whole nodes

# ---- kills ----

RANDOM=7
done=0 hung=0 killed=0
for ((kill = 1; kill <= kills; kill++)); do
    start $((2 + RANDOM % 3)) train $training --out killed --resume
    mpirun=$!
    sleep "$((RANDOM % 3)).$((RANDOM % 10))"
    victims=($(rank_processes))
    if [ ${#victims[@]} -gt 0 ] && kill -9 "${victims[RANDOM % ${#victims[@]}]}" 2>/dev/null; then killed=$((killed + 1)); fi
    if within_limit $mpirun; then
        wait $mpirun 2>/dev/null
        [ $? = 0 ] && rm -rf killed
    else
        hung=$((hung + 1))
        kill -9 $mpirun
    fi
    rank_processes | xargs -r kill -9 2>/dev/null
done
is $hung 0 "$killed ranks were killed, and no job outlived one"
"$program" train $training --out killed --resume >out 2>err
same_run "the run that they belonged to ends as the one that was never killed" whole killed

exit $failed
