/* partition.c. Lists of jobs to which jobs can be given back. */
#include "eval/partition.h"

#include <assert.h>
#include <stdlib.h>

bool partition_again(Partition *d, Cut *c, int i)
{
    JobList *l = &c->jobs;
    const int n = atomic_load(&l->n);
    const Job *was = &d->job[i];
    assert(was >= l->job && was < l->job + n);
    if (n >= c->room) return false;
    d->trial[(l->job - d->job) + n] = d->trial[i];
    jobs_add(l, (Job){.x = was->x, .seed = was->seed, .y = was->y});
    return true;
}

int partition_left(const Partition *d)
{
    int left = 0;
    for (int i = 0; i < d->cuts; i++) left += atomic_load(&d->cut[i].jobs.n) - atomic_load(&d->cut[i].jobs.next);
    return left;
}

void partition_free(Partition *d)
{
    free(d->job);
    free(d->trial);
    free(d->cut);
    *d = (Partition){0};
}
