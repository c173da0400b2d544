/* tetrispros_features.c. Features of the program tetrispros (Java, 2018), which measures heights in a way of its own. */
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
TETRIS_COUNT(tetrispros_height_deviation)
{
    int all = 0, sum = 0;
    for (int x = 0; x < rules->width; x++) all += pros_height(after, x);
    for (int x = 0; x < rules->width; x++) sum += abs(rules->width * pros_height(after, x) - all);
    return sum;
}

/* Whether the move results in a loss: the next piece has no place. This is known only if the next piece is shown. */
TETRIS_COUNT(tetrispros_loss)
{
    return after->lost;
}
