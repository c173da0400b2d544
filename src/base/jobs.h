/* jobs.h. Work that threads share.
 *
 * Idea: a list of plays and one counter; a thread without work takes the next plays. An answer depends on the job alone, not on
 * the thread that takes it.
 * Never: sums answers, or lets one depend on the order in which threads take jobs. */
#ifndef SWARMTRIS_BASE_JOBS_H
#define SWARMTRIS_BASE_JOBS_H

#include "base/trial.h"

#include <stddef.h>

/* One play. All borrowed. */
typedef struct {
    const double *x;      /* weights */
    uint64_t seed;        /* names the game */
    int64_t longest;      /* as in its trial */
    Answer *y;            /* receives the answer, or the state if the play is stopped */
    int play;             /* its number in the sequence of its trial */
    atomic_bool returned; /* suspended by its thread (jobs_return), so that any thread can resume it; false in a new list */
} Job;

typedef struct {
    Job *job;            /* (n), borrowed; (all) if other processes take part */
    atomic_int n;        /* jobs; if other processes take part, the end of the range that threads take from */
    int threads;         /* number of threads that take from this range; 0 counts as 1 */
    int whole;           /* all jobs that several processes share, in proportion to `threads`; 0: no other process takes part */
    int all;             /* jobs in `job` if other processes take part */
    atomic_int next;     /* the first job that no thread has taken yet; at most n */
    atomic_int then[2];  /* the range that follows when this one is empty, from [0] to before [1]; empty without others */
    atomic_int returned; /* where to look for the next returned job; may run past n */
    atomic_int lying;    /* jobs that were returned and that no thread has taken since */
} JobList;

/* Takes up to want jobs (1 or more), from number *first on. Returns how many; 0: the list is empty. */
int jobs_take(JobList *l, int want, int *first);

/* Adds a range of jobs, of at least one, to a list that has two ranges at most; false: both have jobs. Threads may be taking;
 * only one thread may add, and no job twice. */
bool jobs_refill(JobList *l, int first, int n);

/* jobs_take from the second range alone. */
int jobs_take_then(JobList *l, int want, int *first);

/* How many jobs no thread has taken yet, of the ranges that are here. */
int jobs_left(const JobList *l);

/* Whether a thread would find work: a job that none has taken, or one that was returned. */
bool jobs_waiting(const JobList *l);

/* Takes a returned job, number *i; false: there is none. */
bool jobs_take_returned(JobList *l, int *i);

/* How full the vectors of the lanes engine were. */
typedef struct {
    uint64_t vectors; /* vectors that were advanced by a turn */
    uint64_t filled;  /* lanes of these vectors that had a game */
    uint64_t lanes;   /* all lanes of these vectors */
} Occupancy;

/* Functions that threads call while they play. The run handles signals, the clock and the progress line in poll. */
typedef struct {
    /* Called by any thread every few milliseconds, even within a turn, with the turns (pieces, evaluations) that it has played
     * since its last call. True means stop, and stays true. */
    bool (*poll)(void *ctx, int turns);
    void *ctx;
    /* NULL, or called by each thread that has finished with a list of games. */
    void (*left)(void *ctx, Occupancy o);
} StopCheck;
extern const StopCheck stop_never;

/* How much may be searched for, and what has been. An agent counts the positions that it looks at; a thread polls after so many,
 * whatever a turn costs. Threads that search one move share a limit. */
typedef struct SearchLimit {
    int64_t nodes;              /* most positions; 0: any number */
    const StopCheck *stop;      /* NULL: nothing stops the search; borrowed */
    int every;                  /* positions between two polls of stop; 0: each call of search_spend polls */
    struct SearchLimit *within; /* also counts, and ends this one when it ends; NULL: none; borrowed */
    _Atomic(int64_t) searched;  /* positions so far */
    _Atomic(int64_t) polled;    /* how many they were at the last poll */
    int64_t turns;              /* turns made since the last poll, which the next one reports; of one thread that plays */
    atomic_bool ended;          /* a bound was reached: the move that is being searched for is not to be made */
} SearchLimit;

/* Positions between two polls of a thread: of states of Game, of which one takes from a tenth of a microsecond to some 50; and
 * of a thread that plays jobs of the list on lanes, a few milliseconds. Fewer if other processes take jobs of the list, since
 * poll also handles messages then. */
enum { SEARCH_POLL = 1024 };
int jobs_poll_every(const JobList *l);

/* Counts positions that are about to be searched. search_spend also polls if it is time; false: a bound is reached, and the
 * search must be abandoned. search_due: whether it is time. search_poll polls anyhow; false: stop. l may be NULL: there is no
 * bound. */
void search_count(SearchLimit *l, int64_t positions);
bool search_spend(SearchLimit *l, int64_t positions);
bool search_due(const SearchLimit *l);
bool search_poll(SearchLimit *l);

/* Whether a bound is reached. */
static inline bool search_ended(const SearchLimit *l)
{
    return l != NULL && atomic_load_explicit(&l->ended, memory_order_relaxed);
}

/* Records the cost of a play so far: from time to time, and at least when the play is suspended. The cost never decreases. */
void job_spend(const Job *j, double cost);

/* Answers a job, which must not be answered yet. Writes score and cost before it sets done, and frees the saved game of the
 * play. */
void job_answer(const Job *j, double score, double cost);

/* Suspends a play with its cost so far: keeps its state (bytes) beside the answer, under the mark of the player that can
 * resume it. */
void job_suspend(const Job *j, double cost, uint64_t mark, const void *state, size_t bytes);

/* jobs_return suspends job i, which the caller has taken, so that any thread can resume it. Call jobs_offer after the last. */
void jobs_return(JobList *l, int i, double cost, uint64_t mark, const void *state, size_t bytes);
void jobs_offer(JobList *l);

/* Copies the state (bytes) that was kept under this mark. False: there is none, and the play starts from its beginning with a
 * cost of 0. */
bool job_resume(const Job *j, uint64_t mark, void *state, size_t bytes);

/* Frees the kept state of a play, which is of no use: the play starts from its beginning with a cost of 0. */
void job_forget(const Job *j);

#endif
