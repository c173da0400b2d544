/* train.h. One optimiser on one problem: training, re-selection, validation, and three numbers that are never mixed.
 *
 * Idea: the luckiest of many noisy scores overstates the truth up to tenfold. So the search ends with a re-selection, in which
 * the best finalists play fresh games, and a validation of the one winner on games used nowhere else; each number keeps its name.
 * Who plays how often in the training, and who is better, the rule of comparison says (contest.h). Costs after training do not count
 * as spent, so a finished run that is extended equals a longer one.
 * Source: what re-selection is worth was measured on a surrogate with exponential noise, see README, "Three numbers". */
#ifndef SWARMTRIS_EXPERIMENT_TRAIN_H
#define SWARMTRIS_EXPERIMENT_TRAIN_H

#include "base/noun.h"
#include "base/param.h"
#include "experiment/contest.h"
#include "experiment/experiment.h"

/* [training]. The budget is whatever of rounds, total_games, total_pieces and minutes is not 0; target and stall end a training, too;
 * the first of all of them does. Rounds are spent exactly, games to the last whole position; the others stop after the round that
 * crosses. contest.games 0: as many as the budget of games suggests. Time passes outside: see ExperimentKind.time_up. */
typedef struct {
    ContestOptions contest;
    int64_t rounds;
    int64_t total_games;
    int64_t total_pieces;
    double minutes;
    double target;      /* mean score of the best; 0: none */
    int stall;          /* rounds without a better best; 0: no limit */
    int fitness;        /* TrainFitness */
    bool fresh_games;   /* each round; else the same in all rounds */
    bool log_positions; /* table "positions" */
    int from_particles; /* TrainFrom: how many start at the weights of from */
    char from[1024];    /* a weights file to start from, or empty; read by run */
} TrainingOptions;
typedef enum { FITNESS_MEAN, FITNESS_LOG } TrainFitness;
typedef enum { FROM_ONE, FROM_ALL } TrainFrom;

/* [selection]: finalists 0 skips it. share above 0: of total_games, or where that is 0 of total_pieces, in place of games, and taken out
 * of the training's budget. */
typedef struct {
    int finalists, games;
    double share;
} SelectionOptions;

/* [validation]: games 0 skips it. */
typedef struct {
    int games;
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

/* What a limit that ended a training means, a clause for people; key: as in Result.ended. */
const char *train_ended(const char *key);

/* Games that judge a position in the training: where the options leave it open, 0.15 sqrt(total_games), 30 at 40,000 and 95 at 400,000;
 * they should grow with the budget, not within a run. */
int train_games(const TrainOptions *o);

/* Games of each finalist in the selection, where it is not a share of the pieces that pays for them. */
int train_final_games(const TrainOptions *o);

/* Whether share of the budget, of games or pieces, pays for a game of each finalist, of pieces for two. */
bool train_share_suffices(const TrainOptions *o);

/* Whether the finalists play for a share of total_pieces, in stages as long as all before. */
bool train_shares_pieces(const TrainOptions *o);

/* What is left of total_games, and of total_pieces, for the training; 0: no limit. */
int64_t train_budget(const TrainOptions *o);
double train_pieces(const TrainOptions *o);

/* Where each phase plays: indices into the table of objectives that run keeps. The last is what is claimed. */
typedef struct {
    int training, selection, validation;
} TrainObjectives;

/* Everything a training is made of. Structs are copied; optimiser, its options (copied by the optimiser), space and from (dim, or NULL) are
 * borrowed, space for the life of the experiment. rivals: how many others play beside the winner in the validation; who they are only
 * whoever answers knows, and x of their trials is NULL.
 * log_games: the winner's games of the validation go to the table "games". */
typedef struct {
    TrainOptions options;
    const Optimiser *optimiser;
    const void *optimiser_options;
    const Space *space;
    Scale scale;
    TrainObjectives objective;
    uint64_t seed;
    const double *from;
    int rivals;
    bool log_games;
} TrainSpec;

/* Tables: "metrics", a row a complete round: round, games, pieces (so far), round_games (in this round), best and best_score (mean
 * fitness and score of the best that is remembered), best_games and best_sem (how often it played, and the standard error of its score),
 * mean and quantiles of this round's candidates' mean scores, pair_correlation (contest.h), and the optimiser's report; "positions", a
 * row a candidate: round, particle, games, score, position; "games": game, score, cost. */
Experiment train_create(const TrainSpec *spec);

/* The tags of the trials of a validation, for meta, which answers them itself: rival r has TRAIN_TAG_RIVAL - r. */
enum { TRAIN_TAG_WINNER = -1, TRAIN_TAG_RIVAL = -2 };

#endif
