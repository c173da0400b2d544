/* players.h. Every player that there is for a table of Tetris: the reference, and lanes and columns of each instruction set that
 * runs here; what whole games of any player come to; and what is told while they are played. */
#ifndef SWARMTRIS_TESTS_PLAYERS_H
#define SWARMTRIS_TESTS_PLAYERS_H

#include "agent/player.h"
#include "base/stats.h"
#include "eval/splitting.h"

enum { PLAYERS_MAX = 2 + 2 * 4 };
typedef struct {
    Player player[PLAYERS_MAX]; /* (n): the first is the reference */
    int n;
} Players;

/* A failure to make the reference fails the test. */
void players_make(Players *p, Rules r, const Agent *agent);
void players_free(Players *p);

/* Whether the answers are the same; what is kept of suspended games is not looked at. */
bool same_answer(const Answer *a, const Answer *b);

/* What a watch is told; and when it says stop: once there were so many turns, or it was asked so often; 0: never. */
typedef struct {
    atomic_llong turns, asked, filled, lanes;
    long long stop_after, asked_max;
} Told;
StopCheck told_watch(Told *t);

/* The answers a (n) of games with weights x, as many as the agent has; or their scores. */
void players_play(const Player *p, const double *x, Answer *a, int n);
Stats players_whole_games(const Player *p, const double *x, int n);

/* A replicate of splitting. */
void players_replicate(const Player *p, const SplittingOptions *o, const double *x, uint64_t seed, SplittingCounts *c);

/* The mean by rates of n replicates, each of so many stages at least, is that of the games, within four standard errors; its own
 * error is at most such a share. */
void assert_true_mean(const Player *p, const SplittingOptions *o, const double *x, int n, int stages, double most,
                      const Stats *games);

#endif
