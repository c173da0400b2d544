/* jobs.c. Taking jobs from a list that threads share, and answering, suspending and resuming them. */
#include "base/jobs.h"

#include "base/mem.h"

#include <assert.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

int jobs_take(JobList *l, int want, int *first)
{
    assert(want >= 1);
    *first = atomic_load_explicit(&l->next, memory_order_relaxed);
    for (int got;;) {
        const int left = atomic_load_explicit(&l->n, memory_order_acquire) - *first;
        got = left < want ? left : want;
        if (got <= 0) return 0;
        if (atomic_compare_exchange_weak_explicit(&l->next, first, *first + got, memory_order_relaxed, memory_order_relaxed))
            return got;
    }
}

void jobs_add(JobList *l, Job j)
{
    const int n = atomic_load_explicit(&l->n, memory_order_relaxed);
    assert(!atomic_load_explicit(&j.y->done, memory_order_relaxed));
    l->job[n] = j;
    atomic_store_explicit(&l->n, n + 1, memory_order_release);
}

bool jobs_waiting(const JobList *l)
{
    return atomic_load(&l->next) < atomic_load(&l->n) || atomic_load(&l->lying) > 0;
}

/* All threads share one pass over the list, so that each looks at different jobs. jobs_offer starts a new pass. */
bool jobs_take_returned(JobList *l, int *i)
{
    while ((*i = atomic_fetch_add(&l->returned, 1)) < l->n)
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
    SavedGame *b = saved_game_new(mark, words_for(bytes));
    memcpy(b->word, state, bytes);
    free(j->y->left);
    j->y->left = b;
}

void jobs_return(JobList *l, int i, double cost, uint64_t mark, const void *state, size_t bytes)
{
    assert(i >= 0 && i < l->n);
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
    const SavedGame *b = j->y->left;
    if (b == NULL || b->mark != mark || b->words != words_for(bytes)) {
        j->y->cost = 0;
        return false;
    }
    memcpy(state, b->word, bytes);
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
