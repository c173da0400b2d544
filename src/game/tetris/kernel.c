/* kernel.c. Scores of all placements of one piece on many boards at once. Compiled once for each instruction set (KERNEL_ISA, by
 * compiler flags) and lane width (KERNEL_BITS: 16 for short boards, 32 for tall ones); see packed.h for the idea.
 *
 * Order of work, for up to GROUPS_MAX groups before the first is decided, so that the rare cases fill vectors of their own:
 *     survey    what a decision needs of each column: height, powers of two, ANDs of columns, wells, ...
 *     place     for each placement the deltas of all terms, times the weights: its score. Or its mark for a second look: a row may
 *               be full; a covered cell becomes a well; a run of well cells may begin anew in a gap; the set has terms without a
 *               delta, then all are marked
 *     review    marked placements are made on copies, which are measured afresh, a vector of copies at a time
 *     choose    the best score of each lane; where others are within the tolerance, the doubles of the reference decide
 *
 * Speed, millions of pieces a second of one core (AMD Zen 3 at a quiet moment, published weights on 10x20; the reference 0.02 to
 * 0.06), and its ratio to a plain scalar program in the same run:
 *             cs3243        bcts          dt            cs3243-text
 *     avx2      9.6 (16.7)    9.6 (15.2)    7.4 (13.2)   10.3 (11.0)
 *     sse2      5.5 (10.3)    5.3  (9.3)    4.2  (8.8)    6.3  (7.4)
 *     plain     1.0           1.0           1.0           1.3      (as it is built: nothing inlined)
 * About a third of the time goes into survey and place, a third into review, the rest into making moves, chances and queues. */
#include "game/tetris/wide.h"

#include <math.h>
#include <stdlib.h>

/* Calls that loop over the columns, compiled twice: `width` in them is the board's, in the first a constant, that of nearly all
 * boards. */
enum { USUAL_WIDTH = 10 };
#define FOR_WIDTH(plan, call)                \
    do {                                     \
        if ((plan)->width == USUAL_WIDTH) {  \
            enum { width = USUAL_WIDTH };    \
            call;                            \
        } else {                             \
            const int width = (plan)->width; \
            call;                            \
        }                                    \
    } while (0)

/* ---- loading ---- */

/* The addresses of the 16 bytes that each chunk of a vector is loaded from. */
typedef const char *Chunks[CHUNKS];

/* From rows of four 32-bit numbers to columns, and back: number i of chunk c of row r becomes number r of chunk c of out[i]. */
SIMD_INLINE void transpose4(const I32 *row, I32 *out)
{
    I64 lo01 = (I64)interleave_lo32(row[0], row[1]), hi01 = (I64)interleave_hi32(row[0], row[1]);
    I64 lo23 = (I64)interleave_lo32(row[2], row[3]), hi23 = (I64)interleave_hi32(row[2], row[3]);
    out[0] = (I32)interleave_lo64(lo01, lo23);
    out[1] = (I32)interleave_hi64(lo01, lo23);
    out[2] = (I32)interleave_lo64(hi01, hi23);
    out[3] = (I32)interleave_hi64(hi01, hi23);
}

#if KERNEL_BITS == 16
enum { LOAD_ROWS = 8 };

/* The same for rows of eight 16-bit numbers. */
SIMD_INLINE void transpose(const Bits *row, Bits *out)
{
    I32 lo[4], hi[4], columns[8];
    for (int i = 0; i < 4; i++) {
        lo[i] = (I32)interleave_lo16((I16)row[2 * i], (I16)row[2 * i + 1]);
        hi[i] = (I32)interleave_hi16((I16)row[2 * i], (I16)row[2 * i + 1]);
    }
    transpose4(lo, columns);
    transpose4(hi, columns + 4);
    for (int i = 0; i < 8; i++) out[i] = (Bits)columns[i];
}
#else
enum { LOAD_ROWS = 4 };

SIMD_INLINE void transpose(const Bits *row, Bits *out)
{
    transpose4((const I32 *)row, (I32 *)out);
}
#endif

/* Where the rows of n boards begin, lane by lane; lanes from n on repeat the first board. */
SIMD_INLINE void find_rows(const void *const *board, int n, Chunks *place)
{
    for (int lane = 0; lane < LANES; lane++) place[lane % LOAD_ROWS][lane / LOAD_ROWS] = board[lane < n ? lane : 0];
}

/* LOAD_ROWS columns of them from x on, `offset` bytes behind where the rows begin. */
SIMD_INLINE void load_block(const Chunks *place, size_t offset, int x, Bits *column)
{
    Bits row[LOAD_ROWS];
    for (int r = 0; r < LOAD_ROWS; r++) row[r] = (Bits)load_chunks(place[r], offset + (size_t)x * sizeof(Column));
    transpose(row, column);
}

/* All columns of n boards into column (COLUMNS). */
SIMD_INLINE void load_columns(const void *const *board, size_t offset, int n, int width, Bits *column)
{
    Chunks place[LOAD_ROWS];
    find_rows(board, n, place);
    for (int x = 0; x < width; x += LOAD_ROWS) load_block((const Chunks *)place, offset, x, column + x);
}

/* The other way: to (LANES) boards. Columns beside the board are walls. */
SIMD_INLINE void store_columns(Bits *column, int width, void *const *to)
{
    for (int x = 0; x < width; x += LOAD_ROWS) {
        Bits row[LOAD_ROWS];
        for (int beside = width; beside < x + LOAD_ROWS; beside++) column[beside] = ~(Bits){0};
        transpose(column + x, row);
        for (int lane = 0; lane < LANES; lane++)
            store_chunk((char *)to[lane] + (size_t)x * sizeof(Column), (I64)row[lane % LOAD_ROWS], lane / LOAD_ROWS);
    }
}

/* ---- the layout: a lane is a game ---- */

enum { EDGE = 2, SURVEY = COLUMNS + 2 * EDGE, STRIDE = 1, LAST_WALL = 1 };

/* Weights of the lanes, in pairs: of delta terms; of the height and the step of each column. */
typedef struct {
    Score pair[Q_COLUMNS / 2], column[SURVEY];
} LaneWeights;

typedef Bits BitsOf;
typedef Wide WideOf;
typedef LaneWeights SurveyWeights;
#define GET(array, at) ((array)[at])
#define SET(array, at, v) ((array)[at] = (v))
#define BITS_BEFORE(array, at, v) ((void)(v), (array)[(at)-1])
#define BITS_BEHIND(array, at, v) ((void)(v), (array)[(at) + 1])
#define WIDE_BEFORE(array, at, v) ((void)(v), (array)[(at)-1])

#include "game/tetris/deltas.h"

SIMD_INLINE Score pair_weights(const Survey *s, int pair)
{
    return s->weights.pair[pair];
}

SIMD_INLINE Score column_weights(const Survey *s, int at)
{
    return s->weights.column[at];
}

/* ---- survey ---- */

/* Four pairs of weights, `offset` bytes behind each address. */
SIMD_INLINE void load_pairs(const Chunks *place, size_t offset, I32 *pair)
{
    I32 row[4];
    for (int r = 0; r < 4; r++) row[r] = (I32)load_chunks(place[r], offset);
    transpose4(row, pair);
}

SIMD_INLINE void load_weights(LaneWeights *w, const void *const *weights, int n, bool columns)
{
    Chunks place[PARTS][4];
    for (int lane = 0; lane < LANES; lane++) {
        int at = score_at(lane);
        place[at / PART_LANES][at % 4][at % PART_LANES / 4] = weights[lane < n ? lane : 0];
    }
    for (int part = 0; part < PARTS; part++) {
        I32 pair[4];
        for (int k = 0; k < Q_COLUMNS / 2; k += 4) {
            load_pairs((const Chunks *)place[part], (size_t)k * 4, pair);
            for (int i = 0; i < 4; i++) w->pair[k + i].part[part] = pair[i];
        }
        if (!columns) continue;
        for (int x = 0; x < COLUMNS; x += 4) {
            load_pairs((const Chunks *)place[part], sizeof(int16_t) * Q_COLUMNS + (size_t)x * 4, pair);
            for (int i = 0; i < 4; i++) w->column[EDGE + x + i].part[part] = pair[i];
        }
        for (int edge = 0; edge < EDGE; edge++)
            w->column[edge].part[part] = w->column[EDGE + COLUMNS + edge].part[part] = (I32){0};
    }
}

/* Of the columns by themselves. */
SIMD_INLINE void survey_heights(Survey *s, const int width)
{
    s->top = all(0);
    for (int at = EDGE; at < EDGE + width; at++) {
        s->height[at] = height_of(s->column[at]);
        s->inside[at] = all(-1);
        s->top = larger(s->top, s->height[at]);
    }
}

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

SIMD_INLINE void sum_steps(Survey *s, const int width)
{
    Wide sum = all(0);
    for (int at = EDGE; at <= EDGE + width; at++) {
        sum += s->step_left[at];
        s->steps_until[at] = sum;
    }
    s->steps_until[EDGE - 1] = all(0);
}

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

SIMD_INLINE void survey(Survey *s, const Plan *plan, const int width, const LaneGroup *g, const uint32_t use, const bool columns)
{
    s->plan = plan;
    s->width = width;
    s->near_ceiling = KERNEL_BITS == 32 || plan->near_ceiling;
    load_columns((const void *const *)g->state, offsetof(PackedState, column), g->n, width, s->column + EDGE);
    load_weights(&s->weights, g->weights, g->n, columns);
    for (int edge = 0; edge < EDGE; edge++) {
        survey_wall(s, edge);
        survey_wall(s, EDGE + width + edge);
    }
    survey_heights(s, width);
    survey_powers(s, width);
    survey_full_rows(s, width);
    if (HAS(HEIGHT_DIFFERENCES) || columns) {
        survey_steps(s, width);
        sum_steps(s, width);
    }
    survey_holes_and_wells(s, width, use);
    if (HAS(DIVERSITY)) {
        survey_flags(s, width);
        join_flags(s, width);
    }
}
/* ---- one placement ---- */

/* What place leaves of a group. In the order of scores (score_at): score (PLACEMENTS_MAX, LANES); best: the best of them; choice:
 * which that is, if it is one alone; rivals: how many are close to it, margin: so close. By plain lane: marked, a bit a lane; y:
 * where the piece lands. */
typedef struct {
    int32_t score[PLACEMENTS_MAX * LANES], best[LANES], choice[LANES], rivals[LANES], margin[LANES];
    uint32_t marked[PLACEMENTS_MAX];
    Lane y[PLACEMENTS_MAX][LANES];
    int placements;
} Cell;

SIMD_INLINE int32_t score_of(const Cell *c, int placement, int lane)
{
    return c->score[placement * LANES + score_at(lane)];
}

SIMD_INLINE void place_at(const Survey *s, const int shape, int x, const uint32_t use, const bool columns, Cell *cell, int p)
{
    Look l = {.s = s, .at = x + EDGE};
    look_land(&l, shape);
    look_around(&l, shape);
    Wide marked = marks(&l, shape, use);
    Score score = delta_score(&l, shape, use, columns);
    if (s->plan->all_afresh) marked = all(-1);
    if (s->near_ceiling) {
        Wide lost = (Wide)(l.y > (Lane)(s->plan->height - PIECE_HEIGHT));
        marked &= ~lost;
#if KERNEL_BITS == 16
        const I32 lost_part[2] = {(I32)interleave_lo16(lost, lost), (I32)interleave_hi16(lost, lost)};
#else
        const I32 lost_part[1] = {lost};
#endif
        UNROLL
        for (int part = 0; part < PARTS; part++)
            score.part[part] = (score.part[part] & ~lost_part[part]) | (lost_part[part] & LOST);
    }
    for (int part = 0; part < PARTS; part++) store32(cell->score + p * LANES + part * PART_LANES, score.part[part]);
    cell->marked[p] = WIDE_LANES(marked);
    store_wide(cell->y[p], l.y);
}

SIMD_INLINE void place_shape(const Survey *s, const int shape, const uint32_t use, const bool columns, Cell *cell)
{
    const int first = cell->placements, n = s->width - PIECE_WIDTH + 1;
    for (int x = 0; x < n; x++) place_at(s, shape, x, use, columns, cell, first + x);
    cell->placements = first + n;
}

/* The pieces as constants, so that each orientation becomes code of its own. */
SIMD_INLINE void place_piece(const Survey *s, int piece, const uint32_t use, const bool columns, Cell *cell)
{
#define SHAPE(p, o) place_shape(s, 4 * (p) + (o), use, columns, cell)
    cell->placements = 0;
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

#define FAMILY_FUNCTION(name, columns, terms)                                                            \
    static __attribute__((noinline)) void place_##name(const Plan *plan, const LaneGroup *g, Cell *cell) \
    {                                                                                                    \
        Survey s;                                                                                        \
        FOR_WIDTH(plan, survey(&s, plan, width, g, terms, columns));                                     \
        place_piece(&s, g->kind % TETRIS_PIECES, terms, columns, cell);                                  \
    }
FAMILIES(FAMILY_FUNCTION)
#undef FAMILY_FUNCTION

static __attribute__((noinline)) void place_group(const Plan *plan, const LaneGroup *g, Cell *cell)
{
#define FAMILY_ENTRY(name, columns, terms) place_##name,
    static void (*const place[FAMILY_COUNT])(const Plan *, const LaneGroup *, Cell *) = {FAMILIES(FAMILY_ENTRY)};
#undef FAMILY_ENTRY
    place[plan->family](plan, g, cell);
}

/* ---- afresh: the terms of a board as they are defined ---- */

/* Sum over the cells of v of 1 + the empty cells (of `empty`) right below: each is counted as it falls. */
SIMD_INLINE Wide count_down(const Bits *v, const Bits *empty, int width)
{
    Bits falling[COLUMNS];
    Wide sum = all(0);
    memcpy(falling, v, (size_t)width * sizeof *v);
    for (Bits any;;) {
        U8 bytes = {0};
        any = (Bits){0};
        for (int x = 0; x < width; x++) {
            any |= falling[x];
            bytes += byte_counts((U8)falling[x]); /* at most 8 a column: 16 columns fit */
            falling[x] = (falling[x] >> 1) & empty[x];
        }
        sum += fold_counts(bytes);
        if (WIDE_LANES((Wide)(any != 0)) == 0) return sum;
    }
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

typedef Lane Counts[TERMS][LANES];

SIMD_INLINE void set_count(Counts count, int term, Wide v)
{
    store_wide(count[term], v);
}

#define WANT(term) ((want & TERM_BIT(term)) != 0)

SIMD_INLINE void measure_holes(const int width, const Bits *column, const Bits *covered, Counts count)
{
    U8 bytes = {0};
    Wide under_top = all(0);
    for (int x = 0; x < width; x++) {
        bytes += byte_counts((U8)covered[x]);
        under_top -= (Wide)((covered[x] & ((rows_below_top(column[x]) + 1) >> 2)) != 0);
    }
    Wide holes = fold_counts(bytes);
    set_count(count, TERM_HOLES, holes);
    set_count(count, TERM_CS3243_HOLES, holes - under_top);
}

SIMD_INLINE void measure_column_transitions(const Plan *plan, const int width, const Bits *covered, const Wide *height,
                                            Counts count)
{
    U8 bytes = {0};
    Wide at_ceiling = all(0);
    for (int x = 0; x < width; x++) { /* two for each run of covered cells, and one at the top */
        bytes += byte_counts((U8)(covered[x] & ~(covered[x] << 1)));
        at_ceiling -= (Wide)(height[x] == (Lane)plan->height);
    }
    Wide runs = fold_counts(bytes), changes = runs + runs + (Lane)width;
    set_count(count, TERM_COLUMN_TRANSITIONS, changes);
    set_count(count, TERM_CS3243_COLUMN_TRANSITIONS, changes - at_ceiling);
}

SIMD_INLINE void measure_steps(const int width, const Wide *height, Counts count)
{
    Wide steps = all(0);
    Bits flags = {0};
    for (int x = 1; x < width; x++) {
        Wide stepped = magnitude(height[x] - height[x - 1]);
        steps += stepped;
        flags |= difference_flag(height[x] - height[x - 1]);
        set_count(count, TERM_STEP_1 + x, stepped);
    }
    for (int x = 0; x < width; x++) set_count(count, TERM_COLUMN_1 + x, height[x]);
    set_count(count, TERM_HEIGHT_DIFFERENCES, steps);
    set_count(count, TERM_DIVERSITY, count_bits(flags));
}

/* 2 in an empty row; a filled cell at a wall takes one away. */
SIMD_INLINE void measure_row_transitions(const Plan *plan, const int width, const Bits *column, Counts count)
{
    U8 bytes = {0};
    for (int x = 1; x < width; x++) bytes += byte_counts((U8)(column[x] ^ column[x - 1]));
    set_count(count, TERM_ROW_TRANSITIONS,
              fold_counts(bytes) + (Lane)(2 * plan->height) - count_bits(column[0]) - count_bits(column[width - 1]));
}

SIMD_INLINE void measure_wells(const uint32_t want, const int width, const Bits *column, const Bits *covered, Counts count)
{
    Bits empty[COLUMNS], wells[COLUMNS];
    U8 open = {0};
    for (int x = 0; x < width; x++) {
        empty[x] = ~column[x];
        wells[x] = column[x - 1] & column[x + 1] & empty[x];
        open += byte_counts((U8)(wells[x] & ~covered[x]));
    }
    set_count(count, TERM_OPEN_WELLS, fold_counts(open));
    if (WANT(WELLS)) set_count(count, TERM_WELLS, count_down(wells, empty, width));
    for (int x = 0; x < width; x++) wells[x] = hang(wells[x], empty[x]);
    if (WANT(WELLS_RUN)) set_count(count, TERM_WELLS_RUN, count_down(wells, empty, width));
}

SIMD_INLINE void measure_hole_depth(const int width, const Bits *column, const Bits *covered, Counts count)
{
    U8 bytes = {0};
    Bits rows = {0};
    for (int x = 0; x < width; x++) { /* adding 1 takes away the cells below the lowest empty one */
        bytes += byte_counts((U8)(column[x] & (column[x] + 1)));
        rows |= covered[x];
    }
    set_count(count, TERM_HOLE_DEPTH, fold_counts(bytes));
    set_count(count, TERM_ROWS_WITH_HOLES, count_bits(rows));
}

/* TetrisPros counts heights that are one less, but not below 0: they are made so. */
SIMD_INLINE void measure_tetrispros(const int width, Wide *height, Wide top, Counts count)
{
    Wide sum = all(0), steps = all(0), pits = all(0), deviation = all(0);
    for (int x = 0; x < width; x++) {
        height[x] = larger(height[x] - 1, all(0));
        sum += height[x];
        if (x > 0) steps += magnitude(height[x] - height[x - 1]);
    }
    for (int x = 0; x < width; x++) {
        Wide left = height[x > 0 ? x - 1 : 1], right = height[x + 1 < width ? x + 1 : width - 2];
        Wide depth = smaller(left, right) - height[x];
        pits += depth & (Wide)(depth > 2);
        deviation += magnitude(height[x] * (Lane)width - sum);
    }
    set_count(count, TERM_TETRISPROS_HEIGHT_DIFFERENCES, steps);
    set_count(count, TERM_TETRISPROS_MAX_HEIGHT, larger(top - 1, all(0)));
    set_count(count, TERM_TETRISPROS_PITS, pits);
    set_count(count, TERM_TETRISPROS_HEIGHT_DEVIATION, deviation);
}

/* column[-1 .. width]; those beside the board are made walls. */
SIMD_INLINE void measure_columns(const Plan *plan, const int width, Bits *column, Counts count)
{
    const uint32_t want = plan->board_terms;
    Bits covered[COLUMNS];
    Wide height[COLUMNS], top = all(0), sum = all(0);
    column[-1] = column[width] = ~(Bits){0};
    for (int x = 0; x < width; x++) {
        height[x] = height_of(column[x]);
        covered[x] = rows_below_top(column[x]) & ~column[x];
        top = larger(top, height[x]);
        sum += height[x];
    }
    set_count(count, TERM_LANDING_HEIGHT, all(0)); /* of the move, not of the board */
    set_count(count, TERM_MAX_HEIGHT, top);
    set_count(count, TERM_AGGREGATE_HEIGHT, sum);
    if (WANT(HOLES) || WANT(CS3243_HOLES)) measure_holes(width, column, covered, count);
    if (WANT(COLUMN_TRANSITIONS) || WANT(CS3243_COLUMN_TRANSITIONS))
        measure_column_transitions(plan, width, covered, height, count);
    if (WANT(HEIGHT_DIFFERENCES) || WANT(DIVERSITY) || plan->columns) measure_steps(width, height, count);
    if (WANT(ROW_TRANSITIONS)) measure_row_transitions(plan, width, column, count);
    if (WANT(WELLS) || WANT(WELLS_RUN) || WANT(OPEN_WELLS)) measure_wells(want, width, column, covered, count);
    if (WANT(HOLE_DEPTH) || WANT(ROWS_WITH_HOLES)) measure_hole_depth(width, column, covered, count);
    if (WANT(TETRISPROS_HEIGHT_DIFFERENCES) || WANT(TETRISPROS_MAX_HEIGHT) || WANT(TETRISPROS_PITS) ||
        WANT(TETRISPROS_HEIGHT_DEVIATION))
        measure_tetrispros(width, height, top, count);
}

static __attribute__((noinline)) void measure_terms(const Plan *plan, Bits *column, Counts count)
{
    FOR_WIDTH(plan, measure_columns(plan, width, column, count));
}

static void measure(const Plan *plan, const void *const *columns, int n, int32_t *count)
{
    Counts lanes;
    Bits padded[COLUMNS + 2];
    memset(lanes, 0, sizeof lanes);
    load_columns(columns, 0, n, plan->width, padded + 1);
    measure_terms(plan, padded + 1, lanes);
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

SIMD_INLINE int column_height(Column c)
{
    return 31 - __builtin_clz((uint32_t)c << 1 | 1);
}

/* A move a lane: the strip of a shape, from the column on that brings it to its place, comes to rest on a board in row y. */
typedef struct {
    const void *board[LANES], *strip[LANES];
    Lane y[LANES];
} Moves;

/* Which rows were full after a move, and how many. */
typedef struct {
    Lane full[LANES], rows[LANES];
} Made;

/* Takes the full rows, one a lane at a time from the highest, out of all columns. */
SIMD_INLINE void clear_rows(Bits *column, int width, Bits full)
{
    while (WIDE_LANES((Wide)(full != 0)) != 0) {
        const Bits low = rows_below_top(full) >> 1 | (Bits)(full == 0);
        for (int x = 0; x < width; x++) column[x] = (column[x] & low) | (column[x] >> 1 & ~low);
        full &= low;
    }
}

/* The columns (COLUMNS) after n moves. */
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

/* Twice the height of the middle of the piece after a move of lane i. */
SIMD_INLINE int landing_height(const Plan *plan, const Moves *m, int i, int piece, int placement)
{
    return 2 * m->y[i] + plan->placement[piece][placement].height - 1;
}

/* Rows cleared x cells of the piece in them. */
SIMD_INLINE int eroded_cells(const Plan *plan, const Moves *m, const Made *made, int i, int piece, int placement)
{
    return made->rows[i] * shape_of(plan, piece, placement)->cells_in[(uint32_t)(Column)made->full[i] >> m->y[i] & 15];
}

/* Weighted terms of the move itself. */
SIMD_INLINE int32_t move_score(const Plan *plan, const PackedWeights *w, const Moves *m, const Made *made, int i, int piece,
                               int placement)
{
    int32_t score = w->landing_height * landing_height(plan, m, i, piece, placement);
    if (made->rows[i] > 0)
        score += w->rows_cleared * made->rows[i] + w->eroded_cells * eroded_cells(plan, m, made, i, piece, placement);
    return score;
}

/* ---- review ---- */

/* A placement of one lane of one group, and where it lands. */
typedef struct {
    uint8_t group, lane, placement, y;
} Pair;

enum { PAIRS_MAX = GROUPS_MAX * LANES * PLACEMENTS_MAX };

/* Pairs, what making them did, and the terms of what resulted. */
typedef struct {
    Moves moves;
    Made made;
    Counts count;
} Measured;

typedef struct {
    Cell cell[GROUPS_MAX];
    Pair pair[PAIRS_MAX + 1]; /* one more than there can be: see review */
    double exact[PAIRS_MAX];
    Measured measured;
} Scratch;
_Static_assert(sizeof(Scratch) <= KERNEL_SCRATCH_MAX, "who plays does not know the kernel");

/* The count of a term of pair i of those that were measured last. */
SIMD_INLINE int term_count(const Plan *plan, const Measured *s, int i, Term term, int piece, int placement)
{
    switch (term) {
    case TERM_LANDING_HEIGHT: return landing_height(plan, &s->moves, i, piece, placement);
    case TERM_ROWS_CLEARED: return s->made.rows[i];
    case TERM_ERODED_CELLS: return eroded_cells(plan, &s->moves, &s->made, i, piece, placement);
    case TERM_CONSTANT: return 1;
    default: return s->count[term][i];
    }
}

/* Makes up to LANES pairs and measures what results. */
static void measure_pairs(const Plan *plan, const LaneGroup *const *group, const Pair *pair, int n, Measured *s)
{
    Bits padded[COLUMNS + 2];
    for (int i = 0; i < n; i++) {
        const LaneGroup *g = group[pair[i].group];
        set_move(&s->moves, i, plan, g->state[pair[i].lane], g->kind % TETRIS_PIECES, pair[i].placement, pair[i].y);
    }
    FOR_WIDTH(plan, make_moves(&s->moves, n, width, padded + 1, &s->made));
    measure_terms(plan, padded + 1, s->count);
}

SIMD_INLINE Wide count_of(const Measured *s, int term)
{
    return load_wide(s->count[term]);
}

/* Weighted terms of the boards that were measured last; score (count). */
static void board_scores(const Plan *plan, const LaneGroup *const *group, const Pair *pair, int count, const Measured *s,
                         int32_t *score)
{
    const void *weights[LANES];
    LaneWeights w;
    Score sum = {0};
    for (int i = 0; i < count; i++) weights[i] = group[pair[i].group]->weights[pair[i].lane];
    load_weights(&w, weights, count, plan->columns);
    for (int k = 0; k < Q_COLUMNS / 2; k++)
        sum = add_pair(sum, count_of(s, plan->delta_term[2 * k]), count_of(s, plan->delta_term[2 * k + 1]), w.pair[k]);
    for (int x = 0; plan->columns && x < plan->width; x++)
        sum = add_pair(sum, count_of(s, TERM_COLUMN_1 + x), count_of(s, TERM_STEP_1 + x), w.column[EDGE + x]);
    int32_t lane[LANES];
    memcpy(lane, &sum, sizeof sum);
    for (int i = 0; i < count; i++) {
        const PackedWeights *of_pair = weights[i];
        score[i] = lane[score_at(i)];
        for (int t = DELTA_TERMS; t < BOARD_TERMS && plan->all_afresh; t++)
            score[i] += of_pair->q[Q_OTHERS + t - DELTA_TERMS] * s->count[t][i];
    }
}

SIMD_INLINE Pair pair_of(const Cell *c, int group, int lane, int p)
{
    return (Pair){(uint8_t)group, (uint8_t)lane, (uint8_t)p, (uint8_t)c->y[p][lane]};
}

/* All placements that place has marked get their score from what they lead to. */
static __attribute__((noinline)) void review(const Plan *plan, const LaneGroup *const *group, int n, Scratch *s)
{
    int pairs = 0;
    for (int g = 0; g < n; g++)
        for (int p = 0; p < s->cell[g].placements; p++) {
            uint32_t lanes = s->cell[g].marked[p] & (uint32_t)((UINT64_C(1) << group[g]->n) - 1);
            /* Mostly none or one: it is written in any case, and stays if it is there. */
            s->pair[pairs] = pair_of(&s->cell[g], g, __builtin_ctz(lanes | UINT32_C(1) << (LANES - 1)), p);
            pairs += lanes != 0;
            for (lanes &= lanes - 1; lanes != 0; lanes &= lanes - 1)
                s->pair[pairs++] = pair_of(&s->cell[g], g, __builtin_ctz(lanes), p);
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
            int32_t of_move = move_score(plan, g->weights[pair[i].lane], &s->measured.moves, &s->measured.made, i,
                                         g->kind % TETRIS_PIECES, pair[i].placement);
            s->cell[pair[i].group].score[pair[i].placement * LANES + score_at(pair[i].lane)] =
                (int32_t)((uint32_t)of_board[i] - (uint32_t)state->score + (uint32_t)of_move);
        }
    }
}

/* ---- choose ---- */

/* Sum of the heights of the board before the move. */
SIMD_INLINE int height_before(const Plan *plan, const PackedState *s)
{
    int sum = 0;
    for (int x = 0; x < plan->width; x++) sum += column_height(columns_of(s)[x]);
    return sum;
}

/* The value that the reference computes, from counts. */
static double exact_value(const Plan *plan, const LaneGroup *g, const Pair *pair, int i, const Measured *s)
{
    const PackedWeights *w = g->weights[pair->lane];
    double value = 0;
    for (int k = 0; k < plan->features; k++) {
        const PackedFeature *f = &plan->feature[k];
        int count = term_count(plan, s, i, f->term, g->kind % TETRIS_PIECES, pair->placement) + f->constant;
        if (f->of_growth) count -= height_before(plan, g->state[pair->lane]);
        value += w->w[k] * (f->factor * ((double)count / f->divisor));
    }
    return value;
}

/* Values in doubles of the n pairs of the scratch. */
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

/* Of each lane: its best score, how many are within the tolerance of it, and which if there is only one. */
static __attribute__((noinline)) void best_scores(const LaneGroup *g, Cell *c)
{
    for (int lane = 0; lane < LANES; lane++)
        c->margin[score_at(lane)] = ((const PackedWeights *)g->weights[lane < g->n ? lane : 0])->tolerance + 1;
    for (int part = 0; part < PARTS; part++) {
        const int first = part * PART_LANES;
        const int32_t *score = c->score + first;
        I32 best = load32(score), rivals = {0}, choice = {0};
        for (int p = 1; p < c->placements; p++) best = max32(best, load32(score + p * LANES));
        /* Scores stay above -2^30 and tolerances below 2^30; where all is lost, the bound means nothing. */
        const I32 bound = (I32)((U32)best - (U32)load32(c->margin + first));
        for (int p = 0; p < c->placements; p++) {
            const I32 near = (I32)(load32(score + p * LANES) > bound);
            rivals -= near;
            choice |= near & p;
        }
        store32(c->best + first, best);
        store32(c->rivals + first, rivals & (I32)(best != LOST));
        store32(c->choice + first, choice);
    }
}

/* Values in doubles the placements near the best of every lane that has more than one; with `always` of the others as well. Returns
 * how many pairs these are; they are in the scratch, in order of group, lane and placement. */
static __attribute__((noinline)) int value_rivals(const Plan *plan, const LaneGroup *const *group, int n, bool always, Scratch *s)
{
    int pairs = 0;
    for (int g = 0; g < n; g++) {
        const Cell *c = &s->cell[g];
        for (int lane = 0; lane < group[g]->n; lane++) {
            if (c->rivals[score_at(lane)] < (always ? 1 : 2)) continue;
            int64_t bound = (int64_t)c->best[score_at(lane)] - ((const PackedWeights *)group[g]->weights[lane])->tolerance;
            for (int p = 0; p < c->placements; p++)
                if (score_of(c, p, lane) >= bound && score_of(c, p, lane) != LOST) s->pair[pairs++] = pair_of(c, g, lane, p);
        }
    }
    exact_values(plan, group, pairs, s);
    return pairs;
}

/* Scores of all placements, and what best_scores says of them. */
static void score_groups(const Plan *plan, const LaneGroup *const *group, int n, Scratch *s)
{
    for (int g = 0; g < n; g++) place_group(plan, group[g], &s->cell[g]);
    review(plan, group, n, s);
    for (int g = 0; g < n; g++) best_scores(group[g], &s->cell[g]);
}

/* Fills the choice of every lane: of rivals, the first of the highest value. As in the reference, a value that is not a number
 * never wins, and where none wins the first placement is made. */
static __attribute__((noinline)) void choose(const Plan *plan, const LaneGroup *const *group, int n, Scratch *s)
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
        s->cell[first->group].choice[score_at(first->lane)] = s->pair[best].placement;
    }
}

/* ---- what lanes.c calls ---- */

/* After a move: the form that the height of the board asks for. */
static __attribute__((noinline)) void settle(const Plan *plan, PackedState *s)
{
    uint32_t cells = 0;
    for (int x = 0; x < plan->width; x++) cells |= columns_of(s)[x];
    packed_set_form(plan, s, cells >> SHORT_TOP != 0);
}

/* Makes placement p[lane] of group i. to (group->n): copies of its states, or themselves; NULL: no move is made in that lane. */
static __attribute__((noinline)) void move_on(const Plan *plan, const LaneGroup *g, int i, const int32_t *p,
                                              PackedState *const *to, Scratch *scratch)
{
    const Cell *c = &scratch->cell[i];
    Moves *moves = &scratch->measured.moves;
    Made *made = &scratch->measured.made;
    Bits column[COLUMNS];
    PackedState nobody;
    void *board[LANES];
    const int piece = g->kind % TETRIS_PIECES;
    for (int lane = 0; lane < LANES; lane++) {
        PackedState *s = lane < g->n && to[lane] != NULL ? to[lane] : &nobody;
        board[lane] = KERNEL_BITS == 16 ? (void *)s->column.low : (void *)s->column.tall;
        if (lane < g->n) set_move(moves, lane, plan, g->state[lane], piece, p[lane], c->y[p[lane]][lane]);
    }
    FOR_WIDTH(plan, (make_moves(moves, g->n, width, column, made), store_columns(column, width, board)));
    for (int lane = 0; lane < g->n; lane++) {
        PackedState *s = to[lane];
        if (s == NULL) continue;
        const int32_t of_move = move_score(plan, g->weights[lane], moves, made, lane, piece, p[lane]);
        s->score = (int32_t)((uint32_t)s->score + (uint32_t)score_of(c, p[lane], lane) - (uint32_t)of_move);
        s->rows += made->rows[lane];
        s->pieces++;
        s->piece = s->next;
        s->next = TETRIS_NO_PIECE;
        bool may_change = KERNEL_BITS == 32 || moves->y[lane] + plan->placement[piece][p[lane]].height > SHORT_TOP;
        if (may_change && !plan->always_short) settle(plan, s);
    }
}

static void best(const Plan *plan, const LaneGroup *const *group, int n, void *scratch)
{
    Scratch *s = scratch;
    choose(plan, group, n, s);
    for (int g = 0; g < n; g++) {
        const Cell *c = &s->cell[g];
        PackedState *to[LANES];
        int32_t placement[LANES];
        for (int lane = 0; lane < group[g]->n; lane++) {
            PackedState *state = group[g]->state[lane];
            const bool over = c->rivals[score_at(lane)] == 0;
            placement[lane] = over ? 0 : c->choice[score_at(lane)];
            to[lane] = over ? NULL : state;
            if (over) state->lost = true;
        }
        move_on(plan, group[g], g, placement, to, s);
    }
}

/* A score as the value that it stands for: with what is the same for all moves of the state. */
static double near_value(const Plan *plan, const PackedState *s, const PackedWeights *w, int32_t score)
{
    if (!(w->scale > 0)) return 0;
    double value = w->growth != 0 ? w->constant - w->growth * height_before(plan, s) : w->constant;
    return value + (double)(int32_t)((uint32_t)score + (uint32_t)s->score) / w->scale;
}

static void value(const Plan *plan, const LaneGroup *const *group, int n, bool exact, double *const *value, void *scratch)
{
    Scratch *s = scratch;
    score_groups(plan, group, n, s);
    for (int g = 0; g < n; g++)
        for (int lane = 0; lane < group[g]->n; lane++) {
            bool lost = s->cell[g].rivals[score_at(lane)] == 0;
            value[g][lane] =
                lost || exact ? -HUGE_VAL
                              : near_value(plan, group[g]->state[lane], group[g]->weights[lane], s->cell[g].best[score_at(lane)]);
        }
    int pairs = exact ? value_rivals(plan, group, n, true, s) : 0;
    for (int i = 0; i < pairs; i++) {
        double *most = &value[s->pair[i].group][s->pair[i].lane];
        if (s->exact[i] > *most) *most = s->exact[i];
    }
}

static void after(const Plan *plan, const LaneGroup *group, int *count, Move *move, double *value, char *out, size_t state_bytes,
                  void *scratch)
{
    Scratch *s = scratch;
    const Cell *c = s->cell;
    place_group(plan, group, s->cell);
    review(plan, &group, 1, s);
    memset(count, 0, (size_t)group->n * sizeof *count);
    for (int p = 0; p < c->placements; p++) {
        PackedState *to[LANES];
        int32_t placement[LANES];
        for (int lane = 0; lane < group->n; lane++) {
            const PackedState *state = group->state[lane];
            const int32_t score = score_of(c, p, lane);
            to[lane] = NULL;
            placement[lane] = p;
            if (score == LOST) continue;
            const int i = lane * TETRIS_MOVES_MAX + count[lane]++;
            to[lane] = (PackedState *)(void *)(out + (size_t)i * state_bytes);
            *to[lane] = *state;
            move[i] = tetris_move(plan->placement[state->piece][p].orientation, plan->placement[state->piece][p].x);
            value[i] = near_value(plan, state, group->weights[lane], score);
        }
        move_on(plan, group, 0, placement, to, s);
    }
}

static double value_of(const Plan *plan, PackedState *state, const PackedWeights *weights, int placement)
{
    LaneGroup alone = {.kind = state->piece, .n = 1, .state = {state}, .weights = {weights}};
    const LaneGroup *group = &alone;
    Cell cell;
    Measured measured;
    place_group(plan, group, &cell);
    const Pair pair = pair_of(&cell, 0, 0, placement);
    measure_pairs(plan, &group, &pair, 1, &measured);
    return exact_value(plan, group, &pair, 0, &measured);
}

static int scores(const Plan *plan, const LaneGroup *group, int32_t *score, uint32_t *marked, void *scratch)
{
    Cell *c = ((Scratch *)scratch)->cell;
    place_group(plan, group, c);
    for (int p = 0; p < c->placements; p++) {
        marked[p] = c->marked[p];
        for (int lane = 0; lane < LANES; lane++) score[p * LANES + lane] = score_of(c, p, lane);
    }
    return c->placements;
}

#define NAME3(isa, bits) kernel_##isa##_##bits
#define NAME2(isa, bits) NAME3(isa, bits)

const Kernel NAME2(KERNEL_ISA, KERNEL_BITS) = {
    .bits = KERNEL_BITS,
    .lanes = LANES,
    .best = best,
    .value = value,
    .after = after,
    .value_of = value_of,
    .scores = scores,
    .measure = measure,
};
