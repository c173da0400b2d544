/* file/row.h. One row of a table while it is being filled: names and cells side by side, of any length. */
#ifndef SWARMTRIS_FILE_ROW_H
#define SWARMTRIS_FILE_ROW_H

#include "base/record.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

typedef struct {
    char *text[2];           /* names of the columns, and texts of the cells, each with its zero; owned */
    size_t used[2], room[2]; /* bytes */
} Row;

/* Adds a cell. Neither text may hold a tab or the end of a line. */
void row_add(Row *row, const char *name, const char *text);

/* Empties the row for the next cells, but keeps its memory. */
void row_clear(Row *row);
void row_free(Row *row);

/* The cell called name, NULL: none. Borrowed until the row changes. */
const char *row_find(const Row *row, const char *name);

/* The names as a line with tabs between them, owned by the caller. */
char *row_names(const Row *row);

/* The cells as such a line, in the order of a line of names; RECORD_MISSING for a name that the row has not. So rows go on
 * below the header of another version. Owned by the caller. */
char *row_cells(const Row *row, const char *names);

/* A Record that prints its rows to out as a table, the header before the first one. */
typedef struct {
    Record record; /* to which rows are added; first, since a Record * is cast to its PrintedTable */
    FILE *out;     /* borrowed */
    Row row;       /* the unfinished row */
    char *names;   /* the header, by which each row is printed; NULL: there is none yet; owned */
} PrintedTable;
void printed_table(PrintedTable *t, FILE *out);
void printed_table_end(PrintedTable *t);

#endif
