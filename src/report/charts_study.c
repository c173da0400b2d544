/* study: the ways of training of a study, the best on top: the scores of their seeds, and how far what they claim is from them. */
#include "analysis/study.h"
#include "base/mem.h"
#include "file/files.h"
#include "report/chart.h"
#include "report/chart_data.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* An end of an interval, for the eye: one value has none. */
static double end_of(double end, const Geometric *g)
{
    return isnan(end) ? g->mean : end;
}

/* A number of a line, and the column that it stands in. */
typedef struct {
    const char *name;
    double x;
} Cell;

/* Puts the n cells of a line into a table of so many lines: column (n), whose numbers are x (n,lines). */
static void put_line(TsvColumn *column, double *x, int lines, int line, const Cell *cell, int n)
{
    for (int k = 0; k < n; k++) {
        double *of_column = x + (size_t)k * (size_t)lines;
        of_column[line] = cell[k].x;
        column[k] = (TsvColumn){.name = cell[k].name, .x = of_column};
    }
}

/* A line a variant. place: counted from below. */
static void variants_table(Chart *c, const Study *s)
{
    enum { COLUMNS = 15 };
    double *x = mem_new((size_t)s->n * COLUMNS, sizeof *x);
    char **text = mem_new((size_t)s->n, sizeof *text);
    TsvColumn column[1 + COLUMNS] = {{.name = "variant", .text = text}};
    for (int i = 0; i < s->n; i++) {
        const Variant *v = &s->variant[i];
        const Geometric *score = &v->score, *training = &v->over_training, *claim = &v->over_claim;
        const Cell cell[COLUMNS] = {{"place", s->n - i},
                                    {"runs", v->runs},
                                    {"score", score->mean},
                                    {"score_lo", end_of(score->lo, score)},
                                    {"score_hi", end_of(score->hi, score)},
                                    {"q25", v->q25},
                                    {"median", v->median},
                                    {"q75", v->q75},
                                    {"training", training->mean},
                                    {"training_lo", end_of(training->lo, training)},
                                    {"training_hi", end_of(training->hi, training)},
                                    {"claim", claim->mean},
                                    {"claim_lo", end_of(claim->lo, claim)},
                                    {"claim_hi", end_of(claim->hi, claim)},
                                    {"p", v->p}};
        put_line(column + 1, x, s->n, i, cell, COLUMNS);
        text[i] = v->name;
    }
    chart_table(c, NULL, column, 1 + COLUMNS, s->n);
    free(text);
    free(x);
}

/* A line a run. Runs of a variant stand a little above each other. */
static void runs_table(Chart *c, const Study *s)
{
    enum { COLUMNS = 5 };
    int lines = 0, line = 0;
    for (int i = 0; i < s->n; i++) lines += s->variant[i].runs;
    double *x = mem_new((size_t)lines * COLUMNS, sizeof *x);
    TsvColumn column[COLUMNS];
    for (int i = 0; i < s->n; i++) {
        const Variant *v = &s->variant[i];
        for (int r = 0; r < v->runs; r++) {
            double aside = v->runs > 1 ? 0.4 * ((double)r / (v->runs - 1) - 0.5) : 0;
            const Cell cell[COLUMNS] = {{"place", s->n - i + aside},
                                        {"run", v->number[r]},
                                        {"validated", v->validated[r]},
                                        {"training", v->training[r]},
                                        {"claimed", v->claimed[r]}};
            put_line(column, x, lines, line++, cell, COLUMNS);
        }
    }
    chart_table(c, "runs", column, COLUMNS, lines);
    free(x);
}

/* What stands to the left of the lines; "=" behind whoever cannot be told from the best. */
static void names(Chart *c, const Study *s)
{
    int longest = 0;
    fprintf(c->set, "y_axis = 'set yrange [0.4:%d.6]; set ytics scale 0 (", s->n);
    for (int i = 0; i < s->n; i++) fprintf(c->set, "%s\"\" %d", i > 0 ? ", " : "", s->n - i);
    fputs(")'\n", c->set);
    for (int i = 0; i < s->n; i++) {
        char variable[CHART_NAME_MAX], *name = mem_text(s->variant[i].name);
        chart_shorten(name, 28);
        if (chart_length(name) > longest) longest = chart_length(name);
        chart_of(variable, "name", s->n - i);
        chart_text(c, variable, "%s%s", name, i > 0 && study_alike(s, i) ? " =" : "");
        free(name);
    }
    chart_number(c, "left", 0.04 + 0.0078 * (longest + 2));
    chart_number(c, "lines", s->n);
}

static void axes(Chart *c, const Study *s)
{
    Extent score = EXTENT_NONE, ratio = EXTENT_NONE;
    for (int i = 0; i < s->n; i++) {
        const Variant *v = &s->variant[i];
        extent_add_all(&score, v->validated, v->runs);
        const Geometric g[] = {v->over_training, v->over_claim};
        for (int k = 0; k < 2; k++) {
            extent_add(&ratio, g[k].mean);
            extent_add(&ratio, g[k].lo);
            extent_add(&ratio, g[k].hi);
        }
    }
    extent_add(&ratio, 0.9);
    extent_add(&ratio, 1.2);
    Axis x = axis_count(score), r = ratio.hi > 10 * ratio.lo ? axis_log(ratio) : axis_linear(ratio);
    chart_axis(c, "score_axis", 'x', &x, 6);
    chart_axis(c, "ratio_axis", 'x', &r, 5);
}

/* What the folder is called, or where charts/ lies in. Owned. */
static char *called(const char *folder)
{
    char *name = files_name(folder), *above = files_path(folder, "..");
    if (strcmp(name, "charts") == 0) {
        free(name);
        name = files_name(above);
    }
    free(above);
    return name;
}

ChartsStatus charts_study(const Charts *how, const char *folder, const Study *s)
{
    Chart c;
    int fewest = s->variant[0].runs, most = fewest;
    for (int i = 1; i < s->n; i++) {
        if (s->variant[i].runs < fewest) fewest = s->variant[i].runs;
        if (s->variant[i].runs > most) most = s->variant[i].runs;
    }
    ChartsStatus status = chart_folder(how, folder);
    if (status != CHARTS_DRAWN) return status;
    chart_begin(&c, how, folder, "study", "study");
    variants_table(&c, s);
    runs_table(&c, s);
    names(&c, s);
    axes(&c, s);
    char *name = called(folder);
    chart_shorten(name, 60);
    chart_text(&c, "title", "%s: %d ways of training", name, s->n);
    if (fewest == most)
        chart_text(&c, "subtitle", "%d seeds each; = cannot be told from the best (Wilcoxon, Holm, %g %%)", most, 100 * s->alpha);
    else
        chart_text(&c, "subtitle", "%d to %d seeds each; = cannot be told from the best (Wilcoxon, Holm, %g %%)", fewest, most,
                   100 * s->alpha);
    free(name);
    return chart_end(&c);
}
