/* file/row.h. One row of a table while it is being filled: names and cells side by side. */
#ifndef SWARMTRIS_FILE_ROW_H
#define SWARMTRIS_FILE_ROW_H

#include "base/record.h"

#include <stdbool.h>
#include <stdio.h>

/* Enough for a position in 1,000 dimensions, the most that an ini can ask for. */
enum { ROW_CELLS_MAX = 1024, ROW_CELL_BYTES = 48 };

typedef struct {
    char name[ROW_CELLS_MAX][ROW_CELL_BYTES]; /* (n) names of the columns */
    char cell[ROW_CELLS_MAX][ROW_CELL_BYTES]; /* (n) texts of the cells */
    int n;
} Row;

/* Adds a cell. Texts too long are cut; a row with too many cells is a fault of the program (assert). */
void row_add(Row *row, const char *name, const char *text);

/* Copies a row, but only the cells in use, which are few of ROW_CELLS_MAX. */
void row_copy(Row *to, const Row *from);

/* The cell called name, NULL: none. */
const char *row_find(const Row *row, const char *name);

/* The names or cells as a line with tabs between them, owned by the caller. */
char *row_line(const Row *row, bool names);

/* A Record that prints its rows to out as a table, the header before the first one. */
typedef struct {
    Record record; /* to which rows are added; first, since a Record * is cast to its PrintedTable */
    FILE *out;     /* borrowed */
    Row row;       /* the unfinished row */
    bool headed;   /* the header has been printed */
} PrintedTable;
void printed_table(PrintedTable *t, FILE *out);

#endif
