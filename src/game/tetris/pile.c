/* pile.c. Features of the whole pile, of a set of eleven that is older than most; features.c says how they are read.
 * Source: Boehm, Kokai & Mandl, "An Evolutionary Approach to Tetris", 2005; the program tetrispros tried the same eleven.
 * early_rows is ours. */
#include "game/tetris/features.h"

#include <assert.h>

/* Holes that stand on each other count once: empty cells right below a filled one. */
TETRIS_COUNT(hole_tops)
{
    int sum = 0;
    for (int x = 0; x < rules->width; x++)
        for (int y = 0; y + 1 < after->top[x]; y++) sum += !after->cell[y][x] && after->cell[y + 1][x];
    return sum;
}

/* The highest column less the lowest. */
TETRIS_COUNT(height_range)
{
    int highest = 0, lowest = rules->height;
    for (int x = 0; x < rules->width; x++) {
        if (after->top[x] > highest) highest = after->top[x];
        if (after->top[x] < lowest) lowest = after->top[x];
    }
    assert(highest >= lowest);
    return highest - lowest;
}

int tetris_well_depth(const TetrisRules *rules, const TetrisState *s, int x)
{
    const int left = x > 0 ? s->top[x - 1] : rules->height, right = x + 1 < rules->width ? s->top[x + 1] : rules->height;
    const int lower = left < right ? left : right;
    return lower > s->top[x] ? lower - s->top[x] : 0;
}

/* The depth of the deepest well of one column. */
TETRIS_COUNT(deepest_well)
{
    int deepest = 0;
    for (int x = 0; x < rules->width; x++)
        if (tetris_well_depth(rules, after, x) > deepest) deepest = tetris_well_depth(rules, after, x);
    return deepest;
}

/* The sum of the depths of all wells that are one column wide. Unlike in open_wells, what lies below the tops does not
 * matter. */
TETRIS_COUNT(well_depths)
{
    int sum = 0;
    for (int x = 0; x < rules->width; x++) sum += tetris_well_depth(rules, after, x);
    return sum;
}

TETRIS_COUNT(filled_cells)
{
    int sum = 0;
    for (int x = 0; x < rules->width; x++)
        for (int y = 0; y < after->top[x]; y++) sum += after->cell[y][x];
    return sum;
}

/* Filled cells, each as often as its row has rows up to it: a cell in row 0 counts once. */
TETRIS_COUNT(weighted_cells)
{
    int sum = 0;
    for (int x = 0; x < rules->width; x++)
        for (int y = 0; y < after->top[x]; y++) sum += after->cell[y][x] ? y + 1 : 0;
    return sum;
}

/* Changes between filled and empty along the rows, from column to column: walls are not involved. */
TETRIS_COUNT(inner_row_transitions)
{
    int sum = 0;
    for (int y = 0; y < rules->height; y++)
        for (int x = 1; x < rules->width; x++) sum += after->cell[y][x - 1] != after->cell[y][x];
    return sum;
}

/* Changes up the columns, from row to row: neither the floor nor the row above the board is involved. */
TETRIS_COUNT(inner_column_transitions)
{
    int sum = 0;
    for (int x = 0; x < rules->width; x++)
        for (int y = 1; y < rules->height; y++) sum += after->cell[y - 1][x] != after->cell[y][x];
    return sum;
}

/* Rows that the move cleared, unless they are four, times the rows above the highest cell, the piece's included, before they were
 * cleared: where a move earns more the more rows it clears, these rows could have waited. */
TETRIS_COUNT(early_rows)
{
    int top = after->highest + 1;
    for (int x = 0; x < rules->width; x++)
        if (before->top[x] > top) top = before->top[x];
    return after->cleared < 4 ? after->cleared * (rules->height - top) : 0;
}
