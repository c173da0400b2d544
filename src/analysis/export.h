/* analysis/export.h. Many runs as one table: a row a run, or all rows of one of their tables.
 *
 * Idea: programs that draw and test (R, pandas, a spreadsheet) want one table. Each row states its run, the seed, and the
 * settings by which runs differ. Columns are the union of what the runs have.
 * Never: a number that is not in a file of a run; leaves out a row of a run without a sentence. */
#ifndef SWARMTRIS_ANALYSIS_EXPORT_H
#define SWARMTRIS_ANALYSIS_EXPORT_H

#include "base/error.h"
#include "file/files.h"

#include <stdio.h>

/* Writes the runs of the directories (n): each is a run, or holds runs 01, 02, ..., or such directories. table: the name of a
 * table of the run directory ("metrics"), whose rows are written; NULL: a row a run, with its reported scores, settings and
 * costs. Cells stand between tabs; RECORD_MISSING where a run has none. STATUS_NO_INPUT: a directory has no run, no run has such
 * a table, or a file is there and cannot be read; STATUS_DATA: a file is damaged; sentences say which. */
Status export_runs(const char *const *dir, int n, const char *table, FILE *out, Errors *errors);

#endif
