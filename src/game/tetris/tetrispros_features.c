/* tetrispros_features.c. Features of the program tetrispros (Java, 2018), which measures heights in a way of its own, and of its
 * text, which has plain ones. */
#include "game/tetris/features.h"

#include <stdlib.h>

/* The program's height of a column is the highest filled row, not the row above, so heights 0 and 1 are alike. */
static int pros_height(const TetrisState *s, int x)
{
    return s->top[x] > 1 ? s->top[x] - 1 : 0;
}

/* Sum of the height differences of neighbouring columns. */
TETRIS_COUNT(tetrispros_height_differences)
{
    int sum = 0;
    for (int x = 0; x + 1 < rules->width; x++) sum += abs(pros_height(after, x) - pros_height(after, x + 1));
    return sum;
}

/* The highest column. */
TETRIS_COUNT(tetrispros_max_height)
{
    int max = 0;
    for (int x = 0; x < rules->width; x++)
        if (pros_height(after, x) > max) max = pros_height(after, x);
    return max;
}

/* The same for every move, so it never decides; its weight is published with the others. The text has tetrispros_loss instead. */
TETRIS_COUNT(tetrispros_constant)
{
    return 1;
}

/* Sum of the depths of all columns that lie more than 2 below their lower neighbour, or, at a border, their only one. */
TETRIS_COUNT(tetrispros_pits)
{
    int sum = 0;
    for (int x = 0; x < rules->width; x++) {
        int left = pros_height(after, x > 0 ? x - 1 : x + 1);
        int right = pros_height(after, x + 1 < rules->width ? x + 1 : x - 1);
        int depth = (left < right ? left : right) - pros_height(after, x);
        if (depth > 2) sum += depth;
    }
    return sum;
}

/* Mean over the columns of |h - mean h|. The count is W * W times that: the sum of |W h - sum of all h|. */
static int deviation(const int *height, int width)
{
    int all = 0, sum = 0;
    for (int x = 0; x < width; x++) all += height[x];
    for (int x = 0; x < width; x++) sum += abs(width * height[x] - all);
    return sum;
}

TETRIS_COUNT(tetrispros_height_deviation)
{
    int height[TETRIS_WIDTH_MAX];
    for (int x = 0; x < rules->width; x++) height[x] = pros_height(after, x);
    return deviation(height, rules->width);
}

/* Of plain heights, as the text words it. */
TETRIS_COUNT(height_deviation)
{
    return deviation(after->top, rules->width);
}

/* -1: the move results in a loss, since the next piece has no place; else 1. This is known only if the next piece is shown. A
 * move that loses at once is never compared with others. (The program asks its own game, which is never lost before the move.) */
TETRIS_COUNT(tetrispros_loss)
{
    return after->lost ? -1 : 1;
}
