/* systems/learning/encode.h. Room experiment. The training of an autoencoder (systems/learning/encoder.h) on boards, by descent.
 *
 * Idea: an epoch is a step of descent for each of the minibatches, in the order of the boards. Behind every epoch the error of
 * all boards is evaluated as scores are: the parameters are the position, a board is a play, its score minus its error. Once the
 * mean error is small enough, or so many epochs have passed, each epoch is one step over all boards, until the error changes
 * little.
 * Boards that are kept apart show whether what was learned holds for others.
 * Source: TetrisPros (Java, 2018): batches of 2 with a rate of 1e-9, until the error is below 8.5 or for 200 epochs, then all
 * boards at once until it changes by 0.01 at most. */
#ifndef SWARMTRIS_SYSTEMS_LEARNING_ENCODE_H
#define SWARMTRIS_SYSTEMS_LEARNING_ENCODE_H

#include "base/param.h"
#include "experiment/experiment.h"
#include "systems/learning/encoder.h"

typedef enum { ENCODE_RANDOM, ENCODE_GAMES } EncodeBoards;

/* [encode] */
typedef struct {
    char observation[64];     /* of the game: what a board is; empty: its first */
    int hidden;               /* units */
    int source;               /* EncodeBoards */
    double fill;              /* of random boards: the share of filled cells below the height that is drawn */
    int moves;                /* of games: the most moves before the board is looked at */
    char weights[4096];       /* of games: the file of what plays; empty: random moves */
    int boards, heldout;      /* to train on; to be kept apart */
    int batch;                /* boards */
    double rate, target;      /* of the minibatches */
    int epochs;               /* of the minibatches at most */
    double full_rate, change; /* of the epochs with all boards at once */
    int full_epochs;          /* of these at most */
} EncodeOptions;

extern const Param encode_params[];

/* All borrowed for the life of the experiment, which is as long as that of the objectives. */
typedef struct {
    EncodeOptions options;
    EncoderShape shape;
    const Space *space;    /* of the parameters */
    const double *board;   /* (options.boards, cells): to train on */
    int training, heldout; /* objectives whose plays 0 .. boards - 1 are these boards, and 0 .. heldout - 1 the others */
    uint64_t training_key, heldout_key; /* of these plays */
    uint64_t seed;
} EncodeSpec;

/* Table "metrics": as that of a training, a row an epoch, and one for the start; `best` is that of the epoch, quantiles are those
 * of the boards, `heldout` is the mean score of the boards that are kept apart. */
Experiment encode_create(const EncodeSpec *spec);

#endif
