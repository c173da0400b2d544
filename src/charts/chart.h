/* charts/chart.h. One chart in the making: how it is wanted, the assignments that its script loads, and the gnuplot that draws
 * it. */
#ifndef SWARMTRIS_CHARTS_CHART_H
#define SWARMTRIS_CHARTS_CHART_H

#include "base/error.h"
#include "file/status.h"

#include <stdbool.h>
#include <stdio.h>

/* How and where charts are drawn, as the caller wants it. Texts are borrowed. */
typedef struct {
    const char *format; /* "png", "svg" or "pdf"; NULL: png and svg */
    const char *out;    /* the folder of the charts; NULL: charts/ in the (first) run */
    const char *plots;  /* the folder of the scripts; NULL: found beside the program */
    const char *path;   /* a run of a meta search: its path is drawn over a landscape; or NULL */
    const char *title;  /* instead of the charts' own; or NULL */
    const char *axis;   /* what progress is drawn against: "iterations", "pieces" or "seconds"; NULL: what suits the chart */
    bool hover;         /* an svg for a page, which shows values under the pointer: fewer points, and the limits of the axes */
    int width, height;  /* of a picture, pixels; both 0: 1100 and 680 */
    Errors *errors;     /* finished sentences are added to it */
    Errors *warnings;   /* the same, for what gnuplot said though it drew; or NULL */
    Errors *drawn;      /* the pictures' paths are added to it; or NULL */
} Charts;

/* A chart of a run, drawn by plots/NAME.gp. */
typedef struct {
    const Charts *how;  /* as the caller wants it; borrowed */
    const char *name;   /* of the script */
    const char *dir;    /* the run that it is about, as the user named it */
    const char *folder; /* where its tables and pictures go */
    FILE *set;          /* the stream into text */
    char *text;         /* the assignments of NAME.set; owned */
    size_t size;        /* bytes of text */
    Status status;      /* other than STATUS_OK: what has been assigned is not all, as a sentence says; there is no chart */
} Chart;

/* Reads the tables of dir that a run may lack and scripts read themselves. All of them that are there must be sound: STATUS_OK,
 * or, with a sentence for each, what is wrong. */
Status chart_check(const Charts *how, const char *dir);

/* Begins with what every script needs: the name of the run, size and title, which of the run's tables there are. Texts
 * are borrowed. gnuplot_draw ends it. */
void chart_begin(Chart *c, const Charts *how, const char *name, const char *dir, const char *folder);

/* Assigns a value to VARIABLE, or to VARIABLE_K where it is that of run number k >= 1; k = 0: of no run in particular. A text may
 * hold anything; control characters become blanks, and scripts draw it with noenhanced. A path becomes an absolute one, every
 * byte of it as it is. */
void chart_number(Chart *c, const char *variable, int k, double value);
void chart_text(Chart *c, const char *variable, int k, const char *text);
void chart_path(Chart *c, const char *variable, int k, const char *path);

/* Assigns what the numbers of the run in dir are called, its traits.tsv; chart_begin does it where c's own directory is a run. */
void chart_units(Chart *c, const char *dir);

/* The problem and the settings of runs in half a line, for the title of their chart: what the config.ini of all runs in dir
 * (n >= 1) has alike of game, board, features, optimiser, budget and seed; "" where there is nothing; owned by the caller.
 * NULL: a config.ini is there and cannot be read, as a sentence says. One with mistakes is taken as far as it goes. */
char *caption_text(const char *const *dir, int n, Errors *errors);

/* Assigns it to `settings`; without it, there is no chart. */
void caption_put(Chart *c, const char *const *dir, int n);

/* Makes the folder unless it is there, and locks it until chart_leave: the tables and assignments in it have one name for all
 * processes, so that one draws after the other. A file system without locks has none. *lock: what chart_leave is given, in every
 * case. */
Status chart_folder(const Charts *how, const char *folder, int *lock);
void chart_leave(int lock);

/* The graver of two: anything is graver than drawn, and everything else than a missing gnuplot. */
Status chart_graver(Status a, Status b);

/* Ends a chart. Unless status, of its statistics, says that there is nothing to draw: writes BASE.set and draws plots/NAME.gp as
 * BASE.png and so on, in all formats that are asked for, in the chart's folder, which has the tables of statistics; BASE has no
 * slash. Adds to how's lists and frees what c holds. */
Status gnuplot_draw(Chart *c, const char *base, Status status);

/* The folder of the scripts, and of what else makes pages, owned by the caller; NULL: it is not found, with a sentence. */
char *chart_scripts(const Charts *how);

/* Adds the sentence about a missing gnuplot: where the tables are, and that `swarmtris plot dir...` (n) draws them later. */
void gnuplot_missing(const Charts *how, const char *folder, const char *const *dir, int n);

#endif
