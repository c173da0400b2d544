#include "base/jobs.h"

int jobs_take(JobList *l, int want, int *first)
{
    *first = atomic_fetch_add_explicit(&l->next, want, memory_order_relaxed);
    int left = l->n - *first;
    return left < 0 ? 0 : left < want ? left : want;
}

void job_answer(const Job *j, double score, double cost)
{
    j->y->score = score;
    j->y->cost = cost;
    atomic_store_explicit(&j->y->done, true, memory_order_release);
}
