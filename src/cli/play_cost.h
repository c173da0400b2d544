/* cli/play_cost.h. What `swarmtris play` says of a game besides the game: how long it may take, and how far it is. */
#ifndef SWARMTRIS_CLI_PLAY_COST_H
#define SWARMTRIS_CLI_PLAY_COST_H

#include "config/config.h"
#include "config/weights.h"
#include "run/progress.h"

/* Prints on standard error how long a game of the weights w may be, and how long it takes at the speed of the reference, which
 * plays it: found by playing for a moment, or from the score that their file states. c is as it was afterwards. */
void play_cost_print(Config *c, const Weights *w);

/* The progress of a game. */
typedef struct {
    Progress line;
    double start; /* on the clock of the system, seconds */
} PlayProgress;

/* quiet: nothing is shown. */
void play_progress_start(PlayProgress *p, bool quiet);

/* Shows it now and then. share: of the game that has been played, NAN: not known. */
void play_progress_show(PlayProgress *p, const Config *c, Tally now, double share);
void play_progress_end(PlayProgress *p);

#endif
