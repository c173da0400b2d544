/* progress.c. Metrics.tsv and timing.tsv of runs, and bands over their seeds. */
#include "analysis/progress.h"

#include "base/mem.h"
#include "base/real.h"
#include "file/files.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- one run ---- */

/* A cell of the single row of traits.tsv; what else it is where there is none. */
static const char *trait(const Tsv *traits, const char *name, const char *otherwise)
{
    const int k = traits->rows > 0 ? tsv_column(traits, name) : -1;
    return k >= 0 ? tsv_cell(traits, 0, k) : otherwise;
}

/* Seconds of all processes up to a number of games: points (n) where both rise. */
typedef struct {
    double *games, *seconds;
    int n;
} Clock;

/* Each process counts its seconds from 0 on. A process that resumes a run plays the games after the last checkpoint again: the
 * points after it are dropped, the time that they took is not. */
static void read_clock(Clock *c, const Tsv *t, const double *games, const double *seconds)
{
    double before = 0, last = 0;
    c->games = mem_new((size_t)t->rows + 1, sizeof *c->games);
    c->seconds = mem_new((size_t)t->rows + 1, sizeof *c->seconds);
    c->n = 1; /* no games in no time */
    for (int i = 0; i < t->rows; i++) {
        if (!isfinite(games[i]) || !isfinite(seconds[i])) continue;
        if (seconds[i] < last) before += last;
        last = seconds[i];
        while (c->n > 1 && c->games[c->n - 1] > games[i]) c->n--;
        c->games[c->n] = games[i];
        c->seconds[c->n++] = before + last;
    }
}

static double seconds_at(const Clock *c, double games)
{
    int i = 1;
    assert(c->n >= 1);
    while (i < c->n - 1 && c->games[i] < games) i++;
    if (i == c->n) return NAN;
    const double span = c->games[i] - c->games[i - 1], share = span > 0 ? (games - c->games[i - 1]) / span : 1;
    return c->seconds[i - 1] + fmin(fmax(share, 0), 1) * (c->seconds[i] - c->seconds[i - 1]);
}

static Status read_seconds(Progress *p, Errors *errors)
{
    Tsv t;
    const int before = errors->n;
    Status status = tables_read(&t, p->dir, "timing.tsv", errors);
    double *games = status == STATUS_OK ? tsv_numbers(&t, "games", errors) : NULL;
    double *seconds = status == STATUS_OK ? tsv_numbers(&t, "seconds", errors) : NULL;
    if (games != NULL && seconds != NULL && p->games != NULL) {
        Clock c;
        read_clock(&c, &t, games, seconds);
        p->seconds = mem_new((size_t)p->table.rows, sizeof *p->seconds);
        for (int i = 0; i < p->table.rows; i++) p->seconds[i] = seconds_at(&c, p->games[i]);
        free(c.games);
        free(c.seconds);
    } else if (errors->n == before) {
        errors_add(errors, "%s: its seconds are not known: must have timing.tsv and the column games of metrics.tsv", p->dir);
        status = STATUS_NO_INPUT;
    } else
        status = STATUS_DATA;
    free(games);
    free(seconds);
    tsv_free(&t);
    return status;
}

Status progress_read(Progress *p, const char *dir, bool seconds, Errors *errors)
{
    *p = (Progress){.dir = dir};
    Status status = tables_read(&p->table, dir, "metrics.tsv", errors);
    if (status != STATUS_OK) return status;
    if (p->table.rows == 0) {
        errors_add(errors, "%s: has no finished iteration yet: nothing to draw", p->table.path);
        return STATUS_NO_INPUT;
    }
    status = tables_check(&p->table, "", TABLES_ITERATION " best_score", NULL, errors);
    if (status != STATUS_OK) return status;
    p->iteration = tsv_numbers(&p->table, TABLES_ITERATION, errors);
    p->best = tsv_numbers(&p->table, "best_score", errors);
    p->games = tsv_numbers(&p->table, "games", errors);
    p->cost = tsv_numbers(&p->table, "pieces", errors);
    for (int i = 1; i < p->table.rows; i++)
        if (isnan(p->best[i])) p->best[i] = p->best[i - 1]; /* nothing better was found */
    Errors ignored = {0};
    tables_read(&p->traits, dir, "traits.tsv", &ignored);
    p->kind = trait(&p->traits, "kind", "count");
    p->cost_noun = trait(&p->traits, "cost_noun", "pieces");
    errors_free(&ignored);
    return seconds ? read_seconds(p, errors) : STATUS_OK;
}

void progress_free(Progress *p)
{
    double *const all[] = {p->iteration, p->best, p->games, p->cost, p->seconds};
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) free(all[i]);
    tsv_free(&p->table);
    tsv_free(&p->traits);
    *p = (Progress){0};
}

const double *progress_axis(const Progress *p, const char *axis)
{
    return strcmp(axis, "seconds") == 0 ? p->seconds : strcmp(axis, "pieces") == 0 ? p->cost : p->iteration;
}

Status progress_write_seconds(const Progress *p, const char *folder, const char *name, Errors *errors)
{
    assert(p->seconds != NULL);
    const int columns = p->table.columns;
    TsvColumn *column = mem_new((size_t)columns + 1, sizeof *column);
    char **text = mem_new((size_t)columns * (size_t)p->table.rows, sizeof *text);
    for (int k = 0; k < columns; k++) {
        for (int r = 0; r < p->table.rows; r++) text[k * p->table.rows + r] = p->table.cell[r * columns + k];
        column[k] = (TsvColumn){.name = p->table.name[k], .text = text + k * p->table.rows};
    }
    column[columns] = (TsvColumn){.name = "seconds", .x = p->seconds};
    char *path = files_path(folder, name);
    bool written = tsv_write(path, column, columns + 1, p->table.rows, errors);
    free(path);
    free(column);
    free(text);
    return written ? STATUS_OK : STATUS_IO;
}

/* ---- several runs ---- */

/* Good players need more and more pieces an iteration: so places are logarithmic where pieces span more than two decades. */
static void places(const Progress *run, int n, const char *axis, double x[PROGRESS_POINTS])
{
    double lo = HUGE_VAL, hi = -HUGE_VAL;
    for (int i = 0; i < n; i++) {
        const double *at = progress_axis(&run[i], axis);
        for (int r = 0; r < run[i].table.rows; r++) {
            if (!isfinite(at[r])) continue;
            lo = fmin(lo, at[r]);
            hi = fmax(hi, at[r]);
        }
    }
    const bool logs = strcmp(axis, "pieces") == 0 && lo > 0 && hi > 100 * lo;
    for (int k = 0; k < PROGRESS_POINTS; k++) {
        const double share = (double)k / (PROGRESS_POINTS - 1);
        x[k] = k == PROGRESS_POINTS - 1 ? hi : logs ? lo * real_exp(share * real_log(hi / lo)) : lo + share * (hi - lo);
    }
}

/* The best score of a run at x, which is that of its last iteration up to x. NAN: the run has not begun. *from: the row where the
 * last search ended; x rises from call to call. */
static double best_at(const Progress *p, const double *at, double x, int *from)
{
    while (*from < p->table.rows && at[*from] <= x * (1 + 1e-12)) (*from)++;
    return *from > 0 ? p->best[*from - 1] : NAN;
}

Status progress_write_bands(const Progress *run, int n, const char *axis, const char *folder, const char *name, Errors *errors)
{
    Table t = {0};
    double x[PROGRESS_POINTS];
    assert(n >= 1);
    table_column(&t, "x");
    table_column(&t, "runs");
    for (int k = 0; k < TABLES_BANDS; k++) table_column(&t, "%s", tables_bands[k]);
    places(run, n, axis, x);
    int *from = mem_new((size_t)n, sizeof *from);
    double *best = mem_new((size_t)n, sizeof *best);
    for (int k = 0; k < PROGRESS_POINTS; k++) {
        double *row = table_row(&t, NULL);
        row[0] = x[k];
        row[1] = 0;
        for (int i = 0; i < n; i++) {
            best[i] = best_at(&run[i], progress_axis(&run[i], axis), x[k], &from[i]);
            row[1] += isfinite(best[i]);
        }
        if (row[1] == n) tables_quantiles(best, n, row + 2); /* earlier, the runs that have begun would stand for all */
    }
    free(from);
    free(best);
    return table_write(&t, folder, name, errors);
}
