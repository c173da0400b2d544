/* learning.c. What a learner without features sees of Tetris: the cells of the board, or its highest row; and its rewards. What a
 * program that plays by itself sees: the board, the piece to place and the one after it.
 *
 * In indices a piece is numbered by its place in the rules' `pieces`, not in tetris_pieces.
 * Source: TetrisPros (Java, 2018); where its text and its code differ, the first reward is that of the text. */
#include "game/tetris/features.h"

#include <assert.h>
#include <string.h>

static void numbers(const void *rules_, const void *state, double *out)
{
    const TetrisRules *rules = rules_;
    const TetrisState *s = state;
    for (int y = 0; y < rules->height; y++)
        for (int x = 0; x < rules->width; x++) out[y * rules->width + x] = s->cell[y][x];
}

/* The number of the piece to place: its place in the rules' `pieces`. */
static int piece_number(const TetrisRules *rules, const TetrisState *s)
{
    assert(!s->lost && s->piece != TETRIS_NO_PIECE);
    const char *found = strchr(rules->pieces, tetris_pieces[s->piece].letter);
    assert(found != NULL);
    return (int)(found - rules->pieces);
}

/* How many indices a number of bits and a piece have; 0: too many for a table. */
static int64_t indices_of(const TetrisRules *rules, int bits)
{
    enum { BITS_MAX = 20 };
    int64_t n = bits <= BITS_MAX ? (INT64_C(1) << bits) * (int64_t)strlen(rules->pieces) : 0;
    return n <= OBSERVATION_INDICES_MAX ? n : 0;
}

static int64_t row_bits(const TetrisRules *rules, const TetrisState *s, int y)
{
    int64_t bits = 0;
    for (int x = 0; x < rules->width; x++) bits |= (int64_t)s->cell[y][x] << x;
    return bits;
}

/* The index includes the row above the board, which is always empty, as in the original. */
static int64_t board_indices(const void *rules_)
{
    const TetrisRules *rules = rules_;
    return indices_of(rules, rules->width * (rules->height + 1));
}

static int64_t board_index(const void *rules_, const void *state)
{
    const TetrisRules *rules = rules_;
    int64_t index = piece_number(rules, state);
    for (int y = rules->height; y >= 0; y--) index = index << rules->width | row_bits(rules, state, y);
    assert(index < board_indices(rules));
    return index;
}

static int64_t row_indices(const void *rules_)
{
    const TetrisRules *rules = rules_;
    return indices_of(rules, rules->width);
}

static int64_t row_index(const void *rules_, const void *state)
{
    const TetrisRules *rules = rules_;
    const TetrisState *s = state;
    const int highest = tetris_count_max_height(rules, 0, s, s);
    int64_t bits = highest > 0 ? row_bits(rules, s, highest - 1) : 0;
    return (int64_t)piece_number(rules, s) << rules->width | bits;
}

static const Observation observations[] = {
    {"board", "the cells of the board, 1 filled; as an index with the piece to place", "TetrisPros, small Tetris", tetris_size,
     numbers, board_indices, board_index},
    {"top_row", "as an index the highest row that is not empty, and the piece to place; as numbers the board",
     "TetrisPros, big Tetris", tetris_size, numbers, row_indices, row_index},
};

/* ---- rewards ---- */

static double lost(const void *rules, const void *before, const void *after)
{
    (void)rules, (void)before;
    return ((const TetrisState *)after)->lost ? -1 : 0;
}

static double rows_so_far(const void *rules, const void *before, const void *after)
{
    (void)rules, (void)before;
    return (double)((const TetrisState *)after)->rows;
}

static double greatest_height(const void *rules, const void *before, const void *after)
{
    return -tetris_count_max_height(rules, 0, before, after);
}

static const Reward rewards[] = {
    {"lost", "-1 for the move that loses the game, else 0", "TetrisPros, text", lost},
    {"rows_so_far", "the rows that have been cleared in the game", "TetrisPros, code of small Tetris", rows_so_far},
    {"greatest_height", "minus the height of the highest column", "TetrisPros, code of big Tetris", greatest_height},
};

/* ---- actions: orientation x column, as many orientations as any piece of the rules has ---- */

static int actions(const void *rules_)
{
    const TetrisRules *rules = rules_;
    int orientations = 1;
    for (int p = 0; p < TETRIS_PIECES; p++)
        if (strchr(rules->pieces, tetris_pieces[p].letter) != NULL && tetris_pieces[p].orientations > orientations)
            orientations = tetris_pieces[p].orientations;
    return orientations * rules->width;
}

static Move move(const void *rules_, int action)
{
    const TetrisRules *rules = rules_;
    assert(action >= 0 && action < actions(rules));
    return tetris_move(action / rules->width, action % rules->width);
}

/* An action loses if the piece stays between the walls but would reach above the board. */
static bool lose(const void *rules_, void *state, int action)
{
    const TetrisRules *rules = rules_;
    TetrisState *s = state;
    const TetrisPiece *piece = &tetris_pieces[s->piece];
    const int orientation = action / rules->width, x = action % rules->width;
    assert(!s->lost && action >= 0 && action < actions(rules));
    if (orientation >= piece->orientations || x + piece->shape[orientation].width > rules->width) return false;
    assert(tetris_landing(s, &piece->shape[orientation], x) + piece->shape[orientation].height > rules->height);
    s->lost = true;
    return true;
}

const GameLearning tetris_learning = {
    .observations = observations,
    .n_observations = 2,
    .rewards = rewards,
    .n_rewards = 3,
    .actions = actions,
    .move = move,
    .lose = lose,
};

/* ---- the view of a program that plays by itself ---- */

static void board(const void *rules_, const void *state, uint32_t *out)
{
    const TetrisRules *rules = rules_;
    const TetrisState *s = state;
    for (int y = 0; y < rules->height; y++) out[y] = (uint32_t)row_bits(rules, s, y);
}

static void fill(const void *rules_, const uint32_t *cells, void *state)
{
    const TetrisRules *rules = rules_;
    TetrisState *s = state;
    for (int y = 0; y < rules->height; y++)
        for (int x = 0; x < rules->width; x++)
            if (cells[y] >> x & 1) s->cell[y][x] = 1, s->top[x] = y + 1;
}

static const char *title(const void *rules, int i)
{
    return i == 0 ? "piece" : i <= ((const TetrisRules *)rules)->preview ? "next" : NULL;
}

static void shown(const void *rules, const void *state, int32_t *out)
{
    const TetrisState *s = state;
    out[0] = s->piece;
    if (((const TetrisRules *)rules)->preview > 0) out[1] = s->next;
}

/* The actions are those of learners: orientation x column. */
static int axes(const void *rules_, const char **name, int *length)
{
    const TetrisRules *rules = rules_;
    name[0] = "orientation";
    length[0] = actions(rules) / rules->width;
    name[1] = "column";
    length[1] = rules->width;
    return 2;
}

static int action(const void *rules, Move move)
{
    return tetris_orientation(move) * ((const TetrisRules *)rules)->width + tetris_column(move);
}

const GameView tetris_view = {
    .size = tetris_size, .board = board, .fill = fill, .title = title, .shown = shown, .axes = axes, .action = action};
