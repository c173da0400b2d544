/* server.c. Shares lists of jobs with other ranks, and takes their answers. */
#include "eval/server.h"

#include "base/mem.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* The share of what is left that a rank gets at once: half of its part when a round begins, a quarter later, but no smaller
 * share of all of it than 1/LEAST_SHARE; and the most jobs of a block. */
enum { FIRST_SHARE = 2, SHARE = 4, LEAST_SHARE = 16, BLOCK_MAX = 8192 };

/* Seconds: between two looks at the silence of all ranks; between two requests to the same rank to give jobs back; that the
 * games of other ranks are waited for once the run is to stop; between two questions whether to stop. */
static const double check_every = 1, recall_every = 0.002, stop_within = 5, poll_every = 0.001;

/* Another rank. */
typedef struct {
    ServerRank is;
    int threads;        /* now; 0: it rests */
    int outstanding;    /* jobs of this round that it has */
    bool hungry;        /* it asks for more */
    bool recalled;      /* it has been asked to give jobs back, and has not answered */
    double recalled_at; /* when it was asked last */
    bool playing;       /* it has been sent a block of this round */
    char *knows;        /* (positions), owned, with room for more: positions of this round that it has been sent */
    int knows_room;
} Peer;

struct Server {
    Cluster *c; /* borrowed */
    int ranks;
    bool all;                  /* none of them rests */
    int threads;               /* of all other ranks */
    Peer *peer;                /* (ranks), owned; [0] is not used */
    Deal *d;                   /* of this round; borrowed */
    const atomic_bool *enough; /* borrowed */
    const StopCheck *w;        /* borrowed */
    int round;                 /* its number */
    int own;                   /* threads of this rank */
    int cut;                   /* the list that is served; those before it are empty */
    int outstanding;           /* jobs of this round that other ranks have, in all */
    atomic_flag busy;          /* a thread is looking */
    atomic_int playing;        /* threads of this rank that work on a list */
    atomic_bool over;          /* the round is */
    bool ending;               /* the other ranks have been told to end the round */
    double ending_at;          /* when */
    double checked, polled;    /* when silence was looked at, and w was asked, last */
    atomic_bool stopped;       /* w has said so, or a rank was lost */
    atomic_int lost;           /* a rank; -1: none */
    Parcel out;
    ServerCounts counts;
};

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
    parcel_free(&s->out);
    free(s);
}

/* Gives each rank its threads: as many as are asked for (0: as it has by itself), or none where those of the ranks before it have
 * all processors of its host. */
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

int server_threads(const Server *s)
{
    return s->threads;
}

bool server_complete(const Server *s)
{
    return !s->stopped;
}

int server_ranks(const Server *s)
{
    return s->ranks;
}

int server_resting(const Server *s)
{
    int n = 0;
    for (int r = 0; r < s->ranks; r++) n += s->peer[r].threads == 0;
    return n;
}

int server_own(const Server *s)
{
    return s->peer[0].is.threads;
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

ServerCounts server_counts(const Server *s)
{
    return s->counts;
}

bool server_is_over(const Server *s)
{
    return atomic_load(&s->over);
}

void server_enter(Server *s)
{
    atomic_fetch_add(&s->playing, 1);
}

void server_exit(Server *s)
{
    atomic_fetch_sub(&s->playing, 1);
}

/* ---- blocks ---- */

/* Adds a job to the block, with its position where the rank does not have it yet. */
static void put_job(Server *s, Peer *p, const Cut *c, int i)
{
    const Job *job = &s->d->job[i];
    const int trial = s->d->trial[i], dim = c->objective->space.dim;
    const bool knows = p->knows[trial];
    assert(trial >= 0 && trial < s->d->positions);
    parcel_put_int(&s->out, i);
    parcel_put_int(&s->out, trial);
    parcel_put_int(&s->out, knows ? -1 : dim);
    if (!knows) parcel_put(&s->out, job->x, (size_t)dim * sizeof *job->x);
    p->knows[trial] = true;
    parcel_put_u64(&s->out, job->seed);
    parcel_put_real(&s->out, job->y->cost);
    parcel_put_saved(&s->out, *job->left);
    p->outstanding++;
    s->outstanding++;
    s->counts.jobs++;
}

static void begin_block(Server *s, const Cut *c)
{
    const int all[] = {WIRE_BLOCK, s->round, s->d->positions, c->number, atomic_load(&c->jobs.n), c->room, s->own + s->threads};
    assert(s->out.used == 0);
    parcel_put(&s->out, all, sizeof all);
}

static void end_block(Server *s, int rank)
{
    Peer *p = &s->peer[rank];
    parcel_put_int(&s->out, -1);
    parcel_send(&s->out, s->c, rank);
    p->hungry = false;
    p->playing = true;
}

/* New jobs, 1/share of the rank's part of what is left. False: there are none. */
static bool send_new(Server *s, int rank, int share)
{
    Peer *p = &s->peer[rank];
    for (; s->cut < s->d->cuts; s->cut++) {
        Cut *c = &s->d->cut[s->cut];
        const int left = atomic_load(&c->jobs.n) - atomic_load(&c->jobs.next), all = s->own + s->threads;
        int first, want = (int)((int64_t)left * p->threads / ((int64_t)share * all));
        if (want > BLOCK_MAX) want = BLOCK_MAX;
        if (want < atomic_load(&c->jobs.n) / (LEAST_SHARE * all)) want = atomic_load(&c->jobs.n) / (LEAST_SHARE * all);
        if (want < p->threads) want = p->threads;
        const int got = jobs_take(&c->jobs, want, &first);
        if (got == 0) continue;
        begin_block(s, c);
        for (int i = first; i < first + got; i++) put_job(s, p, c, (int)(c->jobs.job - s->d->job) + i);
        end_block(s, rank);
        return true;
    }
    return false;
}

/* Games that threads of this rank have suspended, as many as the rank has threads. False: there are none. */
static bool send_returned(Server *s, int rank)
{
    Peer *p = &s->peer[rank];
    for (int k = 0; k < s->d->cuts; k++) {
        Cut *c = &s->d->cut[k];
        int n = 0;
        for (int i; n < p->threads && atomic_load(&c->jobs.lying) > 0 && jobs_take_returned(&c->jobs, &i); n++) {
            if (n == 0) begin_block(s, c);
            put_job(s, p, c, (int)(c->jobs.job - s->d->job) + i);
        }
        if (n == 0) continue;
        end_block(s, rank);
        return true;
    }
    return false;
}

/* ---- results ---- */

static Cut *cut_of(const Server *s, int i)
{
    for (int k = 0; k < s->d->cuts; k++) {
        Cut *c = &s->d->cut[k];
        if (s->d->job + i >= c->jobs.job && s->d->job + i < c->jobs.job + c->room) return c;
    }
    return NULL;
}

/* A game goes on from its last state, or has begun again on a rank that could not read it: then it has cost nothing so far. */
static void suspend(Server *s, const Job *job, double cost, SavedGame *g)
{
    if (cost < job->y->cost) {
        s->counts.again++;
        job->y->cost = 0;
    }
    job_suspend(job, cost, g->mark, g->word, (size_t)g->words * sizeof g->word[0]);
    free(g);
}

/* One job that is answered or has come back. */
static void take_result(Server *s, Parcel *in, int i)
{
    Cut *c = cut_of(s, i);
    const int fate = parcel_take_int(in);
    const double score = fate == FATE_ANSWERED ? parcel_take_real(in) : 0;
    const double cost = fate != FATE_UNTOUCHED ? parcel_take_real(in) : 0;
    SavedGame *g = fate == FATE_SUSPENDED ? parcel_take_saved(in) : NULL;
    assert(c != NULL && !in->bad && fate >= FATE_ANSWERED && fate <= FATE_UNTOUCHED);
    const Job *job = &s->d->job[i];
    if (fate == FATE_ANSWERED) {
        if (cost < job->y->cost) s->counts.again++, job->y->cost = 0;
        job_answer(job, score, cost);
        return;
    }
    if (g != NULL) suspend(s, job, cost, g);
    if (!s->ending) {
        const bool added = deal_again(s->d, c, i);
        assert(added), (void)added;
        const int cut = (int)(c - s->d->cut);
        if (cut < s->cut) s->cut = cut;
    }
}

static void take_results(Server *s, int from, Parcel *in)
{
    Peer *p = &s->peer[from];
    const int round = parcel_take_int(in), turns = parcel_take_int(in);
    const bool wants = parcel_take_int(in), recalled = parcel_take_int(in);
    if (turns > 0 && s->w != NULL) s->stopped = s->w->poll(s->w->ctx, turns) || s->stopped;
    if (round != s->round || atomic_load(&s->over)) return; /* too late */
    for (int i; (i = parcel_take_int(in)) >= 0 && !in->bad;) {
        take_result(s, in, i);
        p->outstanding--;
        s->outstanding--;
    }
    assert(!in->bad && p->outstanding >= 0);
    p->hungry = wants;
    if (recalled) p->recalled = false;
}

static void receive(Server *s)
{
    for (Message m; cluster_receive(s->c, &m);) {
        Parcel in = parcel_of(&m);
        s->counts.received++;
        s->counts.bytes += (int64_t)m.n;
        if (parcel_take_int(&in) == WIRE_RESULTS) take_results(s, m.from, &in);
        parcel_free(&in);
    }
}

/* ---- a round ---- */

/* Asks the rank with most jobs to give some back, where others have nothing to do. */
static void recall(Server *s)
{
    const double now = cluster_clock(s->c);
    int most = 0, room = BLOCK_MAX;
    for (int r = 1; r < s->ranks; r++) {
        const Peer *p = &s->peer[r];
        if (p->recalled || now - p->recalled_at < recall_every || p->outstanding <= 2 * p->threads) continue;
        if (most == 0 || p->outstanding > s->peer[most].outstanding) most = r;
    }
    for (int k = 0; k < s->d->cuts; k++) {
        const int more = s->d->cut[k].room - atomic_load(&s->d->cut[k].jobs.n);
        if (more < room) room = more;
    }
    if (most == 0 || room < 1) return;
    Peer *p = &s->peer[most];
    const int half = (p->outstanding - p->threads) / 2;
    parcel_put_int(&s->out, WIRE_RECALL);
    parcel_put_int(&s->out, s->round);
    parcel_put_int(&s->out, half < room ? half : room);
    parcel_send(&s->out, s->c, most);
    p->recalled = true;
    p->recalled_at = now;
}

/* Gives jobs to the ranks that ask for some. */
static void feed(Server *s)
{
    bool hungry = atomic_load(&s->playing) < s->own;
    const bool left = deal_left(s->d) > 0;
    for (int r = 1; r < s->ranks; r++) {
        if (!s->peer[r].hungry) continue;
        if ((left && send_new(s, r, SHARE)) || send_returned(s, r)) continue;
        if (s->peer[r].outstanding >= s->peer[r].threads) continue;
        hungry = true;
        for (int k = 0; k < s->d->cuts && !left; k++) atomic_store(&s->d->cut[k].jobs.wanted, true);
    }
    if (hungry && !left && s->outstanding > 0) recall(s);
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
    for (int r = 1; r < s->ranks && server_lost(s) < 0; r++)
        if (cluster_silence(s->c, r) > CLUSTER_SILENCE) atomic_store(&s->lost, r);
    s->stopped = s->stopped || server_lost(s) >= 0;
}

/* Goes a step on towards the end of the round. */
static void advance(Server *s)
{
    const double now = cluster_clock(s->c);
    const bool some = s->enough != NULL && atomic_load(s->enough) && deal_left(s->d) == 0;
    if (now - s->polled > poll_every) {
        s->polled = now;
        s->stopped = s->w->poll(s->w->ctx, 0) || s->stopped;
    }
    const bool idle = is_idle_here(s);
    if (!s->ending && (s->stopped || (idle && (s->outstanding == 0 || some)))) end_round(s);
    if (!s->ending) {
        feed(s);
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

void server_begin(Server *s, Deal *d, int own, const atomic_bool *enough, const StopCheck *w)
{
    assert(atomic_load(&s->over) && own >= 1 && w->poll != NULL);
    s->d = d;
    s->own = own;
    s->enough = enough;
    s->w = w;
    s->round++;
    s->cut = s->outstanding = 0;
    s->ending = false;
    atomic_store(&s->stopped, false);
    atomic_store(&s->over, false);
    for (int r = 1; r < s->ranks; r++) {
        Peer *p = &s->peer[r];
        p->outstanding = 0;
        p->hungry = p->recalled = p->playing = false;
        p->knows = mem_grow(p->knows, &p->knows_room, d->positions, 1);
        memset(p->knows, 0, (size_t)d->positions);
        if (p->threads > 0) send_new(s, r, FIRST_SHARE);
    }
}
