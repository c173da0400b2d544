/* levels.c. Levels: numbers that say how near a board is to the loss of the game, for splitting and look-ahead.
 *
 * Levels were compared by the variance of the logarithm of a splitting estimate of the mean score (eval/splitting.h), times the
 * turns that an estimate takes. The table has thousands of turns for DT-10 on 10x20, with the best of steps of 10, 20 and 30:
 *
 *                                        load  heights   top  mixed
 *     trials go on to their ends           63       66    95     51
 *     lots of one in two                   26       27    65     25
 *
 * With lots, mixed gains nothing over load, which is simpler and therefore the first. chance is a fit of the log-odds that a game
 * is lost before its load is back at the median. It uses 4,000 boards of a player with a load of more than ten above the median,
 * a hundred futures each. The table has the weights relative to a cell of height, and the deviance of a fit by the level alone:
 *
 *                              hole   row of the highest column      load   chance
 *     bcts on 10x10             5.7                         0.3     7,230    6,795
 *     DT-10 on 10x10            5.4                         0.0     6,823    6,419
 *     DT-10 on 10x12            5.5                         0.8     2,701    2,640
 *     report-final on 10x10    12.0                         5.4    23,430   21,074
 *
 * The first three players gave chance its five for each hole; the last, whose games are the shortest, is far from that. Yet on
 * 10x20, estimates by chance cost more than by load (bench/results/levels.md).
 *
 * peril is for players that look ahead when the stack is high. On 10x20 (100 replicates) their estimates by peril cost 0.40 and
 * 0.10 times those by load; for greedy players they cost the same. */
#include "game/tetris/tetris.h"

#define LOAD \
    "load", "sum of the heights of all columns, and two for each hole: cells that are to be cleared before the floor shows"
#define HEIGHTS "heights", "sum of the heights of all columns"
#define TOP "top", "ten for each row of the highest column, and one for each hole"
#define MIXED "mixed", "sum of the heights of all columns, two for each hole, three for each row of the highest column"
#define PERIL "peril", "sum of the heights of all columns, ten for each row of the highest column, five for each row with a hole"
#define HEIGHT "height", "height of the highest column"
#define HOLES "holes", "empty cells with a filled one above them in their column"
#define CHANCE "chance", "sum of the heights of all columns, and five for each hole: fitted to the chance that the game is lost"

const Level tetris_levels[TETRIS_LEVELS] = {{LOAD}, {HEIGHTS}, {TOP}, {MIXED}, {CHANCE}, {HEIGHT}, {HOLES}, {PERIL}};

const TetrisLevel tetris_level_weights[TETRIS_LEVELS] = {
    {{LOAD}, .heights = 1, .holes = 2},
    {{HEIGHTS}, .heights = 1},
    {{TOP}, .holes = 1, .top = 10},
    {{MIXED}, .heights = 1, .holes = 2, .top = 3},
    {{CHANCE}, .heights = 1, .holes = 5},
    {{HEIGHT}, .top = 1},
    {{HOLES}, .holes = 1},
    {{PERIL}, .heights = 1, .hole_rows = 5, .top = 10},
};
