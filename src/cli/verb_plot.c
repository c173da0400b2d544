/* verb_plot.c. swarmtris plot RUN...: all charts of one run, or several runs compared in one. */
#include "cli/directories.h"
#include "cli/verbs.h"
#include "report/charts.h"
#include "report/compare.h"

#include <stdio.h>

int verb_plot(const Options *o)
{
    int readable = verbs_readable(o->arg, o->args);
    if (readable != STATUS_OK) return readable;
    if (o->args == 1 && directories_explain(o->verb, o->arg[0])) return STATUS_NO_INPUT;
    Errors errors = {0}, warnings = {0}, drawn = {0};
    Charts c = verbs_charts(o, &errors, &warnings, &drawn);
    c.out = o->out;
    c.path = o->path;
    Status status = o->args == 1 ? charts_run(&c, o->arg[0]) : charts_compare(&c, o->arg, o->args);
    charts_announce(&c, "", stdout);
    return (int)status;
}
