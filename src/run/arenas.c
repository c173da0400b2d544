/* arenas.c. Makes objectives of configurations: a player with a box of weights, a test function, or what a kind makes. */
#include "run/arenas.h"

#include "agent/variation.h"
#include "base/mem.h"

#include <assert.h>
#include <stdlib.h>

void arenas_start(Arenas *a, int room)
{
    assert(room >= 1);
    *a = (Arenas){.arena = mem_new((size_t)room, sizeof *a->arena), .room = room};
}

/* Where the estimator is auto: so many losses give their rate an error of some 18 %, less than that of a replicate by stages with
 * the default number of trials. */
enum { BRIEF_LOSSES = 30 };

static void make_games(Arena *a)
{
    const Config *c = a->config;
    const char *refused = player_make(&a->player, config_ruleset(c, a->rules), c->agent, c->experiment.engine, c->isa,
                                      config_game_end(c, a->longest));
    assert(refused == NULL), (void)refused; /* config_read has checked it */
    const Basis basis = config_basis(c);
    int dim = basis_size(&basis);
    a->lo = mem_new((size_t)dim, sizeof *a->lo);
    a->hi = mem_new((size_t)dim, sizeof *a->hi);
    a->names = mem_new((size_t)dim, sizeof *a->names);
    for (int i = 0; i < dim; i++) {
        config_weight_range(c, i, &a->lo[i], &a->hi[i]);
        a->names[i] = basis_weight(&basis, i);
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

static void make_function(Arena *a)
{
    const Config *c = a->config;
    assert(c->kind->function != NULL);
    function_make(&a->function, c->kind->function, c->objective.dim);
    a->objective = objective_function(&a->function);
}

static double measure_variation(const void *player, const double *x, uint64_t seed, double *c)
{
    return variation_measure(player, x, seed, c);
}

Variation arena_variation(const Arena *a)
{
    const bool known = a->player.agent != NULL && variation_known(a->player.agent);
    return known ? (Variation){.measure = measure_variation, .self = &a->player} : (Variation){0};
}

const ObjectiveRun *arenas_run(const Config *c)
{
    static const ObjectiveRun none = {0};
    return c->kind->run != NULL ? c->kind->run : &none;
}

Arena *arenas_add(Arenas *a, const Config *c)
{
    assert(a->n < a->room);
    Arena *made = &a->arena[a->n++];
    *made = (Arena){.config = c};
    return made;
}

int arenas_find(Arenas *a, const Config *c, const void *rules, Estimator estimator, int64_t longest, int first)
{
    const bool plays = config_uses(c, "game");
    assert(first >= 0 && first <= a->n && (rules != NULL || !plays));
    for (int i = first; i < a->n; i++) {
        const bool alike = a->arena[i].estimator == estimator && a->arena[i].longest == longest;
        if (!plays || (alike && param_all_same(c->game->params, a->arena[i].rules, rules))) return i;
    }
    Arena *made = arenas_add(a, c);
    if (plays) made->rules = rules, made->estimator = estimator;
    made->longest = longest;
    if (arenas_run(c)->make != NULL)
        arenas_run(c)->make(made);
    else if (plays)
        make_games(made);
    else
        make_function(made);
    return a->n - 1;
}

static void free_arena(Arena *a)
{
    if (a->own != NULL) arenas_run(a->config)->release(a->own);
    if (a->function.function != NULL) function_free(&a->function);
    player_free(&a->player);
    free(a->lo);
    free(a->hi);
    free(a->names);
}

void arenas_free(Arenas *a)
{
    for (int i = 0; i < a->n; i++) free_arena(&a->arena[i]);
    free(a->arena);
    *a = (Arenas){0};
}
