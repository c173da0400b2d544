/* simulate.c. The events of an iteration on many ranks: games that end, messages that arrive. */
#include "bench/simulate.h"

#include "base/mem.h"

#include <assert.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* As in server.c, worker.c and queues.c: shares of the first and of later blocks, the largest block; games that a thread plays
 * side by side at most, and those below which it plays one after the other, so that others may have the rest. */
enum { FIRST_SHARE = 2, SHARE = 4, LEAST_SHARE = 16, BLOCK_MAX = 8192, SLOTS = 512, FEW = 128 };
static const double report_every = 0.001, report_each = 20e-6, recall_every = 0.002, recall_least = 30e-6;
/* As in jobs.c and worker.c: turns between two looks at messages, and seconds between those of an idle worker. */
static const double look_turns = 1024, look_idle = 60e-6;
/* Bytes of a message without jobs, of a job that is sent, and of its answer. */
static const double bytes_message = 40, bytes_job = 36, bytes_answer = 24;

typedef enum { PLAYED, TO_WORKER, TO_SERVER } EventKind;

/* A message carries jobs: [first, first + n) of an array of its own. */
typedef struct {
    double at;
    EventKind kind;
    int worker, stamp; /* PLAYED: of the worker's plan at that time; an older one is void */
    double *jobs;      /* (n), owned: turns that are left of jobs that are sent or given back */
    int n;
    int answers; /* TO_SERVER */
    bool wants, recall, recalled;
} Event;

/* A worker plays `flying` games at the same rate: each goes on as `level` rises, and ends at its own level. */
typedef struct {
    double *ends; /* (flying), owned: levels at which games end, a heap with the least first */
    int flying, ends_room;
    double *waiting; /* (waits), owned: turns of jobs that are not begun, or were suspended */
    int waits, waits_room;
    double level, since; /* level, and the moment at which it was that */
    int stamp;           /* of its next PLAYED event */
    int answers;         /* that have not been sent */
    int block;           /* jobs of the last block */
    double reported;     /* when it sent something last */
    bool asked, wanted;  /* more jobs have been asked for; others have nothing to do */
    double played, late; /* seconds; of them, since the last new job was given out */
    /* what rank 0 knows */
    int outstanding;
    bool hungry, recalled;
    double recalled_at;
} Worker;

typedef struct {
    const SimulatedCluster *c;
    const double *turns; /* (n), borrowed */
    int n, next;         /* jobs; the first that no worker has */
    double *back;        /* (backs), owned: jobs that were given back */
    int backs, backs_room;
    Worker *w; /* (workers), owned */
    int workers;
    Event *event; /* (events), owned: a heap, the earliest first */
    int events, event_room;
    double now, free_at; /* rank 0 has handled all messages until then */
    double served;       /* seconds that it took */
    double recalled;     /* when a worker was asked to give jobs back last */
    double emptied;      /* when the last new job was given out */
    int answered;
    double messages, bytes;
    double part; /* of a processor that each worker which plays has, 0..1 */
} Simulation;

/* ---- events ---- */

static void post(Simulation *s, Event e)
{
    s->event = mem_grow(s->event, &s->event_room, s->events + 1, sizeof *s->event);
    int i = s->events++;
    for (; i > 0 && s->event[(i - 1) / 2].at > e.at; i = (i - 1) / 2) s->event[i] = s->event[(i - 1) / 2];
    s->event[i] = e;
}

static Event earliest(Simulation *s)
{
    const Event first = s->event[0], last = s->event[--s->events];
    int i = 0;
    for (int k; (k = 2 * i + 1) < s->events; i = k) {
        if (k + 1 < s->events && s->event[k + 1].at < s->event[k].at) k++;
        if (s->event[k].at >= last.at) break;
        s->event[i] = s->event[k];
    }
    s->event[i] = last;
    return first;
}

/* ---- a worker plays ---- */

static void push_end(Worker *w, double end)
{
    w->ends = mem_grow(w->ends, &w->ends_room, w->flying + 1, sizeof *w->ends);
    int i = w->flying++;
    for (; i > 0 && w->ends[(i - 1) / 2] > end; i = (i - 1) / 2) w->ends[i] = w->ends[(i - 1) / 2];
    w->ends[i] = end;
}

static void pop_end(Worker *w)
{
    const double last = w->ends[--w->flying];
    int i = 0;
    for (int k; (k = 2 * i + 1) < w->flying; i = k) {
        if (k + 1 < w->flying && w->ends[k + 1] < w->ends[k]) k++;
        if (w->ends[k] >= last) break;
        w->ends[i] = w->ends[k];
    }
    w->ends[i] = last;
}

static void wait_with(Worker *w, double turns)
{
    w->waiting = mem_grow(w->waiting, &w->waits_room, w->waits + 1, sizeof *w->waiting);
    w->waiting[w->waits++] = turns;
}

static void give_back(Simulation *s, double turns)
{
    s->back = mem_grow(s->back, &s->backs_room, s->backs + 1, sizeof *s->back);
    s->back[s->backs++] = turns;
}

/* Turns a second of a worker with so many games, 1 or more, on the part of a processor that it has. */
static double rate(const Simulation *s, int flying)
{
    const SimulatedCluster *c = s->c;
    const double one = flying > 1 && s->part < 1 ? s->part * c->crowded : s->part;
    return one * (flying > 1 && c->most > 0 ? c->most * flying / (flying + c->half_at) : c->speed);
}

/* How long a message lies until worker i looks: on average half of the time between two looks; and where workers share a
 * processor, half of the time for which others have it. */
static double look_after(const Simulation *s, int i)
{
    const Worker *w = &s->w[i];
    return w->flying > 0 ? look_turns / (2 * rate(s, w->flying)) + (1 - s->part) * s->c->slice / 2 : look_idle / 2;
}

/* Brings the games up to the present moment. */
static void play_on(Simulation *s, Worker *w)
{
    if (w->flying > 0) {
        w->level += (s->now - w->since) * rate(s, w->flying) / w->flying;
        w->played += s->now - w->since;
        if (s->emptied > 0) w->late += s->now - fmax(w->since, s->emptied);
    }
    w->since = s->now;
}

/* Games that a worker plays side by side, as queues.c decides it. */
static int slots(const Simulation *s)
{
    const int share = s->n / s->workers, half = share / 2 > FEW ? share / 2 : FEW;
    if (!s->c->lanes || (s->workers > 1 && share < 2 * FEW)) return 1;
    return s->workers == 1 || half > SLOTS ? SLOTS : half;
}

/* Few games, or others have nothing to do, and no new ones at hand: they are played one after the other, and those of rank 0 go
 * back to its list. */
static void suspend_rest(Simulation *s, int i, int few)
{
    Worker *w = &s->w[i];
    if (w->waits > 0 || w->flying > few || (i == 0 && s->next < s->n)) return;
    while (w->flying > 1) {
        const double left = w->ends[--w->flying] - w->level;
        if (i == 0)
            give_back(s, left);
        else
            wait_with(w, left);
    }
}

/* Plans the end of the worker's next game. */
static void post_end(Simulation *s, int i)
{
    Worker *w = &s->w[i];
    w->stamp++;
    if (w->flying == 0) return;
    const double seconds = (w->ends[0] - w->level) * w->flying / rate(s, w->flying);
    post(s, (Event){.at = s->now + seconds, .worker = i, .stamp = w->stamp});
}

/* Begins what it can, and plans its next event. The jobs that wait are taken from the front. */
static void plan(Simulation *s, int i)
{
    Worker *w = &s->w[i];
    int begun = 0;
    const int most = w->waits + w->flying > FEW || i == 0 ? slots(s) : 1;
    while (w->flying < most && begun < w->waits) push_end(w, w->level + w->waiting[begun++]);
    if (begun > 0) memmove(w->waiting, w->waiting + begun, (size_t)(w->waits -= begun) * sizeof *w->waiting);
    suspend_rest(s, i, w->wanted ? SLOTS : FEW);
    post_end(s, i);
}

/* Where workers share processors, each has another part of one when another number of them plays. */
static void share_processors(Simulation *s)
{
    int playing = 0;
    if (s->c->processors == 0 || s->c->processors >= s->workers) return;
    for (int i = 0; i < s->workers; i++) playing += s->w[i].flying > 0;
    const double part = playing > s->c->processors ? (double)s->c->processors / playing : 1;
    if (part == s->part) return;
    for (int i = 0; i < s->workers; i++) play_on(s, &s->w[i]);
    s->part = part;
    for (int i = 0; i < s->workers; i++) post_end(s, i);
}

/* ---- a worker talks ---- */

static void tell_server(Simulation *s, int i, Event e)
{
    Worker *w = &s->w[i];
    e.at = s->now + s->c->latency + look_after(s, 0);
    e.kind = TO_SERVER;
    e.worker = i;
    e.answers = w->answers;
    w->answers = 0;
    w->reported = s->now;
    s->messages++;
    s->bytes += bytes_message + bytes_answer * e.answers + bytes_job * e.n;
    post(s, e);
}

static void report(Simulation *s, int i)
{
    Worker *w = &s->w[i];
    const int low = w->block / 2 > 1 ? w->block / 2 : 1;
    const bool wants = !w->asked && w->waits < low, idle = w->flying == 0;
    const bool due = s->now - w->reported > report_every + report_each * s->workers;
    if (i == 0 || !(idle || (due && (wants || w->answers > 0)) || (wants && w->waits == 0))) return;
    if (w->answers == 0 && !wants) return;
    w->asked = w->asked || wants;
    tell_server(s, i, (Event){.wants = w->asked});
}

/* ---- rank 0 ---- */

static void send(Simulation *s, int i, double *jobs, int n, bool recall)
{
    Worker *w = &s->w[i];
    s->free_at += s->c->message + n * s->c->job;
    s->served += s->c->message + n * s->c->job;
    s->messages++;
    s->bytes += bytes_message + bytes_job * n;
    w->outstanding += n;
    const double at = s->free_at + s->c->latency + look_after(s, i);
    post(s, (Event){.at = at, .kind = TO_WORKER, .worker = i, .jobs = jobs, .n = n, .recall = recall});
}

static bool feed(Simulation *s, int i, int share)
{
    const int left = s->n - s->next;
    int n = (int)((double)left / (share * s->workers));
    if (n < s->n / (LEAST_SHARE * s->workers)) n = s->n / (LEAST_SHARE * s->workers);
    n = n < 1 ? 1 : n > left ? left : n > BLOCK_MAX ? BLOCK_MAX : n;
    if (left == 0 && s->backs == 0) return false;
    const double *from = left > 0 ? s->turns + s->next : s->back + --s->backs;
    if (left == 0) n = 1;
    double *jobs = memcpy(mem_new((size_t)n, sizeof *jobs), from, (size_t)n * sizeof *jobs);
    if (left > 0) s->next += n;
    if (left > 0 && s->next == s->n) s->emptied = s->now;
    send(s, i, jobs, n, false);
    s->w[i].hungry = false;
    return true;
}

/* The thread of rank 0 takes from the list itself. */
static void feed_own(Simulation *s)
{
    Worker *w = &s->w[0];
    const int room = s->next < s->n ? slots(s) - w->flying - w->waits : w->flying == 0;
    for (int k = 0; k < room && (s->next < s->n || s->backs > 0); k++) {
        if (s->next < s->n)
            wait_with(w, s->turns[s->next++]);
        else if (s->backs > 0)
            wait_with(w, s->back[--s->backs]);
        if (s->next == s->n && s->emptied == 0) s->emptied = s->now;
    }
    play_on(s, w);
    plan(s, 0);
}

static void recall(Simulation *s)
{
    int most = 0;
    if (s->now - s->recalled < recall_least) return;
    s->recalled = s->now;
    for (int i = 1; i < s->workers; i++) {
        const Worker *w = &s->w[i];
        if (w->recalled || s->now - w->recalled_at < recall_every || w->outstanding <= 2) continue;
        if (most == 0 || w->outstanding > s->w[most].outstanding) most = i;
    }
    if (most == 0) return;
    s->w[most].recalled = true;
    s->w[most].recalled_at = s->now;
    send(s, most, NULL, 0, true);
}

static void serve(Simulation *s, const Event *e)
{
    Worker *w = &s->w[e->worker];
    const double busy = s->c->message + (e->answers + e->n) * s->c->job;
    if (s->free_at < s->now) s->free_at = s->now;
    s->free_at += busy;
    s->served += busy;
    s->answered += e->answers;
    w->outstanding -= e->answers + e->n;
    w->hungry = w->hungry || e->wants;
    if (e->recalled) w->recalled = false;
    for (int k = 0; k < e->n; k++) give_back(s, e->jobs[k]);
    bool short_of = s->w[0].flying == 0;
    if (short_of && s->backs > 0) feed_own(s);
    if (e->n == 0) {
        if (w->hungry && !feed(s, e->worker, SHARE)) short_of = true;
    } else {
        for (int i = 1; i < s->workers && s->backs > 0; i++)
            if (s->w[i].hungry) feed(s, i, SHARE);
    }
    if (!short_of || s->next < s->n || s->backs > 0) return;
    s->w[0].wanted = true;
    if (s->w[0].flying > 1) {
        play_on(s, &s->w[0]);
        plan(s, 0);
    }
    for (int i = 1; i < s->workers && s->backs > 0; i++)
        if (s->w[i].hungry) feed(s, i, SHARE);
    recall(s);
}

/* ---- all of it ---- */

static void arrive(Simulation *s, const Event *e)
{
    Worker *w = &s->w[e->worker];
    play_on(s, w);
    if (e->recall) {
        w->wanted = true;
        plan(s, e->worker);
        const int n = w->waits < (w->outstanding - 1) / 2 ? w->waits : (w->outstanding - 1) / 2;
        double *jobs =
            n > 0 ? memcpy(mem_new((size_t)n, sizeof *jobs), w->waiting + w->waits - n, (size_t)n * sizeof *jobs) : NULL;
        w->waits -= n;
        tell_server(s, e->worker, (Event){.jobs = jobs, .n = n, .recalled = true, .wants = w->asked});
        return;
    }
    for (int k = 0; k < e->n; k++) wait_with(w, e->jobs[k]);
    w->block = e->n;
    w->asked = w->wanted = false;
    plan(s, e->worker);
    report(s, e->worker);
}

static void end_game(Simulation *s, const Event *e)
{
    Worker *w = &s->w[e->worker];
    if (e->stamp != w->stamp) return;
    play_on(s, w);
    pop_end(w);
    if (e->worker == 0)
        s->answered++, feed_own(s);
    else
        w->answers++, plan(s, e->worker), report(s, e->worker);
    if (e->worker == 0 && w->flying == 0 && s->next == s->n && s->backs == 0) recall(s);
}

SimulatedTime simulate(const double *turns, int n, int workers, const SimulatedCluster *c)
{
    assert(n >= 1 && workers >= 1 && c->speed > 0);
    Simulation s = {.c = c, .turns = turns, .n = n, .workers = workers, .part = 1};
    s.w = mem_new((size_t)workers, sizeof *s.w);
    for (int i = 0; i < workers; i++) s.w[i].recalled_at = -1;
    for (int i = 1; i < workers && s.next < n; i++) feed(&s, i, FIRST_SHARE);
    feed_own(&s);
    share_processors(&s);
    while (s.answered < n) {
        assert(s.events > 0);
        const Event e = earliest(&s);
        s.now = e.at;
        if (e.kind == PLAYED) end_game(&s, &e);
        if (e.kind == TO_WORKER) arrive(&s, &e);
        if (e.kind == TO_SERVER) serve(&s, &e);
        share_processors(&s);
        free(e.jobs);
    }
    const double end = s.now > s.free_at ? s.now : s.free_at, pause = c->pause + (workers > 1 ? c->round : 0);
    const double all = (end + pause) * workers;
    SimulatedTime t = {.seconds = end + pause, .between = pause / (end + pause), .serving = s.served / end};
    for (int i = 0; i < workers; i++) t.playing += s.w[i].played / all;
    t.messages = s.messages / n;
    t.bytes = s.bytes / n;
    double late = 0;
    for (int i = 0; i < workers; i++) {
        late += fmax(0, end - s.emptied - s.w[i].late) / all;
        free(s.w[i].ends);
        free(s.w[i].waiting);
    }
    t.ending = late;
    t.waiting = fmax(0, 1 - t.playing - t.ending - t.between);
    while (s.events > 0) free(earliest(&s).jobs);
    free(s.event);
    free(s.back);
    free(s.w);
    return t;
}
