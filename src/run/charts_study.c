/* study: the ways of training of a study, the best on top: the scores of their seeds, and how far what they claim is from them. */
#include "base/mem.h"
#include "run/chart.h"
#include "run/chart_data.h"
#include "run/files.h"
#include "run/study.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* An end of an interval, for the eye: one value has none. */
static double end_of(double end, const Geometric *g)
{
    return isnan(end) ? g->mean : end;
}

/* A line a variant. place: counted from below. likely: it cannot be told from the best. */
static void variants_table(Chart *c, const Study *s)
{
    enum {
        PLACE,
        RUNS,
        SCORE,
        LO,
        HI,
        Q25,
        MEDIAN,
        Q75,
        TRAINING,
        TRAINING_LO,
        TRAINING_HI,
        CLAIM,
        CLAIM_LO,
        CLAIM_HI,
        P,
        COLUMNS
    };
    static const char *const name[COLUMNS] = {"place",       "runs",   "score",    "score_lo", "score_hi",
                                              "q25",         "median", "q75",      "training", "training_lo",
                                              "training_hi", "claim",  "claim_lo", "claim_hi", "p"};
    size_t n = (size_t)s->n;
    double *all = mem_new(n * COLUMNS, sizeof *all);
    char **text = mem_new(n, sizeof *text);
    TsvColumn column[COLUMNS + 1] = {{.name = "variant", .text = text}};
    for (size_t k = 0; k < COLUMNS; k++) column[k + 1] = (TsvColumn){.name = name[k], .x = all + k * n};
    for (size_t i = 0; i < n; i++) {
        const Variant *v = &s->variant[i];
        const double row[COLUMNS] = {(double)(n - i),
                                     v->runs,
                                     v->score.mean,
                                     end_of(v->score.lo, &v->score),
                                     end_of(v->score.hi, &v->score),
                                     v->q25,
                                     v->median,
                                     v->q75,
                                     v->over_training.mean,
                                     end_of(v->over_training.lo, &v->over_training),
                                     end_of(v->over_training.hi, &v->over_training),
                                     v->over_claim.mean,
                                     end_of(v->over_claim.lo, &v->over_claim),
                                     end_of(v->over_claim.hi, &v->over_claim),
                                     v->p};
        for (size_t k = 0; k < COLUMNS; k++) all[k * n + i] = row[k];
        text[i] = v->name;
    }
    chart_table(c, NULL, column, COLUMNS + 1, s->n);
    free(text);
    free(all);
}

/* A line a run. Runs of a variant stand a little above each other. */
static void runs_table(Chart *c, const Study *s)
{
    enum { PLACE, SEED, VALIDATED, TRAINING, CLAIMED, COLUMNS };
    static const char *const name[COLUMNS] = {"place", "run", "validated", "training", "claimed"};
    int rows = 0, n = 0;
    for (int i = 0; i < s->n; i++) rows += s->variant[i].runs;
    double *all = mem_new((size_t)rows * COLUMNS, sizeof *all);
    TsvColumn column[COLUMNS];
    for (int k = 0; k < COLUMNS; k++) column[k] = (TsvColumn){.name = name[k], .x = all + k * rows};
    for (int i = 0; i < s->n; i++)
        for (int r = 0; r < s->variant[i].runs; r++, n++) {
            const Variant *v = &s->variant[i];
            double aside = v->runs > 1 ? 0.4 * ((double)r / (v->runs - 1) - 0.5) : 0;
            const double row[COLUMNS] = {s->n - i + aside, v->number[r], v->validated[r], v->training[r], v->claimed[r]};
            for (int k = 0; k < COLUMNS; k++) all[k * rows + n] = row[k];
        }
    chart_table(c, "runs", column, COLUMNS, rows);
    free(all);
}

/* What stands to the left of the lines; "=" behind whoever cannot be told from the best. */
static void names(Chart *c, const Study *s)
{
    int longest = 0;
    fprintf(c->set, "y_axis = 'set yrange [0.4:%d.6]; set ytics scale 0 (", s->n);
    for (int i = 0; i < s->n; i++) fprintf(c->set, "%s\"\" %d", i > 0 ? ", " : "", s->n - i);
    fputs(")'\n", c->set);
    for (int i = 0; i < s->n; i++) {
        char variable[40], *name = mem_text(s->variant[i].name);
        chart_shorten(name, 28);
        if (chart_length(name) > longest) longest = chart_length(name);
        snprintf(variable, sizeof variable, "name_%d", s->n - i);
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
