/* jobs.h. Work that threads share.
 *
 * Idea: a list of plays and one counter; whoever is free takes the next ones. Which thread plays a job is chance, what comes out
 * is not: the answer depends on the job alone. */
#ifndef SWARMTRIS_BASE_JOBS_H
#define SWARMTRIS_BASE_JOBS_H

#include "base/trial.h"

#include <stddef.h>

/* Plays that wait for each other. open: not answered yet. some: one of the parts is answered. */
typedef struct {
    atomic_int open;
    atomic_bool *some;
} JobPart;

/* One play: weights x, the game named by seed, and where the answer goes. part: NULL, or who waits for it. All borrowed. */
typedef struct {
    const double *x;
    uint64_t seed;
    Answer *y;
    JobPart *part;
} Job;

/* job (n); threads: how many take from it, 0 is 1; next: the first job that nobody has taken yet (it may run past n). enough: NULL, or
 * once it is true, whoever finds the list empty may leave the games at hand with bookmarks: others will come beside which they go on.
 * leave: somebody has done so; the others had better not go on for long. */
typedef struct {
    const Job *job;
    int n, threads;
    atomic_int next;
    const atomic_bool *enough;
    atomic_bool leave;
} JobList;

/* Takes up to want jobs: returns how many, from *first on; 0: the list is empty. */
int jobs_take(JobList *l, int want, int *first);

/* How full the vectors were: in all of them together so many lanes had a game, of so many. */
typedef struct {
    uint64_t vectors, filled, lanes;
} Occupancy;

/* poll: asked by any thread every few hundred turns, with the turns (pieces, evaluations) played since that thread last asked. True
 * means stop, and stays true. run looks at signals, the clock and the progress line in it. left: NULL, or told by each thread that is
 * through with a list of games. */
typedef struct {
    bool (*poll)(void *ctx, int turns);
    void *ctx;
    void (*left)(void *ctx, Occupancy o);
} StopCheck;

/* The answer of a job: complete before done says so. */
void job_answer(const Job *j, double score, double cost);

/* A play that is stopped: leaves its state (bytes) in the answer, under the mark of who can go on with it. */
void job_suspend(const Job *j, uint64_t mark, const void *state, size_t bytes);

/* Copies the state (bytes) that was left under this mark; false: there is none, and the play is to begin. */
bool job_resume(const Job *j, uint64_t mark, void *state, size_t bytes);

#endif
