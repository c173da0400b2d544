/* tsv.c. Reads tables by the names of their columns, and prints them row by row. */
#include "file/tsv.h"

#include "base/mem.h"
#include "base/record.h"
#include "base/text.h"
#include "file/files.h"

#include <assert.h>
#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Cuts the line at p into cells and keeps the first room of them; returns the number of all cells. */
static int split(char *p, char separator, char **cell, int room)
{
    int n = 0;
    for (;;) {
        if (n < room) cell[n] = p;
        n++;
        p = strchr(p, separator);
        if (p == NULL) return n;
        *p++ = '\0';
    }
}

/* The next line from *p on, without its line end, or NULL; an unfinished last line is ignored. */
static char *next_line(char **p)
{
    char *line = *p, *end = strchr(line, '\n');
    if (end == NULL) return NULL;
    *p = end + 1;
    *end = '\0';
    if (end > line && end[-1] == '\r') end[-1] = '\0';
    return line;
}

/* Whether a name has no special meaning to a shell, gnuplot or a terminal. */
static bool is_plain_name(const char *name)
{
    static const char others[] = "_.+-=";
    size_t n = 0;
    while (isalnum((unsigned char)name[n]) || (name[n] != '\0' && strchr(others, name[n]) != NULL)) n++;
    return n > 0 && name[n] == '\0';
}

static bool check_names(const Tsv *t, Errors *errors)
{
    for (int k = 0; k < t->columns; k++)
        if (!is_plain_name(t->name[k])) {
            errors_add(errors, "%s:1: '%.60s' names column %d: must be letters, digits and the signs _ . + - =%s", t->path,
                       t->name[k], k + 1, strchr(t->name[k], ',') != NULL ? "; tabs separate columns" : "");
            return false;
        }
    return true;
}

static bool read_rows(Tsv *t, char *p, char separator, Errors *errors)
{
    int cells = 0, lines = 0;
    int number = 1;
    for (char *line; (line = next_line(&p)) != NULL;) {
        number++;
        if (*line == '\0') continue;
        t->cell = mem_grow(t->cell, &cells, (t->rows + 1) * t->columns, sizeof *t->cell);
        t->line = mem_grow(t->line, &lines, t->rows + 1, sizeof *t->line);
        int n = split(line, separator, t->cell + (size_t)t->rows * (size_t)t->columns, t->columns);
        if (n != t->columns) {
            errors_add(errors, "%s:%d: the line has %d cells: must be %d, as in the header", t->path, number, n, t->columns);
            return false;
        }
        t->line[t->rows++] = number;
    }
    t->unfinished = *p != '\0';
    return true;
}

Status tsv_read(Tsv *t, const char *path, char separator, Errors *errors)
{
    *t = (Tsv){.path = mem_text(path)};
    size_t n = 0;
    if (!files_text(&t->text, path, &n, errors) || t->text == NULL) return STATUS_NO_INPUT;
    char *p = t->text, *header = next_line(&p);
    if (header == NULL || *header == '\0' || strlen(t->text) + 1 == n + 1) {
        errors_add(errors, "%s: must start with a line that names its columns", path);
        return STATUS_DATA;
    }
    t->columns = 1;
    for (const char *c = header; *c != '\0'; c++) t->columns += *c == separator;
    t->name = mem_new((size_t)t->columns, sizeof *t->name);
    split(header, separator, t->name, t->columns);
    return check_names(t, errors) && read_rows(t, p, separator, errors) ? STATUS_OK : STATUS_DATA;
}

void tsv_free(Tsv *t)
{
    free(t->path);
    free(t->text);
    free(t->name);
    free(t->cell);
    free(t->line);
    *t = (Tsv){0};
}

int tsv_column(const Tsv *t, const char *name)
{
    for (int c = 0; c < t->columns; c++)
        if (strcmp(t->name[c], name) == 0) return c;
    return -1;
}

const char *tsv_cell(const Tsv *t, int row, int column)
{
    assert(row >= 0 && row < t->rows && column >= 0 && column < t->columns);
    return t->cell[(size_t)row * (size_t)t->columns + (size_t)column];
}

double tsv_number(const Tsv *t, int row, int column)
{
    char *end;
    const char *cell = tsv_cell(t, row, column);
    const double x = strtod(cell, &end);
    return *cell != '\0' && *end == '\0' && isfinite(x) ? x : NAN;
}

double *tsv_numbers(const Tsv *t, const char *name, Errors *errors)
{
    int c = tsv_column(t, name);
    if (c < 0) return NULL;
    double *x = mem_new((size_t)t->rows, sizeof *x);
    for (int r = 0; r < t->rows; r++) {
        const char *cell = tsv_cell(t, r, c);
        char *end;
        strtod(cell, &end);
        if (*end != '\0' && strcmp(cell, "-") != 0) {
            errors_add(errors, "%s:%d: %s = '%s': must be a number", t->path, t->line[r], name, cell);
            free(x);
            return NULL;
        }
        x[r] = tsv_number(t, r, c);
    }
    return x;
}

void tsv_put_number(FILE *out, double x)
{
    char number[32];
    Text cell = text_in(number, sizeof number);
    fputs(isfinite(x) && text_add_real(&cell, x) ? number : RECORD_MISSING, out);
}

bool tsv_write_text(const char *path, const char *text, size_t n, Errors *errors)
{
    if (files_replace(path, text, n)) return true;
    errors_add(errors, "%s: cannot be written: %s", path, files_why(errno));
    return false;
}

/* ---- rows ---- */

enum { NAMES, CELLS };

static void append(TableRow *row, int k, const char *text)
{
    const size_t n = strlen(text) + 1;
    row->text[k] = mem_grow_bytes(row->text[k], &row->room[k], row->used[k] + n);
    memcpy(row->text[k] + row->used[k], text, n);
    row->used[k] += n;
}

void row_add(TableRow *row, const char *name, const char *text)
{
    append(row, NAMES, name);
    append(row, CELLS, text);
}

void row_clear(TableRow *row)
{
    row->used[NAMES] = row->used[CELLS] = 0;
}

void row_free(TableRow *row)
{
    free(row->text[NAMES]);
    free(row->text[CELLS]);
    *row = (TableRow){0};
}

/* The cell whose name is the first n bytes of `name`, looked for from *at on and then from the first; *at: the cell after it. */
static const char *find(const TableRow *row, const char *name, size_t n, size_t at[2])
{
    for (int round = 0; round < 2; round++) {
        while (at[NAMES] < row->used[NAMES]) {
            const char *own = row->text[NAMES] + at[NAMES], *cell = row->text[CELLS] + at[CELLS];
            const size_t length = strlen(own);
            at[NAMES] += length + 1;
            at[CELLS] += strlen(cell) + 1;
            if (length == n && memcmp(own, name, n) == 0) return cell;
        }
        at[NAMES] = at[CELLS] = 0;
    }
    return NULL;
}

const char *row_find(const TableRow *row, const char *name)
{
    return find(row, name, strlen(name), (size_t[2]){0});
}

char *row_names(const TableRow *row)
{
    char *line = mem_new(row->used[NAMES] + 1, 1);
    for (size_t i = 0; i < row->used[NAMES]; i++) line[i] = row->text[NAMES][i] != '\0' ? row->text[NAMES][i] : '\t';
    if (row->used[NAMES] > 0) line[row->used[NAMES] - 1] = '\n';
    return line;
}

char *row_cells(const TableRow *row, const char *names)
{
    static const char ends[] = "\t\n";
    CLOSED(row_free) TableRow line = {0};
    size_t at[2] = {0};
    for (size_t n; *names != '\0'; names += n + (names[n] != '\0')) {
        n = strcspn(names, ends);
        const char *cell = find(row, names, n, at);
        append(&line, NAMES, cell != NULL ? cell : RECORD_MISSING);
    }
    return row_names(&line);
}

static void begin(Record *r, const char *table)
{
    (void)table;
    row_clear(&((PrintedTable *)r)->row);
}

static void add(Record *r, const char *name, const char *text)
{
    row_add(&((PrintedTable *)r)->row, name, text);
}

static void end(Record *r)
{
    PrintedTable *t = (PrintedTable *)r;
    if (t->names == NULL) fputs(t->names = row_names(&t->row), t->out);
    OWNED char *cells = row_cells(&t->row, t->names);
    fputs(cells, t->out);
}

void printed_table(PrintedTable *t, FILE *out)
{
    *t = (PrintedTable){.record = {.row = begin, .cell = add, .end = end}, .out = out};
}

void printed_table_end(PrintedTable *t)
{
    row_free(&t->row);
    free(t->names);
}
