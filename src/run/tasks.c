/* tasks.c. Makes objectives of configurations: a player with a box of weights, a test function, or what a kind makes. Then puts
 * trainings together, and refuses those that could not begin. */
#include "run/tasks.h"

#include "agent/feature_covariance.h"
#include "base/mem.h"
#include "config/weights.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

void tasks_start(Tasks *t, int room)
{
    assert(room >= 1);
    *t = (Tasks){.task = mem_new((size_t)room, sizeof *t->task), .room = room};
}

/* With estimator = auto, so many losses in the pilot replace the stages. The error of their rate is some 18 %, less than that of
 * a replicate by stages with the default number of trials. */
enum { BRIEF_LOSSES = 30 };

static void make_games(Task *t)
{
    const Config *c = t->config;
    const char *refused = player_make(&t->player, config_rules(c, t->rules), c->agent, c->experiment.engine, c->isas,
                                      config_game_end(c, t->longest));
    assert(refused == NULL), (void)refused; /* config_read has checked it */
    const int dim = c->weights.n;
    t->lo = mem_new((size_t)dim, sizeof *t->lo);
    t->hi = mem_new((size_t)dim, sizeof *t->hi);
    t->names = mem_new((size_t)dim, sizeof *t->names);
    for (int i = 0; i < dim; i++) {
        t->lo[i] = c->weights.row[i].lower;
        t->hi[i] = c->weights.row[i].upper;
        t->names[i] = c->weights.row[i].name;
    }
    const Space space = {.dim = dim, .lo = t->lo, .hi = t->hi, .names = t->names};
    if (t->estimator == ESTIMATOR_GAMES) {
        t->objective = objective_games(&t->player, space);
        return;
    }
    SplittingOptions options = c->objective.splitting;
    options.brief = t->estimator == ESTIMATOR_AUTO ? BRIEF_LOSSES : 0;
    splitting_make(&t->splitting, &t->player, &options);
    t->objective = objective_splitting(&t->splitting, space);
}

static double measure_covariance(const void *player, const double *x, uint64_t seed, double *c)
{
    return covariance_measure(player, x, seed, c);
}

/* The feature covariance of the games of a task; without a measure if no player values moves by features alone. */
static Covariance task_covariance(const Task *t)
{
    const bool known = t->player.agent != NULL && covariance_known(t->player.agent);
    return known ? (Covariance){.measure = measure_covariance, .self = &t->player} : (Covariance){0};
}

const ObjectiveRun *tasks_run(const Config *c)
{
    static const ObjectiveRun none = {0};
    return c->kind->run != NULL ? c->kind->run : &none;
}

Task *tasks_add(Tasks *t, const Config *c)
{
    assert(t->n < t->room);
    Task *made = &t->task[t->n++];
    *made = (Task){.config = c};
    return made;
}

int tasks_find(Tasks *t, const Config *c, const void *rules, Estimator estimator, int64_t longest, int first)
{
    const bool plays = config_uses(c, "game");
    assert(first >= 0 && first <= t->n && (rules != NULL || !plays));
    for (int i = first; i < t->n; i++) {
        const bool alike = t->task[i].estimator == estimator && t->task[i].longest == longest;
        if (!plays || (alike && param_all_same(c->game->params, t->task[i].rules, rules))) return i;
    }
    Task *made = tasks_add(t, c);
    if (plays) made->rules = rules, made->estimator = estimator;
    made->longest = longest;
    if (tasks_run(c)->make != NULL) {
        tasks_run(c)->make(made);
    } else if (plays) {
        make_games(made);
    } else {
        function_make(&made->function, c->kind->function, c->objective.dim);
        made->objective = objective_function(&made->function);
    }
    return t->n - 1;
}

void tasks_free(Tasks *tasks)
{
    for (Task *t = tasks->task; t < tasks->task + tasks->n; t++) {
        if (t->own != NULL) tasks_run(t->config)->release(t->own);
        if (t->function.function != NULL) function_free(&t->function);
        player_free(&t->player);
        free(t->lo);
        free(t->hi);
        free(t->names);
    }
    free(tasks->task);
    *tasks = (Tasks){0};
}

/* ---- trainings ---- */

enum { TASKS_EACH = 3 }; /* the most that a training needs: one for each phase */

/* The turns after which a game is cut off since the ini sets no limit: ten times total_pieces; 0: it is not cut off so. */
static double cutoff_of(const Config *c, int64_t asked)
{
    return c->kind->scores_games && asked == 0 ? (double)config_game_end(c, asked) : 0;
}

/* Makes training number i and the tasks that it needs. */
static void make_training(Trainings *t, Tasks *tasks, const Config *c, int i)
{
    const Estimator search = (Estimator)c->objective.estimator, last = (Estimator)c->train.validation.estimator;
    const int64_t longest = config_search_longest(c);
    int reported = tasks_find(tasks, c, c->rules, last, c->objective.max_pieces, tasks->n);
    const Units *last_units = tasks->task[reported].objective.units;
    const int searched = tasks_find(tasks, c, c->training_rules, search, longest, reported);
    t->spec[i] = (TrainSpec){
        .options = c->train,
        .optimiser = c->optimiser,
        .optimiser_options = c->optimiser_options,
        .space = &tasks->task[reported].objective.space,
        .units = {.search = tasks->task[searched].objective.units, .validation = last_units},
        .objective = {.training = searched,
                      .selection = tasks_find(tasks, c, c->selection_rules, search, longest, reported),
                      .validation = reported},
        .covariance = task_covariance(&tasks->task[searched]),
        .cutoff = {.search = search == ESTIMATOR_GAMES ? cutoff_of(c, longest) : 0,
                   .validation = last == ESTIMATOR_GAMES ? cutoff_of(c, c->objective.max_pieces) : 0,
                   .brief = search == ESTIMATOR_GAMES && c->kind->scores_games},
        .seed = c->experiment.seed,
        .log_games = last_units->noisy,
    };
}

void trainings_make(Trainings *t, Tasks *tasks, const Config *config, int n)
{
    assert(n >= 1);
    *t = (Trainings){.spec = mem_new((size_t)n, sizeof *t->spec), .from = mem_new((size_t)n, sizeof(double *)), .n = n};
    tasks_start(tasks, n * TASKS_EACH);
    for (int i = 0; i < n; i++) make_training(t, tasks, &config[i], i);
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

bool trainings_read_from(Trainings *t, const Config *c, int i, Errors *errors)
{
    const char *path = c->train.training.from;
    assert(i >= 0 && i < t->n && t->from[i] == NULL);
    if (path[0] == '\0') return true;
    const bool plays = config_uses(c, "game");
    CLOSED(weights_free) Weights w = {0};
    const Space *space = t->spec[i].space;
    int before = errors->n;
    if (weights_read(&w, path, c, errors) == WEIGHTS_READ && w.n != space->dim)
        errors_add(errors, "%s: has %d numbers: must have %d", path, w.n, space->dim);
    if (errors->n == before) {
        double *x = mem_new((size_t)space->dim, sizeof *x);
        memcpy(x, w.w, (size_t)space->dim * sizeof *x);
        const bool ranges = plays && !c->weights.of_features; /* of their own, so that the weights cannot be scaled */
        for (int j = 0; j < space->dim && ranges; j++)
            if (x[j] < space->lo[j] || x[j] > space->hi[j])
                errors_add(errors, "%s: %s = %.15g: must be %.15g..%.15g", path, space->names[j], x[j], space->lo[j],
                           space->hi[j]);
        if (plays && !ranges && !halve_into_box(space, x))
            errors_add(errors, "%s: does not fit into the box [%g, %g] of [objective], however scaled", path, c->objective.lower,
                       c->objective.upper);
        t->spec[i].from = t->from[i] = x;
    }
    return errors->n == before;
}

/* ---- budgets ---- */

/* The most plays that are evaluated at once; each takes 40 bytes. */
static const int64_t batch_max = 100000000;

IterationSize trainings_iteration(const TrainSpec *spec)
{
    const Optimiser *o = spec->optimiser;
    void *optimiser = o->create(spec->optimiser_options, spec->space, spec->seed);
    const int candidates = o->candidates(optimiser),
              first = o->first_candidates != NULL ? o->first_candidates(optimiser) : candidates,
              places = allocation_about[spec->options.training.allocation.rule].replays ? o->archive(optimiser)->n : 0;
    const int64_t games = train_games(&spec->options);
    o->destroy(optimiser);
    return (IterationSize){.candidates = candidates, .most = (candidates + places) * games, .first = first * games};
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
    const IterationSize size = trainings_iteration(spec);
    if (spec->optimiser->propose != NULL && (!c->own_search || c->kind->tunes)) {
        errors_add(
            errors,
            "%s: kind = %s: has no positions of its own: in Python, swarmtris.record trains a player by those of your program",
            config_origin(c, "optimiser", "kind"), spec->optimiser->name);
        return false;
    }
    if (spec->optimiser->most_dim > 0 && spec->space->dim > spec->optimiser->most_dim) {
        errors_add(errors, "%s: kind = %s: is for at most %d dimensions, and here are %d", config_origin(c, "optimiser", "kind"),
                   spec->optimiser->name, spec->optimiser->most_dim, spec->space->dim);
        return false;
    }
    if (size.candidates > OPTIM_CANDIDATES_MAX) {
        errors_add(errors,
                   "%s: an iteration of the %s would have more than %d positions: reduce particles, or the steps of the grid",
                   config_origin(c, "optimiser", "kind"), spec->optimiser->name, OPTIM_CANDIDATES_MAX);
        return false;
    }
    const int64_t finals = (int64_t)train_finalists(&spec->options) * train_final_games(&spec->options);
    if (size.most > batch_max || finals > batch_max) {
        errors_add(errors,
                   "%s: games is too large: an iteration of the %s would have %lld games, the selection %lld: at most %lld",
                   config_origin(c, size.most > batch_max ? "training" : "selection", "games"), spec->optimiser->name,
                   (long long)size.most, (long long)finals, (long long)batch_max);
        return false;
    }
    if (o->total_games == 0 || train_budget(&spec->options) >= size.first) return true;
    errors_add(errors, "%s: total_games = %lld: must be at least %lld, which pays for one iteration of the %s%s",
               origin != NULL ? origin : config_origin(c, "training", "total_games"), (long long)o->total_games,
               (long long)least_games(&spec->options, size.first), spec->optimiser->name,
               spec->options.selection.share > 0 ? " and its share for the finalists" : "");
    return false;
}
