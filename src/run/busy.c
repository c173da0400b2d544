/* busy.c. Reads from the system how long threads had a processor, and how long they waited for one. */
#include "run/busy.h"

#include "file/duration.h"

#include <assert.h>
#include <ctype.h>
#include <dirent.h>
#include <time.h>

/* Seconds that a thread has waited for a processor (Linux: the second number of its schedstat is in nanoseconds). */
static double thread_waited(const char *thread)
{
    char path[300];
    double ran, waited = 0;
    snprintf(path, sizeof path, "/proc/self/task/%s/schedstat", thread);
    FILE *f = fopen(path, "r");
    if (f == NULL) return 0;
    if (fscanf(f, "%lf %lf", &ran, &waited) != 2) waited = 0;
    fclose(f);
    return 1e-9 * waited;
}

/* Seconds that all present threads have waited; the threads of a team live until the process ends. */
static double all_waited(void)
{
    double sum = 0;
    DIR *threads = opendir("/proc/self/task");
    if (threads == NULL) return 0;
    for (const struct dirent *e; (e = readdir(threads)) != NULL;)
        if (isdigit((unsigned char)e->d_name[0])) sum += thread_waited(e->d_name);
    closedir(threads);
    return sum;
}

Busy busy_now(int threads)
{
    struct timespec cpu;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &cpu);
    return (Busy){.wall = duration_now(),
                  .cpu = (double)cpu.tv_sec + 1e-9 * (double)cpu.tv_nsec,
                  .waited = all_waited(),
                  .threads = threads};
}

Busy busy_between(const Busy *from, const Busy *to)
{
    return (Busy){
        .wall = to->wall - from->wall, .cpu = to->cpu - from->cpu, .waited = to->waited - from->waited, .threads = to->threads};
}

void busy_add(Busy *sum, const Busy *b)
{
    sum->wall += b->wall;
    sum->cpu += b->cpu;
    sum->waited += b->waited;
    if (b->threads > sum->threads) sum->threads = b->threads;
}

/* wanted is half a processor more than one: one thread at work, with all others asleep, never wants so much. */
bool busy_is(const Busy *b)
{
    static const double shortest = 1, wanted = 1.5; /* seconds; processors */
    assert(b->wall >= 0 && b->threads >= 0);
    return b->threads > 1 && b->wall >= shortest && b->cpu < b->wall && b->cpu + b->waited >= wanted * b->wall;
}

void busy_print(FILE *out, const Busy *b)
{
    if (!busy_is(b)) return;
    fprintf(
        out,
        "the machine is busy: %d threads wanted %.1f processors and had %.2f, less than one thread can use: try --threads 1\n",
        b->threads, (b->cpu + b->waited) / b->wall, b->cpu / b->wall);
}
