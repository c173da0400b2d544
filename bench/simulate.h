/* bench/simulate.h. One iteration on many ranks, as a simulation of discrete events.
 *
 * Idea: server and workers follow the rules of src/eval/sharing.h: first block, smaller blocks, answers sent together, jobs that
 * are given back at the end; tests/test_simulate.c plays the real ones beside them. A job is a number of turns; a worker plays
 * the faster the more games it has side by side; messages take a while, a worker that plays sees them when it looks the next
 * time, and they take a moment of rank 0. Workers may share processors: each that plays has its part. So larger clusters can be
 * judged than there are.
 * Never: plays. */
#ifndef SWARMTRIS_BENCH_SIMULATE_H
#define SWARMTRIS_BENCH_SIMULATE_H

#include <stdbool.h>

/* What a cluster is like. All in seconds, but turns a second. */
typedef struct {
    bool lanes;     /* games are played side by side; else one after the other, as replicates of splitting are */
    double speed;   /* turns a second of one worker on one job, or with half_at = 0 on any number */
    double most;    /* turns a second that it approaches with more and more games side by side; 0: speed, whatever their number */
    double half_at; /* the number of games with which it reaches half of that */
    int processors; /* that all workers share; 0: each has its own */
    double slice;   /* seconds for which a processor is given to one of several workers */
    double crowded; /* the share of its speed that a worker with many games then has: the others take the cache from it */
    double latency; /* of a message */
    double message; /* of rank 0's time that a message takes, without its jobs */
    double job;     /* of rank 0's time that a job takes, there and back */
    double pause;   /* between two iterations: tell and ask */
    double round;   /* besides, where several workers play: to begin an iteration on all of them, and to end it */
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
