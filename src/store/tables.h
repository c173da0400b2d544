/* store/tables.h. The tables of a run directory: rows that wait in memory and are appended together with a checkpoint.
 *
 * Idea: experiments add rows through a Record. tables_write appends all waiting rows to their files and knows how long each file
 * then is; these lengths are part of the checkpoint (tables_serialise), and tables_cut removes what was appended after it.
 * Never: a row in a file without a checkpoint that knows of it, once tables_cut has run. */
#ifndef SWARMTRIS_STORE_TABLES_H
#define SWARMTRIS_STORE_TABLES_H

#include "base/error.h"
#include "base/serialise.h"
#include "file/files.h"
#include "file/tsv.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The number of tables that experiments write (table_names). */
enum { TABLES = 9 };

/* Whether a file of a run directory is one of the tables: "metrics.tsv", "games.tsv", ... */
bool tables_has_file(const char *file);

/* The rows of one table that wait in memory. */
typedef struct {
    const char *name;  /* name of the table; the file is NAME.tsv */
    char *text;        /* the lines (used of room bytes), owned */
    size_t used, room; /* bytes; a slow disk may let more wait than an int can count */
    int64_t length;    /* bytes of the file that tables_write has written, or that the checkpoint states */
    char *names;       /* the header, by which each row is written; NULL: there is none yet; owned */
} TableRows;

typedef struct {
    Record record; /* where the experiment adds rows; first, since a Record * is cast back to its Tables */
    TableRows table[TABLES];
    TableRows *current; /* the table of the row under way; NULL: there is none */
    TableRow row;       /* the row under way */
    TableRow metrics;   /* the last whole row of table "metrics" */
    char failed[40];    /* the file that tables_write could not write last */
} Tables;

void tables_start(Tables *t);
void tables_free(Tables *t);

/* Appends the rows that wait to their files in dir. False: errno, and failed has the name of the file; its rows still wait. */
bool tables_write(Tables *t, const char *dir);

/* Bytes of all rows that wait. */
size_t tables_waiting(const Tables *t);

/* Saves or loads the lengths of the files. */
void tables_serialise(Tables *t, Serialiser *v);

/* Cuts the files in dir back to their lengths, and reads their headers: what another version has begun goes on with its columns,
 * and a column that is new is left out. STATUS_DATA: a file is shorter than its length: it was removed or cut; STATUS_IO:
 * a file cannot be written. */
Status tables_cut(Tables *t, const char *dir, Errors *errors);

/* Whether no file in dir is shorter than its length. */
bool tables_there(const Tables *t, const char *dir, Errors *errors);

#endif
