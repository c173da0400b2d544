/* grid.c. The maps and lines of a landscape, from positions.tsv and blocks.tsv. */
#include "analysis/grid.h"

#include "base/mem.h"
#include "base/noun.h"
#include "file/files.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Whether the configuration of the run has the line. */
static bool has_line(const char *dir, const char *line)
{
    char *path = files_path(dir, "config.ini"), *text = files_read(path, NULL);
    bool found = text != NULL && strstr(text, line) != NULL;
    free(path);
    free(text);
    return found;
}

bool grid_is(const char *dir)
{
    return has_line(dir, "\nkind = grid\n") && has_line(dir, "\n[meta]\n");
}

bool grid_is_lines(const char *dir)
{
    return has_line(dir, "\nshape = axes\n");
}

/* One problem with one budget. */
typedef struct {
    int row;     /* of blocks.tsv: its first */
    bool errors; /* its values are errors with a minus */
} Part;

/* blocks.tsv, in which a row is the claim of one inner training, and its parts. */
typedef struct {
    Tsv table;
    double *particle, *budget, *value; /* (table.rows), owned: columns of numbers */
    int problem, phase;                /* indices of columns of texts */
    int *at;                           /* (table.rows), owned: the part of each row, -1 where it has none */
    Part part[GRID_PARTS_MAX];         /* the first `parts` are in use */
    int parts;
    bool several_budgets; /* not all rows have the same budget */
    bool left_out;        /* there are more parts than GRID_PARTS_MAX */
} Blocks;

static Status read_blocks(Blocks *b, const char *dir, Errors *errors)
{
    Status status = tables_read(&b->table, dir, "blocks.tsv", errors);
    if (status == STATUS_OK)
        status = tables_check(&b->table, "phase problem", "particle budget value", "point of the grid", errors);
    if (status != STATUS_OK) return status;
    b->particle = tsv_numbers(&b->table, "particle", errors);
    b->value = tsv_numbers(&b->table, "value", errors);
    b->budget = tsv_numbers(&b->table, "budget", errors);
    b->problem = tsv_column(&b->table, "problem");
    b->phase = tsv_column(&b->table, "phase");
    b->at = mem_new((size_t)b->table.rows, sizeof *b->at);
    return STATUS_OK;
}

static void free_blocks(Blocks *b)
{
    free(b->particle);
    free(b->budget);
    free(b->value);
    free(b->at);
    tsv_free(&b->table);
}

/* The number of the part of a row, a new one where there is none; -1: there are too many. */
static int part_of(Blocks *b, int row)
{
    const char *problem = tsv_cell(&b->table, row, b->problem);
    for (int k = 0; k < b->parts; k++) {
        const int first = b->part[k].row;
        if (b->budget[first] == b->budget[row] && strcmp(tsv_cell(&b->table, first, b->problem), problem) == 0) return k;
    }
    b->left_out = b->left_out || b->parts == GRID_PARTS_MAX;
    if (b->parts == GRID_PARTS_MAX) return -1;
    b->part[b->parts] = (Part){.row = row, .errors = true};
    return b->parts++;
}

static void find_parts(Blocks *b)
{
    for (int r = 0; r < b->table.rows; r++) {
        b->at[r] = strcmp(tsv_cell(&b->table, r, b->phase), "training") == 0 ? part_of(b, r) : -1;
        b->several_budgets = b->several_budgets || b->budget[r] != b->budget[0];
        if (b->at[r] >= 0 && b->value[r] > 0) b->part[b->at[r]].errors = false;
    }
}

/* Quantiles of part k over the blocks of a point, as logarithms, as in the scores of a search over parameters. some (rows):
 * scratch. */
static void sum_up(const Blocks *b, int k, int point, double *some, double out[TABLES_BANDS])
{
    int n = 0;
    assert(k >= 0 && k < b->parts && point >= 0);
    for (int r = 0; r < b->table.rows; r++)
        if (b->at[r] == k && (int)b->particle[r] == point)
            some[n++] = b->part[k].errors ? -scale_solved(SCALE_ERROR, b->value[r]) : log10(1 + fmax(b->value[r], 0));
    tables_quantiles(some, n, out);
}

static Status write_parts(const Blocks *b, const char *folder, const char *name, Errors *errors)
{
    char file[100], label[256];
    Table t = {.head = "part"};
    table_column(&t, "errors");
    for (int k = 0; k < b->parts; k++) {
        const int row = b->part[k].row;
        snprintf(label, sizeof label, b->several_budgets ? "%s x%g" : "%s", tsv_cell(&b->table, row, b->problem), b->budget[row]);
        *table_row(&t, label) = b->part[k].errors;
    }
    snprintf(file, sizeof file, "%s_parts.tsv", name);
    return table_write(&t, folder, file, errors);
}

/* The points are the rows of the first iteration; particle number i of the blocks is point i. */
static Status write_points(const Blocks *b, const Tsv *positions, const char *folder, const char *name, Errors *errors)
{
    Table t = {0};
    char file[100];
    const int first = tsv_column(positions, "score") + 1, iteration = tsv_column(positions, TABLES_ITERATION);
    for (int j = first; j < positions->columns; j++) table_column(&t, "%s", positions->name[j]);
    for (int k = 1; k <= b->parts; k++)
        for (int q = 0; q < TABLES_BANDS; q++) table_column(&t, "%s_%d", tables_bands[q], k);
    assert(first >= 1 && iteration >= 0); /* tables_check has found both */
    double *some = mem_new((size_t)b->table.rows, sizeof *some);
    for (int i = 0; i < positions->rows; i++) {
        if (strcmp(tsv_cell(positions, i, iteration), tsv_cell(positions, 0, iteration)) != 0) break;
        double *cell = table_row(&t, NULL);
        for (int j = first; j < positions->columns; j++) *cell++ = strtod(tsv_cell(positions, i, j), NULL);
        for (int k = 0; k < b->parts; k++) sum_up(b, k, i, some, cell + k * TABLES_BANDS);
    }
    free(some);
    snprintf(file, sizeof file, "%s.tsv", name);
    return table_write(&t, folder, file, errors);
}

Status grid_write(const char *dir, const char *folder, const char *name, int *dim, bool *left_out, Errors *errors)
{
    Tsv positions;
    Blocks b = {0};
    const int before = errors->n;
    Status status = tables_read(&positions, dir, "positions.tsv", errors);
    if (status == STATUS_OK) status = tables_check(&positions, "", TABLES_ITERATION " score", "point of the grid", errors);
    if (status == STATUS_OK) status = read_blocks(&b, dir, errors);
    if (status == STATUS_OK) {
        find_parts(&b);
        *dim = positions.columns - tsv_column(&positions, "score") - 1;
        *left_out = b.left_out;
        status = write_points(&b, &positions, folder, name, errors);
    }
    if (status == STATUS_OK) status = write_parts(&b, folder, name, errors);
    free_blocks(&b);
    tsv_free(&positions);
    if (status == STATUS_NO_INPUT && errors->n == before)
        errors_add(errors, "%s: has no point of the grid yet: nothing to draw", dir);
    return status == STATUS_NO_INPUT ? STATUS_DATA : status;
}
