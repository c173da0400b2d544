/* server_take.c. Takes in answers, and jobs that come back. */
#include "eval/server_take.h"

#include "eval/server_state.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

/* The list of job i of the deal, which is one of its jobs. */
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
    return deal_again(s->d, c, i);
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
