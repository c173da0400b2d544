/* file/row.h. One row of a table while it is being filled: names and cells side by side. */
#ifndef SWARMTRIS_FILE_ROW_H
#define SWARMTRIS_FILE_ROW_H

#include "base/record.h"

#include <stdbool.h>
#include <stdio.h>

/* Enough for a position in 1,000 dimensions, the most that an ini can ask for. */
enum { ROW_CELLS_MAX = 1024, ROW_CELL_BYTES = 48 };

typedef struct {
    char name[ROW_CELLS_MAX][ROW_CELL_BYTES]; /* (n) of the columns */
    char cell[ROW_CELLS_MAX][ROW_CELL_BYTES]; /* (n) what stands in them */
    int n;
} Row;

/* Adds a cell; longer texts are cut, more cells than there is room for are a fault of the program. */
void row_add(Row *row, const char *name, const char *text);

/* Makes *to the same row: only what is in it is copied, which is little beside the room for it. */
void row_copy(Row *to, const Row *from);

/* The cell called name, NULL: none. */
const char *row_find(const Row *row, const char *name);

/* The names, or the cells, between tabs, with a line end; the caller frees it. */
char *row_line(const Row *row, bool names);

/* A Record that prints its rows to out as a table, the header before the first one. */
typedef struct {
    Record record; /* where rows are added; first, since a Record * is cast back to its PrintedTable */
    FILE *out;     /* borrowed */
    Row row;       /* the row under way */
    bool headed;   /* the header has been printed */
} PrintedTable;
void printed_table(PrintedTable *t, FILE *out);

#endif
