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

/* ---- one arena ---- */

static void make_games(Arena *a, const Config *c)
{
    Table table = {.game = c->game, .rules = c->rules, .set = c->set, .options = c->agent_options};
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

static void make_arena(Arena *a, const Config *c, int index)
{
    if (c->objective.kind == 0) {
        make_games(a, c);
    } else {
        function_make(&a->function, &objective_functions[c->objective.kind - 1], c->objective.dim);
        a->objective = objective_function(&a->function);
    }
    a->spec = (TrainSpec){
        .options = c->train,
        .optimiser = c->optimiser,
        .optimiser_options = c->optimiser_options,
        .scale = a->objective.scale,
        .objective = index,
        .seed = c->experiment.seed,
        .log_games = c->objective.kind == 0,
    };
}

static void free_arena(Arena *a)
{
    if (a->function.function != NULL) function_free(&a->function);
    player_free(&a->player);
    free(a->lo);
    free(a->hi);
    free(a->from);
    free(a->names);
}

/* ---- start weights ---- */

/* Controllers are scale free, and a power of two changes no bit of a comparison: weights outside the box are halved until they
 * fit, and play exactly alike. */
static bool fit_box(const Arena *a, double *x)
{
    const Space *space = &a->objective.space;
    for (int halvings = 0; halvings < 64; halvings++) {
        bool inside = true;
        for (int j = 0; j < space->dim; j++) inside = inside && x[j] >= space->lo[j] && x[j] <= space->hi[j];
        if (inside) return true;
        for (int j = 0; j < space->dim; j++) x[j] /= 2;
    }
    return false;
}

static bool read_from(Arena *a, const Config *c, Errors *errors)
{
    const char *path = c->train.training.from;
    if (path[0] == '\0') return true;
    bool games = c->objective.kind == 0;
    Weights w;
    int before = errors->n, dim = a->objective.space.dim;
    if (weights_read(&w, path, games ? c->game : NULL, games ? c->set : NULL, errors) == WEIGHTS_READ && w.n != dim)
        errors_add(errors, "%s: has %d numbers: must have %d", path, w.n, dim);
    if (errors->n == before) {
        a->from = mem_new((size_t)dim, sizeof *a->from);
        memcpy(a->from, w.w, (size_t)dim * sizeof *a->from);
        if (games ? !fit_box(a, a->from) : false)
            errors_add(errors, "%s: does not fit into the box [%g, %g] of [objective], however scaled", path, c->objective.lower,
                       c->objective.upper);
        a->spec.from = a->from;
    }
    weights_free(&w);
    return errors->n == before;
}

/* ---- the experiment ---- */

static void make_judge(Setup *s)
{
    const ExperimentOptions *o = &s->config->experiment;
    s->objective = mem_new((size_t)s->n, sizeof *s->objective);
    for (int i = 0; i < s->n; i++) s->objective[i] = s->arena[i].objective;
    s->judge = judge_create(s->objective, s->n, (JudgeMode)o->mode, o->threads);
}

/* Plays that are judged at once; 32 bytes each. */
static const int64_t batch_max = 100000000;

/* A round is the first thing that is asked; a budget of games must pay for one. */
static bool pays_for_a_round(const Config *c, const TrainSpec *spec, Errors *errors)
{
    const TrainingOptions *o = &spec->options.training;
    void *optimiser = spec->optimiser->create(spec->optimiser_options, spec->space, spec->seed);
    int64_t needed = (int64_t)spec->optimiser->round(optimiser) * o->games;
    spec->optimiser->destroy(optimiser);
    int64_t finals = (int64_t)spec->options.selection.finalists * spec->options.selection.games;
    if (needed > batch_max || finals > batch_max) {
        errors_add(errors, "%s: games is too large: a round of the %s would have %lld games, the selection %lld: at most %lld",
                   config_origin(c, needed > batch_max ? "training" : "selection", "games"), spec->optimiser->name,
                   (long long)needed, (long long)finals, (long long)batch_max);
        return false;
    }
    if (o->total_games == 0 || o->total_games >= needed) return true;
    errors_add(errors, "%s: total_games = %lld: must be at least %lld, one round of the %s",
               config_origin(c, "training", "total_games"), (long long)o->total_games, (long long)needed, spec->optimiser->name);
    return false;
}

static void make_arenas(Setup *s, const Config *config, int n)
{
    s->arena = mem_new((size_t)n, sizeof *s->arena);
    s->n = n;
    for (int i = 0; i < n; i++) {
        make_arena(&s->arena[i], &config[i], i);
        s->arena[i].spec.space = &s->arena[i].objective.space;
    }
}

static bool setup_one(Setup *s, Errors *errors)
{
    make_arenas(s, s->config, 1);
    if (!read_from(&s->arena[0], s->config, errors)) return false;
    if (!pays_for_a_round(s->config, &s->arena[0].spec, errors)) return false;
    s->experiment = train_create(&s->arena[0].spec);
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
    make_arenas(s, s->problem, s->n);
    make_tuned(s);
    if (!same_untuned(s, errors)) return false;
    s->inner = mem_new((size_t)s->n, sizeof *s->inner);
    s->problem_names = mem_new((size_t)s->n, sizeof *s->problem_names);
    bool good = true;
    for (int i = 0; i < s->n; i++) {
        good = read_from(&s->arena[i], &s->problem[i], errors) && good;
        s->inner[i] = s->arena[i].spec;
        s->problem_names[i] = bare_name(s->problem[i].path);
        good = pays_for_a_round(&s->problem[i], &s->inner[i], errors) && good;
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
        .inner = s->inner,
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

void setup_evaluate(Setup *s, const Config *config, const double *w, RngPurpose purpose, int64_t games)
{
    *s = (Setup){.config = config};
    make_arenas(s, config, 1);
    EvaluateSpec spec = {
        .space = &s->arena[0].objective.space, .x = w, .seed = config->experiment.seed, .purpose = purpose, .games = games};
    s->experiment = evaluate_create(&spec);
    make_judge(s);
}

void setup_free(Setup *s)
{
    if (s->experiment.kind != NULL) s->experiment.kind->destroy(s->experiment.self);
    if (s->judge != NULL) judge_destroy(s->judge);
    for (int i = 0; i < s->n && s->arena != NULL; i++) free_arena(&s->arena[i]);
    for (int i = 0; i < s->n && s->problem_names != NULL; i++) free(s->problem_names[i]);
    for (int j = 0; j < s->space.dim; j++) free(s->tuned_names[j]);
    if (s->problem != NULL) config_problems_free(s->problem, s->n);
    free(s->problem_names);
    free(s->tuned_names);
    free(s->tuned);
    free(s->inner);
    free(s->lo);
    free(s->hi);
    free(s->untuned);
    free(s->objective);
    free(s->arena);
}
