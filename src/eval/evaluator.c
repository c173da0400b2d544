/* evaluator.c. Cuts the plays of a batch into job lists, which a team of threads plays, and other ranks if there are any. */
#include "base/hash.h"
#include "base/mem.h"
#include "base/rng.h"
#include "eval/cluster.h"
#include "eval/objective.h"
#include "eval/team.h"

#include <assert.h>
#include <stdlib.h>

const char *const evaluator_modes[] = {"none", "particles", "games", "both", NULL};

/* Lists and jobs are rebuilt for every batch, in memory that is kept; all arrays are owned. */
struct Evaluator {
    const Objective *objective; /* (n), borrowed */
    int n;                      /* objectives */
    int threads;                /* at least 1 */
    int missing;                /* threads that were asked for, but cannot be started */
    EvaluatorMode mode;
    void **scratch;      /* (threads): one block for each thread */
    Cluster *cluster;    /* the ranks that share each batch; borrowed; NULL: there are none */
    Cut *cut;            /* (cuts_room): the first `cuts` are the lists of this batch */
    int cuts, cuts_room; /* their jobs lie in `job`, one list after the other */
    Job *job;            /* (jobs_room) */
    int jobs_room;
    const Trial **order; /* (order_room): the trials of the batch in the order of their beginning */
    int order_room;
};

Evaluator *evaluator_create(const Objective *objective, int n, EvaluatorMode mode, int threads)
{
    assert(n >= 1 && threads >= 0 && mode >= EVALUATOR_NONE && mode <= EVALUATOR_BOTH);
    Evaluator *e = mem_new(1, sizeof *e);
    size_t scratch_bytes = 0;
    *e = (Evaluator){.objective = objective, .n = n, .mode = mode};
    e->threads = mode == EVALUATOR_NONE ? 1 : threads > 0 ? threads : team_processors();
    assert(e->threads >= 1);
    const int asked = e->threads;
    e->threads = team_startable(asked);
    e->missing = asked - e->threads;
    for (int i = 0; i < n; i++)
        if (objective[i].scratch_bytes > scratch_bytes) scratch_bytes = objective[i].scratch_bytes;
    e->scratch = mem_new((size_t)e->threads, sizeof *e->scratch);
    for (int t = 0; t < e->threads; t++) e->scratch[t] = mem_lines(scratch_bytes);
    return e;
}

int evaluator_threads(const Evaluator *e)
{
    return e->threads;
}

void evaluator_share(Evaluator *e, struct Cluster *c)
{
    assert(e->mode == EVALUATOR_BOTH);
    e->cluster = c;
}

int evaluator_workers(const Evaluator *e)
{
    return e->cluster != NULL ? cluster_all_threads(e->cluster) : e->threads;
}

int evaluator_missing(const Evaluator *e)
{
    return e->missing;
}

void evaluator_destroy(Evaluator *e)
{
    for (int t = 0; t < e->threads; t++) free(e->scratch[t]);
    free(e->scratch);
    free(e->cut);
    free(e->job);
    free(e->order);
    free(e);
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

static bool cut_by_trial(const Evaluator *e)
{
    return e->mode == EVALUATOR_PARTICLES || e->mode == EVALUATOR_GAMES;
}

/* The number of threads that take jobs from each list. */
static int threads_a_list(const Evaluator *e)
{
    return e->mode == EVALUATOR_NONE || e->mode == EVALUATOR_PARTICLES ? 1 : e->threads;
}

/* Begins a list for the objective of t, after the jobs of earlier lists. */
static Cut *begin_cut(Evaluator *e, const Trial *t, Job *first)
{
    Cut *c = &e->cut[e->cuts++];
    *c = (Cut){.objective = &e->objective[t->objective]};
    c->jobs = (JobList){.job = first, .threads = threads_a_list(e)};
    return c;
}

/* Adds the unanswered plays of a trial that have this holder. */
static void add_plays(Cut *c, const Trial *t, int holder)
{
    for (int k = 0; k < t->plays; k++) {
        if (atomic_load_explicit(&t->y[k].done, memory_order_relaxed) || t->y[k].holder != holder) continue;
        const int play = t->first + k;
        c->jobs.job[c->jobs.n++] =
            (Job){.x = t->x, .seed = rng_game(t->key, play), .longest = t->longest, .y = &t->y[k], .play = play};
    }
}

/* Ends the list of trials first .. end - 1 of the order. For several ranks, it has no range yet. */
static Job *end_cut(Evaluator *e, Cut *c, int first, int end)
{
    JobList *l = &c->jobs;
    c->common = l->n;
    for (int i = first; i < end && e->cluster != NULL; i++) add_plays(c, e->order[i], 1 + cluster_rank(e->cluster));
    l->all = l->n;
    if (e->cluster != NULL) l->n = 0;
    return l->job + l->all;
}

static void cut_jobs(Evaluator *e, const Batch *b)
{
    e->order = mem_grow(e->order, &e->order_room, b->n, sizeof(const Trial *));
    e->job = mem_grow(e->job, &e->jobs_room, b->answers, sizeof *e->job);
    e->cut = mem_grow(e->cut, &e->cuts_room, b->n, sizeof *e->cut);
    for (int i = 0; i < b->n; i++) e->order[i] = &b->t[i];
    if (b->n > 1) qsort(e->order, (size_t)b->n, sizeof(const Trial *), by_expectation);

    Job *next = e->job;
    e->cuts = 0;
    for (int i = 0, first = 0; i < b->n; i++) {
        const Trial *t = e->order[i];
        assert(t->objective >= 0 && t->objective < e->n && (t->plays == 0 || t->y != NULL));
        const bool begins = i == first, ends = i + 1 == b->n || cut_by_trial(e) || e->order[i + 1]->objective != t->objective;
        Cut *c = begins ? begin_cut(e, t, next) : &e->cut[e->cuts - 1];
        add_plays(c, t, 0);
        if (ends) next = end_cut(e, c, first, i + 1), first = i + 1;
    }
    assert(next - e->job <= b->answers);
}

/* What the threads of one call share. All borrowed. */
typedef struct {
    const Evaluator *e;
    const StopCheck *stop;
    int first, end;      /* the cuts of this call: first, ..., end - 1 */
    atomic_int next;     /* with one thread a list: the first cut that none has taken */
    atomic_bool stopped; /* stop has said stop */
} CutsCall;

/* Plays the jobs of one list, unless stop has stopped the call. */
static void play_list(CutsCall *c, int cut, int thread)
{
    const Objective *o = c->e->cut[cut].objective;
    if (atomic_load(&c->stopped)) return;
    if (!o->work(o->self, &c->e->cut[cut].jobs, c->e->scratch[thread], c->stop)) atomic_store(&c->stopped, true);
}

/* Each thread plays whole lists, taken one by one, so those expected to be longest begin first. */
static void play_own_lists(void *call, int thread)
{
    CutsCall *c = call;
    for (int i; (i = atomic_fetch_add(&c->next, 1)) < c->end;) play_list(c, i, thread);
}

/* All threads play one list after the other. */
static void play_every_list(void *call, int thread)
{
    CutsCall *c = call;
    for (int i = c->first; i < c->end; i++) play_list(c, i, thread);
}

/* ---- on several ranks ---- */

static bool play_shared(void *evaluator, int i, int thread, const StopCheck *s)
{
    const Evaluator *e = evaluator;
    const Objective *o = e->cut[i].objective;
    return o->work(o->self, &e->cut[i].jobs, e->scratch[thread], s);
}

static void work_shared(void *evaluator, int thread)
{
    cluster_work(((Evaluator *)evaluator)->cluster, thread, play_shared, evaluator);
}

/* Gives each game that was suspended before this process began to a rank. All ranks have these games, and no others without a
 * rank. */
static void give_suspended(const Evaluator *e, const Batch *b)
{
    for (int i = 0, n = 0; i < b->answers; i++)
        if (b->y[i].left != NULL && b->y[i].holder == 0) b->y[i].holder = 1 + cluster_holder(e->cluster, n++);
}

/* The fingerprint of a batch, which is the same on all ranks: its positions and plays, their order, and which are answered. */
static uint64_t fingerprint(const Evaluator *e, const Batch *b)
{
    uint64_t hash = hash_u64(HASH_START, (uint64_t)b->n);
    for (int i = 0; i < e->cuts; i++) hash = hash_u64(hash, (uint64_t)e->cut[i].common);
    for (int i = 0; i < b->n; i++) {
        const Trial *t = &b->t[i];
        const uint64_t number[] = {t->key, (uint64_t)t->first, (uint64_t)t->plays, (uint64_t)t->longest, (uint64_t)t->objective};
        hash = hash_bytes(hash, number, sizeof number);
        hash = hash_bytes(hash, &t->expect, sizeof t->expect);
        hash = hash_bytes(hash, t->x, (size_t)e->objective[t->objective].space.dim * sizeof *t->x);
    }
    return hash;
}

/* All ranks play a batch. Returns whether it is answered, which they agree on. */
static bool share_batch(Evaluator *e, Batch *b, const StopCheck *s)
{
    give_suspended(e, b);
    cut_jobs(e, b);
    for (int i = 0; i < e->cuts; i++) {
        JobList *l = &e->cut[i].jobs;
        const int all = evaluator_workers(e), mine = cluster_rank(e->cluster) > 0 ? e->threads : all;
        l->threads = mine;
        l->whole = 1 + (int)((int64_t)e->cut[i].common * mine / all);
    }
    cluster_begin(e->cluster, b, e->cut, e->cuts, fingerprint(e, b), s);
    team_run(e->threads, work_shared, e);
    cluster_end(e->cluster);
    for (int i = 0; i < b->answers; i++)
        if (!b->y[i].done) return false;
    return true;
}

/* ---- a batch ---- */

/* For how many threads there is enough work; may be 0. */
static int threads_for(const Evaluator *e)
{
    double worth = 0;
    for (int i = 0; i < e->cuts; i++) {
        assert(e->cut[i].objective->grain >= 1);
        worth += (double)e->cut[i].jobs.n / e->cut[i].objective->grain;
    }
    return worth < e->threads ? (int)worth : e->threads;
}

static bool answer_jobs(Evaluator *e, const StopCheck *s)
{
    CutsCall c = {.e = e, .stop = s, .end = e->cuts};
    int threads = threads_for(e);
    if (threads <= 1)
        play_every_list(&c, 0);
    else if (e->mode == EVALUATOR_PARTICLES)
        team_run(threads, play_own_lists, &c);
    else if (e->mode == EVALUATOR_BOTH)
        team_run(threads, play_every_list, &c);
    else /* no thread begins a list before the last one is done */
        for (c.end = 1; c.end <= e->cuts; c.first = c.end++) team_run(threads, play_every_list, &c);
    return !atomic_load(&c.stopped);
}

bool evaluate_batch(Evaluator *e, Batch *b, const StopCheck *s)
{
    assert(b->n >= 0 && s->poll != NULL);
    if (e->cluster != NULL && b->n > 0) return share_batch(e, b, s);
    cut_jobs(e, b);
    return answer_jobs(e, s);
}
