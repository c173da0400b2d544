/* lanes_view.c. Tetris whose moves come from outside, on the states of the fast engines.
 *
 * Idea: a column is a number, so a placement is a few operations on the columns that it covers. The boards after the placements
 * are gathered until they fill a vector; then a kernel measures them side by side.
 * Never: differs from reference.c in a bit of what it returns. */
#include "game/tetris/plan.h"

#include <string.h>

/* Boards up to this height are measured with 16-bit columns: the term cs3243_holes needs the row above the highest cell. */
enum { LOW_ROWS = 15 };

enum { PIECE_ROWS = 4 }; /* of the tallest shape */

/* above[k]: bits of the columns that are higher than plan->height - k. */
static void find_high(const Plan *plan, const PackedState *s, uint32_t above[PIECE_ROWS + 1])
{
    memset(above, 0, (PIECE_ROWS + 1) * sizeof *above);
    for (int x = 0; x < plan->width; x++) {
        const uint32_t high = packed_column(s, x) >> (plan->height - PIECE_ROWS);
        for (int k = 1; k <= PIECE_ROWS; k++) above[k] |= (uint32_t)(high >> (PIECE_ROWS - k) != 0) << x;
    }
}

/* Actions without room: a column under the shape is too high for what the shape has there from its bottom to the top of its
 * box. */
static __attribute__((noinline)) uint64_t find_roomless(const Plan *plan, const PackedState *s, const TetrisPiece *piece)
{
    uint32_t above[PIECE_ROWS + 1];
    uint64_t actions = 0;
    if (packed_height(packed_cells(plan, s)) <= plan->height - PIECE_ROWS) return 0;
    find_high(plan, s, above);
    for (int o = 0; o < piece->orientations; o++) {
        const TetrisShape *shape = &piece->shape[o];
        uint64_t there = 0;
        for (int i = 0; i < shape->width; i++) there |= above[shape->height - shape->bottom[i]] >> i;
        actions |= there << o * plan->width;
    }
    return actions;
}

/* All actions of the piece; near the ceiling, only those with room. */
static uint64_t legal(const void *plan_, const void *state)
{
    const Plan *plan = plan_;
    const PackedState *s = state;
    const TetrisPiece *piece = &tetris_pieces[s->piece];
    uint64_t actions = 0;
    if (s->lost) return 0;
    assert(s->piece != TETRIS_NO_PIECE);
    for (int o = 0; o < piece->orientations; o++)
        actions |= ((UINT64_C(1) << (plan->width - piece->shape[o].width + 1)) - 1) << o * plan->width;
    const bool may_be_high = s->is_tall || plan->height - PIECE_ROWS < SHORT_TOP;
    return may_be_high ? actions & ~find_roomless(plan, s, piece) : actions;
}

/* Puts the piece on the board. Returns the rows that are then full. */
static uint32_t put(PackedState *s, const PackedShape *shape, int x, int width, int y)
{
    uint32_t full = UINT32_MAX;
    for (int i = 0; i < width && s->is_tall; i++) s->column.tall[x + i] |= shape->tall[COLUMNS + i] << y;
    for (int i = 0; i < width && !s->is_tall; i++) s->column.low[x + i] |= (uint16_t)(shape->low[COLUMNS + i] << y);
    if (s->is_tall) {
        for (int i = 0; i < COLUMNS; i++) full &= s->column.tall[i];
    } else {
        uint16_t low = UINT16_MAX;
        for (int i = 0; i < COLUMNS; i++) low &= s->column.low[i];
        full = low;
    }
    return full;
}

static void clear(const Plan *plan, PackedState *s, uint32_t full)
{
    for (int i = 0; i < plan->width; i++) {
        if (s->is_tall)
            s->column.tall[i] = packed_without_rows(s->column.tall[i], full);
        else
            s->column.low[i] = (uint16_t)packed_without_rows(s->column.low[i], full);
    }
}

static void make(const void *plan_, void *state, int action)
{
    const Plan *plan = plan_;
    PackedState *s = state;
    int height[COLUMNS], o = 0, x = action;
    for (; x >= plan->width; x -= plan->width) o++;
    const TetrisShape *shape = &tetris_pieces[s->piece].shape[o];
    assert(o < tetris_pieces[s->piece].orientations && x + shape->width <= plan->width);
    packed_measure(s, x, shape->width, height);
    const int y = tetris_lands_on(height + x, shape);
    assert(y + shape->height <= plan->height);
    const uint32_t full = put(s, &plan->shape[s->piece][o], x, shape->width, y);
    if (full != 0) clear(plan, s, full);
    if ((y + shape->height > SHORT_TOP || s->is_tall) && !plan->always_short)
        packed_set_form(plan, s, packed_cells(plan, s) >> SHORT_TOP != 0);
    packed_end_turn(plan, s, __builtin_popcount(full), 0);
}

enum { SIDE = 16, WORDS = SIDE / 4 }; /* a square of bits as rows of 16 bits, four to a word */

/* Transposes a square: bit x of row y becomes bit y of row x. Blocks of 8, 4, 2 and 1 bits change places.
 * Source: H. S. Warren, "Hacker's Delight", 2nd edition, section 7-3, for squares of 8 and 32 bits. */
static inline void turn(uint64_t w[WORDS])
{
    for (int i = 0; i < 2; i++) {
        const uint64_t swap = (w[i] >> 8 ^ w[i + 2]) & UINT64_C(0x00ff00ff00ff00ff);
        w[i] ^= swap << 8;
        w[i + 2] ^= swap;
    }
    for (int i = 0; i < WORDS; i += 2) {
        const uint64_t swap = (w[i] >> 4 ^ w[i + 1]) & UINT64_C(0x0f0f0f0f0f0f0f0f);
        w[i] ^= swap << 4;
        w[i + 1] ^= swap;
    }
    for (int i = 0; i < WORDS; i++) {
        const uint64_t twos = (w[i] >> 2 ^ w[i] >> 32) & UINT64_C(0x0000000033333333);
        w[i] ^= twos << 2 ^ twos << 32;
        const uint64_t ones = (w[i] >> 1 ^ w[i] >> 16) & UINT64_C(0x0000555500005555);
        w[i] ^= ones << 1 ^ ones << 16;
    }
}

/* Writes sixteen rows of sixteen columns; board: the bits of the columns on the board. */
static inline void write_rows(const uint16_t *column, uint32_t board, uint32_t *row)
{
    uint64_t w[WORDS];
    for (int i = 0; i < WORDS; i++) {
        const uint16_t *c = column + 4 * i;
        w[i] = (uint64_t)c[0] | (uint64_t)c[1] << 16 | (uint64_t)c[2] << 32 | (uint64_t)c[3] << 48;
    }
    turn(w);
    for (int y = 0; y < SIDE; y++) row[y] = (uint32_t)(w[y / 4] >> 16 * (y % 4)) & board;
}

/* Whole squares are transposed: one for a short board, two for a tall one. */
static void board(const void *plan_, const void *state, uint32_t *out)
{
    const Plan *plan = plan_;
    const PackedState *s = state;
    const uint32_t board = (UINT32_C(1) << plan->width) - 1;
    uint32_t rows[2 * SIDE];
    if (s->is_tall) {
        uint16_t low[COLUMNS], high[COLUMNS];
        for (int x = 0; x < COLUMNS; x++) low[x] = (uint16_t)s->column.tall[x];
        for (int x = 0; x < COLUMNS; x++) high[x] = (uint16_t)(s->column.tall[x] >> SIDE);
        write_rows(low, board, rows);
        write_rows(high, board, rows + SIDE);
    } else {
        write_rows(s->column.low, board, rows);
        memset(rows + SIDE, 0, SIDE * sizeof *rows);
    }
    memcpy(out, rows, (size_t)plan->height * sizeof *out);
}

static void shown(const void *plan, const void *state, int32_t *out)
{
    const PackedState *s = state;
    out[0] = s->piece;
    if (((const Plan *)plan)->rules.preview > 0) out[1] = s->next;
}

/* ---- features ---- */

/* Boards that wait to be measured, all of one form. */
typedef struct {
    union {
        uint16_t low[LANES_MAX][COLUMNS];
        uint32_t tall[LANES_MAX][COLUMNS];
    } column;
    OfMove move[LANES_MAX];
    int32_t before[LANES_MAX];                            /* sum of the heights before the move */
    int32_t by_reference[LANES_MAX][PACKED_FEATURES_MAX]; /* counts of features without a term */
    double *out[LANES_MAX];                               /* (features): where the features of the board go */
    int n;
} WaitingBoards;
typedef struct {
    WaitingBoards waiting[2];         /* of short boards, of tall ones */
    int32_t count[TERMS * LANES_MAX]; /* (TERMS, lanes): of the boards that were measured last */
} FeatureScratch;

/* The count of a feature in lane 0; *step: how far it is to that of the next lane. NULL: the count is 1 in each lane. */
static const int32_t *counts_of(const PackedFeature *f, int k, WaitingBoards *w, const int32_t *count, int lanes, int *step)
{
    *step = (int)(sizeof(OfMove) / sizeof(int32_t));
    const int32_t *of_move = packed_of_move(&w->move[0], f->term);
    if (of_move != NULL) return of_move;
    *step = f->term == TERM_NONE ? PACKED_FEATURES_MAX : 1;
    if (f->term == TERM_NONE) return &w->by_reference[0][k];
    return f->term == TERM_CONSTANT ? NULL : count + f->term * lanes;
}

/* Writes the value of feature k for each board that waits. The inverse of a power of two is exact. */
static void write_feature(const Plan *plan, int k, WaitingBoards *w, const int32_t *count, int lanes)
{
    const PackedFeature *f = &plan->feature[k];
    int step;
    const int32_t *counted = counts_of(f, k, w, count, lanes, &step);
    const int divisor = (int)f->divisor;
    const int32_t *before = f->of_growth ? w->before : NULL; /* asked once, not for each board */
    const double factor = f->factor, inverse = 1 / f->divisor;
    for (int i = 0; i < w->n; i++) {
        const int n = (counted != NULL ? counted[i * step] : 1) + f->constant - (before != NULL ? before[i] : 0);
        w->out[i][k] = factor * ((divisor & (divisor - 1)) == 0 ? (double)n * inverse : (double)n / f->divisor);
    }
}

static void measure(const Plan *plan, FeatureScratch *scratch, bool tall)
{
    WaitingBoards *w = &scratch->waiting[tall];
    const Kernel *kernel = plan->kernel[tall];
    if (w->n == 0) return;
    if (plan->board_terms != 0 || plan->columns) {
        const void *column[LANES_MAX];
        for (int i = 0; i < w->n; i++) column[i] = tall ? (const void *)w->column.tall[i] : (const void *)w->column.low[i];
        kernel->measure(plan, column, w->n, scratch->count);
    }
    for (int k = 0; k < plan->features; k++) write_feature(plan, k, w, scratch->count, kernel->lanes);
    w->n = 0;
}

/* The board before the placements that are measured. */
typedef struct {
    uint32_t tall[COLUMNS];      /* its columns, and walls beside them */
    uint16_t low[COLUMNS];       /* the same columns in 16 bits, if they fit */
    int height[COLUMNS];         /* (width) */
    int top, heights;            /* the largest height, the sum of all */
    uint32_t left[COLUMNS + 1];  /* rows that are full in all columns left of x */
    uint32_t right[COLUMNS + 1]; /* ... and from x on */
} Before;

static void look(const Plan *plan, const PackedState *s, Before *b)
{
    const int width = plan->width;
    b->top = packed_height(packed_cells(plan, s));
    for (int x = 0; x < COLUMNS; x++) {
        b->tall[x] = x < width ? packed_column(s, x) : UINT32_MAX;
        b->low[x] = (uint16_t)b->tall[x];
    }
    packed_measure(s, 0, width, b->height);
    b->heights = packed_heights(plan, s);
    b->left[0] = b->right[width] = UINT32_MAX;
    for (int x = 0; x < width; x++) b->left[x + 1] = b->left[x] & b->tall[x];
    for (int x = width - 1; x >= 0; x--) b->right[x] = b->right[x + 1] & b->tall[x];
}

/* Fills lane `lane` with the board after a placement in row y. Returns the rows that become full. */
static uint32_t place(const Plan *plan, const Before *b, const PackedShape *shape, int x, int width, int y, WaitingBoards *w,
                      int lane, bool tall)
{
    uint32_t full = b->left[x] & b->right[x + width], *t = w->column.tall[lane];
    uint16_t *l = w->column.low[lane];
    if (tall) {
        memcpy(t, b->tall, sizeof b->tall);
        for (int i = 0; i < width; i++) full &= t[x + i] |= shape->tall[COLUMNS + i] << y;
        for (int i = 0; i < plan->width && full != 0; i++) t[i] = packed_without_rows(t[i], full);
    } else {
        memcpy(l, b->low, sizeof b->low);
        for (int i = 0; i < width; i++) full &= l[x + i] |= (uint16_t)(shape->low[COLUMNS + i] << y);
        for (int i = 0; i < plan->width && full != 0; i++) l[i] = (uint16_t)packed_without_rows(l[i], full);
    }
    return full;
}

/* Adds the board after a placement to those that wait, and measures these once they fill a vector. */
static void add(const Plan *plan, const PackedState *s, const Before *b, int o, int x, double *out, FeatureScratch *scratch)
{
    const TetrisShape *shape = &tetris_pieces[s->piece].shape[o];
    const PackedShape *packed = &plan->shape[s->piece][o];
    const int y = tetris_lands_on(b->height + x, shape), over = y + shape->height;
    const bool tall = !plan->always_short && (b->top > over ? b->top : over) > LOW_ROWS;
    WaitingBoards *w = &scratch->waiting[tall];
    const int lane = w->n++;
    const uint32_t full = place(plan, b, packed, x, shape->width, y, w, lane, tall);
    const Placed placed = {&s->column, s->is_tall, s->piece, o, x, y, full};
    packed_count_move(plan, &placed, &w->move[lane]);
    w->before[lane] = b->heights;
    w->out[lane] = out;
    if (plan->by_value) plan_count(plan, s, plan_placement(plan, s->piece, tetris_move(o, x)), y, w->by_reference[lane]);
    if (w->n == plan->kernel[tall]->lanes) measure(plan, scratch, tall);
}

static void features(const void *plan_, const void *const *state, const uint64_t *legal, int n, double *const *out,
                     void *scratch_)
{
    const Plan *plan = plan_;
    FeatureScratch *scratch = scratch_;
    scratch->waiting[false].n = scratch->waiting[true].n = 0;
    for (int i = 0; i < n; i++) {
        const PackedState *s = state[i];
        Before b;
        if (legal[i] == 0) continue;
        look(plan, s, &b);
        for (int o = 0; o < tetris_pieces[s->piece].orientations; o++) {
            double *row = out[i] + o * plan->width * plan->features;
            uint64_t left = legal[i] >> o * plan->width & ((UINT64_C(1) << plan->width) - 1);
            for (; left != 0; left &= left - 1) {
                const int x = __builtin_ctzll(left);
                add(plan, s, &b, o, x, row + x * plan->features, scratch);
            }
        }
    }
    measure(plan, scratch, false);
    measure(plan, scratch, true);
}

static void unpack(const void *plan, const void *state, void *out_)
{
    const PackedState *s = state;
    TetrisState *out = out_;
    plan_unpack(plan, s, out);
    out->lost = s->lost;
    out->rows = s->rows;
    out->score = s->earned;
    out->pieces = s->pieces;
    out->rng = s->rng;
}

/* ---- the moves of an expert ---- */

static void best(const void *plan_, const LaneGroup *group, int n, int32_t *action, void *scratch)
{
    const Plan *plan = plan_;
    lanes_best(plan, group, n, action, scratch);
    for (int g = 0; g < n; g++)
        for (int i = 0; i < group[g].n; i++) {
            int32_t *made = &action[g * LANES_MAX + i];
            const int piece = group[g].kind % TETRIS_TETROMINOES;
            *made = plan->placement[piece][*made].orientation * plan->width + plan->placement[piece][*made].x;
        }
}

const LanesView tetris_lanes_view = {.legal = legal,
                                     .make = make,
                                     .best = best,
                                     .board = board,
                                     .shown = shown,
                                     .features = features,
                                     .unpack = unpack,
                                     .scratch_bytes = sizeof(FeatureScratch)};
