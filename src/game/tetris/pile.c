/* pile.c. Features of the whole pile, with their definitions above them; features.c says how they are read. */
#include "game/tetris/pile.h"

#include <assert.h>

/* Holes that stand on each other count once: empty cells right below a filled one. */
int pile_hole_tops(const TetrisRules *rules, int k, const TetrisState *before, const TetrisState *after)
{
    (void)k, (void)before;
    int sum = 0;
    for (int x = 0; x < rules->width; x++)
        for (int y = 0; y + 1 < after->top[x]; y++) sum += !after->cell[y][x] && after->cell[y + 1][x];
    return sum;
}

/* The highest column less the lowest. */
int pile_height_range(const TetrisRules *rules, int k, const TetrisState *before, const TetrisState *after)
{
    (void)k, (void)before;
    int highest = 0, lowest = rules->height;
    for (int x = 0; x < rules->width; x++) {
        if (after->top[x] > highest) highest = after->top[x];
        if (after->top[x] < lowest) lowest = after->top[x];
    }
    assert(highest >= lowest);
    return highest - lowest;
}

int pile_well_depth(const TetrisRules *rules, const TetrisState *s, int x)
{
    const int left = x > 0 ? s->top[x - 1] : rules->height, right = x + 1 < rules->width ? s->top[x + 1] : rules->height;
    const int lower = left < right ? left : right;
    return lower > s->top[x] ? lower - s->top[x] : 0;
}

/* The depth of the deepest well of one column. */
int pile_deepest_well(const TetrisRules *rules, int k, const TetrisState *before, const TetrisState *after)
{
    (void)k, (void)before;
    int deepest = 0;
    for (int x = 0; x < rules->width; x++)
        if (pile_well_depth(rules, after, x) > deepest) deepest = pile_well_depth(rules, after, x);
    return deepest;
}

/* The sum of the depths of all wells that are one column wide. Unlike in open_wells, what lies below the tops does not
 * matter. */
int pile_well_depths(const TetrisRules *rules, int k, const TetrisState *before, const TetrisState *after)
{
    (void)k, (void)before;
    int sum = 0;
    for (int x = 0; x < rules->width; x++) sum += pile_well_depth(rules, after, x);
    return sum;
}

int pile_filled_cells(const TetrisRules *rules, int k, const TetrisState *before, const TetrisState *after)
{
    (void)k, (void)before;
    int sum = 0;
    for (int x = 0; x < rules->width; x++)
        for (int y = 0; y < after->top[x]; y++) sum += after->cell[y][x];
    return sum;
}

/* Filled cells, each as often as its row has rows up to it: a cell in row 0 counts once. */
int pile_weighted_cells(const TetrisRules *rules, int k, const TetrisState *before, const TetrisState *after)
{
    (void)k, (void)before;
    int sum = 0;
    for (int x = 0; x < rules->width; x++)
        for (int y = 0; y < after->top[x]; y++) sum += after->cell[y][x] ? y + 1 : 0;
    return sum;
}

/* Changes between filled and empty along the rows, from column to column: walls are not involved. */
int pile_inner_row_transitions(const TetrisRules *rules, int k, const TetrisState *before, const TetrisState *after)
{
    (void)k, (void)before;
    int sum = 0;
    for (int y = 0; y < rules->height; y++)
        for (int x = 1; x < rules->width; x++) sum += after->cell[y][x - 1] != after->cell[y][x];
    return sum;
}

/* Changes up the columns, from row to row: neither the floor nor the row above the board is involved. */
int pile_inner_column_transitions(const TetrisRules *rules, int k, const TetrisState *before, const TetrisState *after)
{
    (void)k, (void)before;
    int sum = 0;
    for (int x = 0; x < rules->width; x++)
        for (int y = 1; y < rules->height; y++) sum += after->cell[y - 1][x] != after->cell[y][x];
    return sum;
}

/* Rows that the move cleared, unless they are four, times the rows above the highest cell, the piece's included, before they were
 * cleared: where a move earns more the more rows it clears, these rows could have waited. */
int pile_early_rows(const TetrisRules *rules, int k, const TetrisState *before, const TetrisState *after)
{
    int top = after->highest + 1;
    (void)k;
    for (int x = 0; x < rules->width; x++)
        if (before->top[x] > top) top = before->top[x];
    return after->cleared < 4 ? after->cleared * (rules->height - top) : 0;
}
