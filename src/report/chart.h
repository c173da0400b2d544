/* report/chart.h. A chart under construction: the assignments that its script loads, and drawing it. */
#ifndef SWARMTRIS_REPORT_CHART_H
#define SWARMTRIS_REPORT_CHART_H

#include "report/chart_options.h"

#include <stdbool.h>
#include <stdio.h>

/* A chart of a run, drawn by plots/NAME.gp. */
typedef struct {
    const Charts *how;  /* the caller's wishes; borrowed */
    const char *name;   /* of the script */
    const char *dir;    /* the run that it is about, as the user named it */
    const char *folder; /* of its tables and pictures */
    FILE *set;          /* a stream into text: the assignments of NAME.set */
    char *text;         /* (size), owned; complete once set is closed */
    size_t size;
} Chart;

/* Begins a chart with the assignments that every script needs: the name of the run, size and title, and which of the run's tables
 * exist. Texts are borrowed. Every chart that is begun must be ended by chart_end. */
void chart_begin(Chart *c, const Charts *how, const char *name, const char *dir, const char *folder);

/* Adds an assignment; variable is a name of gnuplot's. A text may hold any characters; scripts draw it with noenhanced. */
void chart_number(Chart *c, const char *variable, double value);
void chart_text(Chart *c, const char *variable, const char *text);

/* Assigns the names of the numbers of the run in dir, from its traits.tsv; chart_begin does it for c's own directory. */
void chart_traits(Chart *c, const char *dir);

/* Whether the user wants progress against seconds. */
bool chart_by_seconds(const Charts *how);

/* Writes BASE.set and draws BASE.png and so on if status, which the statistics have returned, is STATUS_OK. Frees all that c
 * holds. Returns status, or that of the drawing. */
Status chart_end(Chart *c, const char *base, Status status);

/* Makes the folder unless it is there. */
Status chart_folder(const Charts *how, const char *folder);

/* The more serious status of two: STATUS_OK is the least serious, then comes a missing gnuplot, then everything else. */
Status chart_graver(Status a, Status b);

#endif
