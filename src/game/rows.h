/* rows.h. Boards of up to 16 columns whose rows are 16 bits, four of them in a word: what games on such boards share.
 *
 * Idea: cell (x, y), row 0 being the floor, is bit 16 (y mod 4) + x of word y / 4; bits beyond the last column are never set. So
 * a count over a board is a few operations a word, and a state is short to copy. Beside the board stand filled walls, below it a
 * filled floor. `columns` (1 .. 16) is a constant in most games, and the masks then are, too. `words`: how many are read, with
 * all filled rows and at least one empty row above. */
#ifndef SWARMTRIS_GAME_ROWS_H
#define SWARMTRIS_GAME_ROWS_H

#include "base/bits.h"
#include "base/text.h"
#include "game/game.h"

#include <stdlib.h>
#include <string.h>

#define ROWS_ALL UINT64_C(0x0001000100010001) /* times a row: that row four times */

/* ---- rows and cells ---- */

static inline unsigned rows_full(int columns)
{
    return (1u << columns) - 1;
}

static inline unsigned rows_get(const uint64_t *word, int y)
{
    return (unsigned)(word[y / 4] >> (16 * (y % 4))) & 0xffff;
}

static inline void rows_set(uint64_t *word, int y, unsigned row)
{
    const int at = 16 * (y % 4);
    word[y / 4] = (word[y / 4] & ~(UINT64_C(0xffff) << at)) | (uint64_t)row << at;
}

static inline bool rows_filled(const uint64_t *word, int x, int y)
{
    return rows_get(word, y) >> x & 1;
}

/* Adds the cells of four rows from row y on, such as those of a shape, moved right by x. */
static inline void rows_add(uint64_t *word, uint64_t cells, int y)
{
    const int at = 16 * (y % 4);
    const uint64_t over = at > 0 ? cells >> (64 - at) : 0;
    word[y / 4] |= cells << at;
    if (over != 0) word[y / 4 + 1] |= over;
}

/* The number of rows up to the highest one that is not empty, among the first `most`. */
static inline int rows_height(const uint64_t *word, int most)
{
    while (most > 0 && rows_get(word, most - 1) == 0) most--;
    return most;
}

/* Sets top (columns): the highest filled row of each column + 1. height: as rows_height. */
static inline void rows_tops(const uint64_t *word, int height, int columns, uint16_t *top)
{
    unsigned left = rows_full(columns); /* columns that are empty down to here */
    memset(top, 0, (size_t)columns * sizeof *top);
    for (int y = height - 1; y >= 0 && left != 0; y--) {
        for (unsigned found = rows_get(word, y) & left; found != 0; found &= found - 1)
            top[__builtin_ctz(found)] = (uint16_t)(y + 1);
        left &= ~rows_get(word, y);
    }
}

/* Removes the full rows among y .. y + rows - 1, and returns them: bit j is row y + j. */
static inline unsigned rows_clear(uint64_t *word, int words, int y, int rows, int columns)
{
    unsigned full = 0;
    uint64_t borrowed = 0; /* a full row of a word borrows from its highest bit */
    for (int i = y / 4; i <= (y + rows - 1) / 4; i++) {
        const uint64_t missing = ~word[i] & ROWS_ALL * rows_full(columns);
        borrowed |= (missing - ROWS_ALL) & ~missing;
    }
    if ((borrowed & ROWS_ALL << 15) == 0) return 0;
    for (int j = rows - 1; j >= 0; j--) {
        if (rows_get(word, y + j) != rows_full(columns)) continue;
        full |= 1u << j;
        uint64_t kept = (UINT64_C(1) << (16 * ((y + j) % 4))) - 1; /* of its word, the rows below it */
        for (int i = (y + j) / 4; i < words; i++, kept = 0) {
            const uint64_t down = word[i] >> 16 | (i + 1 < words ? word[i + 1] << 48 : 0);
            word[i] = (word[i] & kept) | (down & ~kept);
        }
    }
    return full;
}

/* Whether no row is full, and all above `height`, but not the one below it, are empty. top: NULL, or what must be its tops. */
bool rows_sound(const uint64_t *word, int words, int height, int columns, const uint16_t *top);

/* ---- counts ---- */

/* How many words a board of this height reads; most: how many it has. A compiler that knows them unrolls loops. */
static inline int rows_words(int height, int most)
{
    const int words = height / 4 + 1;
    if (words > most) __builtin_unreachable();
    return words;
}

/* The cells of a word, moved up by one row (from_below) or down (from_above). */
static inline uint64_t rows_from_below(const uint64_t *word, int i)
{
    return word[i] << 16 | (i > 0 ? word[i - 1] >> 48 : 0);
}
static inline uint64_t rows_from_above(const uint64_t *word, int i, int words)
{
    return word[i] >> 16 | (i + 1 < words ? word[i + 1] << 48 : 0);
}

/* Everything at or below a cell of the word or, in `above`, of the row above it; and this row for the word below. */
static inline uint64_t rows_down(uint64_t word, uint64_t above)
{
    word |= above << 48;
    word |= word >> 16;
    return word | word >> 32;
}

/* Cells that are filled, or have a filled one above them in their column. */
static inline void rows_under(const uint64_t *word, int words, uint64_t *under)
{
    uint64_t above = 0;
    for (int i = words - 1; i >= 0; i--) above = under[i] = rows_down(word[i], above);
}

/* Empty cells of a word with a filled one, or the wall, on either side: well cells. */
static inline uint64_t rows_between(uint64_t word, int columns)
{
    return ~word & (word << 1 | ROWS_ALL) & (word >> 1 | ROWS_ALL << (columns - 1)) & ROWS_ALL * rows_full(columns);
}

/* Empty cells with a filled cell above them in their column. */
static inline int rows_holes(const uint64_t *word, const uint64_t *under, int words)
{
    uint64_t bytes = 0;
    for (int i = 0; i < words; i++) bytes += bits_in_bytes(under[i] & ~word[i]);
    return bits_sum(bytes);
}

/* Rows with such a cell. Adding 0x7fff to the lower bits of a row carries into its highest bit if one of them is set. */
static inline int rows_with_holes_of(const uint64_t *word, const uint64_t *under, int words)
{
    const uint64_t lower = ROWS_ALL * 0x7fff;
    uint64_t rows = 0;
    for (int i = 0; i < words; i++) {
        const uint64_t holes = under[i] & ~word[i];
        rows += (((holes & lower) + lower) | holes) >> 15 & ROWS_ALL;
    }
    return bits_sum(rows);
}

/* Filled cells with an empty one below them in their column, each once. */
static inline int rows_hole_depth(const uint64_t *word, int words, int columns)
{
    const uint64_t inside = ROWS_ALL * rows_full(columns);
    uint64_t bytes = 0, gap = 0; /* gap: columns with an empty cell below this word, in its lowest row */
    for (int i = 0; i < words; i++) {
        const uint64_t empty = ~word[i] & inside;
        uint64_t over = empty << 16 | gap;
        over |= over << 16;
        over |= over << 32;
        bytes += bits_in_bytes(word[i] & over);
        gap = (over | empty) >> 48;
    }
    return bits_sum(bytes);
}

/* Changes between filled and empty along rows 0 .. rows - 1, wall to wall. An empty row has two. */
static inline int rows_changes_along(const uint64_t *word, int words, int rows, int columns)
{
    const uint64_t inside = ROWS_ALL * rows_full(columns);
    uint64_t bytes = 0;
    for (int i = 0; i < words; i++)
        bytes += bits_in_bytes((word[i] ^ (word[i] << 1 | ROWS_ALL)) & inside) + (~word[i] >> (columns - 1) & ROWS_ALL);
    return bits_sum(bytes) + 2 * (rows - 4 * words);
}

/* Changes up the columns, from the floor to the empty row above the words' filled ones. */
static inline int rows_changes_up(const uint64_t *word, int words, int columns)
{
    uint64_t bytes = 0, below = rows_full(columns);
    for (int i = 0; i < words; i++) {
        bytes += bits_in_bytes(word[i] ^ (word[i] << 16 | below));
        below = word[i] >> 48;
    }
    return bits_sum(bytes);
}

/* Well cells that have no filled cell above them in their column. */
static inline int rows_open_wells(const uint64_t *word, const uint64_t *under, int words, int columns)
{
    uint64_t bytes = 0;
    for (int i = 0; i < words; i++) bytes += bits_in_bytes(rows_between(word[i], columns) & ~under[i]);
    return bits_sum(bytes);
}

/* Every well cell, covered or not, adds 1 + the number of empty cells (narrow: of well cells) right below it, at most `most`. The
 * loop counts well cells, then moves them down by one as long as they meet such cells. at (words): scratch. */
static inline int rows_wells(const uint64_t *word, int words, int columns, bool narrow, int most, uint64_t *at)
{
    uint64_t any = 0;
    int sum = 0;
    for (int i = 0; i < words; i++) any |= at[i] = rows_between(word[i], columns);
    for (; any != 0 && most > 0; most--) {
        uint64_t bytes = 0;
        any = 0;
        for (int i = 0; i < words; i++) {
            bytes += bits_in_bytes(at[i]);
            any |= at[i] = rows_from_above(at, i, words) & (narrow ? rows_between(word[i], columns) : ~word[i]);
        }
        sum += bits_sum(bytes);
    }
    return sum;
}

/* Sum of |height difference| of neighbouring columns, of tops (columns). */
static inline int rows_differences(const uint16_t *top, int columns)
{
    int sum = 0;
    for (int x = 0; x + 1 < columns; x++) sum += abs(top[x] - top[x + 1]);
    return sum;
}

/* ---- where a piece fits ---- */

/* fits (n): in each row the columns in which a piece may stand. Leaves those whose cell `right` columns to the right is empty.
 * empty (n): the rows of that cell. */
static inline void rows_keep(uint16_t *fits, const uint16_t *empty, int n, int right)
{
    if (right >= 0)
        for (int y = 0; y < n; y++) fits[y] &= (uint16_t)(empty[y] >> right);
    else
        for (int y = 0; y < n; y++) fits[y] &= (uint16_t)(empty[y] << -right);
}

/* The positions in a row that sideways moves from `at`, part of `room`, can reach within it. */
static inline unsigned rows_slide(unsigned at, unsigned room)
{
    for (unsigned before = 0; at != before && at != room;) {
        before = at;
        at |= (at << 1 | at >> 1) & room;
    }
    return at;
}

/* ---- tetrominoes ---- */

/* A piece in one of four states, each the one before, turned clockwise in a matrix of three or four rows. */
typedef struct {
    uint64_t cells;        /* of its box, as the first word of a board */
    int left, drop;        /* columns of the matrix left of the box; how far its lowest row is below the matrix's top row */
    int width, height;     /* of its box */
    int bottom[4], top[4]; /* (width) in each of its columns it fills rows bottom .. top - 1 of its box */
} RowsShape;

/* Numbered as in tetris. The matrices in state 0, top row first: O `.##. / .##. / ....`, the same in all states; I `.... / #### /
 * .... / ....`; L `..# / ### / ...`; J `#.. / ### / ...`; T `.#. / ### / ...`; S `.## / ##. / ...`; Z `##. / .## / ...`. */
enum { ROWS_O, ROWS_I, ROWS_L, ROWS_J, ROWS_T, ROWS_S, ROWS_Z, ROWS_PIECES, ROWS_STATES = 4 };
extern const RowsShape rows_shapes[ROWS_PIECES][ROWS_STATES];

/* The lowest row of a shape that falls straight down, its box at column x, on columns with these tops. */
static inline int rows_landing(const uint16_t *top, const RowsShape *shape, int x)
{
    int y = 0;
    for (int i = 0; i < shape->width; i++) {
        const int rests_on = top[x + i] - shape->bottom[i];
        if (rests_on > y) y = rests_on;
    }
    return y;
}

/* ---- for people ---- */

/* Adds rows y - 1 .. lowest between bars: # filled, o a cell of `other` (NULL: there are none). */
void rows_text(Text *t, const uint64_t *word, const uint64_t *other, int y, int lowest, int columns);

/* Colours the cells of a shape whose box is at (x, y) in a picture (rows, columns); what is above it is left out. */
void rows_draw(const RowsShape *shape, int x, int y, int colour, uint8_t *cell, int columns, int rows);

/* The shape as an item beside the board. */
void rows_item(const RowsShape *shape, int colour, PictureItem *out);

#endif
