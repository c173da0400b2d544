/* worker.c. Plays the jobs that rank 0 sends, and sends answers and suspended games back. */
#include "eval/worker.h"

#include "base/mem.h"
#include "eval/sharing.h"
#include "eval/team.h"

#include <assert.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Length of a message in bytes at which a new one is begun. */
enum { MESSAGE_BYTES = 1 << 20 };

/* Microseconds that a thread without work waits before it looks again: REST; LONG_REST if the rank rests, or if there has been no
 * round for long_rest_after seconds. */
enum { REST = 50, LONG_REST = 2000 };
static const double long_rest_after = 2;

/* The jobs of one objective in this round. Arrays have room for `room` jobs. */
typedef struct {
    JobList list;
    Answer *y;
    int *number; /* numbers of the jobs on rank 0; -1: rank 0 has the answer, or has the job back */
    int *open;   /* (opens): jobs that rank 0 waits for */
    int opens, room;
} WorkerShare;

/* A position of this round. */
typedef struct {
    double *x;     /* (dim of its objective); NULL: not received */
    int objective; /* index of its objective */
} WorkerPosition;

/* All zero: no objectives. */
typedef struct {
    const Objective *o;       /* (n), borrowed */
    WorkerShare *share;       /* (n), owned */
    int n, threads;           /* of this rank */
    int number;               /* number of the round */
    MemOwner owned;           /* has all arrays of the round */
    WorkerPosition *position; /* (positions) */
    int positions;
    int block; /* jobs of the last block */
} WorkerRound;

typedef struct {
    Cluster *c;         /* borrowed */
    int threads;        /* 0: the rank rests */
    void **scratch;     /* (threads), owned */
    WorkerRound r;      /* the jobs to play */
    atomic_flag busy;   /* a thread is in look */
    atomic_bool over;   /* the round must end */
    atomic_llong turns; /* turns played, but not reported to rank 0 yet */
    atomic_int idle;    /* how many threads have no work */
    bool asked;         /* more jobs have been asked for since the last block */
    double reported;    /* when the last message was sent */
    WorkerEnd end;
    bool ended; /* the work is over, as `end` says */
    Parcel out;
} Worker;

/* ---- the jobs of a round ---- */

/* All memory is taken at once, since the arrays must not move while threads play. Unused pages cost nothing. */
static void make_share(WorkerRound *r, WorkerShare *s, int room)
{
    const size_t n = (size_t)room;
    s->list.job = mem_owned(&r->owned, n, sizeof *s->list.job);
    s->y = mem_owned(&r->owned, n, sizeof *s->y);
    s->number = mem_owned(&r->owned, n, sizeof *s->number);
    s->open = mem_owned(&r->owned, n, sizeof *s->open);
    s->room = room;
}

static void forget_jobs(WorkerRound *r)
{
    for (int k = 0; k < r->n; k++) {
        for (int i = 0; i < atomic_load(&r->share[k].list.n); i++) free(r->share[k].y[i].left);
        r->share[k] = (WorkerShare){0};
    }
    mem_owner_free(&r->owned);
    r->position = NULL;
    r->positions = 0;
}

/* The weights of a position that is new, or has come before (dim -1). NULL: the position does not fit this objective. */
static const double *take_position(WorkerRound *r, int objective, Parcel *in)
{
    const int i = parcel_take_int(in), dim = parcel_take_int(in), want = r->o[objective].space.dim;
    if (in->bad || i < 0 || i >= r->positions) return NULL;
    WorkerPosition *p = &r->position[i];
    if (dim == -1) return p->objective == objective ? p->x : NULL;
    const void *x = dim == want ? parcel_take(in, (size_t)dim * sizeof *p->x) : NULL;
    if (x == NULL || p->x != NULL) return NULL;
    p->x = mem_owned(&r->owned, (size_t)dim + 1, sizeof *p->x); /* dim 0: the agent plays by a table, and has no weights */
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
    if (x == NULL || in->bad || (left != NULL && r->o[objective].units->unit_cost)) { /* its plays are never suspended */
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

/* Takes in a message BLOCK, after its kind has been read: the first of a new round (begins), or a later one. False: it is
 * invalid, and the round must not be played. No number is used before it is checked. */
static bool take_jobs(WorkerRound *r, Parcel *in, bool begins)
{
    const int number = parcel_take_int(in), positions = parcel_take_int(in), objective = parcel_take_int(in);
    const int whole = parcel_take_int(in), room = parcel_take_int(in), threads = parcel_take_int(in);
    if (in->bad || objective < 0 || objective >= r->n || positions < 1 || whole < 1 || threads < 1) return false;
    if (room < 1 || room > INT_MAX / 2) return false; /* make_share takes twice the room */
    if (begins) {
        forget_jobs(r);
        r->number = number;
        r->positions = positions;
        r->position = mem_owned(&r->owned, (size_t)positions, sizeof *r->position);
    }
    if (number != r->number || positions != r->positions) return false;
    WorkerShare *s = &r->share[objective];
    if (s->list.job == NULL) make_share(r, s, 2 * room);
    s->list.whole = (int)((int64_t)whole * r->threads / threads < INT_MAX ? (int64_t)whole * r->threads / threads : INT_MAX);
    s->list.threads = r->threads;
    atomic_store(&s->list.wanted, false);
    return add_jobs(r, objective, in);
}

/* ---- objectives ---- */

static void forget_objectives(Worker *w)
{
    forget_jobs(&w->r);
    free(w->r.share);
    w->r = (WorkerRound){0};
    for (int t = 0; t < w->threads && w->scratch != NULL; t++) free(w->scratch[t]);
    free(w->scratch);
    w->scratch = NULL;
    w->threads = 0;
}

static void take_objectives(Worker *w, const Objective *o, int n, int threads)
{
    size_t bytes = 0;
    w->threads = team_startable(threads);
    w->r = (WorkerRound){.o = o, .n = n, .threads = w->threads, .share = mem_new((size_t)n, sizeof *w->r.share)};
    w->scratch = mem_new((size_t)w->threads, sizeof *w->scratch);
    for (int k = 0; k < n; k++)
        if (o[k].scratch_bytes > bytes) bytes = o[k].scratch_bytes;
    for (int t = 0; t < w->threads; t++) w->scratch[t] = mem_lines(bytes);
}

/* ---- messages to rank 0 ---- */

static void begin_message(Worker *w, bool wants, bool recalled)
{
    const long long turns = atomic_exchange(&w->turns, 0), most = INT_MAX;
    parcel_put_int(&w->out, WIRE_RESULTS);
    parcel_put_int(&w->out, w->r.number);
    parcel_put_int(&w->out, (int)(turns < most ? turns : most));
    parcel_put_int(&w->out, wants);
    parcel_put_int(&w->out, recalled);
}

static void end_message(Worker *w)
{
    parcel_put_int(&w->out, -1);
    parcel_send(&w->out, w->c, 0);
    w->reported = cluster_clock(w->c);
}

/* Sends a long message in parts; only the first part may ask for jobs. */
static void begin_part_if_long(Worker *w)
{
    if (w->out.used < MESSAGE_BYTES) return;
    end_message(w);
    begin_message(w, false, false);
}

static void put_answer(Worker *w, const WorkerShare *s, int i)
{
    parcel_put_int(&w->out, s->number[i]);
    parcel_put_int(&w->out, FATE_ANSWERED);
    parcel_put_real(&w->out, s->y[i].score);
    parcel_put_real(&w->out, s->y[i].cost);
}

/* Adds a job that is not answered, and that no thread has any more. */
static void put_back(Worker *w, const WorkerShare *s, int i, bool begun)
{
    const SavedGame *g = begun ? s->y[i].left : NULL;
    parcel_put_int(&w->out, s->number[i]);
    parcel_put_int(&w->out, g != NULL ? FATE_SUSPENDED : FATE_UNTOUCHED);
    if (g != NULL) parcel_put_saved(&w->out, g, s->y[i].cost);
}

/* Adds all answers. last: also adds unanswered jobs, since no thread plays any more. */
static void put_open(Worker *w, WorkerShare *s, bool last)
{
    int kept = 0;
    const int next = atomic_load(&s->list.next);
    for (int k = 0; k < s->opens; k++) {
        const int i = s->open[k];
        if (s->number[i] < 0) continue; /* given back */
        if (atomic_load_explicit(&s->y[i].done, memory_order_acquire)) {
            put_answer(w, s, i);
            s->number[i] = -1;
        } else if (last) {
            put_back(w, s, i, i < next);
        } else {
            s->open[kept++] = i;
            continue;
        }
        begin_part_if_long(w);
    }
    s->opens = kept;
}

static bool is_any_answered(const Worker *w)
{
    for (int k = 0; k < w->r.n; k++) {
        const WorkerShare *s = &w->r.share[k];
        for (int i = 0; i < s->opens; i++)
            if (atomic_load_explicit(&s->y[s->open[i]].done, memory_order_relaxed)) return true;
    }
    return false;
}

static int untaken(const Worker *w)
{
    int left = 0;
    for (int k = 0; k < w->r.n; k++) left += atomic_load(&w->r.share[k].list.n) - atomic_load(&w->r.share[k].list.next);
    return left;
}

/* Sends answers or a request for jobs, if they are due. */
static void report(Worker *w)
{
    const SharingNeed need = {.since = cluster_clock(w->c) - w->reported,
                              .ranks = cluster_ranks(w->c),
                              .threads = w->threads,
                              .block = w->r.block,
                              .untaken = untaken(w),
                              .asked = w->asked,
                              .idle = atomic_load(&w->idle) > 0};
    const bool asks = sharing_asks(&need);
    if (!asks && !(sharing_is_due(&need) && is_any_answered(w))) return;
    w->asked = w->asked || asks;
    begin_message(w, w->asked, false);
    for (int k = 0; k < w->r.n; k++) put_open(w, &w->r.share[k], false);
    end_message(w);
}

/* Gives up to `most` jobs back: first jobs that no thread has taken, then suspended ones. */
static void give_back(Worker *w, int most)
{
    begin_message(w, w->asked, true);
    for (int k = 0; k < w->r.n; k++) {
        WorkerShare *s = &w->r.share[k];
        int i = 0, got = most > 0 ? jobs_take(&s->list, most, &i) : 0;
        for (int end = i + got; got > 0 && i < end; i++, most--) {
            put_back(w, s, i, false);
            s->number[i] = -1;
        }
        for (; most > 0 && atomic_load(&s->list.lying) > 0 && jobs_take_returned(&s->list, &i); most--) {
            put_back(w, s, i, true);
            s->number[i] = -1;
        }
    }
    end_message(w);
    for (int k = 0; k < w->r.n && most > 0; k++) atomic_store(&w->r.share[k].list.wanted, true); /* there will be more soon */
}

/* ---- messages from rank 0 ---- */

/* Ends the work after an invalid message from rank 0; later ones cannot be trusted, either. */
static void confuse(Worker *w)
{
    w->ended = true;
    w->end = WORKER_CONFUSED;
    atomic_store(&w->over, true);
}

static void take_block(Worker *w, Parcel *in, bool begins)
{
    if (!take_jobs(&w->r, in, begins)) confuse(w);
    w->asked = false;
}

/* Handles a message that arrives during a round. */
static void take_message(Worker *w, Message *m)
{
    Parcel in = parcel_of(m);
    const int kind = parcel_take_int(&in);
    if (kind == WIRE_BLOCK) {
        take_block(w, &in, false);
    } else {
        const bool now = parcel_take_int(&in) == w->r.number;
        const int most = kind == WIRE_RECALL ? parcel_take_int(&in) : 0;
        if (in.bad || in.read != in.used || most < 0 || (kind != WIRE_RECALL && kind != WIRE_END)) confuse(w);
        if (kind == WIRE_RECALL && now && !w->ended) give_back(w, most);
        if (kind == WIRE_END && now) atomic_store(&w->over, true);
    }
    parcel_free(&in);
}

static bool is_orphaned(Worker *w)
{
    if (!w->ended && cluster_silence(w->c, 0) > CLUSTER_ORPHANED) {
        w->ended = true;
        w->end = WORKER_ORPHANED;
    }
    return w->ended;
}

/* Takes in what has arrived, and sends what is due; one thread at a time, the others play on. */
static void look(Worker *w)
{
    if (atomic_flag_test_and_set_explicit(&w->busy, memory_order_acquire)) return;
    for (Message m; !atomic_load(&w->over) && cluster_receive(w->c, &m);) take_message(w, &m);
    if (is_orphaned(w)) atomic_store(&w->over, true);
    if (!atomic_load(&w->over)) report(w);
    atomic_flag_clear_explicit(&w->busy, memory_order_release);
}

/* ---- playing ---- */

static bool poll(void *ctx, int turns)
{
    Worker *w = ctx;
    atomic_fetch_add_explicit(&w->turns, turns, memory_order_relaxed);
    look(w);
    return atomic_load_explicit(&w->over, memory_order_relaxed);
}

/* The work of a thread during a round. */
static void play(void *ctx, int thread)
{
    Worker *w = ctx;
    const StopCheck check = {.poll = poll, .ctx = w};
    while (!atomic_load(&w->over)) {
        bool any = false;
        for (int k = 0; k < w->r.n && !atomic_load(&w->over); k++) {
            if (!jobs_waiting(&w->r.share[k].list)) continue;
            any = true;
            w->r.o[k].work(w->r.o[k].self, &w->r.share[k].list, w->scratch[thread], &check);
        }
        if (any) continue;
        atomic_fetch_add(&w->idle, 1);
        look(w);
        cluster_rest(REST);
        atomic_fetch_sub(&w->idle, 1);
    }
}

static void play_round(Worker *w)
{
    atomic_store(&w->over, false);
    atomic_store(&w->turns, 0);
    team_run(w->threads, play, w);
    if (w->ended) return;
    begin_message(w, false, false);
    for (int k = 0; k < w->r.n; k++) put_open(w, &w->r.share[k], true);
    end_message(w);
}

/* ---- between rounds ---- */

static void take_set_up(Worker *w, Parcel *in, WorkerSetUp *set_up, void *ctx)
{
    int n = 0;
    const int threads = parcel_take_int(in);
    const char *text = in->bytes + in->read;
    forget_objectives(w);
    if (threads == 0 && !in->bad) return;
    const Objective *o =
        !in->bad && threads >= 1 && threads <= TEAM_MAX && memchr(text, '\0', (size_t)(in->used - in->read)) != NULL
            ? set_up(ctx, text, &n)
            : NULL;
    if (o != NULL)
        take_objectives(w, o, n, threads);
    else
        confuse(w);
}

/* Handles a message between rounds. One that belongs to a round that has ended is ignored. */
static void serve(Worker *w, Message *m, WorkerSetUp *set_up, void *ctx)
{
    Parcel in = parcel_of(m);
    const int kind = parcel_take_int(&in);
    if (kind == WIRE_SETUP) take_set_up(w, &in, set_up, ctx);
    if (kind == WIRE_LEAVE) w->ended = true, w->end = WORKER_DONE;
    if (kind == WIRE_BLOCK) {
        take_block(w, &in, true);
        if (!w->ended) play_round(w);
    }
    if (in.bad || kind < WIRE_SETUP || kind > WIRE_LEAVE) confuse(w);
    parcel_free(&in);
}

WorkerEnd worker_run(Cluster *c, WorkerSetUp *set_up, void *ctx)
{
    assert(cluster_rank(c) > 0);
    Worker w = {.c = c};
    atomic_flag_clear(&w.busy);
    double last = cluster_clock(c);
    while (!w.ended) {
        Message m;
        if (cluster_receive(c, &m)) {
            serve(&w, &m, set_up, ctx);
            last = cluster_clock(c);
        } else if (!is_orphaned(&w)) {
            cluster_rest(w.threads == 0 || cluster_clock(c) - last > long_rest_after ? LONG_REST : REST);
        }
    }
    forget_objectives(&w);
    parcel_free(&w.out);
    return w.end;
}
