/* lanes_equal.h. The lanes of Tetris held to the reference engine, at four depths, on random situations (samples.h).
 *
 * Idea: what is compared is cut into shares, and everything in a share follows from its number: a share that fails fails again
 * alone, a campaign can stop anywhere and go on there. Each question is answered by the reference once and put to all lanes that
 * run here. tests/test_lanes.c asks a part of the shares, tests/programs/equal.c all of them. */
#ifndef SWARMTRIS_TESTS_LANES_EQUAL_H
#define SWARMTRIS_TESTS_LANES_EQUAL_H

#include "game/lanes.h"

/* How many shares there are, and what is in one: boards whose features are counted, on half of which every placement of a piece
 * is tried, too; decisions of the greedy agent; games of at most EQUAL_PIECES; states of which everything is asked that a player
 * needs who looks ahead (and a few more in which he moves). */
enum {
    EQUAL_SHARES = 500,
    EQUAL_BOARDS = 2000,
    EQUAL_DECISIONS = 2000,
    EQUAL_GAMES = 20,
    EQUAL_PIECES = 2000,
    EQUAL_VALUES = 100
};

/* Room for all lanes that there are, and the NULL at the end. */
enum { EQUAL_LANES_MAX = 8 };

/* features: counts and changes of counts as the kernels see them. decisions: single moves. games: whole games, at both joints.
 * ahead: the look-ahead. */
typedef enum { EQUAL_FEATURES_DEPTH, EQUAL_DECISIONS_DEPTH, EQUAL_GAMES_DEPTH, EQUAL_AHEAD_DEPTH, EQUAL_DEPTHS } EqualDepth;
extern const char *const equal_depths[EQUAL_DEPTHS];

/* What came up. Placements are those that the kernels value by what changes; those that they mark for a second look are counted
 * apart, and so are those that lose; all of them once for each lanes. Ties: decisions with more than one best move, of the few
 * that are looked at for it. Each with its words. */
#define EQUAL_NUMBERS(NUMBER)                     \
    NUMBER(BOARDS, "boards with")                 \
    NUMBER(PLACEMENTS, "placements,")             \
    NUMBER(MARKED, "more marked,")                \
    NUMBER(LOSING, "losing;")                     \
    NUMBER(DECISIONS, "decisions,")               \
    NUMBER(CLEARING, "clear rows,")               \
    NUMBER(NO_MOVE, "without a move,")            \
    NUMBER(ASKED_FOR_TIES, "looked at for ties,") \
    NUMBER(TIES, "have one;")                     \
    NUMBER(GAMES, "games with")                   \
    NUMBER(PIECES, "pieces,")                     \
    NUMBER(FULL_GAMES, "to the end;")             \
    NUMBER(VALUES, "states ahead with")           \
    NUMBER(MOVES_AHEAD, "moves;")                 \
    NUMBER(TURNS, "turns")
#define EQUAL_NUMBER(name, words) EQUAL_N_##name,
typedef enum { EQUAL_NUMBERS(EQUAL_NUMBER) EQUAL_N } EqualNumber;
extern const char *const equal_numbers[EQUAL_N];
typedef struct {
    int64_t n[EQUAL_N];
} EqualCounts;

/* Says which lanes run here and which are skipped, and writes the former to `lanes` (EQUAL_LANES_MAX), NULL at
 * the end. Returns how many. */
int equal_lanes(const Lanes **lanes);

/* Shares first .. first + n - 1 of a depth, by all threads. counts: added to. False: there is a difference, and standard error
 * says which: the board before and after, set, weights, size, piece, move, instruction set, share. */
bool equal_shares(EqualDepth depth, int first, int n, const Lanes *const *lanes, EqualCounts *counts);

#endif
