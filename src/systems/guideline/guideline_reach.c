/* guideline_reach.c. Room game. The positions that a piece can reach by moves and turns, found all at once as sets of bits.
 *
 * Idea: for each state and row of the piece, bits say at which columns its box may stand; to move all positions is to shift these
 * bits. Steps are repeated until nothing new is found.
 * Source of the kicks: the Tetris guideline's Super Rotation System, in the Tetris Wiki (tetris.wiki, "Super Rotation System").
 * The system gives every state five offsets. A turn from one state to another tries the five differences of their offsets in
 * order and takes the first that fits. The offsets of I are given there for a matrix of five rows; here each state's first
 * offset is subtracted, so the first test of a turn turns the matrix of four rows without a kick. */
#include "systems/guideline/guideline.h"

#include <string.h>

enum { TESTS = 5 };

/* Columns to the right, rows up. */
typedef struct {
    int right, up;
} Offset;

static const Offset offsets_of_three[ROWS_STATES][TESTS] = {
    [1] = {{0, 0}, {1, 0}, {1, -1}, {0, 2}, {1, 2}},
    [3] = {{0, 0}, {-1, 0}, {-1, -1}, {0, 2}, {-1, 2}},
};
static const Offset offsets_of_i[ROWS_STATES][TESTS] = {
    {{0, 0}, {-1, 0}, {2, 0}, {-1, 0}, {2, 0}},
    {{0, 0}, {1, 0}, {1, 0}, {1, 1}, {1, -2}},
    {{0, 0}, {2, 0}, {-1, 0}, {2, -1}, {-1, -1}},
    {{0, 0}, {0, 0}, {0, 0}, {0, -2}, {0, 1}},
};

/* POSITIONS: rows in which the lowest row of a piece may be, ABOVE of them above the board. CELL_ROWS: rows of its cells. */
enum { ABOVE = 3, POSITIONS = GUIDELINE_HEIGHT_MAX + ABOVE, CELL_ROWS = POSITIONS + 3 };

/* A row of positions: bit x means that the box stands at column x. */
typedef uint16_t Columns;

/* The search for all positions of one piece on one board. They are indexed by state and by the lowest row of the piece. */
typedef struct {
    const RowsShape *shape;                 /* (ROWS_STATES), constants */
    const Offset (*offset)[TESTS];          /* (ROWS_STATES, TESTS), constants */
    int rows;                               /* rows in which the lowest row of the piece may be on this board */
    Columns fits[ROWS_STATES][POSITIONS];   /* where the piece overlaps nothing */
    Columns at[ROWS_STATES][POSITIONS];     /* positions that the piece can reach */
    Columns turned[ROWS_STATES][POSITIONS]; /* positions from which it has been turned already */
} Finder;

static Columns shifted(Columns c, int right)
{
    return (Columns)(right >= 0 ? c << right : c >> -right);
}

static void find_room(Finder *f, const GuidelineBoard *board)
{
    uint16_t empty[CELL_ROWS];
    for (int y = 0; y < CELL_ROWS; y++)
        empty[y] = (uint16_t)(rows_full(GUIDELINE_WIDTH) & ~(y < GUIDELINE_ROWS ? rows_get(board->word, y) : 0));
    memset(f->fits, 0xff, sizeof f->fits);
    for (int state = 0; state < ROWS_STATES; state++)
        for (uint64_t left = f->shape[state].cells; left != 0; left &= left - 1)
            rows_keep(f->fits[state], empty + __builtin_ctzll(left) / 16, f->rows, __builtin_ctzll(left) % 16);
}

/* Moves all positions down, left and right, from the top row down. Returns whether some position has not been turned. */
static bool slide(Finder *f)
{
    bool found = false;
    for (int state = 0; state < ROWS_STATES; state++) {
        Columns from_above = 0;
        for (int y = f->rows - 1; y >= 0; y--) {
            const Columns room = f->fits[state][y];
            f->at[state][y] = from_above = (Columns)rows_slide((f->at[state][y] | from_above) & room, room);
            found = found || from_above != f->turned[state][y];
        }
    }
    return found;
}

/* Turns positions `left` of row y from one state to another, each by the first kick that fits. */
static void turn_row(Finder *f, int from, int to, int y, Columns left)
{
    int level = y + f->shape[from].drop - f->shape[to].drop; /* the matrix stays, the box may move */
    const int aside = f->shape[to].left - f->shape[from].left;
    for (int k = 0; k < TESTS && left != 0; k++) {
        int right = aside + f->offset[from][k].right - f->offset[to][k].right, up = f->offset[from][k].up - f->offset[to][k].up;
        if (level + up < 0 || level + up >= f->rows) continue;
        Columns fit = left & shifted(f->fits[to][level + up], -right);
        f->at[to][level + up] |= shifted(fit, right);
        left = (Columns)(left & ~fit);
    }
}

static void turn(Finder *f)
{
    for (int state = 0; state < ROWS_STATES; state++)
        for (int y = 0; y < f->rows; y++) {
            Columns new = f->at[state][y] & (Columns)~f->turned[state][y];
            if (new == 0) continue;
            f->turned[state][y] = f->at[state][y];
            turn_row(f, state, (state + 1) % ROWS_STATES, y, new);
            turn_row(f, state, (state + 3) % ROWS_STATES, y, new);
        }
}

/* Positions in a row that the piece can reach and where it cannot fall. */
static Columns resting(const Finder *f, int state, int y)
{
    return f->at[state][y] & (Columns) ~(y > 0 ? f->fits[state][y - 1] : 0);
}

/* Resting positions in a row that fill the same cells as one of an earlier state. */
static Columns resting_earlier(const Finder *f, int states, int state, int y)
{
    Columns earlier = 0;
    for (int twin = state - states; twin >= 0; twin -= states) earlier |= resting(f, twin, y);
    return earlier;
}

int guideline_reachable(const GuidelineRules *rules, const GuidelineState *s, int piece, bool other, bool distinct, Move *out)
{
    Finder f = {
        .shape = rows_shapes[piece], .offset = piece == ROWS_I ? offsets_of_i : offsets_of_three, .rows = rules->height + ABOVE};
    Columns rests[ROWS_STATES][POSITIONS];
    const int states = guideline_distinct_states(piece), spawn = rules->height - 1 + (piece == ROWS_I) - f.shape[0].drop;
    int n = 0;
    find_room(&f, &s->board);
    f.at[0][spawn] = (Columns)(1 << (GUIDELINE_SPAWN_COLUMN + f.shape[0].left)) & f.fits[0][spawn];
    while (slide(&f)) turn(&f);
    for (int state = 0; state < ROWS_STATES; state++)
        for (int y = rules->height - f.shape[state].height; y >= 0; y--)
            rests[state][y] = resting(&f, state, y) & (Columns) ~(distinct ? resting_earlier(&f, states, state, y) : 0);
    for (int state = 0; state < ROWS_STATES; state++)
        for (int x = 0; x + f.shape[state].width <= GUIDELINE_WIDTH; x++)
            for (int y = rules->height - f.shape[state].height; y >= 0; y--)
                if (rests[state][y] >> x & 1) out[n++] = guideline_move(other, state, x - f.shape[state].left, y);
    return n;
}
