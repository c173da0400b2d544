/* experiment.h. Ask and tell one storey up: what to play next, until an experiment is finished.
 *
 *     train     one optimiser: budget, phases (training, selection, validation) and the claims
 *     evaluate  the score of given weights
 *     meta      a train whose plays are trains
 *
 * Idea: all of them are driven by one loop (run/driver): ask, evaluator, tell, checkpoint; so all of them have progress, Ctrl-C,
 * resume and a log. ask changes nothing that walk sees.
 * Never: knows games, threads, files, clocks. */
#ifndef SWARMTRIS_EXPERIMENT_EXPERIMENT_H
#define SWARMTRIS_EXPERIMENT_EXPERIMENT_H

#include "base/record.h"
#include "base/trial.h"
#include "base/visit.h"

/* One number with its sample, under the name of how it was come by; never under another's:
 *     training    the games that the search saw: overstated, because the luckiest was kept
 *     reselected  fresh games among the finalists: slightly overstated, the best of ten
 *     rival       given weights or parameters, on the games of the validation
 *     validated   games used nowhere else
 *     evaluated   given weights, by evaluate */
typedef struct {
    const char *name;
    int objective;
    Stats score;
} Claim;
#define CLAIMS_MAX 4

/* space and x (dim) are borrowed from the experiment; strongest claim last. x NULL: nothing found yet. ended: which limit ended
 * the training, by its key in [training]: target, stall, iterations, total_games, total_pieces, minutes; NULL: none did. */
typedef struct {
    const Space *space;
    const double *x;
    Claim claim[CLAIMS_MAX];
    int claims;
    double cost;   /* pieces (or evaluations) played in all */
    int64_t plays; /* games (or evaluations) played in all */
    const char *ended;
} Result;

/* No member is NULL. */
typedef struct {
    const char *name, *doc;
    /* Adds trials, complete but for y; returns how many; 0: finished. */
    int (*ask)(void *self, Batch *b);
    /* Exactly what ask added, all answered; or of several parts at least one whole, and the others are asked again, with what
     * came of them. Fills in their fitness. */
    void (*tell)(void *self, const Trial *t, int n, Record *r);
    /* The share of the whole that is done when a share `answered` of what was last asked has been: 0..1, for progress. */
    double (*progress)(const void *self, double answered);
    /* What is being done, a word: training, selection, validation, finished. */
    const char *(*phase)(const void *self);
    void (*result)(const void *self, Result *r);
    /* The time that the options give the search is over: it ends with the iteration under way. Told between ask and tell. */
    void (*time_up)(void *self);
    /* A state that is worth keeping, for from it a run with a larger budget goes on exactly as if it had had it from the start:
     * the budget of the search has just been spent, or will be by what is asked next, and nothing of that been told. */
    bool (*extendable)(const void *self);
    /* Later than that: what has been told since would be otherwise with a larger budget. */
    bool (*ending)(const void *self);
    void (*walk)(void *self, Visit *v);
    void (*destroy)(void *self);
} ExperimentKind;

typedef struct {
    const ExperimentKind *kind;
    void *self;
} Experiment;

#endif
