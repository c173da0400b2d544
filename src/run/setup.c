#include "run/setup.h"

#include "base/mem.h"
#include "run/weights.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *setup_score_name(const Config *config)
{
    return config->has_meta || config->objective.kind > 0 ? "score" : config->game->score_name;
}

const char *setup_turn_name(const Config *config)
{
    return config->has_meta || config->objective.kind > 0 ? "evaluations" : config->game->turn_name;
}

/* ---- arenas ---- */

enum { BOARDS = 3 }; /* of one configuration, at most: a phase each */

static void make_games(Arena *a)
{
    const Config *c = a->config;
    Table table = {.game = c->game, .rules = a->rules, .set = c->set, .options = c->agent_options};
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

static void make_judge(Setup *s)
{
    const ExperimentOptions *o = &s->config->experiment;
    s->objective = mem_new((size_t)s->arenas, sizeof *s->objective);
    for (int i = 0; i < s->arenas; i++) s->objective[i] = s->arena[i].objective;
    s->judge = judge_create(s->objective, s->arenas, (JudgeMode)o->mode, o->threads);
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

/* A budget of games must pay for a round. */
static bool pays_for_a_round(const Config *c, const TrainSpec *spec, Errors *errors)
{
    const TrainingOptions *o = &spec->options.training;
    void *optimiser = spec->optimiser->create(spec->optimiser_options, spec->space, spec->seed);
    int candidates = spec->optimiser->round(optimiser), places = spec->optimiser->archive(optimiser)->n;
    spec->optimiser->destroy(optimiser);
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
               config_origin(c, "training", "total_games"), (long long)o->total_games,
               (long long)least_games(&spec->options, needed), spec->optimiser->name,
               spec->options.selection.share > 0 ? " and its share for the finalists" : "");
    return false;
}

static bool setup_one(Setup *s, Errors *errors)
{
    make_trainings(s, s->config, 1);
    if (!read_from(s, s->config, 0, errors)) return false;
    if (!pays_for_a_round(s->config, &s->spec[0], errors)) return false;
    s->experiment = train_create(&s->spec[0]);
    return true;
}

/* params/functions/sphere.ini -> sphere */
static char *bare_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    char *name = mem_text(slash != NULL ? slash + 1 : path), *dot = strrchr(name, '.');
    if (dot != NULL && dot != name) *dot = '\0';
    return name;
}

static void make_tuned(Setup *s)
{
    const Config *c = s->config;
    char name[PARAM_TEXT_MAX], full[PARAM_TEXT_MAX + 16];
    int dim = 0;
    while (config_word(c->meta.tune, dim, name, sizeof name)) dim++;
    s->tuned = mem_new((size_t)dim, sizeof *s->tuned);
    s->tuned_names = mem_new((size_t)dim, sizeof *s->tuned_names);
    s->lo = mem_new((size_t)dim, sizeof *s->lo);
    s->hi = mem_new((size_t)dim, sizeof *s->hi);
    s->untuned = mem_new((size_t)dim, sizeof *s->untuned);
    for (int j = 0; j < dim; j++) {
        void *block;
        config_word(c->meta.tune, j, name, sizeof name);
        const Param *row = config_find(&s->problem[0], name, "optimiser", &block);
        bool in_training = block == &s->problem[0].train.training;
        const char *point = strchr(name, '.');
        snprintf(full, sizeof full, "%s.%s", in_training ? "training" : "optimiser", point != NULL ? point + 1 : name);
        s->tuned_names[j] = mem_text(full);
        s->tuned[j] = (Tuned){.row = row, .in_training = in_training, .name = s->tuned_names[j]};
        s->lo[j] = c->meta.lower.n > 0 ? c->meta.lower.v[j] : row->lo;
        s->hi[j] = c->meta.upper.n > 0 ? c->meta.upper.v[j] : row->hi;
        s->untuned[j] = param_get(row, block);
    }
    s->space = (Space){.dim = dim, .lo = s->lo, .hi = s->hi, .names = (const char *const *)s->tuned_names};
}

/* The comparison is with one setting, so all problems must start from the same. */
static bool same_untuned(const Setup *s, Errors *errors)
{
    int before = errors->n;
    for (int i = 1; i < s->n; i++)
        for (int j = 0; j < s->space.dim; j++) {
            void *block;
            const Param *row = config_find(&s->problem[i], s->tuned_names[j], "optimiser", &block);
            if (param_get(row, block) != s->untuned[j])
                errors_add(errors, "%s: %s = %.15g, but %.15g in %s: what is tuned must start alike in all problems",
                           s->problem[i].path, s->tuned_names[j], param_get(row, block), s->untuned[j], s->problem[0].path);
        }
    return errors->n == before;
}

static bool setup_meta(Setup *s, Errors *errors, Errors *warnings)
{
    int before = errors->n;
    s->n = config_problems(s->config, &s->problem, errors, warnings);
    if (errors->n > before) return false;
    make_trainings(s, s->problem, s->n);
    make_tuned(s);
    if (!same_untuned(s, errors)) return false;
    s->problem_names = mem_new((size_t)s->n, sizeof *s->problem_names);
    bool good = true;
    for (int i = 0; i < s->n; i++) {
        good = read_from(s, &s->problem[i], i, errors) && good;
        s->problem_names[i] = bare_name(s->problem[i].path);
        good = pays_for_a_round(&s->problem[i], &s->spec[i], errors) && good;
    }
    const Config *c = s->config;
    MetaSpec spec = {
        .outer = {.options = c->train,
                  .optimiser = c->optimiser,
                  .optimiser_options = c->optimiser_options,
                  .space = &s->space,
                  .scale = SCALE_COUNT,
                  .seed = c->experiment.seed,
                  .rival = s->untuned},
        .inner = s->spec,
        .names = (const char *const *)s->problem_names,
        .problems = s->n,
        .tuned = s->tuned,
    };
    if (c->train.training.fitness != FITNESS_MEAN) {
        errors_add(errors, "%s: fitness must be mean in a meta search: its scores are logarithms already",
                   config_origin(c, "training", "fitness"));
        good = false;
    }
    good = good && pays_for_a_round(c, &spec.outer, errors);
    if (good) s->experiment = meta_create(&spec);
    return good;
}

bool setup_train(Setup *s, const Config *config, Errors *errors, Errors *warnings)
{
    *s = (Setup){.config = config};
    bool good = config->has_meta ? setup_meta(s, errors, warnings) : setup_one(s, errors);
    if (good) make_judge(s);
    return good;
}

void setup_arenas(Setup *s, const Config *config, int n)
{
    *s = (Setup){.config = config};
    make_arenas(s, config, n);
    make_judge(s);
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
    if (s->judge != NULL) judge_destroy(s->judge);
    for (int i = 0; i < s->arenas; i++) free_arena(&s->arena[i]);
    for (int i = 0; i < s->n && s->from != NULL; i++) free(s->from[i]);
    for (int i = 0; i < s->n && s->problem_names != NULL; i++) free(s->problem_names[i]);
    for (int j = 0; j < s->space.dim; j++) free(s->tuned_names[j]);
    if (s->problem != NULL) config_problems_free(s->problem, s->n);
    free(s->problem_names);
    free(s->tuned_names);
    free(s->tuned);
    free(s->lo);
    free(s->hi);
    free(s->untuned);
    free(s->objective);
    free(s->from);
    free(s->spec);
    free(s->arena);
}
