/* run/arenas.h. What is played on: live objectives, each made of a checked configuration.
 *
 * Idea: an arena is a box of positions and what answers for them: weights of a feature set under rules, or a test function. Trainings on the
 * same rules share one, so that their games fill the same lanes.
 * Never: decides what is played, or how often. */
#ifndef SWARMTRIS_RUN_ARENAS_H
#define SWARMTRIS_RUN_ARENAS_H

#include "config/config.h"
#include "eval/objective.h"

typedef struct {
    const Config *config;     /* whose objective it is; borrowed */
    const void *rules;        /* of the game, one of config's; borrowed; NULL: no game is played */
    Player player;            /* what plays; empty where rules is NULL */
    FunctionProblem function; /* what is evaluated; empty where a game is played */
    double *lo, *hi;          /* (space.dim), owned: the box of the weights; NULL of a function, which has its own */
    const char **names;       /* (space.dim), owned: of the features; NULL of a function */
    Objective objective;      /* points to the members above: an arena stays where it was made */
} Arena;

typedef struct {
    Arena *arena; /* (room), owned */
    int n, room;
} Arenas;

/* Empty, with room for so many. */
void arenas_start(Arenas *a, int room);
void arenas_free(Arenas *a);

/* The index of the arena in which c plays under rules; made unless there is one from index first on. */
int arenas_find(Arenas *a, const Config *c, const void *rules, int first);

#endif
