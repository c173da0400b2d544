/* team.c. The threads that work on a batch together: the only file that uses OpenMP, and POSIX threads. */
#include "eval/team.h"

#include "base/mem.h"

#include <assert.h>
#include <omp.h>
#include <pthread.h>
#include <stddef.h>
#include <stdlib.h>

void team_run(int n, TeamWork *work, void *ctx)
{
    assert(n >= 1 && work != NULL);
#pragma omp parallel num_threads(n)
    for (int thread = omp_get_thread_num(); thread < n; thread += omp_get_num_threads()) work(ctx, thread);
}

/* A thread that allocates memory, as those of OpenMP do, and waits until all have been started. */
static void *wait_for_others(void *gate)
{
    void *volatile memory = malloc(1); /* its first allocation reserves address space for all later ones */
    free(memory);
    pthread_mutex_lock(gate);
    pthread_mutex_unlock(gate);
    return NULL;
}

int team_startable(int n)
{
    assert(n >= 1 && n <= TEAM_MAX);
    pthread_t thread[TEAM_MAX];
    pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER;
    int started = 1; /* the caller */
    if (n > omp_get_thread_limit()) n = omp_get_thread_limit();
    pthread_mutex_lock(&gate);
    while (started < n && pthread_create(&thread[started], NULL, wait_for_others, &gate) == 0) started++;
    pthread_mutex_unlock(&gate);
    for (int i = 1; i < started; i++) pthread_join(thread[i], NULL);
    pthread_mutex_destroy(&gate);
    return started < n ? started - started / 4 : n;
}

int team_processors(void)
{
    const int n = omp_get_num_procs();
    return n < TEAM_MAX ? n : TEAM_MAX;
}

/* Whether a thread can be bound to this processor: the caller is, for a moment. */
static bool can_run_on(long processor)
{
    cpu_set_t set, before;
    if (pthread_getaffinity_np(pthread_self(), sizeof before, &before) != 0) return true; /* too many processors: not known */
    CPU_ZERO(&set);
    CPU_SET((size_t)processor, &set);
    const bool can = pthread_setaffinity_np(pthread_self(), sizeof set, &set) == 0;
    pthread_setaffinity_np(pthread_self(), sizeof before, &before);
    return can;
}

int team_places(long first, bool *possible)
{
    cpu_set_t all;
    CPU_ZERO(&all);
    *possible = first < 0 || can_run_on(first);
    for (int p = *possible && omp_get_proc_bind() != omp_proc_bind_false ? omp_get_num_places() : 0; p > 0; p--) {
        const int n = omp_get_place_num_procs(p - 1);
        OWNED int *processor = mem_new((size_t)n + 1, sizeof *processor);
        omp_get_place_proc_ids(p - 1, processor);
        for (int i = 0; i < n; i++) {
            CPU_SET((size_t)processor[i], &all);
            *possible = *possible && can_run_on(processor[i]);
        }
    }
    return CPU_COUNT(&all);
}

/* The stack size of a thread is known only while it runs: thread 1 reads its own. */
static void measure_stack(void *ctx, int thread)
{
    pthread_attr_t a;
    if (thread != 1 || pthread_getattr_np(pthread_self(), &a) != 0) return;
    pthread_attr_getstacksize(&a, ctx);
    pthread_attr_destroy(&a);
}

size_t team_stack(void)
{
    size_t bytes = 0;
    team_run(2, measure_stack, &bytes);
    omp_pause_resource(omp_pause_hard, omp_get_initial_device()); /* ends the threads, so that the process may fork again */
    return bytes;
}

void team_stack_raise(size_t least)
{
    size_t bytes = 0;
    pthread_attr_t a;
    if (pthread_getattr_default_np(&a) != 0) return;
    if (pthread_attr_getstacksize(&a, &bytes) == 0 && bytes < least && pthread_attr_setstacksize(&a, least) == 0)
        pthread_setattr_default_np(&a);
    pthread_attr_destroy(&a);
}
