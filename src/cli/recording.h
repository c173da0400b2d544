/* cli/recording.h. Every move of some games as records of a fixed size, for programs that learn from them.
 *
 * Idea: the games are those of `play`, numbers 0 .. of the seed, side by side in a vector environment, which its expert moves. A
 * record is what the expert saw, what it did, and what came of it; numbers are little-endian, without gaps:
 *     game    u4   number of the game
 *     turn    u4   moves of the game before this one
 *     board   u2   (height, words) before the move: bit x of a row is column x, row 0 the floor; u4 where rows are wider than 16
 *     shown   i4   (shown) as GameView.shown: the piece to place, ...
 *     action  i4   as GameView.action
 *     reward  i4   the increase of the score
 *     done    i4   0: the game goes on; 1: it is over; 2: it has had its most turns
 * Records of one game are in the order of its moves; those of several games are interleaved. The bytes are the same for any
 * number of threads.
 * Never: holds more than one move of each game in memory. */
#ifndef SWARMTRIS_CLI_RECORDING_H
#define SWARMTRIS_CLI_RECORDING_H

#include "config/config.h"

/* Plays so many games (1 or more) with weights w, and writes the file at path; prints the dtype of its records and, unless quiet,
 * the speed. Returns the exit status. If a signal stops the games, the file holds what was played. */
int recording_make(const Config *c, const double *w, int games, const char *path, bool quiet);

#endif
