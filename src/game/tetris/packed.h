/* packed.h. Tetris as the lanes keep it: a game in 128 bytes, what is known beforehand of rules and feature set, and weights as
 * whole numbers. Shared by lanes.c and by kernel.c and columns.c, which are compiled once for each instruction set and lane width.
 *
 * Idea: a column is a number, bit y its cell in row y. As long as no column is higher than SHORT_TOP, columns are 16 bits wide and
 * a vector holds twice as many games as for taller boards, whose columns have 32; a state changes its form when it grows or
 * shrinks past that height. Columns beside the board are all ones: walls.
 * A move is valued by what it changes: a kernel adds up the deltas of the features, each a whole number, times the weights as whole
 * numbers. Moves that the deltas do not tell of (kernel.c has the four reasons; most often, a row is full) are made on a copy, and
 * what results is measured afresh; the score kept in the state (the weighted counts of its board) makes both comparable.
 * Exactness: weights are scaled to at most 16 bits and rounded; `tolerance` bounds what rounding can do to the difference of two
 * moves. Moves within it of the best are valued as the reference values them, in doubles, in the order of the set. */
#ifndef SWARMTRIS_GAME_TETRIS_PACKED_H
#define SWARMTRIS_GAME_TETRIS_PACKED_H

#include "game/lanes.h"
#include "game/tetris/tetris.h"

/* In a 16-bit column a piece must fit on top of the board, and its landing row y must leave 2^(12 - y) whole. */
enum { COLUMNS = 16, SHORT_TOP = 12, PLACEMENTS_MAX = TETRIS_MOVES_MAX };

/* What most moves touch of a short board is one line of the cache. */
typedef struct {
    Rng rng;
    int64_t pieces;
    int32_t score;      /* of the board: sum over the board's terms of weight x count, modulo 2^32 */
    int8_t piece, next; /* TETRIS_NO_PIECE: not drawn yet */
    bool is_tall, lost;
    union {
        uint16_t low[COLUMNS];
        uint32_t tall[COLUMNS];
    } column; /* low, unless is_tall; walls: all ones, from the width of the board on */
    int64_t rows;
} PackedState;

/* ---- what is counted ---- */

/* The terms that have a delta, delta_##term in deltas.h, in the order of their weights. */
#define DELTAS(X)                                           \
    X(MAX_HEIGHT, max_height)                               \
    X(AGGREGATE_HEIGHT, aggregate_height)                   \
    X(HOLES, holes)                                         \
    X(CS3243_HOLES, cs3243_holes)                           \
    X(COLUMN_TRANSITIONS, column_transitions)               \
    X(CS3243_COLUMN_TRANSITIONS, cs3243_column_transitions) \
    X(HEIGHT_DIFFERENCES, height_differences)               \
    X(ROW_TRANSITIONS, row_transitions)                     \
    X(WELLS, wells)                                         \
    X(OPEN_WELLS, open_wells)                               \
    X(WELLS_RUN, wells_run)                                 \
    X(HOLE_DEPTH, hole_depth)                               \
    X(ROWS_WITH_HOLES, rows_with_holes)                     \
    X(DIVERSITY, diversity)                                 \
    X(LANDING_HEIGHT, landing_height)

/* A term is a count that scores are summed from: of the board or of the move. Several features may share one (their counts differ
 * by a constant within a decision): their weights are added.
 * To add a term: its name here, before BOARD_TERMS, or with a delta in DELTAS; how it is counted on a board, in a measure_
 * function of kernel.c; with a delta, how in measure_board of columns.c, and in deltas.h delta_##term, what survey has to leave for
 * it, a mark for the placements where the delta does not hold; and the families below that are to have it; its bound in bound_of of lanes.c; and in term_of the features
 * that count it. */
#define DELTA_TERM(TERM, term) TERM_##TERM,
typedef enum {
    DELTAS(DELTA_TERM) DELTA_TERMS,
    TERM_TETRISPROS_HEIGHT_DIFFERENCES = DELTA_TERMS, /* no delta: such sets are measured afresh for every placement */
    TERM_TETRISPROS_MAX_HEIGHT,
    TERM_TETRISPROS_PITS,
    TERM_TETRISPROS_HEIGHT_DEVIATION,
    BOARD_TERMS,
    TERM_ROWS_CLEARED = BOARD_TERMS, /* of the move, nothing where no row is cleared */
    TERM_ERODED_CELLS,
    TERM_CONSTANT,
    SCALAR_TERMS,
    TERM_COLUMN_1 = SCALAR_TERMS,          /* with a delta: heights of the columns, then */
    TERM_STEP_1 = TERM_COLUMN_1 + COLUMNS, /* differences of neighbours: |h_i - h_{i+1}| */
    TERMS = TERM_STEP_1 + COLUMNS
} Term;
#undef DELTA_TERM

/* Terms in which a kernel is compiled: a set takes the first family that has all its terms with a delta. columns: those of single
 * columns as well. */
#define TERM_BIT(t) (1u << TERM_##t)
#define FAMILIES(X)                                                                                                             \
    X(cs3243, false,                                                                                                            \
      TERM_BIT(MAX_HEIGHT) | TERM_BIT(AGGREGATE_HEIGHT) | TERM_BIT(CS3243_HOLES) | TERM_BIT(CS3243_COLUMN_TRANSITIONS) |        \
          TERM_BIT(HEIGHT_DIFFERENCES) | TERM_BIT(ROW_TRANSITIONS) | TERM_BIT(WELLS))                                           \
    X(cs3243_text, false,                                                                                                       \
      TERM_BIT(MAX_HEIGHT) | TERM_BIT(AGGREGATE_HEIGHT) | TERM_BIT(HOLES) | TERM_BIT(CS3243_COLUMN_TRANSITIONS) |               \
          TERM_BIT(HEIGHT_DIFFERENCES) | TERM_BIT(ROW_TRANSITIONS) | TERM_BIT(OPEN_WELLS))                                      \
    X(cs3243_field, false,                                                                                                      \
      TERM_BIT(MAX_HEIGHT) | TERM_BIT(AGGREGATE_HEIGHT) | TERM_BIT(HOLES) | TERM_BIT(COLUMN_TRANSITIONS) |                      \
          TERM_BIT(HEIGHT_DIFFERENCES) | TERM_BIT(ROW_TRANSITIONS) | TERM_BIT(WELLS))                                           \
    X(bcts, false,                                                                                                              \
      TERM_BIT(LANDING_HEIGHT) | TERM_BIT(ROW_TRANSITIONS) | TERM_BIT(COLUMN_TRANSITIONS) | TERM_BIT(HOLES) | TERM_BIT(WELLS) | \
          TERM_BIT(HOLE_DEPTH) | TERM_BIT(ROWS_WITH_HOLES))                                                                     \
    X(dt, false,                                                                                                                \
      TERM_BIT(LANDING_HEIGHT) | TERM_BIT(ROW_TRANSITIONS) | TERM_BIT(COLUMN_TRANSITIONS) | TERM_BIT(HOLES) |                   \
          TERM_BIT(WELLS_RUN) | TERM_BIT(HOLE_DEPTH) | TERM_BIT(ROWS_WITH_HOLES) | TERM_BIT(DIVERSITY))                         \
    X(all, true, (1u << DELTA_TERMS) - 1)

#define FAMILY_NAME(name, columns, terms) FAMILY_##name,
enum { FAMILIES(FAMILY_NAME) FAMILY_COUNT };
#undef FAMILY_NAME

/* ---- weights ---- */

/* Where the weight of a term stands in q: the terms of the family that have a delta, in order; pairs (height, difference) of single
 * columns; the others. */
enum { Q_DELTA = 0, Q_COLUMNS = 16, Q_OTHERS = Q_COLUMNS + 2 * COLUMNS, Q_ROOM = Q_OTHERS + SCALAR_TERMS - DELTA_TERMS };
_Static_assert((int)DELTA_TERMS <= Q_COLUMNS, "all of them in one family");
_Static_assert(Q_COLUMNS % 8 == 0 && COLUMNS % 4 == 0, "four pairs are loaded at a time");

/* q: round(scale x weight). w: the weights as given, borrowed. */
typedef struct {
    int16_t q[Q_ROOM];
    int32_t landing_height, rows_cleared, eroded_cells; /* once more; 0: not in the set */
    int32_t tolerance;
    double scale, slack;     /* scale 0: only doubles tell the moves apart */
    double constant, growth; /* what values have beyond scores: constants; a weight for each row that the board was high before */
    const double *w;
} PackedWeights;

/* ---- the plan ---- */

typedef struct Kernel Kernel;

/* A feature of the set as the lanes see it: count = count of the term + constant, value = factor (count / divisor). */
typedef struct {
    Term term;
    int constant;
    double factor, divisor;
    bool of_growth; /* counted from the board before: avg_height_increase */
} PackedFeature;

/* A piece turned, standing on row 0 with COLUMNS empty columns on either side: the COLUMNS of them from COLUMNS - x on are a board
 * with the piece at x. low_top, tall_top: the row above the highest cell of each column; NO_TOP where there is none. cells_in: cells of the piece in the rows that are the bits of the index. */
typedef struct {
    uint16_t low[2 * COLUMNS + 4];
    uint32_t tall[2 * COLUMNS + 4];
    int16_t low_top[2 * COLUMNS + 4];
    int32_t tall_top[2 * COLUMNS + 4];
    int8_t cells_in[16];
} PackedShape;

/* Room for features of a set: more than there are, so that another feature (features.h) changes nothing that kernels see. */
enum { DRAW_MAX = 256, NO_TOP = -1000, PACKED_FEATURES_MAX = 96 };

typedef struct {
    TetrisRules rules;
    int width, height, family;
    bool always_short, near_ceiling; /* no board needs 32 bits; even on a short board a piece may reach the ceiling, or beyond */
    bool all_afresh;                 /* the set has a term without a delta */
    uint32_t board_terms;            /* bits of the terms below BOARD_TERMS that the set has: what is measured afresh */
    bool columns;                    /* ... and those of single columns */
    PackedFeature feature[PACKED_FEATURES_MAX];
    int features;
    struct {
        int16_t term, q;
    } slot[TERMS]; /* where each term of the board has its weight */
    int slots;
    int16_t delta_term[Q_COLUMNS]; /* the terms of the family in the order of their weights; behind them: any */
    int32_t empty[TERMS];          /* the counts of the empty board */
    struct {
        int8_t orientation, x, height;
    } placement[TETRIS_PIECES][PLACEMENTS_MAX]; /* of each piece, in the game's order */
    PackedShape shape[TETRIS_PIECES][4];
    uint32_t odds_sum, odds_reject;
    uint8_t draw[DRAW_MAX]; /* which piece a draw below odds_sum gives, where the sum is small enough */
    int odds[TETRIS_PIECES];
    const Kernel *kernel[2]; /* for short and for tall boards */
    const Kernel *alone[2];  /* the same for one game alone */
} Plan;

/* ---- what kernels and lanes.c both do to a state ---- */

/* Brings it to 32-bit columns, or to 16-bit ones, which they must fit. */
static inline void packed_set_form(const Plan *plan, PackedState *s, bool tall)
{
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

/* As tetris.c draws: below the sum of the odds, then the piece into whose share it falls. */
static inline int8_t packed_draw(const Plan *plan, Rng *rng)
{
    int below = (int)rng_below_from(rng, plan->odds_sum, plan->odds_reject);
    int8_t piece = 0;
    if (plan->odds_sum <= DRAW_MAX) return (int8_t)plan->draw[below];
    for (; below >= plan->odds[piece]; piece++) below -= plan->odds[piece];
    return piece;
}

/* Draws the pieces that are due in a game that is not lost. */
static inline void packed_chance(const Plan *plan, PackedState *s)
{
    if (s->piece == TETRIS_NO_PIECE) s->piece = packed_draw(plan, &s->rng);
    if (plan->rules.preview > 0 && s->next == TETRIS_NO_PIECE) s->next = packed_draw(plan, &s->rng);
}

/* ---- kernels ---- */

enum { GROUPS_MAX = 8, KERNEL_SCRATCH_MAX = 384 << 10 };

/* lanes: games a vector, of so many bits each. Groups are of 1 .. lanes states, all of this kernel's form; for the rest see
 * lanes.h. value: an array (group->n) for each group. */
struct Kernel {
    int bits, lanes;
    void (*best)(const Plan *plan, const LaneGroup *const *group, int n, void *scratch);
    void (*value)(const Plan *plan, const LaneGroup *const *group, int n, bool exact, double *const *value, void *scratch);
    void (*after)(const Plan *plan, const LaneGroup *group, int *count, Move *move, double *value, char *out, size_t state_bytes,
                  void *scratch);
    double (*value_of)(const Plan *plan, PackedState *state, const PackedWeights *weights, int placement);

    /* Columns have this and what follows, and lanes 1. One game greedily, from a state of this form that has a piece, so many
     * turns; or fewer: it is lost, or its board wants the other form. Returns how many moves were made. */
    int64_t (*play)(const Plan *plan, const PackedWeights *weights, PackedState *state, int64_t turns);

    /* What the deltas say, before any second look: score (placements, lanes) of one group; INT32_MIN: lost. marked (placements): a
     * bit for each lane whose score means nothing yet. Returns how many placements. */
    int (*scores)(const Plan *plan, const LaneGroup *group, int32_t *score, uint32_t *marked, void *scratch);

    /* Terms of n boards, n <= lanes, each (COLUMNS) numbers of `bits` bits: into count (TERMS, lanes), those the plan asks for. */
    void (*measure)(const Plan *plan, const void *const *columns, int n, int32_t *count);
};

#define KERNELS(X) X(avx512) X(avx2) X(sse2) X(plain)
#define KERNEL_DECLARED(isa) extern const Kernel kernel_##isa##_16, kernel_##isa##_32, columns_##isa##_16, columns_##isa##_32;
KERNELS(KERNEL_DECLARED)
#undef KERNEL_DECLARED

#endif
