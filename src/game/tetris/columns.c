/* columns.c. One game as fast as hundreds: the columns of its board are the lanes of a vector. Compiled once for each instruction
 * set and lane width, as kernel.c is, and with the same formulas (deltas.h).
 *
 * Idea: whatever a placement at x needs of the columns x - 1 .. x + w + 1 stands at these places of arrays over the columns. A
 * vector loaded from place x + i on has, lane by lane, what placements at x, x + 1, .. need of their column i, and so one pass
 * through the formulas values all placements of an orientation. Where a vector has fewer lanes than a board columns, there are
 * more passes. Order of work, once a piece:
 *     survey    what a decision needs of each column; heights and their maximum are kept from move to move
 *     place     the scores of all placements by what they change, and marks for those of which that does not tell (kernel.c)
 *     review    marked placements are made and measured afresh, one after the other, terms of the columns side by side
 *     choose    the best score; where others are within the tolerance, the doubles of the reference decide
 * Numbers of placements are 16 x orientation + column here, so that bits of a 64-bit mask stand in the game's order.
 *
 * Speed, one game alone on 10x20 with published weights, ratio to a plain scalar program (AMD Zen 5, by processor time; in
 * brackets the lanes with 1500 games at hand):
 *             cs3243        bcts          dt
 *     avx512   17.5 (26)     14.3 (22)     13.3 (25)
 *     avx2     15.1 (23)     13.2 (20)     12.4 (23)
 *     sse2      8.9 (13)      7.6 (12)      5.8 (9)
 * A decision is one long chain, from columns to scores, the best of them, its move, and columns again: so the time is not that of
 * the instructions, and 2 to 16 games in turn are as fast as one. */
#if KERNEL_BITS == 16
#define SIMD_HALF /* 16 columns of 16 bits fit 256 bits, whatever more the processor has */
#endif
#include "game/tetris/wide.h"

#include <assert.h>
#include <math.h>
#include <stddef.h>

/* ---- the layout: a lane is a column ---- */

/* A column of 16 bits has 32 places in a line of the cache, where no load crosses its end; in 32 bits, column 0 begins a line. */
enum {
    EDGE = KERNEL_BITS == 16 ? 2 : 16,
    SURVEY = EDGE + COLUMNS + (KERNEL_BITS == 16 ? 14 : 16),
    STRIDE = LANES,
    LAST_WALL = 0
};
_Static_assert((int)COLUMNS % (int)LANES == 0 && LANES >= 4, "boards are a whole number of vectors");

/* Whether a vector has the whole board, so that loops over its vectors take one turn. */
enum { WHOLE = (int)LANES == (int)COLUMNS };

/* The weights of the game at hand, as its vectors want them. */
typedef struct {
    I32 pair[Q_COLUMNS / 2];           /* of two delta terms each, in every lane */
    I16 alone[Q_COLUMNS];              /* of one delta term, in every lane */
    Lane height[SURVEY], step[SURVEY]; /* of single columns, in the lane of the column */
} ColumnWeights;

typedef Column BitsOf;
typedef Lane WideOf;
typedef ColumnWeights SurveyWeights;
#define GET(array, at) _Generic(*(array), Column : load_bits, Lane : load_wide)((array) + (at))
#define SET(array, at, v) _Generic(*(array), Column : store_bits, Lane : store_wide)((array) + (at), v)

SIMD_INLINE Wide only_lane(int lane)
{
    Wide v = {0};
    v[lane] = -1;
    return v;
}

SIMD_INLINE Bits lanes_up(Bits v, int lanes)
{
    return (Bits)bytes_up((U8)v, lanes * (int)sizeof(Lane));
}

SIMD_INLINE Bits lanes_down(Bits v, int lanes)
{
    return (Bits)bytes_down((U8)v, lanes * (int)sizeof(Lane));
}

/* Where a vector has the whole board, its lanes are moved: from memory, where they were put just before, they would come late.
 * Beside the board there are walls. */
SIMD_INLINE Bits bits_before(const Column *array, int at, Bits v)
{
    return WHOLE ? lanes_up(v, 1) | (Bits)only_lane(0) : load_bits(array + at - 1);
}

SIMD_INLINE Bits bits_behind(const Column *array, int at, Bits v)
{
    return WHOLE ? lanes_down(v, 1) | (Bits)only_lane(LANES - 1) : load_bits(array + at + 1);
}

SIMD_INLINE Wide wide_before(const Lane *array, int at, Wide v)
{
    return WHOLE ? (Wide)lanes_up((Bits)v, 1) : load_wide(array + at - 1);
}

#define BITS_BEFORE bits_before
#define BITS_BEHIND bits_behind
#define WIDE_BEFORE wide_before

#include "game/tetris/deltas.h"

SIMD_INLINE Score pair_weights(const Survey *s, int pair)
{
    Score out;
    for (int part = 0; part < PARTS; part++) out.part[part] = s->weights.pair[pair];
    return out;
}

SIMD_INLINE Score column_weights(const Survey *s, int at)
{
    return pairs_of(load_wide(s->weights.height + at), load_wide(s->weights.step + at));
}

/* Blocks of a whole board, what is beside it included. */
#define EACH_BLOCK(at) for (int at = EDGE; at < EDGE + COLUMNS; at += LANES)

/* ---- across the lanes ---- */

SIMD_INLINE uint32_t join_and(Bits v)
{
    uint32_t both = (uint32_t)and_across((I32)v);
    return KERNEL_BITS == 16 ? both & both >> 16 : both;
}

SIMD_INLINE uint32_t join_or(Bits v)
{
    uint32_t both = (uint32_t)or_across((I32)v);
    return KERNEL_BITS == 16 ? (both | both >> 16) & 0xFFFF : both;
}

/* Of numbers that are not negative. */
SIMD_INLINE int highest(Wide v)
{
#if KERNEL_BITS == 16
    v = larger(v, (Wide)((U32)v >> 16));
    return max_across((I32)v & 0xFFFF);
#else
    return max_across(v);
#endif
}

/* The sum of the lanes times a weight that is in every lane: each lane of the result has some of it. None is negative. */
SIMD_INLINE I32 weighted(Wide v, I16 weight)
{
    return multiply_add((I16)v, weight);
}

/* All lanes before each and itself joined by OR; all behind it. */
SIMD_INLINE Bits or_before(Bits v)
{
    UNROLL
    for (int n = 1; n < LANES; n *= 2) v |= lanes_up(v, n);
    return v;
}

SIMD_INLINE Bits or_behind(Bits v)
{
    UNROLL
    for (int n = 1; n < LANES; n *= 2) v |= lanes_down(v, n);
    return v;
}

/* The sum of all lanes before each and itself. */
SIMD_INLINE Wide sum_before(Wide v)
{
    UNROLL
    for (int n = 1; n < LANES; n *= 2) v += (Wide)lanes_up((Bits)v, n);
    return v;
}

/* ---- a game ---- */

/* A board as a move leaves it, walls included: that of column x is at [EDGE + x]. */
typedef struct {
    _Alignas(64) Column column[SURVEY];
    Lane height[SURVEY];
    int rows, top, y; /* rows cleared; the highest column; where the piece came down */
    uint32_t full;    /* the rows that were taken out */
} Board;

/* A marked placement that was made, and what it leads to. */
typedef struct {
    Column column[COLUMNS];
    Lane height[COLUMNS];
    int32_t score;       /* of the move, comparable with those of the others */
    int32_t board_score; /* of the board */
    int rows, top;
} Made;

/* A game that is played, and the decision at hand. */
typedef struct {
    Survey survey; /* its column, height, inside and top are the board at hand */
    const Plan *plan;
    const PackedWeights *weights;
    PackedState *state; /* all but the board */
    /* (orientations, COLUMNS), each vector in the order of score_at; LOST: it loses, or is marked */
    _Alignas(64) int32_t score[PLACEMENTS_MAX];
    Lane y[PLACEMENTS_MAX];            /* where each lands */
    I32 best;                          /* some lane has the highest score */
    uint64_t marked;                   /* placements to be made and measured */
    _Alignas(64) Column first[SURVEY]; /* a mask: the leftmost column */
    Column last[SURVEY];               /* and the rightmost */
    Board board;                       /* of the move that was made last */
    Made made[PLACEMENTS_MAX];         /* marked placements, in their order */
} Play;

/* All places are walls, and what is beside the board stays so. */
static void build_walls(Survey *s, Board *board)
{
    memset(s, 0, sizeof *s);
    for (int at = 0; at < SURVEY; at++) {
        s->column[at] = s->until[at] = s->from[at] = board->column[at] = (Column)-1;
        s->height[at] = board->height[at] = WALL_HEIGHT;
    }
}

SIMD_INLINE Wide heights_of(const Survey *s, Bits column, int at)
{
    const Wide inside = GET(s->inside, at);
    return (height_of(column) & inside) | (~inside & WALL_HEIGHT);
}

static void load_weights(ColumnWeights *to, const PackedWeights *w)
{
    for (int k = 0; k < Q_COLUMNS; k++) {
        to->alone[k] = (I16){0} + w->q[k];
        uint32_t low = (uint16_t)w->q[k & ~1], high = (uint16_t)w->q[k | 1];
        to->pair[k / 2] = (I32)((U32){0} + (low | high << 16));
    }
    for (int x = 0; x < COLUMNS; x++) {
        to->height[EDGE + x] = w->q[Q_COLUMNS + 2 * x];
        to->step[EDGE + x] = w->q[Q_COLUMNS + 2 * x + 1];
    }
}

SIMD_INLINE const Column *columns_of(const PackedState *s)
{
    return KERNEL_BITS == 16 ? (const Column *)(const void *)s->column.low : (const Column *)(const void *)s->column.tall;
}

/* The game as it stands in *state, to which it returns in the end. */
static void open_game(Play *g, const Plan *plan, const PackedWeights *w, PackedState *state)
{
    Survey *s = &g->survey;
    build_walls(s, &g->board);
    memset(g->first, 0, sizeof g->first);
    memset(g->last, 0, sizeof g->last);
    g->plan = s->plan = plan;
    g->weights = w;
    g->state = state;
    s->width = plan->width;
    s->near_ceiling = KERNEL_BITS == 32 || plan->near_ceiling;
    load_weights(&s->weights, w);
    for (int x = 0; x < plan->width; x++) s->inside[EDGE + x] = -1;
    g->first[EDGE] = g->last[EDGE + plan->width - 1] = (Column)-1;
    memcpy(s->column + EDGE, columns_of(state), COLUMNS * sizeof(Column));
    Wide top = all(0);
    for (int at = EDGE; at < EDGE + COLUMNS; at += LANES) {
        Wide height = heights_of(s, GET(s->column, at), at);
        SET(s->height, at, height);
        top = larger(top, height & GET(s->inside, at));
    }
    s->top = all(highest(top));
}

static void close_game(const Play *g)
{
    memcpy((void *)(uintptr_t)columns_of(g->state), g->survey.column + EDGE, COLUMNS * sizeof(Column));
}

/* ---- survey ---- */

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

/* The wall behind 16 columns is in no vector. */
SIMD_INLINE void sum_steps(Survey *s, const int width)
{
    EACH_AT(at, 0) {
        Wide sum = sum_before(GET(s->step_left, at));
        if (!WHOLE) sum += all(s->steps_until[at - 1]);
        SET(s->steps_until, at, sum);
    }
    if (!WHOLE || width == COLUMNS) s->steps_until[EDGE + width] = s->steps_until[EDGE + width - 1];
}

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

SIMD_INLINE void survey(Survey *s, const uint32_t use, const bool columns)
{
    const int width = s->width;
    survey_powers(s, width);
    survey_full_rows(s, width);
    if (HAS(HEIGHT_DIFFERENCES) || columns) {
        survey_steps(s, width);
        sum_steps(s, width);
    }
    survey_holes_and_wells(s, width, use);
    if (HAS(ROWS_WITH_HOLES)) s->hole_rows = (Bits)all((Lane)join_or(s->hole_rows));
    if (HAS(DIVERSITY)) {
        survey_flags(s, width);
        join_flags(s, width);
    }
}

/* ---- place ---- */

/* Lanes beyond the board stand on a wall, and so lose. */
SIMD_INLINE void place_at(Play *g, const int shape, int x, const uint32_t use, const bool columns)
{
    const int p = COLUMNS * (shape % 4) + x;
    Look l = {.s = &g->survey, .at = EDGE + x};
    look_land(&l, shape);
    look_around(&l, shape);
    Wide lost = (Wide)(l.y > (Lane)(g->plan->height - PIECE_HEIGHT)), marked = marks(&l, shape, use) & ~lost;
    Score score = delta_score(&l, shape, use, columns);
    Score blocked = pairs_of(lost | marked, lost | marked);
    UNROLL
    for (int part = 0; part < PARTS; part++) {
        score.part[part] = (score.part[part] & ~blocked.part[part]) | (blocked.part[part] & LOST);
        g->best = max32(g->best, score.part[part]);
        store32(g->score + p + part * PART_LANES, score.part[part]);
    }
    store_wide(g->y + p, l.y);
    g->marked |= (uint64_t)WIDE_LANES(marked) << p;
}

SIMD_INLINE void place_shape(Play *g, const int shape, const uint32_t use, const bool columns)
{
    const int n = WHOLE ? 1 : g->survey.width - PIECE_WIDTH + 1;
    for (int x = 0; x < n; x += LANES) place_at(g, shape, x, use, columns);
}

/* The pieces as constants, so that each orientation becomes code of its own. */
SIMD_INLINE void place_piece(Play *g, int piece, const uint32_t use, const bool columns)
{
#define SHAPE(p, o) place_shape(g, 4 * (p) + (o), use, columns)
    g->best = (I32){0} + LOST;
    g->marked = 0;
    switch (piece) {
    case 0: SHAPE(0, 0); break;
    case 1: SHAPE(1, 0), SHAPE(1, 1); break;
    case 2: SHAPE(2, 0), SHAPE(2, 1), SHAPE(2, 2), SHAPE(2, 3); break;
    case 3: SHAPE(3, 0), SHAPE(3, 1), SHAPE(3, 2), SHAPE(3, 3); break;
    case 4: SHAPE(4, 0), SHAPE(4, 1), SHAPE(4, 2), SHAPE(4, 3); break;
    case 5: SHAPE(5, 0), SHAPE(5, 1); break;
    default: SHAPE(6, 0), SHAPE(6, 1); break;
    }
#undef SHAPE
}

SIMD_INLINE int32_t score_of(const Play *g, int placement)
{
    return g->score[placement / LANES * LANES + score_at(placement % LANES)];
}

/* ---- making a move ---- */

SIMD_INLINE Bits raised(Bits strip, int y)
{
#ifdef WIDE_SHIFTS
    return SHIFT_LEFT(strip, (Bits)all(y));
#else
    return strip * (Bits)all(1 << y);
#endif
}

/* The shape of a placement, such that column x of the board is at [x]. */
SIMD_INLINE const Column *strip_of(const Play *g, int placement)
{
    const PackedShape *shape = &g->plan->shape[g->state->piece][placement / COLUMNS];
    const void *strip = KERNEL_BITS == 16 ? (const void *)shape->low : (const void *)shape->tall;
    return (const Column *)strip + COLUMNS - placement % COLUMNS;
}

/* The row above the top of the piece, if it stands on row 0; far below everything where it is not. */
SIMD_INLINE const Lane *tops_of(const Play *g, int placement)
{
    const PackedShape *shape = &g->plan->shape[g->state->piece][placement / COLUMNS];
    const void *tops = KERNEL_BITS == 16 ? (const void *)shape->low_top : (const void *)shape->tall_top;
    return (const Lane *)tops + COLUMNS - placement % COLUMNS;
}

/* Takes the full rows out of the columns, from the highest on. */
SIMD_INLINE void clear_rows(const Survey *s, Board *b)
{
    for (uint32_t full = b->full; full != 0;) {
        const uint32_t below = (UINT32_C(1) << (31 - __builtin_clz(full))) - 1;
        const Bits low = (Bits)all((int)below);
        EACH_BLOCK(at) {
            const Bits column = GET(b->column, at);
            SET(b->column, at, (column & low) | (column >> 1 & ~low) | ~(Bits)GET(s->inside, at));
        }
        full &= below;
    }
}

/* Into g->board; g itself stays as it is. */
SIMD_INLINE void make_move(Play *g, int placement)
{
    const Survey *s = &g->survey;
    const Column *strip = strip_of(g, placement);
    Board *b = &g->board;
    Bits full = ~(Bits){0};
    Wide top = all(0);
    b->y = g->y[placement];
    EACH_BLOCK(at) {
        const Bits column = GET(s->column, at) | raised(load_bits(strip + at - EDGE), b->y);
        full &= column;
        SET(b->column, at, column);
    }
    b->full = join_and(full);
    b->rows = __builtin_popcount(b->full);
    clear_rows(s, b);
    EACH_BLOCK(at) {
        const Wide height = heights_of(s, GET(b->column, at), at);
        SET(b->height, at, height);
        top = larger(top, height & GET(s->inside, at));
    }
    b->top = highest(top);
}

SIMD_INLINE const TetrisShape *shape_at(const Play *g, int placement)
{
    return &tetris_pieces[g->state->piece].shape[placement / COLUMNS];
}

/* Twice the height of the middle of the piece. */
SIMD_INLINE int landing_height(const Play *g, int placement)
{
    return 2 * g->y[placement] + shape_at(g, placement)->height - 1;
}

/* Rows cleared x cells of the piece in them, of the move made last. */
SIMD_INLINE int eroded_cells(const Play *g, int placement)
{
    const PackedShape *shape = &g->plan->shape[g->state->piece][placement / COLUMNS];
    return g->board.rows * shape->cells_in[g->board.full >> g->board.y & 15];
}

/* ---- afresh: the terms of a board as they are defined, of each column by itself ---- */

/* Adds 1 + the empty cells right below to the count of each column's cells v: each is counted as it falls. */
SIMD_INLINE Wide count_down(Bits v, Bits empty)
{
    Wide sum = all(0);
    while (WIDE_LANES((Wide)(v != 0)) != 0) {
        sum += count_bits(v);
        v = v >> 1 & empty;
    }
    return sum;
}

/* Adds to v the cells of `empty` that hang right below it. */
SIMD_INLINE Bits hang(Bits v, Bits empty)
{
    for (int reach = 1; reach < KERNEL_BITS; reach *= 2) {
        v |= (v >> reach) & empty;
        empty &= empty >> reach;
    }
    return v;
}

/* A number for the whole board, as if of its first column. */
SIMD_INLINE Wide of_board(const Play *g, int value)
{
    return all(value) & (Wide)GET(g->first, EDGE);
}

SIMD_INLINE Wide steps_of(const Survey *s, const Board *b, Wide height, int at, Wide *difference)
{
    Wide left = wide_before(b->height, at, height);
    Wide pair = GET(s->inside, at) & GET(s->inside, at - 1);
    *difference = height - left;
    return magnitude(*difference) & pair;
}

/* count (DELTA_TERMS): of the terms in `use`, such that the sum over the lanes is that of g->board. No lane is negative. */
SIMD_INLINE void measure_board(const Play *g, const uint32_t use, Wide *count)
{
    const Survey *s = &g->survey;
    const Board *b = &g->board;
    const int height_max = g->plan->height;
    const uint32_t board_rows = (UINT32_C(1) << height_max) - 1;
    Bits hole_rows = {0}, flags = {0};
    for (int t = 0; t < DELTA_TERMS; t++)
        if ((use >> t & 1) != 0) count[t] = all(0);
    EACH_BLOCK(at) {
        const Bits column = GET(b->column, at), inside = (Bits)GET(s->inside, at);
        const Bits left = bits_before(b->column, at, column), right = bits_behind(b->column, at, column);
        const Wide height = GET(b->height, at);
        const Bits below = rows_below(column, height), covered = below & ~column, empty = ~column & inside;
        if (HAS(AGGREGATE_HEIGHT)) count[TERM_AGGREGATE_HEIGHT] += height & (Wide)inside;
        if (HAS(HOLES)) count[TERM_HOLES] += count_bits(covered);
        if (HAS(CS3243_HOLES)) count[TERM_CS3243_HOLES] += count_bits(covered) + (Wide)((covered & ((below + 1) >> 2)) != 0);
        if (HAS(COLUMN_TRANSITIONS) || HAS(CS3243_COLUMN_TRANSITIONS)) {
            const Wide runs = count_bits(covered & ~(covered << 1)), changes = runs + runs + ((Wide)inside & 1);
            if (HAS(COLUMN_TRANSITIONS)) count[TERM_COLUMN_TRANSITIONS] += changes;
            if (HAS(CS3243_COLUMN_TRANSITIONS))
                count[TERM_CS3243_COLUMN_TRANSITIONS] += changes + (Wide)(height == (Lane)height_max);
        }
        if (HAS(HEIGHT_DIFFERENCES) || HAS(DIVERSITY)) {
            Wide difference, stepped = steps_of(s, b, height, at, &difference);
            if (HAS(HEIGHT_DIFFERENCES)) count[TERM_HEIGHT_DIFFERENCES] += stepped;
            if (HAS(DIVERSITY)) flags |= difference_flag(difference) & (Bits)(GET(s->inside, at) & GET(s->inside, at - 1));
        }
        if (HAS(ROW_TRANSITIONS)) {
            const Bits rows = (Bits)all((int)board_rows) & inside;
            count[TERM_ROW_TRANSITIONS] += count_bits((column ^ left) & rows) + count_bits(~column & rows & GET(g->last, at));
        }
        const Bits wells = left & right & empty;
        if (HAS(OPEN_WELLS)) count[TERM_OPEN_WELLS] += count_bits(wells & ~below);
        if (HAS(WELLS)) count[TERM_WELLS] += count_down(wells, empty);
        if (HAS(WELLS_RUN)) count[TERM_WELLS_RUN] += count_down(hang(wells, empty), empty);
        if (HAS(HOLE_DEPTH)) count[TERM_HOLE_DEPTH] += count_bits(column & (column + 1));
        if (HAS(ROWS_WITH_HOLES)) hole_rows |= covered;
    }
    /* Rows above 16-bit columns are empty: two changes each. */
    if (HAS(ROW_TRANSITIONS) && height_max > KERNEL_BITS)
        count[TERM_ROW_TRANSITIONS] += of_board(g, 2 * (height_max - KERNEL_BITS));
    if (HAS(MAX_HEIGHT)) count[TERM_MAX_HEIGHT] = of_board(g, b->top);
    if (HAS(ROWS_WITH_HOLES)) count[TERM_ROWS_WITH_HOLES] = of_board(g, __builtin_popcount(join_or(hole_rows)));
    if (HAS(DIVERSITY)) count[TERM_DIVERSITY] = of_board(g, __builtin_popcount(join_or(flags)));
}

/* The score of g->board. */
SIMD_INLINE int32_t board_score(const Play *g, const uint32_t use, const bool columns)
{
    const Survey *s = &g->survey;
    Wide count[DELTA_TERMS];
    Score sum = {0};
    int k = 0;
    measure_board(g, use & ~TERM_BIT(LANDING_HEIGHT), count);
    UNROLL
    for (int t = 0; t < DELTA_TERMS; t++) {
        if ((use >> t & 1) == 0) continue;
        if (t != TERM_LANDING_HEIGHT) sum.part[0] += weighted(count[t], s->weights.alone[k]);
        k++;
    }
    if (columns)
        EACH_BLOCK(at) {
            Wide difference, height = GET(g->board.height, at);
            Wide stepped = steps_of(s, &g->board, height, at, &difference);
            sum = add_pair(sum, height & GET(s->inside, at), stepped, column_weights(s, at));
        }
    I32 lanes = sum.part[0];
    for (int part = 1; part < PARTS; part++) lanes += sum.part[part];
    return add_across(lanes);
}

/* ---- review ---- */

SIMD_INLINE int32_t move_score(const Play *g, int placement)
{
    const PackedWeights *w = g->weights;
    int32_t score = w->landing_height * landing_height(g, placement);
    if (g->board.rows > 0) score += w->rows_cleared * g->board.rows + w->eroded_cells * eroded_cells(g, placement);
    return score;
}

SIMD_INLINE void review(Play *g, const uint32_t use, const bool columns)
{
    Made *m = g->made;
    for (uint64_t left = g->marked; left != 0; left &= left - 1, m++) {
        const int placement = __builtin_ctzll(left);
        make_move(g, placement);
        m->board_score = board_score(g, use, columns);
        m->score = (int32_t)((uint32_t)m->board_score - (uint32_t)g->state->score + (uint32_t)move_score(g, placement));
        memcpy(m->column, g->board.column + EDGE, sizeof m->column);
        memcpy(m->height, g->board.height + EDGE, sizeof m->height);
        m->rows = g->board.rows;
        m->top = g->board.top;
    }
}

/* ---- for each family ---- */

#define FAMILY_FUNCTION(name, columns, terms)                    \
    static __attribute__((noinline)) void place_##name(Play *g)  \
    {                                                            \
        survey(&g->survey, terms, columns);                      \
        place_piece(g, g->state->piece, terms, columns);         \
    }                                                            \
    static __attribute__((noinline)) void review_##name(Play *g) \
    {                                                            \
        review(g, terms, columns);                               \
    }
FAMILIES(FAMILY_FUNCTION)
#undef FAMILY_FUNCTION

#define FAMILY_PLACE(name, columns, terms) place_##name,
#define FAMILY_REVIEW(name, columns, terms) review_##name,
static void (*const place[FAMILY_COUNT])(Play *) = {FAMILIES(FAMILY_PLACE)};
static void (*const review_marked[FAMILY_COUNT])(Play *) = {FAMILIES(FAMILY_REVIEW)};

/* ---- choose ---- */

/* The counts of g->board as plain numbers: count (TERMS), those of the board that the plan asks for. */
static void count_terms(const Play *g, int32_t *count)
{
    Wide lanes[DELTA_TERMS];
    const uint32_t use = g->plan->board_terms & ((1u << DELTA_TERMS) - 1) & ~TERM_BIT(LANDING_HEIGHT);
    measure_board(g, use, lanes);
    for (int t = 0; t < DELTA_TERMS; t++)
        if ((use >> t & 1) != 0) count[t] = add_across(weighted(lanes[t], (I16){0} + 1));
    for (int x = 0; g->plan->columns && x < g->plan->width; x++) {
        const Lane *height = g->board.height + EDGE + x;
        count[TERM_COLUMN_1 + x] = height[0];
        count[TERM_STEP_1 + x] = x > 0 ? abs((int)height[0] - (int)height[-1]) : 0;
    }
}

/* Sum of the heights of the board before the move. */
static int height_before(const Play *g)
{
    int sum = 0;
    for (int x = 0; x < g->plan->width; x++) sum += g->survey.height[EDGE + x];
    return sum;
}

/* The value that the reference computes, from counts. */
static double exact_value(Play *g, int placement)
{
    int32_t count[TERMS];
    double value = 0;
    make_move(g, placement);
    count_terms(g, count);
    count[TERM_LANDING_HEIGHT] = landing_height(g, placement);
    count[TERM_ROWS_CLEARED] = g->board.rows;
    count[TERM_ERODED_CELLS] = eroded_cells(g, placement);
    count[TERM_CONSTANT] = 1;
    for (int k = 0; k < g->plan->features; k++) {
        const PackedFeature *f = &g->plan->feature[k];
        int n = count[f->term] + f->constant;
        if (f->of_growth) n -= height_before(g);
        value += g->weights->w[k] * (f->factor * ((double)n / f->divisor));
    }
    return value;
}

/* Of placements near the best, the first of the highest value. As in the reference, a value that is not a number never wins, and
 * where none wins the first placement is made. */
static __attribute__((noinline)) int choose_exactly(Play *g, uint64_t near)
{
    int best = __builtin_ctzll(near);
    double most = -HUGE_VAL;
    for (; near != 0; near &= near - 1) {
        const double value = exact_value(g, __builtin_ctzll(near));
        if (!(value > most)) continue;
        most = value;
        best = __builtin_ctzll(near);
    }
    return best;
}

/* Which scores are above a bound, of a vector's worth of placements. */
SIMD_INLINE uint64_t above(const int32_t *score, I32 bound)
{
#if KERNEL_BITS == 16
    return lanes16(pack32((I32)(load32(score) > bound), (I32)(load32(score + PART_LANES) > bound)));
#else
    return lanes32((I32)(load32(score) > bound));
#endif
}

/* The placement to make; -1: all lose. */
SIMD_INLINE int choose(Play *g)
{
    const TetrisPiece *piece = &tetris_pieces[g->state->piece];
    int32_t best = max_across(g->best);
    uint64_t near = 0;
    const Made *m = g->made;
    for (uint64_t left = g->marked; left != 0; left &= left - 1, m++) best = m->score > best ? m->score : best;
    if (best == LOST) return -1;
    /* Scores stay above -2^30 and tolerances below 2^30. */
    const int32_t bound = best - g->weights->tolerance - 1;
    for (int o = 0; o < piece->orientations; o++)
        for (int x = 0; x < (WHOLE ? 1 : g->plan->width - piece->shape[o].width + 1); x += LANES)
            near |= above(g->score + COLUMNS * o + x, (I32){0} + bound) << (COLUMNS * o + x);
    m = g->made;
    for (uint64_t left = g->marked; left != 0; left &= left - 1, m++)
        if (m->score > bound) near |= left & -left;
    return (near & (near - 1)) == 0 ? __builtin_ctzll(near) : choose_exactly(g, near);
}

/* ---- what lanes.c calls ---- */

/* Makes a marked placement that is there already. */
SIMD_INLINE void take_made(Play *g, int placement)
{
    Survey *s = &g->survey;
    const Made *m = g->made + __builtin_popcountll(g->marked & ((UINT64_C(1) << placement) - 1));
    memcpy(s->column + EDGE, m->column, sizeof m->column);
    memcpy(s->height + EDGE, m->height, sizeof m->height);
    s->top = all(m->top);
    g->state->score = m->board_score;
    g->state->rows += m->rows;
}

/* Makes one that clears nothing. */
SIMD_INLINE void drop(Play *g, int placement)
{
    Survey *s = &g->survey;
    const int y = g->y[placement];
    const Column *strip = strip_of(g, placement);
    const Lane *tops = tops_of(g, placement);
    EACH_BLOCK(at) {
        SET(s->column, at, GET(s->column, at) | raised(load_bits(strip + at - EDGE), y));
        SET(s->height, at, larger(GET(s->height, at), load_wide(tops + at - EDGE) + (Lane)y));
    }
    s->top = larger(s->top, all(y + shape_at(g, placement)->height));
    g->state->score = (int32_t)((uint32_t)g->state->score + (uint32_t)score_of(g, placement) -
                                (uint32_t)(g->weights->landing_height * landing_height(g, placement)));
}

static int64_t play(const Plan *plan, const PackedWeights *weights, PackedState *state, int64_t turns)
{
    Play g;
    int64_t played = 0;
    assert(!state->lost && state->is_tall == (KERNEL_BITS == 32) && state->piece != TETRIS_NO_PIECE && !plan->all_afresh);
    open_game(&g, plan, weights, state);
    while (played < turns) {
        place[plan->family](&g);
        if (g.marked != 0) review_marked[plan->family](&g);
        const int placement = choose(&g);
        if (placement < 0) {
            state->lost = true;
            break;
        }
        if ((g.marked >> placement & 1) != 0)
            take_made(&g, placement);
        else
            drop(&g, placement);
        played++;
        state->pieces++;
        state->piece = state->next;
        state->next = TETRIS_NO_PIECE;
        packed_chance(plan, state);
        const int top = g.survey.top[0];
        if (KERNEL_BITS == 16 ? top > SHORT_TOP && !plan->always_short : top <= SHORT_TOP - 2) break;
    }
    close_game(&g);
    return played;
}

/* ---- for tests ---- */

static int scores(const Plan *plan, const LaneGroup *group, int32_t *score, uint32_t *marked, void *scratch)
{
    Play g;
    PackedState state = *(const PackedState *)group->state[0];
    int n = 0;
    (void)scratch;
    assert(group->n == 1);
    state.piece = (int8_t)(group->kind % TETRIS_PIECES);
    open_game(&g, plan, group->weights[0], &state);
    place[plan->family](&g);
    for (int o = 0; o < tetris_pieces[state.piece].orientations; o++)
        for (int x = 0; x + tetris_pieces[state.piece].shape[o].width <= plan->width; x++, n++) {
            marked[n] = (uint32_t)(g.marked >> (COLUMNS * o + x) & 1);
            score[n] = score_of(&g, COLUMNS * o + x);
        }
    return n;
}

static void measure(const Plan *plan, const void *const *columns, int n, int32_t *count)
{
    static const PackedWeights none;
    Play g;
    PackedState state = {.is_tall = KERNEL_BITS == 32};
    assert(n == 1);
    memcpy(&state.column, columns[0], COLUMNS * sizeof(Column));
    memset(count, 0, TERMS * sizeof *count);
    open_game(&g, plan, &none, &state);
    memcpy(g.board.column, g.survey.column, sizeof g.board.column);
    memcpy(g.board.height, g.survey.height, sizeof g.board.height);
    g.board.top = (int)g.survey.top[0];
    count_terms(&g, count);
}

#define NAME3(isa, bits) columns_##isa##_##bits
#define NAME2(isa, bits) NAME3(isa, bits)

const Kernel NAME2(KERNEL_ISA, KERNEL_BITS) = {
    .bits = KERNEL_BITS,
    .lanes = 1,
    .scores = scores,
    .measure = measure,
    .play = play,
};
