/* jobs.h. Work that threads share.
 *
 * Idea: a list of plays and one counter; a thread without work takes the next ones. The answer depends on the job alone, not on
 * the thread that takes it. Of a batch in several parts one part is enough: threads go on until their list is empty, since full
 * vectors cost no more than others; then games of parts that are not needed yet are suspended, and resume in the next batch,
 * where vectors are full again.
 * Never: lets an answer depend on when a list was left. */
#ifndef SWARMTRIS_BASE_JOBS_H
#define SWARMTRIS_BASE_JOBS_H

#include "base/trial.h"

#include <stddef.h>

/* Plays whose answers are used together: a part of a batch (trial.h). */
typedef struct {
    atomic_int open;   /* plays that are not answered yet */
    atomic_bool *some; /* set once all plays of any part are answered; shared by all parts, borrowed */
} JobPart;

/* Of one list. */
typedef struct {
    const atomic_bool *enough; /* set once all plays of any part are answered, borrowed; NULL: all are needed */
    atomic_bool leave;         /* set once a thread has suspended games; the other threads should do so soon */
} Early;

/* Whether a thread that finds its list empty should suspend its unfinished games, of which it has few or not. The first thread
 * with too few games decides for all. */
bool early_leave(Early *e, bool few);

/* One play. All borrowed. */
typedef struct {
    const double *x;      /* weights */
    uint64_t seed;        /* names the game */
    Answer *y;            /* where the answer goes, or the state if the play is stopped */
    JobPart *part;        /* NULL, or the part that it belongs to */
    atomic_bool returned; /* suspended by the thread that had taken it, for any to resume; false in a new list */
} Job;

typedef struct {
    Job *job;        /* (n), borrowed; with room for more where the list grows */
    atomic_int n;    /* jobs so far */
    int threads;     /* number of threads that take from the list, here and in other processes; 0 counts as 1 */
    int whole;       /* jobs that threads of several processes share, as far as they are for these threads; 0: no other does */
    atomic_int next; /* the first job that no thread has taken yet; at most n */
    atomic_int returned; /* where to look for the next job that was returned; it may run past n */
    atomic_int lying;    /* jobs that were returned, and that no thread has taken since */
    atomic_bool wanted;  /* others have nothing to do: threads that find the list empty should return what they can spare */
    Early early;         /* whether the list may be left before all of it is answered */
} JobList;

/* Takes up to want jobs (1 or more): returns how many, from *first on; 0: the list is empty. */
int jobs_take(JobList *l, int want, int *first);

/* Adds a job behind the others, for which the list has room, while threads may be playing: one thread at a time. */
void jobs_add(JobList *l, Job j);

/* Whether a thread would find work: a job that none has taken, or one that was returned. */
bool jobs_waiting(const JobList *l);

/* Takes a job that was returned, and writes which; false: there is none. */
bool jobs_take_returned(JobList *l, int *i);

/* How full the vectors of the lanes engine were. */
typedef struct {
    uint64_t vectors; /* vectors that were advanced by a turn */
    uint64_t filled;  /* lanes of them that had a game, in all */
    uint64_t lanes;   /* lanes that they have, in all */
} Occupancy;

/* Called by threads while they play; the run handles signals, the clock and the progress line in it. */
typedef struct {
    /* Called by any thread every few hundred turns, with the turns (pieces, evaluations) that it has played since its last
     * call. True means stop, and stays true. */
    bool (*poll)(void *ctx, int turns);
    void *ctx;
    /* NULL, or called by each thread that has finished with a list of games. */
    void (*left)(void *ctx, Occupancy o);
} StopCheck;
extern const StopCheck stop_never;

/* Turns after which a thread that plays jobs of the list asks the stop check again: a millisecond or two of a fast agent, some
 * 100 ms of one that looks ahead; fewer where other processes take from the list, since messages are handled then. */
int jobs_poll_turns(const JobList *l);

/* Notes what a play has cost so far: from time to time, and at least when it is suspended. Costs of a play never fall. */
void job_spend(const Job *j, double cost);

/* Answers a job, which must not be answered yet; score and cost are written before done is set. Frees
 * the saved game of the play. */
void job_answer(const Job *j, double score, double cost);

/* Suspends a play that has cost so much: keeps its state (bytes) beside the answer, under the mark of the player that can
 * resume it. */
void job_suspend(const Job *j, double cost, uint64_t mark, const void *state, size_t bytes);

/* Suspends job i, which the caller has taken, so that any thread can resume it; after the last one, jobs_offer. */
void jobs_return(JobList *l, int i, double cost, uint64_t mark, const void *state, size_t bytes);
void jobs_offer(JobList *l);

/* Copies the state (bytes) that was kept under this mark; false: none was kept, and the play starts from its beginning,
 * with a cost of 0. */
bool job_resume(const Job *j, uint64_t mark, void *state, size_t bytes);

/* What was kept of the play is of no use: it starts from its beginning, with a cost of 0. */
void job_forget(const Job *j);

#endif
