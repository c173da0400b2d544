/* run/arenas.h. Live objectives, each made of a checked configuration.
 *
 * Idea: an arena is a box of positions with the objective over it: weights of a feature set under the rules of a game, settings
 * of a learner under such rules, or a test function. Trainings under the same rules share one arena, so that their games fill
 * the same lanes.
 * Never: decides which positions are evaluated, or how often. */
#ifndef SWARMTRIS_RUN_ARENAS_H
#define SWARMTRIS_RUN_ARENAS_H

#include "config/config.h"
#include "eval/encoding.h"
#include "eval/qlearning.h"
#include "eval/splitting.h"

typedef struct {
    const Config *config;     /* the configuration that describes the objective; borrowed */
    const void *rules;        /* of the game, one of config's; borrowed; NULL: no game is played */
    Estimator estimator;      /* how scores are estimated; of a function ESTIMATOR_GAMES */
    int64_t longest;          /* a game ends after so many turns; 0: as config_game_end says */
    Player player;            /* what plays; empty where rules is NULL, and where it is learned how to play */
    Qlearning learning;       /* what is learned; empty where nothing is */
    Splitting splitting;      /* what replicates are; empty where whole games are played */
    EncoderProblem encoder;   /* whose error is evaluated; empty where none is trained */
    FunctionProblem function; /* what is evaluated; empty where a game is played */
    double *lo, *hi;     /* (space.dim), owned: the box of the weights; NULL of functions and learners, which have their own */
    const char **names;  /* (space.dim), owned: of the features; NULL of functions and learners */
    Objective objective; /* points to the members above: an arena stays where it was made */
} Arena;

typedef struct {
    Arena *arena; /* (room), owned; never moved, since objectives point into it */
    int n, room;  /* arenas that have been made, and that there is space for */
} Arenas;

/* Makes *a empty, with space for room >= 1 arenas. */
void arenas_start(Arenas *a, int room);
void arenas_free(Arenas *a);

/* The index of the arena in which c plays under rules, games of at most `longest` turns (0: as config_game_end says), with its
 * scores estimated in this way. It is made unless one from index first on (0 .. a->n) has the same; there must be room for it. */
int arenas_find(Arenas *a, const Config *c, const void *rules, Estimator estimator, int64_t longest, int first);

/* How the weights of an arena decide; without a measure where no player values moves by features alone. */
Variation arena_variation(const Arena *a);

/* The index of an arena, which is made: the error of encoders as c describes them, on so many boards, which the key names.
 * weights: of c's agent, which plays for the boards; NULL: moves are drawn. */
int arenas_encoding(Arenas *a, const Config *c, const double *weights, uint64_t key, int boards);

#endif
