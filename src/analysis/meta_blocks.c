/* meta_blocks.c. Blocks of a meta search by problem and budget: what the held-out ones prove, tuned parameters against
 * baselines; and the maps and lines of a landscape. */
#include "analysis/meta_blocks.h"

#include "analysis/run_tables.h"
#include "base/mem.h"
#include "base/paired.h"
#include "base/quantity.h"
#include "base/text.h"
#include "file/files.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Groups the rows of a table with a column `problem`. budget, value (rows): each row's budget and highest number; a row without
 * a number (NAN) belongs to no part. *p is to be freed. */
static void parts_find(Parts *p, const Tsv *t, const double *budget, const double *value)
{
    const int problem = tsv_column(t, "problem");
    assert(problem >= 0);
    bool several = false;
    for (int r = 1; r < t->rows; r++) several = several || budget[r] != budget[0];
    *p = (Parts){.of = mem_new((size_t)t->rows, sizeof *p->of)};
    for (int r = 0; r < t->rows; r++) {
        const char *name = tsv_cell(t, r, problem);
        int k = 0;
        p->of[r] = -1;
        if (!isfinite(value[r])) continue;
        while (k < p->n && (budget[p->part[k].first] != budget[r] || strcmp(tsv_cell(t, p->part[k].first, problem), name) != 0))
            k++;
        if (k == p->n) {
            p->part = mem_grow(p->part, &p->room, ++p->n, sizeof *p->part);
            p->part[k] = (Part){.label = text_new(several ? "%s x%g" : "%s", name, budget[r]), .first = r, .errors = true};
        }
        p->of[r] = k;
        p->part[k].n++;
        p->part[k].errors = p->part[k].errors && value[r] <= 0;
    }
}

/* A value of part k as a logarithm, higher for better values; an error below 1e-16 counts as solved. */
static double parts_log(const Parts *p, int k, double value)
{
    assert(k >= 0 && k < p->n);
    assert(!p->part[k].errors || value <= 0);
    return p->part[k].errors ? scale_solved(SCALE_ERROR, value) : scale_solved(SCALE_COUNT, fmax(value, 0));
}

static void parts_free(Parts *p)
{
    for (int k = 0; k < p->n; k++) free(p->part[k].label);
    free(p->part);
    free(p->of);
    *p = (Parts){0};
}

/* Finds the players that have columns of reported scores and of scores, in the order of the columns. */
static void find_players(Heldout *h, Errors *errors)
{
    const size_t columns = (size_t)h->table.columns;
    h->name = mem_new(columns, sizeof *h->name);
    h->reported = mem_new(columns, sizeof *h->reported);
    h->score = mem_new(columns, sizeof *h->score);
    for (int k = 0; k < h->table.columns; k++) {
        OWNED char *score = text_new("%s_score", h->table.name[k]);
        if (tsv_column(&h->table, score) < 0 || k == tsv_column(&h->table, "problem")) continue;
        h->name[h->players] = h->table.name[k];
        h->reported[h->players] = tsv_numbers(&h->table, h->table.name[k], errors);
        h->score[h->players++] = tsv_numbers(&h->table, score, errors);
    }
}

static void find_parts(Heldout *h, Errors *errors)
{
    OWNED double *budget = tsv_numbers(&h->table, "budget", errors), *highest = mem_new((size_t)h->table.rows, sizeof *highest);
    for (int r = 0; r < h->table.rows; r++) {
        highest[r] = h->reported[0][r];
        for (int i = 1; i < h->players; i++)
            highest[r] = isnan(highest[r]) || isnan(h->reported[i][r]) ? NAN : fmax(highest[r], h->reported[i][r]);
    }
    parts_find(&h->parts, &h->table, budget, highest);
}

int heldout_reported(const Heldout *h, int k, int player, double *out)
{
    assert(k >= 0 && k < h->parts.n && player >= 0 && player < h->players);
    int n = 0;
    for (int r = 0; r < h->table.rows; r++)
        if (h->parts.of[r] == k) out[n++] = h->reported[player][r];
    assert(n == h->parts.part[k].n);
    return n;
}

/* Compares a with b in the rows (of n) in which both have a number. */
static HeldoutDuel duel(const double *a, const double *b, int n)
{
    OWNED double *x = mem_new((size_t)n * 2, sizeof *x);
    double *y = x + n, won = 0;
    int both = 0;
    for (int i = 0; i < n; i++) {
        if (!isfinite(a[i]) || !isfinite(b[i])) continue;
        won += a[i] > b[i] ? 1 : a[i] == b[i] ? 0.5 : 0;
        x[both] = a[i];
        y[both++] = b[i];
    }
    return (HeldoutDuel){
        .wins = both > 0 ? won / both : 0.5, .share = paired_share(x, y, both), .p = paired_wilcoxon(x, y, both)};
}

/* A block counts by the ratio of scores, not by the difference. All tests of one baseline's parts are one family. */
static void test_parts(const Heldout *h, int baseline, HeldoutTest *t)
{
    const int parts = h->parts.n, rows = h->table.rows;
    OWNED double *p = mem_new((size_t)parts, sizeof *p), *a = mem_new((size_t)rows * 2, sizeof *a);
    double *b = a + rows;
    t->part = mem_new((size_t)parts, sizeof *t->part);
    for (int k = 0; k < parts; k++) {
        Stats ratio = {0};
        const int n = heldout_reported(h, k, 0, a);
        heldout_reported(h, k, baseline, b);
        for (int i = 0; i < n; i++) {
            a[i] = parts_log(&h->parts, k, a[i]);
            b[i] = parts_log(&h->parts, k, b[i]);
            if (h->parts.part[k].errors) continue;
            stats_add(&ratio, a[i] - b[i]);
            stats_add(&t->all.log_ratio, a[i] - b[i]);
        }
        t->part[k] = duel(a, b, n);
        t->part[k].log_ratio = ratio;
        p[k] = t->part[k].p;
    }
    stats_holm(p, parts);
    for (int k = 0; k < parts; k++) t->part[k].p = p[k];
}

/* Tests tuned against each baseline over all blocks; these tests are one family, too (Holm). */
static void test_all(Heldout *h)
{
    const int baselines = h->players - 1;
    OWNED double *p = mem_new((size_t)baselines, sizeof *p);
    h->test = mem_new((size_t)baselines, sizeof *h->test);
    for (int i = 0; i < baselines; i++) {
        h->test[i].all = duel(h->score[0], h->score[i + 1], h->table.rows);
        p[i] = h->test[i].all.p;
        test_parts(h, i + 1, &h->test[i]);
    }
    stats_holm(p, baselines);
    for (int i = 0; i < baselines; i++) h->test[i].all.p = p[i];
}

Status heldout_read(Heldout *h, const char *dir, Errors *errors)
{
    static const TableNeeds needs = {"heldout.tsv", "problem", "budget block", NULL};
    *h = (Heldout){0};
    Status status = tables_read(&h->table, dir, &needs, errors);
    if (status != STATUS_OK) return status;
    find_players(h, errors);
    if (h->players < 2) {
        errors_add(errors, "%s: must have the columns NAME and NAME_score of two players at least", h->table.path);
        return STATUS_DATA;
    }
    find_parts(h, errors);
    test_all(h);
    return STATUS_OK;
}

void heldout_free(Heldout *h)
{
    for (int i = 0; i < h->players; i++) {
        free(h->reported[i]);
        free(h->score[i]);
        if (h->test != NULL && i > 0) free(h->test[i - 1].part);
    }
    free(h->name);
    free(h->reported);
    free(h->score);
    free(h->test);
    parts_free(&h->parts);
    tsv_free(&h->table);
    *h = (Heldout){0};
}

int heldout_sign(const HeldoutDuel *d)
{
    assert(d->p >= 0 && d->p <= 1);
    return d->p > HELDOUT_ALPHA ? 0 : d->share > 0.5 ? 1 : -1;
}

const char *heldout_verdict(const HeldoutDuel *d)
{
    static const char *const words[] = {"worse than", "not distinguishable from", "better than"};
    return words[1 + heldout_sign(d)];
}

/* ---- a grid ---- */

Status grid_shape(const char *dir, GridShape *shape, Errors *errors)
{
    OWNED char *text;
    const bool readable = files_text(&text, files_at(dir, "config.ini").text, NULL, errors);
    *shape = GRID_NONE;
    if (text != NULL && strstr(text, "\nkind = grid\n") != NULL && strstr(text, "\n[meta]\n") != NULL)
        *shape = strstr(text, "\nshape = axes\n") != NULL ? GRID_LINES : GRID_MAP;
    return readable ? STATUS_OK : STATUS_NO_INPUT;
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

/* The points are the rows of the first iteration; particle number i of the blocks is point i. Of each part: quantiles over the
 * blocks of a point, of log10 of the error or of 1 + score. */
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
        for (int k = 0; k < parts; k++) {
            const double unit = g->parts.part[k].errors ? -1 : 1 / M_LN10;
            int n = 0;
            for (int r = 0; r < g->blocks.rows; r++)
                if (g->parts.of[r] == k && (int)g->particle[r] == i) some[n++] = unit * parts_log(&g->parts, k, g->value[r]);
            tables_quantiles(some, n, cell + dim + k * TABLES_BANDS);
        }
        table_row(&t, NULL, cell, cells);
    }
    return table_write(&t, folder, errors, "%s.tsv", name);
}

Status grid_write(const char *dir, const char *folder, const char *name, int *dim, int *parts, Errors *errors)
{
    CLOSED(free_grid) Grid g = {0};
    const int before = errors->n;
    Status status = read_grid(&g, dir, errors);
    const Tsv *last = g.positions.rows > 0 ? &g.blocks : &g.positions; /* one that only has no row yet has a header */
    if (status == STATUS_OK) {
        const int shown = g.parts.n < GRID_PARTS_MAX ? g.parts.n : GRID_PARTS_MAX;
        *dim = g.positions.columns - tsv_column(&g.positions, "score") - 1;
        *parts = g.parts.n;
        status = write_points(&g, shown, *dim, folder, name, errors);
        if (status != STATUS_OK) return status;
        Table t;
        table_begin(&t, "part\terrors");
        for (int k = 0; k < shown; k++) table_row(&t, g.parts.part[k].label, &(double){g.parts.part[k].errors}, 1);
        status = table_write(&t, folder, errors, "%s_parts.tsv", name);
    } else if (status == STATUS_NO_INPUT && (errors->n == before || last->columns > 0)) {
        if (errors->n == before) errors_add(errors, "%s: has no point of the grid yet: nothing to draw", dir);
        status = STATUS_DATA;
    }
    return status;
}
