/* jobs.c. Taking jobs from a list that threads share, and answering, suspending and resuming them. */
#include "base/jobs.h"

#include "base/mem.h"

#include <assert.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

static int take(atomic_int *next, const atomic_int *end, int want, int *first)
{
    *first = atomic_load(next);
    for (int got;;) {
        const int left = atomic_load(end) - *first;
        got = left < want ? left : want;
        if (got <= 0) return 0;
        if (atomic_compare_exchange_weak(next, first, *first + got)) return got;
    }
}

int jobs_take_then(JobList *l, int want, int *first)
{
    assert(want >= 1);
    return take(&l->then[0], &l->then[1], want, first);
}

int jobs_take(JobList *l, int want, int *first)
{
    assert(want >= 1);
    const int got = take(&l->next, &l->n, want, first);
    return got > 0 ? got : jobs_take_then(l, want, first);
}

/* The beginning moves before the end does. So a thread that reads one of them before and one after finds nothing, or cannot
 * take: a beginning that it has read before is gone, since no job is in two ranges. */
static bool refill(atomic_int *next, atomic_int *end, int first, int n)
{
    if (atomic_load(next) < atomic_load(end)) return false;
    atomic_store(end, 0);
    atomic_store(next, first);
    atomic_store(end, first + n);
    return true;
}

bool jobs_refill(JobList *l, int first, int n)
{
    assert(first >= 0 && n >= 1 && first + n <= l->all);
    return refill(&l->next, &l->n, first, n) || refill(&l->then[0], &l->then[1], first, n);
}

static int range_left(const atomic_int *next, const atomic_int *end)
{
    const int n = atomic_load_explicit(end, memory_order_relaxed) - atomic_load_explicit(next, memory_order_relaxed);
    return n > 0 ? n : 0;
}

int jobs_left(const JobList *l)
{
    return range_left(&l->next, &l->n) + range_left(&l->then[0], &l->then[1]);
}

bool jobs_waiting(const JobList *l)
{
    return jobs_left(l) > 0 || atomic_load(&l->lying) > 0;
}

/* All threads share one pass over the list, so that each looks at different jobs. jobs_offer starts a new pass. */
bool jobs_take_returned(JobList *l, int *i)
{
    const int jobs = l->whole > 0 ? l->all : l->n;
    while ((*i = atomic_fetch_add(&l->returned, 1)) < jobs)
        if (atomic_exchange(&l->job[*i].returned, false)) {
            atomic_fetch_sub(&l->lying, 1);
            return true;
        }
    return false;
}

int jobs_poll_every(const JobList *l)
{
    return l->whole > 0 ? SEARCH_POLL : 8 * SEARCH_POLL;
}

void search_count(SearchLimit *l, int64_t positions)
{
    assert(positions >= 0);
    for (; l != NULL; l = l->within) atomic_fetch_add_explicit(&l->searched, positions, memory_order_relaxed);
}

bool search_due(const SearchLimit *l)
{
    return l != NULL &&
           atomic_load_explicit(&l->searched, memory_order_relaxed) - atomic_load_explicit(&l->polled, memory_order_relaxed) >=
               l->every;
}

bool search_poll(SearchLimit *l)
{
    if (l == NULL) return true;
    const int64_t turns = l->turns;
    if (turns != 0) l->turns = 0; /* threads that search one move make none */
    atomic_store_explicit(&l->polled, atomic_load_explicit(&l->searched, memory_order_relaxed), memory_order_relaxed);
    if (l->stop != NULL && l->stop->poll(l->stop->ctx, (int)turns)) atomic_store_explicit(&l->ended, true, memory_order_relaxed);
    return !search_ended(l);
}

bool search_spend(SearchLimit *l, int64_t positions)
{
    if (l == NULL) return true;
    search_count(l, positions);
    const bool spent = l->nodes > 0 && atomic_load_explicit(&l->searched, memory_order_relaxed) > l->nodes;
    if (spent || !search_spend(l->within, 0)) atomic_store_explicit(&l->ended, true, memory_order_relaxed);
    return !search_ended(l) && (!search_due(l) || search_poll(l));
}

void job_spend(const Job *j, double cost)
{
    assert(!atomic_load_explicit(&j->y->done, memory_order_relaxed) && !(cost < j->y->cost));
    j->y->cost = cost;
}

void job_answer(const Job *j, double score, double cost)
{
    assert(!atomic_load_explicit(&j->y->done, memory_order_relaxed));
    assert(!(cost < 0));
    j->y->score = score;
    job_spend(j, cost);
    free(j->y->left); /* the state from which the play was resumed */
    j->y->left = NULL;
    atomic_store_explicit(&j->y->done, true, memory_order_release);
}

/* The state is kept in whole words, so that a file can write them as numbers. */
static int words_for(size_t bytes)
{
    assert(bytes > 0 && bytes <= INT_MAX);
    return (int)((bytes + sizeof(uint64_t) - 1) / sizeof(uint64_t));
}

void job_suspend(const Job *j, double cost, uint64_t mark, const void *state, size_t bytes)
{
    assert(!atomic_load_explicit(&j->y->done, memory_order_relaxed));
    job_spend(j, cost);
    SavedGame *s = saved_game_new(mark, words_for(bytes));
    memcpy(s->word, state, bytes);
    free(j->y->left);
    j->y->left = s;
}

void jobs_return(JobList *l, int i, double cost, uint64_t mark, const void *state, size_t bytes)
{
    assert(i >= 0 && i < (l->whole > 0 ? l->all : l->n));
    job_suspend(&l->job[i], cost, mark, state, bytes);
    atomic_fetch_add(&l->lying, 1);
    atomic_store(&l->job[i].returned, true);
}

void jobs_offer(JobList *l)
{
    atomic_store(&l->returned, 0);
}

bool job_resume(const Job *j, uint64_t mark, void *state, size_t bytes)
{
    const SavedGame *s = j->y->left;
    if (s == NULL || s->mark != mark || s->words != words_for(bytes)) {
        j->y->cost = 0;
        return false;
    }
    memcpy(state, s->word, bytes);
    return true;
}

void job_forget(const Job *j)
{
    free(j->y->left);
    j->y->left = NULL;
    j->y->cost = 0;
}

static bool never(void *ctx, int turns)
{
    (void)ctx, (void)turns;
    return false;
}
const StopCheck stop_never = {.poll = never};
