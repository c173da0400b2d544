/* bench/simulate.h. One iteration on many ranks, as a simulation of discrete events.
 *
 * Idea: server and workers follow the rules of src/eval/server.c and worker.c: first block, smaller blocks, answers sent
 * together, jobs that are given back at the end. A job is a number of turns; a worker plays as many turns a second with
 * hundreds of games side by side as with one; messages take a while, and rank 0 a moment for each. So larger clusters can be
 * judged than there are.
 * Never: plays. */
#ifndef SWARMTRIS_BENCH_SIMULATE_H
#define SWARMTRIS_BENCH_SIMULATE_H

#include <stdbool.h>

/* What a cluster is like. All in seconds, but turns a second. */
typedef struct {
    bool lanes;     /* games are played side by side; else one after the other, as replicates of splitting are */
    double speed;   /* turns a second of one worker */
    double latency; /* of a message */
    double message; /* of rank 0's time that a message takes, without its jobs */
    double job;     /* of rank 0's time that a job takes, there and back */
    double pause;   /* between two iterations: tell and ask */
} SimulatedCluster;

/* Where the time of all workers went. */
typedef struct {
    double seconds;         /* of the iteration */
    double playing;         /* the share of the workers' time in which they play */
    double waiting;         /* in which they wait for jobs while rank 0 still has some */
    double ending;          /* in which they have nothing to do, since the last jobs are played elsewhere */
    double between;         /* in which rank 0 thinks between two iterations */
    double serving;         /* the share of rank 0's time that messages take */
    double messages, bytes; /* for each job */
} SimulatedTime;

/* Plays jobs of these lengths (n; longest expected first) on so many workers, one on each rank; rank 0 plays, too. */
SimulatedTime simulate(const double *turns, int n, int workers, const SimulatedCluster *c);

#endif
