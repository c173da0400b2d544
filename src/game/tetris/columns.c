/* columns.c. The columns engine: one game at two thirds of the speed of the lanes engine with hundreds, since the columns of its
 * board are the lanes of a vector. Compiled once for each instruction set and lane width, by compiler flags (KERNEL_ISA,
 * KERNEL_BITS), as kernel.c is.
 *
 * Idea: what a placement at x needs of the columns x - 1 .. x + w stands at these places of arrays over the columns
 * (columns_layout.h). A vector loaded from place x + i on has, lane by lane, what placements at x, x + 1, .. need of their
 * column i:
 *
 *     heights of the board         3 5 5 2 4 4 1 0 0 2
 *     column 0 of each placement   3 5 5 2 4 4 1 0 0          a vector loaded at x = 0
 *     column 1 of each placement   5 5 2 4 4 1 0 0 2          the same array, loaded at x = 1
 *     y of an O (two columns)      5 5 5 4 4 4 1 0 2          the larger of both: nine landing rows at once
 *
 * So one pass through the formulas of deltas.h, which kernel.c uses with other lanes, values all placements of an orientation.
 * Where a vector has fewer lanes than a board has columns, there are more passes.
 *
 * The steps of a move, all but the first in the order of this file:
 *     survey_terms      computes what a decision needs of each column (survey.h); heights and their maximum are kept from
 *                       move to move
 *     place_piece       scores all placements by what they change, and marks those for which the deltas do not hold (deltas.h)
 *     review_marked     makes each marked placement on a copy of the board (columns_game.h). If it fills rows, the terms are
 *                       counted from the start (columns_measure.h); if it only buries wells, the score gets these added
 *     choose_placement  takes the best score; where others are within the tolerance (below), the doubles of the reference decide
 *     take_made, drop_piece
 *                       make the move: review_marked has kept the board if rows are cleared
 *
 * Why the move is exactly that of the reference: deltas are whole numbers, and exact where no mark stands; marked placements are
 * counted by definition, or corrected. So scores differ from values only by the rounding of the weights to 16 bits. plan_weigh
 * (plan.c) bounds what that, and the rounding of the reference's own doubles, can do to the difference of two placements: the
 * tolerance. A placement further below the best cannot be the reference's choice; all others are valued as the reference values
 * them. Placements are numbered 16 x orientation + column here, so that the bits of a 64-bit mask stand in the game's order.
 *
 * Speed: bench/results/engines.md. Shares of the time of a piece (avx512, cs3243, measured by doing each step twice): scores
 * 45 %, review 18 %, choice 10 %. The rest is the move, and waiting that such a measurement does not show.
 *
 * Two ways to play several games at once were tried (avx512), with the same results, and not kept:
 *     games in turn, step by step       no faster
 *     two boards with the same piece    1.10 times as fast (dt 1.18) with 16 to 64 games, no faster with 8. In one vector of
 *                                       512 bits the scores take half as long per game. But the review of two boards takes 1.7
 *                                       times as long as that of one, choice and move are still done for each game, and queues
 *                                       are added */
#include "game/tetris/columns_measure.h"
#include "game/tetris/columns_survey.h"

#include <math.h>
#include <stddef.h>

/* ---- place_piece ---- */

/* Whether the scores of marked placements are kept: if `wells` is the only term with a mark, review_marked can correct them. */
#define SCORES_STAY ((use & marked_terms()) == TERM_BIT(WELLS))

/* A vector of scores, LOST where the mask is set. */
SIMD_INLINE I32 lost_where(I32 score, I32 mask)
{
    return (score & ~mask) | (mask & LOST);
}

/* Scores the placements of one shape at x, x + 1, .., a lane each. Lanes beyond the board land on a wall, and so lose. */
SIMD_INLINE void place_at(Play *play, const int shape, int x, const uint64_t use, const bool columns)
{
    const int p = COLUMNS * (shape % 4) + x;
    Landing l = {.s = &play->survey, .at = EDGE + x};
    find_landing(&l, shape);
    find_windows(&l, shape);
    Wide lost = (Wide)(l.y > (Lane)(play->plan->height - PIECE_HEIGHT)), marked = marks(&l, shape, use) & ~lost;
    Score score = delta_score(&l, shape, use, columns);
    const Score loses = pairs_of(lost, lost), blocked = pairs_of(lost | marked, lost | marked);
    UNROLL
    for (int part = 0; part < PARTS; part++) {
        const I32 all = score.part[part], certain = lost_where(all, blocked.part[part]);
        play->best = max32(play->best, certain);
        store32(play->score + p + part * PART_LANES, SCORES_STAY ? lost_where(all, loses.part[part]) : certain);
    }
    store_wide(play->y + p, l.y);
    play->marked |= (uint64_t)WIDE_LANES(marked) << p;
}

/* Scores all placements of one shape. */
SIMD_INLINE void place_shape(Play *p, const int shape, const uint64_t use, const bool columns)
{
    const int n = WHOLE ? 1 : p->survey.width - PIECE_WIDTH + 1;
    for (int x = 0; x < n; x += LANES) place_at(p, shape, x, use, columns);
}

/* Scores and marks all placements of the piece. (A function for each piece was slower by 2 % here.) */
SIMD_INLINE void place_piece(Play *p, const uint64_t use, const bool columns)
{
#define PLACE(shape) place_shape(p, shape, use, columns)
#define CASE(piece, calls, none) \
    case piece: calls; break;
    p->best = (I32){0} + LOST, p->marked = 0;
    switch (p->state->piece) {
        EACH_PIECE(CASE, PLACE, none)
    }
#undef CASE
#undef PLACE
}

/* The score that place_piece found. */
SIMD_INLINE int32_t score_of(const Play *p, int placement)
{
    return p->score[placement / LANES * LANES + score_at(placement % LANES)];
}

/* ---- review_marked ---- */

/* Weighted terms of the move that was made last. */
SIMD_INLINE int32_t move_score(const Play *p, int placement)
{
    const OfMove *w = &p->weights->move;
    int32_t score = w->landing_height * landing_height(p, placement) + rare_score(p, placement, p->board.full);
    if (p->board.rows > 0) score += w->rows_cleared * p->board.rows + w->eroded_cells * eroded_cells(p, placement);
    return score;
}

/* Keeps the score of a marked placement that was made, and the board it leads to. */
SIMD_INLINE void keep_made(const Play *p, int placement, MadeMove *m, const uint64_t use, const bool columns)
{
    m->board_score = board_score(p, use, columns);
    m->score = (int32_t)((uint32_t)m->board_score - (uint32_t)p->state->score + (uint32_t)move_score(p, placement));
    memcpy(m->column, p->board.column + EDGE, sizeof m->column);
    memcpy(m->height, p->board.height + EDGE, sizeof m->height);
    m->top = p->board.top;
}

/* Makes all marked placements; p->made keeps what they lead to. A placement that fills no row only needs a score: that of
 * place_piece, plus what buried wells add. With random weights, on high boards, most marked placements are such. */
SIMD_INLINE void review_marked(Play *p, const uint64_t use, const bool columns)
{
    MadeMove *m = p->made;
    for (uint64_t left = p->marked; left != 0; left &= left - 1, m++) {
        const int placement = __builtin_ctzll(left);
        put_piece(p, placement);
        m->rows = p->board.rows;
        if (m->rows == 0 && SCORES_STAY) {
            const int32_t weight = p->weights->q[Q_DELTA + __builtin_popcountll(use & (TERM_BIT(WELLS) - 1))];
            m->score = (int32_t)((uint32_t)score_of(p, placement) + (uint32_t)(weight * buried_wells(p)));
        } else {
            settle_board(p);
            keep_made(p, placement, m, use, columns);
        }
    }
}

/* ---- both steps, compiled for each family of terms ---- */

#define FAMILY_FUNCTION(name, columns)                                                                     \
    static __attribute__((noinline)) void place_##name(Play *p)                                            \
    {                                                                                                      \
        if (!p->surveyed) survey_terms(&p->survey, p->survey.width, family_terms(FAMILY_##name), columns); \
        place_piece(p, family_terms(FAMILY_##name), columns);                                              \
    }                                                                                                      \
    static __attribute__((noinline)) void review_##name(Play *p)                                           \
    {                                                                                                      \
        review_marked(p, family_terms(FAMILY_##name), columns);                                            \
    }
FAMILIES(FAMILY_FUNCTION)
#undef FAMILY_FUNCTION

#define FAMILY_PLACE(name, columns) place_##name,
#define FAMILY_REVIEW(name, columns) review_##name,
static void (*const place_family[FAMILY_COUNT])(Play *) = {FAMILIES(FAMILY_PLACE)};
static void (*const review_family[FAMILY_COUNT])(Play *) = {FAMILIES(FAMILY_REVIEW)};

/* Both steps: scores of all placements. */
SIMD_INLINE void score_placements(Play *p)
{
    place_family[p->plan->family](p);
    if (p->marked != 0) review_family[p->plan->family](p);
}

/* What a marked placement leads to; NULL: the placement is not marked. */
SIMD_INLINE const MadeMove *made_of(const Play *p, int placement)
{
    const bool is_marked = (p->marked >> placement & 1) != 0;
    return is_marked ? p->made + __builtin_popcountll(p->marked & ((UINT64_C(1) << placement) - 1)) : NULL;
}

/* ---- choose_placement ---- */

/* Counts the terms of p->board that the plan asks for, into count (TERMS). */
static void count_terms(const Play *p, int32_t *count)
{
    const Boards b = board_of(p);
    const int width = p->plan->width;
#define COUNT_TERM(TERM, term, most, mark, in)          \
    if ((p->plan->board_terms & TERM_BIT(TERM)) != 0) { \
        Count sum = {0};                                \
        measure_##term(&b, width, &sum);                \
        count[TERM_##TERM] = add_lanes(sum.sum);        \
    }
    TERM_LIST(COUNT_TERM)
#undef COUNT_TERM
    for (int x = 0; p->plan->columns && x < width; x++) {
        const Lane *height = p->board.height + EDGE + x;
        count[TERM_COLUMN_1 + x] = height[0];
        count[TERM_STEP_1 + x] = x > 0 ? abs((int)height[0] - (int)height[-1]) : 0;
    }
}

/* The value that the reference computes for a placement, from its counts. heights: the sum of all before the move. */
static double exact_value(Play *p, int placement, int heights)
{
    int32_t count[TERMS];
    make_move(p, placement);
    count_terms(p, count);
    const OfMove move = of_move(p, placement, p->board.full);
    return plan_value(p->plan, p->weights, &move, count, NULL, heights);
}

/* The sum of the heights before the move. */
SIMD_INLINE int heights_before(const Play *p)
{
    Wide heights = all(0);
    EACH_BLOCK(at) heights += GET(p->survey.height, at) & GET(p->survey.inside, at);
    return add_lanes(heights);
}

/* The first placement of the highest value among those near the best. As in the reference, a value that is not a number never
 * wins; if no value wins, the first placement is made. */
static __attribute__((noinline)) int choose_exactly(Play *p, uint64_t near)
{
    assert(near != 0);
    const int heights = heights_before(p);
    int best = __builtin_ctzll(near);
    double most = -HUGE_VAL;
    for (; near != 0; near &= near - 1) {
        const double value = exact_value(p, __builtin_ctzll(near), heights);
        if (!(value > most)) continue;
        most = value;
        best = __builtin_ctzll(near);
    }
    return best;
}

/* Bits of the placements of one vector whose scores are above a bound. */
SIMD_INLINE uint64_t above(const int32_t *score, I32 bound)
{
#if KERNEL_BITS == 16
    return lanes16(pack32((I32)(load32(score) > bound), (I32)(load32(score + PART_LANES) > bound)));
#else
    return lanes32((I32)(load32(score) > bound));
#endif
}

/* The best score; LOST: all placements lose. */
SIMD_INLINE int32_t best_score(const Play *p)
{
    int32_t best = max_across(p->best);
    const MadeMove *m = p->made;
    for (uint64_t left = p->marked; left != 0; left &= left - 1, m++) best = m->score > best ? m->score : best;
    return best;
}

/* The placements within the tolerance of the best score. */
SIMD_INLINE uint64_t near_best(const Play *p, int32_t best)
{
    const TetrisPiece *piece = &tetris_pieces[p->state->piece];
    uint64_t near = 0;
    /* Scores stay above -2^30 and tolerances below 2^30. */
    const int32_t bound = best - p->weights->tolerance - 1;
    for (int o = 0; o < piece->orientations; o++)
        for (int x = 0; x < (WHOLE ? 1 : p->plan->width - piece->shape[o].width + 1); x += LANES)
            near |= above(p->score + COLUMNS * o + x, (I32){0} + bound) << (COLUMNS * o + x);
    near &= ~p->marked;
    const MadeMove *m = p->made;
    for (uint64_t left = p->marked; left != 0; left &= left - 1, m++)
        if (m->score > bound) near |= left & -left;
    return near;
}

/* The placement to make; -1: all lose. */
SIMD_INLINE int choose_placement(Play *p)
{
    const int32_t best = best_score(p);
    if (best == LOST) return -1;
    const uint64_t near = near_best(p, best);
    return (near & (near - 1)) == 0 ? __builtin_ctzll(near) : choose_exactly(p, near);
}

/* ---- the move, and what lanes.c calls ---- */

/* Makes a placement that clears rows: review_marked has kept the board it leads to. */
SIMD_INLINE void take_made(Play *p, const MadeMove *m)
{
    Survey *s = &p->survey;
    memcpy(s->column + EDGE, m->column, sizeof m->column);
    memcpy(s->height + EDGE, m->height, sizeof m->height);
    s->top = all(m->top);
    p->state->score = m->board_score;
    packed_earn(p->plan, p->state, m->rows);
}

/* Makes a placement that clears nothing, so heights only grow. The score of a state is that of its board alone, so the terms of
 * the move are subtracted from the placement's score. */
SIMD_INLINE void drop_piece(Play *p, int placement, int32_t score)
{
    Survey *s = &p->survey;
    const int y = p->y[placement];
    const Column *strip = strip_of(p, placement);
    const Lane *tops = tops_of(p, placement);
    const int32_t of_move = p->weights->move.landing_height * landing_height(p, placement) + rare_score(p, placement, 0);
    EACH_BLOCK(at) {
        SET(s->column, at, GET(s->column, at) | raised(load_bits(strip + at - EDGE), y));
        SET(s->height, at, larger(GET(s->height, at), load_wide(tops + at - EDGE) + (Lane)y));
    }
    s->top = larger(s->top, all(y + shape_at(p, placement)->height));
    p->state->score = (int32_t)((uint32_t)p->state->score + (uint32_t)score - (uint32_t)of_move);
    packed_earn(p->plan, p->state, 0);
}

/* A level of the board. */
static __attribute__((noinline)) int level_of(const Play *p, int level)
{
    const Survey *s = &p->survey;
    Wide heights = all(0), holes = all(0);
    Bits hole_rows = {0};
    EACH_BLOCK(at) {
        const Bits column = GET(s->column, at);
        const Wide height = GET(s->height, at), inside = GET(s->inside, at);
        heights += height & inside;
        const Bits covered = rows_below(column, height) & ~column & (Bits)inside;
        holes += count_bits(covered);
        hole_rows |= covered;
    }
    return tetris_level_sum(&tetris_level_weights[level], add_lanes(heights), add_lanes(holes),
                            __builtin_popcount(join_or(hole_rows)), (int)s->top[0]);
}

/* Whether the watched level is above its bound; the height of the highest column is known without counting. */
SIMD_INLINE bool is_above(const Play *p, const Watch *w)
{
    const TetrisLevel *l = &tetris_level_weights[w->level];
    const int top = (int)p->survey.top[0];
    return (tetris_level_is_top(l) ? tetris_level_sum(l, 0, 0, 0, top) : level_of(p, w->level)) > w->above;
}

/* Whether play stops at the board after a move. */
SIMD_INLINE bool is_beyond(const Play *p, const Bounds *until)
{
    if (until->watch != NULL && is_above(p, until->watch)) return true;
    if (until->level < 0) return false;
    const int level = level_of(p, until->level);
    return level >= until->high || level <= until->low;
}

/* Kernel.play: the steps of a move, turn after turn. */
static int64_t play(const Plan *plan, const PackedWeights *weights, PackedState *state, const Bounds *until)
{
    Play p;
    int64_t played = 0;
    assert(!state->lost && state->is_tall == (KERNEL_BITS == 32) && state->piece != TETRIS_NO_PIECE);
    assert(!plan->all_afresh && !plan->by_value && plan->family >= 0 && plan->family < FAMILY_COUNT);
    assert(until->turns >= 0 && until->level < TETRIS_LEVELS);
    open_game(&p, plan, weights, state);
    while (played < until->turns) {
        score_placements(&p);
        const int placement = choose_placement(&p);
        if (placement < 0) {
            state->lost = true;
            break;
        }
        const MadeMove *m = made_of(&p, placement);
        if (m != NULL && m->rows > 0)
            take_made(&p, m);
        else
            drop_piece(&p, placement, m != NULL ? m->score : score_of(&p, placement));
        played++;
        state->pieces++;
        state->piece = state->next;
        state->next = TETRIS_NO_PIECE;
        packed_chance(plan, state);
        if (is_beyond(&p, until)) break;
        const int top = p.survey.top[0];
        if (KERNEL_BITS == 16 ? top > SHORT_TOP && !plan->always_short : top <= SHORT_TOP - 2) break;
    }
    close_game(&p);
    return played;
}

#include "game/tetris/columns_ahead.h"

/* ---- for tests ---- */

/* Kernel.scores, for a group of one game. */
static int scores(const Plan *plan, const LaneGroup *group, int32_t *score, uint32_t *marked, void *scratch)
{
    Play play;
    PackedState state = *(const PackedState *)group->state[0];
    int n = 0;
    (void)scratch;
    assert(group->n == 1 && group->kind >= 0 && group->kind < 2 * TETRIS_TETROMINOES);
    state.piece = (int8_t)(group->kind % TETRIS_TETROMINOES);
    open_game(&play, plan, group->weights[0], &state);
    place_family[plan->family](&play);
    EACH_PLACEMENT(plan, state.piece, p)
    {
        marked[n] = (uint32_t)(play.marked >> p & 1);
        score[n++] = score_of(&play, p);
    }
    return n;
}

/* Kernel.measure, for one board. */
static void measure(const Plan *plan, const void *const *columns, int n, int32_t *count)
{
    static const PackedWeights none;
    Play p;
    PackedState state = {.is_tall = KERNEL_BITS == 32};
    assert(n == 1 && plan->width >= 4 && plan->width <= COLUMNS);
    memcpy(&state.column, columns[0], COLUMNS * sizeof(Column));
    memset(count, 0, TERMS * sizeof *count);
    open_game(&p, plan, &none, &state);
    memcpy(p.board.column, p.survey.column, sizeof p.board.column);
    memcpy(p.board.height, p.survey.height, sizeof p.board.height);
    p.board.top = (int)p.survey.top[0];
    count_terms(&p, count);
}

#define NAME3(isa, bits) columns_##isa##_##bits
#define NAME2(isa, bits) NAME3(isa, bits)

const Kernel NAME2(KERNEL_ISA, KERNEL_BITS) = {
    .bits = KERNEL_BITS,
    .lanes = 1,
    .value = value,
    .moves = moves,
    .after = after,
    .scores = scores,
    .measure = measure,
    .play = play,
};
