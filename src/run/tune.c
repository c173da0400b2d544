/* tune.c. The words of [meta] tune as coordinates, and the checks of all settings that they allow. */
#include "run/tune.h"

#include "base/mem.h"
#include "base/text.h"
#include "config/config_read.h"
#include "file/message.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool tune_key(const char *word, int i, char *key, size_t room)
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

void tune_scale(TrainingOptions *t, double times)
{
    assert(times > 0);
    int64_t *const budget[] = {&t->iterations, &t->total_games, &t->total_pieces};
    for (size_t i = 0; i < sizeof budget / sizeof *budget; i++)
        if (*budget[i] > 0) *budget[i] = (int64_t)fmax(floor(times * (double)*budget[i] + 0.5), 1);
}

/* ---- which keys ---- */

void tune_blame(const Config *meta, const char *key, const char *name, const char *why, Errors *errors)
{
    errors_add(errors, "%s: %s: '%s' %s", config_origin(meta, "meta", key), key, name, why);
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
    tune_blame(meta, "tune", section_of(key) == TUNED_OPTIMISER ? strchr(key, '.') + 1 : key, why, errors);
    return NULL;
}

static bool same_kind(const Param *a, const Param *b)
{
    if (param_choices(a) == 0 && param_choices(b) == 0) return (a->type == PARAM_REAL) == (b->type == PARAM_REAL);
    return a->type == b->type && a->choices == b->choices;
}

/* Reads the keys of a word. False: something is wrong with them, and errors says what. */
static bool read_keys(Tuned *t, const Config *meta, const Config *problem, int n, const char *word, Errors *errors)
{
    char key[PARAM_TEXT_MAX];
    const int before = errors->n;
    for (int k = 0; tune_key(word, k, key, sizeof key); k++) {
        if (k == TUNED_TIED_MAX) {
            tune_blame(meta, "tune", word, "ties too many keys together", errors);
            return false;
        }
        const Param *row = tuned_row(meta, &problem[0], key, errors);
        for (int i = 1; i < n && row != NULL; i++)
            if (tuned_row(meta, &problem[i], key, errors) == NULL) row = NULL;
        if (row == NULL) continue;
        t->section = section_of(key);
        t->row[t->n++] = row;
        if (same_kind(t->row[0], row)) continue;
        tune_blame(meta, "tune", word,
                   param_choices(row) == 0 && param_choices(t->row[0]) == 0 ? "ties a whole number to one that is not"
                                                                            : "ties keys together that have different values",
                   errors);
    }
    return errors->n == before;
}

/* ---- the values of a choice ---- */

static int value_called(const Param *row, const char *name, size_t length)
{
    for (int i = 0; i < param_choices(row); i++)
        if (strlen(param_choice(row, i)) == length && strncmp(param_choice(row, i), name, length) == 0) return i;
    return -1;
}

/* Reads the values that a word lists after =; if it lists none, all values of the key. */
static bool read_values(Tuned *t, const Config *meta, const char *word, Errors *errors)
{
    const int all = param_choices(t->row[0]), before = errors->n;
    const char *at = strchr(word, '=');
    if (all == 0 && at != NULL)
        tune_blame(meta, "tune", word, "lists values of a number: lower and upper say where it lies", errors);
    assert(all <= TUNED_VALUES_MAX);
    for (int i = 0; i < all && at == NULL; i++) t->value[t->values++] = i;
    while (all > 0 && at != NULL && *at != '\0') {
        const size_t length = strcspn(++at, "|");
        const int value = value_called(t->row[0], at, length);
        bool twice = false;
        for (int i = 0; i < t->values; i++) twice = twice || t->value[i] == value;
        if (value >= 0 && !twice) {
            t->value[t->values++] = value;
        } else {
            char range[PARAM_TEXT_MAX], why[PARAM_TEXT_MAX + 200];
            param_range(t->row[0], range, sizeof range);
            snprintf(why, sizeof why, "lists %.*s%s: %s must be some of %s", (int)(length < 100 ? length : 100), at,
                     twice ? " twice" : "", t->row[0]->key, range);
            tune_blame(meta, "tune", word, why, errors);
        }
        at += length;
    }
    if (all > 0 && t->values < 2 && errors->n == before) tune_blame(meta, "tune", word, "must have two values or more", errors);
    return errors->n == before;
}

/* ---- the box ---- */

/* Checks the side of the box that belongs to tuned number `number` against the ranges of its keys. */
static void check_side(const Config *meta, const Tuned *t, int number, const char *word, Errors *errors)
{
    char why[PARAM_WHY_MAX];
    const RealList *lower = &meta->meta.lower, *upper = &meta->meta.upper;
    for (int k = 0; k < t->n; k++) {
        const Param *row = t->row[k];
        double lo = number < lower->n ? lower->v[number] : row->lo, hi = number < upper->n ? upper->v[number] : row->hi;
        if (isinf(lo) || isinf(hi)) {
            snprintf(why, sizeof why, "has no largest value: [meta] needs lower and upper");
            tune_blame(meta, "tune", word, why, errors);
        } else if (!(lo < hi)) {
            snprintf(why, sizeof why, "would lie between %.15g and %.15g: lower must be less than upper", lo, hi);
            tune_blame(meta, lower->n > 0 ? "lower" : "upper", word, why, errors);
        } else if (lo < row->lo || hi > row->hi) {
            snprintf(why, sizeof why, "would lie between %.15g and %.15g, but must be %.15g..%.15g", lo, hi, row->lo, row->hi);
            tune_blame(meta, lo < row->lo ? "lower" : "upper", word, why, errors);
        }
    }
}

static bool is_number(const Tuned *t)
{
    return t->n > 0 && param_choices(t->row[0]) == 0;
}

/* How many words are numbers. out (room) gets them as they are written in tune: "inertia, cognitive+social". */
static int name_numbers(const Tune *t, const Config *meta, char *out, size_t room)
{
    char word[PARAM_TEXT_MAX];
    Text text = text_in(out, room);
    int numbers = 0;
    for (int i = 0; i < t->n; i++) {
        if (!is_number(&t->tuned[i])) continue;
        text_word(meta->meta.tune, i, word, sizeof word);
        text_add(&text, "%s%s", numbers++ > 0 ? ", " : "", word);
    }
    return numbers;
}

/* Whether lower or upper (key) has one bound for each tuned number, or none; choices have no bounds. False: errors says so. */
static bool check_length(const Tune *t, const Config *meta, const char *key, const RealList *list, Errors *errors)
{
    char names[PARAM_TEXT_MAX];
    const int numbers = name_numbers(t, meta, names, sizeof names);
    const char *origin = config_origin(meta, "meta", key), *many = list->n > 1 ? "s" : "";
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
static void check_ends(const Tune *t, const Config *meta, Errors *errors)
{
    char word[PARAM_TEXT_MAX];
    int number = 0;
    for (int i = 0; i < t->n; i++) {
        if (t->tuned[i].n == 0) return;
        for (int k = 1; k < t->tuned[i].n; k++)
            if ((param_choices(t->tuned[i].row[k]) == 0) != is_number(&t->tuned[i])) return;
    }
    bool fit = check_length(t, meta, "lower", &meta->meta.lower, errors);
    fit = check_length(t, meta, "upper", &meta->meta.upper, errors) && fit;
    for (int i = 0; i < t->n && fit; i++) {
        if (!is_number(&t->tuned[i])) continue;
        text_word(meta->meta.tune, i, word, sizeof word);
        check_side(meta, &t->tuned[i], number++, word, errors);
    }
}

static void add_coordinate(Tune *t, char *name, double lo, double hi)
{
    t->name[t->dim] = name;
    t->lo[t->dim] = lo;
    t->hi[t->dim++] = hi;
}

/* Assigns coordinates to a word that has been read; number: how many of the words before it are numbers. */
static void add_coordinates(Tune *t, Tuned *tuned, const Config *meta, const char *word, int number)
{
    const char *point = memchr(word, '.', strcspn(word, "=")), *keys = point != NULL ? point + 1 : word;
    const RealList *lower = &meta->meta.lower, *upper = &meta->meta.upper;
    tuned->name = text_new("%s.%.*s", tuned_sections[tuned->section], (int)strcspn(keys, "="), keys);
    tuned->first = t->dim;
    if (tuned->values == 0)
        add_coordinate(t, mem_text(tuned->name), lower->n > 0 ? lower->v[number] : tuned->row[0]->lo,
                       upper->n > 0 ? upper->v[number] : tuned->row[0]->hi);
    for (int i = 0; i < tuned->values; i++)
        add_coordinate(t, text_new("%s=%s", tuned->name, param_choice(tuned->row[0], tuned->value[i])), 0, 1);
}

/* No key may be tuned twice. */
static void check_twice(const Tune *t, const Config *meta, const Tuned *last, const char *word, Errors *errors)
{
    for (int i = 0; i < t->n; i++)
        for (int k = 0; k < t->tuned[i].n; k++)
            for (int l = 0; l < last->n; l++) {
                const bool earlier = &t->tuned[i] != last || k < l;
                if (earlier && t->tuned[i].row[k] == last->row[l]) tune_blame(meta, "tune", word, "is tuned already", errors);
            }
}

static void read_word(Tune *t, const Config *meta, const Config *problem, int n, const char *word, Errors *errors)
{
    Tuned *tuned = &t->tuned[t->n++];
    if (read_keys(tuned, meta, problem, n, word, errors)) read_values(tuned, meta, word, errors);
    check_twice(t, meta, tuned, word, errors);
}

/* Makes the coordinates of all words, which have been read without a mistake. */
static void make_box(Tune *t, const Config *meta)
{
    char word[PARAM_TEXT_MAX];
    int number = 0;
    for (int i = 0; i < t->n; i++) {
        text_word(meta->meta.tune, i, word, sizeof word);
        add_coordinates(t, &t->tuned[i], meta, word, number);
        number += is_number(&t->tuned[i]);
    }
}

/* ---- whether all of it can be trained ---- */

/* One setting that is checked: the value that each choice takes, and at which ends numbers are. */
typedef struct {
    int pick[TUNED_MAX]; /* (n) for each choice an index into its values */
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
static void make_setting(const Tune *t, Setting *s, const Config *problem, double budget)
{
    void *const block[] = {s->optimiser, &s->train.training, &s->train.selection};
    s->train = problem->train;
    memcpy(s->optimiser, problem->optimiser_options, problem->optimiser->options_bytes);
    tune_scale(&s->train.training, budget);
    for (int i = 0; i < t->n; i++) {
        const Tuned *tuned = &t->tuned[i];
        const double lo = t->lo[tuned->first], hi = t->hi[tuned->first];
        if (tuned->values > 0)
            tuned_put(tuned, tuned->value[s->pick[i]], block[tuned->section]);
        else if (s->number < 0 || s->number == i)
            tuned_put(tuned, s->upper ? hi : lo, block[tuned->section]);
        else
            tuned_put(tuned, fmin(fmax(tuned_of(tuned, 0, block[tuned->section]), lo), hi), block[tuned->section]);
    }
}

/* "with topology = ring, wall = damp at one end of the box" */
static void name_setting(const Tune *t, const Setting *s, char *out, size_t room)
{
    Text text = text_in(out, room);
    bool numbers = false;
    for (int i = 0, choices = 0; i < t->n; i++) {
        const Tuned *tuned = &t->tuned[i];
        numbers = numbers || tuned->values == 0;
        if (tuned->values == 0) continue;
        text_add(&text, "%s%s = %s", choices++ > 0 ? ", " : "with ", tuned->row[0]->key,
                 param_choice(tuned->row[0], tuned->value[s->pick[i]]));
    }
    if (numbers) text_add(&text, "%sat one end of the box", text.used > 0 ? ", " : "");
}

/* Whether a training accepts the setting. False: errors says why it does not. */
static bool is_sound(const Tune *t, const Setting *s, const Config *meta, const Config *problem, Errors *errors)
{
    Finding finding[CONFIG_SEARCH_FINDINGS];
    char where[PARAM_TEXT_MAX], why[PARAM_TEXT_MAX + 2 * PARAM_WHY_MAX];
    const int n = config_check_search(problem, &s->train, s->optimiser, finding);
    for (int i = 0; i < n; i++) {
        if (!finding[i].fatal) continue;
        name_setting(t, s, where, sizeof where);
        snprintf(why, sizeof why, "%s: %s of %s %s", where, finding[i].key, problem->path, finding[i].why);
        tune_blame(meta, "tune", meta->meta.tune, why, errors);
        return false;
    }
    return true;
}

/* The next combination of choices; false: there are no more. */
static bool next_combination(const Tune *t, Setting *s)
{
    for (int i = 0; i < t->n; i++) {
        if (++s->pick[i] < t->tuned[i].values) return true;
        s->pick[i] = 0;
    }
    return false;
}

/* Checks every combination of choices: with all numbers at their upper ends, and with each number at either end. */
static bool check_settings(const Tune *t, const Config *meta, const Config *problem, Errors *errors)
{
    const double budget = least_budget(&meta->meta);
    Setting s = {.optimiser = mem_new(1, problem->optimiser->options_bytes)};
    bool sound = true;
    do {
        for (int i = -1; i < 2 * t->n && sound; i++) { /* first all numbers at their upper ends, then each at either end */
            if (i >= 0 && t->tuned[i / 2].values > 0) continue;
            s.number = i < 0 ? -1 : i / 2;
            s.upper = i < 0 || i % 2 != 0;
            make_setting(t, &s, problem, budget);
            sound = is_sound(t, &s, meta, problem, errors);
        }
    } while (sound && next_combination(t, &s));
    free(s.optimiser);
    return sound;
}

/* Refuses more settings than can be checked in some seconds. */
static bool check_number(const Tune *t, const Config *meta, Errors *errors)
{
    static const double most = 3e6;
    double settings = 1;
    for (int i = 0; i < t->n; i++) settings += t->tuned[i].values == 0 ? 2 : 0;
    for (int i = 0; i < t->n; i++) settings *= t->tuned[i].values > 0 ? t->tuned[i].values : 1;
    if (settings <= most) return true;
    errors_add(
        errors,
        "%s: tune allows %.3g settings, of choices and ends of numbers: must be at most %g; key=value|value leaves some out",
        config_origin(meta, "meta", "tune"), settings, most);
    return false;
}

bool tune_read(Tune *t, const Config *meta, const Config *problem, int n, Errors *errors)
{
    enum { DIM_MAX = TUNED_MAX * TUNED_VALUES_MAX };
    char word[PARAM_TEXT_MAX];
    int before = errors->n, words = 0;
    assert(n >= 1);
    *t = (Tune){.tuned = mem_new(TUNED_MAX, sizeof *t->tuned),
                .name = mem_new(DIM_MAX, sizeof *t->name),
                .lo = mem_new(DIM_MAX, sizeof *t->lo),
                .hi = mem_new(DIM_MAX, sizeof *t->hi)};
    for (; text_word(meta->meta.tune, words, word, sizeof word); words++)
        if (t->n < TUNED_MAX) read_word(t, meta, problem, n, word, errors);
    if (words > TUNED_MAX)
        errors_add(errors, "%s: tune has %d names: at most %d", config_origin(meta, "meta", "tune"), words, TUNED_MAX);
    if (words <= TUNED_MAX) check_ends(t, meta, errors);
    if (errors->n == before) make_box(t, meta);
    if (errors->n == before) check_number(t, meta, errors);
    for (int i = 0; i < n && errors->n == before; i++) check_settings(t, meta, &problem[i], errors);
    return errors->n == before;
}

void tune_free(Tune *t)
{
    for (int i = 0; i < t->n; i++) free((char *)t->tuned[i].name);
    mem_free_texts(t->name, t->dim);
    free(t->tuned);
    free(t->lo);
    free(t->hi);
    *t = (Tune){0};
}
