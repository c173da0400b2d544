/* blocks.c. Room game. The blocks: their table, how they turn, where they fit. */
#include "systems/ntris/ntris.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "ntris_blocks.h"

/* first_kind: the first kind of each size. first_cell: where its cells begin in block_cells. The last elements are totals. */
static const int first_kind[NTRIS_SIZES + 2] = {0, 0, 1, 2, 4, 11, 29, 89, 285, 989, 3489, NTRIS_KINDS};
static const int first_cell[NTRIS_SIZES + 2] = {0, 0, 1, 3, 9, 37, 127, 487, 1859, 7491, 29991, 121881};

static_assert(sizeof block_cells == 121881, "the table has all blocks");

int ntris_cells(int kind)
{
    int n = 1;
    assert(kind >= 0 && kind < NTRIS_KINDS);
    while (kind >= first_kind[n + 1]) n++;
    return n;
}

static const uint8_t *cells_of(int kind, int n)
{
    return &block_cells[first_cell[n] + (kind - first_kind[n]) * n];
}

/* The height and width of the box of cells (n), which are sorted: the last one lies in the last row. */
static void measure(const uint8_t *cell, int n, int *height, int *width)
{
    int last = 0;
    for (int i = 0; i < n; i++)
        if (cell[i] % 16 > last) last = cell[i] % 16;
    *height = cell[n - 1] / 16 + 1;
    *width = last + 1;
}

/* Where cell (i, j) of a box is after `turns` quarter turns of the box, whose corner is then moved back to (0, 0). */
static inline void turn_in_box(int turns, int height, int width, int i, int j, int *row, int *column)
{
    switch (turns) {
    case 0: *row = i, *column = j; return;
    case 1: *row = j, *column = height - 1 - i; return;
    case 2: *row = height - 1 - i, *column = width - 1 - j; return;
    default: *row = width - 1 - j, *column = i; return;
    }
}

NtrisBlock ntris_drawn(int kind)
{
    const int n = ntris_cells(kind);
    int height, width;
    measure(cells_of(kind, n), n, &height, &width);
    assert(height <= NTRIS_SIZES && width <= NTRIS_SIZES);
    const NtrisBlock b = {.kind = (int16_t)kind,
                          .up = (uint8_t)((height - 1) / 2),
                          .left = (uint8_t)((width - 1) / 2),
                          .bottom = (int8_t)(height - 1 - (height - 1) / 2)};
    return ntris_at(b, b.up + NTRIS_SPAWN_ROWS - height, NTRIS_SPAWN_COLUMN);
}

NtrisBlock ntris_at(NtrisBlock b, int row, int column)
{
    b.bottom = (int8_t)(b.bottom - b.row + row);
    b.row = (int8_t)row;
    b.column = (int8_t)column;
    return b;
}

NtrisShape ntris_shape(NtrisBlock b, int turn)
{
    const int n = ntris_cells(b.kind), turns = (b.turn + turn) % NTRIS_TURNS;
    const uint8_t *cell = cells_of(b.kind, n);
    int height, width, row, column;
    NtrisShape s = {.cells = n};
    assert(turn >= 0 && turn < NTRIS_TURNS);
    measure(cell, n, &height, &width);
    for (int i = 0; i < n; i++) {
        turn_in_box(turns, height, width, cell[i] / 16, cell[i] % 16, &row, &column);
        s.row[row] |= (uint16_t)(1 << column);
    }
    const bool lies = turns % 2 == 0, appeared = b.turn % 2 == 0;
    s.height = lies ? height : width;
    s.width = lies ? width : height;
    turn_in_box(turn, appeared ? height : width, appeared ? width : height, b.up, b.left, &s.up, &s.left);
    return s;
}

/* ---- which block it is ---- */

static int by_cell(const void *a, const void *b)
{
    return *(const uint8_t *)a - *(const uint8_t *)b;
}

/* The kind with these cells (n) in the orientation of the table; -1: none. Kinds of a size are sorted by their cells. */
static int kind_of(const uint8_t *cell, int n)
{
    int from = first_kind[n], to = first_kind[n + 1] - 1;
    while (from <= to) {
        const int middle = (from + to) / 2, order = memcmp(cell, cells_of(middle, n), (size_t)n);
        if (order == 0) return middle;
        if (order < 0)
            to = middle - 1;
        else
            from = middle + 1;
    }
    return -1;
}

bool ntris_find(const int *row, const int *column, int n, NtrisBlock *out)
{
    int top, bottom, left, right;
    if (n < 1 || n > NTRIS_SIZES) return false;
    top = bottom = row[0], left = right = column[0];
    for (int i = 1; i < n; i++) {
        if (row[i] < top) top = row[i];
        if (row[i] > bottom) bottom = row[i];
        if (column[i] < left) left = column[i];
        if (column[i] > right) right = column[i];
    }
    if (top > 0 || bottom < 0 || left > 0 || right < 0 || bottom - top >= NTRIS_SIZES || right - left >= NTRIS_SIZES)
        return false;
    for (int back = 0; back < NTRIS_TURNS; back++) { /* tries whether the table's block has been turned `back` times */
        uint8_t cell[NTRIS_SIZES];
        for (int i = 0; i < n; i++) {
            int r, c;
            turn_in_box((NTRIS_TURNS - back) % NTRIS_TURNS, bottom - top + 1, right - left + 1, row[i] - top, column[i] - left,
                        &r, &c);
            cell[i] = (uint8_t)(16 * r + c);
        }
        qsort(cell, (size_t)n, sizeof cell[0], by_cell);
        const int kind = kind_of(cell, n);
        if (kind < 0) continue;
        *out = (NtrisBlock){
            .kind = (int16_t)kind, .turn = (uint8_t)back, .up = (uint8_t)-top, .left = (uint8_t)-left, .bottom = (int8_t)bottom};
        return true;
    }
    return false;
}

/* ---- where it fits ---- */

bool ntris_fits(const NtrisState *s, NtrisBlock b, int turn, int row, int column)
{
    const NtrisShape shape = ntris_shape(b, turn);
    const int top = row - shape.up, left = column - shape.left;
    if (top < 0 || left < 0 || left + shape.width > NTRIS_WIDTH || top + shape.height > NTRIS_ROWS) return false;
    for (int i = 0; i < shape.height; i++)
        if (top + i >= s->top && rows_get(s->word, ntris_y(top + i)) & (unsigned)shape.row[i] << left) return false;
    return true;
}
