#include "report/charts.h"

#include "base/mem.h"
#include "file/files.h"
#include "file/message.h"
#include "report/chart.h"
#include "report/charts_parts.h"

#include <stdlib.h>
#include <string.h>

static ChartsStatus draw_all(const Charts *c, const char *dir, const char *folder)
{
    static ChartsStatus (*const chart[])(const Charts *, const char *, const char *) = {
        chart_convergence, chart_histogram, chart_meta_path, chart_landscape, chart_heldout, chart_curves, chart_repeat};
    ChartsStatus status = CHARTS_DRAWN;
    int tried = 0;
    for (size_t i = 0; i < sizeof chart / sizeof chart[0]; i++) {
        int said = c->errors->n;
        ChartsStatus one = chart[i](c, dir, folder);
        if (one == CHARTS_NO_DATA && c->errors->n == said) continue;
        tried++;
        status = chart_worse(status, one);
    }
    if (tried == 0) {
        errors_add(c->errors,
                   "%s: nothing to draw: must have metrics.tsv, games.tsv, positions.tsv, blocks.tsv, heldout.tsv or curves.tsv, "
                   "or runs 01, 02, ...",
                   dir);
        return CHARTS_NO_DATA;
    }
    return status;
}

ChartsStatus charts_run(const Charts *c, const char *dir)
{
    if (!files_is_directory(dir)) {
        errors_add(c->errors, "%s: must be the directory of a run", dir);
        return CHARTS_NO_DATA;
    }
    char *folder = c->out != NULL ? mem_text(c->out) : files_path(dir, "charts");
    ChartsStatus status = chart_folder(c, folder);
    if (status == CHARTS_DRAWN) status = draw_all(c, dir, folder);
    if (status == CHARTS_NO_GNUPLOT) chart_say_no_gnuplot(c, folder, &dir, 1);
    free(folder);
    return status;
}

void charts_announce(const Charts *c, const char *prefix, FILE *out)
{
    if (out != NULL) message_lines(out, c->drawn, prefix);
    message_errors(c->errors, "");
    errors_free(c->drawn);
    errors_free(c->errors);
    if (c->warnings == NULL) return;
    message_errors(c->warnings, "warning: ");
    errors_free(c->warnings);
}
