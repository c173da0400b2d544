/* columns_game.h. A game as the columns engine holds it while it plays: loading a state, storing it, and making a move on a copy
 * of the board. */
#ifndef SWARMTRIS_GAME_TETRIS_COLUMNS_GAME_H
#define SWARMTRIS_GAME_TETRIS_COLUMNS_GAME_H

#include "game/tetris/columns_layout.h"

/* A board after a move, walls included: column x is at [EDGE + x]. */
typedef struct {
    _Alignas(64) Column column[SURVEY]; /* bit y: the cell in row y */
    Lane height[SURVEY];                /* WALL_HEIGHT in a wall */
    int rows;                           /* rows cleared */
    int top;                            /* height of the highest column */
    int y;                              /* landing row of the piece */
    uint32_t full;                      /* bits of the rows that were taken out */
} Board;

/* A marked placement that was made, and what it leads to. */
typedef struct {
    int32_t score; /* of the move, comparable with scores of placements without a mark */
    int rows;      /* rows cleared; 0: the fields below are not filled */

    Column column[COLUMNS];
    Lane height[COLUMNS];
    int32_t board_score; /* of the board after it: the new PackedState.score */
    int top;             /* height of the highest column */
} MadeMove;

/* A game in progress, and its current decision. */
typedef struct {
    Survey survey;                /* the board before the move (column, height, inside, top), surveyed */
    const Plan *plan;             /* borrowed */
    const PackedWeights *weights; /* borrowed */
    PackedState *state;           /* borrowed; its board is out of date until close_game stores it */
    bool surveyed;                /* the board is already surveyed: only the piece has changed */

    /* (orientations, COLUMNS), each vector in the order of score_at; LOST: the placement loses. The score of a marked placement
     * is not final. */
    _Alignas(64) int32_t score[PLACEMENTS_MAX];
    Lane y[PLACEMENTS_MAX]; /* landing rows, by placement */
    I32 best; /* the maximum, lane by lane, over the vectors of scores: its largest lane is the best score without a mark */
    uint64_t marked; /* bits of the placements to be made and measured */

    _Alignas(64) Column first[SURVEY]; /* a mask: the leftmost column */
    Column last[SURVEY];               /* a mask: the rightmost column */
    Board board;                       /* after the move that was made last */
    MadeMove made[PLACEMENTS_MAX];     /* marked placements, in their order */
} Play;

/* Makes all places walls; those beside the board stay walls. */
static void build_walls(Survey *s, Board *board)
{
    memset(s, 0, sizeof *s);
    for (int at = 0; at < SURVEY; at++) {
        s->column[at] = s->until[at] = s->from[at] = board->column[at] = (Column)-1;
        s->height[at] = board->height[at] = s->pros_height[at] = WALL_HEIGHT;
    }
}

/* The heights of the columns from place `at` on, walls included. */
SIMD_INLINE Wide heights_of(const Survey *s, Bits column, int at)
{
    const Wide inside = GET(s->inside, at);
    return (height_of(column) & inside) | (~inside & WALL_HEIGHT);
}

/* Puts the weights of n terms into all lanes of a vector each, those of single columns into the lane of the column. */
static void load_weights(ColumnWeights *to, const PackedWeights *w, int n)
{
    for (int k = 0; k < n; k++) {
        to->alone[k] = (I16){0} + w->q[k];
        uint32_t low = (uint16_t)w->q[k & ~1], high = (uint16_t)w->q[k | 1];
        to->pair[k / 2] = (I32)((U32){0} + (low | high << 16));
    }
    for (int x = 0; x < COLUMNS; x++) {
        to->height[EDGE + x] = w->q[Q_COLUMNS + 2 * x];
        to->step[EDGE + x] = w->q[Q_COLUMNS + 2 * x + 1];
    }
}

/* The columns (COLUMNS) of a state whose columns have KERNEL_BITS bits. */
SIMD_INLINE const Column *columns_of(const PackedState *s)
{
    return KERNEL_BITS == 16 ? (const Column *)(const void *)s->column.low : (const Column *)(const void *)s->column.tall;
}

/* Loads the board of *state into p, which is already open with the same rules and weights. */
SIMD_INLINE void open_board(Play *p, PackedState *state)
{
    Survey *s = &p->survey;
    Wide top = all(0);
    assert(state->is_tall == (KERNEL_BITS == 32));
    p->state = state;
    p->surveyed = false;
    memcpy(s->column + EDGE, columns_of(state), COLUMNS * sizeof(Column));
    EACH_BLOCK(at) {
        Wide height = heights_of(s, GET(s->column, at), at);
        SET(s->height, at, height);
        top = larger(top, height & GET(s->inside, at));
    }
    s->top = all(highest(top));
}

/* Opens the game that *state holds. */
static void open_game(Play *p, const Plan *plan, const PackedWeights *w, PackedState *state)
{
    Survey *s = &p->survey;
    assert(plan->width >= 4 && plan->width <= COLUMNS && plan->height >= 4 && plan->height <= TETRIS_HEIGHT_MAX);
    build_walls(s, &p->board);
    memset(p->first, 0, sizeof p->first);
    memset(p->last, 0, sizeof p->last);
    p->plan = s->plan = plan;
    p->weights = w;
    s->width = plan->width;
    s->near_ceiling = KERNEL_BITS == 32 || plan->near_ceiling;
    load_weights(&s->weights, w, plan->weights);
    for (int x = 0; x < plan->width; x++) {
        s->inside[EDGE + x] = -1;
        s->place[EDGE + x] = (Lane)x;
        s->distance[EDGE + x] = (Lane)tetris_wall_distance(x, plan->width);
    }
    for (int at = EDGE; at < EDGE + COLUMNS; at += LANES) SET(s->worth, at, worth_at(GET(s->distance, at)));
    p->first[EDGE] = p->last[EDGE + plan->width - 1] = (Column)-1;
    open_board(p, state);
}

/* Stores the board in the state. */
static void close_game(const Play *p)
{
    memcpy((void *)(uintptr_t)columns_of(p->state), p->survey.column + EDGE, COLUMNS * sizeof(Column));
}

/* ---- making a move ---- */

/* A strip of the board, y rows higher. */
SIMD_INLINE Bits raised(Bits strip, int y)
{
#ifdef WIDE_SHIFTS
    return SHIFT_LEFT(strip, (Bits)all(y));
#else
    return strip * (Bits)all(1 << y);
#endif
}

/* The cells of the placed piece, standing on row 0: those in column x of the board are at [x]. */
SIMD_INLINE const Column *strip_of(const Play *p, int placement)
{
    const PackedShape *shape = &p->plan->shape[p->state->piece][placement / COLUMNS];
    const void *strip = KERNEL_BITS == 16 ? (const void *)shape->low : (const void *)shape->tall;
    return (const Column *)strip + COLUMNS - placement % COLUMNS;
}

/* The row above the piece in each column, if it stands on row 0; NO_TOP in columns without a cell of the piece. */
SIMD_INLINE const Lane *tops_of(const Play *p, int placement)
{
    const PackedShape *shape = &p->plan->shape[p->state->piece][placement / COLUMNS];
    const void *tops = KERNEL_BITS == 16 ? (const void *)shape->low_top : (const void *)shape->tall_top;
    return (const Lane *)tops + COLUMNS - placement % COLUMNS;
}

/* Takes the full rows out of the columns, the highest first. */
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

/* Puts the piece on a copy, p->board, and finds the full rows. */
SIMD_INLINE void put_piece(Play *p, int placement)
{
    const Column *strip = strip_of(p, placement);
    Board *b = &p->board;
    Bits full = ~(Bits){0};
    b->y = p->y[placement];
    assert(b->y >= 0 && b->y < p->plan->height);
    EACH_BLOCK(at) {
        const Bits column = GET(p->survey.column, at) | raised(load_bits(strip + at - EDGE), b->y);
        full &= column;
        SET(b->column, at, column);
    }
    b->full = join_and(full);
    b->rows = __builtin_popcount(b->full);
}

/* Takes the full rows out of p->board, and finds its heights. */
SIMD_INLINE void settle_board(Play *p)
{
    const Survey *s = &p->survey;
    Board *b = &p->board;
    Wide top = all(0);
    clear_rows(s, b);
    EACH_BLOCK(at) {
        const Wide height = heights_of(s, GET(b->column, at), at);
        SET(b->height, at, height);
        top = larger(top, height & GET(s->inside, at));
    }
    b->top = highest(top);
}

/* Makes the placement on a copy, p->board. */
SIMD_INLINE void make_move(Play *p, int placement)
{
    put_piece(p, placement);
    settle_board(p);
}

/* The shape of a placement: the piece in its orientation. */
SIMD_INLINE const TetrisShape *shape_at(const Play *p, int placement)
{
    return &tetris_pieces[p->state->piece].shape[placement / COLUMNS];
}

/* Twice the height of the middle of the piece. */
SIMD_INLINE int landing_height(const Play *p, int placement)
{
    return 2 * p->y[placement] + shape_at(p, placement)->height - 1;
}

/* Rows cleared x cells of the piece in them, of the move made last. */
SIMD_INLINE int eroded_cells(const Play *p, int placement)
{
    const PackedShape *shape = &p->plan->shape[p->state->piece][placement / COLUMNS];
    return p->board.rows * shape->cells_in[p->board.full >> p->board.y & 15];
}

/* The terms of a move: of the one that was made last (full: its rows), or of one that clears nothing (0). */
static __attribute__((noinline)) OfMove of_move(const Play *p, int placement, uint32_t full)
{
    const Placed placed = {p->survey.column + EDGE,
                           KERNEL_BITS == 32,
                           p->state->piece,
                           placement / COLUMNS,
                           placement % COLUMNS,
                           p->y[placement],
                           full};
    OfMove move;
    packed_count_move(p->plan, &placed, &move);
    return move;
}

/* The weighted rare terms of a move; full: as in of_move. */
SIMD_INLINE int32_t rare_score(const Play *p, int placement, uint32_t full)
{
    if (!p->plan->rare) return 0;
    const OfMove move = of_move(p, placement, full);
    return packed_rare_score(&p->weights->move, &move);
}

#endif
