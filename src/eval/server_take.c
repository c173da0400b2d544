/* server_take.c. Takes in answers, and jobs that come back. */
#include "eval/server_take.h"

#include "eval/server_state.h"

#include <assert.h>
#include <stdlib.h>

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

void server_take(Server *s, int from, Parcel *in)
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
