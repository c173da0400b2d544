/* run/estimate.h. What a training, or the plays of given weights, will cost, printed before they start.
 *
 * Idea: the number of games follows from the budgets. The number of turns follows from the games if a game has a largest
 * length, or from a budget of turns. The time follows from the turns and the speed, which is measured by playing random
 * positions for a moment. What does not follow is not printed. When the moment is over, most of its plays have not ended. If
 * lengths are exponential, as those of games nearly are, the best estimate of the mean length is the turns of all plays, ended
 * or not, over the number of plays that have ended.
 * Never: changes the results; the plays belong to no run. */
#ifndef SWARMTRIS_RUN_ESTIMATE_H
#define SWARMTRIS_RUN_ESTIMATE_H

#include "config/weights.h"
#include "run/setup.h"

#include <stdio.h>

/* What each phase takes at most; HUGE_VAL: not known. The end of the training's last iteration may come on top of it. */
typedef struct {
    double training, selection, validation; /* plays of the phases */
    double turns;                           /* cost of the training; of a meta search, of all its inner trainings */
    double ablation;                        /* plays of the ablation of a meta search at most; else 0 */
    double selection_turns;                 /* cost that is reserved for the selection, in place of plays; else 0 */
    double later_turns;                     /* cost of what a meta search plays after the training; else 0 */
    double minutes;                         /* time of the training */
} Estimate;

/* The estimate of a setup that has a training or a meta search. */
Estimate estimate_of(const Setup *s);

/* Prints one line to out; plays for a moment to measure the speed. Returns the seconds that the training will take according to
 * this line; 0: the line does not say. */
double estimate_print(FILE *out, const Setup *s);

/* Plays of given weights. Borrowed; all zero: there are none. */
typedef struct {
    const double *const *x; /* (tasks of the set-up): the weights that are played in each */
    double plays;           /* number of plays, with all weights together */
    double length;          /* turns of a play, as the weights files state it; 0: they do not */
    bool at_most;           /* fewer plays may suffice */
    double error;           /* above 0: plays go on until evaluate_error is at most this; their number is not known before */
} PlannedPlays;

/* Prints the line of estimate_print for given weights. If hardly any play ends in a moment, the length is what the files of the
 * weights state. */
void estimate_print_plays(FILE *out, const Setup *s, const PlannedPlays *p);

/* The length of a game of w in turns, computed from the strongest score that the file of w states. 0: it states none, the score
 * belongs to other rules or another agent than those of c, or no length follows from it. */
double estimate_stated_length(const Config *c, const Weights *w);

/* Prints how long a game of the weights w may be, and how long it takes at the speed of the reference, which plays it. The
 * length is found by playing for a moment, or from the score in the file of w. c is changed meanwhile, then restored. */
void estimate_print_game(FILE *out, Config *c, const Weights *w);

/* Plays per second at the start of a search, its work between plays included. If plays take next to no time, as those of a test
 * function, this work takes most of the time. Measured for so many seconds, and a batch at least. */
double speed_of_search(const Setup *s, double seconds);

#endif
