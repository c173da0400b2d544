/* kernel_layout.h. The layout of the lanes engine for survey.h and deltas.h: a lane is a game. Boards and weights lie in memory
 * one game after the other and are transposed as they are loaded. */
#ifndef SWARMTRIS_GAME_TETRIS_KERNEL_LAYOUT_H
#define SWARMTRIS_GAME_TETRIS_KERNEL_LAYOUT_H

#include "game/tetris/wide.h"

#include <stddef.h>

/* Compiles `call`, which loops over `width` columns, twice: for USUAL_WIDTH, a constant and the width of nearly all boards, and
 * for any width. */
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

/* Transposes rows of four 32-bit numbers: number i of chunk c of row r becomes number r of chunk c of out[i]. */
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

/* As transpose4, for rows of eight 16-bit numbers. */
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

/* Writes the addresses of n boards in the order in which transpose needs them; lanes from n on repeat the first board. */
SIMD_INLINE void find_rows(const void *const *board, int n, Chunks *place)
{
    for (int lane = 0; lane < LANES; lane++) place[lane % LOAD_ROWS][lane / LOAD_ROWS] = board[lane < n ? lane : 0];
}

/* Loads LOAD_ROWS columns from column x on, of boards that begin `offset` bytes after the addresses in `place`. */
SIMD_INLINE void load_block(const Chunks *place, size_t offset, int x, Bits *column)
{
    Bits row[LOAD_ROWS];
    for (int r = 0; r < LOAD_ROWS; r++) row[r] = (Bits)load_chunks(place[r], offset + (size_t)x * sizeof(Column));
    transpose(row, column);
}

/* Loads all columns of n boards into column (COLUMNS); offset: as in load_block. */
SIMD_INLINE void load_columns(const void *const *board, size_t offset, int n, int width, Bits *column)
{
    Chunks place[LOAD_ROWS];
    find_rows(board, n, place);
    for (int x = 0; x < width; x += LOAD_ROWS) load_block((const Chunks *)place, offset, x, column + x);
}

/* Stores the columns in the boards to (LANES). Columns beside the board become walls. */
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

/* Weights of the lanes, in pairs. */
typedef struct {
    Score pair[Q_COLUMNS / 2]; /* of two delta terms each */
    Score column[SURVEY];      /* of the height and the step of each column; 0 in walls */
} LaneWeights;

typedef Bits BitsOf;
typedef Wide WideOf;
typedef LaneWeights SurveyWeights;
#define GET(array, at) ((array)[at])
#define SET(array, at, v) ((array)[at] = (v))
#define BITS_BEFORE(array, at, v) ((void)(v), (array)[(at)-1])
#define BITS_BEHIND(array, at, v) ((void)(v), (array)[(at) + 1])
#define WIDE_BEFORE(array, at, v) ((void)(v), (array)[(at)-1])
#define WIDE_BEHIND(array, at, v) ((void)(v), (array)[(at) + 1])
#define EVERYWHERE(array, at) ((array)[at])

#include "game/tetris/survey.h"

/* What measures need (terms/terms.h). covered_cells: empty cells below the top of their column. */
typedef struct {
    Bits column[SURVEY], covered_cells[SURVEY];
    Wide height[SURVEY];
    Wide top;
    const Plan *plan; /* borrowed */
} Boards;

typedef struct {
    U8 bytes; /* cells counted in each byte, not in sum yet */
    Wide sum; /* what has been added up already */
} Count;

enum { PLACES = COLUMNS };
#define EACH_PLACE(at) for (int at = EDGE; at < EDGE + width; at++)
#define EACH_STEP(at) for (int at = EDGE + 1; at < EDGE + width; at++)

SIMD_INLINE Wide inside(const Boards *b, int at)
{
    (void)b, (void)at;
    return all(-1);
}

SIMD_INLINE Wide paired(const Boards *b, int at)
{
    (void)b, (void)at;
    return all(-1);
}

SIMD_INLINE Bits rightmost(const Boards *b, int width, int at)
{
    (void)b;
    return (Bits)all(at == EDGE + width - 1 ? -1 : 0);
}

SIMD_INLINE Bits covered(const Boards *b, int at)
{
    return b->covered_cells[at];
}

SIMD_INLINE void count_cells(Count *count, Bits cells)
{
    count->bytes += byte_counts((U8)cells);
}

SIMD_INLINE void count_numbers(Count *count, Wide v)
{
    count->sum += v;
}

SIMD_INLINE void count_once(Count *count, const Boards *b, Wide v)
{
    (void)b;
    count->sum += v;
}

SIMD_INLINE void count_rows(Count *count, const Boards *b, Bits rows)
{
    (void)b;
    count->sum += count_bits(rows);
}

SIMD_INLINE void settle(Count *count)
{
    count->sum += fold_counts(count->bytes);
    count->bytes = (U8){0};
}

SIMD_INLINE Wide over_columns(Wide v)
{
    return v;
}

SIMD_INLINE Wide largest_column(Wide v)
{
    return v;
}

SIMD_INLINE Bits joined_columns(Bits v)
{
    return v;
}

SIMD_INLINE Wide wall_distance(const Boards *b, int width, int at)
{
    (void)b;
    return all(tetris_wall_distance(at - EDGE, width));
}

#include "game/tetris/deltas.h"

SIMD_INLINE Score pair_weights(const Survey *s, int pair)
{
    return s->weights.pair[pair];
}

SIMD_INLINE Score column_weights(const Survey *s, int at)
{
    return s->weights.column[at];
}

/* Loads four pairs of weights, `offset` bytes after each address. */
SIMD_INLINE void load_pairs(const Chunks *place, size_t offset, I32 *pair)
{
    I32 row[4];
    for (int r = 0; r < 4; r++) row[r] = (I32)load_chunks(place[r], offset);
    transpose4(row, pair);
}

/* Loads the weights of n games: of `terms` delta terms, and of single columns only if `columns`. Lanes from n on repeat the first
 * game. */
SIMD_INLINE void load_weights(LaneWeights *w, const void *const *weights, int n, const int terms, bool columns)
{
    Chunks place[PARTS][4];
    for (int lane = 0; lane < LANES; lane++) {
        int at = score_at(lane);
        place[at / PART_LANES][at % 4][at % PART_LANES / 4] = weights[lane < n ? lane : 0];
    }
    for (int part = 0; part < PARTS; part++) {
        I32 pair[4];
        for (int k = 0; 2 * k < terms; k += 4) {
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

#endif
