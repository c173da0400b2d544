/* decision.c. Searches the branches of one move, depth by depth, up to a bound. */
#include "agent/decision.h"

#include "agent/engine.h"

#include <assert.h>
#include <stdint.h>

void decision_work(Decision *d, void *scratch)
{
    assert(d->depth >= 2 && d->depth <= d->how->depths(d->r));
    for (int i; (i = atomic_fetch_add(&d->next, 1)) < d->branches;)
        if (!d->how->search(d->r, d->list, i, d->depth, &d->value[i], scratch, &d->limit)) return;
}

Decided decision_make(const Rules *r, const Branching *how, const void *state, const double *w, int64_t nodes,
                      const StopCheck *stop, void *list, double *value, DecisionThreads *work, void *ctx)
{
    Decision d = {.r = r, .how = how, .list = list, .value = value, .limit = {.nodes = nodes, .stop = stop, .within = r->limit}};
    const int deepest = how->depths(r);
    assert(deepest >= 1 && nodes >= 0);
    d.branches = how->list(r, state, w, list, &d.limit);
    assert(d.branches >= 0 && d.branches <= r->game->moves_max);
    Decided best = {.move = how->combine(r, list, NULL), .depth = 1, .positions = atomic_load(&d.limit.searched)};
    const bool bounded = nodes > 0 || stop != NULL;
    for (int depth = bounded ? 2 : deepest; depth <= deepest && depth > 1 && d.branches > 0 && !best.cut; depth++) {
        d.depth = depth;
        atomic_store(&d.next, 0);
        work(ctx, &d);
        best.cut = atomic_load(&d.limit.ended); /* whether `nodes` is reached does not depend on the order of the branches */
        if (best.cut) continue;
        best = (Decided){.move = how->combine(r, list, value), .depth = depth, .positions = atomic_load(&d.limit.searched)};
    }
    return best;
}

/* ---- in one thread ---- */

/* The blocks of decision_alone. */
typedef struct {
    void *list, *scratch;
    double *value;
} Alone;

static size_t lay_out(Alone *a, const Rules *r, const Branching *how, void *block)
{
    size_t used = 0;
    a->list = take_room(block, &used, how->list_bytes(r));
    a->value = take_room(block, &used, (size_t)r->game->moves_max * sizeof *a->value);
    a->scratch = take_room(block, &used, how->scratch_bytes(r));
    return used;
}

size_t decision_bytes(const Rules *r, const Branching *how)
{
    return lay_out(&(Alone){0}, r, how, NULL);
}

static void work_alone(void *scratch, Decision *d)
{
    decision_work(d, scratch);
}

Move decision_alone(const Rules *r, const Branching *how, const void *state, const double *w, void *scratch)
{
    Alone a;
    lay_out(&a, r, how, scratch);
    assert((uintptr_t)scratch % _Alignof(max_align_t) == 0);
    return decision_make(r, how, state, w, 0, NULL, a.list, a.value, work_alone, a.scratch).move;
}
