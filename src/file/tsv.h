/* file/tsv.h. Tables with a header line: read by the names of their columns, written row by row.
 *
 * Idea: readers ask for columns by name, so a log may gain columns without a change of its readers. A last line without its end
 * is still being written by another process and is left out. Names of columns consist of letters, digits and a few signs,
 * since callers may pass them to gnuplot or to a shell.
 * Never: a half-written file under its final name. */
#ifndef SWARMTRIS_FILE_TSV_H
#define SWARMTRIS_FILE_TSV_H

#include "base/error.h"
#include "base/record.h"
#include "file/files.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* A table that was read. */
typedef struct {
    char *path;  /* path of the file as given; owned */
    char *text;  /* the bytes of the file, cut into cells by zeros; owned */
    char **name; /* (columns) the header; owned, the names by text */
    char **cell; /* (rows x columns) row by row; owned, the cells by text */
    int *line;   /* (rows) the line of each row in the file, from 1; owned */
    int columns, rows;
    bool unfinished; /* a last line without its end was left out */
} Tsv;

/* Reads path, whose cells stand between separators ('\t' or ','). STATUS_NO_INPUT: there is no such file, it is a directory, or
 * it cannot be read; only the last two give a sentence. STATUS_DATA, with a sentence: it has no header,
 * a name in the header is not plain, or a line has another number of cells. *t must be freed in every case. */
Status tsv_read(Tsv *t, const char *path, char separator, Errors *errors);
void tsv_free(Tsv *t);

/* The index of the column called name; -1: there is none. */
int tsv_column(const Tsv *t, const char *name);

/* The text of a cell; borrowed. */
const char *tsv_cell(const Tsv *t, int row, int column);

/* The number in a cell; NAN if there is no finite number. */
double tsv_number(const Tsv *t, int row, int column);

/* The column (rows) as numbers, owned by the caller. NAN if a cell is empty, `-` or not finite. NULL: no such column, or, with
 * a sentence, a cell that is no number. */
double *tsv_numbers(const Tsv *t, const char *name, Errors *errors);

/* Writes a number so that it is read back unchanged; NaN if it is not finite. */
void tsv_put_number(FILE *out, double x);

/* Replaces path by text (n bytes), using a temporary file beside it. False: a sentence says why. */
bool tsv_write_text(const char *path, const char *text, size_t n, Errors *errors);

/* ---- rows ---- */

typedef struct {
    char *text[2];           /* names of the columns, and texts of the cells, each with its zero; owned */
    size_t used[2], room[2]; /* bytes */
} TableRow;

/* Adds a cell. Neither text may hold a tab or the end of a line. */
void row_add(TableRow *row, const char *name, const char *text);

/* Empties the row for the next cells, but keeps its memory. */
void row_clear(TableRow *row);
void row_free(TableRow *row);

/* The cell called name, NULL: none. Borrowed until the row changes. */
const char *row_find(const TableRow *row, const char *name);

/* The names as a line with tabs between them, owned by the caller. */
char *row_names(const TableRow *row);

/* The cells as such a line, in the order of a line of names; RECORD_MISSING for a name that the row has not. So rows go on
 * below the header of another version. Owned by the caller. */
char *row_cells(const TableRow *row, const char *names);

/* A Record that prints its rows to out as a table, the header before the first one. */
typedef struct {
    Record record; /* to which rows are added; first, since a Record * is cast to its PrintedTable */
    FILE *out;     /* borrowed */
    TableRow row;  /* the unfinished row */
    char *names;   /* the header, by which each row is printed; NULL: there is none yet; owned */
} PrintedTable;
void printed_table(PrintedTable *t, FILE *out);
void printed_table_end(PrintedTable *t);

#endif
