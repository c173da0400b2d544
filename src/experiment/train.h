/* train.h. One optimiser on one problem: training, re-selection, validation, and three numbers that are never mixed.
 *
 * Idea: the luckiest of many noisy scores overstates the truth up to tenfold. So the search ends with a re-selection, in which
 * the best finalists play fresh games, and a validation of the one winner on games used nowhere else; each number keeps its name.
 * In the training the budget allocation decides how many games each candidate plays, and which is better (allocation.h). Costs
 * after the training do not count as spent, so a finished run that is extended equals a longer one. So does one whose validation
 * gets more games, which continue those that were played. A function of unknown noise (doubts) has its best evaluated once more;
 * where the value differs, ten finalists and a validation follow, which cost a tenth of the search each at most.
 * Source: what re-selection is worth was measured on a surrogate with exponential noise, see bench/results/allocation.md. */
#ifndef SWARMTRIS_EXPERIMENT_TRAIN_H
#define SWARMTRIS_EXPERIMENT_TRAIN_H

#include "base/param.h"
#include "base/quantity.h"
#include "experiment/allocation.h"
#include "experiment/experiment.h"
#include "optim/centroid.h"

/* ---- its options, and what follows from them ---- */

/* [training]. Each of iterations, total_games, total_pieces and minutes that is not 0 is a budget. The first of budgets, target
 * and stall that is reached ends the training. Iterations are spent exactly, games to the last whole position. Minutes stop
 * anywhere, the other limits after the iteration that reaches them. An iteration with which the training would cost more than
 * 1.1 budgets of pieces is dropped; if it is the first, it plays again, and its games are ended early (TrainCutoff.brief). */
typedef struct {
    AllocationOptions allocation; /* allocation.games 0: as many as the budget of games suggests */
    int64_t iterations;           /* budget; 0: no limit */
    int64_t total_games;          /* budget, of evaluations for a test function; 0: no limit */
    int64_t total_pieces;         /* budget; 0: no limit */
    double minutes;               /* budget; 0: no limit. The caller has the clock: ExperimentKind.time_up */
    double target;                /* of the best, see train_has_target; HUGE_VAL: none */
    int stall;                    /* iterations without a better best; 0: no limit */
    int fitness;                  /* TrainFitness */
    bool fresh_games;             /* new games in each iteration; else the same in all */
    bool log_positions;           /* tables "positions" and "features" */
    int from_particles;           /* TrainFrom: how many particles start at the weights of from */
    char from[1024];              /* a weights file to start from, or empty; read by run */
} TrainingOptions;
typedef enum { FITNESS_MEAN, FITNESS_LOG } TrainFitness;
typedef enum { FROM_ONE, FROM_ALL } TrainFrom;

/* [selection]. finalists 0 skips it. share above 0: the finalists play this share of total_games, or of total_pieces if that is
 * 0, instead of `games` each. The training's budget is smaller by this share. */
typedef struct {
    int finalists, games, centroids; /* centroids: SELECTION_NONE, SELECTION_FIRST + a Centroid, or SELECTION_ALL */
    double share;
    double race_p;  /* finalists worse than the best with a one-sided p below this play no more; 0: all play all games */
    int race_games; /* games of each stage of such a race */
} SelectionOptions;
enum { SELECTION_NONE, SELECTION_FIRST, SELECTION_ALL = SELECTION_FIRST + CENTROIDS };

/* [validation]. games 0 skips it. With an estimator (Estimator) other than games, the reported score is called estimated. */
typedef struct {
    int games, estimator;
} ValidationOptions;

typedef struct {
    TrainingOptions training;
    SelectionOptions selection;
    ValidationOptions validation;
} TrainOptions;

/* Tables whose offsets count from the start of the struct of their own section. */
extern const Param train_training_params[], train_selection_params[], train_validation_params[];

/* What is wrong with a combination; keys are "section.key". Returns how many findings were written. */
int train_check(const TrainOptions *o, Finding *out);

/* What a limit that ended a training means, a clause for people; key: as in Result.ended. NULL: there is no such limit. */
const char *train_ended(const char *key);

/* Whether a target ends the training. Of what is minimised, and of an error, it is the value that people read. Else it is a
 * score, and 0 is no target. */
bool train_has_target(const TrainOptions *o, const Units *units);

/* Games that judge a position in the training. If the options leave it open: 0.15 sqrt(total_games), 30 for 40,000 and 95 for
 * 400,000. Games should increase with the budget, not within a run. */
int train_games(const TrainOptions *o);

/* The number of finalists, centroids included. */
int train_finalists(const TrainOptions *o);

/* Games of each finalist in the selection, unless a share of the pieces pays for them. */
int train_final_games(const TrainOptions *o);

/* Whether `share` of total_games pays for a game of each finalist, or `share` of total_pieces for two. */
bool train_share_suffices(const TrainOptions *o);

/* Whether a share of total_pieces pays for the finalists, which then play in stages, each as long as all before it. */
bool train_shares_pieces(const TrainOptions *o);

/* What is left of total_games, and of total_pieces, for the training; 0: no limit. */
int64_t train_budget(const TrainOptions *o);
double train_pieces(const TrainOptions *o);

/* ---- what it is made of ---- */

/* The objective of each phase: an index into the table of objectives of run/. The strongest reported score is on the last one. */
typedef struct {
    int training, selection, validation;
} TrainObjectives;

/* What the scores of training and selection are, and those of the validation: one of them may be estimates. Borrowed. */
typedef struct {
    const Units *search, *validation;
} TrainUnits;

/* A game of this cost or more was ended, since it took ten times the budget of pieces; 0: no game is ended. */
typedef struct {
    double search, validation; /* search: for training and selection */
    bool brief; /* if the first iteration would cost too much, its games may be ended, each after its part of the budget */
} TrainCutoff;

/* Everything a training is made of. Structs are copied; pointers are borrowed. */
typedef struct {
    TrainOptions options;
    const Optimiser *optimiser;
    const void *optimiser_options; /* the optimiser copies them */
    const Space *space;            /* for the life of the experiment */
    TrainUnits units;
    TrainObjectives objective;
    Covariance covariance; /* covariance of features in the training */
    TrainCutoff cutoff;
    uint64_t seed;
    const double *from; /* (max(1, starts), dim): where particles start; or NULL */
    int starts;         /* positions in from, of a particle each; 0: a single one, of options.training.from_particles */
    bool doubts;        /* whether values are exact is not known: the best is evaluated again once the search has ended */
    int baselines;  /* others that play beside the winner in the validation; x of their trials is NULL, and meta.h answers them */
    bool log_games; /* the winner's games of the validation go to the table "games" */
} TrainSpec;

/* Tables: "metrics", a row a complete iteration: iteration, games, pieces (so far), iteration_games (in this iteration),
 * best_fitness and best_score (mean fitness and score of the best that is remembered), best_games and best_sem (how often it
 * played, and the standard error of its score), mean and quantiles of this iteration's candidates' mean scores,
 * pair_correlation (allocation.h), and the optimiser's report; "positions", a row a candidate: iteration, particle, games,
 * score, position; "features", a row a measurement of the metric: iteration, standard deviation of each feature; "games":
 * game, score, cost. A new column is listed here; an older run goes on without it (store/rundir.h). A new member of Search
 * (train.c) is listed in serialise, too. */
Experiment train_create(const TrainSpec *spec);

/* The tags of the trials of a validation, for meta, which answers them itself: baseline r has TRAIN_TAG_BASELINE - r. */
enum { TRAIN_TAG_WINNER = -1, TRAIN_TAG_BASELINE = -2 };

#endif
