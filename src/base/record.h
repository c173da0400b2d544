/* record.h. A row of a named table, cell by cell, so that the header and the lines of a log cannot disagree.
 *
 * Idea: each part writes its own rows, and the code that keeps the tables (store/rundir, a test) knows no column.
 * Between row() and end(), every row of a table has the same cells in the same order. A NULL Record discards everything: inner
 * experiments write no tables.
 * Never: a time in a cell; the tables of two equal runs are equal byte by byte. */
#ifndef SWARMTRIS_BASE_RECORD_H
#define SWARMTRIS_BASE_RECORD_H

#include <stdint.h>

typedef struct Record Record;
struct Record {
    void (*row)(Record *r, const char *table); /* begins a row */
    void (*cell)(Record *r, const char *name, const char *text);
    void (*end)(Record *r);
};

/* The cell of a number that is not known, in every table: gnuplot, pandas, R and strtod read it as no number. */
#define RECORD_MISSING "NaN"

/* Each does nothing if r is NULL. Reals are written with %.17g, so that they are read back unchanged. */
void record_row(Record *r, const char *table);
void record_text(Record *r, const char *name, const char *text);
void record_int(Record *r, const char *name, int64_t value);
void record_real(Record *r, const char *name, double value);
void record_end(Record *r);

#endif
