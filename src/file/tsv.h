/* file/tsv.h. Tables with a header line: read by the names of their columns, written whole or not at all.
 *
 * Idea: readers ask for columns by name, so a log may gain columns without a change of its readers. A last line without its end
 * is still being written by another process and is left out. Names of columns consist of letters, digits and a few signs,
 * since callers may pass them to gnuplot or to a shell.
 * Never: a half-written file under its final name. */
#ifndef SWARMTRIS_FILE_TSV_H
#define SWARMTRIS_FILE_TSV_H

#include "base/error.h"
#include "file/status.h"

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

#endif
