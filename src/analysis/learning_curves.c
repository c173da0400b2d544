/* learning_curves.c. Reads metrics.tsv, timing.tsv and traits.tsv of runs, and makes bands over their seeds. */
#include "analysis/learning_curves.h"

#include "base/mem.h"
#include "base/real.h"

#include <assert.h>
#include <ctype.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

const char *const run_units_names[RUN_UNITS] = {"kind", "score_noun", "cost_noun", "play_noun", "evaluation_noun"};

static bool is_kind(const char *value)
{
    return strcmp(value, "count") == 0 || strcmp(value, "error") == 0 || strcmp(value, "difference") == 0;
}

/* Whether value has letters, digits, blanks and hyphens only, at least two, since the last is the s of the plural. */
static bool is_noun(const char *value)
{
    enum { LONGEST = 40 };
    size_t n = 0;
    while (isalnum((unsigned char)value[n]) || value[n] == ' ' || value[n] == '-') n++;
    return value[n] == '\0' && n >= 2 && n <= LONGEST;
}

static Status take_values(RunUnits *t, Errors *errors)
{
    const char *path = t->table.path;
    if (t->table.rows != 1) {
        errors_add(errors, "%s: has %d lines below its header: must have one", path, t->table.rows);
        return STATUS_DATA;
    }
    for (int k = 0; k < RUN_UNITS; k++) {
        const int column = tsv_column(&t->table, run_units_names[k]);
        if (column < 0) continue;
        const char *value = tsv_cell(&t->table, 0, column);
        if (k == RUN_UNITS_KIND ? !is_kind(value) : !is_noun(value)) {
            errors_add(errors, "%s:%d: %s = '%.60s': must be %s", path, t->table.line[0], run_units_names[k], value,
                       k == RUN_UNITS_KIND ? "count, error or difference"
                                           : "a noun in the plural, of letters, digits and blanks");
            return STATUS_DATA;
        }
        t->value[k] = value;
    }
    return STATUS_OK;
}

Status run_units_read(RunUnits *t, const char *dir, Errors *errors)
{
    *t = (RunUnits){0};
    const Status status = tables_read_if(&t->table, dir, &(TableNeeds){.file = "traits.tsv"}, errors);
    return status == STATUS_OK && t->table.columns > 0 ? take_values(t, errors) : status;
}

void run_units_free(RunUnits *t)
{
    tsv_free(&t->table);
    *t = (RunUnits){0};
}

/* ---- reported scores ---- */

/* A row of format 2, which has half of the interval's width. */
static ReportedScore read_old(const Tsv *t, int row, const char *name)
{
    const int ci = tsv_column(t, "ci95");
    const double mean = tsv_number(t, row, tsv_column(t, "mean")), n = tsv_number(t, row, tsv_column(t, "games")),
                 sem = n > 1 && ci >= 0 ? tsv_number(t, row, ci) / stats_t975((int64_t)n - 1) : 0;
    const Units units = {.scale = mean < 0 ? SCALE_SIGNED : SCALE_COUNT, .by_rate = strcmp(name, "estimated") == 0};
    return reported_make(name, 0, &units, (Stats){.n = (int64_t)n, .mean = mean, .m2 = sem * sem * n * (n - 1)}, 0);
}

Status run_reported_read(RunReported *r, const char *dir, Errors *errors)
{
    static const TableNeeds needs = {.file = "result.tsv", .texts = "reported", .columns = "mean games"},
                            old = {.file = "result.tsv", .texts = "claim", .columns = "mean games"};
    *r = (RunReported){0};
    const Status status = tables_read_if(&r->table, dir, &(TableNeeds){.file = "result.tsv"}, errors);
    const bool is_old = tsv_column(&r->table, "claim") >= 0;
    if (status != STATUS_OK || r->table.columns == 0) return status;
    if (tables_check(&r->table, is_old ? &old : &needs, errors) != STATUS_OK) return STATUS_DATA;
    for (int i = 0; i < r->table.rows && i < REPORTED_MAX; i++, r->n++) {
        const char *name = tsv_cell(&r->table, i, tsv_column(&r->table, is_old ? "claim" : "reported"));
        r->score[i] = is_old ? read_old(&r->table, i, name) : (ReportedScore){.name = name};
        for (int k = 0; k < REPORTED_FIELDS && !is_old; k++) {
            const int column = tsv_column(&r->table, reported_fields[k]);
            r->score[i].value[k] = column >= 0 ? tsv_number(&r->table, i, column) : NAN;
        }
    }
    return STATUS_OK;
}

void run_reported_free(RunReported *r)
{
    tsv_free(&r->table);
    *r = (RunReported){0};
}

/* ---- one run ---- */

/* Seconds of all processes by the number of games, at points at which both increase. */
typedef struct {
    double *games, *seconds; /* (n), owned */
    int n;
} Clock;

/* Each process counts its seconds from 0 on. A process that resumes a run plays the games after the last checkpoint again: the
 * points after it are dropped, but their time counts. */
static Clock read_clock(const Tsv *t, Errors *errors)
{
    Clock c = {.games = tsv_numbers(t, "games", errors), .seconds = tsv_numbers(t, "seconds", errors)};
    double before = 0, last = 0;
    for (int i = 0; i < t->rows; i++) {
        const double games = c.games[i], seconds = c.seconds[i];
        if (!isfinite(games) || !isfinite(seconds)) continue;
        if (seconds < last) before += last;
        last = seconds;
        while (c.n > 0 && c.games[c.n - 1] > games) c.n--;
        c.games[c.n] = games;
        c.seconds[c.n++] = before + last;
    }
    return c;
}

static void free_clock(Clock *c)
{
    free(c->games);
    free(c->seconds);
}

/* Interpolates between two points; before the first one are no games in no time. */
static double seconds_at(const Clock *c, double games)
{
    int i = 0;
    while (i < c->n - 1 && c->games[i] < games) i++;
    if (i == c->n) return NAN;
    const double from = i > 0 ? c->games[i - 1] : 0, since = i > 0 ? c->seconds[i - 1] : 0, span = c->games[i] - from;
    return since + fmin(fmax(span > 0 ? (games - from) / span : 1, 0), 1) * (c->seconds[i] - since);
}

static Status read_seconds(Progress *p, Errors *errors)
{
    static const TableNeeds needs = {"timing.tsv", "phase", "games seconds", "saved games"};
    CLOSED(tsv_free) Tsv t = {0};
    const int before = errors->n;
    Status status = p->games != NULL ? tables_read(&t, p->dir, &needs, errors) : STATUS_NO_INPUT;
    if (status == STATUS_OK) {
        CLOSED(free_clock) Clock c = read_clock(&t, errors);
        p->seconds = mem_new((size_t)p->table.rows, sizeof *p->seconds);
        for (int i = 0; i < p->table.rows; i++) p->seconds[i] = seconds_at(&c, p->games[i]);
    } else if (errors->n == before)
        errors_add(errors, "%s: its seconds are not known: must have timing.tsv and the column games of metrics.tsv", p->dir);
    return status;
}

Status progress_read(Progress *p, const char *dir, const char *axis, Errors *errors)
{
    static const TableNeeds metrics = {"metrics.tsv", "", TABLES_ITERATION " best_score", "finished iteration"};
    *p = (Progress){.dir = mem_text(dir)};
    Status status = tables_read(&p->table, dir, &metrics, errors);
    if (status != STATUS_OK) return status;
    p->iteration = tsv_numbers(&p->table, TABLES_ITERATION, errors);
    p->best = tsv_numbers(&p->table, "best_score", errors);
    p->games = tsv_numbers(&p->table, "games", errors);
    p->cost = tsv_numbers(&p->table, TABLES_COST, errors);
    for (int i = 1; i < p->table.rows; i++)
        if (isnan(p->best[i])) p->best[i] = p->best[i - 1]; /* nothing better was found */
    status = run_units_read(&p->units, dir, errors);
    p->kind = p->units.value[RUN_UNITS_KIND] != NULL ? p->units.value[RUN_UNITS_KIND] : "count";
    p->cost_noun = p->units.value[RUN_UNITS_COST] != NULL ? p->units.value[RUN_UNITS_COST] : "cost";
    if (status == STATUS_OK) status = run_reported_read(&p->reported, dir, errors);
    if (status != STATUS_OK) return status;
    return axis != NULL && strcmp(axis, "seconds") == 0 ? read_seconds(p, errors) : STATUS_OK;
}

void progress_free(Progress *p)
{
    double *const all[] = {p->iteration, p->best, p->games, p->cost, p->seconds};
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) free(all[i]);
    free(p->dir);
    tsv_free(&p->table);
    run_units_free(&p->units);
    run_reported_free(&p->reported);
    *p = (Progress){0};
}

const double *progress_axis(const Progress *p, const char *axis)
{
    return strcmp(axis, "seconds") == 0 ? p->seconds : strcmp(axis, TABLES_COST) == 0 ? p->cost : p->iteration;
}

void progress_seconds(const Progress *p, Table *t)
{
    assert(p->seconds != NULL);
    const int columns = p->table.columns;
    OWNED double *cell = mem_new((size_t)columns + 1, sizeof *cell);
    table_begin(t, "");
    for (int k = 0; k < columns; k++) table_column(t, "%s", p->table.name[k]);
    table_column(t, "seconds");
    for (int r = 0; r < p->table.rows; r++) {
        for (int k = 0; k < columns; k++) cell[k] = tsv_number(&p->table, r, k);
        cell[columns] = p->seconds[r];
        table_row(t, NULL, cell, columns + 1);
    }
}

/* ---- several runs ---- */

/* Good players need more and more pieces an iteration: so places are logarithmic where pieces span more than two decades. */
static void places(const Progress *run, int n, const char *axis, double x[PROGRESS_POINTS])
{
    double lo = HUGE_VAL, hi = -HUGE_VAL;
    for (int i = 0; i < n; i++) {
        const double *at = progress_axis(&run[i], axis);
        assert(at != NULL);
        for (int r = 0; r < run[i].table.rows; r++) {
            if (!isfinite(at[r])) continue;
            lo = fmin(lo, at[r]);
            hi = fmax(hi, at[r]);
        }
    }
    const bool logs = strcmp(axis, TABLES_COST) == 0 && lo > 0 && hi > 100 * lo;
    for (int k = 0; k < PROGRESS_POINTS; k++) {
        const double share = (double)k / (PROGRESS_POINTS - 1);
        x[k] = k == PROGRESS_POINTS - 1 ? hi : logs ? lo * real_exp(share * real_log(hi / lo)) : lo + share * (hi - lo);
    }
}

/* The best of a run at x is that of its last iteration up to x; NAN: the run has not begun. */
void progress_bands(const Progress *run, int n, const char *axis, Table *t)
{
    assert(n >= 1);
    double x[PROGRESS_POINTS];
    OWNED double *best = mem_new((size_t)n * PROGRESS_POINTS, sizeof *best);
    places(run, n, axis, x);
    for (int i = 0; i < n; i++) {
        const double *at = progress_axis(&run[i], axis);
        for (int k = 0, row = 0; k < PROGRESS_POINTS; k++) {
            while (row < run[i].table.rows && at[row] <= x[k] * (1 + 1e-12)) row++;
            best[k * n + i] = row > 0 ? run[i].best[row - 1] : NAN;
        }
    }
    table_begin(t, "x\truns\tq05\tq25\tmedian\tq75\tq95");
    for (int k = 0; k < PROGRESS_POINTS; k++) {
        double row[2 + TABLES_BANDS] = {x[k], 0, NAN, NAN, NAN, NAN, NAN};
        for (int i = 0; i < n; i++) row[1] += isfinite(best[k * n + i]);
        if (row[1] == n) tables_quantiles(best + k * n, n, row + 2); /* earlier, the runs that have begun would stand for all */
        table_row(t, NULL, row, 2 + TABLES_BANDS);
    }
}

bool progress_reported(const Progress *run, int n, Table *t)
{
    static const char *const names[] = {"validated", "estimated"};
    OWNED double *mean = mem_new((size_t)n, sizeof *mean);
    assert(n >= 1);
    for (size_t c = 0; c < sizeof names / sizeof *names; c++) {
        int found = 0;
        for (int i = 0; i < n; i++) {
            mean[i] = NAN;
            for (const ReportedScore *s = run[i].reported.score; s < run[i].reported.score + run[i].reported.n; s++)
                if (strcmp(s->name, names[c]) == 0) mean[i] = s->value[REPORTED_MEAN];
            found += isfinite(mean[i]);
        }
        if (found == 0) continue;
        table_begin(t, "run");
        table_column(t, "%s", names[c]);
        for (int i = 0; i < n; i++) table_row(t, NULL, (const double[]){i + 1, mean[i]}, 2);
        return true;
    }
    return false;
}
