/* run/speed.h. How fast plays are, and how long, found by playing for a moment.
 *
 * Idea: a moment ends before most of the plays that it has begun. Where lengths are exponential, as those of games nearly
 * are, the turns of all plays, ended or not, over the number of those that have ended are the best estimate of the mean
 * length.
 * Never: changes the results; the plays belong to no run. */
#ifndef SWARMTRIS_RUN_SPEED_H
#define SWARMTRIS_RUN_SPEED_H

#include "run/setup.h"

typedef struct {
    double rate;   /* turns a second, all threads together */
    double length; /* mean turns of a play; where no play has ended, all turns: a play is not likely to be much shorter */
    int ended;     /* plays that have ended */
} Speed;

/* Plays the positions x (arenas.n of s), one in each arena, for so many seconds; the first look may take a little longer. */
Speed speed_measure(const Setup *s, const double *const *x, double seconds);

/* Plays a second of a search as it begins, with all that it does between plays: of plays that take next to no time, such as those
 * of a test function, it is the search that takes the time. For so many seconds, and a batch at least. */
double speed_of_search(const Setup *s, double seconds);

#endif
