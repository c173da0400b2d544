/* report/chart_options.h. The caller's wishes for charts: format, size, title, folders; and the lists that get the messages. */
#ifndef SWARMTRIS_REPORT_CHART_OPTIONS_H
#define SWARMTRIS_REPORT_CHART_OPTIONS_H

#include "base/error.h"
#include "file/status.h"

/* Texts are borrowed. */
typedef struct {
    const char *format; /* "png", "svg" or "pdf"; NULL: png and svg */
    const char *out;    /* the folder of the charts; NULL: charts/ in the (first) run */
    const char *plots;  /* the folder of the scripts; NULL: found beside the program */
    const char *path;   /* a run of a meta search: its path is drawn over a landscape; or NULL */
    const char *title;  /* instead of the charts' own; or NULL */
    const char *axis;   /* the x axis of progress: "iterations", "pieces" or "seconds"; NULL: the one that suits the chart */
    int width, height;  /* of a picture, pixels; both 0: 1100 and 680 */
    Errors *errors;     /* gets finished sentences; never NULL */
    Errors *warnings;   /* gets the messages of gnuplot where it has drawn all the same; or NULL */
    Errors *drawn;      /* gets the paths of the pictures; or NULL */
} Charts;

#endif
