/* analysis/chart_tables.h. Tables of statistics, written row by row for charts; and the run's own tables, read and checked.
 *
 * Never: decides what is drawn, or how. */
#ifndef SWARMTRIS_ANALYSIS_CHART_TABLES_H
#define SWARMTRIS_ANALYSIS_CHART_TABLES_H

#include "file/tsv.h"

/* The column of metrics.tsv and positions.tsv that counts iterations. */
#define TABLES_ITERATION "iteration"
/* The column of metrics.tsv with the cost so far, whatever the game calls it. */
#define TABLES_COST "pieces"

/* A table under construction. It may not be moved between table_begin and table_write. */
typedef struct {
    FILE *out;         /* the stream into text */
    char *text;        /* the file so far; owned */
    size_t size;       /* bytes of text */
    int columns, rows; /* so far */
} Table;

/* Begins a table with columns of these names, separated by tabs; "": without columns. */
void table_begin(Table *t, const char *names);

/* Adds a column. All columns are added before the first row. */
void table_column(Table *t, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Adds a row: text (NULL: there is none) in the first column, with blanks for tabs, and the numbers x (n) in all others. */
void table_row(Table *t, const char *text, const double *x, int n);

/* Writes the table to a file of folder and frees it. STATUS_IO: a sentence says why it could not be written. */
Status table_write(Table *t, const char *folder, Errors *errors, const char *name, ...) __attribute__((format(printf, 4, 5)));

/* What a table must be like to be drawn. Lists of columns have blanks between the names. Texts are borrowed. */
typedef struct {
    const char *file;    /* its name in the run directory */
    const char *texts;   /* the columns that must be there and hold texts; all others hold numbers */
    const char *columns; /* the columns that must be there and hold at least one number; NULL: the table is not checked */
    const char *missing; /* what a table without rows lacks, as a sentence calls it; NULL: it must have rows */
} TableNeeds;

/* Reads the table of dir and checks it. STATUS_NO_INPUT: there is no such file; or, with a sentence, it cannot be read, or it
 * has no row yet and needs->missing allows that. STATUS_DATA: a sentence says what is wrong. *t is to be freed in every case. */
Status tables_read(Tsv *t, const char *dir, const TableNeeds *needs, Errors *errors);

/* As tables_read, for a table that dir may lack: then STATUS_OK, too, and t has no column. */
Status tables_read_if(Tsv *t, const char *dir, const TableNeeds *needs, Errors *errors);

/* Checks a table that was read already; needs->texts and needs->columns must be set. */
Status tables_check(const Tsv *t, const TableNeeds *needs, Errors *errors);

/* Whether dir has a file or folder called name, even one that cannot be read: its reader reports that. */
bool tables_has(const char *dir, const char *name);

/* The quantiles 5, 25, 50, 75 and 95 % of the finite numbers among x (n), which is reordered; NAN if there are none. */
enum { TABLES_Q05, TABLES_Q25, TABLES_MEDIAN, TABLES_Q75, TABLES_Q95, TABLES_BANDS };
extern const char *const tables_bands[TABLES_BANDS]; /* q05, q25, median, q75, q95: names of columns */
void tables_quantiles(double *x, int n, double out[TABLES_BANDS]);

#endif
