/* experiment.h. Ask and tell for whole experiments: what to play next, until an experiment is finished.
 *
 *     train       one optimiser: budget, phases (training, selection, validation) and the reported scores
 *     meta        a search whose evaluations are whole trainings
 *     comparison  the score of given weights; or several weights on the same games
 *
 * Idea: all of them are driven by one loop (run/driver): ask, evaluate, tell, save; so all of them have progress, Ctrl-C,
 * resume and a log. ask changes no state that serialise saves.
 * Never: depends on games, threads, files or clocks. */
#ifndef SWARMTRIS_EXPERIMENT_EXPERIMENT_H
#define SWARMTRIS_EXPERIMENT_EXPERIMENT_H

#include "base/record.h"
#include "base/serialise.h"
#include "base/trial.h"
#include "experiment/reported.h"
#include "optim/optim.h"

#include <math.h>

/* What did not fit into the budget of pieces: iterations of the search, or stages of the re-selection. */
typedef struct {
    int64_t turns; /* the first was dropped, and played again with games that end after so many turns; 0: it was not dropped */
    int64_t games; /* that were ended so */
    bool later;    /* a later one was dropped, and was the last */
} Dropped;

typedef struct {
    const Space *space;                   /* borrowed from the experiment */
    const double *x;                      /* (dim), borrowed from the experiment; NULL: nothing found yet */
    const char *centroid;                 /* name of the centroid (centroid.h) that x is, unseen by the search; NULL: x is none */
    ReportedScore reported[REPORTED_MAX]; /* (n_reported): the strongest last */
    int n_reported;
    double cost;        /* pieces (or evaluations) played in all */
    int64_t plays;      /* games (or evaluations) played in all */
    int64_t cut;        /* games that were cut off at ten times the budget of pieces */
    Dropped dropped[2]; /* of the search; of the re-selection */
    const char *ended;  /* the limit that ended the training, by its key in [training]: target, stall, iterations, total_games,
                        * total_pieces, minutes; grid: all points were evaluated; caller: it had enough; NULL: none did */
    double training;    /* cost of the training alone */
    double overspent;   /* share by which this is more than the budget of pieces that ended it; below 0: less, since the next
                        * iteration was dropped; 0: as much, or something else ended it */
    bool noisy;         /* the value of the best was thought to be exact, and another evaluation differed */
    int finalists;      /* positions that played fresh games after the training */
    double seen;        /* mean score of x in the games of the search; if x is a centroid, the leader's, a reported score, too */
    const Optimiser *optimiser; /* of the search; NULL: there is none */
    void *search;               /* its state until the next tell, borrowed; it changes by Optimiser.propose alone */
} Result;

/* No member is NULL. */
typedef struct {
    /* Adds trials, complete but for y; returns how many; 0: finished. */
    int (*ask)(void *self, Batch *b);
    /* The most that the plays that were asked may cost. If they cost more, tell drops the iteration that they belong to. */
    double (*allowance)(const void *self);
    /* t (n): exactly what ask added. All trials are answered, unless they cost more than the allowance already. Fills in the
     * fitness. */
    void (*tell)(void *self, const Trial *t, int n, Record *r);
    /* The share of the whole that is done, 0..1, if the share `answered` of the last batch is done; for progress. */
    double (*progress)(const void *self, double answered);
    /* What is being done, a word: training, selection, validation, finished. */
    const char *(*phase)(const void *self);
    void (*result)(const void *self, Result *r);
    /* Ends the search because its budget of minutes is spent, or its caller has enough. The search keeps the results before the
     * current iteration; plays that were asked are dropped. Called in place of tell, or between tell and ask. */
    void (*time_up)(void *self);
    /* True if this state must be kept because a run with a larger budget can continue exactly from it. That is so if the
     * budget of the search is spent, or the next plays will spend it, and none of their answers has been used. */
    bool (*extendable)(const void *self);
    /* True once results were used that a run with a larger budget would not have produced. */
    bool (*ending)(const void *self);
    void (*serialise)(void *self, Serialiser *s);
    void (*destroy)(void *self);
} ExperimentKind;

typedef struct {
    const ExperimentKind *kind;
    void *self;
} Experiment;

static inline Result experiment_result(const Experiment *e)
{
    Result r;
    e->kind->result(e->self, &r);
    return r;
}

/* What Optimiser.swarm does, for the search of an experiment; 0: it has no swarm. */
static inline int experiment_swarm(const Experiment *e, const SwarmView *out)
{
    const Result r = experiment_result(e);
    return r.optimiser != NULL && r.optimiser->swarm != NULL ? r.optimiser->swarm(r.search, out) : 0;
}

/* Adds a row to a table of plays: game, score, cost; if player is not 0, first the player's number, from 1. */
static inline void experiment_record_play(Record *r, const char *table, int player, int64_t game, const Answer *a)
{
    record_row(r, table);
    if (player > 0) record_int(r, "player", player);
    record_int(r, "game", game);
    record_real(r, "score", a->score);
    record_real(r, "cost", a->cost);
    record_end(r);
}

/* The members allowance, time_up, extendable and ending of a kind that has no budget. */
static inline double experiment_no_allowance(const void *self)
{
    (void)self;
    return HUGE_VAL;
}

static inline void experiment_no_time(void *self)
{
    (void)self;
}

static inline bool experiment_never(const void *self)
{
    (void)self;
    return false;
}

#endif
