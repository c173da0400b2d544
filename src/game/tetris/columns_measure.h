/* columns_measure.h. Counts the terms of a board from the start, each column in its lane, and weights them: the score of a board
 * after a marked placement. kernel_measure.h has the other layout; terms/ says how each term is counted. */
#ifndef SWARMTRIS_GAME_TETRIS_COLUMNS_MEASURE_H
#define SWARMTRIS_GAME_TETRIS_COLUMNS_MEASURE_H

#include "game/tetris/columns_game.h"

/* g->board, in the form that measures take. */
SIMD_INLINE Boards board_of(const Play *g)
{
    return (Boards){
        .column = g->board.column,
        .height = g->board.height,
        .top = all(g->board.top),
        .inside = g->survey.inside,
        .distance = g->survey.distance,
        .first = g->first,
        .last = g->last,
        .plan = g->plan,
    };
}

/* What the delta of a placement misses in the term `wells`: covered cells that become well cells. The piece is already on
 * g->board and fills no row. */
SIMD_INLINE int buried_wells(const Play *g)
{
    const Survey *s = &g->survey;
    const Board *b = &g->board;
    Count count = {0};
    EACH_BLOCK(at) {
        const Bits column = GET(b->column, at), before = GET(s->column, at);
        const Bits left = bits_before(b->column, at, column), right = bits_behind(b->column, at, column);
        const Bits cells = (GET(s->bit, at) - 1) & ~before;
        const Bits buried = GET(s->buried_left, at) & GET(s->buried_right, at);
        Bits wells = left & right & cells & ~buried, empty = ~before;
        count_down(1, &wells, &empty, &count);
    }
    return add_lanes(count.sum);
}

/* The score of g->board. */
SIMD_INLINE int32_t board_score(const Play *g, const uint64_t use, const bool columns)
{
    const Survey *s = &g->survey;
    const Boards b = board_of(g);
    Score sum = {0};
    int k = 0;
#define ADD_TERM(TERM, term, most, mark, in)                                   \
    if (HAS(TERM)) {                                                           \
        Count count = {0};                                                     \
        measure_##term(&b, s->width, &count);                                  \
        sum.part[0] += weighted(count.sum, s->weights.alone[k++ % Q_COLUMNS]); \
    }
    TERM_LIST(ADD_TERM)
#undef ADD_TERM
    if (columns)
        EACH_BLOCK(at) {
            const Wide height = GET(b.height, at) & inside(&b, at);
            sum = add_pair(sum, height, magnitude(rise(&b, at)) & paired(&b, at), column_weights(s, at));
        }
    I32 lanes = sum.part[0];
    for (int part = 1; part < PARTS; part++) lanes += sum.part[part];
    return add_across(lanes);
}

#endif
