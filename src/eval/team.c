/* team.c. The threads that work on a batch together: the only file that uses OpenMP. */
#include "eval/team.h"

#include <assert.h>
#include <omp.h>
#include <stddef.h>

void team_run(int n, TeamWork *work, void *ctx)
{
    assert(n >= 1 && work != NULL);
#pragma omp parallel num_threads(n)
    work(ctx, omp_get_thread_num());
}

int team_processors(void)
{
    return omp_get_num_procs();
}
