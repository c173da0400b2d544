/* players.h. Every player that there is for a table of Tetris: the reference, and lanes and columns of each instruction set that
 * runs here. */
#ifndef SWARMTRIS_TESTS_PLAYERS_H
#define SWARMTRIS_TESTS_PLAYERS_H

#include "agent/player.h"

enum { PLAYERS_MAX = 2 + 2 * 4 };
typedef struct {
    Player player[PLAYERS_MAX]; /* (n): the first is the reference */
    int n;
} Players;

/* A failure to make the reference fails the test. */
void players_make(Players *p, Ruleset table, const Agent *agent);
void players_free(Players *p);

#endif
