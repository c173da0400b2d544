/* report/chart.h. One chart in the making: the assignments that its script loads, and drawing it. */
#ifndef SWARMTRIS_REPORT_CHART_H
#define SWARMTRIS_REPORT_CHART_H

#include "report/chart_options.h"

#include <stdbool.h>
#include <stdio.h>

/* A chart of a run, drawn by plots/NAME.gp. */
typedef struct {
    const Charts *how;
    const char *name;   /* of the script */
    const char *dir;    /* the run that it is about, as the user named it */
    const char *folder; /* where its tables and pictures go */
    FILE *set;          /* assignments of NAME.set, written to text (size), owned */
    char *text;
    size_t size;
} Chart;

/* Begins with what every script wants to know: the name of the run, size and title, which of the run's tables there are. Texts
 * are borrowed. */
void chart_begin(Chart *c, const Charts *how, const char *name, const char *dir, const char *folder);

/* Assignments. A text may hold anything; scripts draw it with noenhanced. */
void chart_number(Chart *c, const char *variable, double value);
void chart_text(Chart *c, const char *variable, const char *text);

/* Assigns what the numbers of the run in dir are called, its traits.tsv; chart_begin does it where c's own directory is a run. */
void chart_traits(Chart *c, const char *dir);
bool chart_by_seconds(const Charts *how);

/* Unless status, of the statistics, says that there is nothing to draw: writes BASE.set and draws BASE.png and so on. Frees what
 * c holds. */
Status chart_end(Chart *c, const char *base, Status status);

/* Makes the folder unless it is there. */
Status chart_folder(const Charts *how, const char *folder);

/* The graver of two: anything is graver than drawn, and everything else than a missing gnuplot. */
Status chart_graver(Status a, Status b);

#endif
