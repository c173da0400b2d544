/* grid.c. The maps and lines of a landscape, from positions.tsv and blocks.tsv. */
#include "analysis/grid.h"

#include "analysis/heldout.h"
#include "base/mem.h"
#include "file/files.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

Status grid_shape(const char *dir, GridShape *shape, Errors *errors)
{
    const FilePath path = files_at(dir, "config.ini");
    OWNED char *text = files_read(path.text, NULL);
    const bool unreadable = text == NULL && !status_absent(errno);
    *shape = GRID_NONE;
    if (unreadable) errors_add(errors, "%s: cannot be read: %s", path.text, strerror(errno));
    if (text != NULL && strstr(text, "\nkind = grid\n") != NULL && strstr(text, "\n[meta]\n") != NULL)
        *shape = strstr(text, "\nshape = axes\n") != NULL ? GRID_LINES : GRID_MAP;
    return unreadable ? STATUS_NO_INPUT : STATUS_OK;
}

/* The tables of a run over a grid. Arrays are (blocks.rows), owned. */
typedef struct {
    Tsv positions, blocks;
    double *particle; /* the point that a block was played at */
    double *value;    /* what its inner training reports; NAN for phases other than the training */
    Parts parts;      /* of the blocks; those after the first GRID_PARTS_MAX are left out */
} Grid;

static Status read_grid(Grid *g, const char *dir, Errors *errors)
{
    static const TableNeeds positions = {"positions.tsv", "", TABLES_ITERATION " score", "point of the grid"};
    static const TableNeeds blocks = {"blocks.tsv", "phase problem", "particle budget value", "point of the grid"};
    Status status = tables_read(&g->positions, dir, &positions, errors);
    if (status == STATUS_OK) status = tables_read(&g->blocks, dir, &blocks, errors);
    if (status != STATUS_OK) return status;
    const int phase = tsv_column(&g->blocks, "phase");
    OWNED double *budget = tsv_numbers(&g->blocks, "budget", errors);
    g->particle = tsv_numbers(&g->blocks, "particle", errors);
    g->value = tsv_numbers(&g->blocks, "value", errors);
    for (int r = 0; r < g->blocks.rows; r++)
        if (strcmp(tsv_cell(&g->blocks, r, phase), "training") != 0) g->value[r] = NAN;
    parts_find(&g->parts, &g->blocks, budget, g->value);
    return STATUS_OK;
}

static void free_grid(Grid *g)
{
    free(g->particle);
    free(g->value);
    parts_free(&g->parts);
    tsv_free(&g->positions);
    tsv_free(&g->blocks);
}

/* Writes quantiles of part k over the blocks of a point: of log10 of the error or of 1 + score. some (blocks.rows): scratch. */
static void sum_up(const Grid *g, int k, int point, double *some, double out[TABLES_BANDS])
{
    const double unit = g->parts.part[k].errors ? -1 : 1 / M_LN10;
    int n = 0;
    for (int r = 0; r < g->blocks.rows; r++)
        if (g->parts.of[r] == k && (int)g->particle[r] == point) some[n++] = unit * parts_log(&g->parts, k, g->value[r]);
    tables_quantiles(some, n, out);
}

static Status write_parts(const Grid *g, int parts, const char *folder, const char *name, Errors *errors)
{
    Table t;
    table_begin(&t, "part\terrors");
    for (int k = 0; k < parts; k++) table_row(&t, g->parts.part[k].label, &(double){g->parts.part[k].errors}, 1);
    return table_write(&t, folder, errors, "%s_parts.tsv", name);
}

/* The points are the rows of the first iteration; particle number i of the blocks is point i. */
static Status write_points(const Grid *g, int parts, int dim, const char *folder, const char *name, Errors *errors)
{
    Table t;
    const Tsv *p = &g->positions;
    const int first = p->columns - dim, iteration = tsv_column(p, TABLES_ITERATION), cells = dim + parts * TABLES_BANDS;
    OWNED double *some = mem_new((size_t)g->blocks.rows, sizeof *some), *cell = mem_new((size_t)cells, sizeof *cell);
    table_begin(&t, "");
    for (int j = first; j < p->columns; j++) table_column(&t, "%s", p->name[j]);
    for (int k = 0; k < parts * TABLES_BANDS; k++)
        table_column(&t, "%s_%d", tables_bands[k % TABLES_BANDS], k / TABLES_BANDS + 1);
    for (int i = 0; i < p->rows && strcmp(tsv_cell(p, i, iteration), tsv_cell(p, 0, iteration)) == 0; i++) {
        for (int j = 0; j < dim; j++) cell[j] = tsv_number(p, i, first + j);
        for (int k = 0; k < parts; k++) sum_up(g, k, i, some, cell + dim + k * TABLES_BANDS);
        table_row(&t, NULL, cell, cells);
    }
    return table_write(&t, folder, errors, "%s.tsv", name);
}

/* Whether the table without rows could not be read: one that only has no row yet has a header. */
static bool is_unreadable(const Grid *g, bool said)
{
    const Tsv *last = g->positions.rows > 0 ? &g->blocks : &g->positions;
    return said && last->columns == 0;
}

Status grid_write(const char *dir, const char *folder, const char *name, int *dim, int *parts, Errors *errors)
{
    CLOSED(free_grid) Grid g = {0};
    const int before = errors->n;
    Status status = read_grid(&g, dir, errors);
    if (status == STATUS_OK) {
        const int shown = g.parts.n < GRID_PARTS_MAX ? g.parts.n : GRID_PARTS_MAX;
        *dim = g.positions.columns - tsv_column(&g.positions, "score") - 1;
        *parts = g.parts.n;
        status = write_points(&g, shown, *dim, folder, name, errors);
        if (status == STATUS_OK) status = write_parts(&g, shown, folder, name, errors);
    } else if (status == STATUS_NO_INPUT && !is_unreadable(&g, errors->n > before)) {
        if (errors->n == before) errors_add(errors, "%s: has no point of the grid yet: nothing to draw", dir);
        status = STATUS_DATA;
    }
    return status;
}
