/* ntris_view.c. Room game. What a program that plays by itself sees of ntris: the board and the kinds of the blocks that are
 * known; and its actions: row x column x turn, the row counted from the top, as the game does. */
#include "systems/ntris/ntris.h"

static void size(const void *rules, int *width, int *height)
{
    (void)rules;
    *width = NTRIS_WIDTH;
    *height = NTRIS_ROWS;
}

static void board(const void *rules, const void *state, uint32_t *out)
{
    (void)rules;
    for (int y = 0; y < NTRIS_ROWS; y++) out[y] = ntris_row(state, NTRIS_ROWS - 1 - y) >> NTRIS_SHIFT;
}

static const char *title(const void *rules, int i)
{
    return i == 0 ? "block" : i <= ((const NtrisRules *)rules)->preview ? "next" : NULL;
}

static void shown(const void *rules, const void *state, int32_t *out)
{
    const NtrisState *s = state;
    for (int i = 0; i <= ((const NtrisRules *)rules)->preview; i++) out[i] = i < s->known ? s->queue[i].kind : -1;
}

static int axes(const void *rules, const char **name, int *length)
{
    (void)rules;
    name[0] = "row", length[0] = NTRIS_ROWS;
    name[1] = "column", length[1] = NTRIS_WIDTH;
    name[2] = "turn", length[2] = NTRIS_TURNS;
    return 3;
}

static int action(const void *rules, Move move)
{
    return (void)rules, move;
}

const GameView ntris_view = {.size = size, .board = board, .title = title, .shown = shown, .axes = axes, .action = action};
