/* study.c. Ways of training compared: reads their runs, sums them up, tests pairs, writes the tables of the chart. */
#include "analysis/study.h"

#include "base/mem.h"
#include "base/paired.h"
#include "base/real.h"
#include "base/stats.h"
#include "base/text.h"
#include "config/weights.h"
#include "file/files.h"
#include "store/runs.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- one run ---- */

/* Whether the file holds a position of a test function, whose score is minus its error. */
static bool is_function(const Weights *w)
{
    return weights_entry(w, "rules.function") != NULL;
}

/* A mean score of the file, at least 0.001, or an error, at least 1e-16. NAN: the file has none; or its number can be neither,
 * and then *good becomes false, with a sentence. */
static double score_of(const Weights *w, const char *reported, bool *good, Errors *errors)
{
    static const double solved = 1e-16, none = 1e-3;
    const bool function = is_function(w);
    OWNED char *key = text_new("score.%s", reported);
    const char *text = weights_entry(w, key);
    OWNED double *x = NULL;
    double score = NAN;
    if (text == NULL) return NAN;
    const bool number = weights_numbers(text, w->path, &x, errors) == 1;
    if (number && (function ? x[0] <= 0 : x[0] >= 0))
        score = function ? fmax(-x[0], solved) : fmax(x[0], none);
    else if (number)
        errors_add(errors,
                   "%s: %s = %s in [score]: must be 0 or %s: only scores of games, and errors of functions, can be compared",
                   w->path, reported, text, function ? "less" : "more");
    *good = *good && !isnan(score);
    return score;
}

/* Whether a reported score states where it was made, and so was not made on the board of the validation. An estimator is no
 * other board: it estimates the mean score there. (run/result_file.c writes reported scores.) */
static bool is_elsewhere(const Weights *w, const char *reported)
{
    static const char *const usual[] = {"lower", "upper", "sd", "games", "cut_off", "heaviest", "seed", "estimator", "ci95"};
    OWNED char *key = text_new("%s_", reported);
    const size_t n = strlen(key);
    bool other = false;
    for (int i = 0; i < w->ini.entries && !other; i++) {
        const IniEntry *e = &w->ini.entry[i];
        other = strcmp(e->section, "score") == 0 && strncmp(e->key, key, n) == 0;
        for (size_t k = 0; k < sizeof usual / sizeof *usual; k++) other = other && strcmp(e->key + n, usual[k]) != 0;
    }
    return other;
}

/* Whether the last reported score of the file is an estimate by splitting, which [validation] estimator selects. */
static bool is_estimated(const Weights *w)
{
    return weights_entry(w, "score.estimated") != NULL;
}

/* The rules of the file in a line, without its features, which may differ. Owned. */
static char *board_of(const Weights *w)
{
    char *text;
    int rules = 0;
    FILE *out = files_memory(&text, NULL);
    for (const IniEntry *e = w->ini.entry; e < w->ini.entry + w->ini.entries; e++)
        if (strcmp(e->section, "rules") == 0 && strcmp(e->key, "features") != 0)
            fprintf(out, "%s%s=%s", rules++ > 0 ? ", " : "", e->key, e->value);
    if (is_function(w)) fprintf(out, ", dim=%d", w->n);
    files_memory_close(out);
    return text;
}

/* All runs of a study must be validated on one board, in one way. False: this one is not, as a sentence says. */
static bool same_board(Study *s, const Weights *w, Errors *errors)
{
    OWNED char *board = board_of(w);
    if (s->board == NULL) {
        s->board = mem_text(board);
        s->estimated = is_estimated(w);
    }
    const bool same = strcmp(board, s->board) == 0 && is_estimated(w) == s->estimated;
    if (!same)
        errors_add(errors, "%s: %s on %s, others %s on %s: they cannot be compared", w->path,
                   is_estimated(w) ? "estimated by splitting" : "validated", board,
                   s->estimated ? "estimated by splitting" : "validated", s->board);
    return same;
}

static bool add_run(Study *s, Variant *v, int number, const Weights *w, Errors *errors)
{
    bool good = true;
    double validated = score_of(w, is_estimated(w) ? "estimated" : "validated", &good, errors);
    double training = score_of(w, "training", &good, errors);
    double reselected = score_of(w, "reselected", &good, errors);
    const char *reported = isnan(reselected) ? "training" : "reselected";
    const char *seed = weights_entry(w, is_estimated(w) ? "score.estimated_seed" : "score.validated_seed");
    if (is_function(w) && isnan(validated)) { /* without noise the training's number is the truth, and no reported score */
        validated = training;
        seed = weights_entry(w, "score.training_seed");
    }
    if (!good || isnan(validated)) return good;
    if (!same_board(s, w, errors)) return false;
    s->errors = is_function(w);
    v->run[v->runs++] = (StudyRun){.number = number,
                                   .seed = seed != NULL ? (uint64_t)strtoull(seed, NULL, 10) : (uint64_t)number,
                                   .validated = validated,
                                   .pieces = NAN,
                                   .training = is_elsewhere(w, "training") ? NAN : training,
                                   .reported = is_elsewhere(w, reported) ? NAN
                                               : isnan(reselected)       ? training
                                                                         : reselected};
    return true;
}

/* ---- one variant ---- */

/* Adds the logarithm of a score or ratio, unless it is NAN. */
static void add_log(Stats *logs, double x)
{
    if (isfinite(x)) stats_add(logs, real_log(x));
}

static Geometric geometric(const Stats *logs)
{
    if (logs->n == 0) return (Geometric){NAN, NAN, NAN};
    const double ci = logs->n > 1 ? stats_ci95(logs) : NAN;
    return (Geometric){real_exp(logs->mean), real_exp(logs->mean - ci), real_exp(logs->mean + ci)};
}

static void sum_up(Variant *v)
{
    Stats score = {0}, training = {0}, reported = {0}, pieces = {0};
    OWNED double *x = mem_new((size_t)v->runs, sizeof *x);
    double q[TABLES_BANDS];
    for (int i = 0; i < v->runs; i++) {
        const StudyRun *r = &v->run[i];
        assert(r->validated > 0);
        x[i] = r->validated;
        add_log(&score, r->validated);
        add_log(&training, r->training / r->validated);
        add_log(&reported, r->reported / r->validated);
        if (isfinite(r->pieces)) stats_add(&pieces, r->pieces);
    }
    v->pieces = pieces.n > 0 ? pieces.mean : NAN;
    tables_quantiles(x, v->runs, q);
    v->q25 = q[TABLES_Q25];
    v->median = q[TABLES_MEDIAN];
    v->q75 = q[TABLES_Q75];
    v->score = geometric(&score);
    v->over_training = geometric(&training);
    v->over_reported = geometric(&reported);
}

/* Runs of one way of training may differ only in [experiment]: the seed, and keys that change no result. False: a sentence says
 * where they differ. */
static bool same_settings(Variant *v, const char *path, Errors *errors)
{
    Ini ini;
    const IniEntry *other = NULL;
    const bool read = ini_read_in(&ini, path, "config.ini", errors) == STATUS_OK;
    for (int i = 0; i < ini.entries && v->config.entries > 0 && other == NULL; i++) {
        const IniEntry *e = &ini.entry[i], *first = ini_find(&v->config, e->section, e->key);
        if (strcmp(e->section, "experiment") != 0 && (first == NULL || strcmp(first->value, e->value) != 0)) other = e;
    }
    if (other != NULL)
        errors_add(errors,
                   "%s: trained with other settings than the first run (%s = %s): take another directory, or study it apart",
                   path, other->key, other->value);
    Ini *spare = v->config.entries > 0 ? &ini : &v->config;
    ini_free(spare);
    if (spare == &v->config) v->config = ini;
    return read && other == NULL;
}

/* Reads what the search of the last run cost, from the end of its metrics.tsv, if there is one. */
static bool read_pieces(Variant *v, const char *path, Errors *errors)
{
    static const TableNeeds needs = {.file = "metrics.tsv", .texts = "", .columns = TABLES_COST};
    CLOSED(tsv_free) Tsv t;
    const Status status = tables_read_if(&t, path, &needs, errors);
    if (status == STATUS_OK && t.rows > 0) v->run[v->runs - 1].pieces = tsv_number(&t, t.rows - 1, tsv_column(&t, TABLES_COST));
    return status == STATUS_OK;
}

static bool read_run(Study *s, Variant *v, const char *path, int number, Errors *errors)
{
    CLOSED(weights_free) Weights w = {0};
    const int before = v->runs;
    const FilePath file = files_at(path, "weights.ini");
    if (!files_exists(file.text)) return true;
    return same_settings(v, path, errors) && weights_read(&w, file.text, NULL, errors) == WEIGHTS_READ &&
           add_run(s, v, number, &w, errors) && (v->runs == before || read_pieces(v, path, errors));
}

static Status read_variant(Study *s, Variant *v, const char *dir, Errors *errors)
{
    CLOSED(folder_free) Folder f = folder_read(dir);
    const int n = f.kind == FOLDER_REPEAT ? f.n : 0;
    bool good = true;
    *v = (Variant){.dir = dir, .name = files_name(dir), .run = mem_new((size_t)n, sizeof *v->run), .p = 1, .p_least = 1};
    for (int i = 0; i < n; i++) good = read_run(s, v, f.entry[i], atoi(strrchr(f.entry[i], '/') + 1), errors) && good;
    if (!good) return STATUS_DATA;
    if (v->runs == 0) {
        errors_add(errors, "%s: must be the directory of runs 01, 02, ..., at least one of them with a validated score", dir);
        return STATUS_NO_INPUT;
    }
    sum_up(v);
    return STATUS_OK;
}

/* ---- all of them ---- */

static int by_score(const void *a, const void *b)
{
    double x = ((const Variant *)a)->score.mean, y = ((const Variant *)b)->score.mean;
    return x > y ? -1 : x < y;
}

static int by_error(const void *a, const void *b)
{
    return by_score(b, a);
}

/* The smallest p that n seeds can give, which is that of differences of one sign. */
static double least_p(int n)
{
    OWNED double *x = mem_new((size_t)n * 2, sizeof *x);
    for (int i = 0; i < n; i++) x[i] = i + 1;
    return n > 0 ? paired_wilcoxon(x, x + n, n) : 1;
}

/* The p of a paired Wilcoxon test on the runs with the same seed, which were validated on the same games; *common: how many
 * seeds there are. */
static double test_pair(const Variant *a, const Variant *b, int *common)
{
    int n = 0;
    OWNED double *x = mem_new((size_t)a->runs * 2, sizeof *x);
    double *y = x + a->runs;
    for (int i = 0; i < a->runs; i++) {
        int k = 0;
        while (k < b->runs && b->run[k].seed != a->run[i].seed) k++;
        if (k == b->runs) continue;
        x[n] = real_log(a->run[i].validated);
        y[n++] = real_log(b->run[k].validated);
    }
    *common = n;
    return n > 0 ? paired_wilcoxon(x, y, n) : 1;
}

/* All pairs are corrected as one family, since only the scores decide which variant is the best. The pairs with the best come
 * first. If the p of some pairs gets smaller, the corrected p of no other pair gets larger. So each corrected p is smallest if
 * all p are. */
static void test_all(Study *s)
{
    const size_t room = (size_t)s->n * (size_t)s->n;
    OWNED double *p = mem_new(room, sizeof *p), *least = mem_new(room, sizeof *least);
    int pairs = 0;
    for (int i = 0; i < s->n; i++)
        for (int k = i + 1; k < s->n; k++, pairs++) {
            int common;
            p[pairs] = test_pair(&s->variant[i], &s->variant[k], &common);
            least[pairs] = least_p(common);
            if (i == 0) s->variant[k].common = common;
        }
    stats_holm(p, pairs);
    stats_holm(least, pairs);
    for (int k = 1; k < s->n; k++) {
        s->variant[k].p = p[k - 1];
        s->variant[k].p_least = least[k - 1];
    }
    s->variant[0].common = s->variant[0].runs;
}

double study_inequality(const Study *s, char **said)
{
    static const double equal = 1.1; /* a training may spend a tenth more than its budget */
    const Variant *least = NULL, *most = NULL;
    for (const Variant *v = s->variant; v < s->variant + s->n; v++) {
        if (!(v->pieces > 0)) continue;
        if (least == NULL || v->pieces < least->pieces) least = v;
        if (most == NULL || v->pieces > most->pieces) most = v;
    }
    const double times = least != NULL ? most->pieces / least->pieces : 1;
    if (said != NULL)
        *said = times > equal ? text_new("%s spent %.3g times as much as %s", most->name, times, least->name) : NULL;
    return times;
}

const char *study_reported(const Study *s)
{
    return s->estimated ? "estimated" : "validated";
}

/* Holm's correction multiplies p that are all equal by the number of pairs. */
double study_least_p(int variants, int seeds)
{
    assert(variants >= 1 && seeds >= 0);
    const double pairs = 0.5 * variants * (variants - 1);
    return pairs > 0 ? fmin(1, pairs * least_p(seeds)) : 1;
}

int study_seeds_needed(int variants, double alpha)
{
    enum { ENOUGH = 100 }; /* seeds; a p of 2^-99 before the correction */
    int seeds = 1;
    while (seeds < ENOUGH && study_least_p(variants, seeds) > alpha) seeds++;
    return seeds;
}

Status study_read(Study *s, const char *const *dir, int n, double alpha, Errors *errors)
{
    assert(n >= 1 && alpha > 0 && alpha < 1);
    Status status = STATUS_OK;
    *s = (Study){.variant = mem_new((size_t)n, sizeof *s->variant), .n = n, .alpha = alpha};
    for (int i = 0; i < n; i++) {
        Status one = read_variant(s, &s->variant[i], dir[i], errors);
        if (status == STATUS_OK || one == STATUS_DATA) status = one;
    }
    if (status != STATUS_OK) return status;
    qsort(s->variant, (size_t)n, sizeof *s->variant, s->errors ? by_error : by_score);
    test_all(s);
    return STATUS_OK;
}

StudyVerdict study_verdict(const Study *s, int i)
{
    assert(i >= 0 && i < s->n);
    if (s->variant[i].p <= s->alpha) return STUDY_WORSE;
    return i > 0 && s->variant[i].p_least > s->alpha ? STUDY_TOO_FEW : STUDY_ALIKE;
}

/* ---- tables ---- */

double study_alpha(const Tsv *t)
{
    const int column = t->rows > 0 ? tsv_column(t, "alpha") : -1; /* older programs have written none */
    return column >= 0 ? tsv_number(t, 0, column) : STUDY_ALPHA;
}

static Status write_variants(const Study *s, const char *folder, Errors *errors)
{
    Table t;
    table_begin(&t, "variant\tplace\truns\tp\tp_least\tq25\tq75\tscore\tscore_lower\tscore_upper\t"
                    "training\ttraining_lower\ttraining_upper\treported\treported_lower\treported_upper\tpieces\talpha");
    for (int i = 0; i < s->n; i++) {
        const Variant *v = &s->variant[i];
        const Geometric *g = &v->score, *training = &v->over_training, *reported = &v->over_reported;
        const double row[] = {s->n - i,       v->runs,      v->p,         v->p_least,     v->q25,       v->q75,
                              g->mean,        g->lo,        g->hi,        training->mean, training->lo, training->hi,
                              reported->mean, reported->lo, reported->hi, v->pieces,      s->alpha};
        table_row(&t, v->name, row, sizeof row / sizeof *row);
    }
    return table_write(&t, folder, errors, "study.tsv");
}

/* Writes the runs; those of a variant are drawn a little above each other. */
static Status write_runs(const Study *s, const char *folder, Errors *errors)
{
    Table t;
    table_begin(&t, "place\trun");
    table_column(&t, "%s", study_reported(s));
    table_column(&t, "training");
    table_column(&t, "reported");
    table_column(&t, TABLES_COST);
    for (int i = 0; i < s->n; i++) {
        const Variant *v = &s->variant[i];
        for (int r = 0; r < v->runs; r++) {
            const StudyRun *run = &v->run[r];
            const double aside = v->runs > 1 ? 0.4 * ((double)r / (v->runs - 1) - 0.5) : 0;
            const double row[] = {s->n - i + aside, run->number, run->validated, run->training, run->reported, run->pieces};
            table_row(&t, NULL, row, sizeof row / sizeof *row);
        }
    }
    return table_write(&t, folder, errors, "study_runs.tsv");
}

Status study_write(const Study *s, const char *folder, Errors *errors)
{
    Status status = write_variants(s, folder, errors);
    return status == STATUS_OK ? write_runs(s, folder, errors) : status;
}

void study_free(Study *s)
{
    for (int i = 0; i < s->n; i++) {
        ini_free(&s->variant[i].config);
        free(s->variant[i].name);
        free(s->variant[i].run);
    }
    free(s->variant);
    free(s->board);
    *s = (Study){0};
}
