/* team.c. A pool of threads whose waits spin briefly, then sleep. */
#include "eval/team.h"

#include "base/mem.h"

#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>

/* So many times a thread that waits offers its processor to others before it sleeps: on an idle processor, about as long as
 * it takes to wake it. */
enum { SPINS = 256 };

/* One thread beside the caller. */
typedef struct {
    Team *team; /* borrowed */
    pthread_t thread;
    int number;       /* 1 .. threads - 1 */
    atomic_uint call; /* the calls that it has been given; it may wrap around */
} Member;

struct Team {
    int threads;
    Member *member;       /* (threads - 1), owned; those before `started` are running */
    int started;          /* members */
    TeamWork *work;       /* of this call; NULL: the members end */
    void *ctx;            /* of this call, borrowed */
    atomic_int busy;      /* members that have not finished this call */
    pthread_mutex_t lock; /* held to change busy to 0, and call */
    pthread_cond_t given; /* call has changed, of some member */
    pthread_cond_t done;  /* busy is 0 */
};

Team *team_create(int threads)
{
    assert(threads >= 1);
    Team *t = mem_new(1, sizeof *t);
    t->threads = threads;
    t->member = mem_new((size_t)threads, sizeof *t->member);
    atomic_init(&t->busy, 0);
    pthread_mutex_init(&t->lock, NULL);
    pthread_cond_init(&t->given, NULL);
    pthread_cond_init(&t->done, NULL);
    return t;
}

int team_processors(void)
{
    cpu_set_t set;
    const int n = sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set) : 1;
    return n < 1 ? 1 : n;
}

/* ---- waiting ---- */

/* Waits until *call is no longer the number of the call before. */
static void wait_for_call(Member *m, unsigned before)
{
    for (int i = 0; i < SPINS; i++) {
        if (atomic_load(&m->call) != before) return;
        sched_yield();
    }
    pthread_mutex_lock(&m->team->lock);
    while (atomic_load(&m->call) == before) pthread_cond_wait(&m->team->given, &m->team->lock);
    pthread_mutex_unlock(&m->team->lock);
}

static void wait_for_members(Team *t)
{
    for (int i = 0; i < SPINS; i++) {
        if (atomic_load(&t->busy) == 0) return;
        sched_yield();
    }
    pthread_mutex_lock(&t->lock);
    while (atomic_load(&t->busy) > 0) pthread_cond_wait(&t->done, &t->lock);
    pthread_mutex_unlock(&t->lock);
}

/* ---- calls ---- */

static void finish(Team *t)
{
    pthread_mutex_lock(&t->lock);
    if (atomic_fetch_sub(&t->busy, 1) == 1) pthread_cond_signal(&t->done);
    pthread_mutex_unlock(&t->lock);
}

static void *run_member(void *self)
{
    Member *m = self;
    Team *t = m->team;
    for (unsigned call = 0;; call++) {
        wait_for_call(m, call);
        if (t->work == NULL) return NULL;
        t->work(t->ctx, m->number);
        finish(t);
    }
}

/* Starts members until n are running, or until the system refuses one: then those that there are do the work. */
static void start_members(Team *t, int n)
{
    for (; t->started < n; t->started++) {
        Member *m = &t->member[t->started];
        *m = (Member){.team = t, .number = t->started + 1};
        if (pthread_create(&m->thread, NULL, run_member, m) != 0) return;
    }
}

/* Hands work to the first n members; NULL: they end. */
static void give(Team *t, int n, TeamWork *work, void *ctx)
{
    t->work = work;
    t->ctx = ctx;
    atomic_store(&t->busy, n);
    pthread_mutex_lock(&t->lock);
    for (int i = 0; i < n; i++) atomic_fetch_add(&t->member[i].call, 1);
    pthread_cond_broadcast(&t->given);
    pthread_mutex_unlock(&t->lock);
}

void team_run(Team *t, int n, TeamWork *work, void *ctx)
{
    assert(n >= 1 && n <= t->threads && work != NULL && atomic_load(&t->busy) == 0);
    start_members(t, n - 1);
    const int others = n - 1 < t->started ? n - 1 : t->started;
    if (others > 0) give(t, others, work, ctx);
    work(ctx, 0);
    if (others > 0) wait_for_members(t);
}

void team_destroy(Team *t)
{
    assert(atomic_load(&t->busy) == 0);
    give(t, t->started, NULL, NULL);
    for (int i = 0; i < t->started; i++) pthread_join(t->member[i].thread, NULL);
    pthread_cond_destroy(&t->done);
    pthread_cond_destroy(&t->given);
    pthread_mutex_destroy(&t->lock);
    free(t->member);
    free(t);
}
