/* server.c. Shares lists of jobs with other ranks, and takes their answers. */
#include "eval/server.h"

#include "base/mem.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Seconds. check_every: between two checks of the silence of all ranks. stop_within: how long other ranks' games are waited for
 * when the run stops. poll_every: between two polls of the stop check. */
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

/* ---- blocks of jobs ---- */

/* Adds a job to the block, with its position if the rank does not have that yet. */
static void put_job(Server *s, int rank, const Cut *c, int i)
{
    Peer *p = &s->peer[rank];
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
    parcel_put_saved(&s->out, job->y->left, job->y->cost);
    s->holder[i] = rank;
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

/* Sends new jobs: 1/share of the rank's part of the jobs that are left. False: none are left. */
static bool send_new(Server *s, int rank, int share)
{
    Peer *p = &s->peer[rank];
    for (; s->cut < s->d->cuts; s->cut++) {
        Cut *c = &s->d->cut[s->cut];
        const int n = atomic_load(&c->jobs.n), left = n - atomic_load(&c->jobs.next);
        int first;
        const int got = jobs_take(&c->jobs, sharing_block(left, n, share, p->threads, s->own + s->threads), &first);
        if (got == 0) continue;
        begin_block(s, c);
        for (int i = first; i < first + got; i++) put_job(s, rank, c, (int)(c->jobs.job - s->d->job) + i);
        end_block(s, rank);
        return true;
    }
    return false;
}

/* Sends games that threads of this rank have suspended, as many as the rank has threads. False: there are none. */
static bool send_returned(Server *s, int rank)
{
    Peer *p = &s->peer[rank];
    for (int k = 0; k < s->d->cuts; k++) {
        Cut *c = &s->d->cut[k];
        int n = 0;
        for (int i; n < p->threads && atomic_load(&c->jobs.lying) > 0 && jobs_take_returned(&c->jobs, &i); n++) {
            if (n == 0) begin_block(s, c);
            put_job(s, rank, c, (int)(c->jobs.job - s->d->job) + i);
        }
        if (n == 0) continue;
        end_block(s, rank);
        return true;
    }
    return false;
}

/* Asks the rank with most jobs to give some back, since others have nothing to do. */
static void recall(Server *s)
{
    const double now = cluster_clock(s->c);
    int most = 0, room = SHARING_BLOCK_MAX;
    for (int r = 1; r < s->ranks; r++) {
        const Peer *p = &s->peer[r];
        if (p->recalled || !sharing_may_recall(now - p->recalled_at, p->outstanding, p->threads)) continue;
        if (most == 0 || p->outstanding > s->peer[most].outstanding) most = r;
    }
    for (int k = 0; k < s->d->cuts; k++) {
        const int more = s->d->cut[k].room - atomic_load(&s->d->cut[k].jobs.n);
        if (more < room) room = more;
    }
    if (most == 0 || room < 1) return;
    Peer *p = &s->peer[most];
    const int half = sharing_recall(p->outstanding, p->threads);
    parcel_put_int(&s->out, WIRE_RECALL);
    parcel_put_int(&s->out, s->round);
    parcel_put_int(&s->out, half < room ? half : room);
    parcel_send(&s->out, s->c, most);
    p->recalled = true;
    p->recalled_at = now;
}

/* Gives jobs to the ranks that ask for some; if none are left, has the rank with most jobs give some back. */
static void feed(Server *s)
{
    bool hungry = atomic_load(&s->playing) < s->own;
    const bool left = partition_left(s->d) > 0;
    for (int r = 1; r < s->ranks; r++) {
        if (!s->peer[r].hungry) continue;
        if ((left && send_new(s, r, SHARING_LATER)) || send_returned(s, r)) continue;
        if (s->peer[r].outstanding >= s->peer[r].threads) continue;
        hungry = true;
        for (int k = 0; k < s->d->cuts && !left; k++) atomic_store(&s->d->cut[k].jobs.wanted, true);
    }
    if (hungry && !left && s->outstanding > 0) recall(s);
}

/* ---- answers, and jobs that come back ---- */

/* The list that contains job i of the partition. */
static Cut *cut_of(const Server *s, int i)
{
    int k = 0;
    while (&s->d->job[i] >= s->d->cut[k].jobs.job + s->d->cut[k].room) k++;
    assert(k < s->d->cuts);
    return &s->d->cut[k];
}

/* Stores the suspended game of a job. A lower cost than before means that a rank could not read the game and began it again. */
static void suspend(Server *s, const Job *job, double cost, SavedGame *g)
{
    if (cost < job->y->cost) {
        s->counts.again++;
        job->y->cost = 0;
    }
    job_suspend(job, cost, g->mark, g->word, (size_t)g->words * sizeof g->word[0]);
    free(g);
}

/* Puts a job that came back on its list again, unless the round is ending. False: the list has no room. */
static bool put_again(Server *s, Cut *c, int i)
{
    if (s->ending) return true;
    const int cut = (int)(c - s->d->cut);
    if (cut < s->cut) s->cut = cut;
    return partition_again(s->d, c, i);
}

/* Takes one job that is answered or given back. False: the rank does not have this job, or the values are impossible. */
static bool take_result(Server *s, int from, Parcel *in, int i)
{
    if (i >= s->jobs || s->holder[i] != from) return false;
    const int fate = parcel_take_int(in);
    const double score = fate == FATE_ANSWERED ? parcel_take_real(in) : 0;
    double cost = fate == FATE_ANSWERED ? parcel_take_real(in) : 0;
    SavedGame *g = fate == FATE_SUSPENDED ? parcel_take_saved(in, &cost) : NULL;
    if (in->bad || fate < FATE_ANSWERED || fate > FATE_UNTOUCHED || isnan(score) || !wire_is_cost(cost)) return false;
    if (fate == FATE_SUSPENDED && g == NULL) return false;
    const Job *job = &s->d->job[i];
    s->holder[i] = 0;
    s->peer[from].outstanding--;
    s->outstanding--;
    if (fate == FATE_ANSWERED) {
        if (cost < job->y->cost) s->counts.again++, job->y->cost = 0;
        job_answer(job, score, cost);
        return true;
    }
    if (g != NULL) suspend(s, job, cost, g);
    return put_again(s, cut_of(s, i), i);
}

/* Takes in a message RESULTS, after its kind has been read; it may be too late for its round. False: it is invalid, or answers a
 * job that the rank does not have. Then the rank is lost. */
static bool take_results(Server *s, int from, Parcel *in)
{
    Peer *p = &s->peer[from];
    const int round = parcel_take_int(in), turns = parcel_take_int(in);
    const bool wants = parcel_take_int(in), recalled = parcel_take_int(in);
    if (in->bad || turns < 0 || round < 1 || round > s->round) return false;
    if (turns > 0 && s->w != NULL) s->stopped = s->w->poll(s->w->ctx, turns) || s->stopped;
    if (round != s->round || atomic_load(&s->over)) return true; /* too late */
    int i;
    while ((i = parcel_take_int(in)) >= 0 && !in->bad)
        if (!take_result(s, from, in, i)) return false;
    if (in->bad || i != -1 || in->read != in->used) return false;
    p->hungry = wants;
    if (recalled) p->recalled = false;
    return true;
}

/* ---- a round ---- */

/* A rank is lost, and the run ends. Only the first loss is recorded. */
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
        if (parcel_take_int(&in) != WIRE_RESULTS || !take_results(s, m.from, &in)) lose(s, m.from, true);
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

/* Whether no thread of this rank has work. The order matters: a thread counts as playing before it takes a job. */
static bool is_idle_here(const Server *s)
{
    for (int k = 0; k < s->d->cuts; k++)
        if (jobs_waiting(&s->d->cut[k].jobs)) return false;
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

/* Takes the round a step further: feeds ranks, ends the round, or finds it over. */
static void advance(Server *s)
{
    const double now = cluster_clock(s->c);
    if (now - s->polled > poll_every) {
        s->polled = now;
        s->stopped = s->w->poll(s->w->ctx, 0) || s->stopped;
    }
    const bool idle = is_idle_here(s);
    if (!s->ending && (s->stopped || (idle && s->outstanding == 0))) end_round(s);
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

/* Notes that no rank has any job of the partition. */
static void hold_none(Server *s)
{
    assert(s->d->cuts >= 1);
    const Cut *last = &s->d->cut[s->d->cuts - 1];
    s->jobs = (int)(last->jobs.job - s->d->job) + last->room;
    s->holder = mem_grow(s->holder, &s->holder_room, s->jobs, sizeof *s->holder);
    memset(s->holder, 0, (size_t)s->jobs * sizeof *s->holder);
}

void server_begin(Server *s, Partition *d, int own, const StopCheck *w)
{
    assert(atomic_load(&s->over) && own >= 1 && w->poll != NULL);
    s->d = d;
    s->own = own;
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
        if (p->threads > 0) send_new(s, r, SHARING_FIRST);
    }
}
