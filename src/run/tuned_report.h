/* run/tuned_report.h. What a meta search has found, for people and as tuned.ini.
 *
 * Never: computes what a table of the run or analysis/ has. */
#ifndef SWARMTRIS_RUN_TUNED_REPORT_H
#define SWARMTRIS_RUN_TUNED_REPORT_H

#include "config/tune.h"
#include "experiment/experiment.h"

#include <stdbool.h>
#include <stdio.h>

/* The values of position x, a line each name that was tuned. */
void tuned_report_values(FILE *out, const Tune *tune, const double *x);

/* What the tables of the run in dir say: the held-out blocks, and, where positions were searched and not laid out as a grid, the
 * main effects. Nothing where it has no such tables. */
void tuned_report_analyses(FILE *out, const char *dir, bool searched);

/* Writes tuned.ini. */
void tuned_report_file(FILE *f, const Tune *tune, const Result *r);

#endif
