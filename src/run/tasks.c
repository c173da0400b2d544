/* tasks.c. Makes objectives of configurations: a player with a box of weights, a test function, or what a kind makes. */
#include "run/tasks.h"

#include "agent/feature_covariance.h"
#include "base/mem.h"

#include <assert.h>
#include <stdlib.h>

void tasks_start(Tasks *a, int room)
{
    assert(room >= 1);
    *a = (Tasks){.task = mem_new((size_t)room, sizeof *a->task), .room = room};
}

/* With estimator = auto, so many losses in the pilot replace the stages. The error of their rate is some 18 %, less than that of
 * a replicate by stages with the default number of trials. */
enum { BRIEF_LOSSES = 30 };

static void make_games(Task *a)
{
    const Config *c = a->config;
    const char *refused = player_make(&a->player, config_rules(c, a->rules), c->agent, c->experiment.engine, c->isas,
                                      config_game_end(c, a->longest));
    assert(refused == NULL), (void)refused; /* config_read has checked it */
    const Schema schema = config_schema(c);
    int dim = schema_size(&schema);
    a->lo = mem_new((size_t)dim, sizeof *a->lo);
    a->hi = mem_new((size_t)dim, sizeof *a->hi);
    a->names = mem_new((size_t)dim, sizeof *a->names);
    for (int i = 0; i < dim; i++) {
        config_weight_range(c, i, &a->lo[i], &a->hi[i]);
        a->names[i] = schema_weight(&schema, i);
    }
    const Space space = {.dim = dim, .lo = a->lo, .hi = a->hi, .names = a->names};
    if (a->estimator == ESTIMATOR_GAMES) {
        a->objective = objective_games(&a->player, space);
        return;
    }
    SplittingOptions options = c->objective.splitting;
    options.brief = a->estimator == ESTIMATOR_AUTO ? BRIEF_LOSSES : 0;
    splitting_make(&a->splitting, &a->player, &options);
    a->objective = objective_splitting(&a->splitting, space);
}

static void make_function(Task *a)
{
    const Config *c = a->config;
    assert(c->kind->function != NULL);
    function_make(&a->function, c->kind->function, c->objective.dim);
    a->objective = objective_function(&a->function);
}

static double measure_covariance(const void *player, const double *x, uint64_t seed, double *c)
{
    return covariance_measure(player, x, seed, c);
}

Covariance task_covariance(const Task *a)
{
    const bool known = a->player.agent != NULL && covariance_known(a->player.agent);
    return known ? (Covariance){.measure = measure_covariance, .self = &a->player} : (Covariance){0};
}

const ObjectiveRun *tasks_run(const Config *c)
{
    static const ObjectiveRun none = {0};
    return c->kind->run != NULL ? c->kind->run : &none;
}

Task *tasks_add(Tasks *a, const Config *c)
{
    assert(a->n < a->room);
    Task *made = &a->task[a->n++];
    *made = (Task){.config = c};
    return made;
}

int tasks_find(Tasks *a, const Config *c, const void *rules, Estimator estimator, int64_t longest, int first)
{
    const bool plays = config_uses(c, "game");
    assert(first >= 0 && first <= a->n && (rules != NULL || !plays));
    for (int i = first; i < a->n; i++) {
        const bool alike = a->task[i].estimator == estimator && a->task[i].longest == longest;
        if (!plays || (alike && param_all_same(c->game->params, a->task[i].rules, rules))) return i;
    }
    Task *made = tasks_add(a, c);
    if (plays) made->rules = rules, made->estimator = estimator;
    made->longest = longest;
    if (tasks_run(c)->make != NULL)
        tasks_run(c)->make(made);
    else if (plays)
        make_games(made);
    else
        make_function(made);
    return a->n - 1;
}

static void free_task(Task *a)
{
    if (a->own != NULL) tasks_run(a->config)->release(a->own);
    if (a->function.function != NULL) function_free(&a->function);
    player_free(&a->player);
    free(a->lo);
    free(a->hi);
    free(a->names);
}

void tasks_free(Tasks *a)
{
    for (int i = 0; i < a->n; i++) free_task(&a->task[i]);
    free(a->task);
    *a = (Tasks){0};
}
