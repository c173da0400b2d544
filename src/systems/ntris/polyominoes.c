/* polyominoes.c. Room make. A program that runs while swarmtris is built: prints the blocks of the game ntris as a table in C.
 *
 * The blocks are all one-sided polyominoes of 1 .. 10 cells: those that can be turned into each other are one block, mirror
 * images are two. Each is kept in the orientation whose sorted list of (row, column) is the least of the four. Its box begins
 * at row 0 and column 0. The blocks are sorted by size, then by this list. */
#include <assert.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CELLS = 10, MOST = 9189, NEIGHBOURS = 4 * CELLS };

/* The first n are cells, 16 row + column, in ascending order; the rest is 0. */
typedef struct {
    uint8_t cell[CELLS];
} Block;

static int by_cell(const void *a, const void *b)
{
    return *(const uint8_t *)a - *(const uint8_t *)b;
}

static int by_list(const void *a, const void *b)
{
    return memcmp(a, b, sizeof(Block));
}

/* The cells (n), each with a row and a column of any sign, moved to the corner and sorted. */
static Block in_corner(const int *row, const int *column, int n)
{
    Block b = {{0}};
    int top = row[0], left = column[0];
    for (int i = 1; i < n; i++) {
        if (row[i] < top) top = row[i];
        if (column[i] < left) left = column[i];
    }
    for (int i = 0; i < n; i++) b.cell[i] = (uint8_t)(16 * (row[i] - top) + column[i] - left);
    qsort(b.cell, (size_t)n, sizeof b.cell[0], by_cell);
    return b;
}

/* The least of the four orientations. (i, j) turns to (j, -i). */
static Block least(int *row, int *column, int n)
{
    Block best = in_corner(row, column, n);
    for (int turn = 1; turn < 4; turn++) {
        for (int i = 0; i < n; i++) {
            const int was = row[i];
            row[i] = column[i];
            column[i] = -was;
        }
        const Block b = in_corner(row, column, n);
        if (by_list(&b, &best) < 0) best = b;
    }
    return best;
}

/* Block b (n cells) with one cell more, beside cell `at`: right, below, left or above. False: b has this cell already. */
static int grow(const Block *b, int n, int at, int side, Block *out)
{
    static const int down[4] = {0, 1, 0, -1}, right[4] = {1, 0, -1, 0};
    int row[CELLS], column[CELLS];
    for (int i = 0; i < n; i++) row[i] = b->cell[i] / 16, column[i] = b->cell[i] % 16;
    row[n] = row[at] + down[side];
    column[n] = column[at] + right[side];
    for (int i = 0; i < n; i++)
        if (row[i] == row[n] && column[i] == column[n]) return 0;
    *out = least(row, column, n + 1);
    return 1;
}

/* Makes all blocks of n + 1 cells from those of n (count), into out; returns how many. */
static int next_size(const Block *b, int count, int n, Block *out)
{
    int found = 0, kept = 0;
    for (int i = 0; i < count; i++)
        for (int at = 0; at < n; at++)
            for (int side = 0; side < 4; side++) found += grow(&b[i], n, at, side, &out[found]);
    qsort(out, (size_t)found, sizeof *out, by_list);
    for (int i = 0; i < found; i++)
        if (i == 0 || by_list(&out[i], &out[kept - 1]) != 0) out[kept++] = out[i];
    return kept;
}

int main(void)
{
    Block *now = calloc((size_t)MOST * NEIGHBOURS, sizeof *now), *next = calloc((size_t)MOST * NEIGHBOURS, sizeof *next);
    int count = 1;
    if (now == NULL || next == NULL) return 1;
    printf("/* Made by src/systems/ntris/polyominoes.c: the cells of each block, 16 row + column, size by size. */\n");
    printf("static const uint8_t block_cells[] = {\n");
    for (int n = 1; n <= CELLS; n++) {
        for (int i = 0; i < count; i++)
            for (int k = 0; k < n; k++) printf("%d,%s", now[i].cell[k], k + 1 == n ? "\n" : "");
        if (n == CELLS) break;
        count = next_size(now, count, n, next);
        Block *spare = now;
        now = next;
        next = spare;
        assert(count <= MOST);
    }
    printf("};\n");
    free(now);
    free(next);
    return fflush(stdout) != 0 || ferror(stdout);
}
