/* verb_study.c. swarmtris study DIR...: compares ways of training, each of which was run with several seeds; study LIST: trains
 * them before. */
#include "analysis/study.h"
#include "base/mem.h"
#include "base/text.h"
#include "cli/campaign.h"
#include "cli/directories.h"
#include "cli/verbs.h"
#include "file/files.h"
#include "file/json.h"
#include "file/message.h"
#include "report/charts.h"
#include "store/rundir.h"

#include <assert.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* What is to be said of n of the others; nothing where n is 0. *first: nothing has been said yet. */
static void print_clause(int n, int others, const char *verdict, bool *first)
{
    if (n == 0) return;
    printf(*first ? ": the difference to " : ", that to ");
    if (n < others)
        printf("%d of the others", n);
    else
        printf(others == 1 ? "the other" : "each of the others");
    printf(" %s", verdict);
    *first = false;
}

static void print_sentence(const Study *s)
{
    int count[3] = {0};
    bool first = true;
    assert(s->n >= 2);
    for (int i = 1; i < s->n; i++) count[study_verdict(s, i)]++;
    printf("%s has the %s of %d", s->variant[0].name, s->errors ? "smallest error" : "highest score", s->n);
    print_clause(count[STUDY_WORSE], s->n - 1, "is significant", &first);
    print_clause(count[STUDY_ALIKE], s->n - 1, "is not significant (marked =)", &first);
    print_clause(count[STUDY_TOO_FEW], s->n - 1, "could not be significant with so few seeds (marked ?)", &first);
    printf(", at the %g %% level\n", 100 * s->alpha);
}

/* The smallest p that the seeds can give, and, where that is not small enough, how many seeds would do. */
static void print_least(const Study *s)
{
    int fewest = s->variant[0].runs, most = 0;
    double least = 1;
    bool enough = true;
    for (int i = 1; i < s->n; i++) {
        const Variant *v = &s->variant[i];
        if (v->common < fewest) fewest = v->common;
        if (v->common > most) most = v->common;
        if (v->p_least < least) least = v->p_least;
        enough = enough && v->p_least <= s->alpha;
    }
    printf("smallest p that ");
    if (fewest < most) printf("%d to ", fewest);
    printf("%d common seed%s can give: %.3g", most, most == 1 ? "" : "s", least);
    if (!enough) printf("; significant differences need %d seeds of each", study_seeds_needed(s->n, s->alpha));
    printf("\n");
}

static char mark_of(const Study *s, int i)
{
    static const char marks[] = {[STUDY_WORSE] = ' ', [STUDY_ALIKE] = '=', [STUDY_TOO_FEW] = '?'};
    return i > 0 ? marks[study_verdict(s, i)] : ' ';
}

/* A number of the table, "-" where there is none. */
static const char *cell(double x, const char *format, char *out, size_t room)
{
    if (isfinite(x))
        snprintf(out, room, format, x);
    else
        snprintf(out, room, "-");
    return out;
}

static void print_table(const Study *s)
{
    char lo[32], hi[32], training[32], claim[32];
    const char *what = s->errors ? "error" : "score";
    if (s->n > 1) print_sentence(s);
    printf("%4s  %5s %12s %12s %12s %12s %12s %9s %9s %10s  variant\n", "rank", "seeds", what, "95 % from", "to", "25 % below",
           "75 % below", "training", "claimed", "p");
    for (int i = 0; i < s->n; i++) {
        const Variant *v = &s->variant[i];
        printf("%4d%c %5d %12.6g %12s %12s %12.6g %12.6g %9s %9s %10.3g  %s\n", i + 1, mark_of(s, i), v->runs, v->score.mean,
               cell(v->score.lo, "%.6g", lo, sizeof lo), cell(v->score.hi, "%.6g", hi, sizeof hi), v->q25, v->q75,
               cell(v->over_training.mean, "%.3fx", training, sizeof training),
               cell(v->over_claim.mean, "%.3fx", claim, sizeof claim), v->p, v->name);
    }
    printf("%s: geometric mean of the ", what);
    printf(s->errors ? "errors" : "%s scores", study_claim(s));
    printf("; training, claimed: as multiples of them; p: Wilcoxon, Holm over all pairs, against the best\n");
    if (s->n > 1) print_least(s);
    printf("%s on %s\n", s->estimated ? "estimated by splitting" : "validated", s->board);
}

static void print_geometric(Json *j, const char *key, const Geometric *g)
{
    json_open(j, key, '{');
    json_real(j, "mean", g->mean);
    json_open(j, "ci95", '[');
    json_real(j, NULL, g->lo);
    json_real(j, NULL, g->hi);
    json_close(j, ']');
    json_close(j, '}');
}

/* "training_over_validated": a claim as a multiple of the score. */
static void print_ratio(Json *j, const char *claim, const Study *s, const Geometric *g)
{
    char *key = text_new("%s_over_%s", claim, study_claim(s));
    print_geometric(j, key, g);
    free(key);
}

static void print_json(const Study *s)
{
    static const char *const verdicts[] = {
        [STUDY_WORSE] = "worse", [STUDY_ALIKE] = "not significant", [STUDY_TOO_FEW] = "too few seeds"};
    Json j = {.out = stdout};
    json_open(&j, NULL, '{');
    json_real(&j, "alpha", s->alpha);
    json_text(&j, "board", s->board);
    json_text(&j, "what", s->errors ? "error" : "score");
    json_text(&j, "claim", study_claim(s));
    if (s->estimated) json_text(&j, "estimator", "splitting");
    json_int(&j, "seeds_needed", study_seeds_needed(s->n, s->alpha));
    json_open(&j, "ranking", '[');
    for (int i = 0; i < s->n; i++) {
        const Variant *v = &s->variant[i];
        json_open(&j, NULL, '{');
        json_text(&j, "variant", v->dir);
        json_int(&j, "seeds", v->runs);
        print_geometric(&j, "score", &v->score);
        json_real(&j, "q25", v->q25);
        json_real(&j, "median", v->median);
        json_real(&j, "q75", v->q75);
        print_ratio(&j, "training", s, &v->over_training);
        print_ratio(&j, "claimed", s, &v->over_claim);
        json_real(&j, "p_wilcoxon", v->p);
        json_real(&j, "p_smallest", v->p_least);
        json_text(&j, "verdict", i > 0 ? verdicts[study_verdict(s, i)] : "best");
        json_int(&j, "worse_than_best", study_verdict(s, i) == STUDY_WORSE);
        json_close(&j, '}');
    }
    json_close(&j, ']');
    json_close(&j, '}');
    putchar('\n');
}

static int draw_charts(const Options *o, const Study *s)
{
    Errors errors = {0}, warnings = {0}, drawn = {0};
    Charts c = verbs_charts(o, &errors, &warnings, &drawn);
    Status status = charts_study(&c, o->out, s);
    charts_announce(&c, "", o->json ? NULL : stdout);
    return (int)status;
}

/* Compares what the directories of o hold. */
static int study_directories(const Options *o)
{
    Study s;
    Errors errors = {0};
    int readable = verbs_readable(o->arg, o->args);
    if (readable != STATUS_OK) return readable;
    bool explained = false;
    for (int i = 0; i < o->args; i++) explained = directories_explain(o->verb, o->arg[i]) || explained;
    if (explained) return STATUS_NO_INPUT;
    int status = (int)study_read(&s, o->arg, o->args, o->alpha, &errors);
    message_errors(&errors, "");
    errors_free(&errors);
    if (status == STATUS_OK) {
        if (o->json)
            print_json(&s);
        else
            print_table(&s);
        if (o->out != NULL) status = draw_charts(o, &s);
    }
    study_free(&s);
    return status;
}

/* How many runs of a variant there are, of which earlier commands may have left more than are wanted now. */
static int count_runs(const char *path)
{
    char **run;
    const int n = rundir_repeats(path, &run);
    for (int k = 0; k < n; k++) free(run[k]);
    free(run);
    return n;
}

/* Says so where a variant has more runs than were asked for. */
static void say_of_more(const Options *o, const Variants *v, const char *dir)
{
    const int wanted = o->repeat > 0 ? o->repeat : CAMPAIGN_SEEDS;
    for (int i = 0; i < v->lines && !o->quiet; i++) {
        char *path = files_path(dir, v->line[i].name);
        const int n = count_runs(path);
        if (n > wanted)
            fprintf(stderr, "%s: holds %d runs, and --repeat is %d: all that are there are compared\n", path, n, wanted);
        free(path);
    }
}

/* Warns, before anything is trained, where no difference could be shown with so few seeds, however large it were. */
static void warn_of_few(const Options *o, const Variants *v, const char *dir)
{
    const int wanted = o->repeat > 0 ? o->repeat : CAMPAIGN_SEEDS;
    int fewest = INT_MAX;
    for (int i = 0; i < v->lines; i++) {
        char *path = files_path(dir, v->line[i].name);
        const int n = count_runs(path), seeds = n > wanted ? n : wanted;
        if (seeds < fewest) fewest = seeds;
        free(path);
    }
    const double least = study_least_p(v->lines, fewest);
    if (v->lines < 2 || least <= o->alpha) return;
    fprintf(
        stderr,
        "warning: %d seed%s of %d variants can show no difference at the %g %% level: the smallest p, after Holm's correction "
        "over all pairs, is %.3g; --repeat %d is enough\n",
        fewest, fewest == 1 ? "" : "s", v->lines, 100 * o->alpha, least, study_seeds_needed(v->lines, o->alpha));
}

/* Trains what the list says, as far as that has not been done, and compares it. */
static int study_list(const Options *o)
{
    Variants v;
    int status = variants_read(&v, o);
    char *dir = status != STATUS_OK ? NULL : o->out != NULL ? mem_text(o->out) : verbs_directory("study-", v.list);
    if (status == STATUS_OK) {
        warn_of_few(o, &v, dir);
        status = campaign_run(o, &v, dir);
    }
    if (status == STATUS_OK) {
        say_of_more(o, &v, dir);
        Options with = *o;
        char *charts = files_path(dir, "charts");
        with.args = v.lines;
        with.arg = mem_new((size_t)v.lines, sizeof *with.arg);
        for (int i = 0; i < v.lines; i++) with.arg[i] = files_path(dir, v.line[i].name);
        with.out = charts;
        status = study_directories(&with);
        for (int i = 0; i < v.lines; i++) free((char *)with.arg[i]);
        free(with.arg);
        free(charts);
    }
    free(dir);
    variants_free(&v);
    return status;
}

int verb_study(const Options *o)
{
    if (variants_are_meant(o)) return study_list(o);
    const char *useless = o->values > 0     ? "--set"
                          : o->repeat > 0   ? "--repeat"
                          : o->at_once > 0  ? "--threads"
                          : o->max_time > 0 ? "--max-time"
                                            : NULL;
    if (useless == NULL) return study_directories(o);
    fprintf(stderr, "swarmtris: %s: has no use with directories of runs; it belongs to 'swarmtris study LIST.list'\n", useless);
    return STATUS_USAGE;
}
