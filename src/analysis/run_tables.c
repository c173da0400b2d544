/* run_tables.c. Reads and checks the tables of runs, writes tables of statistics, and makes bands of scores over seeds. */
#include "analysis/run_tables.h"

#include "base/mem.h"
#include "base/real.h"
#include "base/stats.h"
#include "base/text.h"
#include "file/files.h"

#include <assert.h>
#include <ctype.h>
#include <math.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

void table_begin(Table *t, const char *names)
{
    *t = (Table){.columns = *names != '\0'};
    t->out = files_memory(&t->text, &t->size);
    for (const char *c = names; *c != '\0'; c++) t->columns += *c == '\t';
    fputs(names, t->out);
}

void table_column(Table *t, const char *format, ...)
{
    assert(t->rows == 0);
    va_list args;
    va_start(args, format);
    if (t->columns++ > 0) fputc('\t', t->out);
    vfprintf(t->out, format, args);
    va_end(args);
}

void table_row(Table *t, const char *text, const double *x, int n)
{
    assert(n + (text != NULL) == t->columns);
    fputc('\n', t->out);
    for (const char *c = text; c != NULL && *c != '\0'; c++) fputc((unsigned char)*c < ' ' ? ' ' : *c, t->out);
    for (int k = 0; k < n; k++) {
        if (k > 0 || text != NULL) fputc('\t', t->out);
        tsv_put_number(t->out, x[k]);
    }
    t->rows++;
}

Status table_write(Table *t, const char *folder, Errors *errors, const char *name, ...)
{
    va_list args;
    va_start(args, name);
    OWNED char *file = text_new_v(name, args);
    va_end(args);
    fputc('\n', t->out);
    files_memory_close(t->out);
    const bool written = tsv_write_text(files_at(folder, file).text, t->text, t->size, errors);
    free(t->text);
    *t = (Table){0};
    return written ? STATUS_OK : STATUS_IO;
}

/* The number of words in a list, which have blanks between them; if name is not NULL, only words equal to it are counted. */
static int count_words(const char *words, const char *name)
{
    int n = 0;
    for (size_t length; *words != '\0'; words += length + (words[length] == ' ')) {
        length = strcspn(words, " ");
        n += name == NULL || (strlen(name) == length && strncmp(words, name, length) == 0);
    }
    return n;
}

Status tables_check(const Tsv *t, const TableNeeds *needs, Errors *errors)
{
    assert(needs->columns != NULL && needs->texts != NULL);
    bool numeric = true;
    int absent = count_words(needs->columns, NULL) + count_words(needs->texts, NULL), empty = absent;
    for (int k = 0; k < t->columns; k++) {
        const bool text = count_words(needs->texts, t->name[k]) > 0, needed = text || count_words(needs->columns, t->name[k]) > 0;
        OWNED double *x = text ? NULL : tsv_numbers(t, t->name[k], errors);
        bool filled = text;
        for (int r = 0; x != NULL && r < t->rows; r++) filled = filled || isfinite(x[r]);
        numeric = numeric && (text || x != NULL);
        absent -= needed;
        empty -= needed && filled;
    }
    if (!numeric) return STATUS_DATA;
    if (absent == 0 && empty == 0) return STATUS_OK;
    const bool missing = absent == 0 && t->rows == 0 && needs->missing != NULL;
    if (missing)
        errors_add(errors, "%s: has no %s yet: nothing to draw", t->path, needs->missing);
    else
        errors_add(errors, "%s: must have the columns %s%s%s, with numbers in them", t->path, needs->columns,
                   *needs->texts != '\0' ? " and " : "", needs->texts);
    return missing ? STATUS_NO_INPUT : STATUS_DATA;
}

Status tables_read(Tsv *t, const char *dir, const TableNeeds *needs, Errors *errors)
{
    Status status = tsv_read(t, files_at(dir, needs->file).text, '\t', errors);
    return status == STATUS_OK && needs->columns != NULL ? tables_check(t, needs, errors) : status;
}

Status tables_read_if(Tsv *t, const char *dir, const TableNeeds *needs, Errors *errors)
{
    const int before = errors->n;
    const Status status = tables_read(t, dir, needs, errors);
    return status == STATUS_NO_INPUT && errors->n == before ? STATUS_OK : status;
}

const char *const tables_bands[TABLES_BANDS] = {"q05", "q25", "median", "q75", "q95"};

void tables_quantiles(double *x, int n, double out[TABLES_BANDS])
{
    static const double share[TABLES_BANDS] = {0.05, 0.25, 0.5, 0.75, 0.95};
    int left = 0;
    for (int i = 0; i < n; i++)
        if (isfinite(x[i])) x[left++] = x[i];
    stats_sort(x, left);
    for (int k = 0; k < TABLES_BANDS; k++) out[k] = left > 0 ? stats_quantile(x, left, share[k]) : NAN;
}

const char *const run_units_names[RUN_UNITS] = {"kind", "score_noun", "cost_noun", "play_noun", "evaluation_noun"};

static Status take_values(RunUnits *u, Errors *errors)
{
    enum { LONGEST = 40 };
    const char *path = u->table.path;
    if (u->table.rows != 1) {
        errors_add(errors, "%s: has %d lines below its header: must have one", path, u->table.rows);
        return STATUS_DATA;
    }
    for (int k = 0; k < RUN_UNITS; k++) {
        const int column = tsv_column(&u->table, run_units_names[k]);
        if (column < 0) continue;
        const char *value = tsv_cell(&u->table, 0, column);
        size_t n = 0;
        while (isalnum((unsigned char)value[n]) || value[n] == ' ' || value[n] == '-') n++;
        const bool noun = value[n] == '\0' && n >= 2 && n <= LONGEST, /* the last is the s of the plural */
            kind = strcmp(value, "count") == 0 || strcmp(value, "error") == 0 || strcmp(value, "difference") == 0;
        if (k == RUN_UNITS_KIND ? !kind : !noun) {
            errors_add(errors, "%s:%d: %s = '%.60s': must be %s", path, u->table.line[0], run_units_names[k], value,
                       k == RUN_UNITS_KIND ? "count, error or difference"
                                           : "a noun in the plural, of letters, digits and blanks");
            return STATUS_DATA;
        }
        u->value[k] = value;
    }
    return STATUS_OK;
}

Status run_units_read(RunUnits *u, const char *dir, Errors *errors)
{
    *u = (RunUnits){0};
    const Status status = tables_read_if(&u->table, dir, &(TableNeeds){.file = "traits.tsv"}, errors);
    return status == STATUS_OK && u->table.columns > 0 ? take_values(u, errors) : status;
}

void run_units_free(RunUnits *u)
{
    tsv_free(&u->table);
    *u = (RunUnits){0};
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

static Status read_seconds(Curve *c, Errors *errors)
{
    static const TableNeeds needs = {"timing.tsv", "phase", "games seconds", "saved games"};
    CLOSED(tsv_free) Tsv t = {0};
    const int before = errors->n;
    Status status = c->games != NULL ? tables_read(&t, c->dir, &needs, errors) : STATUS_NO_INPUT;
    if (status == STATUS_OK) {
        CLOSED(free_clock) Clock k = read_clock(&t, errors);
        c->seconds = mem_new((size_t)c->table.rows, sizeof *c->seconds);
        for (int i = 0; i < c->table.rows; i++) c->seconds[i] = seconds_at(&k, c->games[i]);
    } else if (errors->n == before)
        errors_add(errors, "%s: its seconds are not known: must have timing.tsv and the column games of metrics.tsv", c->dir);
    return status;
}

Status curve_read(Curve *c, const char *dir, const char *axis, Errors *errors)
{
    static const TableNeeds metrics = {"metrics.tsv", "", TABLES_ITERATION " best_score", "finished iteration"};
    *c = (Curve){.dir = mem_text(dir)};
    Status status = tables_read(&c->table, dir, &metrics, errors);
    if (status != STATUS_OK) return status;
    c->iteration = tsv_numbers(&c->table, TABLES_ITERATION, errors);
    c->best = tsv_numbers(&c->table, "best_score", errors);
    c->games = tsv_numbers(&c->table, "games", errors);
    c->cost = tsv_numbers(&c->table, TABLES_COST, errors);
    for (int i = 1; i < c->table.rows; i++)
        if (isnan(c->best[i])) c->best[i] = c->best[i - 1]; /* nothing better was found */
    status = run_units_read(&c->units, dir, errors);
    c->kind = c->units.value[RUN_UNITS_KIND] != NULL ? c->units.value[RUN_UNITS_KIND] : "count";
    c->cost_noun = c->units.value[RUN_UNITS_COST] != NULL ? c->units.value[RUN_UNITS_COST] : "cost";
    if (status == STATUS_OK) status = run_reported_read(&c->reported, dir, errors);
    if (status != STATUS_OK) return status;
    return axis != NULL && strcmp(axis, "seconds") == 0 ? read_seconds(c, errors) : STATUS_OK;
}

void curve_free(Curve *c)
{
    double *const all[] = {c->iteration, c->best, c->games, c->cost, c->seconds};
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) free(all[i]);
    free(c->dir);
    tsv_free(&c->table);
    run_units_free(&c->units);
    run_reported_free(&c->reported);
    *c = (Curve){0};
}

const double *curve_axis(const Curve *c, const char *axis)
{
    return strcmp(axis, "seconds") == 0 ? c->seconds : strcmp(axis, TABLES_COST) == 0 ? c->cost : c->iteration;
}

void curve_seconds(const Curve *c, Table *t)
{
    assert(c->seconds != NULL);
    const int columns = c->table.columns;
    OWNED double *cell = mem_new((size_t)columns + 1, sizeof *cell);
    table_begin(t, "");
    for (int k = 0; k < columns; k++) table_column(t, "%s", c->table.name[k]);
    table_column(t, "seconds");
    for (int r = 0; r < c->table.rows; r++) {
        for (int k = 0; k < columns; k++) cell[k] = tsv_number(&c->table, r, k);
        cell[columns] = c->seconds[r];
        table_row(t, NULL, cell, columns + 1);
    }
}

/* ---- several runs ---- */

/* Good players need more and more pieces an iteration: so places are logarithmic where pieces span more than two decades. */
static void places(const Curve *run, int n, const char *axis, double x[CURVE_POINTS])
{
    double lo = HUGE_VAL, hi = -HUGE_VAL;
    for (int i = 0; i < n; i++) {
        const double *at = curve_axis(&run[i], axis);
        assert(at != NULL);
        for (int r = 0; r < run[i].table.rows; r++) {
            if (!isfinite(at[r])) continue;
            lo = fmin(lo, at[r]);
            hi = fmax(hi, at[r]);
        }
    }
    const bool logs = strcmp(axis, TABLES_COST) == 0 && lo > 0 && hi > 100 * lo;
    for (int k = 0; k < CURVE_POINTS; k++) {
        const double share = (double)k / (CURVE_POINTS - 1);
        x[k] = k == CURVE_POINTS - 1 ? hi : logs ? lo * real_exp(share * real_log(hi / lo)) : lo + share * (hi - lo);
    }
}

/* The best of a run at x is that of its last iteration up to x; NAN: the run has not begun. */
void curve_bands(const Curve *run, int n, const char *axis, Table *t)
{
    assert(n >= 1);
    double x[CURVE_POINTS];
    OWNED double *best = mem_new((size_t)n * CURVE_POINTS, sizeof *best);
    places(run, n, axis, x);
    for (int i = 0; i < n; i++) {
        const double *at = curve_axis(&run[i], axis);
        for (int k = 0, row = 0; k < CURVE_POINTS; k++) {
            while (row < run[i].table.rows && at[row] <= x[k] * (1 + 1e-12)) row++;
            best[k * n + i] = row > 0 ? run[i].best[row - 1] : NAN;
        }
    }
    table_begin(t, "x\truns\tq05\tq25\tmedian\tq75\tq95");
    for (int k = 0; k < CURVE_POINTS; k++) {
        double row[2 + TABLES_BANDS] = {x[k], 0, NAN, NAN, NAN, NAN, NAN};
        for (int i = 0; i < n; i++) row[1] += isfinite(best[k * n + i]);
        if (row[1] == n) tables_quantiles(best + k * n, n, row + 2); /* earlier, the runs that have begun would stand for all */
        table_row(t, NULL, row, 2 + TABLES_BANDS);
    }
}

bool curve_reported(const Curve *run, int n, Table *t)
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
