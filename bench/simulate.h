/* bench/simulate.h. One iteration on many ranks, as a simulation of discrete events.
 *
 * Idea: server and workers follow the rules of src/eval/sharing.h: a first block, smaller blocks, answers sent together, jobs
 * given back at the end. tests/test_simulate.c compares them with the real server and workers. A job is a number of turns. A
 * worker plays faster with more games side by side. A message has a latency, waits until a playing worker looks for messages,
 * and takes time of rank 0. Playing workers may share processors in equal parts. So clusters can be larger than any at hand.
 * Never: plays a game. */
#ifndef SWARMTRIS_BENCH_SIMULATE_H
#define SWARMTRIS_BENCH_SIMULATE_H

#include <stdbool.h>

/* The properties of a cluster. Times are in seconds, speeds in turns a second. */
typedef struct {
    bool lanes;     /* games are played side by side; else one after the other, like replicates of splitting */
    double speed;   /* turns a second of one worker with one job, or, with most = 0, with any number of jobs */
    double most;    /* limit of turns a second for many games side by side; 0: always `speed` */
    double half_at; /* the number of games with which a worker reaches half of `most` */
    int processors; /* processors that all workers share; 0: each has its own */
    double slice;   /* seconds for which one of several workers has a shared processor */
    double crowded; /* speed factor of a worker with several games on a shared processor: the others evict its cache */
    double latency; /* delay of a message */
    double message; /* rank 0's time for a message, without its jobs */
    double job;     /* rank 0's time for a job, sent and answered */
    double pause;   /* between two iterations: tell and ask */
    double round;   /* additional time to begin and end an iteration if several workers play */
} SimulatedCluster;

/* Where the time of all workers went. */
typedef struct {
    double seconds;         /* of the iteration */
    double playing;         /* the share of the workers' time in which they play */
    double waiting;         /* share in which they wait for jobs while rank 0 still has some */
    double ending;          /* share in which they are idle, since other workers play the last jobs */
    double between;         /* share between two iterations, while rank 0 runs tell and ask */
    double serving;         /* the share of rank 0's time that messages take */
    double messages, bytes; /* per job */
} SimulatedTime;

/* Plays jobs of these lengths (n; longest expected first) on so many workers, one on each rank; rank 0 plays, too. */
SimulatedTime simulate(const double *turns, int n, int workers, const SimulatedCluster *c);

#endif
