/* tetrispros.h. Terms of the program tetrispros. Heights here are the board's, at least 1 (y + TOP always is): one more than the
 * program's own (tetrispros_features.c), which matters for the largest height only. */
#ifndef SWARMTRIS_GAME_TETRIS_TERMS_TETRISPROS_H
#define SWARMTRIS_GAME_TETRIS_TERMS_TETRISPROS_H

/* pros_height: the height of each column, at least 1; pros_left: that of its left neighbour. */
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

/* Pits change beside the piece or, if it is an upright I, on top of it: tops of its neighbouring columns differ by at most 2. */
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

/* W: the width, S: the sum of all h. All W h - S add up to 0, so the sum of |W h - S| is twice the sum of the positive ones. Each
 * of these is max(W h, S) - S. */
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
