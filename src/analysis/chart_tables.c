/* chart_tables.c. Writing tables of statistics, and reading those of a run. */
#include "analysis/chart_tables.h"

#include "base/mem.h"
#include "base/stats.h"
#include "base/text.h"
#include "file/files.h"

#include <assert.h>
#include <math.h>
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

bool tables_has(const char *dir, const char *name)
{
    return files_exists(files_at(dir, name).text);
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
