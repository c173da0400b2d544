/* worker_round.c. Reads blocks of jobs, and keeps them while they are played. */
#include "eval/worker_round.h"

#include "base/mem.h"

#include <assert.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static void free_share(WorkerShare *s)
{
    for (int i = 0; i < atomic_load(&s->list.n); i++) free(s->y[i].left);
    free(s->job);
    free(s->y);
    free(s->number);
    free(s->open);
    *s = (WorkerShare){0};
}

/* All room is taken at once, since the arrays must not move while threads play; what is not used costs nothing. */
static void make_share(WorkerShare *s, int room)
{
    const size_t n = (size_t)room;
    *s = (WorkerShare){.job = mem_new(n, sizeof *s->job), .y = mem_new(n, sizeof *s->y)};
    s->number = mem_new(n, sizeof *s->number);
    s->open = mem_new(n, sizeof *s->open);
    s->list.job = s->job;
    s->room = room;
}

static void forget_jobs(WorkerRound *r)
{
    for (int k = 0; k < r->n; k++) free_share(&r->share[k]);
    for (int i = 0; i < r->positions; i++) free(r->position[i].x);
    free(r->position);
    r->position = NULL;
    r->positions = 0;
}

void worker_round_start(WorkerRound *r, const Objective *o, int n, int threads)
{
    assert(r->share == NULL && n >= 1 && threads >= 1);
    *r = (WorkerRound){.o = o, .n = n, .threads = threads, .share = mem_new((size_t)n, sizeof *r->share)};
}

void worker_round_free(WorkerRound *r)
{
    forget_jobs(r);
    free(r->share);
    *r = (WorkerRound){0};
}

/* The weights of a position that is new, or of one that has come before (dim -1). NULL: they are none of this objective. */
static const double *take_position(WorkerRound *r, int objective, Parcel *in)
{
    const int i = parcel_take_int(in), dim = parcel_take_int(in), want = r->o[objective].space.dim;
    if (in->bad || i < 0 || i >= r->positions) return NULL;
    WorkerPosition *p = &r->position[i];
    if (dim == -1) return p->objective == objective ? p->x : NULL;
    const void *x = dim == want ? parcel_take(in, (size_t)dim * sizeof *p->x) : NULL;
    if (x == NULL || p->x != NULL) return NULL;
    p->x = mem_new((size_t)dim + 1, sizeof *p->x); /* 0: the agent plays by a table, and has no weights */
    p->objective = objective;
    if (dim > 0) memcpy(p->x, x, (size_t)dim * sizeof *p->x);
    for (int k = 0; k < dim; k++)
        if (!isfinite(p->x[k])) return NULL;
    return p->x;
}

static bool add_job(WorkerRound *r, int objective, Parcel *in, int number)
{
    WorkerShare *s = &r->share[objective];
    const int i = atomic_load(&s->list.n);
    const double *x = i < s->room ? take_position(r, objective, in) : NULL;
    const uint64_t seed = parcel_take_u64(in);
    double cost;
    SavedGame *left = parcel_take_saved(in, &cost);
    if (x == NULL || in->bad || (left != NULL && r->o[objective].units->unit_cost)) { /* which is never suspended */
        free(left);
        return false;
    }
    s->y[i] = (Answer){.cost = cost, .left = left};
    s->number[i] = number;
    s->open[s->opens++] = i;
    jobs_add(&s->list, (Job){.x = x, .seed = seed, .y = &s->y[i]});
    return true;
}

static bool add_jobs(WorkerRound *r, int objective, Parcel *in)
{
    int number;
    for (r->block = 0; (number = parcel_take_int(in)) >= 0 && !in->bad; r->block++)
        if (!add_job(r, objective, in, number)) return false;
    return !in->bad && number == -1 && in->read == in->used;
}

bool worker_round_take(WorkerRound *r, Parcel *in, bool begins)
{
    const int number = parcel_take_int(in), positions = parcel_take_int(in), objective = parcel_take_int(in);
    const int whole = parcel_take_int(in), room = parcel_take_int(in), threads = parcel_take_int(in);
    if (in->bad || objective < 0 || objective >= r->n || positions < 1 || whole < 1 || threads < 1) return false;
    if (room < 1 || room > INT_MAX / 2) return false; /* there are twice as many seats */
    if (begins) {
        forget_jobs(r);
        r->number = number;
        r->positions = positions;
        r->position = mem_new((size_t)positions, sizeof *r->position);
    }
    if (number != r->number || positions != r->positions) return false;
    WorkerShare *s = &r->share[objective];
    if (s->job == NULL) make_share(s, 2 * room);
    s->list.whole = (int)((int64_t)whole * r->threads / threads < INT_MAX ? (int64_t)whole * r->threads / threads : INT_MAX);
    s->list.threads = r->threads;
    atomic_store(&s->list.wanted, false);
    return add_jobs(r, objective, in);
}
