/* tables.c. Building tables of statistics, and reading those of a run. */
#include "analysis/tables.h"

#include "base/mem.h"
#include "base/stats.h"
#include "file/files.h"

#include <assert.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int table_column(Table *t, const char *format, ...)
{
    assert(t->rows == 0);
    char *name = NULL;
    va_list args;
    va_start(args, format);
    int length = vasprintf(&name, format, args);
    va_end(args);
    if (length < 0) abort();
    t->name = mem_grow(t->name, &t->room_names, t->columns + 1, sizeof *t->name);
    t->name[t->columns] = name;
    return t->columns++;
}

double *table_row(Table *t, const char *text)
{
    assert((t->head != NULL) == (text != NULL));
    t->x = mem_grow(t->x, &t->room_x, (t->rows + 1) * t->columns, sizeof *t->x);
    if (text != NULL) {
        t->text = mem_grow(t->text, &t->room_text, t->rows + 1, sizeof *t->text);
        t->text[t->rows] = mem_text(text);
    }
    assert(t->columns >= 1);
    double *row = t->x + t->rows++ * t->columns;
    for (int k = 0; k < t->columns; k++) row[k] = NAN;
    return row;
}

void table_free(Table *t)
{
    for (int k = 0; k < t->columns; k++) free(t->name[k]);
    for (int r = 0; t->text != NULL && r < t->rows; r++) free(t->text[r]);
    free(t->name);
    free(t->text);
    free(t->x);
    *t = (Table){0};
}

Status table_write(Table *t, const char *folder, const char *name, Errors *errors)
{
    const int texts = t->head != NULL;
    assert(t->columns >= 1 && (texts == 0 || t->rows == 0 || t->text != NULL));
    TsvColumn *column = mem_new((size_t)(t->columns + texts), sizeof *column);
    double *x = mem_new((size_t)t->columns * (size_t)t->rows, sizeof *x);
    if (texts) column[0] = (TsvColumn){.name = t->head, .text = t->text};
    for (int k = 0; k < t->columns; k++) {
        for (int r = 0; r < t->rows; r++) x[k * t->rows + r] = t->x[r * t->columns + k];
        column[texts + k] = (TsvColumn){.name = t->name[k], .x = x + k * t->rows};
    }
    char *path = files_path(folder, name);
    bool written = tsv_write(path, column, t->columns + texts, t->rows, errors);
    free(path);
    free(x);
    free(column);
    table_free(t);
    return written ? STATUS_OK : STATUS_IO;
}

Status tables_read(Tsv *t, const char *dir, const char *name, Errors *errors)
{
    char *path = files_path(dir, name);
    TsvStatus read = tsv_read(t, path, '\t', errors);
    free(path);
    return read == TSV_READ ? STATUS_OK : read == TSV_MISSING ? STATUS_NO_INPUT : STATUS_DATA;
}

/* Whether name is among words, which stand between blanks. */
static bool is_among(const char *name, const char *words)
{
    const size_t n = strlen(name);
    for (const char *at = words; (at = strstr(at, name)) != NULL; at += n)
        if ((at == words || at[-1] == ' ') && (at[n] == ' ' || at[n] == '\0')) return true;
    return false;
}

/* Whether column k holds numbers, or nothing; *some: at least one of them. */
static bool is_numeric(const Tsv *t, int k, bool *some, Errors *errors)
{
    double *x = tsv_numbers(t, t->name[k], errors);
    for (int r = 0; x != NULL && r < t->rows; r++) *some = *some || isfinite(x[r]);
    const bool numeric = x != NULL;
    free(x);
    return numeric;
}

Status tables_check(const Tsv *t, const char *texts, const char *columns, const char *missing, Errors *errors)
{
    bool numeric = true, filled = true;
    assert(*columns != '\0');
    int found = 0, wanted = 1;
    for (const char *c = columns; *c != '\0'; c++) wanted += *c == ' ';
    for (int k = 0; k < t->columns; k++) {
        bool some = false;
        if (!is_among(t->name[k], texts)) numeric = is_numeric(t, k, &some, errors) && numeric;
        if (!is_among(t->name[k], columns)) continue;
        found++;
        filled = filled && some;
    }
    if (!numeric) return STATUS_DATA;
    if (found == wanted && filled) return STATUS_OK;
    if (found == wanted && missing != NULL)
        errors_add(errors, "%s: has no %s yet: nothing to draw", t->path, missing);
    else
        errors_add(errors, "%s: must have the columns %s%s%s, with numbers in them", t->path, columns,
                   *texts != '\0' ? " and " : "", texts);
    return found == wanted && missing != NULL ? STATUS_NO_INPUT : STATUS_DATA;
}

bool tables_has(const char *dir, const char *name)
{
    char *path = files_path(dir, name);
    bool there = files_exists(path);
    free(path);
    return there;
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
