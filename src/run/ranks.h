/* run/ranks.h. The objectives of a run as a text, with which other ranks make the same ones.
 *
 * Idea: an arena is made of a configuration, and a configuration is an ini text; what the files hold that it names travels with
 * it. Other ranks open no file.
 * Never: sends anything itself. */
#ifndef SWARMTRIS_RUN_RANKS_H
#define SWARMTRIS_RUN_RANKS_H

#include "run/arenas.h"

/* The text of all arenas of n sets, in their order, owned by the caller. */
char *ranks_describe(const Arenas *const *a, int n);

/* What a rank other than 0 holds: arenas that were made of such a text. All zero: none. */
typedef struct {
    Config *config; /* (n), owned */
    Arenas arenas;
    Objective *objective; /* (n), owned */
    int n;
} RankArenas;

/* Makes the arenas of a text in place of those before; returns their objectives (a->n of them). NULL: it is no such text. */
const Objective *ranks_make(RankArenas *a, const char *text);
void ranks_free(RankArenas *a);

#endif
