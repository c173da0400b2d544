/* systems/learning/encoding.h. Room eval. The error of an autoencoder as an objective: the position is the autoencoder's
 * parameters, a play is a board.
 *
 * Idea: a board is drawn from the seed of its play, as a game is, so an experiment has as many different boards as it needs.
 * Boards are drawn once and looked up by the seeds of their plays.
 * Never: learns; that is the experiment's work (encode.h). */
#ifndef SWARMTRIS_SYSTEMS_LEARNING_ENCODING_H
#define SWARMTRIS_SYSTEMS_LEARNING_ENCODING_H

#include "eval/objective.h"
#include "systems/learning/encoder.h"

/* Where boards come from. Pointers are borrowed. */
typedef struct {
    const Observation *observation; /* the observation that is a board */
    Rules r;                        /* the game, its features and the agent's options */
    const Agent *agent;
    const double *weights; /* of the agent; NULL: random moves; ignored if boards are random */
    bool of_games;         /* false: boards are random */
    double fill;           /* random boards: probability that a cell below the height of its board is filled */
    int moves;             /* boards of games: taken after 1 .. moves moves, or before the end of the game */
} BoardSource;

/* The seed of a play, and the play's board. */
typedef struct {
    uint64_t seed;
    const double *board;
} SeededBoard;

typedef struct {
    EncoderShape shape;
    int boards;
    double *board;     /* (boards, cells), owned */
    SeededBoard *play; /* (boards), owned: sorted by seed; its boards point into `board` */
    double *lo, *hi;   /* (parameters), owned: a box for the parameters, which no search uses */
    const char **name; /* (parameters), owned: names, which point into text */
    char *text;        /* owned: the characters of the names */
} EncoderProblem;

extern const Units encoder_quantity;

/* Fills *e; the caller frees it. Draws boards 0 .. boards - 1 of the sequence that key identifies. */
void encoding_make(EncoderProblem *e, const EncoderShape *shape, const BoardSource *source, uint64_t key, int boards);
void encoding_free(EncoderProblem *e);

/* The problem is borrowed and must outlive the objective, which answers only plays 0 .. boards - 1 of the problem's key. */
Objective objective_encoding(const EncoderProblem *e);

#endif
