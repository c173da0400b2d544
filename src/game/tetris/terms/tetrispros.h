/* tetrispros.h. Terms of the program tetrispros. Its height of a column that a piece touches is y + TOP, never below 1; this is
 * one more than its own (tetrispros.c), on which only the largest height depends. */
#ifndef SWARMTRIS_GAME_TETRIS_TERMS_TETRISPROS_H
#define SWARMTRIS_GAME_TETRIS_TERMS_TETRISPROS_H

/* The heights of columns, and of their neighbours beyond them. */
SIMD_INLINE Wide pros_height(const Boards *b, int at)
{
    return larger(GET(b->height, at), all(1));
}

SIMD_INLINE Wide pros_left(const Boards *b, int at)
{
    return larger(WIDE_BEFORE(b->height, at, GET(b->height, at)), all(1));
}

SIMD_INLINE Wide delta_tetrispros_height_differences(const Landing *l, const int shape)
{
    const int last = PIECE_WIDTH - 1;
    return step(l->y + (Lane)TOP(0), AT(pros_height, -1), AT(inside, -1)) +
           step(l->y + (Lane)TOP(last), AT(pros_height, PIECE_WIDTH), AT(inside, PIECE_WIDTH)) + (Lane)steps_within(shape) -
           AT(pros_steps_until, PIECE_WIDTH) + AT(pros_steps_until, -1);
}

SIMD_INLINE void measure_tetrispros_height_differences(const Boards *b, const int width, Count *count)
{
    EACH_STEP(at) count_numbers(count, magnitude(pros_height(b, at) - pros_left(b, at)) & paired(b, at));
}

SIMD_INLINE Wide delta_tetrispros_max_height(const Landing *l, const int shape)
{
    return larger(l->y + (Lane)PIECE_HEIGHT - l->s->pros_top, all(0));
}

SIMD_INLINE void measure_tetrispros_max_height(const Boards *b, const int width, Count *count)
{
    (void)width;
    count_once(count, b, larger(b->top - 1, all(0)));
}

/* Pits are beside the piece or, if it is an upright I, on top of it: tops of neighbours within it differ by at most 2. */
SIMD_INLINE Wide delta_tetrispros_pits(const Landing *l, const int shape)
{
    const Wide first = l->y + (Lane)TOP(0), last = l->y + (Lane)TOP(PIECE_WIDTH - 1);
    Wide delta = pit(AT(pros_height, -2), AT(pros_height, -1), first) +
                 pit(last, AT(pros_height, PIECE_WIDTH), AT(pros_height, PIECE_WIDTH + 1)) -
                 (AT(pros_pits_until, PIECE_WIDTH) - AT(pros_pits_until, -2));
    if (PIECE_WIDTH == 1) delta += pit(AT(pros_height, -1), first, AT(pros_height, PIECE_WIDTH));
    return delta;
}

SIMD_INLINE void measure_tetrispros_pits(const Boards *b, const int width, Count *count)
{
    EACH_PLACE(at) {
        const Wide right = larger(WIDE_BEHIND(b->height, at, GET(b->height, at)), all(1));
        count_numbers(count, pit(pros_left(b, at), pros_height(b, at), right) & inside(b, at));
    }
}

/* The sum of |W h - S| over all columns, with W the width and S the sum of all h, is twice that of what W h has above S, since
 * all W h - S together are 0. What it has above S is max(W h, S) - S. */
SIMD_INLINE Wide delta_tetrispros_height_deviation(const Landing *l, const int shape)
{
    const int width = l->s->width;
    const Wide scaled_y = times(l->y, all(width));
    Wide sum = l->s->pros_sum, above = all(0);
    EACH_COLUMN(i) sum += l->y + (Lane)TOP(i) - AT(pros_height, i);
    for (int at = EDGE; at < EDGE + width; at++) above += larger(EVERYWHERE(l->s->pros_scaled, at), sum);
    EACH_COLUMN(i) above += larger(scaled_y + (Lane)(TOP(i) * width), sum) - larger(AT(pros_scaled, i), sum);
    above -= times(sum, all(width));
    return above + above - l->s->pros_deviation;
}

SIMD_INLINE void measure_tetrispros_height_deviation(const Boards *b, const int width, Count *count)
{
    Wide heights = all(0);
    EACH_PLACE(at) heights += pros_height(b, at) & inside(b, at);
    const Wide sum = over_columns(heights), scale = all(b->plan->width);
    EACH_PLACE(at) count_numbers(count, magnitude(times(pros_height(b, at), scale) - sum) & inside(b, at));
}

#endif
