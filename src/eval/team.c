/* team.c. The threads that work on a batch together: the only file that uses OpenMP. */
#include "eval/team.h"

#include "base/mem.h"

#include <assert.h>
#include <omp.h>
#include <stdlib.h>

struct Team {
    int threads; /* the most that a call may have */
};

Team *team_create(int threads)
{
    assert(threads >= 1);
    Team *t = mem_new(1, sizeof *t);
    t->threads = threads;
    return t;
}

void team_destroy(Team *t)
{
    free(t);
}

void team_run(Team *t, int n, TeamWork *work, void *ctx)
{
    assert(n >= 1 && n <= t->threads && work != NULL);
#pragma omp parallel num_threads(n)
    work(ctx, omp_get_thread_num());
}

int team_processors(void)
{
    return omp_get_num_procs();
}
