/* early.h. What is enough of a batch: parts whose answers are used together, and lists that may be left early.
 *
 * Idea: of a batch in several parts one part is enough. Threads go on until their list is empty, since full vectors cost no more
 * than others; then games of parts that are not needed yet are suspended, and resume in the next batch, where vectors are full
 * again. How threads share a list (jobs.h) knows nothing of it.
 * Never: lets an answer depend on when a list was left. */
#ifndef SWARMTRIS_BASE_EARLY_H
#define SWARMTRIS_BASE_EARLY_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

/* Plays whose answers are used together: a part of a batch (trial.h). */
typedef struct {
    atomic_int open;       /* plays that are not answered yet */
    atomic_bool *some;     /* set once all plays of any part are answered; shared by all parts, borrowed */
} JobPart;

/* A play of the part has been answered. */
void part_answered(JobPart *p);

/* Whether all plays of the part are answered. */
bool part_done(const JobPart *p);

/* Of one list. */
typedef struct {
    const atomic_bool *enough; /* set once a part is answered, borrowed; NULL: all plays of the list are needed */
    atomic_bool leave;         /* set once a thread has suspended games; the other threads should do so soon */
} Early;

/* Whether a thread that finds its list empty should suspend its unfinished games, of which it has few or not. The first thread
 * with too few games decides for all. */
bool early_leave(Early *e, bool few);

#endif
