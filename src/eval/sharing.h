/* eval/sharing.h. By which rules rank 0 and the others share a list: who gets how many jobs, and when a rank reports; and what is
 * known of a rank.
 *
 * Idea: the server, the worker and the simulation of large clusters (bench/simulate.c) ask the same functions. Times are seconds.
 * Never: sends; remembers anything. */
#ifndef SWARMTRIS_EVAL_SHARING_H
#define SWARMTRIS_EVAL_SHARING_H

#include <stdbool.h>
#include <stdint.h>

/* What rank 0 knows of a rank. */
typedef struct {
    int threads;    /* that it takes if no other number is asked for, at least 1 */
    int host;       /* a number that all ranks of its host have */
    int processors; /* of that host */
} ServerRank;

/* What has been exchanged. */
typedef struct {
    int64_t jobs;     /* that were sent to other ranks */
    int64_t again;    /* suspended games that began again, since the rank that went on could not read them */
    int64_t received; /* messages from other ranks */
    int64_t bytes;    /* of them */
    double seconds;   /* that this rank has spent on messages and jobs */
} ServerCounts;

/* The share of what is left that a rank gets at once: half of its part when a round begins, a quarter later. And the most jobs
 * that it gets by its share, and gives back at once. */
enum { SHARING_FIRST = 2, SHARING_LATER = 4, SHARING_BLOCK_MAX = 8192 };

/* How many of the jobs of a list (all, of which none has taken `left`) a rank gets, which has so many of all threads: 1/share of
 * its part of what is left, but not much less than of all jobs, and one for each thread. More than are left if these are few. */
int sharing_block(int left, int all, int share, int threads, int all_threads);

/* Whether rank 0 may ask a rank for jobs back that has so many, and was asked so long ago; and for how many. */
bool sharing_may_recall(double since, int outstanding, int threads);
int sharing_recall(int outstanding, int threads);

/* What a rank goes by when it decides whether to send a message. */
typedef struct {
    double since; /* its last message */
    int ranks;    /* of the run */
    int threads;  /* of its own */
    int block;    /* jobs of the last block that it got */
    int untaken;  /* jobs that none of its threads has taken */
    bool asked;   /* it has asked for jobs since the last block */
    bool idle;    /* one of its threads has no work */
} SharingNeed;

/* Whether it has so few jobs left that it asks for more, and now. */
bool sharing_asks(const SharingNeed *n);

/* Whether answers that it has are sent now; with a request for jobs they are sent in any case. */
bool sharing_is_due(const SharingNeed *n);

#endif
