/* tetr_ai.h. Terms of the set tetr-ai that deep-wells lacks: what is near a wall, where pieces fit (tetr_ai_features.c). */
#ifndef SWARMTRIS_GAME_TETRIS_TERMS_TETR_AI_H
#define SWARMTRIS_GAME_TETRIS_TERMS_TETR_AI_H

/* ---- holes near a wall ---- */

/* Holes in columns at a distance from the nearer wall. */
#define HOLES_BESIDE(name, n)                                                                         \
    SIMD_INLINE Wide delta_##name(const Landing *l, const int shape)                                  \
    {                                                                                                 \
        Wide sum = all(0);                                                                            \
        EACH_COLUMN(i) sum += l->gap[i] & (Wide)(AT(distance, i) == n);                               \
        return sum;                                                                                   \
    }                                                                                                 \
    SIMD_INLINE void measure_##name(const Boards *b, const int width, Count *count)                   \
    {                                                                                                 \
        EACH_PLACE(at) count_cells(count, covered(b, at) & (Bits)(wall_distance(b, width, at) == n)); \
    }
HOLES_BESIDE(holes_wall, 0)
HOLES_BESIDE(holes_second, 1)
HOLES_BESIDE(holes_third, 2)
#undef HOLES_BESIDE

/* ---- excess near a wall ---- */

/* Masks, by distance from the nearer wall: wall columns (is_wall_column), columns one or two from these (is_near_column). */
SIMD_INLINE Wide is_wall_column(Wide distance)
{
    return (Wide)(distance == 0);
}

SIMD_INLINE Wide is_near_column(Wide distance)
{
    return (Wide)(distance > 0) & (Wide)(distance < 3);
}

/* The excess of the worst well if its cells have this worth, else 0. */
SIMD_INLINE Wide excess_of_worth(Wide code, int worth)
{
    const Wide excess = excess_of(code_depth(code));
    return excess & (Wide)(code >> 5 == times(excess, all(worth)));
}

/* The terms of the wells at such a place: their excess, and that of the worst well if it is one. */
#define EXCESS_BESIDE(place, WORTH)                                                                                         \
    SIMD_INLINE Wide delta_excess_##place(const Landing *l, const int shape)                                                \
    {                                                                                                                       \
        Wide sum = AT(excess_##place##_until, -2) - AT(excess_##place##_until, PIECE_WIDTH);                                \
        EACH_WELL(i) sum += excess_of(depth_after(l, shape, i)) & is_##place##_column(AT(distance, i));                     \
        return sum;                                                                                                         \
    }                                                                                                                       \
    SIMD_INLINE void measure_excess_##place(const Boards *b, const int width, Count *count)                                 \
    {                                                                                                                       \
        EACH_PLACE(at) count_numbers(count, excess_of(depth_at(b, at)) & is_##place##_column(wall_distance(b, width, at))); \
    }                                                                                                                       \
    SIMD_INLINE Wide delta_worst_excess_##place(const Landing *l, const int shape)                                          \
    {                                                                                                                       \
        return excess_of_worth(worst_after(l, shape), WORTH) - excess_of_worth(l->s->worst, WORTH);                         \
    }                                                                                                                       \
    SIMD_INLINE void measure_worst_excess_##place(const Boards *b, const int width, Count *count)                           \
    {                                                                                                                       \
        count_once(count, b, excess_of_worth(worst_of(b, width), WORTH));                                                   \
    }
EXCESS_BESIDE(wall, WALL_WORTH)
EXCESS_BESIDE(near, NEAR_WORTH)
#undef EXCESS_BESIDE

/* ---- fits: places of J, L and O are counted in one number, five bits each, those of S, T and Z in another ---- */

/* The step from column i - 1 to i after the move; between columns of the piece it is a constant. */
SIMD_INLINE Wide step_after(const Landing *l, const int shape, int i)
{
    if (i > 0 && i < PIECE_WIDTH) return all(TOP(i) - TOP(i - 1));
    return height_after(l, shape, i) - height_after(l, shape, i - 1);
}

/* Columns i = -1 .. PIECE_WIDTH are counted again: the pair i - 1 and i, and the triple with i in its middle. */
SIMD_INLINE Wide delta_fits(const Landing *l, const int shape)
{
    Wide jlo = l->s->jlo - AT(jlo_until, PIECE_WIDTH) + AT(jlo_until, -2);
    Wide stz = l->s->stz - AT(stz_until, PIECE_WIDTH) + AT(stz_until, -2);
    UNROLL
    for (int i = -1; i <= PIECE_WIDTH; i++) {
        const Wide left = step_after(l, shape, i), right = step_after(l, shape, i + 1);
        const Wide pair = AT(inside, i - 1) & AT(inside, i), triple = pair & AT(inside, i + 1);
        jlo += (jlo_pair(left) & pair) + (jlo_triple(left, right) & triple);
        stz += (stz_pair(left) & pair) + (stz_triple(left, right) & triple);
    }
    return fits_of(jlo) + fits_of(stz) - l->s->fits;
}

SIMD_INLINE void measure_fits(const Boards *b, const int width, Count *count)
{
    Wide jlo = all(0), stz = all(0);
    EACH_PLACE(at) {
        const Wide height = GET(b->height, at);
        const Wide left = height - WIDE_BEFORE(b->height, at, height), right = WIDE_BEHIND(b->height, at, height) - height;
        const Wide triple = (Wide)(wall_distance(b, width, at) > 0) & inside(b, at);
        jlo += jlo_triple(left, right) & triple;
        stz += stz_triple(left, right) & triple;
    }
    EACH_STEP(at) {
        jlo += jlo_pair(rise(b, at)) & paired(b, at);
        stz += stz_pair(rise(b, at)) & paired(b, at);
    }
    count_once(count, b, fits_of(over_columns(jlo)) + fits_of(over_columns(stz)));
}

#endif
