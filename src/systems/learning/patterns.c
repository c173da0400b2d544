/* patterns.c. Room base. The fillings of 3 x 2 cells, their numbers and counts. */
#include "systems/learning/patterns.h"

#include <assert.h>
#include <stdbool.h>
#include <stdint.h>

/* One of each two that are mirrored. */
#define FILLINGS(X)                                                                                                              \
    X(ooo_ooo)                                                                                                                   \
    X(ooo_oox)                                                                                                                   \
    X(ooo_oxo)                                                                                                                   \
    X(ooo_oxx)                                                                                                                   \
    X(ooo_xox)                                                                                                                   \
    X(ooo_xxx)                                                                                                                   \
    X(oox_ooo)                                                                                                                   \
    X(oox_oox)                                                                                                                   \
    X(oox_oxo)                                                                                                                   \
    X(oox_oxx) X(oox_xoo) X(oox_xox) X(oox_xxo) X(oox_xxx) X(oxo_ooo) X(oxo_oox) X(oxo_oxo) X(oxo_oxx) X(oxo_xox) X(oxo_xxx)     \
        X(oxx_ooo) X(oxx_oox) X(oxx_oxo) X(oxx_oxx) X(oxx_xoo) X(oxx_xox) X(oxx_xxo) X(oxx_xxx) X(xox_ooo) X(xox_oox) X(xox_oxo) \
            X(xox_oxx) X(xox_xox) X(xox_xxx) X(xxx_ooo) X(xxx_oox) X(xxx_oxo) X(xxx_oxx) X(xxx_xox) X(xxx_xxx)

#define NAME(cells) "pattern_" #cells,
const char *const pattern_names[PATTERNS] = {FILLINGS(NAME)};

/* The number of a filling by its cells: bits 5 4 3 the upper row from left to right, bits 2 1 0 the lower one. */
static const int8_t number_of[64] = {0,  1,  2,  3,  1,  4,  3,  5,  6,  7,  8,  9,  10, 11, 12, 13, 14, 15, 16, 17, 15, 18,
                                     17, 19, 20, 21, 22, 23, 24, 25, 26, 27, 6,  10, 8,  12, 7,  11, 9,  13, 28, 29, 30, 31,
                                     29, 32, 31, 33, 20, 24, 22, 26, 21, 25, 23, 27, 34, 35, 36, 37, 35, 38, 37, 39};

static bool is_filled(int width, int height, const double *board, int x, int y)
{
    if (x < 0 || x >= width || y < 0) return true;
    return y < height && board[y * width + x] > 0.5;
}

/* A column of the window: its upper cell in bit 3, its lower one in bit 0. */
static int column_at(int width, int height, const double *board, int x, int y)
{
    return is_filled(width, height, board, x, y + 1) << 3 | is_filled(width, height, board, x, y);
}

/* The lower row of the window goes from the floor to the highest row, its left column from the wall to the last but one. */
void patterns_count(int width, int height, const double *board, double *out)
{
    assert(width >= 1 && height >= 1);
    for (int i = 0; i < PATTERNS; i++) out[i] = 0;
    for (int y = -1; y < height; y++) {
        int cells = column_at(width, height, board, -1, y) << 1 | column_at(width, height, board, 0, y);
        for (int x = 1; x <= width; x++) {
            cells = (cells << 1 & 066) | column_at(width, height, board, x, y);
            out[number_of[cells]]++;
        }
    }
}
