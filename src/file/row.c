/* row.c. One row of a table while it is being filled, and a table that is printed row by row. */
#include "file/row.h"

#include "base/mem.h"
#include "base/text.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

void row_add(Row *row, const char *name, const char *text)
{
    assert(row->n < ROW_CELLS_MAX);
    snprintf(row->name[row->n], ROW_CELL_BYTES, "%s", name);
    snprintf(row->cell[row->n], ROW_CELL_BYTES, "%s", text);
    row->n++;
}

void row_copy(Row *to, const Row *from)
{
    memcpy(to->name, from->name, (size_t)from->n * sizeof *to->name);
    memcpy(to->cell, from->cell, (size_t)from->n * sizeof *to->cell);
    to->n = from->n;
}

const char *row_find(const Row *row, const char *name)
{
    for (int i = 0; i < row->n; i++)
        if (strcmp(row->name[i], name) == 0) return row->cell[i];
    return NULL;
}

char *row_line(const Row *row, bool names)
{
    size_t room = ((size_t)row->n + 1) * (ROW_CELL_BYTES + 1);
    char *line = mem_new(room, 1);
    Text text = text_in(line, room);
    for (int i = 0; i < row->n; i++) text_add(&text, "%s%c", names ? row->name[i] : row->cell[i], i + 1 < row->n ? '\t' : '\n');
    return line;
}

static void begin(Record *r, const char *table)
{
    (void)table;
    ((PrintedTable *)r)->row.n = 0;
}

static void add(Record *r, const char *name, const char *text)
{
    row_add(&((PrintedTable *)r)->row, name, text);
}

static void print(const PrintedTable *t, bool names)
{
    char *line = row_line(&t->row, names);
    fputs(line, t->out);
    free(line);
}

static void end(Record *r)
{
    PrintedTable *t = (PrintedTable *)r;
    if (!t->headed) print(t, true);
    t->headed = true;
    print(t, false);
}

void printed_table(PrintedTable *t, FILE *out)
{
    *t = (PrintedTable){.record = {.row = begin, .cell = add, .end = end}, .out = out};
}
