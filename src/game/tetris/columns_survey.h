/* columns_survey.h. The survey of the columns engine, each column in its lane: what survey.h leaves to the layout, such as sums
 * over the columns. kernel.c has the other layout. */
#ifndef SWARMTRIS_GAME_TETRIS_COLUMNS_SURVEY_H
#define SWARMTRIS_GAME_TETRIS_COLUMNS_SURVEY_H

#include "game/tetris/columns_layout.h"

/* Rows that are filled on either side of each column: those without an empty cell. It ORs empty cells: moving lanes leaves zeros,
 * which would spoil an AND of filled cells. */
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

/* Sums from the left: until[at] is the sum of `of` up to and including place `at`. With 16 columns the right wall is in no
 * vector: it gets the sum of the last column. */
SIMD_INLINE void sum_columns(const Lane *of, Lane *until, const int width)
{
    EACH_AT(at, 0) {
        Wide sum = sum_before(GET(of, at));
        if (!WHOLE) sum += all(until[at - 1]);
        SET(until, at, sum);
    }
    if (!WHOLE || width == COLUMNS) until[EDGE + width] = until[EDGE + width - 1];
}

/* The sums that survey_pros leaves to the layout. */
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

/* Which height differences occur on either side of each column. */
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

/* until: the largest number up to each column; from: the largest from it on; both include the column. */
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

/* The sum, or the largest number, of all columns, in every lane: `until` of the last column. */
SIMD_INLINE Wide total(const Lane *until, const int width)
{
    return all(until[EDGE + width - 1]);
}

/* Places do not change: open_game fills them. */
SIMD_INLINE void survey_places(Survey *s, const int width)
{
    (void)s, (void)width;
}

/* Joins the rows of all columns, in every lane. */
SIMD_INLINE void join_hole_rows(Survey *s)
{
    s->hole_rows = (Bits)all((Lane)join_or(s->hole_rows));
}

#endif
