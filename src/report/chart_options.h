/* report/chart_options.h. How and where charts are drawn, as the caller wants it. */
#ifndef SWARMTRIS_REPORT_CHART_OPTIONS_H
#define SWARMTRIS_REPORT_CHART_OPTIONS_H

#include "base/error.h"
#include "file/status.h"

/* Texts are borrowed. */
typedef struct {
    const char *format; /* "png", "svg" or "pdf"; NULL: png and svg */
    const char *out;    /* the folder of the charts; NULL: charts/ in the (first) run */
    const char *plots;  /* the folder of the scripts; NULL: found beside the program */
    const char *path;   /* the run of a meta search whose path is drawn over a landscape; or NULL */
    const char *title;  /* instead of the charts' own; or NULL */
    const char *axis;   /* what progress is drawn against: "iterations", "pieces" or "seconds"; NULL: what suits the chart */
    int width, height;  /* of a picture, pixels; 0: 1100 and 680 */
    Errors *errors;     /* finished sentences are added to it */
    Errors *warnings;   /* the same, for what gnuplot said though it drew; or NULL */
    Errors *drawn;      /* the pictures' paths are added to it; or NULL */
} Charts;

#endif
