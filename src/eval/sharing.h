/* eval/sharing.h. The rules by which rank 0 and the other ranks share a list: who gets how many jobs, and when a rank reports.
 *
 * Idea: the server, the worker and the simulation of large clusters (bench/simulate.c) share these functions. Times are seconds.
 * Never: sends; remembers anything. */
#ifndef SWARMTRIS_EVAL_SHARING_H
#define SWARMTRIS_EVAL_SHARING_H

#include <stdbool.h>
#include <stdint.h>

/* What rank 0 knows of a rank. */
typedef struct {
    int threads;    /* its threads by default, at least 1 */
    int host;       /* a number that all ranks of the same host have */
    int processors; /* of that host */
} ServerRank;

/* What has been exchanged. */
typedef struct {
    int64_t jobs;     /* that were sent to other ranks */
    int64_t again;    /* suspended games that began again, since the next rank could not read them */
    int64_t received; /* messages from other ranks */
    int64_t bytes;    /* of the received messages */
    double seconds;   /* that this rank has spent on messages and jobs */
} ServerCounts;

/* A rank gets 1/SHARING_FIRST of its part of the remaining jobs when a round begins, 1/SHARING_LATER of it afterwards.
 * SHARING_BLOCK_MAX: the most jobs that it gets by its part, and that it gives back at once. */
enum { SHARING_FIRST = 2, SHARING_LATER = 4, SHARING_BLOCK_MAX = 8192 };

/* How many jobs of a list a rank with `threads` of all_threads gets: 1/share of its part of the `left` jobs that none has taken.
 * It gets at least a small share of `all` jobs, and one job for each thread; this may be more than left. */
int sharing_block(int left, int all, int share, int threads, int all_threads);

/* Whether a rank with `outstanding` jobs, last asked `since` seconds ago, may be asked to give jobs back; and how many. */
bool sharing_may_recall(double since, int outstanding, int threads);
int sharing_recall(int outstanding, int threads);

/* The state of a rank, by which it decides whether to send a message. */
typedef struct {
    double since; /* seconds since its last message */
    int ranks;    /* of the run */
    int threads;  /* of its own */
    int block;    /* jobs of the last block that it got */
    int untaken;  /* jobs that none of its threads has taken */
    bool asked;   /* it has asked for jobs since the last block */
    bool idle;    /* one of its threads has no work */
} SharingNeed;

/* Whether the rank asks for more jobs now. */
bool sharing_asks(const SharingNeed *n);

/* Whether the rank sends its answers now; a request for jobs carries them in any case. */
bool sharing_is_due(const SharingNeed *n);

#endif
