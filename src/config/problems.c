/* problems.c. The ini files that a [meta] names, and whether what it tunes is in all of them. */
#include "config/problems.h"

#include "base/mem.h"
#include "config/config_read.h"
#include "file/suggest.h"

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

bool problems_key(const char *word, int i, char *key, size_t room)
{
    const char *point = strchr(word, '.'), *at = point != NULL ? point + 1 : word;
    for (; i > 0 && at != NULL; i--) {
        at = strchr(at, '+');
        if (at != NULL) at++;
    }
    if (at == NULL) return false;
    snprintf(key, room, "%.*s.%.*s", point != NULL ? (int)(point - word) : 9, point != NULL ? word : "optimiser",
             (int)strcspn(at, "+"), at);
    return true;
}

void problems_scale(TrainingOptions *t, double times)
{
    int64_t *const budget[] = {&t->iterations, &t->total_games, &t->total_pieces};
    for (size_t i = 0; i < sizeof budget / sizeof *budget; i++)
        if (*budget[i] > 0) *budget[i] = (int64_t)fmax(floor(times * (double)*budget[i] + 0.5), 1);
}

/* The row of one problem that a tuned key means; NULL: told. */
static const Param *tuned_row(const Config *meta, const Config *problem, const char *key, Errors *errors)
{
    char why[PARAM_WHY_MAX];
    void *block = NULL;
    const Param *row = config_find(problem, key, "optimiser", &block);
    bool of_optimiser = strncmp(key, "optimiser.", 10) == 0;
    bool elsewhere = (!of_optimiser && strncmp(key, "training.", 9) != 0) || block == problem->training_rules;
    bool limit = row != NULL && !of_optimiser && row->may_change;
    if (row != NULL && !elsewhere && !limit && param_numeric(row)) return row;
    const char *name = of_optimiser ? key + 10 : key;
    const char *now = config_renamed(problem, of_optimiser ? "optimiser" : "training", strchr(key, '.') + 1);
    Suggest s = suggest_start(name);
    for (const Param *p = problem->optimiser->params; p->key != NULL; p++) suggest_try(&s, p->key);
    if (elsewhere)
        snprintf(why, sizeof why, "cannot be tuned: only keys of [optimiser] and [training] can, and no board");
    else if (limit)
        snprintf(why, sizeof why, "cannot be tuned: it is a budget, and all have the same; see budgets in [meta]");
    else if (row != NULL)
        snprintf(why, sizeof why, "cannot be tuned: it is not a number");
    else if (now != NULL)
        snprintf(why, sizeof why, "is now called '%s'", now);
    else
        snprintf(why, sizeof why, "is no key of [%s] in %s%s", of_optimiser ? "optimiser" : "training", problem->path,
                 suggest_hint(&s).text);
    blame(meta, "tune", name, why, errors);
    return NULL;
}

/* Side i of the box against the range of a row. */
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

/* The least of all budgets that there are. */
static double least_budget(const MetaOptions *o)
{
    double least = HUGE_VAL;
    for (int i = 0; i < o->budgets.n; i++) least = fmin(least, o->budgets.v[i]);
    for (int i = 0; i < o->heldout_budgets.n; i++) least = fmin(least, o->heldout_budgets.v[i]);
    return o->budgets.n > 0 && o->heldout_budgets.n > 0 ? least : fmin(least, 1);
}

/* Puts one end of the box into the options of a training and of its optimiser: of one coordinate, or of all (-1). */
static void put_end(const Config *meta, const Config *problem, int coordinate, bool upper, TrainOptions *train, void *optimiser)
{
    char name[PARAM_TEXT_MAX], key[PARAM_TEXT_MAX];
    const RealList *ends = upper ? &meta->meta.upper : &meta->meta.lower;
    for (int i = 0; config_word(meta->meta.tune, i, name, sizeof name); i++)
        for (int k = 0; problems_key(name, k, key, sizeof key); k++) {
            void *block;
            const Param *row = config_find(problem, key, "optimiser", &block);
            if (coordinate >= 0 && i != coordinate) continue;
            double end = i < ends->n ? ends->v[i] : upper ? row->hi : row->lo;
            param_put(row, block == &problem->train.training ? (void *)&train->training : optimiser, end);
        }
}

/* Whether what a training or its optimiser would refuse is in the box: at the ends of each coordinate, and with the smallest
 * budget and the most of all at once, which must still pay for a position. */
static bool is_sound(const Config *meta, const Config *problem, int coordinate, bool upper, Errors *errors)
{
    Finding finding[2 * FINDINGS_MAX];
    TrainOptions train = problem->train;
    void *optimiser = mem_new(1, problem->optimiser->options_bytes);
    memcpy(optimiser, problem->optimiser_options, problem->optimiser->options_bytes);
    problems_scale(&train.training, least_budget(&meta->meta));
    put_end(meta, problem, coordinate, upper, &train, optimiser);
    int n = train_check(&train, finding), fatal = 0;
    if (problem->optimiser->check != NULL) n += problem->optimiser->check(optimiser, finding + n);
    for (int i = 0; i < n; i++) {
        if (!finding[i].fatal) continue;
        char why[2 * PARAM_WHY_MAX];
        snprintf(why, sizeof why, "at one end of the box: %s of %s %s", finding[i].key, problem->path, finding[i].why);
        blame(meta, "tune", meta->meta.tune, why, errors);
        fatal++;
    }
    free(optimiser);
    return fatal == 0;
}

static void check_ends(const Config *meta, const Config *problem, int coordinates, Errors *errors)
{
    bool sound = is_sound(meta, problem, -1, true, errors);
    for (int i = 0; i < 2 * coordinates && sound; i++) sound = is_sound(meta, problem, i / 2, i % 2, errors);
}

/* The rows of one optimiser fit no other; and problems are told apart by the names of their files. */
static void check_files(const Config *meta, const Problems *p, Errors *errors)
{
    const Config *problem = p->config;
    char why[PARAM_WHY_MAX];
    for (int i = 1; i < p->n; i++) {
        const char *key = i < p->search ? "problems" : "heldout";
        if (problem[i].optimiser != problem[0].optimiser)
            blame(meta, key, problem[i].path, "has another optimiser than the first: all must have the same", errors);
        for (int k = 0; k < i; k++) {
            char *mine = problems_name(problem[i].path), *other = problems_name(problem[k].path);
            bool alike = strcmp(mine, other) == 0 && strcmp(problem[i].path, problem[k].path) != 0;
            snprintf(why, sizeof why, "would be called %s, as %s is: one of them must have another name", mine, problem[k].path);
            if (alike) blame(meta, key, problem[i].path, why, errors);
            free(mine);
            free(other);
        }
    }
}

/* No name may be tuned twice. */
static void check_names(const Config *meta, const Problems *p, Errors *errors)
{
    const Config *problem = p->config;
    char name[PARAM_TEXT_MAX], key[PARAM_TEXT_MAX];
    const Param *seen[META_TUNED_MAX * META_TIED_MAX];
    int rows = 0;
    for (int i = 0; config_word(meta->meta.tune, i, name, sizeof name); i++)
        for (int k = 0; problems_key(name, k, key, sizeof key); k++) {
            const Param *row = config_find(&problem[0], key, "optimiser", NULL);
            for (int r = 0; r < rows; r++)
                if (seen[r] == row) blame(meta, "tune", name, "is tuned already", errors);
            seen[rows++] = row;
        }
}

/* The line that gave a value, or the file that did not. */
static const char *where(const Config *meta, const char *section, const char *key)
{
    return config_is_default(meta, section, key) && meta->path != NULL ? meta->path : config_origin(meta, section, key);
}

/* A list that is empty has one element. */
static int length_of(const RealList *list)
{
    return list->n > 0 ? list->n : 1;
}

/* Plays are blocks, and blocks take turns through problems and budgets: each must have as many. */
static void check_blocks(const Config *meta, const Problems *p, Errors *errors)
{
    const int n = p->search * length_of(&meta->meta.budgets),
              heldout = problems_heldout(p) * length_of(&meta->meta.heldout_budgets);
    const ContestOptions *contest = &meta->train.training.contest;
    bool stages = contest_traits[contest->allocation].in_stages;
    const struct {
        const char *section, *key;
        int games, n, problems;
    } phase[] = {{"training", "games", train_games(&meta->train), n, p->search},
                 {"training", "first_games", stages ? contest->first_games : 0, n, p->search},
                 {"training", "more_games", stages ? contest->more_games : 0, n, p->search},
                 {"selection", "games", meta->train.selection.finalists > 0 ? train_final_games(&meta->train) : 0, n, p->search},
                 {"validation", "games", meta->train.validation.games, heldout, problems_heldout(p)}};
    if (meta->train.selection.share > 0)
        errors_add(errors, "%s: share = %.15g: must be 0 in a meta search: finalists play whole blocks, as many as games says",
                   where(meta, "selection", "share"), meta->train.selection.share);
    for (size_t i = 0; i < sizeof phase / sizeof *phase; i++)
        if (phase[i].games % phase[i].n != 0)
            errors_add(errors, "%s: %s = %d in [%s]: must be a multiple of %d, the number of problems%s",
                       where(meta, phase[i].section, phase[i].key), phase[i].key, phase[i].games, phase[i].section, phase[i].n,
                       phase[i].n > phase[i].problems ? " times that of budgets" : "");
}

/* What makes no sense in or around a search over parameters. */
static void check_rules(const Config *meta, const Config *problem, int n, Errors *errors)
{
    const ContestOptions *contest = &meta->train.training.contest;
    if (!contest_traits[contest->allocation].alike)
        errors_add(errors, "%s: allocation = %s has no use in a meta search: every position has to play all problems alike",
                   where(meta, "training", "allocation"), contest_allocations[contest->allocation]);
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

static void check_tune(const Config *meta, const Problems *p, Errors *errors)
{
    const Config *problem = p->config;
    const int n = p->n;
    char name[PARAM_TEXT_MAX], key[PARAM_TEXT_MAX];
    int tuned = 0;
    for (; config_word(meta->meta.tune, tuned, name, sizeof name); tuned++) {
        int keys = 0;
        const Param *first = NULL;
        for (; problems_key(name, keys, key, sizeof key); keys++) {
            const Param *row = tuned_row(meta, &problem[0], key, errors);
            for (int i = 1; i < n && row != NULL; i++) row = tuned_row(meta, &problem[i], key, errors);
            if (row != NULL) check_side(meta, row, tuned, name, errors);
            if (first == NULL) first = row;
            if (row != NULL && (row->type == PARAM_REAL) != (first->type == PARAM_REAL))
                blame(meta, "tune", name, "ties a whole number to one that is not", errors);
        }
        if (keys > META_TIED_MAX) blame(meta, "tune", name, "ties too many keys together", errors);
    }
    if (tuned > META_TUNED_MAX)
        errors_add(errors, "%s: tune has %d names: at most %d", config_origin(meta, "meta", "tune"), tuned, META_TUNED_MAX);
    check_blocks(meta, p, errors);
    check_length(meta, "lower", &meta->meta.lower, tuned, errors);
    check_length(meta, "upper", &meta->meta.upper, tuned, errors);
}

/* The files of a key, added. Returns how many. */
static int read_files(const Config *meta, const char *key, const char *files, Problems *p, Errors *errors, Errors *warnings)
{
    char path[PARAM_TEXT_MAX];
    int n = 0;
    while (config_word(files, n, path, sizeof path)) n++;
    if (n > META_PROBLEMS_MAX)
        errors_add(errors, "%s: %s names %d files: at most %d", config_origin(meta, "meta", key), key, n, META_PROBLEMS_MAX);
    for (int i = 0; i < n && n <= META_PROBLEMS_MAX; i++) {
        Config *c = &p->config[p->n++];
        config_word(files, i, path, sizeof path);
        config_read(c, path, NULL, 0, errors, warnings);
        if (c->kind->tunes) blame(meta, key, path, "is a [meta] itself; it cannot be a problem", errors);
    }
    return n;
}

char *problems_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    char *name = mem_text(slash != NULL ? slash + 1 : path), *dot = strrchr(name, '.');
    if (dot != NULL && dot != name) *dot = '\0';
    return name;
}

static int tuned_names(const Config *meta)
{
    char name[PARAM_TEXT_MAX];
    int n = 0;
    while (config_word(meta->meta.tune, n, name, sizeof name)) n++;
    return n;
}

bool problems_read(Problems *p, const Config *meta, Errors *errors, Errors *warnings)
{
    int before = errors->n;
    *p = (Problems){.config = mem_new(2 * META_PROBLEMS_MAX, sizeof *p->config)};
    p->search = read_files(meta, "problems", meta->meta.problems, p, errors, warnings);
    read_files(meta, "heldout", meta->meta.heldout, p, errors, warnings);
    if (errors->n == before) check_files(meta, p, errors);
    if (errors->n == before) check_tune(meta, p, errors);
    if (errors->n == before) check_rules(meta, p->config, p->n, errors);
    if (errors->n == before) check_names(meta, p, errors);
    for (int i = 0; i < p->n && errors->n == before; i++) check_ends(meta, &p->config[i], tuned_names(meta), errors);
    return errors->n == before;
}

int problems_heldout(const Problems *p)
{
    return p->n > p->search ? p->n - p->search : p->search;
}

const Config *problems_heldout_at(const Problems *p, int i)
{
    return &p->config[p->n > p->search ? p->search + i : i];
}

void problems_free(Problems *p)
{
    for (int i = 0; i < p->n; i++) config_free(&p->config[i]);
    free(p->config);
    *p = (Problems){0};
}
