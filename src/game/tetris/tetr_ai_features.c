/* tetr_ai_features.c. The features of the player tetr-ai. Source: misakamm's program, 2026.
 *
 * A well is a column that is lower than both of its neighbours; walls are as high as the board. Its depth is how far it lies
 * below the lower neighbour, its excess is the depth beyond two. One well is the worst: the deepest, but a cell of excess counts
 * for more near a wall. For features of wells k is their depth; 3: three cells or more. For features near a wall k is the
 * distance from it; for those of excess, k = 1: distance 1 or 2. */
#include "game/tetris/features.h"

#include <assert.h>
#include <stdlib.h>

/* The worth of a cell of excess where wells are compared: in a wall column, in the two columns next to it, elsewhere. tetr-ai
 * adds one number to the badness of all wells with excess: it changes no order and is left out here. */
enum { WALL_WORTH = 533, NEAR_WORTH = 489, INNER_WORTH = 401 };

/* The sum over the piece's four cells of their rows, before any were cleared. */
TETRIS_COUNT(landing_rows)
{
    return after->row_sum;
}

/* Half columns between the middle of the piece and that of the board, plus a sixteenth for each column left of the piece. So of
 * two placements equally far from the middle the left one has the lower count. */
TETRIS_COUNT(off_middle)
{
    return TETRIS_MIDDLE_STEPS * abs(after->left + after->right + 1 - rules->width) + after->left;
}

/* The height of the highest column with a hole in the highest row that has one; 0 without holes. */
TETRIS_COUNT(top_hole_column)
{
    for (int y = rules->height - 1; y >= 0; y--) {
        int highest = 0;
        for (int x = 0; x < rules->width; x++)
            if (!after->cell[y][x] && y < after->top[x] && after->top[x] > highest) highest = after->top[x];
        if (highest > 0) return highest;
    }
    return 0;
}

/* ---- wells ---- */

static bool is_deep(int depth, int k)
{
    return k < 3 ? depth == k : depth >= 3;
}

static int excess_of(int depth)
{
    return depth > 2 ? depth - 2 : 0;
}

/* The number by which wells are compared: the depth, if it is one or two; else excess x worth, which is larger. */
static int badness(const TetrisRules *rules, int depth, int x)
{
    const int distance = tetris_wall_distance(x, rules->width);
    if (depth < 3) return depth;
    return excess_of(depth) * (distance == 0 ? WALL_WORTH : distance <= 2 ? NEAR_WORTH : INNER_WORTH);
}

/* The column of the worst well, the leftmost of equal ones; -1: there is no well. */
static int worst_well(const TetrisRules *rules, const TetrisState *s)
{
    int worst = -1, most = 0;
    for (int x = 0; x < rules->width; x++) {
        const int bad = badness(rules, tetris_well_depth(rules, s, x), x);
        if (bad <= most) continue;
        most = bad;
        worst = x;
    }
    return worst;
}

/* Whether column x is at distance k or k + 1 from the nearer wall; k = 0: in a wall column alone. */
static bool is_beside(const TetrisRules *rules, int x, int k)
{
    const int distance = tetris_wall_distance(x, rules->width);
    return k == 0 ? distance == 0 : distance == k || distance == k + 1;
}

/* Wells of depth k. */
TETRIS_COUNT(wells_of_depth)
{
    int sum = 0;
    for (int x = 0; x < rules->width; x++) sum += is_deep(tetris_well_depth(rules, after, x), k);
    return sum;
}

/* The sum of the excess of all wells. */
TETRIS_COUNT(well_excess)
{
    int sum = 0;
    for (int x = 0; x < rules->width; x++) sum += excess_of(tetris_well_depth(rules, after, x));
    return sum;
}

/* 1 if the worst well has depth k. */
TETRIS_COUNT(worst_well)
{
    const int x = worst_well(rules, after);
    return x >= 0 && is_deep(tetris_well_depth(rules, after, x), k);
}

/* The excess of the worst well. */
TETRIS_COUNT(worst_well_excess)
{
    const int x = worst_well(rules, after);
    return x >= 0 ? excess_of(tetris_well_depth(rules, after, x)) : 0;
}

/* ---- near a wall ---- */

/* Holes in the two columns at distance k from the nearer wall. */
TETRIS_COUNT(holes_beside)
{
    int sum = 0;
    for (int x = 0; x < rules->width; x++)
        if (tetris_wall_distance(x, rules->width) == k)
            for (int y = 0; y < after->top[x]; y++) sum += !after->cell[y][x];
    return sum;
}

/* The sum of the excess of the wells near a wall (is_beside). */
TETRIS_COUNT(well_excess_beside)
{
    int sum = 0;
    for (int x = 0; x < rules->width; x++)
        if (is_beside(rules, x, k)) sum += excess_of(tetris_well_depth(rules, after, x));
    return sum;
}

/* The excess of the worst well, if it is near a wall (is_beside). */
TETRIS_COUNT(worst_excess_beside)
{
    const int x = worst_well(rules, after);
    return x >= 0 && is_beside(rules, x, k) ? excess_of(tetris_well_depth(rules, after, x)) : 0;
}

/* ---- where pieces fit ---- */

/* Over the pieces but I: 4 for one place, 6 for more. A place is two or three neighbouring columns whose heights differ as the
 * bottoms of the piece do. As in tetr-ai, up or down makes no difference, so J and L also count mirrored steps. */
TETRIS_COUNT(fits)
{
    enum { PIECE_J, PIECE_L, PIECE_O, PIECE_S, PIECE_T, PIECE_Z, PIECES };
    int places[PIECES] = {0}, sum = 0;
    for (int x = 0; x + 1 < rules->width; x++) {
        const int a = after->top[x + 1] - after->top[x];
        places[PIECE_O] += a == 0;
        places[PIECE_J] += a == 0 || abs(a) == 2;
        places[PIECE_L] += a == 0 || abs(a) == 2;
        places[PIECE_S] += abs(a) == 1;
        places[PIECE_T] += abs(a) == 1;
        places[PIECE_Z] += abs(a) == 1;
        if (x + 2 == rules->width) break;
        const int b = after->top[x + 2] - after->top[x + 1];
        places[PIECE_J] += a == 0 && abs(b) <= 1;
        places[PIECE_L] += b == 0 && abs(a) <= 1;
        places[PIECE_S] += a == 0 && abs(b) == 1;
        places[PIECE_Z] += b == 0 && abs(a) == 1;
        places[PIECE_T] += a == -b && abs(a) <= 1;
    }
    for (int piece = 0; piece < PIECES; piece++) sum += places[piece] == 0 ? 0 : places[piece] == 1 ? 4 : 6;
    return sum;
}
