/* picture.c. Room game. How a pile is drawn: its lowest rows, the buffer and the next pieces. Also what programs that choose
 * the moves see: the board, the next piece, the three after it, and how many of each kind the buffer holds. */
#include "systems/stack/stack.h"

#include <assert.h>

enum { SHOWN_ROWS = 20, SHOWN_NEXT = 3, SHOWN_PIECES = SHOWN_NEXT + 1 };

/* Colours of pieces 1-7, as in OILJTSZ. */
static const uint8_t colours[STACK_KINDS] = {2, 1, 5, 4, 3, 6, 7};

/* The colour of a cell whose piece is not known, because the cell came down from above the rows that are drawn. */
enum { UNSEEN = 4 };

static void picture_size(const void *rules, int *width, int *height)
{
    *width = ((const StackRules *)rules)->width;
    *height = SHOWN_ROWS;
}

/* Adds the cells of a shape whose box is at column x and whose lowest row is y; what is above the picture is left out. */
static void draw(const StackShape *shape, int x, int y, uint8_t colour, uint8_t *cell, int columns, int rows)
{
    for (int j = 0; j < shape->height && y + j < rows; j++)
        for (int i = 0; i < shape->width; i++)
            if (shape->row[j] >> i & 1) cell[(rows - 1 - y - j) * columns + x + i] = colour;
}

/* Colours the filled cells that came down from above the picture, and clears the empty ones. */
static void see_all(const StackRules *rules, const StackState *s, uint8_t *cell)
{
    for (int y = 0; y < SHOWN_ROWS; y++)
        for (int x = 0; x < rules->width; x++) {
            uint8_t *c = &cell[(SHOWN_ROWS - 1 - y) * rules->width + x];
            if ((s->row[y] >> x & 1) == 0)
                *c = 0;
            else if (*c == 0)
                *c = UNSEEN;
        }
}

static void add(const void *rules_, const void *before, Move m, uint8_t *cell)
{
    const StackRules *rules = rules_;
    const StackState *s = before;
    see_all(rules, s, cell);
    if (!stack_places(m)) return;
    const int kind = stack_kind(s, m);
    assert(kind >= 0 && kind < STACK_KINDS);
    const StackShape *shape = &stack_shapes[kind][stack_rotation(m)];
    draw(shape, stack_column(m), stack_landing(s, shape, stack_column(m)), colours[kind], cell, rules->width, SHOWN_ROWS);
}

/* The items are the next pieces of the list, as many as there are, then those of the buffer. */
static bool item(const void *rules, const void *state, int i, PictureItem *out)
{
    StackState ahead = *(const StackState *)state;
    const int next = ahead.left < SHOWN_NEXT ? ahead.left : SHOWN_NEXT;
    if (i >= next + ahead.held[STACK_KINDS]) return false;
    int kind = 0;
    *out = (PictureItem){.title = i < next ? "next" : "buffer"};
    if (i < next) {
        for (int k = 0; k < i; k++) stack_take_next(rules, &ahead);
        kind = ahead.next;
    } else {
        for (int left = i - next; left >= ahead.held[kind]; kind++) left -= ahead.held[kind];
    }
    const StackShape *shape = &stack_shapes[kind][STACK_ROTATIONS - 1]; /* the rotation in which a piece lies flat */
    if (shape->width == 0) shape = &stack_shapes[kind][0];
    out->width = shape->width, out->height = shape->height;
    draw(shape, 0, 0, colours[kind], out->cell, shape->width, shape->height);
    return true;
}

const GamePicture stack_picture = {.size = picture_size, .add = add, .clears_rows = true, .item = item};

/* ---- for programs that play by themselves ---- */

static void view_size(const void *rules, int *width, int *height)
{
    *width = ((const StackRules *)rules)->width;
    *height = STACK_ROWS;
}

static void view_board(const void *rules, const void *state, uint32_t *out)
{
    (void)rules;
    for (int y = 0; y < STACK_ROWS; y++) out[y] = ((const StackState *)state)->row[y];
}

static const char *view_title(const void *rules, int i)
{
    static const char *const titles[SHOWN_PIECES + STACK_KINDS + 1] = {"piece",  "next",   "next",   "next",   "held 1", "held 2",
                                                                       "held 3", "held 4", "held 5", "held 6", "held 7"};
    return (void)rules, titles[i];
}

static void view_shown(const void *rules, const void *state, int32_t *out)
{
    StackState ahead = *(const StackState *)state;
    for (int k = 0; k < STACK_KINDS; k++) out[SHOWN_PIECES + k] = ahead.held[k];
    for (int i = 0; i < SHOWN_PIECES; i++) {
        out[i] = ahead.left > 0 ? ahead.next : STACK_NO_PIECE;
        if (ahead.left > 0) stack_take_next(rules, &ahead);
    }
}

/* An action is a move. */
static int view_axes(const void *rules, const char **name, int *length)
{
    (void)rules;
    name[0] = "move", length[0] = STACK_STOP + 1;
    return 1;
}

const GameView stack_view = {.size = view_size, .board = view_board, .title = view_title, .shown = view_shown, .axes = view_axes};
