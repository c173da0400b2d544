/* analysis/parts.h. The blocks of a meta search, grouped by problem and budget. */
#ifndef SWARMTRIS_ANALYSIS_PARTS_H
#define SWARMTRIS_ANALYSIS_PARTS_H

#include "file/tsv.h"

/* One problem with one budget. */
typedef struct {
    char *label; /* "sphere", or "sphere x2" where the table has several budgets; owned */
    int first;   /* the first of its rows */
    int n;       /* rows, 1 or more */
    bool errors; /* its values are errors with a minus: none is above 0 */
} Part;

/* All of a table. */
typedef struct {
    Part *part; /* (n, with room for more) in the order of their first rows; owned */
    int n, room;
    int *of; /* (rows of the table) the part that a row belongs to, -1: to none; owned */
} Parts;

/* Groups the rows of a table with a column `problem`. budget, value (rows): of each row its budget, and the highest number that
 * it has; a row without such a number (NAN) belongs to no part. *p is to be freed. */
void parts_find(Parts *p, const Tsv *t, const double *budget, const double *value);
void parts_free(Parts *p);

/* A value of part k as a logarithm that is higher where the value is better; an error below 1e-16 counts as solved. */
double parts_log(const Parts *p, int k, double value);

#endif
