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
 * About a third of the time goes into survey and place, a third into review, the rest into making moves, chances and queues.
 *
 * Words: the piece has columns i = 0 .. w - 1 with bottoms b_i and tops t_i and lands at (x, y); gap_i = y + b_i - height_i are the
 * empty cells it covers in its column i; `left` and `right` are the columns beside it, `left2` and `right2` those beyond. Row k of
 * the piece is row y + k of the board; a window is the four rows y .. y + 3 of a column, in the low bits. */
#include "game/tetris/packed.h"
#include "game/tetris/simd.h"

#include <math.h>
#include <stdlib.h>

#if KERNEL_BITS == 16
typedef I16 Wide;
typedef U16 Bits;
typedef int16_t Lane;
typedef uint16_t Column;
#define WIDE_MAX max16
#define WIDE_MIN min16
#define WIDE_LANES lanes16
#else
typedef I32 Wide;
typedef U32 Bits;
typedef int32_t Lane;
typedef uint32_t Column;
#define WIDE_MAX max32
#define WIDE_MIN min32
#define WIDE_LANES lanes32
#endif

enum { LANES = SIMD_BYTES * 8 / KERNEL_BITS, PARTS = 32 / KERNEL_BITS, PART_LANES = SIMD_BYTES / 4 };
enum { WINDOW = KERNEL_BITS - 4, WALL_HEIGHT = 64, LOST = INT32_MIN };

/* Scores have 32 bits: of 16-bit lanes, two vectors. Lane l of a Wide is at score_at(l). */
typedef struct {
    I32 part[PARTS];
} Score;

SIMD_INLINE int score_at(int lane)
{
#if KERNEL_BITS == 16
    return (lane & 4) / 4 * PART_LANES + lane / 8 * 4 + (lane & 3);
#else
    return lane;
#endif
}

SIMD_INLINE Wide all(int value)
{
    return (Wide){0} + (Lane)value;
}

typedef Lane UnalignedWide __attribute__((vector_size(SIMD_BYTES), aligned(sizeof(Lane)), may_alias));

SIMD_INLINE Wide load_wide(const Lane *from)
{
    return (Wide) * (const UnalignedWide *)(const void *)from;
}

SIMD_INLINE void store_wide(Lane *to, Wide v)
{
    *(UnalignedWide *)(void *)to = v;
}

SIMD_INLINE Wide larger(Wide a, Wide b)
{
    return WIDE_MAX(a, b);
}

SIMD_INLINE Wide smaller(Wide a, Wide b)
{
    return WIDE_MIN(a, b);
}

SIMD_INLINE Wide magnitude(Wide a)
{
    return larger(a, -a);
}

/* 1 + 2 + .. + n */
SIMD_INLINE Wide triangle(Wide n)
{
    return (Wide)((Bits)(n * n + n) >> 1);
}

/* The sum of the bytes of each lane. */
SIMD_INLINE Wide fold_counts(U8 bytes)
{
    Bits v = (Bits)bytes;
#if KERNEL_BITS == 32
    v = (v & 0xFF00FF) + (v >> 8 & 0xFF00FF);
    return (Wide)((v & 0xFFFF) + (v >> 16));
#else
    return (Wide)((v & 0xFF) + (v >> 8));
#endif
}

/* How many bits of each lane are set. */
SIMD_INLINE Wide count_bits(Bits v)
{
    return fold_counts(byte_counts((U8)v));
}

SIMD_INLINE Wide count_window(Bits v)
{
    return (Wide)(Bits)nibble_counts((U8)v);
}

/* a b, where a has at most 15 bits and b 16. */
SIMD_INLINE Wide times(Wide a, Wide b)
{
#if KERNEL_BITS == 16
    return a * b;
#else
    return multiply_add((I16)a, (I16)b);
#endif
}

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

/* ---- survey ---- */

/* Arrays over columns have room for two walls on either side: column x is at [x + EDGE]. */
enum { EDGE = 2, SURVEY = COLUMNS + 2 * EDGE };

/* Weights of the lanes, in pairs: of delta terms; of the height and the step of each column. */
typedef struct {
    Score pair[Q_COLUMNS / 2], column[SURVEY];
} LaneWeights;

typedef struct {
    const Plan *plan;
    int width;
    bool near_ceiling; /* a placement may lose, a column reach the ceiling */
    Bits column[SURVEY];
    Wide height[SURVEY];                            /* of a wall: above everything, so nothing beside the board is open */
    Bits power[3][SURVEY];                          /* [b]: 2^(WINDOW - max(height - b, 0)) */
    Bits bit[SURVEY];                               /* 2^height */
    Wide inside[SURVEY];                            /* -1; of a wall 0 */
    Bits until[SURVEY];                             /* AND of the columns left of x */
    Bits from[SURVEY];                              /* AND of the columns from x on */
    Wide step_left[SURVEY];                         /* |height_(x-1) - height_x|, 0 beside a wall */
    Wide steps_until[SURVEY];                       /* sum of the step_left up to and with that of x */
    Bits buried_left[SURVEY], buried_right[SURVEY]; /* covered empty cells whose left (right) neighbour is filled */
    Bits beside_left[SURVEY],
        beside_right[SURVEY]; /* cells above the top of their column whose left (right) neighbour is filled */
    Bits open[SURVEY];        /* both: well cells */
    Wide open_count[SURVEY];  /* how many */
    Wide open_run[SURVEY];    /* cells from the highest of them down to the top of the column */
    Wide under_top[SURVEY];   /* 1: the cell right under the top cell is empty */
    Wide has_hole[SURVEY];    /* -1: some cell below the top is empty */
    Bits hole_rows;
    Bits flags_until[SURVEY], flags_from[SURVEY]; /* diversity: values seen left of the pair (x - 1, x); from it on */
    Wide top, diversity;                          /* of the board */
    LaneWeights weights;
} Survey;

SIMD_INLINE I32 float_exponent(I32 v)
{
    return (I32) __builtin_convertvector(v, F32) >> 23;
}

SIMD_INLINE I32 power_of_two(I32 exponent)
{
    return __builtin_convertvector((F32)((exponent + 127) << 23), I32);
}

/* Height of a column, from the exponent of its number as a float; power: 2^(WINDOW - height). Exact: where 24 bits might not hold
 * the number, a bit below a set bit is cleared first, so that rounding cannot reach the next power of two. */
SIMD_INLINE void height_of(Bits column, Wide *height, Bits *power)
{
#if KERNEL_BITS == 16
    const I16 zero = {0};
    I32 lo = max32(float_exponent((I32)interleave_lo16((I16)column, zero)) - 126, (I32)zero);
    I32 hi = max32(float_exponent((I32)interleave_hi16((I16)column, zero)) - 126, (I32)zero);
    *height = pack32(lo, hi);
    *power = (Bits)pack32(power_of_two(WINDOW - lo), power_of_two(WINDOW - hi));
#else
    *height = max32(float_exponent((I32)(column & ~(column >> 1))) - 126, (I32){0});
    *power = (Bits)power_of_two(WINDOW - *height);
#endif
}

/* 2^height - 1: the rows below the top of a column. */
SIMD_INLINE Bits rows_below_top(Bits column)
{
    column |= column >> 1;
    column |= column >> 2;
    column |= column >> 4;
    column |= column >> 8;
#if KERNEL_BITS == 32
    column |= column >> 16;
#endif
    return column;
}

/* The four rows from y on, where power = 2^(WINDOW - y). */
SIMD_INLINE Bits window(Bits column, Bits power)
{
    return (column * power) >> WINDOW;
}

/* The flag of a height difference: bit d + 2 for d = -2 .. 2, else none. */
SIMD_INLINE Bits difference_flag(Wide difference)
{
    Wide index = smaller(larger(difference + 2, all(-1)), all(15));
    return (Bits)small_powers((U8)index) & 31;
}

#define HAS(term) ((use & TERM_BIT(term)) != 0)

/* Where the family `use` needs covered cells that become wells to be noticed. */
#define HAS_BURIED (HAS(WELLS) || HAS(WELLS_RUN))

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

SIMD_INLINE void survey_wall(Survey *s, int at)
{
    s->column[at] = ~(Bits){0};
    s->height[at] = all(WALL_HEIGHT);
    s->bit[at] = (Bits){0};
    s->inside[at] = all(0);
    s->buried_left[at] = s->buried_right[at] = s->beside_left[at] = s->beside_right[at] = s->open[at] = (Bits){0};
    s->open_run[at] = all(0);
    for (int b = 0; b < 3; b++) s->power[b][at] = (Bits){0};
}

/* Of the columns by themselves. */
SIMD_INLINE void survey_heights(Survey *s, const int width)
{
    const Bits most = (Bits)all(1 << WINDOW);
    s->top = all(0);
    for (int at = EDGE; at < EDGE + width; at++) {
        height_of(s->column[at], &s->height[at], &s->power[0][at]);
        for (int b = 1; b < 3; b++) s->power[b][at] = (Bits)smaller((Wide)(s->power[0][at] << b), (Wide)most);
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

SIMD_INLINE void survey_steps(Survey *s, const int width)
{
    Wide sum = all(0);
    for (int at = EDGE; at <= EDGE + width; at++) {
        s->step_left[at] = magnitude(s->height[at] - s->height[at - 1]) & s->inside[at] & s->inside[at - 1];
        sum += s->step_left[at];
        s->steps_until[at] = sum;
    }
    s->steps_until[EDGE - 1] = all(0);
}

SIMD_INLINE void survey_holes_and_wells(Survey *s, const int width, const uint32_t use)
{
    s->hole_rows = (Bits){0};
    for (int at = EDGE; at < EDGE + width; at++) {
        Bits left = s->column[at - 1], right = s->column[at + 1], below = rows_below_top(s->column[at]);
        Bits covered = below & ~s->column[at];
        s->bit[at] = below + 1;
        if (HAS_BURIED) {
            s->buried_left[at] = covered & left;
            s->buried_right[at] = covered & right;
        }
        if (HAS(WELLS) || HAS(OPEN_WELLS) || HAS(WELLS_RUN)) {
            s->beside_left[at] = left & ~below;
            s->beside_right[at] = right & ~below;
            s->open[at] = left & right & ~below;
        }
        if (HAS(OPEN_WELLS)) s->open_count[at] = count_bits(s->open[at]);
        if (HAS(WELLS_RUN)) {
            Bits power;
            height_of(s->open[at], &s->open_run[at], &power);
            s->open_run[at] = larger(s->open_run[at] - s->height[at], all(0));
        }
        if (HAS(CS3243_HOLES)) s->under_top[at] = (Wide)((covered & (s->bit[at] >> 2)) != 0) & 1;
        if (HAS(HOLE_DEPTH)) s->has_hole[at] = (Wide)(covered != 0);
        if (HAS(ROWS_WITH_HOLES)) s->hole_rows |= covered;
    }
}

SIMD_INLINE void survey_diversity(Survey *s, const int width)
{
    Bits flags[SURVEY], seen = {0};
    for (int at = EDGE; at <= EDGE + width; at++) {
        flags[at] = difference_flag(s->height[at] - s->height[at - 1]) & (Bits)(s->inside[at] & s->inside[at - 1]);
        s->flags_until[at] = seen;
        seen |= flags[at];
    }
    seen = (Bits){0};
    for (int at = EDGE + width; at >= EDGE; at--) {
        seen |= flags[at];
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
    survey_full_rows(s, width);
    if (HAS(HEIGHT_DIFFERENCES) || columns) survey_steps(s, width);
    survey_holes_and_wells(s, width, use);
    if (HAS(DIVERSITY)) survey_diversity(s, width);
}

/* ---- one placement: what it sees ---- */

/* A shape is a number, 4 x piece + orientation: a constant wherever it appears, so that what follows from it (and loops over the
 * columns and rows of its box) is gone when the compiler is done. Beside the box (i = -1, w) both are asked for, but not used. */
#define PIECE_WIDTH (tetris_pieces[shape / 4].shape[shape % 4].width)
#define PIECE_HEIGHT (tetris_pieces[shape / 4].shape[shape % 4].height)
#define BOTTOM(i) (tetris_pieces[shape / 4].shape[shape % 4].bottom[(i)&3])
#define TOP(i) (tetris_pieces[shape / 4].shape[shape % 4].top[(i)&3])
#define EACH_COLUMN(i) _Pragma("GCC unroll 8") for (int i = 0; i < PIECE_WIDTH; i++)
#define EACH_ROW(k) _Pragma("GCC unroll 8") for (int k = 0; k < PIECE_HEIGHT; k++)

typedef struct {
    const Survey *s;
    int at; /* x + EDGE */
    Wide y, gap[4];
    Bits power, bit;            /* 2^(WINDOW - y), 2^y */
    Bits left, under[4], right; /* windows; under[i]: of piece column i before the move */
} Look;

/* y = max over the piece's columns of height - bottom. */
SIMD_INLINE void look_land(Look *l, const int shape)
{
    const Survey *s = l->s;
    l->y = s->height[l->at] - (Lane)BOTTOM(0);
    l->power = s->power[BOTTOM(0)][l->at];
    l->bit = s->bit[l->at] >> BOTTOM(0);
#pragma GCC unroll 8
    for (int i = 1; i < PIECE_WIDTH; i++) {
        l->y = larger(l->y, s->height[l->at + i] - (Lane)BOTTOM(i));
        l->power = (Bits)smaller((Wide)l->power, (Wide)s->power[BOTTOM(i)][l->at + i]);
        l->bit = (Bits)larger((Wide)l->bit, (Wide)(s->bit[l->at + i] >> BOTTOM(i)));
    }
}

SIMD_INLINE void look_around(Look *l, const int shape)
{
    const Bits *column = l->s->column + l->at;
    l->left = window(column[-1], l->power);
    l->right = window(column[PIECE_WIDTH], l->power);
    EACH_COLUMN(i) {
        l->gap[i] = l->y + (Lane)BOTTOM(i) - l->s->height[l->at + i];
        l->under[i] = BOTTOM(i) > 0 ? window(column[i], l->power) : (Bits){0};
    }
}

/* A mask: bit k of a window. */
SIMD_INLINE Wide has(Bits window, int k)
{
    const Bits bit = (Bits)all(1 << k);
    return (Wide)((window & bit) == bit);
}

/* Masks: is row k filled in column i of the piece's box, before and after the move? i = -1 and w: beside it. */
SIMD_INLINE Wide filled_before(const Look *l, const int shape, int i, int k)
{
    if (i < 0) return has(l->left, k);
    if (i >= PIECE_WIDTH) return has(l->right, k);
    return k < BOTTOM(i) ? has(l->under[i], k) : all(0);
}

SIMD_INLINE Wide filled_after(const Look *l, const int shape, int i, int k)
{
    bool by_piece = i >= 0 && i < PIECE_WIDTH && k >= BOTTOM(i) && k < TOP(i);
    return by_piece ? all(-1) : filled_before(l, shape, i, k);
}

/* Empty cells of column i from row k down to its top, that of row k included; 0: row k is covered. */
SIMD_INLINE Wide reach(const Look *l, int i, int k)
{
    return larger(l->y + (Lane)(k + 1) - l->s->height[l->at + i], all(0));
}

/* The rows lo .. hi - 1 of a window. */
#define ROWS(lo, hi) ((Bits)all((1 << (hi)) - (1 << (lo))))

/* ---- deltas: each is the change of a term that one placement makes when it clears nothing ---- */

/* Sum of heights: the piece has four cells, and what it covers. holes: every covered cell is a hole. */
SIMD_INLINE Wide delta_holes(const Look *l, const int shape)
{
    Wide sum = l->gap[0];
#pragma GCC unroll 8
    for (int i = 1; i < PIECE_WIDTH; i++) sum += l->gap[i];
    return sum;
}

SIMD_INLINE Wide delta_aggregate_height(const Look *l, const int shape)
{
    return delta_holes(l, shape) + 4;
}

/* The top of the piece is y + its height. */
SIMD_INLINE Wide delta_max_height(const Look *l, const int shape)
{
    return larger(l->y + (Lane)PIECE_HEIGHT - l->s->top, all(0));
}

/* cs3243_holes does not look right under the top cell. What it overlooked there is now seen; where the piece has a single cell in a
 * column, it overlooks the highest cell of the gap. */
SIMD_INLINE Wide delta_cs3243_holes(const Look *l, const int shape)
{
    Wide sum = delta_holes(l, shape);
    EACH_COLUMN(i) {
        sum += l->s->under_top[l->at + i];
        if (TOP(i) - BOTTOM(i) == 1) sum += (Wide)(l->gap[i] > 0);
    }
    return sum;
}

/* A gap adds two changes to its column; else the one change at the top moves up. */
SIMD_INLINE Wide delta_column_transitions(const Look *l, const int shape)
{
    Wide gaps = all(0);
    EACH_COLUMN(i) gaps -= (Wide)(l->gap[i] > 0);
    return gaps + gaps;
}

/* cs3243 does not see the change at the top of a column that reaches the ceiling. */
SIMD_INLINE Wide delta_cs3243_column_transitions(const Look *l, const int shape)
{
    Wide sum = delta_column_transitions(l, shape);
    if (l->s->near_ceiling)
        EACH_COLUMN(i) sum += (Wide)(l->y == (Lane)(l->s->plan->height - TOP(i)));
    return sum;
}

/* Where a cell of the piece has an empty cell beside it, a change appears; where a filled one, the change that was there goes. */
SIMD_INLINE Wide delta_row_transitions(const Look *l, const int shape)
{
    const int last = PIECE_WIDTH - 1;
    int sides = TOP(0) - BOTTOM(0) + TOP(last) - BOTTOM(last);
    Wide filled = count_window(l->left & ROWS(BOTTOM(0), TOP(0))) + count_window(l->right & ROWS(BOTTOM(last), TOP(last)));
    EACH_COLUMN(i) {
#pragma GCC unroll 8
        for (int j = i - 1; j <= i + 1; j += 2) { /* cells of neighbour j beside old cells of column i */
            if (j < 0 || j > last) continue;
            EACH_ROW(k) {
                bool of_neighbour = k >= BOTTOM(j) && k < TOP(j);
                if (of_neighbour && k >= TOP(i)) sides++;
                if (of_neighbour && k < BOTTOM(i)) {
                    sides++;
                    filled -= has(l->under[i], k);
                }
            }
        }
    }
    return (Lane)sides - filled - filled;
}

SIMD_INLINE Wide step(Wide a, Wide b, Wide inside)
{
    return magnitude(a - b) & inside;
}

SIMD_INLINE Wide delta_height_differences(const Look *l, const int shape)
{
    const Survey *s = l->s;
    const int at = l->at, next = at + PIECE_WIDTH, last = PIECE_WIDTH - 1;
    int within = 0;
#pragma GCC unroll 8
    for (int i = 0; i < last; i++) within += abs(TOP(i) - TOP(i + 1));
    return step(l->y + (Lane)TOP(0), s->height[at - 1], s->inside[at - 1]) +
           step(l->y + (Lane)TOP(last), s->height[next], s->inside[next]) + (Lane)within - s->steps_until[next] +
           s->steps_until[at - 1];
}

/* Cells beside the piece that become well cells, its own cells now being the near side: above the top of their column, far side
 * filled. A window. */
SIMD_INLINE Bits wells_at_left(const Look *l, const int shape)
{
    return window(l->s->beside_left[l->at - 1], l->power) & ROWS(BOTTOM(0), TOP(0));
}

SIMD_INLINE Bits wells_at_right(const Look *l, const int shape)
{
    const int last = PIECE_WIDTH - 1;
    return window(l->s->beside_right[l->at + PIECE_WIDTH], l->power) & ROWS(BOTTOM(last), TOP(last));
}

/* Empty cells from each cell of a window of column i down to the top of the column, added up: row k has y + k + 1 - height. */
SIMD_INLINE Wide depth_sum(const Look *l, int i, Bits cells)
{
    return times(count_window(cells), l->y - l->s->height[l->at + i]) + (Wide)(Bits)nibble_ranks((U8)cells);
}

/* wells, by the definition, on the rows that the piece touches: a well cell counts the empty cells from it down. Beside the piece
 * cells become wells where their far side is filled. In a column of the piece, cells of the gap may become wells; those above it no
 * longer count from the old top, but from the piece. An upright bar alone leaves wells above it: each counts four cells fewer; one
 * in row k of the bar, which counted k + 1, is gone. */
SIMD_INLINE Wide delta_wells(const Look *l, const int shape)
{
    Wide delta = depth_sum(l, -1, wells_at_left(l, shape)) + depth_sum(l, PIECE_WIDTH, wells_at_right(l, shape));
    if (PIECE_WIDTH == 1) {
        Bits within = window(l->s->open[l->at], l->power);
        Wide above = count_bits(l->s->open[l->at]) - count_window(within);
        return delta - above * 4 - (Wide)(Bits)nibble_ranks((U8)within);
    }
    EACH_COLUMN(i) {
        EACH_ROW(k) {
            Wide before = filled_before(l, shape, i - 1, k) & filled_before(l, shape, i + 1, k);
            Wide after = filled_after(l, shape, i - 1, k) & filled_after(l, shape, i + 1, k);
            if (k < BOTTOM(i))
                delta += after & ~before & reach(l, i, k);
            else
                delta -= before & reach(l, i, k);
            if (k >= TOP(i)) delta += after & (Lane)(k - TOP(i) + 1);
        }
    }
    return delta;
}

/* wells_run counts a run of empty cells from its highest well cell down. Beside the piece the run may now begin higher. In a column
 * of the piece, the run in the gap may begin at cells that became wells (or somewhere below the old beginning: mark_wells_run), and
 * a run above the piece begins in its highest rows. */
SIMD_INLINE Wide run_beside(const Look *l, int i, Bits wells)
{
    Wide before = l->s->open_run[l->at + i];
    Wide run = l->y - l->s->height[l->at + i] + (Wide)(Bits)nibble_lengths((U8)wells);
    return triangle(larger(before, run & (Wide)(wells != 0))) - triangle(before);
}

SIMD_INLINE Wide delta_wells_run(const Look *l, const int shape)
{
    Wide delta = run_beside(l, -1, wells_at_left(l, shape)) + run_beside(l, PIECE_WIDTH, wells_at_right(l, shape));
    EACH_COLUMN(i) {
        Wide before = l->s->open_run[l->at + i], gap = before & (Wide)(before <= l->gap[i]), above = all(0);
        if (PIECE_WIDTH == 1) above = larger(before - 4, all(0));
        EACH_ROW(k) {
            Wide after = filled_after(l, shape, i - 1, k) & filled_after(l, shape, i + 1, k);
            if (k < BOTTOM(i)) gap = larger(gap, after & reach(l, i, k));
            if (k >= TOP(i) && PIECE_WIDTH > 1) above = larger(above, after & (Lane)(k - TOP(i) + 1));
        }
        delta += triangle(gap) + triangle(above) - triangle(before);
    }
    return delta;
}

/* open_wells: the same cells as in delta_wells, each once, and none that the piece covers. */
SIMD_INLINE Wide delta_open_wells(const Look *l, const int shape)
{
    Wide delta = count_window(wells_at_left(l, shape)) + count_window(wells_at_right(l, shape));
    if (PIECE_WIDTH == 1) return delta - count_window(window(l->s->open[l->at], l->power));
    EACH_COLUMN(i) {
        delta -= l->s->open_count[l->at + i];
#pragma GCC unroll 8
        for (int k = TOP(i); k < PIECE_HEIGHT; k++) delta -= filled_after(l, shape, i - 1, k) & filled_after(l, shape, i + 1, k);
    }
    return delta;
}

/* The cells of the piece above a hole, old or new, of their column. */
SIMD_INLINE Wide delta_hole_depth(const Look *l, const int shape)
{
    Wide sum = all(0);
    EACH_COLUMN(i) sum += (Wide)(l->s->has_hole[l->at + i] | (Wide)(l->gap[i] > 0)) & (Lane)(TOP(i) - BOTTOM(i));
    return sum;
}

/* Rows with a cell of a gap, that had no hole before. */
SIMD_INLINE Wide delta_rows_with_holes(const Look *l, const int shape)
{
    Bits rows = {0};
    EACH_COLUMN(i) rows |= ((l->bit << BOTTOM(i)) - 1) & ~(l->s->bit[l->at + i] - 1);
    return count_bits(rows & ~l->s->hole_rows);
}

/* The values that are seen: in the differences that change, and in all others. */
SIMD_INLINE Wide delta_diversity(const Look *l, const int shape)
{
    const Survey *s = l->s;
    const int at = l->at, next = at + PIECE_WIDTH, last = PIECE_WIDTH - 1;
    int within = 0;
#pragma GCC unroll 8
    for (int i = 0; i < last; i++) within |= 1 << (TOP(i + 1) - TOP(i) + 2);
    Bits left = difference_flag(l->y + (Lane)TOP(0) - s->height[at - 1]) & (Bits)s->inside[at - 1];
    Bits right = difference_flag(s->height[next] - (l->y + (Lane)TOP(last))) & (Bits)s->inside[next];
    return count_bits(left | right | s->flags_until[at] | s->flags_from[next + 1] | (Bits)all(within)) - s->diversity;
}

/* Twice: it comes in halves. */
SIMD_INLINE Wide delta_landing_height(const Look *l, const int shape)
{
    return l->y + l->y + (Lane)(PIECE_HEIGHT - 1);
}

/* ---- marks: placements that need a second look ---- */

/* Rows that may be full afterwards: full outside the piece, and each column of the piece has the cell or gets it. */
SIMD_INLINE Bits mark_full_rows(const Look *l, const int shape)
{
    int lowest_top = TOP(0);
#pragma GCC unroll 8
    for (int i = 1; i < PIECE_WIDTH; i++)
        if (TOP(i) < lowest_top) lowest_top = TOP(i);
    Bits rows = window(l->s->until[l->at] & l->s->from[l->at + PIECE_WIDTH], l->power) & ROWS(0, lowest_top);
    EACH_COLUMN(i)
        if (BOTTOM(i) > 0) rows &= l->under[i] | ~ROWS(0, BOTTOM(i));
    return rows;
}

/* Covered empty cells that become wells: beside the piece, and in its own columns beside a cell of a neighbour that is lower. */
SIMD_INLINE Bits mark_buried_wells(const Look *l, const int shape)
{
    const Survey *s = l->s;
    const int last = PIECE_WIDTH - 1;
    Bits rows = window(s->buried_left[l->at - 1], l->power) & ROWS(BOTTOM(0), TOP(0));
    rows |= window(s->buried_right[l->at + PIECE_WIDTH], l->power) & ROWS(BOTTOM(last), TOP(last));
    if (last > 0 && BOTTOM(0) > BOTTOM(1) + 1) rows |= window(s->buried_left[l->at], l->power) & ROWS(0, BOTTOM(0));
    if (last > 0 && BOTTOM(last) > BOTTOM(last - 1) + 1)
        rows |= window(s->buried_right[l->at + last], l->power) & ROWS(0, BOTTOM(last));
    return rows;
}

/* Gaps that the piece cuts off from a run of well cells, where its column beside is higher: what is left of the run may begin at
 * any cell of the gap. */
SIMD_INLINE Bits mark_wells_run(const Look *l, const int shape)
{
    const int last = PIECE_WIDTH - 1;
    Wide marked = all(0);
    EACH_COLUMN(i) {
        bool neighbour_higher = (i > 0 && BOTTOM(i - 1) > BOTTOM(i)) || (i < last && BOTTOM(i + 1) > BOTTOM(i));
        if (neighbour_higher) marked |= (Wide)(l->s->open_run[l->at + i] > l->gap[i]) & (Wide)(l->gap[i] > 0);
    }
    return (Bits)marked;
}

/* ---- scores ---- */

SIMD_INLINE Score add_pair(Score sum, Wide a, Wide b, Score weight)
{
#if KERNEL_BITS == 16
    sum.part[0] += multiply_add(interleave_lo16(a, b), (I16)weight.part[0]);
    sum.part[1] += multiply_add(interleave_hi16(a, b), (I16)weight.part[1]);
#else
    sum.part[0] += multiply_add((I16)((a & 0xFFFF) | (b << 16)), (I16)weight.part[0]);
#endif
    return sum;
}

/* Heights and steps of the columns that the piece changes. */
SIMD_INLINE Score add_columns(const Look *l, const int shape, Score sum)
{
    const Survey *s = l->s;
#pragma GCC unroll 8
    for (int i = 0; i <= PIECE_WIDTH; i++) {
        const int at = l->at + i;
        Wide old_left = s->height[at - 1], old = s->height[at];
        Wide left = i > 0 ? l->y + (Lane)TOP(i > 0 ? i - 1 : 0) : old_left;
        Wide now = i < PIECE_WIDTH ? l->y + (Lane)TOP(i < PIECE_WIDTH ? i : 0) : old;
        Wide stepped = step(left, now, s->inside[at - 1] & s->inside[at]) - s->step_left[at];
        sum = add_pair(sum, now - old, stepped, s->weights.column[at]);
    }
    return sum;
}

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

SIMD_INLINE Score delta_score(const Look *l, const int shape, const uint32_t use, const bool columns)
{
    Wide delta[DELTA_TERMS + 1];
    int n = 0;
#define DELTA(TERM, term) \
    if (HAS(TERM)) delta[n++] = delta_##term(l, shape);
    DELTAS(DELTA)
#undef DELTA
    delta[n] = all(0);
    Score sum = {0};
#pragma GCC unroll 8
    for (int k = 0; k < n; k += 2) sum = add_pair(sum, delta[k], delta[k + 1], l->s->weights.pair[k / 2]);
    return columns ? add_columns(l, shape, sum) : sum;
}

SIMD_INLINE void place_at(const Survey *s, const int shape, int x, const uint32_t use, const bool columns, Cell *cell, int p)
{
    Look l = {.s = s, .at = x + EDGE};
    look_land(&l, shape);
    look_around(&l, shape);
    Bits look_again = mark_full_rows(&l, shape);
    if (HAS_BURIED) look_again |= mark_buried_wells(&l, shape);
    if (HAS(WELLS_RUN)) look_again |= mark_wells_run(&l, shape);
    Score score = delta_score(&l, shape, use, columns);
    Wide marked = (Wide)(look_again != 0);
    if (s->plan->all_afresh) marked = all(-1);
    if (s->near_ceiling) {
        Wide lost = (Wide)(l.y > (Lane)(s->plan->height - PIECE_HEIGHT));
        marked &= ~lost;
#if KERNEL_BITS == 16
        const I32 lost_part[2] = {(I32)interleave_lo16(lost, lost), (I32)interleave_hi16(lost, lost)};
#else
        const I32 lost_part[1] = {lost};
#endif
#pragma GCC unroll 8
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
        Bits power;
        height_of(column[x], &height[x], &power);
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
    bool tall = cells >> SHORT_TOP != 0;
    if (tall == s->is_tall) return;
    PackedState old = *s;
    for (int x = 0; x < COLUMNS; x++) {
        if (tall)
            s->column.tall[x] = x < plan->width ? old.column.low[x] : UINT32_MAX;
        else
            s->column.low[x] = (uint16_t)old.column.tall[x];
    }
    s->is_tall = tall;
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
