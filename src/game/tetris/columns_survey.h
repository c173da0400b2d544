/* columns_survey.h. What a decision needs of the board, each column in its lane: the formulas of survey.h, and what they leave
 * for sums, largest numbers and rows over the columns on either side of each. The other layout is that of kernel.c. */
#ifndef SWARMTRIS_GAME_TETRIS_COLUMNS_SURVEY_H
#define SWARMTRIS_GAME_TETRIS_COLUMNS_SURVEY_H

#include "game/tetris/columns_layout.h"

/* Rows that are filled on either side of each column: those without an empty cell. The OR is taken over empty cells, since moved
 * lanes leave zeros behind, which would make an AND over filled cells empty. */
SIMD_INLINE void survey_full_rows(Survey *s, const int width)
{
    EACH_AT(at, 0) {
        Bits empty = or_before(~GET(s->column, at));
        if (!WHOLE) empty |= ~(Bits)all((Lane)s->until[at]);
        SET(s->until, at + 1, ~empty);
    }
    for (int at = EDGE + COLUMNS - LANES; at >= EDGE; at -= LANES) {
        Bits empty = or_behind(~GET(s->column, at));
        if (!WHOLE) empty |= ~(Bits)all((Lane)s->from[at + LANES]);
        SET(s->from, at, ~empty);
    }
}

/* Sums from the left: until[at] is that of all of[..] up to place `at`. Of 16 columns the place of the right wall is in no
 * vector: it gets the sum before it. */
SIMD_INLINE void sum_columns(const Lane *of, Lane *until, const int width)
{
    EACH_AT(at, 0) {
        Wide sum = sum_before(GET(of, at));
        if (!WHOLE) sum += all(until[at - 1]);
        SET(until, at, sum);
    }
    if (!WHOLE || width == COLUMNS) until[EDGE + width] = until[EDGE + width - 1];
}

/* What survey_pros leaves for sums. */
SIMD_INLINE void sum_pros(Survey *s, const int width)
{
    Wide sum = all(0), deviation = all(0);
    sum_columns(s->pros_step, s->pros_steps_until, width);
    sum_columns(s->pros_pit, s->pros_pits_until, width);
    s->pros_top = larger(s->top, all(1));
    EACH_AT(at, 0) sum += GET(s->pros_height, at) & GET(s->inside, at);
    s->pros_sum = all(add_lanes(sum));
    EACH_AT(at, 0) deviation += magnitude(GET(s->pros_scaled, at) - s->pros_sum) & GET(s->inside, at);
    s->pros_deviation = all(add_lanes(deviation));
}

/* Which height differences are seen on either side of each column. */
SIMD_INLINE void join_flags(Survey *s, const int width)
{
    EACH_AT(at, 0) {
        Bits seen = or_before(GET(s->flag, at));
        if (!WHOLE) seen |= (Bits)all((Lane)s->flags_until[at]);
        SET(s->flags_until, at + 1, seen);
    }
    for (int at = EDGE + COLUMNS - LANES; at >= EDGE; at -= LANES) {
        Bits seen = or_behind(GET(s->flag, at));
        if (!WHOLE) seen |= (Bits)all((Lane)s->flags_from[at + LANES]);
        SET(s->flags_from, at, seen);
    }
    s->diversity = all(__builtin_popcount((uint32_t)s->flags_from[EDGE]));
}

/* The largest number up to each column, and from it on. */
SIMD_INLINE void span_columns(const Lane *of, Lane *until, Lane *from, const int width)
{
    EACH_AT(at, 0) {
        Wide most = largest_before(GET(of, at));
        if (!WHOLE) most = larger(most, all(until[at - 1]));
        SET(until, at, most);
    }
    for (int at = EDGE + COLUMNS - LANES; at >= EDGE; at -= LANES) {
        Wide most = largest_behind(GET(of, at));
        if (!WHOLE) most = larger(most, all(from[at + LANES]));
        SET(from, at, most);
    }
}

/* Of sums or largest numbers up to each column: that of the last one, in every lane. */
SIMD_INLINE Wide total(const Lane *until, const int width)
{
    return all(until[EDGE + width - 1]);
}

/* They do not change: open_game finds them. */
SIMD_INLINE void survey_places(Survey *s, const int width)
{
    (void)s, (void)width;
}

/* The rows of all columns, in every lane. */
SIMD_INLINE void join_hole_rows(Survey *s)
{
    s->hole_rows = (Bits)all((Lane)join_or(s->hole_rows));
}

#endif
