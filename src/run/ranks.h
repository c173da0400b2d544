/* run/ranks.h. The objectives of a run as a text, from which other ranks make the same objectives.
 *
 * Idea: a task is made of a configuration, and a configuration is an ini text. The contents of the files that it names travel
 * with the text, so other ranks open no file.
 * Never: sends anything itself. */
#ifndef SWARMTRIS_RUN_RANKS_H
#define SWARMTRIS_RUN_RANKS_H

#include "run/tasks.h"

/* The text of all tasks, in their order, owned by the caller. */
char *ranks_describe(const Tasks *a);

/* What a rank other than 0 holds: tasks that were made of a text of ranks_describe. All zero: none. */
typedef struct {
    Config *config; /* (n), owned */
    Tasks tasks;
    Objective *objective; /* (n), owned */
    int n;
} RankTasks;

/* Makes the tasks of a text in place of the previous ones; returns their a->n objectives. NULL: the text describes no tasks. */
const Objective *ranks_make(RankTasks *a, const char *text);
void ranks_free(RankTasks *a);

#endif
