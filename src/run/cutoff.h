/* run/cutoff.h. How many of a run's validation games were ended by the largest length of a game.
 *
 * Idea: the state of a training holds no more of its validation than mean and spread, and must not grow, since its
 * fingerprint is compared between versions; games.tsv has the length of every game.
 * Never: reads a game that the run has not played. */
#ifndef SWARMTRIS_RUN_CUTOFF_H
#define SWARMTRIS_RUN_CUTOFF_H

#include "experiment/experiment.h"

/* Fills in the cut of the claim "validated" of a finished run in dir, whose games cost `longest` at most (0: no limit).
 * Nothing is filled in where games.tsv cannot be read. */
void cutoff_count(Result *r, const char *dir, double longest);

#endif
