/* train.h. One optimiser on one problem: training, re-selection, validation, and three numbers that are never mixed.
 *
 * Idea: the luckiest of many noisy scores overstates the truth up to tenfold. So the search ends with a re-selection, in which
 * the best finalists play fresh games, and a validation of the one winner on games used nowhere else; each number keeps its name.
 * The games of a round are the same for all candidates. Costs after training do not count as spent, so a finished run that is
 * extended equals a longer one.
 * Source: what re-selection is worth was measured on a surrogate with exponential noise, see README, "Three numbers". */
#ifndef SWARMTRIS_EXPERIMENT_TRAIN_H
#define SWARMTRIS_EXPERIMENT_TRAIN_H

#include "base/param.h"
#include "experiment/experiment.h"
#include "optim/optim.h"

/* [training]. The budget is whatever of rounds, total_games, total_pieces is not 0, and ends with the first of them. Rounds are
 * spent exactly, games to the last whole position, pieces stop after the round that crosses. */
typedef struct {
    int games; /* a position */
    int64_t rounds;
    int64_t total_games;
    int64_t total_pieces;
    int fitness;        /* TrainFitness */
    bool fresh_games;   /* each round; else the same in all rounds */
    bool log_positions; /* table "positions" */
    int from_particles; /* TrainFrom: how many start at the weights of from */
    char from[1024];    /* a weights file to start from, or empty; read by run */
} TrainingOptions;
typedef enum { FITNESS_MEAN, FITNESS_LOG } TrainFitness;
typedef enum { FROM_ONE, FROM_ALL } TrainFrom;

/* [selection]: finalists 0 skips it. */
typedef struct {
    int finalists, games;
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

/* Everything a training is made of. Structs are copied; optimiser, its options (copied by the optimiser), space, from and rival
 * (dim, or NULL) are borrowed, space and rival for the life of the experiment. rival: played beside the winner in the validation.
 * objective: stamped on every trial. log_games: the winner's games of the validation go to the table "games". */
typedef struct {
    TrainOptions options;
    const Optimiser *optimiser;
    const void *optimiser_options;
    const Space *space;
    Scale scale;
    int objective;
    uint64_t seed;
    const double *from, *rival;
    bool log_games;
} TrainSpec;

/* Tables: "metrics", a row a complete round: round, games, pieces (so far), best and best_score (mean fitness and score of the
 * best own best), mean and quantiles of this round's candidates' mean scores, and the optimiser's report; "positions", a row a
 * candidate: round, particle, score, position; "games": game, score, cost. */
Experiment train_create(const TrainSpec *spec);

/* The tags of the two trials of a validation, for meta, which answers them itself. */
enum { TRAIN_TAG_WINNER = -1, TRAIN_TAG_RIVAL = -2 };

#endif
