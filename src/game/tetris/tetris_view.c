/* tetris_view.c. What a program that plays by itself sees of Tetris: the board, the piece to place and the one behind it; and its
 * actions, orientation x column. */
#include "game/tetris/tetris.h"

static void size(const void *rules_, int *width, int *height)
{
    const TetrisRules *rules = rules_;
    *width = rules->width;
    *height = rules->height;
}

static void board(const void *rules_, const void *state, uint32_t *out)
{
    const TetrisRules *rules = rules_;
    const TetrisState *s = state;
    for (int y = 0; y < rules->height; y++) {
        out[y] = 0;
        for (int x = 0; x < rules->width; x++) out[y] |= (uint32_t)s->cell[y][x] << x;
    }
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

/* The orientations of the piece that has most; the actions are those of learners. */
static int axes(const void *rules_, const char **name, int *length)
{
    const TetrisRules *rules = rules_;
    name[0] = "orientation";
    length[0] = tetris_learning.actions(rules) / rules->width;
    name[1] = "column";
    length[1] = rules->width;
    return 2;
}

static int action(const void *rules, Move move)
{
    return tetris_orientation(move) * ((const TetrisRules *)rules)->width + tetris_column(move);
}

const GameView tetris_view = {.size = size, .board = board, .title = title, .shown = shown, .axes = axes, .action = action};
