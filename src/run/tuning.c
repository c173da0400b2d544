/* tuning.c. Puts a meta search together: the inis that a [meta] names and their budgets, the space of the tuned keys, baselines,
 * the start. */
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

/* ---- the problems: their inis, and whether what is tuned is in all of them ---- */

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
static void check_files(const Config *meta, const Problems *p, Errors *errors)
{
    const Config *problem = p->config;
    char why[PARAM_WHY_MAX];
    for (int i = 1; i < p->n; i++) {
        const char *key = i < p->search ? "problems" : "heldout";
        if (problem[i].optimiser != problem[0].optimiser)
            tune_blame(meta, key, problem[i].path, "has another optimiser than the first: all must have the same", errors);
        for (int k = 0; k < i; k++) {
            OWNED char *mine = name_of(problem[i].path), *other = name_of(problem[k].path);
            bool alike = strcmp(mine, other) == 0 && strcmp(problem[i].path, problem[k].path) != 0;
            snprintf(why, sizeof why, "would be called %s, as %s is: one of them must have another name", mine, problem[k].path);
            if (alike) tune_blame(meta, key, problem[i].path, why, errors);
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
static void check_blocks(const Config *meta, const Problems *p, Errors *errors)
{
    const int n = p->search * length_of(&meta->meta.budgets), heldout = p->heldouts * length_of(&meta->meta.heldout_budgets);
    const AllocationOptions *allocation = &meta->train.training.allocation;
    bool stages = allocation_about[allocation->rule].in_stages;
    const struct {
        const char *section, *key;
        int games, n, problems;
    } phase[] = {
        {"training", "games", train_games(&meta->train), n, p->search},
        {"training", "first_games", stages ? allocation->first_games : 0, n, p->search},
        {"training", "more_games", stages ? allocation->more_games : 0, n, p->search},
        {"selection", "games", meta->train.selection.finalists > 0 ? train_final_games(&meta->train) : 0, n, p->search},
        {"selection", "race_games", meta->train.selection.race_p > 0 ? meta->train.selection.race_games : 0, n, p->search},
        {"validation", "games", meta->train.validation.games, heldout, p->heldouts},
        {"meta", "ablation", meta->meta.ablation, heldout, p->heldouts}};
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
static void check_rules(const Config *meta, const Config *problem, int n, Errors *errors)
{
    const AllocationOptions *allocation = &meta->train.training.allocation;
    if (!allocation_about[allocation->rule].alike)
        errors_add(errors, "%s: allocation = %s has no effect in a meta search: every position has to play all problems alike",
                   where(meta, "training", "allocation"), allocation_names[allocation->rule]);
    for (int i = 0; i < n; i++)
        if (problem[i].train.training.minutes > 0)
            errors_add(errors,
                       "%s: minutes: must be 0 in a problem of a meta search: what is compared cannot depend on the clock",
                       config_origin(&problem[i], "training", "minutes"));
}

/* Reads and adds the files that a key names. Returns how many. */
static int read_files(const Config *meta, const char *key, const char *files, Problems *p, Errors *errors, Errors *warnings)
{
    char path[PARAM_TEXT_MAX];
    int n = 0;
    while (text_word(files, n, path, sizeof path)) n++;
    if (n > META_PROBLEMS_MAX)
        errors_add(errors, "%s: %s names %d files: at most %d", config_origin(meta, "meta", key), key, n, META_PROBLEMS_MAX);
    for (int i = 0; i < n && n <= META_PROBLEMS_MAX; i++) {
        Config *c = &p->config[p->n++];
        text_word(files, i, path, sizeof path);
        config_read(c, path, NULL, 0, errors, warnings);
        if (c->kind->tunes) tune_blame(meta, key, path, "is a [meta] itself; it cannot be a problem", errors);
    }
    return n;
}

bool problems_read(Problems *p, const Config *meta, Errors *errors, Errors *warnings)
{
    int before = errors->n;
    *p = (Problems){.config = mem_new(2 * META_PROBLEMS_MAX, sizeof *p->config)};
    p->search = read_files(meta, "problems", meta->meta.problems, p, errors, warnings);
    read_files(meta, "heldout", meta->meta.heldout, p, errors, warnings);
    p->heldouts = p->n > p->search ? p->n - p->search : p->search;
    p->heldout = p->n - p->heldouts;
    if (errors->n == before) check_files(meta, p, errors);
    if (errors->n == before) check_blocks(meta, p, errors);
    if (errors->n == before) check_rules(meta, p->config, p->n, errors);
    if (errors->n == before) tune_read(&p->tune, meta, p->config, p->n, errors);
    return errors->n == before;
}

void problems_free(Problems *p)
{
    for (int i = 0; i < p->n; i++) config_free(&p->config[i]);
    tune_free(&p->tune);
    free(p->config);
    *p = (Problems){0};
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
    tune_scale(budget, inner->budget);
    if (budget->iterations > 0 && iterations < 1) {
        errors_add(errors, "%s: iterations = %g: must be at least 1", origin, iterations);
        return false;
    }
    return trainings_pay(problem, &inner->training, origin, errors);
}

/* Problems first .. first + n - 1 with each of the budgets, which come from key of [meta]: inner (n x budgets), owned by the
 * caller. NULL: errors names the budgets that are too small. */
static MetaInner *make_inner(Tuning *t, const Trainings *trainings, int first, int n, const char *key, const RealList *budgets,
                             Errors *errors)
{
    const int lengths = length_of(budgets);
    assert(first >= 0 && n >= 1 && first + n <= t->problems.n);
    MetaInner *inner = mem_new((size_t)(n * lengths), sizeof *inner);
    bool good = true;
    for (int i = 0; i < n * lengths; i++) {
        const int p = first + i % n;
        inner[i] = (MetaInner){
            .problem = t->problem_names[p], .budget = budgets->n > 0 ? budgets->v[i / n] : 1, .training = trainings->spec[p]};
        good = scale_budget(t, &inner[i], &t->problems.config[p], key, errors) && good;
    }
    if (good) return inner;
    free(inner);
    return NULL;
}

/* ---- baselines of a meta search ---- */

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
    bool good = config_read(c, problem->path, value, n, &found, &warnings);
    if (!good)
        errors_add(errors, "%s: baselines: '%s' does not go with %s: %s", config_origin(t->config, "meta", "baselines"),
                   preset->name, problem->path, found.n > 0 ? found.line[0] : "it cannot be read");
    return good;
}

/* Adds a baseline and returns its options (heldouts), which the caller fills in. */
static const void **new_baseline(Tuning *t, const char *name)
{
    assert(t->heldouts >= 1 && t->baseline != NULL);
    const void **options = mem_new((size_t)t->heldouts, sizeof *options);
    t->baseline[t->baselines++] = (MetaBaseline){.name = name, .options = options};
    return options;
}

static void free_configs(Config *c, int n)
{
    for (int i = 0; c != NULL && i < n; i++) config_free(&c[i]);
    free(c);
}

/* Adds the preset as a baseline, unless all problems have its values anyway. False: errors has the reason. */
static bool add_baseline(Tuning *t, const Preset *preset, Errors *errors)
{
    const int n = t->problems.heldouts;
    Config *c = mem_new((size_t)n, sizeof *c);
    bool good = true, same = true;
    for (int i = 0; i < n; i++) {
        good = read_baseline(t, &c[i], &t->problems.config[t->problems.heldout + i], preset, errors) && good;
        same = same && good && param_all_same(c[i].optimiser->params, c[i].optimiser_options, t->baseline[0].options[i]);
    }
    if (!good || same) {
        free_configs(c, n);
        return good;
    }
    t->baseline_config[t->baselines] = c;
    const void **options = new_baseline(t, preset->name);
    for (int i = 0; i < t->heldouts; i++) options[i] = c[i % n].optimiser_options;
    return true;
}

/* Whether the list of [meta] baselines names the preset; "all" names those that suit every problem. */
static bool is_baseline(const Tuning *t, const Preset *preset)
{
    const char *names = t->config->meta.baselines;
    bool suits = true;
    for (int i = 0; i < t->problems.n; i++) suits = suits && config_suits(&t->problems.config[i], preset);
    return text_has(names, preset->name) || (suits && text_has(names, "all"));
}

static bool check_baselines(const Tuning *t, Errors *errors)
{
    const Optimiser *o = t->problems.config[0].optimiser;
    char name[PARAM_TEXT_MAX];
    int before = errors->n;
    for (int i = 0; text_word(t->config->meta.baselines, i, name, sizeof name); i++) {
        const Preset *p = o->presets;
        Suggest near = suggest_start(name);
        for (; p->name != NULL && strcmp(p->name, name) != 0; p++) suggest_try(&near, p->name);
        if (p->name == NULL && strcmp(name, "all") != 0)
            errors_add(errors, "%s: baselines: '%s' is no preset of %s%s", config_origin(t->config, "meta", "baselines"), name,
                       o->name, suggest_hint(&near).text);
    }
    return errors->n == before;
}

/* Makes the baselines: first the untuned values, those of the problems themselves, then the presets that were asked for. */
static bool make_baselines(Tuning *t, Errors *errors)
{
    const Preset *const presets = t->problems.config[0].optimiser->presets;
    int most = 1, before = errors->n;
    for (const Preset *p = presets; p->name != NULL; p++) most++;
    t->baseline = mem_new((size_t)most, sizeof *t->baseline);
    t->baseline_config = mem_new((size_t)most, sizeof *t->baseline_config);
    const void **options = new_baseline(t, "untuned");
    for (int i = 0; i < t->heldouts; i++) options[i] = t->heldout[i].training.optimiser_options;
    for (const Preset *p = presets; p->name != NULL; p++)
        if (is_baseline(t, p)) add_baseline(t, p, errors);
    return errors->n == before;
}

static bool make_problems(Tuning *t, Trainings *trainings, Errors *errors)
{
    const MetaOptions *o = &t->config->meta;
    const Problems *p = &t->problems;
    bool good = true;
    t->problem_names = mem_new((size_t)p->n, sizeof *t->problem_names);
    for (int i = 0; i < p->n; i++) {
        good = trainings_read_from(trainings, &p->config[i], i, errors) && good;
        t->problem_names[i] = name_of(p->config[i].path);
    }
    t->inners = p->search * length_of(&o->budgets);
    t->heldouts = p->heldouts * length_of(&o->heldout_budgets);
    t->inner = make_inner(t, trainings, 0, p->search, "budgets", &o->budgets, errors);
    if (t->inner == NULL) return false;
    t->heldout = make_inner(t, trainings, p->heldout, p->heldouts, "heldout_budgets", &o->heldout_budgets, errors);
    return t->heldout != NULL && check_baselines(t, errors) && good;
}

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
    t->start[tuned->first] = fmin(fmax(sum / tuned->n, t->space.lo[tuned->first]), t->space.hi[tuned->first]);
}

/* Reads the start of the outer search from an ini with the tuned keys, such as a tuned.ini. */
static bool read_tuned(Tuning *t, Errors *errors)
{
    const char *path = t->config->train.training.from;
    const Tune *tune = &t->problems.tune;
    if (path[0] == '\0') return true;
    CLOSED(ini_free) Ini ini;
    int before = errors->n;
    if (!ini_read(&ini, path) || ini.problems > 0) ini_report(&ini, errors);
    t->start = mem_new((size_t)t->space.dim, sizeof *t->start);
    for (int i = 0; i < tune->n && errors->n == before; i++) start_at(t, &ini, &tune->tuned[i], errors);
    return errors->n == before;
}

/* The fitness must not be a logarithm: the scores of blocks are logarithms already, and may be negative. */
static bool check_fitness(const Config *c, Errors *errors)
{
    if (c->train.training.fitness == FITNESS_MEAN) return true;
    errors_add(errors, "%s: fitness must be mean in a meta search: its scores are logarithms already",
               config_origin(c, "training", "fitness"));
    return false;
}

/* A grid has no steps between the values of a choice. */
static bool check_grid(const Tuning *t, const Config *c, Errors *errors)
{
    const Tune *tune = &t->problems.tune;
    for (int i = 0; i < tune->n; i++) {
        if (!c->optimiser->maps || tune->tuned[i].values == 0) continue;
        errors_add(errors,
                   "%s: kind = %s: has no search for choices: if tune has a choice such as %s, another kind must be taken",
                   config_origin(c, "optimiser", "kind"), c->optimiser->name, tune->tuned[i].name);
        return false;
    }
    return true;
}

bool tuning_make(Tuning *t, Trainings *trainings, Tasks *tasks, const Config *config, Errors *errors, Errors *warnings)
{
    *t = (Tuning){.config = config};
    if (!problems_read(&t->problems, config, errors, warnings)) return false;
    trainings_make(trainings, tasks, t->problems.config, t->problems.n);
    const Tune *tune = &t->problems.tune;
    t->space = (Space){.dim = tune->dim, .lo = tune->lo, .hi = tune->hi, .names = (const char *const *)tune->name};
    bool good = make_problems(t, trainings, errors);
    good = check_fitness(config, errors) && check_grid(t, config, errors) && good;
    if (!good || !read_tuned(t, errors) || !make_baselines(t, errors)) return false;
    t->outer = (TrainSpec){.options = config->train,
                           .optimiser = config->optimiser,
                           .optimiser_options = config->optimiser_options,
                           .space = &t->space,
                           .units = {config_units(config), config_units(config)},
                           .from = t->start,
                           .seed = config->experiment.seed,
                           .baselines = t->baselines};
    return trainings_pay(config, &t->outer, NULL, errors);
}

Experiment tuning_experiment(const Tuning *t)
{
    assert(t->baselines >= 1 && t->inner != NULL && t->heldout != NULL);
    const MetaSpec spec = {.outer = t->outer,
                           .inner = t->inner,
                           .heldout = t->heldout,
                           .inners = t->inners,
                           .heldouts = t->heldouts,
                           .tuned = t->problems.tune.tuned,
                           .tuneds = t->problems.tune.n,
                           .ablation = t->config->meta.ablation,
                           .baseline = t->baseline,
                           .baselines = t->baselines};
    return meta_create(&spec);
}

void tuning_free(Tuning *t)
{
    mem_free_texts(t->problem_names, t->problems.n);
    for (int r = 0; r < t->baselines; r++) {
        free_configs(t->baseline_config[r], t->problems.heldouts);
        free((void *)t->baseline[r].options);
    }
    problems_free(&t->problems);
    free(t->baseline);
    free(t->baseline_config);
    free(t->inner);
    free(t->heldout);
    free(t->start);
    *t = (Tuning){0};
}
