/* search.h. The first phase of a training: an optimiser and its groups, until a limit is reached.
 *
 * Idea: the candidates that the optimiser asks form a group, the allocation shares games among them, and the optimiser
 * receives the verdicts. Limits are checked only between two groups, where the state is complete: games and minutes before
 * every group, all others between iterations. Minutes also drop a group. */
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
    int candidates;       /* the most in an iteration */
    int64_t iteration;    /* complete iterations */
    int64_t plays;        /* in all */
    double cost;          /* cost of all plays */
    double *seen;         /* (candidates), owned: mean scores of the iteration under way */
    int n_seen;           /* candidates of that iteration whose verdicts the optimiser has */
    double top;           /* the highest fitness of the best after any iteration */
    int64_t stalled;      /* iterations since top rose */
    double time_up;       /* the budget of minutes that has been used up; 0: none has */
    double *running;      /* (2, dim), owned: sums of the optimiser's centroids since iteration p, the last power of two, and from
                           * p/2 to p - 1; NULL: not wanted */
    int64_t cut_off;      /* games, also of later phases, that spec->cutoff has ended */
    bool cut;             /* what was played depends on the budget, so that a larger one cannot continue from this state */
} Search;

/* spec is borrowed for the life of the search; its budget must pay for at least one position. */
void search_make(Search *s, const TrainSpec *spec);
void search_free(Search *s);

/* What the optimiser remembers; empty before the first verdicts. */
Archive *search_archive(const Search *s);

/* The limit that has ended the search; LIMIT_NONE: it goes on. To be called only between two groups. */
TrainLimit search_limit(const Search *s);

/* The spent share of the budget, 0..1, for schedules: the largest of those of iterations, games and pieces. */
double search_spent(const Search *s);

/* Writes a centroid of what has been found (centroid.h), x (dim). False: there is none. */
bool search_centroid(const Search *s, Centroid which, double *x);

/* Adds the trials of the next stage of the group that is due. */
void search_ask(const Search *s, Batch *b);

/* t (n): exactly the trials that search_ask added, answered. Fills in their fitness. Writes tables "metrics", "positions" and
 * "features". */
void search_tell(Search *s, const Trial *t, int n, Record *r);

/* Counts the games of an answered trial that were ended because they cost `longest` or more (0: none is counted). A larger
 * budget would have let them play on, so a run with a larger budget cannot continue from this state. */
void search_count_cut_off(Search *s, const Trial *t, double longest);

/* Whether the group under way in a loaded state is one that the optimiser asks. */
bool search_sound(const Search *s);

/* Ends the search because its budget of minutes is spent. A group that has begun is dropped, and no run can continue the search
 * from this state. */
void search_time_up(Search *s);

/* Whether the budget pays for only some of the candidates that the optimiser asks, and these would play differently if it paid
 * for all. Then a run with a larger budget continues from the state before this group. */
bool search_must_cut(const Search *s);

#endif
