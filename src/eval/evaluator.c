/* evaluator.c. Cuts the plays of a batch into job lists, which a team of threads plays, and other ranks if there are any. */
#include "base/mem.h"
#include "base/rng.h"
#include "eval/objective.h"
#include "eval/partition.h"
#include "eval/server.h"
#include "eval/team.h"

#include <assert.h>
#include <stdlib.h>

const char *const evaluator_modes[] = {"none", "particles", "games", "both", NULL};

/* SPARE: room of a list beyond twice its own jobs. REST: microseconds that a thread rests if it finds nothing to do. */
enum { SPARE = 64, REST = 30 };

/* Lists and jobs are rebuilt for every batch, in memory that is kept; all arrays are owned. */
struct Evaluator {
    const Objective *objective; /* (n), borrowed */
    int n;                      /* objectives */
    int threads;                /* at least 1 */
    int missing;                /* threads that were asked for, but cannot be started */
    EvaluatorMode mode;
    void **scratch;      /* (threads): one block for each thread */
    Server *server;      /* to other ranks, borrowed; NULL: there are none */
    Partition partition; /* the jobs of this batch */
    const Trial **order; /* (order_room): the trials of the batch in the order of their beginning */
    int order_room;
};

Evaluator *evaluator_create(const Objective *objective, int n, EvaluatorMode mode, int threads)
{
    assert(n >= 1 && threads >= 0 && mode >= EVALUATOR_NONE && mode <= EVALUATOR_BOTH);
    Evaluator *j = mem_new(1, sizeof *j);
    size_t scratch_bytes = 0;
    *j = (Evaluator){.objective = objective, .n = n, .mode = mode};
    j->threads = mode == EVALUATOR_NONE ? 1 : threads > 0 ? threads : team_processors();
    assert(j->threads >= 1);
    const int asked = j->threads;
    j->threads = team_startable(asked);
    j->missing = asked - j->threads;
    for (int i = 0; i < n; i++)
        if (objective[i].scratch_bytes > scratch_bytes) scratch_bytes = objective[i].scratch_bytes;
    j->scratch = mem_new((size_t)j->threads, sizeof *j->scratch);
    for (int t = 0; t < j->threads; t++) j->scratch[t] = mem_lines(scratch_bytes);
    return j;
}

int evaluator_threads(const Evaluator *j)
{
    return j->threads;
}

int evaluator_workers(const Evaluator *j)
{
    return j->threads + (j->server != NULL ? j->server->threads : 0);
}

void evaluator_share(Evaluator *j, struct Server *s)
{
    assert(j->mode == EVALUATOR_BOTH);
    j->server = s;
}

int evaluator_lost(const Evaluator *j)
{
    return j->server != NULL ? server_lost(j->server) : -1;
}

int evaluator_missing(const Evaluator *j)
{
    return j->missing;
}

void evaluator_destroy(Evaluator *j)
{
    for (int t = 0; t < j->threads; t++) free(j->scratch[t]);
    free(j->scratch);
    partition_free(&j->partition);
    free(j->order);
    free(j);
}

/* Order: by objective, then the longest expected play first, then as asked. */
static int by_expectation(const void *a, const void *b)
{
    const Trial *s = *(const Trial *const *)a, *t = *(const Trial *const *)b;
    if (s->objective != t->objective) return s->objective < t->objective ? -1 : 1;
    if (s->expect > t->expect) return -1;
    if (s->expect < t->expect) return 1;
    return s < t ? -1 : s > t;
}

static bool cut_by_trial(const Evaluator *j)
{
    return j->mode == EVALUATOR_PARTICLES || j->mode == EVALUATOR_GAMES;
}

/* The number of threads that take jobs from each list. */
static int threads_a_list(const Evaluator *j)
{
    return j->mode == EVALUATOR_NONE || j->mode == EVALUATOR_PARTICLES ? 1 : evaluator_workers(j);
}

/* Begins a list for the objective of t, after the jobs of earlier lists. */
static Cut *begin_cut(Evaluator *j, const Trial *t, Job *first)
{
    Cut *c = &j->partition.cut[j->partition.cuts++];
    *c = (Cut){.objective = &j->objective[t->objective], .number = t->objective};
    c->jobs = (JobList){.job = first, .threads = threads_a_list(j)};
    return c;
}

/* Ends a list. If other ranks may give jobs back, it gets room for twice its jobs, and some. Returns the place after it. */
static Job *end_cut(const Evaluator *j, Cut *c)
{
    c->room = j->server != NULL ? 2 * c->jobs.n + SPARE : c->jobs.n;
    c->jobs.whole = j->server != NULL ? c->jobs.n : 0;
    return c->jobs.job + c->room;
}

/* Adds the unanswered plays of a trial, number i of the order. */
static void add_plays(Evaluator *j, Cut *c, const Trial *t, int i)
{
    for (int k = 0; k < t->plays; k++) {
        if (atomic_load_explicit(&t->y[k].done, memory_order_relaxed)) continue;
        Job *next = c->jobs.job + c->jobs.n++;
        *next = (Job){.x = t->x, .seed = rng_game(t->key, t->first + k), .y = &t->y[k]};
        j->partition.trial[next - j->partition.job] = i;
    }
}

static void cut_jobs(Evaluator *j, const Batch *b)
{
    Partition *d = &j->partition;
    const int room = j->server != NULL ? 2 * b->answers + SPARE * b->n : b->answers;
    j->order = mem_grow(j->order, &j->order_room, b->n, sizeof(const Trial *));
    d->job = mem_grow(d->job, &d->jobs_room, room, sizeof *d->job);
    d->trial = mem_grow(d->trial, &d->trials_room, room, sizeof *d->trial);
    d->cut = mem_grow(d->cut, &d->cuts_room, b->n, sizeof *d->cut);
    for (int i = 0; i < b->n; i++) j->order[i] = &b->t[i];
    if (b->n > 1) qsort(j->order, (size_t)b->n, sizeof(const Trial *), by_expectation);

    Cut *c = NULL;
    d->cuts = 0;
    d->positions = b->n;
    for (int i = 0; i < b->n; i++) {
        const Trial *t = j->order[i];
        assert(t->objective >= 0 && t->objective < j->n);
        assert(t->plays == 0 || t->y != NULL); /* of the batch, or of batches that it joins */
        if (i == 0 || cut_by_trial(j) || j->order[i - 1]->objective != t->objective)
            c = begin_cut(j, t, c != NULL ? end_cut(j, c) : d->job);
        add_plays(j, c, t, i);
    }
    const Job *end = c != NULL ? end_cut(j, c) : d->job;
    assert(end - d->job <= room), (void)end;
}

/* What the threads of one call share. All borrowed. */
typedef struct {
    const Evaluator *j;
    const StopCheck *w;
    const StopCheck *serving; /* w, and serves other ranks; NULL: there are none */
    int first, end;           /* the cuts of this call: first, ..., end - 1 */
    atomic_int next;          /* with one thread a list: the first cut that none has taken */
    atomic_bool stopped;      /* w has said stop */
} Call;

/* Plays the jobs of one list, unless w has stopped the call. */
static void play_list(Call *c, int cut, int thread)
{
    const Objective *o = c->j->partition.cut[cut].objective;
    if (atomic_load(&c->stopped)) return;
    if (!o->work(o->self, &c->j->partition.cut[cut].jobs, c->j->scratch[thread], c->serving != NULL ? c->serving : c->w))
        atomic_store(&c->stopped, true);
}

/* Each thread plays whole lists, taken one by one, so those expected to be longest begin first. */
static void play_own_lists(void *call, int thread)
{
    Call *c = call;
    for (int i; (i = atomic_fetch_add(&c->next, 1)) < c->end;) play_list(c, i, thread);
}

/* All threads play one list after the other. */
static void play_every_list(void *call, int thread)
{
    Call *c = call;
    for (int i = c->first; i < c->end; i++) play_list(c, i, thread);
}

/* Work of a thread when other ranks take from the lists, too: an empty list may get jobs again. */
static void play_with_others(void *call, int thread)
{
    Call *c = call;
    Server *s = c->j->server;
    while (!atomic_load(&s->over)) {
        bool any = false;
        for (int i = c->first; i < c->end && !atomic_load(&c->stopped); i++) {
            const JobList *l = &c->j->partition.cut[i].jobs;
            if (!jobs_waiting(l)) continue;
            any = true;
            atomic_fetch_add(&s->playing, 1);
            play_list(c, i, thread);
            atomic_fetch_sub(&s->playing, 1);
        }
        server_look(s, atomic_load(&c->stopped));
        if (!any) cluster_rest(REST);
    }
}

/* The stop check of these threads, in which they serve the other ranks, too. */
static bool poll_and_serve(void *call, int turns)
{
    Call *c = call;
    const bool stop = c->w->poll(c->w->ctx, turns);
    server_look(c->j->server, stop);
    return stop || c->j->server->stopped;
}

static void leave_list(void *call, Occupancy o)
{
    Call *c = call;
    if (c->w->left != NULL) c->w->left(c->w->ctx, o);
}

/* All ranks play one list after the other. Returns whether the batch is answered. */
static bool share_batch(Evaluator *j, Call *c)
{
    const StopCheck *w = c->w;
    const StopCheck serving = {.poll = poll_and_serve, .left = leave_list, .ctx = c};
    c->serving = &serving;
    server_begin(j->server, &j->partition, j->threads, w);
    team_run(j->threads, play_with_others, c);
    c->serving = NULL;
    return !j->server->stopped;
}

/* For how many threads of all ranks there is enough work; may be 0. */
static int threads_for(const Evaluator *j)
{
    const int all = evaluator_workers(j);
    double worth = 0;
    for (int i = 0; i < j->partition.cuts; i++) {
        assert(j->partition.cut[i].objective->grain >= 1);
        worth += (double)j->partition.cut[i].jobs.n / j->partition.cut[i].objective->grain;
    }
    return worth < all ? (int)worth : all;
}

static bool answer_jobs(Evaluator *j, const StopCheck *w)
{
    Call c = {.j = j, .w = w, .end = j->partition.cuts};
    int threads = threads_for(j);
    if (threads > j->threads) return share_batch(j, &c);
    if (threads <= 1)
        play_every_list(&c, 0);
    else if (j->mode == EVALUATOR_PARTICLES)
        team_run(threads, play_own_lists, &c);
    else if (j->mode == EVALUATOR_BOTH)
        team_run(threads, play_every_list, &c);
    else /* no thread begins a list before the last one is done */
        for (c.end = 1; c.end <= j->partition.cuts; c.first = c.end++) team_run(threads, play_every_list, &c);
    return !atomic_load(&c.stopped);
}

bool evaluate_batch(Evaluator *j, Batch *b, const StopCheck *w)
{
    assert(b->n >= 0 && w->poll != NULL);
    cut_jobs(j, b);
    return answer_jobs(j, w);
}
