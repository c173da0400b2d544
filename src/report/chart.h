/* run/chart.h. One picture in the making: its tables, what else its script wants to know, and gnuplot.
 *
 * Idea: a chart called NAME is the script plots/NAME.gp and, in the folder of the charts, NAME.tsv, NAME_*.tsv and NAME.set, a
 * few gnuplot assignments (title, axes, what there is to draw). The script is started inside that folder, so that paths with
 * blanks and quotes are nobody's business. For charts*.c only. */
#ifndef SWARMTRIS_REPORT_CHART_H
#define SWARMTRIS_REPORT_CHART_H

#include "file/tsv.h"
#include "report/chart_axis.h"
#include "report/charts.h"

#include <stddef.h>
#include <stdio.h>

/* base: the beginning of its files' names (the name of the script, but for the speed-up). set: the assignments, text/size.
 * status: the first thing that went wrong. */
typedef struct {
    const Charts *how;
    char *folder;
    const char *script, *base;
    FILE *set;
    char *text;
    size_t size;
    ChartsStatus status;
} Chart;

/* folder, script and base are copied or outlive the chart. */
void chart_begin(Chart *c, const Charts *how, const char *folder, const char *script, const char *base);

/* Assignments. Texts may hold anything; in scripts they are drawn with noenhanced. */
void chart_text(Chart *c, const char *variable, const char *format, ...) __attribute__((format(printf, 3, 4)));
void chart_number(Chart *c, const char *variable, double value);
void chart_axis(Chart *c, const char *variable, char letter, const Axis *axis, int want);
void chart_axis_bare(Chart *c, const char *variable, char letter, const Axis *axis, int want);

/* A page of panels in rows of equal cells, of which all together take so much of the page (width, height, below top). What a cell leaves free
 * around its panel. All are shares of the page. */
typedef struct {
    int n, columns;
    double width, height, top;
    double left, right, above, below;
} ChartPage;

/* The name of a variable or table of panel k (1 ..): "name_k". */
enum { CHART_NAME_MAX = 40 };
char *chart_of(char out[CHART_NAME_MAX], const char *name, int k);

/* Where panel k stands: left_k, right_k, top_k, bottom_k, and its middle, middle_k. */
void chart_panel(Chart *c, const ChartPage *page, int k);

/* The table BASE.tsv, or BASE_part.tsv where part is not NULL. */
void chart_table(Chart *c, const char *part, const TsvColumn *column, int columns, int rows);

/* Writes BASE.set, draws, and frees what c holds. */
ChartsStatus chart_end(Chart *c);

/* Makes the folder unless it is there. */
ChartsStatus chart_folder(const Charts *how, const char *folder);

/* Adds the sentence about a missing gnuplot: where the tables are, and that `swarmtris plot dir...` (n) draws them later. */
void chart_say_no_gnuplot(const Charts *how, const char *folder, const char *const *dir, int n);

/* The graver of two: anything is graver than drawn, and everything else than a missing gnuplot. */
ChartsStatus chart_worse(ChartsStatus a, ChartsStatus b);

#endif
