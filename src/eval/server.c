/* server.c. Shares lists of jobs with other ranks, and takes their answers. */
#include "eval/server.h"

#include "base/mem.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* Seconds: between two looks at the silence of all ranks; that the games of other ranks are waited for once the run is to stop;
 * between two questions whether to stop. */
static const double check_every = 1, stop_within = 5, poll_every = 0.001;

Server *server_create(Cluster *c, const ServerRank *rank, bool all)
{
    Server *s = mem_new(1, sizeof *s);
    *s = (Server){.c = c, .ranks = cluster_ranks(c), .all = all, .over = true, .lost = -1};
    atomic_flag_clear(&s->busy);
    s->peer = mem_new((size_t)s->ranks, sizeof *s->peer);
    for (int r = 0; r < s->ranks; r++) {
        assert(rank[r].threads >= 1 && rank[r].processors >= 1);
        s->peer[r].is = rank[r];
    }
    return s;
}

void server_destroy(Server *s)
{
    if (s == NULL) return;
    for (int r = 1; r < s->ranks; r++) free(s->peer[r].knows);
    free(s->peer);
    free(s->holder);
    parcel_free(&s->out);
    free(s);
}

/* Sets the number of threads of each rank: `threads`, or, if that is 0, the rank's own number. A rank gets none if the ranks
 * before it already use all processors of its host, unless no rank may rest. */
static void share_out(Server *s, int threads)
{
    s->threads = 0;
    for (int r = 0; r < s->ranks; r++) {
        Peer *p = &s->peer[r];
        int before = 0;
        for (int i = 0; i < r; i++) before += s->peer[i].is.host == p->is.host ? s->peer[i].threads : 0;
        p->threads = threads > 0 ? threads : p->is.threads;
        if (r > 0 && !s->all && before >= p->is.processors) p->threads = 0;
        if (r > 0) s->threads += p->threads;
    }
}

void server_set_up(Server *s, const char *text, int threads)
{
    share_out(s, threads);
    for (int r = 1; r < s->ranks; r++) {
        const Peer *p = &s->peer[r];
        parcel_put_int(&s->out, WIRE_SETUP);
        parcel_put_int(&s->out, p->threads);
        if (p->threads > 0) parcel_put(&s->out, text, strlen(text) + 1);
        parcel_send(&s->out, s->c, r);
    }
}

int server_resting(const Server *s)
{
    int n = 0;
    for (int r = 0; r < s->ranks; r++) n += s->peer[r].threads == 0;
    return n;
}

void server_leave(Server *s)
{
    for (int r = 1; r < s->ranks; r++) {
        parcel_put_int(&s->out, WIRE_LEAVE);
        parcel_send(&s->out, s->c, r);
    }
}

int server_lost(const Server *s)
{
    return atomic_load(&s->lost);
}

bool server_confused(const Server *s)
{
    return s->confused;
}

bool server_is_over(const Server *s)
{
    return atomic_load(&s->over);
}

/* ---- a round ---- */

/* The first rank that is lost counts: the run ends because of it. */
static void lose(Server *s, int rank, bool confused)
{
    if (server_lost(s) >= 0) return;
    s->confused = confused;
    s->stopped = true;
    atomic_store(&s->lost, rank);
}

static void receive(Server *s)
{
    for (Message m; cluster_receive(s->c, &m);) {
        Parcel in = parcel_of(&m);
        s->counts.received++;
        s->counts.bytes += (int64_t)m.n;
        if (parcel_take_int(&in) != WIRE_RESULTS || !server_take(s, m.from, &in)) lose(s, m.from, true);
        parcel_free(&in);
    }
}

static void end_round(Server *s)
{
    s->ending = true;
    s->ending_at = cluster_clock(s->c);
    for (int r = 1; r < s->ranks; r++) {
        if (!s->peer[r].playing) continue;
        parcel_put_int(&s->out, WIRE_END);
        parcel_put_int(&s->out, s->round);
        parcel_send(&s->out, s->c, r);
    }
}

/* Whether a list holds something that a thread of this rank would play. */
static bool is_waiting(const Cut *c)
{
    return jobs_waiting(&c->jobs) && !atomic_load(&c->jobs.early.leave);
}

/* The order matters: a thread counts as playing before it takes a job. */
static bool is_idle_here(const Server *s)
{
    for (int k = 0; k < s->d->cuts; k++)
        if (is_waiting(&s->d->cut[k])) return false;
    return atomic_load(&s->playing) == 0;
}

static void check_silence(Server *s)
{
    const double now = cluster_clock(s->c);
    if (now - s->checked < check_every) return;
    s->checked = now;
    for (int r = 1; r < s->ranks; r++)
        if (cluster_silence(s->c, r) > CLUSTER_SILENCE) lose(s, r, false);
    s->stopped = s->stopped || server_lost(s) >= 0; /* in this round or an earlier one */
}

/* Goes a step on towards the end of the round. */
static void advance(Server *s)
{
    const double now = cluster_clock(s->c);
    const bool some = s->enough != NULL && atomic_load(s->enough) && partition_left(s->d) == 0;
    if (now - s->polled > poll_every) {
        s->polled = now;
        s->stopped = s->w->poll(s->w->ctx, 0) || s->stopped;
    }
    const bool idle = is_idle_here(s);
    if (!s->ending && (s->stopped || (idle && (s->outstanding == 0 || some)))) end_round(s);
    if (!s->ending) {
        server_feed(s);
        return;
    }
    const bool patient = server_lost(s) < 0 && (!s->stopped || now - s->ending_at < stop_within);
    if (s->outstanding == 0 || !patient) atomic_store(&s->over, true);
}

void server_look(Server *s, bool stopped)
{
    if (atomic_flag_test_and_set_explicit(&s->busy, memory_order_acquire)) return;
    if (!atomic_load(&s->over)) {
        const ServerCounts before = s->counts;
        const double start = cluster_clock(s->c);
        s->stopped = s->stopped || stopped;
        receive(s);
        check_silence(s);
        advance(s);
        if (s->counts.received > before.received || s->counts.jobs > before.jobs)
            s->counts.seconds += cluster_clock(s->c) - start;
    }
    atomic_flag_clear_explicit(&s->busy, memory_order_release);
}

/* No rank has any job of the partition. */
static void hold_none(Server *s)
{
    assert(s->d->cuts >= 1);
    const Cut *last = &s->d->cut[s->d->cuts - 1];
    s->jobs = (int)(last->jobs.job - s->d->job) + last->room;
    s->holder = mem_grow(s->holder, &s->holder_room, s->jobs, sizeof *s->holder);
    memset(s->holder, 0, (size_t)s->jobs * sizeof *s->holder);
}

void server_begin(Server *s, Partition *d, int own, const atomic_bool *enough, const StopCheck *w)
{
    assert(atomic_load(&s->over) && own >= 1 && w->poll != NULL);
    s->d = d;
    s->own = own;
    s->enough = enough;
    s->w = w;
    s->round++;
    s->cut = s->outstanding = 0;
    hold_none(s);
    s->ending = false;
    atomic_store(&s->stopped, false);
    atomic_store(&s->over, false);
    for (int r = 1; r < s->ranks; r++) {
        Peer *p = &s->peer[r];
        p->outstanding = 0;
        p->hungry = p->recalled = p->playing = false;
        p->knows = mem_grow(p->knows, &p->knows_room, d->positions, 1);
        memset(p->knows, 0, (size_t)d->positions);
        if (p->threads > 0) server_give_first(s, r);
    }
}
