/* problems.c. The ini files that a [meta] names, and whether what it tunes is in all of them. */
#include "base/mem.h"
#include "run/config.h"
#include "run/suggest.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* An error about a key of [meta]: where it was given, then the sentence. */
static void blame(const Config *meta, const char *key, const char *name, const char *why, Errors *errors)
{
    const char *origin = config_origin(meta, "meta", key);
    errors_add(errors, "%s: %s: '%s' %s", origin, key, name, why);
}

/* The row of one problem that a tuned name means; NULL: told. */
static const Param *tuned_row(const Config *meta, const Config *problem, const char *name, Errors *errors)
{
    char why[PARAM_WHY_MAX];
    void *block = NULL;
    const Param *row = config_find(problem, name, "optimiser", &block);
    const char *point = strchr(name, '.');
    bool elsewhere = point != NULL && strncmp(name, "optimiser.", 10) != 0 && strncmp(name, "training.", 9) != 0;
    elsewhere = elsewhere || block == problem->training_rules;
    if (row != NULL && !elsewhere && param_numeric(row)) return row;
    Suggest s = suggest_start(name);
    for (const Param *p = problem->optimiser->params; p->key != NULL; p++) suggest_try(&s, p->key);
    if (elsewhere)
        snprintf(why, sizeof why, "cannot be tuned: only keys of [optimiser] and [training] can, and no board");
    else if (row != NULL)
        snprintf(why, sizeof why, "cannot be tuned: it is not a number");
    else
        snprintf(why, sizeof why, "is no key of [%s] in %s%s", point == NULL ? "optimiser" : "training or optimiser",
                 problem->path, suggest_hint(&s).text);
    blame(meta, "tune", name, why, errors);
    return NULL;
}

/* Side i of the box against the range of its row. */
static void check_side(const Config *meta, const Param *row, int i, const char *name, Errors *errors)
{
    char why[PARAM_WHY_MAX];
    const RealList *lower = &meta->meta.lower, *upper = &meta->meta.upper;
    double lo = i < lower->n ? lower->v[i] : row->lo, hi = i < upper->n ? upper->v[i] : row->hi;
    if (isinf(lo) || isinf(hi)) {
        snprintf(why, sizeof why, "has no largest value: [meta] needs lower and upper");
        blame(meta, "tune", name, why, errors);
    } else if (!(lo < hi)) {
        snprintf(why, sizeof why, "would lie between %.15g and %.15g: lower must be less than upper", lo, hi);
        blame(meta, lower->n > 0 ? "lower" : "upper", name, why, errors);
    } else if (lo < row->lo || hi > row->hi) {
        snprintf(why, sizeof why, "would lie between %.15g and %.15g, but must be %.15g..%.15g", lo, hi, row->lo, row->hi);
        blame(meta, lo < row->lo ? "lower" : "upper", name, why, errors);
    }
}

/* Combinations that a candidate may try: the smallest budget with the most games a position must still pay for one. */
static void check_budgets(const Config *meta, const Config *problem, Errors *errors)
{
    char name[PARAM_TEXT_MAX];
    TrainOptions worst = problem->train;
    Finding finding[FINDINGS_MAX];
    for (int i = 0; config_word(meta->meta.tune, i, name, sizeof name); i++) {
        void *block;
        const Param *row = config_find(problem, name, "optimiser", &block);
        if (block != &problem->train.training) continue;
        double lo = i < meta->meta.lower.n ? meta->meta.lower.v[i] : row->lo;
        double hi = i < meta->meta.upper.n ? meta->meta.upper.v[i] : row->hi;
        param_put(row, &worst.training, row->may_change ? lo : hi);
    }
    for (int i = train_check(&worst, finding) - 1; i >= 0; i--) {
        if (!finding[i].fatal) continue;
        char why[2 * PARAM_WHY_MAX];
        snprintf(why, sizeof why, "at one end of the box: %s of %s %s", finding[i].key, problem->path, finding[i].why);
        blame(meta, "tune", meta->meta.tune, why, errors);
    }
}

/* The rows of one optimiser fit no other, and no name may be tuned twice. */
static void check_names(const Config *meta, const Config *problem, int n, Errors *errors)
{
    char name[PARAM_TEXT_MAX], other[PARAM_TEXT_MAX];
    for (int i = 1; i < n; i++)
        if (problem[i].optimiser != problem[0].optimiser)
            blame(meta, "problems", problem[i].path, "has another optimiser than the first: all must have the same", errors);
    for (int i = 0; config_word(meta->meta.tune, i, name, sizeof name); i++)
        for (int k = 0; k < i && config_word(meta->meta.tune, k, other, sizeof other); k++)
            if (config_find(&problem[0], name, "optimiser", NULL) == config_find(&problem[0], other, "optimiser", NULL))
                blame(meta, "tune", name, "is tuned already", errors);
}

/* The line that gave a value, or the file that did not. */
static const char *where(const Config *meta, const char *section, const char *key)
{
    const char *origin = config_origin(meta, section, key);
    return strncmp(origin, "default", 7) == 0 && meta->path != NULL ? meta->path : origin;
}

/* Plays are blocks, and blocks take turns through the problems: every problem must have as many. */
static void check_blocks(const Config *meta, int n, Errors *errors)
{
    const ContestOptions *rule = &meta->train.training.contest;
    bool stages = contest_traits[rule->rule].in_stages;
    const struct {
        const char *section, *key;
        int games;
    } phase[] = {{"training", "games", train_games(&meta->train)},
                 {"training", "first_games", stages ? rule->first_games : 0},
                 {"training", "more_games", stages ? rule->more_games : 0},
                 {"selection", "games", meta->train.selection.finalists > 0 ? train_final_games(&meta->train) : 0},
                 {"validation", "games", meta->train.validation.games}};
    if (train_shares_pieces(&meta->train))
        errors_add(errors, "%s: must be 0 in a meta search that total_pieces limits: finalists play whole blocks",
                   where(meta, "selection", "share"));
    for (size_t i = 0; n > 0 && i < sizeof phase / sizeof *phase; i++)
        if (phase[i].games % n != 0)
            errors_add(errors, "%s: %s = %d in [%s]: must be a multiple of %d, the number of problems",
                       where(meta, phase[i].section, phase[i].key), phase[i].key, phase[i].games, phase[i].section, n);
}

/* What makes no sense in or around a search over parameters. */
static void check_rules(const Config *meta, const Config *problem, int n, Errors *errors)
{
    const ContestOptions *rule = &meta->train.training.contest;
    if (!contest_traits[rule->rule].alike)
        errors_add(errors, "%s: rule = %s has no use in a meta search: every position has to play all problems alike",
                   where(meta, "training", "rule"), contest_rules[rule->rule]);
    for (int i = 0; i < n; i++)
        if (problem[i].train.training.minutes > 0)
            errors_add(errors,
                       "%s: minutes: must be 0 in a problem of a meta search: what is compared cannot depend on the clock",
                       config_origin(&problem[i], "training", "minutes"));
}

static void check_length(const Config *meta, const char *key, const RealList *list, int n, Errors *errors)
{
    if (list->n != 0 && list->n != n)
        errors_add(errors, "%s: %s has %d numbers, but tune has %d names", config_origin(meta, "meta", key), key, list->n, n);
}

static void check_tune(const Config *meta, const Config *problem, int n, Errors *errors)
{
    char name[PARAM_TEXT_MAX];
    int tuned = 0;
    for (; config_word(meta->meta.tune, tuned, name, sizeof name); tuned++) {
        const Param *row = tuned_row(meta, &problem[0], name, errors);
        for (int i = 1; i < n && row != NULL; i++) row = tuned_row(meta, &problem[i], name, errors);
        if (row != NULL) check_side(meta, row, tuned, name, errors);
    }
    if (tuned > META_TUNED_MAX)
        errors_add(errors, "%s: tune has %d names: at most %d", config_origin(meta, "meta", "tune"), tuned, META_TUNED_MAX);
    check_blocks(meta, n, errors);
    check_length(meta, "lower", &meta->meta.lower, tuned, errors);
    check_length(meta, "upper", &meta->meta.upper, tuned, errors);
}

int config_problems(const Config *meta, Config **problem, Errors *errors, Errors *warnings)
{
    char path[PARAM_TEXT_MAX];
    int n = 0, before = errors->n;
    while (config_word(meta->meta.problems, n, path, sizeof path)) n++;
    *problem = mem_new((size_t)n, sizeof **problem);
    if (n > META_PROBLEMS_MAX)
        errors_add(errors, "%s: problems names %d files: at most %d", config_origin(meta, "meta", "problems"), n,
                   META_PROBLEMS_MAX);
    for (int i = 0; config_word(meta->meta.problems, i, path, sizeof path); i++) {
        config_read(&(*problem)[i], path, NULL, 0, errors, warnings);
        if ((*problem)[i].has_meta) blame(meta, "problems", path, "is a [meta] itself; it cannot be a problem", errors);
    }
    if (errors->n == before && n > 0) check_tune(meta, *problem, n, errors);
    if (errors->n == before && n > 0) check_rules(meta, *problem, n, errors);
    if (errors->n == before && n > 0) check_names(meta, *problem, n, errors);
    for (int i = 0; i < n && errors->n == before; i++) check_budgets(meta, &(*problem)[i], errors);
    return n;
}

void config_problems_free(Config *problem, int n)
{
    for (int i = 0; i < n; i++) config_free(&problem[i]);
    free(problem);
}
