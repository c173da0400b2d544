/* analysis/tables.h. Tables of statistics: built row by row, written for charts; and the run's own tables, read by name.
 *
 * Never: decides what is drawn, or how. */
#ifndef SWARMTRIS_ANALYSIS_TABLES_H
#define SWARMTRIS_ANALYSIS_TABLES_H

#include "file/status.h"
#include "file/tsv.h"

/* The column of metrics.tsv and positions.tsv that counts iterations. */
#define TABLES_ITERATION "iteration"

/* A table under construction. Begins with all members zero. */
typedef struct {
    char **name;      /* (columns) of the columns of numbers, owned */
    double *x;        /* (rows, columns), owned */
    const char *head; /* the name of a column of texts that comes first; NULL: there is none. Borrowed */
    char **text;      /* (rows) its cells, owned; NULL without head */
    int columns, rows;
    int room_names, room_x, room_text; /* reserved elements of the arrays */
} Table;

/* Adds a column and returns its number. All columns are added before the first row. */
int table_column(Table *t, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Adds a row and returns its cells (columns), all NAN, good until the next row. text: of the first column where there is a head;
 * copied. */
double *table_row(Table *t, const char *text);

/* Writes folder/NAME and frees the table. STATUS_IO: a sentence says why. */
Status table_write(Table *t, const char *folder, const char *name, Errors *errors);

/* Frees what the table holds; it is empty then. */
void table_free(Table *t);

/* Reads dir/name. STATUS_NO_INPUT: there is no such file, with a sentence where it is there and cannot be read; STATUS_DATA: a
 * sentence says what is wrong. *t is to be freed in every case. */
Status tables_read(Tsv *t, const char *dir, const char *name, Errors *errors);

/* Whether a table is fit to be drawn: it has the columns (names between blanks) and all its columns but the texts hold numbers,
 * and each of columns at least one. STATUS_DATA: a sentence says what is wrong. STATUS_NO_INPUT, with a sentence: a column has
 * no number, and that may be so because there is none yet of what is `missing` (NULL: it may not be so). */
Status tables_check(const Tsv *t, const char *texts, const char *columns, const char *missing, Errors *errors);

/* Whether dir has a file or folder called name. */
bool tables_has(const char *dir, const char *name);

/* The quantiles 5, 25, 50, 75 and 95 % of the finite numbers among x (n), which is reordered; NAN where there is none. */
enum { TABLES_BANDS = 5 };
extern const char *const tables_bands[TABLES_BANDS]; /* q05, q25, median, q75, q95: names of columns */
void tables_quantiles(double *x, int n, double out[TABLES_BANDS]);

#endif
