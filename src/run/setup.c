#include "run/setup.h"

#include "base/mem.h"
#include "config/config_read.h"
#include "config/weights.h"
#include "file/ini.h"
#include "file/suggest.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *setup_score_name(const Config *config)
{
    return config->has_meta || config->objective.kind > 0 ? "score" : config->game->score_name;
}

const char *setup_turn_name(const Setup *s)
{
    const Arena *first = &s->arena[0];
    bool games = first->rules != NULL;
    for (int i = 1; i < s->arenas; i++)
        if ((s->arena[i].rules != NULL) != games) return "turns";
    return games ? first->config->game->turn_name : "evaluations";
}

/* ---- arenas ---- */

enum { BOARDS = 3 }; /* of one configuration, at most: a phase each */

static void make_games(Arena *a)
{
    const Config *c = a->config;
    Ruleset table = {.game = c->game, .rules = a->rules, .set = c->set, .options = c->agent_options};
    const char *refused = player_make(&a->player, table, c->agent, c->experiment.engine, c->isa, c->objective.max_pieces);
    assert(refused == NULL), (void)refused; /* config_read has asked */
    int dim = c->set->n;
    a->lo = mem_new((size_t)dim, sizeof *a->lo);
    a->hi = mem_new((size_t)dim, sizeof *a->hi);
    a->names = mem_new((size_t)dim, sizeof *a->names);
    for (int i = 0; i < dim; i++) {
        a->lo[i] = c->objective.lower;
        a->hi[i] = c->objective.upper;
        a->names[i] = c->game->features[c->set->index[i]].name;
    }
    a->objective = objective_games(&a->player, (Space){.dim = dim, .lo = a->lo, .hi = a->hi, .names = a->names});
}

static bool same_rules(const Config *c, const void *a, const void *b)
{
    char one[PARAM_TEXT_MAX], other[PARAM_TEXT_MAX];
    for (const Param *p = c->game->params; p->key != NULL; p++) {
        param_print(p, a, one, sizeof one);
        param_print(p, b, other, sizeof other);
        if (strcmp(one, other) != 0) return false;
    }
    return true;
}

/* The index of the arena in which config plays under rules; made unless there is one, from index first on. */
static int arena_for(Setup *s, const Config *c, const void *rules, int first)
{
    bool games = c->objective.kind == 0;
    for (int i = first; i < s->arenas; i++)
        if (!games || same_rules(c, s->arena[i].rules, rules)) return i;
    Arena *a = &s->arena[s->arenas];
    *a = (Arena){.config = c, .rules = games ? rules : NULL};
    if (games) {
        make_games(a);
    } else {
        function_make(&a->function, &objective_functions[c->objective.kind - 1], c->objective.dim);
        a->objective = objective_function(&a->function);
    }
    return s->arenas++;
}

static void free_arena(Arena *a)
{
    if (a->function.function != NULL) function_free(&a->function);
    player_free(&a->player);
    free(a->lo);
    free(a->hi);
    free(a->names);
}

const char *setup_deviation(const Setup *s, int objective, int i, char *value, size_t room)
{
    const Arena *a = s->config->has_meta ? NULL : &s->arena[objective];
    const Param *p = a != NULL && a->rules != NULL ? config_deviation(a->config, a->rules, i) : NULL;
    if (p == NULL) return NULL;
    param_print(p, a->rules, value, room);
    return p->key;
}

/* Training number i of the setup, with the arenas that it needs. */
static void make_training(Setup *s, const Config *c, int i)
{
    int claim = arena_for(s, c, c->rules, s->arenas);
    const Arena *a = &s->arena[claim];
    s->spec[i] = (TrainSpec){
        .options = c->train,
        .optimiser = c->optimiser,
        .optimiser_options = c->optimiser_options,
        .space = &a->objective.space,
        .scale = a->objective.scale,
        .objective = {.training = arena_for(s, c, c->training_rules, claim),
                      .selection = arena_for(s, c, c->selection_rules, claim),
                      .validation = claim},
        .seed = c->experiment.seed,
        .log_games = c->objective.kind == 0,
    };
}

/* Arena i is where config i plays. */
static void make_arenas(Setup *s, const Config *config, int n)
{
    s->n = n;
    s->arena = mem_new((size_t)n, sizeof *s->arena);
    for (int i = 0; i < n; i++) arena_for(s, &config[i], config[i].rules, s->arenas);
}

static void make_trainings(Setup *s, const Config *config, int n)
{
    s->n = n;
    s->arena = mem_new((size_t)n * BOARDS, sizeof *s->arena);
    s->spec = mem_new((size_t)n, sizeof *s->spec);
    s->from = mem_new((size_t)n, sizeof(double *));
    for (int i = 0; i < n; i++) make_training(s, &config[i], i);
}

/* ---- start weights ---- */

/* Controllers are scale free, and a power of two changes no bit of a comparison: weights outside the box are halved until they
 * fit, and play exactly alike. */
static bool fit_box(const Space *space, double *x)
{
    for (int halvings = 0; halvings < 64; halvings++) {
        bool inside = true;
        for (int j = 0; j < space->dim; j++) inside = inside && x[j] >= space->lo[j] && x[j] <= space->hi[j];
        if (inside) return true;
        for (int j = 0; j < space->dim; j++) x[j] /= 2;
    }
    return false;
}

/* The start of training i. */
static bool read_from(Setup *s, const Config *c, int i, Errors *errors)
{
    const char *path = c->train.training.from;
    if (path[0] == '\0') return true;
    bool games = c->objective.kind == 0;
    Weights w;
    const Space *space = s->spec[i].space;
    int before = errors->n;
    if (weights_read(&w, path, games ? c->game : NULL, games ? c->set : NULL, errors) == WEIGHTS_READ && w.n != space->dim)
        errors_add(errors, "%s: has %d numbers: must have %d", path, w.n, space->dim);
    if (errors->n == before) {
        double *x = mem_new((size_t)space->dim, sizeof *x);
        memcpy(x, w.w, (size_t)space->dim * sizeof *x);
        if (games && !fit_box(space, x))
            errors_add(errors, "%s: does not fit into the box [%g, %g] of [objective], however scaled", path, c->objective.lower,
                       c->objective.upper);
        s->spec[i].from = s->from[i] = x;
    }
    weights_free(&w);
    return errors->n == before;
}

/* ---- the experiment ---- */

static void make_evaluator(Setup *s)
{
    const ExperimentOptions *o = &s->config->experiment;
    s->objective = mem_new((size_t)s->arenas, sizeof *s->objective);
    for (int i = 0; i < s->arenas; i++) s->objective[i] = s->arena[i].objective;
    s->evaluator = evaluator_create(s->objective, s->arenas, (EvaluatorMode)o->mode, o->threads);
}

/* Plays that are judged at once; 32 bytes each. */
static const int64_t batch_max = 100000000;

/* The plays of the largest round: of its candidates, and, where the rule says so, of the archive. */
static int64_t round_plays(const TrainSpec *spec, int candidates, int places)
{
    bool resampled = contest_traits[spec->options.training.contest.rule].replays;
    return (int64_t)(candidates + (resampled ? places : 0)) * train_games(&spec->options);
}

/* The least total_games that leave so many for the training: the finalists' share grows with them. */
static int64_t least_games(const TrainOptions *options, int64_t needed)
{
    TrainOptions o = *options;
    o.training.total_games = needed;
    for (int64_t left; (left = train_budget(&o)) < needed;) o.training.total_games += needed - left;
    return o.training.total_games;
}

/* A budget of games must pay for a round. whose: what the sentence begins with; NULL: the line of the budget. */
static bool pays_for_a_round(const Config *c, const TrainSpec *spec, const char *whose, Errors *errors)
{
    const TrainingOptions *o = &spec->options.training;
    void *optimiser = spec->optimiser->create(spec->optimiser_options, spec->space, spec->seed);
    int candidates = spec->optimiser->round(optimiser), places = spec->optimiser->archive(optimiser)->n;
    spec->optimiser->destroy(optimiser);
    if (candidates > OPTIM_ROUND_MAX) {
        errors_add(errors,
                   "%s: a round of the %s would have more than %d positions: particles, or steps of the grid, must be less",
                   config_origin(c, "optimiser", "kind"), spec->optimiser->name, OPTIM_ROUND_MAX);
        return false;
    }
    int64_t most = round_plays(spec, candidates, places), needed = round_plays(spec, candidates, 0);
    int64_t finals = (int64_t)spec->options.selection.finalists * train_final_games(&spec->options);
    if (most > batch_max || finals > batch_max) {
        errors_add(errors, "%s: games is too large: a round of the %s would have %lld games, the selection %lld: at most %lld",
                   config_origin(c, most > batch_max ? "training" : "selection", "games"), spec->optimiser->name, (long long)most,
                   (long long)finals, (long long)batch_max);
        return false;
    }
    if (o->total_games == 0 || train_budget(&spec->options) >= needed) return true;
    errors_add(errors, "%s: total_games = %lld: must be at least %lld, which pays for one round of the %s%s",
               whose != NULL ? whose : config_origin(c, "training", "total_games"), (long long)o->total_games,
               (long long)least_games(&spec->options, needed), spec->optimiser->name,
               spec->options.selection.share > 0 ? " and its share for the finalists" : "");
    return false;
}

static bool setup_one(Setup *s, Errors *errors)
{
    make_trainings(s, s->config, 1);
    if (!read_from(s, s->config, 0, errors)) return false;
    if (!pays_for_a_round(s->config, &s->spec[0], NULL, errors)) return false;
    s->experiment = train_create(&s->spec[0]);
    return true;
}

static void make_tuned(Setup *s)
{
    const Config *c = s->config;
    char word[PARAM_TEXT_MAX], key[PARAM_TEXT_MAX], full[PARAM_TEXT_MAX + 16];
    int dim = 0;
    while (config_word(c->meta.tune, dim, word, sizeof word)) dim++;
    s->tuned = mem_new((size_t)dim, sizeof *s->tuned);
    s->tuned_names = mem_new((size_t)dim, sizeof *s->tuned_names);
    s->lo = mem_new((size_t)dim, sizeof *s->lo);
    s->hi = mem_new((size_t)dim, sizeof *s->hi);
    for (int j = 0; j < dim; j++) {
        Tuned *t = &s->tuned[j];
        config_word(c->meta.tune, j, word, sizeof word);
        for (; problems_key(word, t->n, key, sizeof key); t->n++) {
            void *block;
            t->row[t->n] = config_find(&s->problems.config[0], key, "", &block);
            t->in_training = block == &s->problems.config[0].train.training;
        }
        const char *point = strchr(word, '.');
        snprintf(full, sizeof full, "%s.%s", t->in_training ? "training" : "optimiser", point != NULL ? point + 1 : word);
        t->name = s->tuned_names[j] = mem_text(full);
        s->lo[j] = c->meta.lower.n > 0 ? c->meta.lower.v[j] : t->row[0]->lo;
        s->hi[j] = c->meta.upper.n > 0 ? c->meta.upper.v[j] : t->row[0]->hi;
    }
    s->space = (Space){.dim = dim, .lo = s->lo, .hi = s->hi, .names = (const char *const *)s->tuned_names};
}

/* The inner training's budget is so many times that of its problem, which key of [meta] says. False: it is too small. */
static bool scale_budget(const Setup *s, MetaInner *inner, const Config *problem, const char *key, Errors *errors)
{
    char whose[3 * PARAM_TEXT_MAX];
    TrainingOptions *t = &inner->training.options.training;
    const double rounds = inner->budget * (double)t->rounds;
    if (inner->budget == 1) return pays_for_a_round(problem, &inner->training, NULL, errors);
    snprintf(whose, sizeof whose, "%s: %s: %g times the budget of %s", config_origin(s->config, "meta", key), key, inner->budget,
             problem->path);
    problems_scale(t, inner->budget);
    if (t->rounds > 0 && rounds < 1) {
        errors_add(errors, "%s: rounds = %g: must be at least 1", whose, rounds);
        return false;
    }
    return pays_for_a_round(problem, &inner->training, whose, errors);
}

/* Problems first .. first + n - 1 with each of the budgets, which key of [meta] says: inner (n x budgets), owned. NULL: errors says which
 * budget is too small. */
static MetaInner *make_inner(Setup *s, int first, int n, const char *key, const RealList *budgets, Errors *errors)
{
    const int lengths = budgets->n > 0 ? budgets->n : 1;
    MetaInner *inner = mem_new((size_t)(n * lengths), sizeof *inner);
    bool good = true;
    for (int i = 0; i < n * lengths; i++) {
        const int p = first + i % n;
        inner[i] =
            (MetaInner){.problem = s->problem_names[p], .budget = budgets->n > 0 ? budgets->v[i / n] : 1, .training = s->spec[p]};
        good = scale_budget(s, &inner[i], &s->problems.config[p], key, errors) && good;
    }
    if (good) return inner;
    free(inner);
    return NULL;
}

/* ---- rivals of a meta search ---- */

/* What a problem's optimiser would be with the preset, whatever its ini says of the preset's keys. False: what it says of others does not
 * go with them. */
static bool read_rival(const Setup *s, Config *c, const Config *problem, const Preset *preset, Errors *told)
{
    enum { SETTINGS_MAX = 40 };
    char text[SETTINGS_MAX][PARAM_TEXT_MAX + 16], word[PARAM_TEXT_MAX];
    ConfigValue value[SETTINGS_MAX];
    Errors errors = {0}, warnings = {0};
    int n = 0;
    snprintf(text[n++], sizeof *text, "optimiser.preset=%s", preset->name);
    for (int i = 0; n < SETTINGS_MAX && config_word(preset->settings, i, word, sizeof word); i++)
        snprintf(text[n++], sizeof *text, "optimiser.%s", word);
    for (int i = 0; i < n; i++) value[i] = (ConfigValue){.text = text[i], .origin = "rival"};
    bool good = config_read(c, problem->path, value, n, &errors, &warnings);
    if (!good)
        errors_add(told, "%s: rivals: '%s' does not go with %s: %s", config_origin(s->config, "meta", "rivals"), preset->name,
                   problem->path, errors.n > 0 ? errors.line[0] : "it cannot be read");
    errors_free(&errors);
    errors_free(&warnings);
    return good;
}

static bool same_options(const Optimiser *o, const void *a, const void *b)
{
    char one[PARAM_TEXT_MAX], other[PARAM_TEXT_MAX];
    for (const Param *p = o->params; p->key != NULL; p++) {
        param_print(p, a, one, sizeof one);
        param_print(p, b, other, sizeof other);
        if (strcmp(one, other) != 0) return false;
    }
    return true;
}

/* Returns its options (heldouts), which are to be filled in. */
static const void **new_rival(Setup *s, const char *name)
{
    const void **options = mem_new((size_t)s->heldouts, sizeof *options);
    s->rival[s->rivals++] = (MetaRival){.name = name, .options = options};
    return options;
}

static void free_configs(Config *c, int n)
{
    for (int i = 0; c != NULL && i < n; i++) config_free(&c[i]);
    free(c);
}

/* The preset as rival; not one that says what all problems do anyway. */
static bool add_rival(Setup *s, const Preset *preset, Errors *errors)
{
    const int n = problems_heldout(&s->problems);
    Config *c = mem_new((size_t)n, sizeof *c);
    bool good = true, same = true;
    for (int i = 0; i < n; i++) {
        good = read_rival(s, &c[i], problems_heldout_at(&s->problems, i), preset, errors) && good;
        same = same && good && same_options(c[i].optimiser, c[i].optimiser_options, s->rival[0].options[i]);
    }
    if (!good || same) {
        free_configs(c, n);
        return good;
    }
    s->rival_config[s->rivals] = c;
    const void **options = new_rival(s, preset->name);
    for (int i = 0; i < s->heldouts; i++) options[i] = c[i % n].optimiser_options;
    return true;
}

/* Whether the preset is asked for. */
static bool is_rival(const char *rivals, const char *preset)
{
    char name[PARAM_TEXT_MAX];
    for (int i = 0; config_word(rivals, i, name, sizeof name); i++)
        if (strcmp(name, preset) == 0 || strcmp(name, "all") == 0) return true;
    return false;
}

static bool check_rivals(const Setup *s, Errors *errors)
{
    const Optimiser *o = s->problems.config[0].optimiser;
    char name[PARAM_TEXT_MAX];
    int before = errors->n;
    for (int i = 0; config_word(s->config->meta.rivals, i, name, sizeof name); i++) {
        const Preset *p = o->presets;
        Suggest near = suggest_start(name);
        for (; p->name != NULL && strcmp(p->name, name) != 0; p++) suggest_try(&near, p->name);
        if (p->name == NULL && strcmp(name, "all") != 0)
            errors_add(errors, "%s: rivals: '%s' is no preset of %s%s", config_origin(s->config, "meta", "rivals"), name, o->name,
                       suggest_hint(&near).text);
    }
    return errors->n == before;
}

/* The untuned values first: the problems' own. */
static bool make_rivals(Setup *s, Errors *errors)
{
    const Preset *const presets = s->problems.config[0].optimiser->presets;
    int most = 1, before = errors->n;
    for (const Preset *p = presets; p->name != NULL; p++) most++;
    s->rival = mem_new((size_t)most, sizeof *s->rival);
    s->rival_config = mem_new((size_t)most, sizeof *s->rival_config);
    const void **options = new_rival(s, "untuned");
    for (int i = 0; i < s->heldouts; i++) options[i] = s->heldout[i].training.optimiser_options;
    for (const Preset *p = presets; p->name != NULL; p++)
        if (is_rival(s->config->meta.rivals, p->name)) add_rival(s, p, errors);
    return errors->n == before;
}

static bool make_problems(Setup *s, Errors *errors)
{
    const MetaOptions *o = &s->config->meta;
    const Problems *p = &s->problems;
    bool good = true;
    s->problem_names = mem_new((size_t)s->n, sizeof *s->problem_names);
    for (int i = 0; i < s->n; i++) {
        good = read_from(s, &p->config[i], i, errors) && good;
        s->problem_names[i] = problems_name(p->config[i].path);
    }
    s->inners = p->search * (o->budgets.n > 0 ? o->budgets.n : 1);
    s->heldouts = problems_heldout(p) * (o->heldout_budgets.n > 0 ? o->heldout_budgets.n : 1);
    s->inner = make_inner(s, 0, p->search, "budgets", &o->budgets, errors);
    if (s->inner == NULL) return false;
    s->heldout = make_inner(s, p->n - problems_heldout(p), problems_heldout(p), "heldout_budgets", &o->heldout_budgets, errors);
    return s->heldout != NULL && check_rivals(s, errors) && good;
}

/* The number that an ini has for "section.key"; NAN: errors says that it has none. */
static double number_of(const Ini *ini, const char *name, Errors *errors)
{
    static const Param row = {.key = "value", .type = PARAM_REAL, .bytes = sizeof(double), .lo = -1e300, .hi = 1e300};
    char section[PARAM_TEXT_MAX], why[PARAM_WHY_MAX];
    const char *key = strchr(name, '.') + 1;
    double value;
    snprintf(section, sizeof section, "%.*s", (int)(key - 1 - name), name);
    const IniEntry *e = ini_find(ini, section, key);
    if (e != NULL && param_set(&row, &value, e->value, why, sizeof why)) return value;
    errors_add(errors, "%s: must have a number %s in [%s] to start from", ini->path, key, section);
    return (double)NAN;
}

/* The start of the outer search: an ini with the tuned keys, as tuned.ini is one. Of keys that are tied here and were not there, the mean;
 * what is outside the box starts at its wall. */
static bool read_tuned(Setup *s, Errors *errors)
{
    const char *path = s->config->train.training.from;
    char key[PARAM_TEXT_MAX];
    Ini ini;
    if (path[0] == '\0') return true;
    int before = errors->n;
    if (!ini_read(&ini, path) || ini.problems > 0) ini_report(&ini, errors);
    s->start = mem_new((size_t)s->space.dim, sizeof *s->start);
    for (int j = 0; j < s->space.dim && errors->n == before; j++) {
        double sum = 0;
        for (int k = 0; problems_key(s->space.names[j], k, key, sizeof key); k++) sum += number_of(&ini, key, errors);
        s->start[j] = fmin(fmax(sum / s->tuned[j].n, s->space.lo[j]), s->space.hi[j]);
    }
    ini_free(&ini);
    return errors->n == before;
}

static bool setup_meta(Setup *s, Errors *errors, Errors *warnings)
{
    const Config *c = s->config;
    if (!problems_read(&s->problems, c, errors, warnings)) return false;
    s->n = s->problems.n;
    make_trainings(s, s->problems.config, s->n);
    make_tuned(s);
    bool good = make_problems(s, errors);
    if (c->train.training.fitness != FITNESS_MEAN) {
        errors_add(errors, "%s: fitness must be mean in a meta search: its scores are logarithms already",
                   config_origin(c, "training", "fitness"));
        good = false;
    }
    if (!good || !read_tuned(s, errors) || !make_rivals(s, errors)) return false;
    MetaSpec spec = {
        .outer = {.options = c->train,
                  .optimiser = c->optimiser,
                  .optimiser_options = c->optimiser_options,
                  .space = &s->space,
                  .scale = SCALE_COUNT,
                  .from = s->start,
                  .seed = c->experiment.seed},
        .inner = s->inner,
        .heldout = s->heldout,
        .inners = s->inners,
        .heldouts = s->heldouts,
        .tuned = s->tuned,
        .rival = s->rival,
        .rivals = s->rivals,
    };
    if (!pays_for_a_round(c, &spec.outer, NULL, errors)) return false;
    s->experiment = meta_create(&spec);
    return true;
}

bool setup_train(Setup *s, const Config *config, Errors *errors, Errors *warnings)
{
    *s = (Setup){.config = config};
    bool good = config->has_meta ? setup_meta(s, errors, warnings) : setup_one(s, errors);
    if (good) make_evaluator(s);
    return good;
}

void setup_arenas(Setup *s, const Config *config, int n)
{
    *s = (Setup){.config = config};
    make_arenas(s, config, n);
    make_evaluator(s);
}

void setup_evaluate(Setup *s, const Config *config, const double *w, RngPurpose purpose, int64_t games)
{
    setup_arenas(s, config, 1);
    EvaluateSpec spec = {
        .space = &s->arena[0].objective.space, .x = w, .seed = config->experiment.seed, .purpose = purpose, .games = games};
    s->experiment = evaluate_create(&spec);
}

void setup_free(Setup *s)
{
    if (s->experiment.kind != NULL) s->experiment.kind->destroy(s->experiment.self);
    if (s->evaluator != NULL) evaluator_destroy(s->evaluator);
    for (int i = 0; i < s->arenas; i++) free_arena(&s->arena[i]);
    for (int i = 0; i < s->n && s->from != NULL; i++) free(s->from[i]);
    for (int i = 0; i < s->n && s->problem_names != NULL; i++) free(s->problem_names[i]);
    for (int j = 0; j < s->space.dim; j++) free(s->tuned_names[j]);
    for (int r = 0; r < s->rivals; r++) {
        free_configs(s->rival_config[r], problems_heldout(&s->problems));
        free((void *)s->rival[r].options);
    }
    problems_free(&s->problems);
    free(s->rival);
    free(s->rival_config);
    free(s->inner);
    free(s->heldout);
    free(s->start);
    free(s->problem_names);
    free(s->tuned_names);
    free(s->tuned);
    free(s->lo);
    free(s->hi);
    free(s->objective);
    free(s->from);
    free(s->spec);
    free(s->arena);
}
