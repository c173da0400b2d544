/* board.c. What a piece does to the board. */
#include "game/tetris/tetris.h"

#include <assert.h>
#include <string.h>

void tetris_size(const void *rules_, int *width, int *height)
{
    const TetrisRules *rules = rules_;
    *width = rules->width;
    *height = rules->height;
}

static bool row_is_full(const TetrisRules *rules, const TetrisState *s, int y)
{
    for (int x = 0; x < rules->width; x++)
        if (!s->cell[y][x]) return false;
    return true;
}

/* Takes row y out; the rows above move down by one. */
static void remove_row(const TetrisRules *rules, TetrisState *s, int y)
{
    assert(y >= 0 && y < rules->height);
    for (; y < rules->height; y++) memcpy(s->cell[y], s->cell[y + 1], sizeof s->cell[y]);
}

/* Cells of a shape in row j of its box. */
static int cells_in_row(const TetrisShape *shape, int j)
{
    int cells = 0;
    for (int i = 0; i < shape->width; i++) cells += shape->bottom[i] <= j && j < shape->top[i];
    return cells;
}

static void measure_tops(const TetrisRules *rules, TetrisState *s)
{
    for (int x = 0; x < rules->width; x++) {
        int top = rules->height;
        assert(!s->cell[top][x]);
        while (top > 0 && !s->cell[top - 1][x]) top--;
        s->top[x] = top;
    }
}

void tetris_place(const TetrisRules *rules, TetrisState *s, const TetrisShape *shape, int column, int y)
{
    assert(y >= 0 && y + shape->height <= rules->height && column >= 0 && column + shape->width <= rules->width);
    s->row_sum = 0;
    for (int i = 0; i < shape->width; i++)
        for (int j = shape->bottom[i]; j < shape->top[i]; j++) {
            assert(!s->cell[y + j][column + i]);
            s->cell[y + j][column + i] = 1;
            s->row_sum += y + j;
        }
    s->left = column;
    s->right = column + shape->width - 1;
    s->lowest = y;
    s->highest = y + shape->height - 1;
    s->cleared = s->eroded = 0;
    s->full = 0;
    for (int row = s->highest; row >= s->lowest; row--)
        if (row_is_full(rules, s, row)) {
            remove_row(rules, s, row);
            s->cleared++;
            s->full |= UINT32_C(1) << row;
            s->eroded += cells_in_row(shape, row - y);
        }
    measure_tops(rules, s);
}

TetrisState tetris_uncleared(const TetrisRules *rules, const TetrisState *s)
{
    TetrisState out = *s;
    for (int y = 0, from = 0; y < rules->height; y++) {
        const bool full = s->full >> y & 1;
        for (int x = 0; x < rules->width; x++) out.cell[y][x] = full ? 1 : s->cell[from][x];
        from += !full;
    }
    measure_tops(rules, &out);
    return out;
}
