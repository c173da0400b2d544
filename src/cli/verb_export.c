/* verb_export.c. swarmtris export RUN...: one table of many runs. */
#include "analysis/export.h"
#include "base/error.h"
#include "cli/verbs.h"
#include "file/files.h"
#include "file/message.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    const char *out;   /* a file; NULL: standard output */
    const char *table; /* the name of a table; NULL: one row for each run */
} ExportOptions;

static int run(const Command *command)
{
    const ExportOptions *own = command->own;
    char *text;
    Errors errors = {0};
    int status = verbs_readable(command->arg, command->args, false);
    if (status != STATUS_OK) return status;
    FILE *out = files_memory(&text, NULL);
    status = (int)export_runs(command->arg, command->args, own->table, out, &errors);
    files_memory_close(out);
    message_errors(&errors, "");
    if (status == STATUS_OK && own->out != NULL)
        status = verbs_write(own->out, text, strlen(text));
    else if (status == STATUS_OK)
        fputs(text, stdout);
    free(text);
    return status;
}

static const Option options[] = {
    {"--out", "FILE", OPTION_AT(ExportOptions, out, OPTION_TEXT),
     .doc = "writes the table to this file instead of standard output"},
    {"--table", "NAME", OPTION_AT(ExportOptions, table, OPTION_TEXT),
     .doc = "lines of NAME.tsv of the runs (metrics, games, positions, timing, plays, ...) instead of a line a run"},
    {0},
};

const Verb verb_export = {
    .name = "export",
    .arguments = "RUN...",
    .least = 1,
    .most = INT_MAX,
    .doc = "writes one table of many runs, for other programs",
    .note = "A row a run: its seed, the settings by which the runs differ, its scores with intervals and games, its costs.\n"
            "With --table a row for each row of that table of the runs. RUN may be a run, or hold runs, as train --repeat\n"
            "and study make them. Cells stand between tabs; NaN where a run has none.",
    .example = "swarmtris export runs/study-noise --table metrics --out all.tsv",
    .options = {options, options_quiet},
    .bytes = sizeof(ExportOptions),
    .run = run,
};
