/* verb_plot.c. swarmtris plot RUN...: all charts of one run, or several runs compared in one. */
#include "analysis/tables.h"
#include "cli/directories.h"
#include "cli/verbs.h"
#include "report/charts.h"
#include "report/compare.h"

#include <assert.h>
#include <stdio.h>

int verb_plot(const Options *o)
{
    static const char *const formats[] = {[FORMAT_PNG] = "png", [FORMAT_SVG] = "svg", [FORMAT_PDF] = "pdf"};
    static const char *const axes[] = {[AXIS_ITERATIONS] = "iterations", [AXIS_COST] = TABLES_COST, [AXIS_SECONDS] = "seconds"};
    assert(o->format <= FORMAT_PDF && o->axis <= AXIS_SECONDS && (o->plot_width > 0) == (o->plot_height > 0));
    int readable = verbs_readable(o->arg, o->args);
    if (readable != STATUS_OK) return readable;
    if (o->args == 1 && directories_explain(o->verb, o->arg[0])) return STATUS_NO_INPUT;
    Errors errors = {0}, warnings = {0}, drawn = {0};
    Charts c = {.format = o->format >= 0 ? formats[o->format] : NULL,
                .out = o->out,
                .path = o->path,
                .title = o->title,
                .axis = o->axis >= 0 ? axes[o->axis] : NULL,
                .width = o->plot_width,
                .height = o->plot_height,
                .errors = &errors,
                .warnings = &warnings,
                .drawn = &drawn};
    Status status = o->args == 1 ? charts_run(&c, o->arg[0]) : charts_compare(&c, o->arg, o->args);
    charts_announce(&c, "", stdout);
    return (int)status;
}
