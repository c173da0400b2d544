/* kernel.c. The kernel of the lanes engine: values all placements of one piece on many boards at once, and makes the best.
 * Compiled once for each instruction set (KERNEL_ISA, by compiler flags) and lane width (KERNEL_BITS: 16 for short boards, 32
 * for tall ones). packed.h says how a game is packed, and why short boards have a form of their own.
 *
 * Idea: a lane of a vector is a game. The boards of a group hold the same piece, so all games of it go through the same
 * instructions, and each variable of a scalar program becomes a vector:
 *
 *                      game 0   game 1   game 2   ..  game 15
 *     height[x]           3        0        5     ..     1       one vector for each column x
 *     y at x              5        2        5     ..     4       one vector for each placement of the piece
 *     score at x       -812      -90     -703     ..  -351       deltas of the terms times the weights of each game
 *
 * The steps, each for up to GROUPS_MAX groups at once, so that the rare cases of all groups fill vectors together:
 *     survey_boards     computes what a decision needs of each column (survey.h): height, full rows on either side, wells, ..
 *     place_group       scores each placement by what it changes of each term (deltas.h). It marks the placements whose
 *                       score the deltas do not give: a row may be full; a covered cell becomes a well; a run of well cells may
 *                       begin anew in a gap; or no family has all terms of the set, which marks all
 *     review_marked     makes marked placements on copies, a vector of copies at a time, and counts their terms from the start
 *                       (kernel_measure.h)
 *     choose_moves      takes the best score of each lane; where others are within the tolerance, the doubles of the reference
 *                       decide
 *     make_group_moves  makes the chosen placements and stores the boards
 *
 * Speed: bench/results/engines.md. About a third of the time goes into the survey and the deltas, a third into the review, the
 * rest into moves, chances and queues. */
#include "game/tetris/kernel_measure.h"

#include <math.h>
#include <stdlib.h>

/* ---- survey_boards ---- */

/* Heights, and the highest of them. */
SIMD_INLINE void survey_heights(Survey *s, const int width)
{
    s->top = all(0);
    for (int at = EDGE; at < EDGE + width; at++) {
        s->height[at] = height_of(s->column[at]);
        s->inside[at] = all(-1);
        s->top = larger(s->top, s->height[at]);
    }
}

/* Rows that are filled on either side of each column. */
SIMD_INLINE void survey_full_rows(Survey *s, const int width)
{
    Bits and = ~(Bits){0};
    for (int at = EDGE; at <= EDGE + width; at++) {
        s->until[at] = and;
        and &= s->column[at];
    }
    and = ~(Bits){0};
    for (int at = EDGE + width; at >= EDGE; at--) {
        and &= s->column[at];
        s->from[at] = and;
    }
}

/* Sums from the left: until[at] is the sum of `of` up to and including place `at`. */
SIMD_INLINE void sum_columns(const Wide *of, Wide *until, const int width)
{
    Wide sum = all(0);
    for (int at = EDGE; at <= EDGE + width; at++) {
        sum += of[at];
        until[at] = sum;
    }
    until[EDGE - 1] = until[EDGE - 2] = all(0);
}

/* The sums that survey_pros leaves to the layout. */
SIMD_INLINE void sum_pros(Survey *s, const int width)
{
    sum_columns(s->pros_step, s->pros_steps_until, width);
    sum_columns(s->pros_pit, s->pros_pits_until, width);
    s->pros_top = larger(s->top, all(1));
    s->pros_sum = s->pros_deviation = all(0);
    for (int at = EDGE; at < EDGE + width; at++) s->pros_sum += s->pros_height[at];
    for (int at = EDGE; at < EDGE + width; at++) s->pros_deviation += magnitude(s->pros_scaled[at] - s->pros_sum);
}

/* Which height differences occur on either side of each column. */
SIMD_INLINE void join_flags(Survey *s, const int width)
{
    Bits seen = {0};
    for (int at = EDGE; at <= EDGE + width; at++) {
        s->flags_until[at] = seen;
        seen |= s->flag[at];
    }
    seen = (Bits){0};
    for (int at = EDGE + width; at >= EDGE; at--) {
        seen |= s->flag[at];
        s->flags_from[at] = seen;
    }
    s->flags_from[EDGE + width + 1] = (Bits){0};
    s->diversity = count_bits(seen);
}

/* until: the largest number up to each column; from: the largest from it on; both include the column. */
SIMD_INLINE void span_columns(const Wide *of, Wide *until, Wide *from, const int width)
{
    Wide most = all(0);
    for (int at = EDGE; at < EDGE + width; at++) until[at] = most = larger(most, of[at]);
    until[EDGE - 1] = until[EDGE - 2] = from[EDGE + width] = from[EDGE + width + 1] = most = all(0);
    for (int at = EDGE + width - 1; at >= EDGE; at--) from[at] = most = larger(most, of[at]);
}

/* Fills place, distance and worth, for terms that depend on where a column stands. */
SIMD_INLINE void survey_places(Survey *s, const int width)
{
    for (int at = EDGE - 1; at <= EDGE + width; at++) {
        const int x = at - EDGE;
        s->place[at] = all(x);
        s->distance[at] = all(tetris_wall_distance(x, width));
        s->worth[at] = worth_at(s->distance[at]);
    }
}

/* The sum, or the largest number, of all columns: `until` of the last one. */
SIMD_INLINE Wide total(const Wide *until, const int width)
{
    return until[EDGE + width - 1];
}

/* Nothing to join: each lane has the rows of its own game. */
SIMD_INLINE void join_hole_rows(Survey *s)
{
    (void)s;
}

/* Surveys the boards of a group: all that the terms `use` need, and single columns if `columns`. */
SIMD_INLINE void survey_boards(Survey *s, const Plan *plan, const int width, const LaneGroup *g, const uint64_t use,
                               const bool columns)
{
    s->plan = plan;
    s->width = width;
    s->near_ceiling = KERNEL_BITS == 32 || plan->near_ceiling;
    load_columns((const void *const *)g->state, offsetof(PackedState, column), g->n, width, s->column + EDGE);
    load_weights(&s->weights, g->weights, g->n, __builtin_popcountll(use), columns);
    for (int edge = 0; edge < EDGE; edge++) {
        survey_wall(s, edge, use);
        survey_wall(s, EDGE + width + edge, use);
    }
    survey_heights(s, width);
    survey_terms(s, width, use, columns);
}

/* ---- place_group ---- */

/* The placements of one group. In arrays of 32-bit numbers the lanes are in the order of score_at. */
typedef struct {
    int32_t score[PLACEMENTS_MAX * LANES]; /* (placements, LANES); LOST: the placement loses */
    int32_t best[LANES];                   /* the best score of the lane */
    int32_t choice[LANES];                 /* the placement with the best score, if it has no rival */
    int32_t rivals[LANES];                 /* how many scores are above best - margin, the best included; 0: all lose */
    int32_t margin[LANES];                 /* tolerance of the lane's weights + 1 */
    uint32_t marked[PLACEMENTS_MAX];       /* bit l: in lane l, the score waits for review_marked */
    Lane y[PLACEMENTS_MAX][LANES];         /* landing rows, by lane: not in the order of scores */
    int placements;                        /* how many the piece has on this board, in the game's order */
} Placements;

SIMD_INLINE int32_t score_of(const Placements *p, int placement, int lane)
{
    return p->score[placement * LANES + score_at(lane)];
}

/* Scores placement p of the piece: the shape with its left edge at column x. */
SIMD_INLINE void place_at(const Survey *s, const int shape, int x, const uint64_t use, const bool columns, Placements *to, int p)
{
    Landing l = {.s = s, .at = x + EDGE};
    find_landing(&l, shape);
    find_windows(&l, shape);
    Wide marked = marks(&l, shape, use);
    Score score = delta_score(&l, shape, use, columns);
    if (s->plan->all_afresh) marked = all(-1); /* the family lacks terms */
    if (s->near_ceiling) {
        Wide lost = (Wide)(l.y > (Lane)(s->plan->height - PIECE_HEIGHT));
        marked &= ~lost;
#if KERNEL_BITS == 16
        const I32 lost_part[2] = {(I32)interleave_lo16(lost, lost), (I32)interleave_hi16(lost, lost)}; /* of 32 bits each */
#else
        const I32 lost_part[1] = {lost};
#endif
        UNROLL
        for (int part = 0; part < PARTS; part++)
            score.part[part] = (score.part[part] & ~lost_part[part]) | (lost_part[part] & LOST);
    }
    for (int part = 0; part < PARTS; part++) store32(to->score + p * LANES + part * PART_LANES, score.part[part]);
    to->marked[p] = WIDE_LANES(marked);
    store_wide(to->y[p], l.y);
}

/* Scores all placements of one shape. */
SIMD_INLINE void place_shape(const Survey *s, const int shape, const uint64_t use, const bool columns, Placements *to)
{
    const int first = to->placements, n = s->width - PIECE_WIDTH + 1;
    for (int x = 0; x < n; x++) place_at(s, shape, x, use, columns, to, first + x);
    to->placements = first + n;
}

/* For each family of terms: a function for each piece scores its placements in the game's order; one for groups surveys the
 * boards and calls that of the piece. (A group's kind is its piece, with TETROMINOES added for tall boards.) */
#define PLACE(shape) place_shape(s, shape, use, columns, to)
#define PIECE_FUNCTION(piece, calls, name, of_columns)                                            \
    static __attribute__((noinline)) void place_##name##_##piece(const Survey *s, Placements *to) \
    {                                                                                             \
        const uint64_t use = family_terms(FAMILY_##name);                                         \
        const bool columns = of_columns;                                                          \
        to->placements = 0;                                                                       \
        calls;                                                                                    \
    }
#define PIECE_ENTRY(piece, calls, name) place_##name##_##piece, /* without the calls */
#define FAMILY_FUNCTION(name, columns)                                                                                         \
    EACH_PIECE(PIECE_FUNCTION, PLACE, name, columns)                                                                           \
    static __attribute__((noinline)) void place_##name(const Plan *plan, const LaneGroup *g, Placements *to)                   \
    {                                                                                                                          \
        static void (*const place[TETRIS_TETROMINOES])(const Survey *, Placements *) = {EACH_PIECE(PIECE_ENTRY, PLACE, name)}; \
        Survey s;                                                                                                              \
        FOR_WIDTH(plan, survey_boards(&s, plan, width, g, family_terms(FAMILY_##name), columns));                              \
        place[g->kind % TETRIS_TETROMINOES](&s, to);                                                                           \
    }
FAMILIES(FAMILY_FUNCTION)
#undef FAMILY_FUNCTION
#undef PIECE_ENTRY
#undef PIECE_FUNCTION
#undef PLACE

/* Surveys a group and scores its placements, by the code for the plan's family of terms. */
static __attribute__((noinline)) void place_group(const Plan *plan, const LaneGroup *g, Placements *to)
{
#define FAMILY_ENTRY(name, columns) place_##name,
    static void (*const place_family[FAMILY_COUNT])(const Plan *, const LaneGroup *, Placements *) = {FAMILIES(FAMILY_ENTRY)};
#undef FAMILY_ENTRY
    assert(g->n >= 1 && g->n <= LANES && g->kind >= 0 && plan->family >= 0 && plan->family < FAMILY_COUNT);
    place_family[plan->family](plan, g, to);
}

/* ---- the terms of boards, counted from the start ---- */

/* Kernel.measure. */
static void measure(const Plan *plan, const void *const *columns, int n, int32_t *count)
{
    Counts lanes;
    Boards boards;
    assert(n >= 1 && n <= LANES);
    memset(lanes, 0, sizeof lanes);
    load_columns(columns, 0, n, plan->width, boards.column + EDGE);
    measure_terms(plan, &boards, lanes);
    for (int t = 0; t < TERMS; t++)
        for (int i = 0; i < LANES; i++) count[t * LANES + i] = lanes[t][i];
}

/* ---- making a move ---- */

SIMD_INLINE const Column *columns_of(const PackedState *s)
{
#if KERNEL_BITS == 16
    return s->column.low;
#else
    return s->column.tall;
#endif
}

/* A move in each lane. */
typedef struct {
    const void *board[LANES]; /* columns of the board before the move */
    const void *strip[LANES]; /* columns of the piece (PackedShape), beginning with the one over column 0 of the board */
    Lane y[LANES];            /* landing row */
} Moves;

/* What the moves cleared. */
typedef struct {
    Lane full[LANES]; /* bits of the rows that were full */
    Lane rows[LANES]; /* how many */
} Made;

/* Takes the full rows out of all columns: in each pass the highest that is left in each lane. */
SIMD_INLINE void clear_rows(Bits *column, int width, Bits full)
{
    while (WIDE_LANES((Wide)(full != 0)) != 0) {
        const Bits low = rows_below_top(full) >> 1 | (Bits)(full == 0);
        for (int x = 0; x < width; x++) column[x] = (column[x] & low) | (column[x] >> 1 & ~low);
        full &= low;
    }
}

/* Makes n moves: column (COLUMNS) becomes the boards after them; lanes from n on repeat the first. */
SIMD_INLINE void make_moves(const Moves *m, int n, const int width, Bits *column, Made *made)
{
    Chunks board[LOAD_ROWS], strip[LOAD_ROWS];
    Lane power[LANES];
    Bits full = ~(Bits){0};
    for (int lane = 0; lane < LANES; lane++) power[lane] = (Lane)(UINT32_C(1) << m->y[lane < n ? lane : 0]);
    find_rows(m->board, n, board);
    find_rows(m->strip, n, strip);
    const Bits to_row = (Bits)load_wide(power);
    for (int x = 0; x < width; x += LOAD_ROWS) {
        Bits piece[LOAD_ROWS];
        load_block((const Chunks *)board, 0, x, column + x);
        load_block((const Chunks *)strip, 0, x, piece);
        for (int i = 0; i < LOAD_ROWS && x + i < width; i++) {
            column[x + i] |= piece[i] * to_row;
            full &= column[x + i];
        }
    }
    store_wide(made->full, (Wide)full);
    store_wide(made->rows, count_bits(full));
    clear_rows(column, width, full);
}

SIMD_INLINE const PackedShape *shape_of(const Plan *plan, int piece, int placement)
{
    return &plan->shape[piece][plan->placement[piece][placement].orientation];
}

SIMD_INLINE void set_move(Moves *m, int lane, const Plan *plan, const PackedState *s, int piece, int placement, int y)
{
    const PackedShape *shape = shape_of(plan, piece, placement);
    const int from = COLUMNS - plan->placement[piece][placement].x;
    m->board[lane] = columns_of(s);
#if KERNEL_BITS == 16
    m->strip[lane] = shape->low + from;
#else
    m->strip[lane] = shape->tall + from;
#endif
    m->y[lane] = (Lane)y;
}

/* All terms of the move of lane i, whose board is not overwritten yet. */
SIMD_INLINE OfMove of_move(const Plan *plan, const Moves *m, const Made *made, int i, int piece, int placement)
{
    const int orientation = plan->placement[piece][placement].orientation, x = plan->placement[piece][placement].x;
    const Placed placed = {m->board[i], KERNEL_BITS == 32, piece, orientation, x, m->y[i], (uint32_t)(Column)made->full[i]};
    OfMove move;
    packed_count_move(plan, &placed, &move);
    return move;
}

/* Weighted terms of the move of lane i, whose board is not overwritten yet. Those of most sets come first. */
SIMD_INLINE int32_t move_score(const Plan *plan, const PackedWeights *w, const Moves *m, const Made *made, int i, int piece,
                               int placement)
{
    int32_t score = w->move.landing_height * (2 * m->y[i] + plan->placement[piece][placement].height - 1);
    if (made->rows[i] > 0) {
        const int cells = shape_of(plan, piece, placement)->cells_in[(uint32_t)(Column)made->full[i] >> m->y[i] & 15];
        score += made->rows[i] * (w->move.rows_cleared + w->move.eroded_cells * cells);
    }
    if (!plan->rare) return score;
    const OfMove move = of_move(plan, m, made, i, piece, placement);
    return score + packed_rare_score(&w->move, &move);
}

/* ---- review_marked ---- */

/* A state and one of its placements. */
typedef struct {
    uint8_t group;     /* number of the group in the call */
    uint8_t lane;      /* which state of the group */
    uint8_t placement; /* in the game's order */
    uint8_t y;         /* landing row */
} Pair;

enum { PAIRS_MAX = GROUPS_MAX * LANES * PLACEMENTS_MAX };

/* The moves of up to LANES pairs, what they cleared, and the terms of the boards after them. */
typedef struct {
    Moves moves;
    Made made;
    Counts count;
} Measured;

/* What the functions of a kernel keep in the scratch of their caller while they run. */
typedef struct {
    Placements placed[GROUPS_MAX]; /* of each group */
    Pair pair[PAIRS_MAX + 1];      /* marked placements, later rivals; room for one more, which review_marked may write */
    double exact[PAIRS_MAX];       /* values of the rivals, as the reference computes them */
    Measured measured;             /* the pairs that were measured last */
} Scratch;
_Static_assert(sizeof(Scratch) <= KERNEL_SCRATCH_MAX, "KERNEL_SCRATCH_MAX is the size that lanes.c reports");

/* Makes the moves of up to LANES pairs and counts the terms of the boards after them. */
static void measure_pairs(const Plan *plan, const LaneGroup *const *group, const Pair *pair, int n, Measured *m)
{
    Boards boards;
    for (int i = 0; i < n; i++) {
        const LaneGroup *g = group[pair[i].group];
        set_move(&m->moves, i, plan, g->state[pair[i].lane], g->kind % TETRIS_TETROMINOES, pair[i].placement, pair[i].y);
    }
    FOR_WIDTH(plan, make_moves(&m->moves, n, width, boards.column + EDGE, &m->made));
    measure_terms(plan, &boards, m->count);
}

SIMD_INLINE Wide count_of(const Measured *m, int term)
{
    return load_wide(m->count[term]);
}

/* Weighted terms of the boards that were measured last, into score (count). */
static void board_scores(const Plan *plan, const LaneGroup *const *group, const Pair *pair, int count, const Measured *m,
                         int32_t *score)
{
    const void *weights[LANES];
    LaneWeights w;
    Score sum = {0};
    for (int i = 0; i < count; i++) weights[i] = group[pair[i].group]->weights[pair[i].lane];
    load_weights(&w, weights, count, plan->weights, plan->columns);
    for (int k = 0; 2 * k < plan->weights; k++)
        sum = add_pair(sum, count_of(m, plan->delta_term[2 * k]), count_of(m, plan->delta_term[2 * k + 1]), w.pair[k]);
    for (int x = 0; plan->columns && x < plan->width; x++)
        sum = add_pair(sum, count_of(m, TERM_COLUMN_1 + x), count_of(m, TERM_STEP_1 + x), w.column[EDGE + x]);
    int32_t lane[LANES];
    memcpy(lane, &sum, sizeof sum);
    for (int i = 0; i < count; i++) score[i] = lane[score_at(i)];
    for (int k = 0; plan->all_afresh && k < plan->slots; k++) {
        const int term = plan->slot[k].term, q = plan->slot[k].q;
        for (int i = 0; q >= Q_OTHERS && i < count; i++)
            score[i] += ((const PackedWeights *)weights[i])->q[q] * m->count[term][i];
    }
}

/* A placement of a lane, and where it lands. */
SIMD_INLINE Pair pair_of(const Placements *placements, int group, int lane, int p)
{
    return (Pair){(uint8_t)group, (uint8_t)lane, (uint8_t)p, (uint8_t)placements->y[p][lane]};
}

/* Scores all marked placements by the boards that they lead to. */
static __attribute__((noinline)) void review_marked(const Plan *plan, const LaneGroup *const *group, int n, Scratch *s)
{
    int pairs = 0;
    for (int g = 0; g < n; g++)
        for (int p = 0; p < s->placed[g].placements; p++) {
            uint32_t lanes = s->placed[g].marked[p] & (uint32_t)((UINT64_C(1) << group[g]->n) - 1);
            /* Mostly no lane or one: the first is written without a branch; if there is none, the next pair overwrites it. */
            s->pair[pairs] = pair_of(&s->placed[g], g, __builtin_ctz(lanes | UINT32_C(1) << (LANES - 1)), p);
            pairs += lanes != 0;
            for (lanes &= lanes - 1; lanes != 0; lanes &= lanes - 1)
                s->pair[pairs++] = pair_of(&s->placed[g], g, __builtin_ctz(lanes), p);
        }
    for (int first = 0; first < pairs; first += LANES) {
        const Pair *pair = s->pair + first;
        int count = pairs - first < LANES ? pairs - first : LANES;
        measure_pairs(plan, group, pair, count, &s->measured);
        int32_t of_board[LANES];
        board_scores(plan, group, pair, count, &s->measured, of_board);
        for (int i = 0; i < count; i++) {
            const LaneGroup *g = group[pair[i].group];
            const PackedState *state = g->state[pair[i].lane];
            const int32_t of_move = move_score(plan, g->weights[pair[i].lane], &s->measured.moves, &s->measured.made, i,
                                               g->kind % TETRIS_TETROMINOES, pair[i].placement);
            s->placed[pair[i].group].score[pair[i].placement * LANES + score_at(pair[i].lane)] =
                (int32_t)((uint32_t)of_board[i] - (uint32_t)state->score + (uint32_t)of_move);
        }
    }
}

/* ---- choose_moves ---- */

/* The value that the reference computes for a pair, from its counts. */
static double exact_value(const Plan *plan, const LaneGroup *g, const Pair *pair, int i, const Measured *m)
{
    int32_t count[TERMS], by_reference[PACKED_FEATURES_MAX];
    const PackedState *s = g->state[pair->lane];
    const OfMove move = of_move(plan, &m->moves, &m->made, i, g->kind % TETRIS_TETROMINOES, pair->placement);
    for (int k = 0; k < plan->slots; k++) count[plan->slot[k].term] = m->count[plan->slot[k].term][i];
    if (plan->by_value) plan_count(plan, s, pair->placement, pair->y, by_reference);
    return plan_value(plan, g->weights[pair->lane], &move, count, by_reference, packed_heights(plan, s));
}

/* Values the n pairs of the scratch in doubles, into exact. */
static void exact_values(const Plan *plan, const LaneGroup *const *group, int n, Scratch *s)
{
    for (int first = 0; first < n; first += LANES) {
        int count = n - first < LANES ? n - first : LANES;
        measure_pairs(plan, group, s->pair + first, count, &s->measured);
        for (int i = 0; i < count; i++) {
            const Pair *pair = &s->pair[first + i];
            s->exact[first + i] = exact_value(plan, group[pair->group], pair, i, &s->measured);
        }
    }
}

/* Finds the best score of each lane, how many scores are within the tolerance of it, and the placement if there is only one. */
static __attribute__((noinline)) void best_scores(const LaneGroup *g, Placements *placements)
{
    for (int lane = 0; lane < LANES; lane++)
        placements->margin[score_at(lane)] = ((const PackedWeights *)g->weights[lane < g->n ? lane : 0])->tolerance + 1;
    for (int part = 0; part < PARTS; part++) {
        const int first = part * PART_LANES;
        const int32_t *score = placements->score + first;
        I32 best = load32(score), rivals = {0}, choice = {0};
        for (int p = 1; p < placements->placements; p++) best = max32(best, load32(score + p * LANES));
        /* Scores stay above -2^30 and tolerances below 2^30; if all placements lose, the bound is not used. */
        const I32 bound = (I32)((U32)best - (U32)load32(placements->margin + first));
        for (int p = 0; p < placements->placements; p++) {
            const I32 near = (I32)(load32(score + p * LANES) > bound);
            rivals -= near;
            choice |= near & p;
        }
        store32(placements->best + first, best);
        store32(placements->rivals + first, rivals & (I32)(best != LOST));
        store32(placements->choice + first, choice);
    }
}

/* Values in doubles the placements near the best, in lanes that have more than one; with `always` in all lanes. Returns the
 * number of these pairs, which are in the scratch in order of group, lane and placement. */
static __attribute__((noinline)) int value_rivals(const Plan *plan, const LaneGroup *const *group, int n, bool always, Scratch *s)
{
    int pairs = 0;
    for (int g = 0; g < n; g++) {
        const Placements *placements = &s->placed[g];
        for (int lane = 0; lane < group[g]->n; lane++) {
            if (placements->rivals[score_at(lane)] < (always ? 1 : 2)) continue;
            int64_t bound =
                (int64_t)placements->best[score_at(lane)] - ((const PackedWeights *)group[g]->weights[lane])->tolerance;
            for (int p = 0; p < placements->placements; p++)
                if (score_of(placements, p, lane) >= bound && score_of(placements, p, lane) != LOST)
                    s->pair[pairs++] = pair_of(placements, g, lane, p);
        }
    }
    exact_values(plan, group, pairs, s);
    return pairs;
}

/* Scores all placements of n groups, and finds the best of each lane (best_scores). */
static void score_groups(const Plan *plan, const LaneGroup *const *group, int n, Scratch *s)
{
    for (int g = 0; g < n; g++) place_group(plan, group[g], &s->placed[g]);
    review_marked(plan, group, n, s);
    for (int g = 0; g < n; g++) best_scores(group[g], &s->placed[g]);
}

/* Fills the choice of every lane: the first rival of the highest value. As in the reference, a value that is not a number never
 * wins; if no value wins, the first placement is made. */
static __attribute__((noinline)) void choose_moves(const Plan *plan, const LaneGroup *const *group, int n, Scratch *s)
{
    score_groups(plan, group, n, s);
    int pairs = value_rivals(plan, group, n, false, s);
    for (int i = 0; i < pairs;) {
        const Pair *first = &s->pair[i];
        int best = i;
        double most = -HUGE_VAL;
        for (; i < pairs && s->pair[i].group == first->group && s->pair[i].lane == first->lane; i++)
            if (s->exact[i] > most) {
                most = s->exact[i];
                best = i;
            }
        s->placed[first->group].choice[score_at(first->lane)] = s->pair[best].placement;
    }
}

/* ---- make_group_moves ---- */

/* Gives a state, after a move, the column width that the height of its board needs. */
static __attribute__((noinline)) void settle_form(const Plan *plan, PackedState *s)
{
    uint32_t cells = 0;
    for (int x = 0; x < plan->width; x++) cells |= columns_of(s)[x];
    packed_set_form(plan, s, cells >> SHORT_TOP != 0);
}

/* Makes placement p[lane] of group i. to (group->n): the states that become those after the move, copies of the group's or its
 * own; NULL: no move in that lane. */
static __attribute__((noinline)) void make_group_moves(const Plan *plan, const LaneGroup *g, int i, const int32_t *p,
                                                       PackedState *const *to, Scratch *scratch)
{
    const Placements *placements = &scratch->placed[i];
    Moves *moves = &scratch->measured.moves;
    Made *made = &scratch->measured.made;
    Bits column[COLUMNS];
    PackedState unused; /* takes the boards of lanes without a move */
    void *board[LANES];
    int32_t of_move[LANES];
    const int piece = g->kind % TETRIS_TETROMINOES;
    for (int lane = 0; lane < LANES; lane++) {
        PackedState *s = lane < g->n && to[lane] != NULL ? to[lane] : &unused;
        board[lane] = KERNEL_BITS == 16 ? (void *)s->column.low : (void *)s->column.tall;
        if (lane < g->n) set_move(moves, lane, plan, g->state[lane], piece, p[lane], placements->y[p[lane]][lane]);
    }
    FOR_WIDTH(plan, make_moves(moves, g->n, width, column, made));
    for (int lane = 0; lane < g->n; lane++) of_move[lane] = move_score(plan, g->weights[lane], moves, made, lane, piece, p[lane]);
    FOR_WIDTH(plan, store_columns(column, width, board));
    /* The stores have brought the states into the cache: without them this loop would wait. */
    for (int lane = 0; lane < g->n; lane++) {
        PackedState *s = to[lane];
        if (s == NULL) continue;
        packed_end_turn(plan, s, made->rows[lane], score_of(placements, p[lane], lane) - of_move[lane]);
        bool may_change = KERNEL_BITS == 32 || moves->y[lane] + plan->placement[piece][p[lane]].height > SHORT_TOP;
        if (may_change && !plan->always_short) settle_form(plan, s);
    }
}

/* ---- what lanes.c calls ---- */

/* Kernel.best. */
static void best(const Plan *plan, const LaneGroup *const *group, int n, int32_t *const *made, void *scratch)
{
    Scratch *s = scratch;
    assert(n >= 1 && n <= GROUPS_MAX);
    choose_moves(plan, group, n, s);
    for (int g = 0; g < n; g++) {
        const Placements *p = &s->placed[g];
        PackedState *to[LANES];
        int32_t placement[LANES];
        for (int lane = 0; lane < group[g]->n; lane++) {
            PackedState *state = group[g]->state[lane];
            const bool over = p->rivals[score_at(lane)] == 0;
            placement[lane] = over ? 0 : p->choice[score_at(lane)];
            to[lane] = over ? NULL : state;
            if (over) state->lost = true;
        }
        make_group_moves(plan, group[g], g, placement, to, s);
        if (made != NULL) memcpy(made[g], placement, (size_t)group[g]->n * sizeof placement[0]);
    }
}

/* Kernel.value. */
static void value(const Plan *plan, const LaneGroup *const *group, int n, bool exact, double *const *value, void *scratch)
{
    Scratch *s = scratch;
    assert(n >= 1 && n <= GROUPS_MAX);
    score_groups(plan, group, n, s);
    for (int g = 0; g < n; g++)
        for (int lane = 0; lane < group[g]->n; lane++) {
            bool lost = s->placed[g].rivals[score_at(lane)] == 0;
            value[g][lane] = lost || exact ? -HUGE_VAL
                                           : plan_near_value(plan, group[g]->state[lane], group[g]->weights[lane],
                                                             s->placed[g].best[score_at(lane)]);
        }
    int pairs = exact ? value_rivals(plan, group, n, true, s) : 0;
    for (int i = 0; i < pairs; i++) {
        double *most = &value[s->pair[i].group][s->pair[i].lane];
        if (s->exact[i] > *most) *most = s->exact[i];
    }
}

/* Kernel.moves. */
static void moves(const Plan *plan, const LaneGroup *const *group, int n, int *count, Move *move, double *value, void *scratch)
{
    Scratch *s = scratch;
    for (int g = 0; g < n; g++) place_group(plan, group[g], &s->placed[g]);
    review_marked(plan, group, n, s);
    for (int g = 0; g < n; g++)
        for (int lane = 0; lane < group[g]->n; lane++, count++, move += TETRIS_MOVES_MAX, value += TETRIS_MOVES_MAX) {
            const PackedState *state = group[g]->state[lane];
            const Placements *placements = &s->placed[g];
            *count = 0;
            for (int p = 0; p < placements->placements; p++) {
                const int32_t score = score_of(placements, p, lane);
                if (score == LOST) continue;
                move[*count] = tetris_move(plan->placement[state->piece][p].orientation, plan->placement[state->piece][p].x);
                value[(*count)++] = plan_near_value(plan, state, group[g]->weights[lane], score);
            }
        }
}

/* Advances *p, a placement, and *k, its number among the state's moves, to the next wanted move, *p included. False: none. */
static bool next_wanted(const Placements *placements, int lane, const bool *wanted, int32_t *p, int *k)
{
    for (; *p < placements->placements; ++*p) {
        if (score_of(placements, *p, lane) == LOST) continue;
        if (wanted[*k]) return true;
        ++*k;
    }
    return false;
}

/* Kernel.after: the first wanted move of each state side by side, then the second, and so on. */
static void after(const Plan *plan, const LaneGroup *const *group, int n, const bool *wanted, void *out, void *scratch)
{
    Scratch *s = scratch;
    for (int g = 0, first = 0; g < n; first += group[g++]->n) {
        int32_t next[LANES] = {0}, placement[LANES];
        int k[LANES] = {0};
        for (bool any = true; any;) {
            PackedState *to[LANES];
            any = false;
            for (int lane = 0; lane < group[g]->n; lane++) {
                const int from = (first + lane) * TETRIS_MOVES_MAX;
                const bool is_wanted = next_wanted(&s->placed[g], lane, wanted + from, &next[lane], &k[lane]);
                placement[lane] = is_wanted ? next[lane]++ : 0;
                to[lane] = is_wanted ? packed_at(out, from + k[lane]++) : NULL;
                if (is_wanted) *to[lane] = *(const PackedState *)group[g]->state[lane];
                any |= is_wanted;
            }
            if (any) make_group_moves(plan, group[g], g, placement, to, s);
        }
    }
}

/* Kernel.scores. */
static int scores(const Plan *plan, const LaneGroup *group, int32_t *score, uint32_t *marked, void *scratch)
{
    Placements *placements = ((Scratch *)scratch)->placed;
    place_group(plan, group, placements);
    for (int p = 0; p < placements->placements; p++) {
        marked[p] = placements->marked[p];
        for (int lane = 0; lane < LANES; lane++) score[p * LANES + lane] = score_of(placements, p, lane);
    }
    return placements->placements;
}

#define NAME3(isa, bits) kernel_##isa##_##bits
#define NAME2(isa, bits) NAME3(isa, bits)

const Kernel NAME2(KERNEL_ISA, KERNEL_BITS) = {
    .bits = KERNEL_BITS,
    .lanes = LANES,
    .best = best,
    .value = value,
    .moves = moves,
    .after = after,
    .scores = scores,
    .measure = measure,
};
