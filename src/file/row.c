/* row.c. One row of a table while it is being filled, and a table that is printed row by row. */
#include "file/row.h"

#include "base/mem.h"

#include <stdlib.h>
#include <string.h>

enum { NAMES, CELLS };

static void append(Row *row, int k, const char *text)
{
    const size_t n = strlen(text) + 1;
    row->text[k] = mem_grow_bytes(row->text[k], &row->room[k], row->used[k] + n);
    memcpy(row->text[k] + row->used[k], text, n);
    row->used[k] += n;
}

void row_add(Row *row, const char *name, const char *text)
{
    append(row, NAMES, name);
    append(row, CELLS, text);
}

void row_clear(Row *row)
{
    row->used[NAMES] = row->used[CELLS] = 0;
}

void row_free(Row *row)
{
    free(row->text[NAMES]);
    free(row->text[CELLS]);
    *row = (Row){0};
}

/* The cell whose name is the first n bytes of `name`, looked for from *at on and then from the first; *at: the cell after it. */
static const char *find(const Row *row, const char *name, size_t n, size_t at[2])
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

const char *row_find(const Row *row, const char *name)
{
    return find(row, name, strlen(name), (size_t[2]){0});
}

char *row_names(const Row *row)
{
    char *line = mem_new(row->used[NAMES] + 1, 1);
    for (size_t i = 0; i < row->used[NAMES]; i++) line[i] = row->text[NAMES][i] != '\0' ? row->text[NAMES][i] : '\t';
    if (row->used[NAMES] > 0) line[row->used[NAMES] - 1] = '\n';
    return line;
}

char *row_cells(const Row *row, const char *names)
{
    static const char ends[] = "\t\n";
    CLOSED(row_free) Row line = {0};
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
