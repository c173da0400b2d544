/* server_blocks.c. Sends blocks of jobs to the ranks that ask for some, and takes in answers and jobs that come back. */
#include "eval/server.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

/* Adds a job to the block, with its position where the rank does not have it yet. */
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

/* New jobs, 1/share of the rank's part of what is left. False: there are none. */
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

/* Games that threads of this rank have suspended, as many as the rank has threads. False: there are none. */
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

void server_give_first(Server *s, int rank)
{
    send_new(s, rank, SHARING_FIRST);
}

/* Asks the rank with most jobs to give some back, where others have nothing to do. */
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

void server_feed(Server *s)
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

/* The list of job i of the partition, which is one of its jobs. */
static Cut *cut_of(const Server *s, int i)
{
    int k = 0;
    while (&s->d->job[i] >= s->d->cut[k].jobs.job + s->d->cut[k].room) k++;
    assert(k < s->d->cuts);
    return &s->d->cut[k];
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

/* Puts a job that has come back on its list again, as long as the round goes on. False: there is no room for it. */
static bool put_again(Server *s, Cut *c, int i)
{
    if (s->ending) return true;
    const int cut = (int)(c - s->d->cut);
    if (cut < s->cut) s->cut = cut;
    return partition_again(s->d, c, i);
}

/* One job that is answered or has come back. False: it is none that the rank has, or what is said of it cannot be. */
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

bool server_take(Server *s, int from, Parcel *in)
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
