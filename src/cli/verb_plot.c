/* verb_plot.c. swarmtris plot RUN...: all charts of one run, or several runs compared in one. */
#include "analysis/run_tables.h"
#include "charts/charts.h"
#include "cli/named.h"
#include "cli/verbs.h"

#include <limits.h>
#include <stdio.h>

static int run(const Command *command)
{
    int readable = verbs_readable(command->arg, command->args, false);
    if (readable != STATUS_OK) return readable;
    if (command->args == 1 && named_explain(command->verb, command->arg[0])) return STATUS_NO_INPUT;
    Errors errors = {0}, warnings = {0}, drawn = {0};
    Charts c = *(const Charts *)command->own;
    c.errors = &errors;
    c.warnings = &warnings;
    c.drawn = &drawn;
    Status status = command->args == 1 ? charts_run(&c, command->arg[0]) : charts_compare(&c, command->arg, command->args);
    charts_announce(&c, "", stdout);
    return (int)status;
}

static const char *const axes[] = {"iterations", TABLES_COST, "seconds", NULL};

static const Option options[] = {
    {"--out", "DIR", OPTION_AT(Charts, out, OPTION_TEXT), .doc = "where the charts go; default charts/ in the first run"},
    {"--path", "RUN", OPTION_AT(Charts, path, OPTION_TEXT),
     .doc = "draws the path of the meta search in this run over the map of a landscape"},
    {"--axis", "iterations|" TABLES_COST "|seconds", OPTION_AT(Charts, axis, OPTION_TEXT), .words = axes,
     .doc = "the horizontal axis of convergence, repeats and comparisons"},
    {0},
};

const Verb verb_plot = {
    .name = "plot",
    .arguments = "RUN...",
    .least = 1,
    .most = INT_MAX,
    .doc = "draws the charts of a run, or compares several in one",
    .example = "swarmtris plot runs/first runs/second --format svg",
    .options = {options, options_charts, options_quiet},
    .bytes = sizeof(Charts),
    .run = run,
};
