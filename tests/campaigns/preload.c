/* preload.c. A library that is loaded before all others (LD_PRELOAD).
 *
 *     FAIL_AT=N      allocation N, counted from 1, fails; those of libraries count, too
 *     FAIL_FROM=N    this one and all behind it
 *     COUNT_TO=FILE  the number of allocations is written there when the process ends
 *     CLOCK_STEP=S   the clock goes on by S seconds whenever it is read, and not otherwise: a run of a moment saves as often as
 *                    one of minutes, each time at the same places, and leaves the same times; the date is always the same. Below
 *                    0: the clock goes back by so many seconds once, when it has been read 20 times
 *
 * Children keep the clock, and forget the first three. Allocations can be replaced by name: the C library
 * calls its own through these names as well (open_memstream, fopen, strdup, scandir). Those of LLVM's OpenMP runtime always
 * succeed: its version 14 aborts or waits for ever without them, and no program can mend that. */
#include <dlfcn.h>
#include <errno.h>
#include <link.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

/* The other names of the replaced functions in glibc. */
void *__libc_malloc(size_t size);
void *__libc_calloc(size_t n, size_t size);
void *__libc_realloc(void *p, size_t size);
void *__libc_memalign(size_t alignment, size_t size);
int omp_get_num_procs(void) __attribute__((weak)); /* NULL: no runtime */

static atomic_long count, looks;
static long at, from;       /* 0: none fails */
static const char *numbers; /* the file for the number of allocations; NULL: none */
static double step, now = 1000;

static bool fails(void *caller)
{
    struct dl_find_object of;
    if (_dl_find_object(caller, &of) == 0 && strstr(of.dlfo_link_map->l_name, "/libomp.so") != NULL) return false;
    const long n = atomic_fetch_add(&count, 1) + 1;
    const bool hit = n == at || (from > 0 && n >= from);
    if (hit) errno = ENOMEM;
    return hit;
}

void *malloc(size_t size)
{
    return fails(__builtin_return_address(0)) ? NULL : __libc_malloc(size);
}

void *calloc(size_t n, size_t size)
{
    return fails(__builtin_return_address(0)) ? NULL : __libc_calloc(n, size);
}

void *realloc(void *p, size_t size)
{
    return fails(__builtin_return_address(0)) ? NULL : __libc_realloc(p, size);
}

void *aligned_alloc(size_t alignment, size_t size)
{
    return fails(__builtin_return_address(0)) ? NULL : __libc_memalign(alignment, size);
}

int posix_memalign(void **p, size_t alignment, size_t size)
{
    *p = fails(__builtin_return_address(0)) ? NULL : __libc_memalign(alignment, size);
    return *p != NULL ? 0 : ENOMEM;
}

/* Programs that are disturbed have one thread, so `now` needs no lock. */
int clock_gettime(clockid_t clock, struct timespec *t)
{
    now += step;
    if (step <= 0) {
        const int status = (int)syscall(SYS_clock_gettime, clock, t);
        if (step < 0 && atomic_fetch_add(&looks, 1) >= 20) t->tv_sec += (time_t)step;
        return status;
    }
    t->tv_sec = (time_t)now;
    t->tv_nsec = (long)((now - (double)t->tv_sec) * 1e9);
    return 0;
}

time_t time(time_t *t)
{
    struct timespec real;
    if (step > 0 || syscall(SYS_clock_gettime, CLOCK_REALTIME, &real) != 0) real.tv_sec = 1700000000;
    if (t != NULL) *t = real.tv_sec;
    return real.tv_sec;
}

static void spare(void)
{
    at = from = 0;
}

/* Reads a number from the environment and removes it there: children do not get it. */
static long number(const char *name)
{
    const char *text = getenv(name);
    const long value = text != NULL ? atol(text) : 0;
    unsetenv(name);
    return value;
}

__attribute__((constructor)) static void begin(void)
{
    const char *clock = getenv("CLOCK_STEP");
    pthread_atfork(NULL, NULL, spare);
    if (omp_get_num_procs != NULL) omp_get_num_procs(); /* LLVM's reads /proc as it starts: now, uncounted; and after fork */
    step = clock != NULL ? atof(clock) : 0;
    numbers = getenv("COUNT_TO");
    unsetenv("COUNT_TO"); /* the pointer stays valid */
    at = number("FAIL_AT");
    from = number("FAIL_FROM");
    atomic_store(&count, 0);
}

__attribute__((destructor)) static void end(void)
{
    const long n = atomic_load(&count);
    FILE *f = numbers != NULL ? fopen(numbers, "w") : NULL;
    if (f == NULL) return;
    fprintf(f, "%ld\n", n);
    fclose(f);
}
