/* stack_view.c. Room game. What a program that plays by itself sees of stack: the board, the next piece, the three behind it, and
 * how many of each kind the buffer holds; its actions are the numbers of the moves (stack.h). */
#include "systems/stack/stack.h"

enum { SHOWN_PIECES = 4 }; /* as in pictures */

static void size(const void *rules, int *width, int *height)
{
    *width = ((const StackRules *)rules)->width;
    *height = STACK_ROWS;
}

static void board(const void *rules, const void *state, uint32_t *out)
{
    (void)rules;
    for (int y = 0; y < STACK_ROWS; y++) out[y] = ((const StackState *)state)->row[y];
}

static const char *title(const void *rules, int i)
{
    static const char *const titles[SHOWN_PIECES + STACK_KINDS + 1] = {"piece",  "next",   "next",   "next",   "held 1", "held 2",
                                                                       "held 3", "held 4", "held 5", "held 6", "held 7"};
    return (void)rules, titles[i];
}

static void shown(const void *rules, const void *state, int32_t *out)
{
    StackState ahead = *(const StackState *)state;
    for (int k = 0; k < STACK_KINDS; k++) out[SHOWN_PIECES + k] = ahead.held[k];
    for (int i = 0; i < SHOWN_PIECES; i++) {
        out[i] = ahead.left > 0 ? ahead.next : STACK_NO_PIECE;
        if (ahead.left > 0) stack_take_next(rules, &ahead);
    }
}

static int axes(const void *rules, const char **name, int *length)
{
    (void)rules;
    name[0] = "move", length[0] = STACK_STOP + 1;
    return 1;
}

static int action(const void *rules, Move move)
{
    return (void)rules, move;
}

const GameView stack_view = {.size = size, .board = board, .title = title, .shown = shown, .axes = axes, .action = action};
