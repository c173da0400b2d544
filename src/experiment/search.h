/* search.h. The first phase of a training: an optimiser and its groups, until a limit is reached.
 *
 * Idea: what the optimiser asks becomes a group, the allocation allots games to its candidates, and the optimiser is told the
 * verdicts. The state between two groups is complete, and only there limits are looked at: games and minutes at every group, all
 * others between iterations; minutes also drop a group. */
#ifndef SWARMTRIS_EXPERIMENT_SEARCH_H
#define SWARMTRIS_EXPERIMENT_SEARCH_H

#include "base/record.h"
#include "experiment/train_options.h"
#include "optim/centroid.h"

typedef struct {
    const TrainSpec *spec; /* borrowed */
    void *optimiser;       /* the state of spec->optimiser, owned */
    Allocation allocation;
    Candidate *candidate; /* (candidates), owned: what the optimiser asked last */
    int candidates;       /* of an iteration, at most */
    int64_t iteration;    /* complete ones */
    int64_t plays;        /* in all */
    double cost;          /* of all plays */
    double *seen;         /* (candidates), owned: mean scores of the iteration under way */
    int n_seen;           /* candidates of it whose verdicts have been told */
    double top;           /* the highest fitness that the best had after an iteration */
    int64_t stalled;      /* iterations since it rose */
    double time_up;       /* the budget of minutes that has been used up; 0: none has */
    double
        *running; /* (2, dim), owned: sums of the optimiser's centroid after each iteration: since the last power of two of them,
                      * and between the two before; NULL: they are not wanted */
    int64_t cut_off; /* games, also of later phases, that spec->cutoff has ended */
    bool cut;        /* the budget let fewer candidates play than were asked, in a way that a larger one could not make good */
} Search;

/* spec is borrowed for the life of the search; its budget pays for a position at least. */
void search_make(Search *s, const TrainSpec *spec);
void search_free(Search *s);

/* What the optimiser remembers; empty before the first verdicts. */
Archive *search_archive(const Search *s);

/* The limit that has ended the search; LIMIT_NONE: it goes on. Between two groups only. */
TrainLimit search_limit(const Search *s);

/* The share of the budgets that can be counted which has been spent, 0..1: for schedules. */
double search_spent(const Search *s);

/* Writes a centroid of what has been found (centroid.h), x (dim). False: there is none. */
bool search_centroid(const Search *s, Centroid which, double *x);

/* Adds the trials of the next stage of the group that is due. */
void search_ask(const Search *s, Batch *b);

/* t: exactly what ask added (n), answered. Fills in their fitness. Tables "metrics",
 * "positions" and "features". */
void search_tell(Search *s, const Trial *t, int n, Record *r);

/* Counts the games of an answered trial that were ended because they cost `longest` or more (0: none is counted). A larger
 * budget would have let them play on, so a run with one cannot continue from this state. */
void search_count_cut_off(Search *s, const Trial *t, double longest);

/* Ends the search because its budget of minutes is spent. A group that has begun is dropped, and no run can continue the search
 * from this state. */
void search_time_up(Search *s);

/* Whether the budget pays for only some of the candidates that the optimiser asks, and these would play differently if it paid
 * for all. Then a run with a larger budget continues from the state before this group. */
bool search_must_cut(const Search *s);

#endif
