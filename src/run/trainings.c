/* trainings.c. Puts trainings together from their configurations, and refuses those that could not begin. */
#include "run/trainings.h"

#include "base/mem.h"
#include "config/weights.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { TASKS_EACH = 3 }; /* the most that a training needs: one for each phase */

/* The turns after which a game is cut off since the ini sets no limit: ten times total_pieces; 0: it is not cut off so. */
static double cutoff_of(const Config *c, int64_t asked)
{
    return c->kind->scores_games && asked == 0 ? (double)config_game_end(c, asked) : 0;
}

/* Makes training number i and the tasks that it needs. */
static void make_training(Trainings *t, Tasks *a, const Config *c, int i)
{
    const Estimator search = (Estimator)c->objective.estimator, last = (Estimator)c->train.validation.estimator;
    const int64_t longest = config_search_longest(c);
    int reported = tasks_find(a, c, c->rules, last, c->objective.max_pieces, a->n);
    const Units *last_units = a->task[reported].objective.units;
    const int searched = tasks_find(a, c, c->training_rules, search, longest, reported);
    t->spec[i] = (TrainSpec){
        .options = c->train,
        .optimiser = c->optimiser,
        .optimiser_options = c->optimiser_options,
        .space = &a->task[reported].objective.space,
        .units = {.search = a->task[searched].objective.units, .validation = last_units},
        .objective = {.training = searched,
                      .selection = tasks_find(a, c, c->selection_rules, search, longest, reported),
                      .validation = reported},
        .covariance = task_covariance(&a->task[searched]),
        .cutoff = {.search = search == ESTIMATOR_GAMES ? cutoff_of(c, longest) : 0,
                   .validation = last == ESTIMATOR_GAMES ? cutoff_of(c, c->objective.max_pieces) : 0},
        .seed = c->experiment.seed,
        .log_games = last_units->noisy,
    };
}

void trainings_make(Trainings *t, Tasks *a, const Config *config, int n)
{
    assert(n >= 1);
    *t = (Trainings){.spec = mem_new((size_t)n, sizeof *t->spec), .from = mem_new((size_t)n, sizeof(double *)), .n = n};
    tasks_start(a, n * TASKS_EACH);
    for (int i = 0; i < n; i++) make_training(t, a, &config[i], i);
}

void trainings_free(Trainings *t)
{
    for (int i = 0; i < t->n; i++) free(t->from[i]);
    free(t->from);
    free(t->spec);
    *t = (Trainings){0};
}

/* ---- start weights ---- */

/* The scale of the weights of features does not matter, and a power of two changes no bit of a comparison. So weights outside
 * the box are halved until they fit, and play exactly alike. */
static bool halve_into_box(const Space *space, double *x)
{
    for (int halvings = 0; halvings < 64; halvings++) {
        bool inside = true;
        for (int j = 0; j < space->dim; j++) inside = inside && x[j] >= space->lo[j] && x[j] <= space->hi[j];
        if (inside) return true;
        for (int j = 0; j < space->dim; j++) x[j] /= 2;
    }
    return false;
}

/* Refuses weights outside ranges of their own, which cannot be scaled. */
static void check_ranges(const Space *space, const double *x, const char *path, Errors *errors)
{
    for (int j = 0; j < space->dim; j++)
        if (x[j] < space->lo[j] || x[j] > space->hi[j])
            errors_add(errors, "%s: %s = %.15g: must be %.15g..%.15g", path, space->names[j], x[j], space->lo[j], space->hi[j]);
}

bool trainings_read_from(Trainings *t, const Config *c, int i, Errors *errors)
{
    const char *path = c->train.training.from;
    assert(i >= 0 && i < t->n && t->from[i] == NULL);
    if (path[0] == '\0') return true;
    const bool plays = config_uses(c, "game");
    const Schema schema = plays ? config_schema(c) : (Schema){0};
    CLOSED(weights_free) Weights w = {0};
    const Space *space = t->spec[i].space;
    int before = errors->n;
    if (weights_read(&w, path, schema, errors) == WEIGHTS_READ && w.n != space->dim)
        errors_add(errors, "%s: has %d numbers: must have %d", path, w.n, space->dim);
    if (errors->n == before) {
        double *x = mem_new((size_t)space->dim, sizeof *x);
        memcpy(x, w.w, (size_t)space->dim * sizeof *x);
        if (plays && !schema_of_features(&schema))
            check_ranges(space, x, path, errors);
        else if (plays && !halve_into_box(space, x))
            errors_add(errors, "%s: does not fit into the box [%g, %g] of [objective], however scaled", path, c->objective.lower,
                       c->objective.upper);
        t->spec[i].from = t->from[i] = x;
    }
    return errors->n == before;
}

/* ---- budgets ---- */

/* The most plays that are evaluated at once; each takes 40 bytes. */
static const int64_t batch_max = 100000000;

/* The plays of the largest iteration: of its candidates, and of the places of the archive if the allocation replays it. */
static int64_t iteration_plays(const TrainSpec *spec, int candidates, int places)
{
    assert(candidates >= 1 && places >= 0);
    bool resampled = allocation_about[spec->options.training.allocation.rule].replays;
    return (int64_t)(candidates + (resampled ? places : 0)) * train_games(&spec->options);
}

/* The smallest total_games that leave `needed` games for the training: the share of the finalists grows with total_games. */
static int64_t least_games(const TrainOptions *options, int64_t needed)
{
    TrainOptions o = *options;
    assert(needed >= 1);
    o.training.total_games = needed;
    for (int64_t left; (left = train_budget(&o)) < needed;) o.training.total_games += needed - left;
    return o.training.total_games;
}

bool trainings_pay(const Config *c, const TrainSpec *spec, const char *origin, Errors *errors)
{
    const TrainingOptions *o = &spec->options.training;
    void *optimiser = spec->optimiser->create(spec->optimiser_options, spec->space, spec->seed);
    int candidates = spec->optimiser->candidates(optimiser), places = spec->optimiser->archive(optimiser)->n;
    int first = spec->optimiser->first_candidates != NULL ? spec->optimiser->first_candidates(optimiser) : candidates;
    spec->optimiser->destroy(optimiser);
    if (candidates > OPTIM_CANDIDATES_MAX) {
        errors_add(errors,
                   "%s: an iteration of the %s would have more than %d positions: reduce particles, or the steps of the grid",
                   config_origin(c, "optimiser", "kind"), spec->optimiser->name, OPTIM_CANDIDATES_MAX);
        return false;
    }
    int64_t most = iteration_plays(spec, candidates, places), needed = iteration_plays(spec, first, 0);
    int64_t finals = (int64_t)train_finalists(&spec->options) * train_final_games(&spec->options);
    if (most > batch_max || finals > batch_max) {
        errors_add(errors,
                   "%s: games is too large: an iteration of the %s would have %lld games, the selection %lld: at most %lld",
                   config_origin(c, most > batch_max ? "training" : "selection", "games"), spec->optimiser->name, (long long)most,
                   (long long)finals, (long long)batch_max);
        return false;
    }
    if (o->total_games == 0 || train_budget(&spec->options) >= needed) return true;
    errors_add(errors, "%s: total_games = %lld: must be at least %lld, which pays for one iteration of the %s%s",
               origin != NULL ? origin : config_origin(c, "training", "total_games"), (long long)o->total_games,
               (long long)least_games(&spec->options, needed), spec->optimiser->name,
               spec->options.selection.share > 0 ? " and its share for the finalists" : "");
    return false;
}
