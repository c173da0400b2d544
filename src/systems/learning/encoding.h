/* systems/learning/encoding.h. Room eval. The error of an autoencoder as an objective: the position is its parameters, a play is
 * a board.
 *
 * Idea: a board is drawn from the seed of its play, as a game is, so that any seed of an experiment names as many boards as it
 * needs. Boards are drawn once, and found again by their seeds.
 * Never: learns; that is the experiment's work (encode.h). */
#ifndef SWARMTRIS_SYSTEMS_LEARNING_ENCODING_H
#define SWARMTRIS_SYSTEMS_LEARNING_ENCODING_H

#include "eval/objective.h"
#include "systems/learning/encoder.h"

/* How boards come about. Borrowed. */
typedef struct {
    const Observation *observation; /* what a board is */
    Rules table;                    /* game, and what plays it */
    const Agent *agent;
    const double *weights; /* of the agent; NULL: moves are drawn evenly; ignored where boards are random */
    bool of_games;         /* false: boards are random */
    double fill;           /* random: probability that a cell below the height of its board is filled */
    int moves;             /* of games: a board is looked at after 1 to so many moves, or before the end of the game */
} BoardSource;

/* A play, and the board that it is. */
typedef struct {
    uint64_t seed;
    const double *board;
} SeededBoard;

typedef struct {
    EncoderShape shape;
    int boards;
    double *board;     /* (boards, cells), owned */
    SeededBoard *play; /* (boards), owned: by seed, rising; they point into board */
    double *lo, *hi;   /* (parameters), owned: a box for the parameters, which nothing searches */
    const char **name; /* (parameters), owned: they point into text */
    char *text;        /* owned */
} EncoderProblem;

extern const Units encoder_quantity;

/* Draws boards 0 .. boards - 1 of those that key names. */
void encoding_make(EncoderProblem *e, const EncoderShape *shape, const BoardSource *source, uint64_t key, int boards);
void encoding_free(EncoderProblem *e);

/* The problem is borrowed, and must outlive the objective. Plays are those of the key, below the number of boards. */
Objective objective_encoding(const EncoderProblem *e);

#endif
