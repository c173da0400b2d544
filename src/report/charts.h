/* run/charts.h. Pictures of runs.
 *
 * Idea: what can be computed (quantiles, bins, curves, the numbers along an axis, the places of labels) is computed here and written
 * as tables into a folder charts/; gnuplot, with the scripts in plots/, only draws them. So every picture can be redrawn or
 * restyled by hand:
 *     cd RUN/charts && gnuplot -c PLOTS/convergence.gp png convergence.png
 * Files get their names when they are complete. Without gnuplot the tables are written all the same. A new picture: charts_x.c with
 * its function in charts_parts.h, its line in charts.c, its script in plots/.
 * Never: a shell; a number that the reader of a table could not find in it. */
#ifndef SWARMTRIS_REPORT_CHARTS_H
#define SWARMTRIS_REPORT_CHARTS_H

#include "analysis/study.h"
#include "base/error.h"

#include <stdio.h>

/* How and where. format: "png", "svg" or "pdf"; NULL: png and svg. out: a folder, NULL: charts/ in the (first) run. plots: the
 * folder of the scripts; NULL: found beside the program. path: the run of a meta search whose path is drawn over a landscape, or NULL.
 * The rest is borrowed and added to: errors: finished sentences; warnings (or NULL): what gnuplot said though it drew, and a path that is
 * none; drawn (or NULL): the pictures' paths. */
typedef struct {
    const char *format, *out, *plots, *path;
    Errors *errors, *warnings, *drawn;
} Charts;

/* What became of it: the exit status of the program. All but the first leave sentences in errors. */
typedef enum {
    CHARTS_DRAWN = 0,
    CHARTS_BAD_DATA = 65,
    CHARTS_NO_DATA = 66,       /* no such folder, or nothing in it to draw */
    CHARTS_NO_GNUPLOT = 69,    /* all tables are there, only the pictures are not */
    CHARTS_NOT_DRAWN = 70,     /* gnuplot failed, or its scripts are not where the program looks */
    CHARTS_CANNOT_CREATE = 73, /* the folder for the charts */
    CHARTS_NOT_WRITTEN = 74
} ChartsStatus;

/* Every picture for which the run directory dir has data: convergence (metrics.tsv), histogram (games.tsv), meta_path
 * (positions.tsv), landscape or sensitivity (the same and blocks.tsv, of a grid), heldout (heldout.tsv), curves (curves.tsv), repeat
 * (01/, 02/, ...). */
ChartsStatus charts_run(const Charts *c, const char *dir);

/* The best scores of several runs, or of repeats (n >= 1), in one picture: compare. */
ChartsStatus charts_compare(const Charts *c, const char *const *dir, int n);

/* Scores over the seeds of every variant, and how far what was claimed is from them; study.png and so on in folder. */
ChartsStatus charts_study(const Charts *c, const char *folder, const Study *study);

/* Speed-up and efficiency from the table of `bench parallel` (comma-separated: mode, threads, seconds, min, max, speedup,
 * efficiency; mode processes is what the machine can give): OUT.png and so on, tables beside it. c->out is not looked at. out: a
 * path without ending, "bench/results/x/parallel". */
ChartsStatus charts_speedup(const Charts *c, const char *csv, const char *out);

/* What came of drawing: the pictures' paths (c->drawn), with prefix before each, to out (NULL: not said); errors and warnings as above.
 * Empties the lists. */
void charts_announce(const Charts *c, const char *prefix, FILE *out);

#endif
