/* eval/server_facts.h. What is known of a rank, and what has been exchanged with all of them. */
#ifndef SWARMTRIS_EVAL_SERVER_FACTS_H
#define SWARMTRIS_EVAL_SERVER_FACTS_H

#include <stdint.h>

typedef struct Server Server;

/* What rank 0 knows of a rank. */
typedef struct {
    int threads;    /* that it takes where nothing else is asked for, at least 1 */
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

#endif
