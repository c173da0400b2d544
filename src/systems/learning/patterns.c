/* patterns.c. Room base. The fillings of 3 x 2 cells, their numbers and counts. */
#include "systems/learning/patterns.h"

#include <assert.h>
#include <stdbool.h>
#include <stdint.h>

/* Two fillings that mirror each other have one name. */
#define P(cells) "pattern_" #cells
const char *const pattern_names[PATTERNS] = {
    P(ooo_ooo), P(ooo_oox), P(ooo_oxo), P(ooo_oxx), P(ooo_xox), P(ooo_xxx), P(oox_ooo), P(oox_oox), P(oox_oxo), P(oox_oxx),
    P(oox_xoo), P(oox_xox), P(oox_xxo), P(oox_xxx), P(oxo_ooo), P(oxo_oox), P(oxo_oxo), P(oxo_oxx), P(oxo_xox), P(oxo_xxx),
    P(oxx_ooo), P(oxx_oox), P(oxx_oxo), P(oxx_oxx), P(oxx_xoo), P(oxx_xox), P(oxx_xxo), P(oxx_xxx), P(xox_ooo), P(xox_oox),
    P(xox_oxo), P(xox_oxx), P(xox_xox), P(xox_xxx), P(xxx_ooo), P(xxx_oox), P(xxx_oxo), P(xxx_oxx), P(xxx_xox), P(xxx_xxx)};

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

/* The lower row of the window goes from the floor (-1) to height - 1, its left column from the wall (-1) to width - 2. */
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
