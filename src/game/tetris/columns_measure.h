/* columns_measure.h. Counts the terms of a board from the start, each column in its lane, and weights them: the score of a board
 * after a marked placement. kernel_measure.h has the other layout; terms/ says how each term is counted. */
#ifndef SWARMTRIS_GAME_TETRIS_COLUMNS_MEASURE_H
#define SWARMTRIS_GAME_TETRIS_COLUMNS_MEASURE_H

#include "game/tetris/columns_game.h"

/* p->board, in the form that measures take. */
SIMD_INLINE Boards board_of(const Play *p)
{
    return (Boards){
        .column = p->board.column,
        .height = p->board.height,
        .top = all(p->board.top),
        .inside = p->survey.inside,
        .distance = p->survey.distance,
        .first = p->first,
        .last = p->last,
        .plan = p->plan,
    };
}

/* What the delta of a placement misses in the term `wells`: covered cells that become well cells. The piece is already on
 * p->board and fills no row. */
SIMD_INLINE int buried_wells(const Play *p)
{
    const Survey *s = &p->survey;
    const Board *b = &p->board;
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

/* The score of p->board. */
SIMD_INLINE int32_t board_score(const Play *p, const uint64_t use, const bool columns)
{
    const Survey *s = &p->survey;
    const Boards b = board_of(p);
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
