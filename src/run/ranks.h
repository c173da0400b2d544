/* run/ranks.h. The objectives of a run as a text, with which other ranks make the same ones.
 *
 * Idea: a task is made of a configuration, and a configuration is an ini text; what the files hold that it names travels with
 * it. Other ranks open no file.
 * Never: sends anything itself. */
#ifndef SWARMTRIS_RUN_RANKS_H
#define SWARMTRIS_RUN_RANKS_H

#include "run/tasks.h"

/* The text of all tasks of n sets, in their order, owned by the caller. */
char *ranks_describe(const Tasks *const *a, int n);

/* What a rank other than 0 holds: tasks that were made of such a text. All zero: none. */
typedef struct {
    Config *config; /* (n), owned */
    Tasks tasks;
    Objective *objective; /* (n), owned */
    int n;
} RankTasks;

/* Makes the tasks of a text in place of those before; returns their objectives (a->n of them). NULL: it is no such text. */
const Objective *ranks_make(RankTasks *a, const char *text);
void ranks_free(RankTasks *a);

#endif
