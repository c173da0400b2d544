/* tuning.c. Puts a meta search together: the inis that a [meta] names, the words of tune as coordinates, the checks of all
 * settings that they allow, inner trainings, baselines, the start. */
#include "run/tuning.h"

#include "base/mem.h"
#include "base/text.h"
#include "config/config_read.h"
#include "file/files.h"
#include "file/ini.h"
#include "file/message.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Adds an error about a key of [meta]: where the key was given, then name, a word of its value, and why it is wrong. */
static void blame(const Config *meta, const char *key, const char *name, const char *why, Errors *errors)
{
    errors_add(errors, "%s: %s: '%s' %s", config_origin(meta, "meta", key), key, name, why);
}

/* ---- the problems: their inis ---- */

/* What a problem is called in tables and charts: params/functions/sphere.ini -> sphere; owned by the caller. */
static char *name_of(const char *path)
{
    char *name = files_name(path), *dot = strrchr(name, '.');
    if (dot != NULL && dot != name) *dot = '\0';
    return name;
}

/* The length of a list of budgets; an empty list stands for one budget. */
static int length_of(const RealList *list)
{
    return list->n > 0 ? list->n : 1;
}

/* All problems must have one optimiser, whose keys fit no other, and different file names, which distinguish them. */
static void check_files(const Tuning *t, Errors *errors)
{
    const Config *problem = t->problem;
    char why[PARAM_WHY_MAX];
    for (int i = 1; i < t->problems; i++) {
        const char *key = i < t->searched ? "problems" : "heldout";
        if (problem[i].optimiser != problem[0].optimiser)
            blame(t->config, key, problem[i].path, "has another optimiser than the first: all must have the same", errors);
        for (int k = 0; k < i; k++) {
            if (strcmp(t->name[i], t->name[k]) != 0 || strcmp(problem[i].path, problem[k].path) == 0) continue;
            snprintf(why, sizeof why, "would be called %s, as %s is: one of them must have another name", t->name[i],
                     problem[k].path);
            blame(t->config, key, problem[i].path, why, errors);
        }
    }
}

/* The line that gave a value, or the file that did not. */
static const char *where(const Config *meta, const char *section, const char *key)
{
    return config_key(meta, section, key)->kind == ORIGIN_DEFAULT && meta->path != NULL ? meta->path
                                                                                        : config_origin(meta, section, key);
}

/* Plays are blocks, spread evenly over problems and budgets: their number must be a multiple of the product. */
static void check_blocks(const Tuning *t, Errors *errors)
{
    const Config *meta = t->config;
    const int n = t->searched * length_of(&meta->meta.budgets), heldout = t->heldouts * length_of(&meta->meta.heldout_budgets);
    const AllocationOptions *allocation = &meta->train.training.allocation;
    bool stages = allocation_about[allocation->rule].in_stages;
    const struct {
        const char *section, *key;
        int games, n, problems;
    } phase[] = {
        {"training", "games", train_games(&meta->train), n, t->searched},
        {"training", "first_games", stages ? allocation->first_games : 0, n, t->searched},
        {"training", "more_games", stages ? allocation->more_games : 0, n, t->searched},
        {"selection", "games", meta->train.selection.finalists > 0 ? train_final_games(&meta->train) : 0, n, t->searched},
        {"selection", "race_games", meta->train.selection.race_p > 0 ? meta->train.selection.race_games : 0, n, t->searched},
        {"validation", "games", meta->train.validation.games, heldout, t->heldouts},
        {"meta", "ablation", meta->meta.ablation, heldout, t->heldouts}};
    if (meta->train.selection.share > 0)
        errors_add(errors, "%s: share = %.15g: must be 0 in a meta search: finalists play whole blocks, as many as games says",
                   where(meta, "selection", "share"), meta->train.selection.share);
    for (size_t i = 0; i < sizeof phase / sizeof *phase; i++)
        if (phase[i].games % phase[i].n != 0)
            errors_add(errors, "%s: %s = %d in [%s]: must be a multiple of %d, the number of problems%s",
                       where(meta, phase[i].section, phase[i].key), phase[i].key, phase[i].games, phase[i].section, phase[i].n,
                       phase[i].n > phase[i].problems ? " times that of budgets" : "");
}

/* Refuses options that make no sense in a meta search or in its problems. */
static void check_rules(const Tuning *t, Errors *errors)
{
    const AllocationOptions *allocation = &t->config->train.training.allocation;
    if (!allocation_about[allocation->rule].alike)
        errors_add(errors, "%s: allocation = %s has no effect in a meta search: every position has to play all problems alike",
                   where(t->config, "training", "allocation"), allocation_names[allocation->rule]);
    for (int i = 0; i < t->problems; i++)
        if (t->problem[i].train.training.minutes > 0)
            errors_add(errors,
                       "%s: minutes: must be 0 in a problem of a meta search: what is compared cannot depend on the clock",
                       config_origin(&t->problem[i], "training", "minutes"));
}

/* Reads and adds the files that a key names. Returns how many. */
static int read_files(Tuning *t, const char *key, const char *files, Errors *errors, Errors *warnings)
{
    char path[PARAM_TEXT_MAX];
    int n = 0;
    while (text_word(files, n, path, sizeof path)) n++;
    if (n > META_PROBLEMS_MAX)
        errors_add(errors, "%s: %s names %d files: at most %d", config_origin(t->config, "meta", key), key, n, META_PROBLEMS_MAX);
    for (int i = 0; i < n && n <= META_PROBLEMS_MAX; i++) {
        text_word(files, i, path, sizeof path);
        Config *c = &t->problem[t->problems];
        t->name[t->problems++] = name_of(path);
        config_read(c, path, NULL, NULL, 0, errors, warnings);
        if (c->kind->tunes) blame(t->config, key, path, "is a [meta] itself; it cannot be a problem", errors);
    }
    return n;
}

/* ---- the words of tune: which keys they name ---- */

/* Writes key i of a word: "optimiser.social" is number 1 of "cognitive+social", "training.games" number 0 of itself. False: the
 * word has fewer keys. */
static bool word_key(const char *word, int i, char *key, size_t room)
{
    const size_t keys = strcspn(word, "=");
    const char *point = memchr(word, '.', keys), *at = point != NULL ? point + 1 : word, *end = word + keys;
    for (; i > 0 && at != NULL; i--) {
        at = memchr(at, '+', (size_t)(end - at));
        if (at != NULL) at++;
    }
    if (at == NULL) return false;
    snprintf(key, room, "%.*s.%.*s", point != NULL ? (int)(point - word) : 9, point != NULL ? word : "optimiser",
             (int)strcspn(at, "+="), at);
    return true;
}

/* The section that a key begins with; TUNED_SECTIONS: none whose keys can be tuned. */
static TunedSection section_of(const char *key)
{
    for (int s = 0; s < TUNED_SECTIONS; s++) {
        const size_t length = strlen(tuned_sections[s]);
        if (strncmp(key, tuned_sections[s], length) == 0 && key[length] == '.') return (TunedSection)s;
    }
    return TUNED_SECTIONS;
}

/* Whether a row cannot be tuned, and why. */
static bool is_refused(const Config *problem, const char *key, const ConfigKey *k, char *why, size_t room)
{
    const Param *row = k != NULL ? k->row : NULL;
    const TunedSection section = section_of(key);
    const bool board = k != NULL && (k->block == problem->training_rules || k->block == problem->selection_rules);
    if (section == TUNED_SECTIONS || board) {
        snprintf(
            why, room,
            "cannot be tuned: only keys of [optimiser] and [training], and choices of [selection], can be, but no rules of the "
            "game");
        return true;
    }
    const char *name = strchr(key, '.') + 1;
    const ConfigKey *now = config_renamed(problem, tuned_sections[section], name);
    if (row == NULL && now != NULL) {
        snprintf(why, room, "is called '%s'", now->row->key);
    } else if (row == NULL) {
        Suggest s = suggest_start(section == TUNED_OPTIMISER ? name : key);
        for (const Param *p = problem->optimiser->params; p->key != NULL; p++) suggest_try(&s, p->key);
        snprintf(why, room, "is no key of [%s] in %s%s", tuned_sections[section], problem->path, suggest_hint(&s).text);
    } else if (k->block == &problem->optimiser_choice) {
        snprintf(why, room, "cannot be tuned: it decides which keys there are and their defaults");
    } else if (row->may_change && section == TUNED_TRAINING) {
        snprintf(why, room, "cannot be tuned: it is a budget, equal for all settings; see budgets in [meta]");
    } else if (!param_numeric(row) && param_choices(row) == 0) {
        snprintf(why, room, "cannot be tuned: it is neither a number nor a choice");
    } else if (section == TUNED_SELECTION && param_choices(row) == 0) {
        snprintf(why, room, "cannot be tuned: of [selection] only choices can, since the finalists' budget is equal for all");
    } else {
        return false;
    }
    return true;
}

/* The option of a problem that a tuned key names. NULL: it cannot be tuned, and errors says why. */
static const Param *tuned_row(const Config *meta, const Config *problem, const char *key, Errors *errors)
{
    char why[2 * PARAM_WHY_MAX];
    const ConfigKey *k = config_find(problem, key, "optimiser");
    if (!is_refused(problem, key, k, why, sizeof why)) return k->row;
    blame(meta, "tune", section_of(key) == TUNED_OPTIMISER ? strchr(key, '.') + 1 : key, why, errors);
    return NULL;
}

static bool same_kind(const Param *a, const Param *b)
{
    if (param_choices(a) == 0 && param_choices(b) == 0) return (a->type == PARAM_REAL) == (b->type == PARAM_REAL);
    return a->type == b->type && a->choices == b->choices;
}

/* Reads the keys of a word. False: something is wrong with them, and errors says what. */
static bool read_keys(const Tuning *t, Tuned *tuned, const char *word, Errors *errors)
{
    char key[PARAM_TEXT_MAX];
    const int before = errors->n;
    for (int k = 0; word_key(word, k, key, sizeof key); k++) {
        if (k == TUNED_TIED_MAX) {
            blame(t->config, "tune", word, "ties too many keys together", errors);
            return false;
        }
        const Param *row = tuned_row(t->config, &t->problem[0], key, errors);
        for (int i = 1; i < t->problems && row != NULL; i++)
            if (tuned_row(t->config, &t->problem[i], key, errors) == NULL) row = NULL;
        if (row == NULL) continue;
        tuned->section = section_of(key);
        tuned->row[tuned->n++] = row;
        if (same_kind(tuned->row[0], row)) continue;
        blame(t->config, "tune", word,
              param_choices(row) == 0 && param_choices(tuned->row[0]) == 0 ? "ties a whole number to one that is not"
                                                                           : "ties keys together that have different values",
              errors);
    }
    return errors->n == before;
}

static int value_called(const Param *row, const char *name, size_t length)
{
    for (int i = 0; i < param_choices(row); i++)
        if (strlen(param_choice(row, i)) == length && strncmp(param_choice(row, i), name, length) == 0) return i;
    return -1;
}

/* Reads the values of a choice that a word lists after =; if it lists none, all values of the key. */
static void read_values(const Config *meta, Tuned *tuned, const char *word, Errors *errors)
{
    const Param *row = tuned->row[0];
    const int all = param_choices(row), before = errors->n;
    const char *at = strchr(word, '=');
    if (all == 0 && at != NULL) blame(meta, "tune", word, "lists values of a number: lower and upper say where it lies", errors);
    assert(all <= TUNED_VALUES_MAX);
    for (int i = 0; i < all && at == NULL; i++) tuned->value[tuned->values++] = i;
    while (all > 0 && at != NULL && *at != '\0') {
        const size_t length = strcspn(++at, "|");
        const int value = value_called(row, at, length);
        bool twice = false;
        for (int i = 0; i < tuned->values; i++) twice = twice || tuned->value[i] == value;
        if (value >= 0 && !twice) {
            tuned->value[tuned->values++] = value;
        } else {
            char range[PARAM_TEXT_MAX], why[PARAM_TEXT_MAX + 200];
            param_range(row, range, sizeof range);
            snprintf(why, sizeof why, "lists %.*s%s: %s must be some of %s", (int)(length < 100 ? length : 100), at,
                     twice ? " twice" : "", row->key, range);
            blame(meta, "tune", word, why, errors);
        }
        at += length;
    }
    if (all > 0 && tuned->values < 2 && errors->n == before) blame(meta, "tune", word, "must have two values or more", errors);
}

/* Reads a word; no key may be tuned twice. */
static void read_word(Tuning *t, const char *word, Errors *errors)
{
    Tuned *last = &t->tuned[t->spec.tuneds];
    t->word[t->spec.tuneds++] = mem_text(word);
    if (read_keys(t, last, word, errors)) read_values(t->config, last, word, errors);
    for (int i = 0; i < t->spec.tuneds; i++)
        for (int k = 0; k < t->tuned[i].n; k++)
            for (int l = 0; l < last->n; l++) {
                const bool earlier = &t->tuned[i] != last || k < l;
                if (earlier && t->tuned[i].row[k] == last->row[l]) blame(t->config, "tune", word, "is tuned already", errors);
            }
}

/* ---- the box ---- */

static bool is_number(const Tuned *tuned)
{
    return tuned->n > 0 && param_choices(tuned->row[0]) == 0;
}

/* The side of the box that belongs to tuned number `number`, from 0: that of lower and upper, or the range of its key. */
static void find_side(const Config *meta, const Param *row, int number, double *lo, double *hi)
{
    const RealList *lower = &meta->meta.lower, *upper = &meta->meta.upper;
    *lo = number < lower->n ? lower->v[number] : row->lo;
    *hi = number < upper->n ? upper->v[number] : row->hi;
}

/* Checks the side of the box that belongs to tuned number `number` against the ranges of its keys. */
static void check_side(const Config *meta, const Tuned *tuned, int number, const char *word, Errors *errors)
{
    char why[PARAM_WHY_MAX];
    for (int k = 0; k < tuned->n; k++) {
        const Param *row = tuned->row[k];
        double lo, hi;
        find_side(meta, row, number, &lo, &hi);
        if (isinf(lo) || isinf(hi)) {
            blame(meta, "tune", word, "has no largest value: [meta] needs lower and upper", errors);
        } else if (!(lo < hi)) {
            snprintf(why, sizeof why, "would lie between %.15g and %.15g: lower must be less than upper", lo, hi);
            blame(meta, meta->meta.lower.n > 0 ? "lower" : "upper", word, why, errors);
        } else if (lo < row->lo || hi > row->hi) {
            snprintf(why, sizeof why, "would lie between %.15g and %.15g, but must be %.15g..%.15g", lo, hi, row->lo, row->hi);
            blame(meta, lo < row->lo ? "lower" : "upper", word, why, errors);
        }
    }
}

/* Whether lower or upper (key) has one bound for each tuned number, or none; choices have no bounds. False: errors says so. */
static bool check_length(const Tuning *t, const char *key, const RealList *list, Errors *errors)
{
    char names[PARAM_TEXT_MAX]; /* as they are written in tune: "inertia, cognitive+social" */
    Text text = text_in(names, sizeof names);
    int numbers = 0;
    for (int i = 0; i < t->spec.tuneds; i++)
        if (is_number(&t->tuned[i])) text_add(&text, "%s%s", numbers++ > 0 ? ", " : "", t->word[i]);
    const char *origin = config_origin(t->config, "meta", key), *many = list->n > 1 ? "s" : "";
    if (list->n == 0 || list->n == numbers) return true;
    if (numbers > 0)
        errors_add(errors, "%s: %s has %d number%s, but tune has %d number%s (%s); give %s as many", origin, key, list->n, many,
                   numbers, numbers > 1 ? "s" : "", names, key);
    else
        errors_add(errors, "%s: %s has %d number%s, but tune has none, only choices; leave %s out", origin, key, list->n, many,
                   key);
    return false;
}

/* Checks the bounds of all numbers. If a word of tune is no key, or ties a number to a choice, bounds cannot be assigned. */
static void check_ends(const Tuning *t, Errors *errors)
{
    int number = 0;
    for (int i = 0; i < t->spec.tuneds; i++) {
        if (t->tuned[i].n == 0) return;
        for (int k = 1; k < t->tuned[i].n; k++)
            if ((param_choices(t->tuned[i].row[k]) == 0) != is_number(&t->tuned[i])) return;
    }
    bool fit = check_length(t, "lower", &t->config->meta.lower, errors);
    fit = check_length(t, "upper", &t->config->meta.upper, errors) && fit;
    for (int i = 0; i < t->spec.tuneds && fit; i++)
        if (is_number(&t->tuned[i])) check_side(t->config, &t->tuned[i], number++, t->word[i], errors);
}

/* Makes the coordinates of all words, which have been read without a mistake. */
static void make_box(Tuning *t)
{
    enum { DIM_MAX = TUNED_MAX * TUNED_VALUES_MAX };
    int dim = 0, number = 0;
    t->coordinate = mem_new(DIM_MAX, sizeof *t->coordinate);
    t->lo = mem_new(DIM_MAX, sizeof *t->lo);
    t->hi = mem_new(DIM_MAX, sizeof *t->hi);
    for (int i = 0; i < t->spec.tuneds; i++) {
        Tuned *tuned = &t->tuned[i];
        const char *word = t->word[i], *point = memchr(word, '.', strcspn(word, "=")), *keys = point != NULL ? point + 1 : word;
        tuned->name = text_new("%s.%.*s", tuned_sections[tuned->section], (int)strcspn(keys, "="), keys);
        tuned->first = dim;
        if (is_number(tuned)) {
            find_side(t->config, tuned->row[0], number++, &t->lo[dim], &t->hi[dim]);
            t->coordinate[dim++] = mem_text(tuned->name);
        }
        for (int k = 0; k < tuned->values; k++) {
            t->hi[dim] = 1;
            t->coordinate[dim++] = text_new("%s=%s", tuned->name, param_choice(tuned->row[0], tuned->value[k]));
        }
    }
    t->space = (Space){.dim = dim, .lo = t->lo, .hi = t->hi, .names = (const char *const *)t->coordinate};
}

/* ---- whether all of it can be trained ---- */

/* Multiplies the budgets of a training. Games and pieces stay 1 at least. */
static void scale_options(TrainingOptions *o, double times)
{
    assert(times > 0);
    int64_t *const budget[] = {&o->iterations, &o->total_games, &o->total_pieces};
    for (size_t i = 0; i < sizeof budget / sizeof *budget; i++)
        if (*budget[i] > 0) *budget[i] = (int64_t)fmax(floor(times * (double)*budget[i] + 0.5), 1);
}

/* One setting that is checked: the value that each choice takes, and at which ends numbers are. */
typedef struct {
    int pick[TUNED_MAX]; /* for each choice an index into its values */
    int number;          /* word of the number that is at an end, the others being as in the problem, or as
                          * near to that as the box is; -1: all are */
    bool upper;          /* the end is the upper one; else the lower one */
    TrainOptions train;  /* the options of a training with this setting */
    void *optimiser;     /* the options of its optimiser; owned */
} Setting;

/* The smallest of all budgets of the inner trainings. */
static double least_budget(const MetaOptions *o)
{
    double least = HUGE_VAL;
    for (int i = 0; i < o->budgets.n; i++) least = fmin(least, o->budgets.v[i]);
    for (int i = 0; i < o->heldout_budgets.n; i++) least = fmin(least, o->heldout_budgets.v[i]);
    return o->budgets.n > 0 && o->heldout_budgets.n > 0 ? least : fmin(least, 1);
}

/* Fills in the options of a setting, with the smallest budget, which must still pay for a position. */
static void make_setting(const Tuning *t, Setting *s, const Config *problem, double budget)
{
    s->train = problem->train;
    memcpy(s->optimiser, problem->optimiser_options, problem->optimiser->options_bytes);
    scale_options(&s->train.training, budget);
    for (int i = 0; i < t->spec.tuneds; i++) {
        const Tuned *tuned = &t->tuned[i];
        void *block = tuned_block(tuned, &s->train, s->optimiser);
        const double lo = t->lo[tuned->first], hi = t->hi[tuned->first];
        if (tuned->values > 0)
            tuned_put(tuned, tuned->value[s->pick[i]], block);
        else if (s->number < 0 || s->number == i)
            tuned_put(tuned, s->upper ? hi : lo, block);
        else
            tuned_put(tuned, fmin(fmax(tuned_of(tuned, 0, block), lo), hi), block);
    }
}

/* "with topology = ring, wall = damp at one end of the box" */
static void name_setting(const Tuning *t, const Setting *s, char *out, size_t room)
{
    Text text = text_in(out, room);
    bool numbers = false;
    for (int i = 0, choices = 0; i < t->spec.tuneds; i++) {
        const Tuned *tuned = &t->tuned[i];
        numbers = numbers || tuned->values == 0;
        if (tuned->values == 0) continue;
        text_add(&text, "%s%s = %s", choices++ > 0 ? ", " : "with ", tuned->row[0]->key,
                 param_choice(tuned->row[0], tuned->value[s->pick[i]]));
    }
    if (numbers) text_add(&text, "%sat one end of the box", text.used > 0 ? ", " : "");
}

/* Whether a training accepts the setting. False: errors says why it does not. */
static bool is_sound(const Tuning *t, const Setting *s, const Config *problem, Errors *errors)
{
    Finding finding[CONFIG_SEARCH_FINDINGS];
    char where_it_is[PARAM_TEXT_MAX], why[PARAM_TEXT_MAX + 2 * PARAM_WHY_MAX];
    const int n = config_check_search(problem, &s->train, s->optimiser, finding);
    for (int i = 0; i < n; i++) {
        if (!finding[i].fatal) continue;
        name_setting(t, s, where_it_is, sizeof where_it_is);
        snprintf(why, sizeof why, "%s: %s of %s %s", where_it_is, finding[i].key, problem->path, finding[i].why);
        blame(t->config, "tune", t->config->meta.tune, why, errors);
        return false;
    }
    return true;
}

/* The next combination of choices; false: there are no more. */
static bool next_combination(const Tuning *t, Setting *s)
{
    for (int i = 0; i < t->spec.tuneds; i++) {
        if (++s->pick[i] < t->tuned[i].values) return true;
        s->pick[i] = 0;
    }
    return false;
}

/* Checks every combination of choices: with all numbers at their upper ends, and with each number at either end. */
static void check_settings(const Tuning *t, const Config *problem, Errors *errors)
{
    const double budget = least_budget(&t->config->meta);
    Setting s = {.optimiser = mem_new(1, problem->optimiser->options_bytes)};
    bool sound = true;
    do {
        for (int i = -1; i < 2 * t->spec.tuneds && sound; i++) { /* -1: all numbers; then each at either end */
            if (i >= 0 && t->tuned[i / 2].values > 0) continue;
            s.number = i < 0 ? -1 : i / 2;
            s.upper = i < 0 || i % 2 != 0;
            make_setting(t, &s, problem, budget);
            sound = is_sound(t, &s, problem, errors);
        }
    } while (sound && next_combination(t, &s));
    free(s.optimiser);
}

/* Refuses more settings than can be checked in some seconds. */
static void check_number(const Tuning *t, Errors *errors)
{
    static const double most = 3e6;
    double settings = 1;
    for (int i = 0; i < t->spec.tuneds; i++) settings += t->tuned[i].values == 0 ? 2 : 0;
    for (int i = 0; i < t->spec.tuneds; i++) settings *= t->tuned[i].values > 0 ? t->tuned[i].values : 1;
    if (settings <= most) return;
    errors_add(
        errors,
        "%s: tune allows %.3g settings, of choices and ends of numbers: must be at most %g; key=value|value leaves some out",
        config_origin(t->config, "meta", "tune"), settings, most);
}

/* Reads what is tuned in the problems, which are sound. */
static void read_tune(Tuning *t, Errors *errors)
{
    char word[PARAM_TEXT_MAX];
    int words = 0;
    const int before = errors->n;
    t->tuned = mem_new(TUNED_MAX, sizeof *t->tuned);
    t->word = mem_new(TUNED_MAX, sizeof *t->word);
    for (; text_word(t->config->meta.tune, words, word, sizeof word); words++)
        if (words < TUNED_MAX) read_word(t, word, errors);
    if (words > TUNED_MAX)
        errors_add(errors, "%s: tune has %d names: at most %d", config_origin(t->config, "meta", "tune"), words, TUNED_MAX);
    else
        check_ends(t, errors);
    if (errors->n > before) return;
    make_box(t);
    check_number(t, errors);
    for (int i = 0; i < t->problems && errors->n == before; i++) check_settings(t, &t->problem[i], errors);
}

bool tuning_read(Tuning *t, const Config *config, Errors *errors, Errors *warnings)
{
    const int before = errors->n;
    *t = (Tuning){.config = config,
                  .problem = mem_new(2 * META_PROBLEMS_MAX, sizeof *t->problem),
                  .name = mem_new(2 * META_PROBLEMS_MAX, sizeof *t->name)};
    t->searched = read_files(t, "problems", config->meta.problems, errors, warnings);
    read_files(t, "heldout", config->meta.heldout, errors, warnings);
    t->heldouts = t->problems > t->searched ? t->problems - t->searched : t->searched;
    t->heldout = t->problems - t->heldouts;
    if (errors->n == before) check_files(t, errors);
    if (errors->n == before) check_blocks(t, errors);
    if (errors->n == before) check_rules(t, errors);
    if (errors->n == before) read_tune(t, errors);
    return errors->n == before;
}

/* ---- inner trainings ---- */

/* Multiplies the budget of an inner training, as key of [meta] demands. False: the product is too small. */
static bool scale_budget(const Tuning *t, MetaInner *inner, const Config *problem, const char *key, Errors *errors)
{
    char origin[3 * PARAM_TEXT_MAX];
    assert(inner->budget > 0);
    TrainingOptions *budget = &inner->training.options.training;
    const double iterations = inner->budget * (double)budget->iterations;
    if (inner->budget == 1) return trainings_pay(problem, &inner->training, NULL, errors);
    snprintf(origin, sizeof origin, "%s: %s: %g times the budget of %s", config_origin(t->config, "meta", key), key,
             inner->budget, problem->path);
    scale_options(budget, inner->budget);
    if (budget->iterations > 0 && iterations < 1) {
        errors_add(errors, "%s: iterations = %g: must be at least 1", origin, iterations);
        return false;
    }
    return trainings_pay(problem, &inner->training, origin, errors);
}

/* Problems first .. first + n - 1 with each of the budgets, which come from key of [meta]: the inner trainings (*made), owned by
 * the caller. False: errors names the budgets that are too small. */
static bool make_inner(Tuning *t, const Trainings *trainings, int first, int n, const char *key, const RealList *budgets,
                       const MetaInner **inner, int *made, Errors *errors)
{
    bool good = true;
    assert(first >= 0 && n >= 1 && first + n <= t->problems);
    *made = n * length_of(budgets);
    MetaInner *in = mem_new((size_t)*made, sizeof *in);
    *inner = in;
    for (int i = 0; i < *made; i++) {
        const int p = first + i % n;
        in[i] =
            (MetaInner){.problem = t->name[p], .budget = budgets->n > 0 ? budgets->v[i / n] : 1, .training = trainings->spec[p]};
        good = scale_budget(t, &in[i], &t->problem[p], key, errors) && good;
    }
    return good;
}

/* ---- baselines ---- */

/* The configuration of a problem with the values of a preset in place of those of its ini. False: the other keys of the ini
 * contradict the preset. */
static bool read_baseline(const Tuning *t, Config *c, const Config *problem, const Preset *preset, Errors *errors)
{
    enum { SETTINGS_MAX = 40 };
    char text[SETTINGS_MAX][PARAM_TEXT_MAX + 16], word[PARAM_TEXT_MAX];
    ConfigValue value[SETTINGS_MAX];
    CLOSED(errors_free) Errors found = {0}, warnings = {0};
    int n = 0;
    snprintf(text[n++], sizeof *text, "optimiser.preset=%s", preset->name);
    for (int i = 0; n < SETTINGS_MAX && text_word(preset->settings, i, word, sizeof word); i++)
        snprintf(text[n++], sizeof *text, "optimiser.%s", word);
    for (int i = 0; i < n; i++) value[i] = (ConfigValue){.text = text[i], .origin = "baseline"};
    bool good = config_read(c, problem->path, NULL, value, n, &found, &warnings);
    if (!good)
        errors_add(errors, "%s: baselines: '%s' does not go with %s: %s", config_origin(t->config, "meta", "baselines"),
                   preset->name, problem->path, found.n > 0 ? found.line[0] : "it cannot be read");
    return good;
}

/* Adds a baseline and returns its options (spec.heldouts), which the caller fills in. */
static const void **new_baseline(Tuning *t, const char *name)
{
    const void **options = mem_new((size_t)t->spec.heldouts, sizeof *options);
    t->baseline[t->spec.baselines++] = (MetaBaseline){.name = name, .options = options};
    return options;
}

static void free_configs(Config *c, int n)
{
    for (int i = 0; c != NULL && i < n; i++) config_free(&c[i]);
    free(c);
}

/* Adds the preset as a baseline, unless all problems have its values anyway, or errors gets the reason why it cannot be one. */
static void add_baseline(Tuning *t, const Preset *preset, Errors *errors)
{
    const int n = t->heldouts;
    Config *c = mem_new((size_t)n, sizeof *c);
    bool good = true, same = true;
    for (int i = 0; i < n; i++) {
        good = read_baseline(t, &c[i], &t->problem[t->heldout + i], preset, errors) && good;
        same = same && good && param_all_same(c[i].optimiser->params, c[i].optimiser_options, t->baseline[0].options[i]);
    }
    if (!good || same) {
        free_configs(c, n);
        return;
    }
    t->baseline_config[t->spec.baselines] = c;
    const void **options = new_baseline(t, preset->name);
    for (int i = 0; i < t->spec.heldouts; i++) options[i] = c[i % n].optimiser_options;
}

/* Whether the list of [meta] baselines names the preset; "all" names those that suit every problem. */
static bool is_baseline(const Tuning *t, const Preset *preset)
{
    const char *names = t->config->meta.baselines;
    bool suits = true;
    for (int i = 0; i < t->problems; i++) suits = suits && config_suits(&t->problem[i], preset);
    return text_has(names, preset->name) || (suits && text_has(names, "all"));
}

/* Refuses names in [meta] baselines that are no presets. */
static void check_baselines(const Tuning *t, Errors *errors)
{
    const Optimiser *o = t->problem[0].optimiser;
    char name[PARAM_TEXT_MAX];
    for (int i = 0; text_word(t->config->meta.baselines, i, name, sizeof name); i++) {
        const Preset *p = o->presets;
        Suggest near = suggest_start(name);
        for (; p->name != NULL && strcmp(p->name, name) != 0; p++) suggest_try(&near, p->name);
        if (p->name == NULL && strcmp(name, "all") != 0)
            errors_add(errors, "%s: baselines: '%s' is no preset of %s%s", config_origin(t->config, "meta", "baselines"), name,
                       o->name, suggest_hint(&near).text);
    }
}

/* Makes the baselines: first the untuned values, those of the problems themselves, then the presets that were asked for. */
static void make_baselines(Tuning *t, Errors *errors)
{
    const Preset *const presets = t->problem[0].optimiser->presets;
    int most = 1;
    for (const Preset *p = presets; p->name != NULL; p++) most++;
    t->baseline = mem_new((size_t)most, sizeof *t->baseline);
    t->baseline_config = mem_new((size_t)most, sizeof *t->baseline_config);
    const void **options = new_baseline(t, "untuned");
    for (int i = 0; i < t->spec.heldouts; i++) options[i] = t->spec.heldout[i].training.optimiser_options;
    for (const Preset *p = presets; p->name != NULL; p++)
        if (is_baseline(t, p)) add_baseline(t, p, errors);
}

/* ---- the start ---- */

/* What an ini has for "section.key" of a tuned name; NAN: it has none that would do, and errors gets a sentence. */
static double value_in(const Ini *ini, const char *key, const Tuned *tuned, Errors *errors)
{
    static const Param number = {.key = "value", .type = PARAM_REAL, .bytes = sizeof(double), .lo = -1e300, .hi = 1e300};
    char why[PARAM_WHY_MAX];
    const char *section = tuned_sections[tuned->section];
    double value;
    const IniEntry *e = ini_find(ini, section, key);
    for (int i = 0; e != NULL && i < tuned->values; i++)
        if (strcmp(param_choice(tuned->row[0], tuned->value[i]), e->value) == 0) return tuned->value[i];
    if (e != NULL && tuned->values == 0 && param_set(&number, &value, e->value, why, sizeof why)) return value;
    errors_add(errors, "%s: must have a %s %s in [%s] to start from", ini->path,
               tuned->values > 0 ? "value that is tuned for" : "number", key, section);
    return (double)NAN;
}

/* Fills in the coordinates of a tuned name from an ini: those of a choice are 1 for its value, else 0. Numbers that are tied
 * together now, but were not in that file, start at their mean. Values outside the box start at its wall. For tied choices the
 * first key counts. */
static void start_at(Tuning *t, const Ini *ini, const Tuned *tuned, Errors *errors)
{
    double sum = 0;
    const double first = value_in(ini, tuned->row[0]->key, tuned, errors);
    for (int i = 0; i < tuned->values; i++) t->start[tuned->first + i] = tuned->value[i] == (int)first;
    if (tuned->values > 0) return;
    for (int k = 0; k < tuned->n; k++) sum += k == 0 ? first : value_in(ini, tuned->row[k]->key, tuned, errors);
    t->start[tuned->first] = fmin(fmax(sum / tuned->n, t->lo[tuned->first]), t->hi[tuned->first]);
}

/* Reads the start of the outer search from an ini with the tuned keys, such as a tuned.ini. */
static void read_start(Tuning *t, Errors *errors)
{
    const char *path = t->config->train.training.from;
    const int before = errors->n;
    if (path[0] == '\0') return;
    CLOSED(ini_free) Ini ini;
    if (!ini_read(&ini, path) || ini.problems > 0) ini_report(&ini, errors);
    t->start = mem_new((size_t)t->space.dim, sizeof *t->start);
    for (int i = 0; i < t->spec.tuneds && errors->n == before; i++) start_at(t, &ini, &t->tuned[i], errors);
}

/* ---- all of it ---- */

/* Refuses an outer search that would not suit the scores of blocks, which are logarithms already and may be negative, or the
 * choices, between whose values a grid has no steps. */
static void check_search(const Tuning *t, Errors *errors)
{
    const Config *c = t->config;
    if (c->train.training.fitness != FITNESS_MEAN)
        errors_add(errors, "%s: fitness must be mean in a meta search: its scores are logarithms already",
                   config_origin(c, "training", "fitness"));
    for (int i = 0; i < t->spec.tuneds; i++) {
        if (!c->optimiser->maps || t->tuned[i].values == 0) continue;
        errors_add(errors,
                   "%s: kind = %s: has no search for choices: if tune has a choice such as %s, another kind must be taken",
                   config_origin(c, "optimiser", "kind"), c->optimiser->name, t->tuned[i].name);
        return;
    }
}

bool tuning_make(Tuning *t, Trainings *trainings, Tasks *tasks, const Config *config, Errors *errors, Errors *warnings)
{
    const MetaOptions *o = &config->meta;
    MetaSpec *spec = &t->spec;
    if (!tuning_read(t, config, errors, warnings)) return false;
    const int before = errors->n;
    trainings_make(trainings, tasks, t->problem, t->problems);
    for (int i = 0; i < t->problems; i++) trainings_read_from(trainings, &t->problem[i], i, errors);
    const bool pays = make_inner(t, trainings, 0, t->searched, "budgets", &o->budgets, &spec->inner, &spec->inners, errors) &&
                      make_inner(t, trainings, t->heldout, t->heldouts, "heldout_budgets", &o->heldout_budgets, &spec->heldout,
                                 &spec->heldouts, errors);
    if (pays) check_baselines(t, errors);
    check_search(t, errors);
    if (errors->n == before) read_start(t, errors);
    if (errors->n == before) make_baselines(t, errors);
    if (errors->n > before) return false;
    spec->outer = (TrainSpec){.options = config->train,
                              .optimiser = config->optimiser,
                              .optimiser_options = config->optimiser_options,
                              .space = &t->space,
                              .units = {config_units(config), config_units(config)},
                              .from = t->start,
                              .seed = config->experiment.seed,
                              .baselines = spec->baselines};
    spec->tuned = t->tuned;
    spec->ablation = o->ablation;
    spec->baseline = t->baseline;
    return trainings_pay(config, &spec->outer, NULL, errors);
}

void tuning_free(Tuning *t)
{
    for (int i = 0; i < t->spec.baselines; i++) {
        free_configs(t->baseline_config[i], t->heldouts);
        free((void *)t->baseline[i].options);
    }
    for (int i = 0; i < t->spec.tuneds; i++) free((char *)t->tuned[i].name);
    free_configs(t->problem, t->problems);
    mem_free_texts(t->name, t->problems);
    mem_free_texts(t->word, t->spec.tuneds);
    mem_free_texts(t->coordinate, t->space.dim);
    free((void *)t->spec.inner);
    free((void *)t->spec.heldout);
    free(t->tuned);
    free(t->lo);
    free(t->hi);
    free(t->start);
    free(t->baseline);
    free(t->baseline_config);
    *t = (Tuning){0};
}
