#include "analysis/study.h"

#include "base/mem.h"
#include "base/paired.h"
#include "base/real.h"
#include "base/stats.h"
#include "config/weights.h"
#include "file/files.h"
#include "store/rundir.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- one run ---- */

/* A mean score of the file, 1 at least; NAN: it has none, or, *good being false, what it has cannot be the rows of games: told. */
static double score_of(const Weights *w, const char *claim, bool *good, Errors *errors)
{
    char key[60];
    double *x = NULL, score = NAN;
    snprintf(key, sizeof key, "score.%s", claim);
    const char *text = weights_entry(w, key);
    if (text == NULL) return NAN;
    if (weights_numbers(text, w->path, &x, errors) != 1)
        *good = false;
    else if (x[0] < 0) {
        errors_add(errors, "%s: %s = %s in [score]: must be 0 or more: only scores of games can be compared", w->path, claim,
                   text);
        *good = false;
    } else
        score = x[0] < 1 ? 1 : x[0];
    free(x);
    return score;
}

/* Whether a claim says where it was made: then it was not on the board of the validation. (print_score of report.c writes them.) */
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

/* The rules of the file in a line, without its features, which may differ. Owned. */
static char *board_of(const Weights *w)
{
    char *text;
    size_t size;
    FILE *out = files_memory(&text, &size);
    for (int i = 0; i < w->entries; i++)
        if (strncmp(w->entry[i], "rules.", 6) == 0 && strncmp(w->entry[i], "rules.features=", 15) != 0)
            fprintf(out, "%s%s", ftell(out) > 0 ? ", " : "", w->entry[i] + 6);
    files_memory_close(out);
    return text;
}

/* All runs of a study are validated on one board. False: told. */
static bool same_board(Study *s, const Weights *w, Errors *errors)
{
    char *board = board_of(w);
    if (s->board == NULL) {
        s->board = board;
        return true;
    }
    bool same = strcmp(board, s->board) == 0;
    if (!same) errors_add(errors, "%s: validated on %s, others on %s: they cannot be compared", w->path, board, s->board);
    free(board);
    return same;
}

/* Of the validation; the number of the run where the file does not say it. */
static uint64_t seed_of(const Weights *w, int number)
{
    const char *text = weights_entry(w, "score.validated_seed");
    if (text == NULL) return (uint64_t)number;
    return strtoull(text, NULL, 10);
}

static bool add_run(Study *s, Variant *v, int number, const Weights *w, Errors *errors)
{
    bool good = true;
    double validated = score_of(w, "validated", &good, errors), training = score_of(w, "training", &good, errors);
    double reselected = score_of(w, "reselected", &good, errors);
    const char *claim = isnan(reselected) ? "training" : "reselected";
    if (!good || isnan(validated)) return good;
    if (!same_board(s, w, errors)) return false;
    v->number[v->runs] = number;
    v->seed[v->runs] = seed_of(w, number);
    v->validated[v->runs] = validated;
    v->training[v->runs] = is_elsewhere(w, "training") ? NAN : training;
    v->claimed[v->runs] = is_elsewhere(w, claim) ? NAN : isnan(reselected) ? training : reselected;
    v->runs++;
    return true;
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

/* Lines of a config.ini that say nothing about the results, or what runs of one variant differ in. */
static bool is_own(const char *line)
{
    static const char *const keys[] = {"seed =", "threads =", "mode =", "engine ="};
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        if (strncmp(line, keys[i], strlen(keys[i])) == 0) return true;
    return false;
}

/* The first line in which two config.ini differ, its length in *n; NULL: in none. */
static const char *differing(const char *a, const char *b, int *n)
{
    while (*a != '\0') {
        size_t length = strcspn(a, "\n"), other = strcspn(b, "\n");
        *n = (int)length;
        if ((length != other || strncmp(a, b, length) != 0) && !(is_own(a) && is_own(b))) return a;
        a += length + (a[length] != '\0');
        b += other + (b[other] != '\0');
    }
    return NULL;
}

/* Runs of one way of training differ in nothing but the seed. False: told. */
static bool same_settings(Variant *v, const char *path, Errors *errors)
{
    char *file = files_path(path, "config.ini"), *text = files_read(file, NULL);
    free(file);
    int n = 0;
    const char *line = text != NULL && v->config != NULL ? differing(text, v->config, &n) : NULL;
    if (line != NULL)
        errors_add(errors, "%s: trained with other settings than the first run (%.*s): take another directory, or study it apart",
                   path, n, line);
    if (v->config == NULL)
        v->config = text;
    else
        free(text);
    return line == NULL;
}

static bool read_run(Study *s, Variant *v, const char *path, int number, Errors *errors)
{
    Weights w = {0};
    char *file = files_path(path, "weights.ini");
    bool good = true;
    if (files_exists(file)) {
        good = same_settings(v, path, errors) && weights_read(&w, file, NULL, NULL, errors) == WEIGHTS_READ &&
               add_run(s, v, number, &w, errors);
        weights_free(&w);
    }
    free(file);
    return good;
}

static StudyStatus read_variant(Study *s, Variant *v, const char *dir, Errors *errors)
{
    char **run;
    int n = rundir_repeats(dir, &run), *number = mem_new((size_t)n, sizeof *number);
    bool good = true;
    *v = (Variant){.dir = dir, .name = files_name(dir), .number = number, .p = 1};
    v->seed = mem_new((size_t)n, sizeof *v->seed);
    double **const column[] = {&v->validated, &v->claimed, &v->training};
    for (size_t k = 0; k < sizeof column / sizeof *column; k++) *column[k] = mem_new((size_t)n, sizeof(double));
    for (int i = 0; i < n; i++) {
        good = read_run(s, v, run[i], atoi(strrchr(run[i], '/') + 1), errors) && good;
        free(run[i]);
    }
    free(run);
    if (!good) return STUDY_BAD;
    if (v->runs == 0) {
        errors_add(errors, "%s: must be the directory of runs 01, 02, ..., at least one of them with a validated score", dir);
        return STUDY_MISSING;
    }
    sum_up(v);
    return STUDY_READ;
}

/* ---- all of them ---- */

static int by_score(const void *a, const void *b)
{
    double x = ((const Variant *)a)->score.mean, y = ((const Variant *)b)->score.mean;
    return x > y ? -1 : x < y;
}

/* Of the runs with the same seed, which were validated on the same games. */
static double test_pair(const Variant *a, const Variant *b)
{
    int n = 0;
    double *x = mem_new((size_t)a->runs * 2, sizeof *x), *y = x + a->runs;
    for (int i = 0; i < a->runs; i++) {
        int k = 0;
        while (k < b->runs && b->seed[k] != a->seed[i]) k++;
        if (k == b->runs) continue;
        x[n] = real_log(a->validated[i]);
        y[n++] = real_log(b->validated[k]);
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

StudyStatus study_read(Study *s, const char *const *dir, int n, double alpha, Errors *errors)
{
    StudyStatus status = STUDY_READ;
    *s = (Study){.variant = mem_new((size_t)n, sizeof *s->variant), .n = n, .alpha = alpha};
    for (int i = 0; i < n; i++) {
        StudyStatus one = read_variant(s, &s->variant[i], dir[i], errors);
        if (one > status) status = one;
    }
    if (status != STUDY_READ) return status;
    qsort(s->variant, (size_t)n, sizeof *s->variant, by_score);
    test_all(s);
    return STUDY_READ;
}

bool study_alike(const Study *s, int i)
{
    return s->variant[i].p > s->alpha;
}

void study_free(Study *s)
{
    for (int i = 0; i < s->n; i++) {
        Variant *v = &s->variant[i];
        free(v->name);
        free(v->number);
        free(v->seed);
        free(v->config);
        free(v->validated);
        free(v->claimed);
        free(v->training);
    }
    free(s->variant);
    free(s->board);
    *s = (Study){0};
}
