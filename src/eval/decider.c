/* decider.c. Hands the branches of a decision to a team of threads. */
#include "eval/decider.h"

#include "base/mem.h"
#include "eval/team.h"

#include <assert.h>
#include <stdlib.h>

struct Decider {
    const Rules *r;       /* borrowed */
    const Branching *how; /* of the agent, borrowed */
    int threads;          /* at least 1 */
    MemOwner owned;       /* has all below */
    void *list;           /* (list_bytes) */
    double *value;        /* (moves_max) */
    void **scratch;       /* (threads): a block of scratch_bytes for each thread */
};

/* What the threads of one depth share. */
typedef struct {
    const Decider *d;
    Decision *decision;
} DepthCall;

Decider *decider_create(const Agent *agent, const Rules *r, int threads)
{
    assert(agent->branching != NULL && threads >= 0);
    Decider *d = mem_new(1, sizeof *d);
    *d = (Decider){.r = r, .how = agent->branching};
    d->threads = team_startable(threads > 0 ? threads : team_processors());
    d->list = mem_own(&d->owned, mem_lines(d->how->list_bytes(r)));
    d->value = mem_owned(&d->owned, (size_t)r->game->moves_max, sizeof *d->value);
    d->scratch = mem_owned(&d->owned, (size_t)d->threads, sizeof *d->scratch);
    for (int i = 0; i < d->threads; i++) d->scratch[i] = mem_own(&d->owned, mem_lines(d->how->scratch_bytes(r)));
    return d;
}

void decider_destroy(Decider *d)
{
    if (d == NULL) return;
    mem_owner_free(&d->owned);
    free(d);
}

int decider_threads(const Decider *d)
{
    return d->threads;
}

static void work(void *call, int thread)
{
    const DepthCall *c = call;
    decision_work(c->decision, c->d->scratch[thread]);
}

/* Wakes no more threads than there are branches. */
static void work_together(void *ctx, Decision *decision)
{
    const Decider *d = ctx;
    DepthCall c = {.d = d, .decision = decision};
    assert(decision->branches >= 1);
    team_run(d->threads < decision->branches ? d->threads : decision->branches, work, &c);
}

Decided decider_choose(Decider *d, const void *state, const double *w, int64_t nodes, const StopCheck *stop)
{
    return decision_make(d->r, d->how, state, w, nodes, stop, d->list, d->value, work_together, d);
}
