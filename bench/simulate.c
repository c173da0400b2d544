/* simulate.c. The events of an iteration on many ranks: games that end, messages that arrive. */
#include "bench/simulate.h"

#include "base/mem.h"
#include "eval/sharing.h"

#include <assert.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* As in queues.c. SLOTS: the most games that a thread plays side by side. FEW: with at most so many it plays them one after the
 * other, so that others may have the rest. recall_least: seconds between two attempts of rank 0 to ask jobs back. */
enum { SLOTS = 512, FEW = 128 };
static const double recall_least = 30e-6;
/* As in jobs.c and worker.c: turns between two looks for messages, and seconds if the worker is idle. */
static const double look_turns = 1024, look_idle = 60e-6;
/* Bytes of a message without jobs, of a job, and of an answer. */
static const double bytes_message = 40, bytes_job = 36, bytes_answer = 24;

typedef enum { PLAYED, LOOK, TO_WORKER, TO_SERVER } EventKind;

/* Something that happens at the time `at`: a game ends, a worker looks for messages, or a message arrives. */
typedef struct {
    double at;
    EventKind kind;
    int worker, stamp; /* stamp: the worker's stamp when PLAYED was posted; void if it has changed since */
    double *jobs;      /* (n), owned: remaining turns of the jobs in the message */
    int n;
    int answers; /* TO_SERVER: number of answers */
    int recall;  /* TO_WORKER: number of jobs to give back; 0: the message sends jobs */
    bool wants, recalled;
} Event;

/* A list of jobs as their turns. */
typedef struct {
    double *x; /* (n, with room for more), owned */
    int n, room;
} Turns;

/* A worker, which plays `flying` games at the same rate. `level` counts the turns of each game; a game ends at its own level. */
typedef struct {
    double *ends; /* (flying), owned: levels at which the games end, ascending */
    int flying, ends_room;
    Turns waiting;       /* jobs that have not begun or were suspended */
    double level, since; /* level at the time `since` */
    int stamp;           /* stamp of the next PLAYED event */
    int answers;         /* answers that have not been sent */
    int block;           /* jobs of the last block */
    double reported;     /* time of its last message */
    bool looking;        /* a LOOK event is posted */
    bool asked, wanted;  /* asked: it has asked for more jobs; wanted: others are idle */
    double played, late; /* seconds of play; late: those since the last new job was given out */
    /* what rank 0 knows */
    int outstanding;
    bool hungry, recalled;
    double recalled_at;
} Worker;

typedef struct {
    const SimulatedCluster *c;
    int n;      /* jobs */
    Turns list; /* all jobs, followed by those that other ranks have given back */
    int next;   /* the first job in list that no worker has */
    Turns back; /* jobs that the worker of rank 0 has begun and given back */
    Worker *w;  /* (workers), owned */
    int workers;
    Event *event; /* (events), owned: a heap, the earliest first */
    int events, event_room;
    double now, free_at; /* free_at: when rank 0 has handled all messages so far */
    double served;       /* seconds that rank 0 spent on messages */
    double recalled;     /* when rank 0 last looked for a worker to give jobs back */
    double emptied;      /* when the last new job was given out */
    int answered;
    double messages, bytes;
    double part; /* share of a processor that each playing worker has, 0..1 */
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
    for (; i > 0 && w->ends[i - 1] > end; i--) w->ends[i] = w->ends[i - 1];
    w->ends[i] = end;
}

static void add_turns(Turns *t, const double *turns, int n)
{
    t->x = mem_grow(t->x, &t->room, t->n + n, sizeof *t->x);
    if (n > 0) memcpy(t->x + t->n, turns, (size_t)n * sizeof *turns);
    t->n += n;
}

/* Turns a second of a worker with `flying` games, 1 or more, on its share of a processor. */
static double rate(const Simulation *s, int flying)
{
    const SimulatedCluster *c = s->c;
    const double one = flying > 1 && s->part < 1 ? s->part * c->crowded : s->part;
    return one * (flying > 1 && c->most > 0 ? c->most * flying / (flying + c->half_at) : c->speed);
}

/* The mean time that a message waits until worker i looks: half the time between two looks; on a shared processor also half the
 * time for which others have it. */
static double look_after(const Simulation *s, int i)
{
    const Worker *w = &s->w[i];
    return w->flying > 0 ? look_turns / (2 * rate(s, w->flying)) + (1 - s->part) * s->c->slice / 2 : look_idle / 2;
}

/* Plays the worker's games up to the present moment. */
static void play_on(Simulation *s, Worker *w)
{
    if (w->flying > 0) {
        w->level += (s->now - w->since) * rate(s, w->flying) / w->flying;
        w->played += s->now - w->since;
        if (s->emptied > 0) w->late += s->now - fmax(w->since, s->emptied);
    }
    w->since = s->now;
}

/* The most games that a worker plays side by side, as decided in queues.c. */
static int slots(const Simulation *s)
{
    const int share = s->n / s->workers, half = share / 2 > FEW ? share / 2 : FEW;
    if (!s->c->lanes || (s->workers > 1 && share < 2 * FEW)) return 1;
    return s->workers == 1 || half > SLOTS ? SLOTS : half;
}

/* If worker i has at most `few` games and no new jobs, suspends all games but one, to play them one after the other. Those of
 * rank 0 go to `back`, for others. */
static void suspend_rest(Simulation *s, int i, int few)
{
    Worker *w = &s->w[i];
    if (w->waiting.n > 0 || w->flying > few || (i == 0 && s->next < s->list.n)) return;
    while (w->flying > 1) {
        const double left = w->ends[--w->flying] - w->level;
        add_turns(i == 0 ? &s->back : &w->waiting, &left, 1);
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

/* Worker i begins as many waiting jobs as it can, the first ones first, and its next event is posted. */
static void plan(Simulation *s, int i)
{
    Worker *w = &s->w[i];
    int begun = 0;
    const int most = w->waiting.n + w->flying > FEW || i == 0 ? slots(s) : 1;
    while (w->flying < most && begun < w->waiting.n) push_end(w, w->level + w->waiting.x[begun++]);
    if (begun > 0) memmove(w->waiting.x, w->waiting.x + begun, (size_t)(w->waiting.n -= begun) * sizeof *w->waiting.x);
    suspend_rest(s, i, w->wanted ? SLOTS : FEW);
    post_end(s, i);
}

/* Updates the share of a processor of each playing worker when the number of playing workers has changed. */
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

/* Sends answers and requests that are due. A worker without games posts LOOK events until its answers are due. */
static void report(Simulation *s, int i)
{
    Worker *w = &s->w[i];
    const SharingNeed need = {.since = s->now - w->reported,
                              .ranks = s->workers,
                              .threads = 1,
                              .block = w->block,
                              .untaken = w->waiting.n,
                              .asked = w->asked,
                              .idle = w->flying == 0};
    const bool asks = sharing_asks(&need);
    if (i == 0) return;
    if (!asks && !(sharing_is_due(&need) && w->answers > 0)) {
        if (need.idle && w->answers > 0 && !w->looking) post(s, (Event){.at = s->now + look_idle, .kind = LOOK, .worker = i});
        w->looking = w->looking || (need.idle && w->answers > 0);
        return;
    }
    w->asked = w->asked || asks;
    tell_server(s, i, (Event){.wants = w->asked});
}

/* ---- rank 0 ---- */

static void send(Simulation *s, int i, Event e)
{
    Worker *w = &s->w[i];
    s->free_at += s->c->message + e.n * s->c->job;
    s->served += s->c->message + e.n * s->c->job;
    s->messages++;
    s->bytes += bytes_message + bytes_job * e.n;
    w->outstanding += e.n;
    e.at = s->free_at + s->c->latency + look_after(s, i);
    e.kind = TO_WORKER;
    e.worker = i;
    post(s, e);
}

static bool is_any_left(const Simulation *s)
{
    return s->next < s->list.n || s->back.n > 0;
}

/* Notes the time at which the list is empty for the first time. */
static void note_empty(Simulation *s)
{
    if (s->next == s->list.n && s->emptied == 0) s->emptied = s->now;
}

/* Sends worker i a block of the list, or one job that rank 0 has begun. False: there is none. */
static bool feed(Simulation *s, int i, int share)
{
    const int left = s->list.n - s->next, block = sharing_block(left, s->list.n, share, 1, s->workers);
    const int n = left == 0 ? 1 : block < left ? block : left;
    if (!is_any_left(s)) return false;
    const double *from = left > 0 ? s->list.x + s->next : s->back.x + --s->back.n;
    double *jobs = memcpy(mem_new((size_t)n, sizeof *jobs), from, (size_t)n * sizeof *jobs);
    if (left > 0) s->next += n;
    note_empty(s);
    send(s, i, (Event){.jobs = jobs, .n = n});
    s->w[i].hungry = false;
    return true;
}

/* Feeds all workers that have asked for jobs. */
static void feed_hungry(Simulation *s)
{
    for (int i = 1; i < s->workers && is_any_left(s); i++)
        if (s->w[i].hungry) feed(s, i, SHARING_LATER);
}

/* The worker of rank 0 takes jobs from the list directly. */
static void feed_own(Simulation *s)
{
    Worker *w = &s->w[0];
    const int room = s->next < s->list.n ? slots(s) - w->flying - w->waiting.n : w->flying == 0;
    for (int k = 0; k < room && is_any_left(s); k++) {
        add_turns(&w->waiting, s->next < s->list.n ? &s->list.x[s->next++] : &s->back.x[--s->back.n], 1);
        note_empty(s);
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
        if (w->recalled || !sharing_may_recall(s->now - w->recalled_at, w->outstanding, 1)) continue;
        if (most == 0 || w->outstanding > s->w[most].outstanding) most = i;
    }
    if (most == 0) return;
    const int half = sharing_recall(s->w[most].outstanding, 1);
    s->w[most].recalled = true;
    s->w[most].recalled_at = s->now;
    send(s, most, (Event){.recall = half < SHARING_BLOCK_MAX ? half : SHARING_BLOCK_MAX});
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
    add_turns(&s->list, e->jobs, e->n);
    bool short_of = s->w[0].flying == 0;
    if (short_of && is_any_left(s)) feed_own(s);
    if (e->n > 0)
        feed_hungry(s);
    else if (w->hungry && !feed(s, e->worker, SHARING_LATER))
        short_of = true;
    if (!short_of || is_any_left(s)) return;
    s->w[0].wanted = true;
    if (s->w[0].flying > 1) {
        play_on(s, &s->w[0]);
        plan(s, 0);
    }
    feed_hungry(s);
    recall(s);
}

/* ---- all of it ---- */

static void arrive(Simulation *s, const Event *e)
{
    Worker *w = &s->w[e->worker];
    play_on(s, w);
    if (e->recall > 0) {
        w->wanted = true;
        plan(s, e->worker);
        const int n = w->waiting.n < e->recall ? w->waiting.n : e->recall;
        double *jobs =
            n > 0 ? memcpy(mem_new((size_t)n, sizeof *jobs), w->waiting.x + w->waiting.n - n, (size_t)n * sizeof *jobs) : NULL;
        w->waiting.n -= n;
        tell_server(s, e->worker, (Event){.jobs = jobs, .n = n, .recalled = true, .wants = w->asked});
        return;
    }
    add_turns(&w->waiting, e->jobs, e->n);
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
    memmove(w->ends, w->ends + 1, (size_t)--w->flying * sizeof *w->ends);
    if (e->worker == 0)
        s->answered++, feed_own(s);
    else
        w->answers++, plan(s, e->worker), report(s, e->worker);
    if (e->worker == 0 && w->flying == 0 && !is_any_left(s)) recall(s);
}

SimulatedTime simulate(const double *turns, int n, int workers, const SimulatedCluster *c)
{
    assert(n >= 1 && workers >= 1 && c->speed > 0);
    Simulation s = {.c = c, .n = n, .workers = workers, .part = 1};
    add_turns(&s.list, turns, n);
    s.w = mem_new((size_t)workers, sizeof *s.w);
    for (int i = 0; i < workers; i++) s.w[i].recalled_at = -1;
    for (int i = 1; i < workers && s.next < s.list.n; i++) feed(&s, i, SHARING_FIRST);
    feed_own(&s);
    share_processors(&s);
    while (s.answered < n) {
        assert(s.events > 0);
        const Event e = earliest(&s);
        s.now = e.at;
        if (e.kind == PLAYED) end_game(&s, &e);
        if (e.kind == LOOK) {
            s.w[e.worker].looking = false;
            report(&s, e.worker);
        }
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
    for (int i = 0; i < workers; i++) {
        t.ending += fmax(0, end - s.emptied - s.w[i].late) / all;
        free(s.w[i].ends);
        free(s.w[i].waiting.x);
    }
    t.waiting = fmax(0, 1 - t.playing - t.ending - t.between);
    while (s.events > 0) free(earliest(&s).jobs);
    free(s.event);
    free(s.back.x);
    free(s.list.x);
    free(s.w);
    return t;
}
