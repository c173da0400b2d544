/* systems/learning/encode.h. Room experiment. The training of an autoencoder (systems/learning/encoder.h) on boards, by
 * gradient descent.
 *
 * Idea: an epoch is a step of descent for each of the minibatches, in the order of the boards. After every epoch all boards are
 * evaluated: the parameters are the position, a board is a play, its score is minus its error. Once the mean error is below
 * `target`, or after `epochs` epochs, each epoch is one step over all boards, until the error changes little.
 * Held-out boards show whether the encoder also suits boards that it was not trained on.
 * Source: TetrisPros (Java, 2018): batches of 2 with a rate of 1e-9, until the error is below 8.5 or for 200 epochs, then all
 * boards at once until it changes by 0.01 at most. */
#ifndef SWARMTRIS_SYSTEMS_LEARNING_ENCODE_H
#define SWARMTRIS_SYSTEMS_LEARNING_ENCODE_H

#include "base/param.h"
#include "experiment/experiment.h"
#include "systems/learning/encoder.h"

typedef enum { ENCODE_RANDOM, ENCODE_GAMES } EncodeBoards;

/* Keys of [encode]. */
typedef struct {
    char observation[64];     /* the observation that is a board; empty: the game's first */
    int hidden;               /* units */
    int source;               /* EncodeBoards */
    double fill;              /* random boards: probability that a cell below the drawn height is filled */
    int moves;                /* boards of games: most moves before a board is taken */
    char weights[4096];       /* boards of games: weights file of the player; empty: random moves */
    int boards, heldout;      /* boards to train on; held-out boards */
    int batch;                /* boards of a minibatch */
    double rate, target;      /* minibatches: learning rate; mean error that ends them */
    int epochs;               /* minibatches: most epochs */
    double full_rate, change; /* all boards at once: learning rate; change of the error that ends it */
    int full_epochs;          /* all boards at once: most epochs */
} EncodeOptions;

extern const Param encode_params[];

/* Pointers are borrowed and, as the objectives, must outlive the experiment. */
typedef struct {
    EncodeOptions options;
    EncoderShape shape;
    const Space *space;                 /* box of the parameters */
    const double *board;                /* (options.boards, cells): the training boards */
    int training, heldout;              /* index of the objective whose plays are these boards; of the held-out boards */
    const Units *units;                 /* of both */
    uint64_t training_key, heldout_key; /* keys of their plays */
    uint64_t seed;
} EncodeSpec;

/* Table "metrics" has the columns of a training's, a row for the start and one for each epoch. `best_fitness` is the mean score
 * of the training boards, quantiles are over them, and `heldout` is the mean score of the held-out boards. */
Experiment encode_create(const EncodeSpec *spec);

#endif
