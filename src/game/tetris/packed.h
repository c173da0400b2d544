/* packed.h. Tetris as the fast engines keep it: a game in 128 bytes, what rules and feature set determine beforehand, and weights
 * as whole numbers. Shared by plan.c, lanes.c and the kernels (kernel.c, columns.c), which are compiled once for each instruction
 * set and lane width.
 *
 * Idea: a column is a number, bit y its cell in row y. As long as no column is higher than SHORT_TOP, columns have 16 bits; those
 * of taller boards have 32, so a vector holds fewer games. A state changes its form when it grows or shrinks past that height.
 * Columns beside the board are all ones: walls. A move is valued by what it changes: a kernel adds up the deltas of the features,
 * each a whole number, times the weights as whole numbers. If a delta does not hold (most often, a row is full; marks: terms/),
 * the move is made on a copy whose terms are counted from the start. The score kept in the state (the weighted counts of its
 * board) makes both comparable. Exactness: weights are scaled to at most 16 bits and rounded; `tolerance` bounds what rounding
 * can do to the difference of two moves. Moves within it of the best are valued as the reference values them, in doubles, in the
 * order of the set. */
#ifndef SWARMTRIS_GAME_TETRIS_PACKED_H
#define SWARMTRIS_GAME_TETRIS_PACKED_H

#include "game/lanes.h"
#include "game/tetris/terms/list.h"
#include "game/tetris/tetris.h"

#include <assert.h>
#include <string.h>

/* SHORT_TOP: the greatest height of a short board. A piece must fit on top of it in a 16-bit column, and 2^(SHORT_TOP - y) must
 * be a whole number for its landing row y. */
enum { SHORT_TOP = 12, PLACEMENTS_MAX = TETRIS_MOVES_MAX };

/* A game. Most moves on a short board touch one cache line of it. */
typedef struct {
    Rng rng;            /* the game's own stream */
    int64_t pieces;     /* placed so far */
    int32_t score;      /* of the board: sum over the board's terms of weight x count, modulo 2^32 */
    int8_t piece, next; /* the piece to place, the one shown after it; TETRIS_NO_PIECE: not drawn yet */
    bool is_tall;       /* the form of the columns */
    bool lost;          /* no placement of the piece is left */
    union {
        uint16_t low[COLUMNS];  /* unless is_tall */
        uint32_t tall[COLUMNS]; /* if is_tall */
    } column;                   /* bit y: the cell in row y; columns beside the board are walls, all ones */
    int64_t rows, earned;       /* rows cleared so far; score so far, in rows or points */
    uint8_t bag;                /* as TetrisState.bag */
} PackedState;

/* ---- weights ---- */

/* Places of weights in PackedWeights.q: the terms of the family, in order; pairs (height, difference) of single columns; other
 * terms. */
enum { Q_DELTA = 0, Q_COLUMNS = 32, Q_OTHERS = Q_COLUMNS + 2 * COLUMNS, Q_ROOM = Q_OTHERS + SCALAR_TERMS };
_Static_assert(Q_COLUMNS % 8 == 0 && COLUMNS % 4 == 0, "four pairs are loaded at a time");

/* The terms of the move: those that few sets have are RARE. */
#define TERMS_OF_MOVE(USUAL, RARE)                     \
    USUAL(LANDING_HEIGHT, landing_height)              \
    RARE(LANDING_ROWS, landing_rows)                   \
    RARE(OFF_MIDDLE, off_middle)                       \
    RARE(HEIGHT_INCREASE, height_increase)             \
    RARE(UNCLEARED_HEIGHTS, uncleared_heights)         \
    RARE(UNCLEARED_HOLES, uncleared_holes)             \
    RARE(UNCLEARED_DIFFERENCES, uncleared_differences) \
    USUAL(ROWS_CLEARED, rows_cleared)                  \
    USUAL(ERODED_CELLS, eroded_cells)                  \
    RARE(EARLY_ROWS, early_rows)
#define NO_TERM(TERM, term)

/* A number for each term of the move: its count in one move, or its weight. */
#define MEMBER(TERM, term) int32_t term;
typedef struct {
    TERMS_OF_MOVE(MEMBER, MEMBER)
} OfMove;
#undef MEMBER

/* The weighted rare terms of a move. */
static inline int32_t packed_rare_score(const OfMove *weight, const OfMove *count)
{
#define ADD(TERM, term) +weight->term * count->term
    return TERMS_OF_MOVE(NO_TERM, ADD);
#undef ADD
}

/* The number of a term in *m; NULL: it is not a term of the move, but of the board, of a single column, or constant. */
static inline int32_t *packed_of_move(OfMove *m, Term term)
{
#define CASE(TERM, term) \
    case TERM_##TERM: return &m->term;
    switch ((int)term) {
        TERMS_OF_MOVE(CASE, CASE)
    default: return NULL;
    }
#undef CASE
}

/* The weights of one position. */
typedef struct {
    int16_t q[Q_ROOM]; /* round(scale x weight), by place */
    OfMove move;       /* a copy of the weights in q of the terms of the move; 0: the set has no such term */
    int32_t tolerance; /* moves whose scores differ by at most this may rank differently in the doubles of the reference */
    double scale;      /* scores per value; 0: no scores, each move is valued in doubles */
    double slack;      /* the largest error of a value that is made from a score */
    double constant;   /* weighted constants, added to the value that a score gives */
    double growth;     /* the weights of features that grow from aggregate_height, each divided as its count is */
    const double *w;   /* (set->n), the weights as given, borrowed */
} PackedWeights;

/* ---- the plan ---- */

typedef struct Kernel Kernel;

/* A feature of the set: its count is that of the term + constant, its value factor x (count / divisor). term TERM_NONE: the
 * reference counts the feature, number `index`. */
typedef struct {
    Term term;
    int index;
    int constant;
    bool of_growth; /* avg_height_increase: the same sum of the board before the move is subtracted */
    double factor, divisor;
} PackedFeature;

/* A piece in one orientation, on row 0, with COLUMNS empty columns on either side. The COLUMNS numbers from index COLUMNS - x on
 * are a board with the piece at column x. */
typedef struct {
    uint16_t low[2 * COLUMNS + 4];     /* the cells, for short boards */
    uint32_t tall[2 * COLUMNS + 4];    /* and for tall ones */
    int16_t low_top[2 * COLUMNS + 4];  /* the row above the highest cell of each column; NO_TOP: no cell */
    int32_t tall_top[2 * COLUMNS + 4]; /* low_top for tall boards */
    int8_t cells_in[16];               /* cells of the piece in a set of its rows; index: the rows as bits */
} PackedShape;
_Static_assert(sizeof(PackedShape) % LANES_ALIGNMENT == 0,
               "shapes begin at lines of the cache, so that loads of strips cross few");

/* DRAW_MAX: the largest sum of odds that has a table (Plan.draw). NO_TOP: below any row. PACKED_FEATURES_MAX: room for the
 * features of a set, more than there are, so that another feature (features.h) changes nothing that kernels see. */
enum { DRAW_MAX = 256, NO_TOP = -1000, PACKED_FEATURES_MAX = 96 };

/* What rules and feature set determine before the first game (plan.c). Read by all threads. */
typedef struct {
    TetrisRules rules;
    int width, height; /* of the board */
    bool always_short; /* no board needs 32 bits */
    bool near_ceiling; /* even on a short board a piece may reach the ceiling, or beyond */

    int family;           /* which of FAMILIES */
    bool all_afresh;      /* no family has all terms of the set: every placement is measured from the start */
    uint64_t board_terms; /* bits of the terms below DELTA_TERMS that the set has: what is measured from the start */
    bool by_value;        /* a feature has no term: there are no scores, every placement is valued in doubles */
    bool columns;         /* the set has terms of single columns: these are measured, too */
    bool rare;            /* the set has a rare term of the move */
    bool looks;           /* the set has a term of the move that looks at the board */
    bool grows;           /* a feature is of growth */
    PackedFeature feature[PACKED_FEATURES_MAX]; /* (features), in the order of the set */
    int features;
    struct {
        int16_t term, q;
    } slot[TERMS]; /* (slots): terms of the board in the set, and the places of their weights in q */
    int slots;
    int weights;                   /* how many terms the family has */
    int16_t delta_term[Q_COLUMNS]; /* (weights), the terms of the family in the order of their weights; others do not matter */
    int32_t empty[TERMS];          /* the counts of the empty board */

    struct {
        int8_t orientation, x, height;
    } placement[TETRIS_TETROMINOES][PLACEMENTS_MAX]; /* of each piece, in the game's order */
    PackedShape shape[TETRIS_TETROMINOES][4];        /* of each piece and orientation */
    struct {
        int8_t width, height, row_sum; /* of the piece's box; sum of the rows of its cells */
    } box[TETRIS_TETROMINOES][4];      /* of each piece and orientation, for terms of the move */

    int odds[TETRIS_PIECES]; /* relative odds of each piece; 0 if it is not a tetromino */
    uint32_t odds_sum;       /* sum of the odds */
    uint32_t odds_reject;    /* draws below this are repeated (rng_rejected) */
    uint8_t bag;             /* a full bag; 0: each piece is drawn by itself, by its odds */
    uint8_t draw[DRAW_MAX];  /* the piece for each draw below odds_sum, if odds_sum is at most DRAW_MAX */

    const Kernel *kernel[2]; /* of the lanes engine, for short and for tall boards */
    const Kernel *alone[2];  /* of the columns engine */
} Plan;

/* Counts the features without a term after a placement that lands in row y, into count (features); others are left alone. */
void plan_count(const Plan *plan, const PackedState *s, int placement, int y, int32_t *count);

/* The value that a score stands for, including what is the same for all moves of the state. */
double plan_near_value(const Plan *plan, const PackedState *s, const PackedWeights *w, int32_t score);

/* ---- what is counted of a move ---- */

/* A placement of a piece. */
typedef struct {
    const void *column;           /* (COLUMNS): those of the board before it, borrowed */
    bool is_tall;                 /* the form of the columns */
    int piece, orientation, x, y; /* x: the left column of the piece's box; y: its lowest row */
    uint32_t full;                /* bits of the rows that become full */
} Placed;

/* Counts the terms that few sets have and that look at the board. Out of line: a turn's code should fit the cache. */
void plan_look(const Plan *plan, const Placed *p, OfMove *m);

/* Counts the terms of a move; those that look at the board are 0 unless the set has one of them. */
static inline void packed_count_move(const Plan *plan, const Placed *p, OfMove *m)
{
    const int rows = p->full != 0 ? __builtin_popcount(p->full) : 0;
    const int off = 2 * p->x + plan->box[p->piece][p->orientation].width - plan->width;
    *m = (OfMove){
        .landing_height = 2 * p->y + plan->box[p->piece][p->orientation].height - 1,
        .landing_rows = 4 * p->y + plan->box[p->piece][p->orientation].row_sum,
        .off_middle = TETRIS_MIDDLE_STEPS * (off < 0 ? -off : off) + p->x,
        .rows_cleared = rows,
        .eroded_cells = rows > 0 ? rows * plan->shape[p->piece][p->orientation].cells_in[p->full >> p->y & 15] : 0,
    };
    if (plan->looks) plan_look(plan, p, m);
}

/* The value that the reference computes for a move. count (TERMS): of the board after it; the terms of the move, and the constant
 * one, are filled here. by_reference: counts of features without a term. heights: packed_heights of the state before it. */
double plan_value(const Plan *plan, const PackedWeights *w, const OfMove *move, int32_t *count, const int32_t *by_reference,
                  int heights);

/* ---- a column of a state ---- */

static inline uint32_t packed_column(const PackedState *s, int x)
{
    return s->is_tall ? s->column.tall[x] : s->column.low[x];
}

static inline int packed_height(uint32_t column)
{
    return column != 0 ? 32 - __builtin_clz(column) : 0;
}

/* The sum of the heights; 0 if no feature needs it. */
static inline int packed_heights(const Plan *plan, const PackedState *s)
{
    int sum = 0;
    for (int x = 0; x < plan->width && plan->grows; x++) sum += packed_height(packed_column(s, x));
    return sum;
}

/* ---- what kernels and lanes.c both do to a state ---- */

/* Converts a state to 32-bit columns, or to 16-bit ones, in which its board must fit. */
static inline void packed_set_form(const Plan *plan, PackedState *s, bool tall)
{
    assert(!tall || !plan->always_short);
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

/* A new game: an empty board, both pieces still to be drawn. */
static inline void packed_clear(const Plan *plan, PackedState *s)
{
    memset(s, 0, sizeof *s);
    s->piece = s->next = TETRIS_NO_PIECE;
    s->bag = plan->bag;
    for (int x = plan->width; x < COLUMNS; x++) s->column.low[x] = UINT16_MAX;
}

/* Takes a piece out of the bag. */
int8_t plan_draw_from_bag(const Plan *plan, PackedState *s);

/* As in reference.c: draws a number below the sum of the odds, and takes the piece whose share it lies in. */
static inline int8_t packed_draw(const Plan *plan, PackedState *s)
{
    if (plan->bag != 0) return plan_draw_from_bag(plan, s);
    int below = (int)rng_below_from(&s->rng, plan->odds_sum, plan->odds_reject);
    int8_t piece = 0;
    assert(plan->odds_sum > 0);
    if (plan->odds_sum <= DRAW_MAX) return (int8_t)plan->draw[below];
    for (; below >= plan->odds[piece]; piece++) below -= plan->odds[piece];
    return piece;
}

/* Draws the pieces that are due in a game that is not lost. */
static inline void packed_chance(const Plan *plan, PackedState *s)
{
    assert(!s->lost);
    if (s->piece == TETRIS_NO_PIECE) s->piece = packed_draw(plan, s);
    if (plan->rules.preview > 0 && s->next == TETRIS_NO_PIECE) s->next = packed_draw(plan, s);
}

/* Bytes of a state, or of weights, in an array: with padding. */
#define PACKED_BYTES(type) ((sizeof(type) + LANES_ALIGNMENT - 1) / LANES_ALIGNMENT * LANES_ALIGNMENT)

static inline PackedState *packed_at(void *states, int i)
{
    return (PackedState *)(void *)((char *)states + (size_t)i * PACKED_BYTES(PackedState));
}

static inline void packed_earn(const Plan *plan, PackedState *s, int rows)
{
    s->rows += rows;
    s->earned += tetris_worth(&plan->rules, rows);
}

/* Updates all of a state but its columns after a move. gain: the change of the board's score. */
static inline void packed_end_turn(const Plan *plan, PackedState *s, int rows, int32_t gain)
{
    s->score = (int32_t)((uint32_t)s->score + (uint32_t)gain);
    packed_earn(plan, s, rows);
    s->pieces++;
    s->piece = s->next;
    s->next = TETRIS_NO_PIECE;
}

/* ---- kernels ---- */

/* GROUPS_MAX: most groups in a call. KERNEL_SCRATCH_MAX: bytes of scratch that a kernel may need. */
enum { GROUPS_MAX = 8, KERNEL_SCRATCH_MAX = 384 << 10 };

/* The functions compiled for each instruction set and lane width (but see KERNELS). The lanes engine lacks play, and takes groups
 * of 1 .. lanes states; the columns engine lacks best, and takes states one by one. Columns have `bits` bits. */
struct Kernel {
    int bits;  /* of a column: 16 or 32 */
    int lanes; /* games a vector; of the columns engine 1 */

    /* As in lanes.h, for n groups, 1 .. GROUPS_MAX. made, value: an array (group->n) for each group. made: the placements made,
     * in states that have one; NULL: not wanted. The arrays of moves and after hold the states of all groups, one after the
     * other. scratch (KERNEL_SCRATCH_MAX). */
    void (*best)(const Plan *plan, const LaneGroup *const *group, int n, int32_t *const *made, void *scratch);
    void (*value)(const Plan *plan, const LaneGroup *const *group, int n, bool exact, double *const *value, void *scratch);
    void (*moves)(const Plan *plan, const LaneGroup *const *group, int n, int *count, Move *move, double *value, void *scratch);
    void (*after)(const Plan *plan, const LaneGroup *const *group, int n, const bool *wanted, void *out, void *scratch);

    /* Plays one game greedily, from a state with a piece. Stops at one of the bounds, when the game is lost, or when its board
     * needs the other column width. Returns how many moves were made. Whether a level stopped play follows from the state. */
    int64_t (*play)(const Plan *plan, const PackedWeights *weights, PackedState *state, const Bounds *until);

    /* The scores by deltas, before marked placements are measured: score (placements, lanes) of one group; INT32_MIN: lost.
     * marked (placements): a bit for each lane in which the score means nothing yet. Returns how many placements. */
    int (*scores)(const Plan *plan, const LaneGroup *group, int32_t *score, uint32_t *marked, void *scratch);

    /* Counts the terms that the plan asks for on n <= lanes boards, each (COLUMNS) numbers of `bits` bits, into count (TERMS,
     * lanes). */
    void (*measure)(const Plan *plan, const void *const *columns, int n, int32_t *count);
};

/* The instruction sets, and those whose kernels play tall boards for them. Good players see few tall boards, so AVX-512 has no
 * such kernels (LANES_ENGINE in lanes.c, kernels_of in the Makefile). They would take a fifth of the compile time. */
#define KERNELS(X) X(avx512, avx2) X(avx2, avx2) X(plain, plain)
#define KERNEL_DECLARED(isa, tall) \
    extern const Kernel kernel_##isa##_16, kernel_##tall##_32, columns_##isa##_16, columns_##tall##_32;
KERNELS(KERNEL_DECLARED)
#undef KERNEL_DECLARED

#endif
