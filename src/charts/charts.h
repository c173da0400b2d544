/* charts/charts.h. Pictures of runs.
 *
 * Idea: a chart is one row in the list of charts.c and a script plots/NAME.gp. The script has ticks, titles and labels, and
 * reads the run's own tables. Statistics that no log can hold (over seeds, of maps, of the path of a swarm) are written by
 * analysis as tables NAME*.tsv. They go into a folder charts/, beside NAME.set, a few gnuplot assignments: the name of the
 * run, the kind of its scores, the tables that exist. So every picture can be drawn by hand, by a changed script as well:
 *     gnuplot -c MY/convergence.gp RUN png convergence.png
 * Pictures get their names when they are complete. Without gnuplot the tables are written all the same.
 * Never: a shell; a number computed here. */
#ifndef SWARMTRIS_CHARTS_CHARTS_H
#define SWARMTRIS_CHARTS_CHARTS_H

#include "analysis/study.h"
#include "base/error.h"
#include "file/files.h"

#include <stdbool.h>
#include <stdio.h>

/* How and where charts are drawn, as the caller wants it. Texts are borrowed. */
typedef struct {
    const char *format; /* "png", "svg" or "pdf"; NULL: png and svg, or pdf where the size is in inches */
    const char *out;    /* the folder of the charts; NULL: charts/ in the (first) run */
    const char *plots;  /* the folder of the scripts; NULL: found beside the program */
    const char *path;   /* a run of a meta search: its path is drawn over a landscape; or NULL */
    const char *title;  /* title in place of the charts' own; or NULL */
    const char *axis;   /* what progress is drawn against: "iterations", "pieces" or "seconds"; NULL: what suits the chart */
    bool hover;         /* an svg for a page, which shows values under the pointer: fewer points, and the limits of the axes */
    double size[3];     /* width and height of a picture, and whether they are inches; all 0: 1100 and 680 pixels */
    double points;      /* size of letters; 0: 8 where the size is in inches, else it grows with the picture */
    bool untitled;      /* without title and subtitle */
    Errors *errors;     /* finished sentences are added to it */
    Errors *warnings;   /* gnuplot's messages about charts that it did draw are added to it; or NULL */
    Errors *drawn;      /* the pictures' paths are added to it; or NULL */
} Charts;

/* A chart of a run, drawn by plots/NAME.gp. */
typedef struct {
    const Charts *how;  /* as the caller wants it; borrowed */
    const char *name;   /* name of the script */
    const char *dir;    /* the run that it is about, as the user named it */
    const char *folder; /* where its tables and pictures go */
    FILE *set;          /* the stream into text */
    char *text;         /* the assignments of NAME.set; owned */
    size_t size;        /* bytes of text */
    Status status;      /* other than STATUS_OK: an assignment is missing, as a sentence says, and no chart is drawn */
} Chart;

/* Assigns a value to VARIABLE if k = 0, or to VARIABLE_K for run number k >= 1. */
void chart_number(Chart *c, const char *variable, int k, double value);

/* The runs for which a chart has a meaning. ChartRow is a chart, drawn by its script: a row of charts.c or a founding system. */
typedef enum {
    CHART_ANY_RUN,
    CHART_GAMES,  /* all but those with an estimated result: their games.tsv has no whole games */
    CHART_SEARCH, /* all but grids: their points are no path */
    CHART_SWARM,  /* searches with velocities: only there a particle is the same one in all iterations */
    CHART_MAP,    /* grids that are maps */
    CHART_LINES   /* grids that are lines */
} ChartRuns;
typedef struct {
    const char *name;              /* name of its script, plots/NAME.gp, its tables and pictures */
    TableNeeds table;              /* the run's table that it is drawn from; without it there is no chart. columns NULL: the
                                    * statistics check it, or the script does */
    ChartRuns runs;                /* for which the chart has a meaning */
    Status (*statistics)(Chart *); /* writes tables and assignments, or says what is wrong; NULL: there are none */
} ChartRow;

/* A chart of a study, of a founding system. */
typedef struct {
    const char *name;                             /* as of a ChartRow */
    bool (*has)(const Study *);                   /* whether the runs have what it is drawn from */
    Status (*statistics)(const Study *, Chart *); /* writes its tables and assignments */
} StudyChart;

/* The functions below return the gravest status of all their charts; all but STATUS_OK leave sentences in
 * errors:
 *     STATUS_DATA         a table is damaged, or runs cannot share a chart
 *     STATUS_NO_INPUT     no such folder, or nothing in it to draw
 *     STATUS_UNAVAILABLE  there is no gnuplot: all tables were written, only the pictures are missing
 *     STATUS_INTERNAL     gnuplot failed, or its scripts are not where the program looks
 *     STATUS_CANT_CREATE  the folder for the charts cannot be made
 *     STATUS_IO           a table or picture could not be written */

/* Every chart for which the run directory dir has the tables; of a study's folder charts_study and charts_compare of its ways. */
Status charts_run(const Charts *c, const char *dir);

/* The best scores of several runs, or of repeats (n >= 1), in one picture. */
Status charts_compare(const Charts *how, const char *const *dir, int n);

/* The run's table that the chart called name is drawn from; NULL: no chart of a run has this name. */
const char *charts_table(const char *name);

/* Scores over the seeds of every variant, and the ratio of the reported scores to them; study.png and its tables in folder.
 * called: a directory whose name the study has. */
Status charts_study(const Charts *c, const char *folder, const char *called, const Study *study);

/* Speed-up and efficiency from the table of `bench parallel` (comma-separated: mode, threads, seconds, min, max, speedup,
 * efficiency; mode processes shows the limit of the machine): OUT.png and so on, OUT.set beside it. c->out is not used. out: a
 * path without ending, "bench/results/x/parallel"; settings: for the title. */
Status charts_speedup(const Charts *c, const char *csv, const char *out, const char *settings);

/* Problem and settings of runs in half a line, for the title of their chart. These are game, board, features, optimiser,
 * budget and seed, as far as the config.ini of all runs in dir (n >= 1) agree. "" if they never do; owned by the caller. NULL:
 * a config.ini exists but cannot be read, as a sentence says. One with mistakes is used as far as possible. */
char *caption_text(const char *const *dir, int n, Errors *errors);

/* The folder of the scripts and of the other files for pages, owned by the caller; NULL: it is not found, with a sentence. */
char *chart_scripts(const Charts *how);

/* Prints the results of drawing: the paths of the pictures, with prefix before each, to out (NULL: not at all); errors and
 * warnings to standard error. Empties the lists; c->drawn must be there. */
void charts_announce(const Charts *c, const char *prefix, FILE *out);

#endif
