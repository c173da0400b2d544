/* rows.c. Boards whose rows are 16 bits: the tetrominoes (the tests turn their matrices), how boards are checked and drawn. */
#include "game/rows.h"

/* clang-format off */
const RowsShape rows_shapes[ROWS_PIECES][ROWS_STATES] = {
    [ROWS_O] = {{0x30003, 1, 1, 2, 2, {0, 0}, {2, 2}}, {0x30003, 1, 1, 2, 2, {0, 0}, {2, 2}},
                {0x30003, 1, 1, 2, 2, {0, 0}, {2, 2}}, {0x30003, 1, 1, 2, 2, {0, 0}, {2, 2}}},
    [ROWS_I] = {{0xf, 0, 1, 4, 1, {0, 0, 0, 0}, {1, 1, 1, 1}}, {ROWS_ALL, 2, 3, 1, 4, {0}, {4}},
                {0xf, 0, 2, 4, 1, {0, 0, 0, 0}, {1, 1, 1, 1}}, {ROWS_ALL, 1, 3, 1, 4, {0}, {4}}},
    [ROWS_L] = {{0x40007, 0, 1, 3, 2, {0, 0, 0}, {1, 1, 2}}, {0x100010003, 1, 2, 2, 3, {0, 0}, {3, 1}},
                {0x70001, 0, 2, 3, 2, {0, 1, 1}, {2, 2, 2}}, {0x300020002, 0, 2, 2, 3, {2, 0}, {3, 3}}},
    [ROWS_J] = {{0x10007, 0, 1, 3, 2, {0, 0, 0}, {2, 1, 1}}, {0x300010001, 1, 2, 2, 3, {0, 2}, {3, 3}},
                {0x70004, 0, 2, 3, 2, {1, 1, 0}, {2, 2, 2}}, {0x200020003, 0, 2, 2, 3, {0, 0}, {1, 3}}},
    [ROWS_T] = {{0x20007, 0, 1, 3, 2, {0, 0, 0}, {1, 2, 1}}, {0x100030001, 1, 2, 2, 3, {0, 1}, {3, 2}},
                {0x70002, 0, 2, 3, 2, {1, 0, 1}, {2, 2, 2}}, {0x200030002, 0, 2, 2, 3, {1, 0}, {2, 3}}},
    [ROWS_S] = {{0x60003, 0, 1, 3, 2, {0, 0, 1}, {1, 2, 2}}, {0x100030002, 1, 2, 2, 3, {1, 0}, {3, 2}},
                {0x60003, 0, 2, 3, 2, {0, 0, 1}, {1, 2, 2}}, {0x100030002, 0, 2, 2, 3, {1, 0}, {3, 2}}},
    [ROWS_Z] = {{0x30006, 0, 1, 3, 2, {1, 0, 0}, {2, 2, 1}}, {0x200030001, 1, 2, 2, 3, {0, 1}, {2, 3}},
                {0x30006, 0, 2, 3, 2, {1, 0, 0}, {2, 2, 1}}, {0x200030001, 0, 2, 2, 3, {0, 1}, {2, 3}}},
};
/* clang-format on */

bool rows_sound(const uint64_t *word, int words, int height, int columns, const uint16_t *top)
{
    uint16_t found[16];
    if (height < 0 || height >= 4 * words || rows_height(word, 4 * words) != height) return false;
    for (int y = 0; y < height; y++)
        if (rows_get(word, y) >= rows_full(columns)) return false;
    rows_tops(word, height, columns, found);
    return top == NULL || memcmp(found, top, (size_t)columns * sizeof *top) == 0;
}

void rows_text(Text *t, const uint64_t *word, const uint64_t *other, int y, int lowest, int columns)
{
    while (y-- > lowest) {
        text_add(t, "|");
        for (int x = 0; x < columns; x++)
            text_add(t, "%c", rows_filled(word, x, y) ? '#' : other != NULL && rows_filled(other, x, y) ? 'o' : '.');
        text_add(t, "|\n");
    }
}

void rows_draw(const RowsShape *shape, int x, int y, int colour, uint8_t *cell, int columns, int rows)
{
    for (int j = 0; j < shape->height && y + j < rows; j++)
        for (int i = 0; i < shape->width; i++)
            if (rows_filled(&shape->cells, i, j)) cell[(rows - 1 - y - j) * columns + x + i] = (uint8_t)colour;
}

void rows_item(const RowsShape *shape, int colour, PictureItem *out)
{
    out->width = shape->width, out->height = shape->height;
    rows_draw(shape, 0, 0, colour, out->cell, shape->width, shape->height);
}
