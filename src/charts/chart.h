/* charts/chart.h. One chart in the making: how it is wanted, the assignments that its script loads, and the gnuplot that draws
 * it. */
#ifndef SWARMTRIS_CHARTS_CHART_H
#define SWARMTRIS_CHARTS_CHART_H

#include "base/error.h"
#include "file/files.h"

#include <stdbool.h>
#include <stdio.h>

/* How and where charts are drawn, as the caller wants it. Texts are borrowed. */
typedef struct {
    const char *format; /* "png", "svg" or "pdf"; NULL: png and svg */
    const char *out;    /* the folder of the charts; NULL: charts/ in the (first) run */
    const char *plots;  /* the folder of the scripts; NULL: found beside the program */
    const char *path;   /* a run of a meta search: its path is drawn over a landscape; or NULL */
    const char *title;  /* title in place of the charts' own; or NULL */
    const char *axis;   /* what progress is drawn against: "iterations", "pieces" or "seconds"; NULL: what suits the chart */
    bool hover;         /* an svg for a page, which shows values under the pointer: fewer points, and the limits of the axes */
    int width, height;  /* size of a picture in pixels; both 0: 1100 and 680 */
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

/* Checks the tables of dir that a run may lack and that scripts read by themselves. STATUS_OK: all that exist are sound; else a
 * sentence for each one that is not. */
Status chart_check(const Charts *how, const char *dir);

/* Begins a chart with what every script needs: the name of the run, size and title, and which of the run's tables exist. Texts
 * are borrowed. gnuplot_draw ends it. */
void chart_begin(Chart *c, const Charts *how, const char *name, const char *dir, const char *folder);

/* Assigns a value to VARIABLE if k = 0, or to VARIABLE_K for run number k >= 1. A text may hold anything; control characters
 * become blanks, and scripts draw it with noenhanced. A path becomes an absolute one, every byte of it as it is. */
void chart_number(Chart *c, const char *variable, int k, double value);
void chart_text(Chart *c, const char *variable, int k, const char *text);
void chart_path(Chart *c, const char *variable, int k, const char *path);

/* Assigns the names of the numbers of the run in dir, from its traits.tsv. chart_begin does it if c's own directory is a run. */
void chart_units(Chart *c, const char *dir);

/* Assigns the score to report of the run in dir, with its interval; NaN if it has none. chart_begin does it, too, for k = 0. */
void chart_reported(Chart *c, int k, const char *dir);

/* Problem and settings of runs in half a line, for the title of their chart. These are game, board, features, optimiser,
 * budget and seed, as far as the config.ini of all runs in dir (n >= 1) agree. "" if they never do; owned by the caller. NULL:
 * a config.ini exists but cannot be read, as a sentence says. One with mistakes is used as far as possible. */
char *caption_text(const char *const *dir, int n, Errors *errors);

/* Assigns caption_text to `settings`; if it is NULL, no chart is drawn. */
void caption_put(Chart *c, const char *const *dir, int n);

/* Makes the folder if it is missing, and locks it until chart_leave. All processes use the same names for files in it, so they
 * must draw one after the other. A file system without locks has no lock. *lock must be given to chart_leave, whatever the
 * status. */
Status chart_folder(const Charts *how, const char *folder, int *lock);
void chart_leave(int lock);

/* The graver of two statuses: STATUS_OK is the least grave, then STATUS_UNAVAILABLE (no gnuplot); of others, the first. */
Status chart_graver(Status a, Status b);

/* Ends a chart. If status, that of its statistics, is STATUS_OK: writes BASE.set into the chart's folder, beside the tables of
 * statistics. There it draws plots/NAME.gp as BASE.png and so on, in all formats that are wanted. BASE has no slash. Adds to
 * how's lists and frees what c holds. */
Status gnuplot_draw(Chart *c, const char *base, Status status);

/* The folder of the scripts and of the other files for pages, owned by the caller; NULL: it is not found, with a sentence. */
char *chart_scripts(const Charts *how);

/* Adds the sentence about a missing gnuplot: where the tables are, and that `swarmtris plot dir...` (n) draws them later. */
void gnuplot_missing(const Charts *how, const char *folder, const char *const *dir, int n);

#endif
