#include "run/study.h"

#include "base/mem.h"
#include "base/paired.h"
#include "base/real.h"
#include "base/stats.h"
#include "run/files.h"
#include "run/rundir.h"
#include "run/weights.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- one run ---- */

/* A mean score of the file; NAN: it has none. */
static double score_of(const Weights *w, const char *claim)
{
    char key[60];
    snprintf(key, sizeof key, "score.%s", claim);
    const char *text = weights_entry(w, key);
    double score = text != NULL ? strtod(text, NULL) : NAN;
    return score < 1 ? 1 : score;
}

/* Whether a claim says where it was made: then it was not on the board of the validation. */
static bool is_elsewhere(const Weights *w, const char *claim)
{
    static const char *const usual[] = {"_ci95=", "_games=", "_seed="};
    char key[60];
    size_t n = (size_t)snprintf(key, sizeof key, "score.%s", claim);
    for (int i = 0; i < w->entries; i++) {
        if (strncmp(w->entry[i], key, n) != 0 || w->entry[i][n] != '_') continue;
        bool other = true;
        for (size_t k = 0; k < sizeof usual / sizeof *usual; k++)
            other = other && strncmp(w->entry[i] + n, usual[k], strlen(usual[k])) != 0;
        if (other) return true;
    }
    return false;
}

static void add_run(Variant *v, int number, const Weights *w)
{
    double validated = score_of(w, "validated"), training = score_of(w, "training"), reselected = score_of(w, "reselected");
    const char *claim = isnan(reselected) ? "training" : "reselected";
    if (isnan(validated)) return;
    v->number[v->runs] = number;
    v->validated[v->runs] = validated;
    v->training[v->runs] = is_elsewhere(w, "training") ? NAN : training;
    v->claimed[v->runs] = is_elsewhere(w, claim) ? NAN : isnan(reselected) ? training : reselected;
    v->runs++;
}

/* ---- one variant ---- */

/* Of the finite ones of log values (n). */
static Geometric geometric(const double *logs, int n)
{
    Stats s = {0};
    for (int i = 0; i < n; i++)
        if (isfinite(logs[i])) stats_add(&s, logs[i]);
    if (s.n == 0) return (Geometric){NAN, NAN, NAN};
    double ci = stats_ci95(&s);
    return (Geometric){real_exp(s.mean), isinf(ci) ? NAN : real_exp(s.mean - ci), isinf(ci) ? NAN : real_exp(s.mean + ci)};
}

static Geometric over(const double *a, const double *b, int n)
{
    double *logs = mem_new((size_t)n, sizeof *logs);
    for (int i = 0; i < n; i++) logs[i] = real_log(a[i] / b[i]);
    Geometric g = geometric(logs, n);
    free(logs);
    return g;
}

static void sum_up(Variant *v)
{
    double *x = mem_new((size_t)v->runs, sizeof *x);
    for (int i = 0; i < v->runs; i++) x[i] = real_log(v->validated[i]);
    v->score = geometric(x, v->runs);
    memcpy(x, v->validated, (size_t)v->runs * sizeof *x);
    stats_sort(x, v->runs);
    v->q25 = stats_quantile(x, v->runs, 0.25);
    v->median = stats_quantile(x, v->runs, 0.5);
    v->q75 = stats_quantile(x, v->runs, 0.75);
    v->over_training = over(v->training, v->validated, v->runs);
    v->over_claim = over(v->claimed, v->validated, v->runs);
    free(x);
}

static bool read_run(Variant *v, const char *path, int number, Errors *errors)
{
    Weights w;
    char *file = files_path(path, "weights.ini");
    bool good = true;
    if (files_exists(file)) {
        good = weights_read(&w, file, NULL, NULL, errors) == WEIGHTS_READ;
        if (good) add_run(v, number, &w);
        weights_free(&w);
    }
    free(file);
    return good;
}

static bool read_variant(Variant *v, const char *dir, Errors *errors)
{
    char **run;
    int n = rundir_repeats(dir, &run), *number = mem_new((size_t)n, sizeof *number);
    bool good = true;
    *v = (Variant){.dir = dir, .name = files_name(dir), .number = number, .p = 1};
    double **const column[] = {&v->validated, &v->claimed, &v->training};
    for (size_t k = 0; k < sizeof column / sizeof *column; k++) *column[k] = mem_new((size_t)n, sizeof(double));
    for (int i = 0; i < n; i++) {
        good = read_run(v, run[i], atoi(strrchr(run[i], '/') + 1), errors) && good;
        free(run[i]);
    }
    free(run);
    if (good && v->runs == 0) {
        errors_add(errors, "%s: must be the directory of runs 01, 02, ..., at least one of them with a validated score", dir);
        good = false;
    }
    if (good) sum_up(v);
    return good;
}

/* ---- all of them ---- */

static int by_score(const void *a, const void *b)
{
    double x = ((const Variant *)a)->score.mean, y = ((const Variant *)b)->score.mean;
    return x > y ? -1 : x < y;
}

/* Of the runs with the same number, which have the same seed and were validated on the same games. */
static double test_pair(const Variant *a, const Variant *b)
{
    int n = 0, room = a->runs < b->runs ? a->runs : b->runs;
    double *x = mem_new((size_t)room * 2, sizeof *x), *y = x + room;
    for (int i = 0, k = 0; i < a->runs && k < b->runs;) {
        if (a->number[i] == b->number[k]) {
            x[n] = real_log(a->validated[i]);
            y[n++] = real_log(b->validated[k]);
        }
        int step = a->number[i] - b->number[k];
        i += step <= 0;
        k += step >= 0;
    }
    double p = n > 0 ? paired_wilcoxon(x, y, n) : 1;
    free(x);
    return p;
}

/* All pairs are one family, since only the scores say which is the best. Pairs with it come first. */
static void test_all(Study *s)
{
    double *p = mem_new((size_t)s->n * (size_t)s->n, sizeof *p);
    int pairs = 0;
    for (int i = 0; i < s->n; i++)
        for (int k = i + 1; k < s->n; k++) p[pairs++] = test_pair(&s->variant[i], &s->variant[k]);
    stats_holm(p, pairs);
    for (int k = 1; k < s->n; k++) s->variant[k].p = p[k - 1];
    free(p);
}

bool study_read(Study *s, const char *const *dir, int n, Errors *errors)
{
    bool good = true;
    *s = (Study){.variant = mem_new((size_t)n, sizeof *s->variant), .n = n};
    for (int i = 0; i < n; i++) good = read_variant(&s->variant[i], dir[i], errors) && good;
    if (!good) return false;
    qsort(s->variant, (size_t)n, sizeof *s->variant, by_score);
    test_all(s);
    return true;
}

void study_free(Study *s)
{
    for (int i = 0; i < s->n; i++) {
        Variant *v = &s->variant[i];
        free(v->name);
        free(v->number);
        free(v->validated);
        free(v->claimed);
        free(v->training);
    }
    free(s->variant);
    *s = (Study){0};
}
