/* environment.c. Reads the variables of OpenMP, Slurm, Open MPI and MPICH, the affinity of the process, its cgroups, and its
 * limit of the stack. */
#include "run/environment.h"

#include "base/mem.h"
#include "base/text.h"
#include "eval/team.h"
#include "file/files.h"

#include <assert.h>
#include <ctype.h>
#include <limits.h>
#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

/* The whole number at the beginning of the variable, up to its end or a character of ends, as in "4,2". None: -1. */
static long number_of(const char *variable, const char *ends)
{
    const char *text = getenv(variable);
    char *end = NULL;
    const long n = text != NULL ? strtol(text, &end, 10) : -1;
    const bool whole = text != NULL && end != text && (*end == '\0' || strchr(ends, *end) != NULL);
    return whole && n >= 0 ? n : -1;
}

/* mpirun's variables are looked at first, since mpirun may itself have been started by Slurm. */
Launcher launcher_look(void)
{
    static const struct {
        const char *name, *ranks, *rank, *meets;
    } row[] = {{"mpirun", "OMPI_COMM_WORLD_SIZE", "OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE"},
               {"mpirun", "PMI_SIZE", "PMI_RANK", "PMI_SIZE"},
               {"srun", "SLURM_STEP_NUM_TASKS", "SLURM_PROCID", "PMIX_RANK"}};
    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        const long ranks = number_of(row[i].ranks, ""), rank = number_of(row[i].rank, "");
        if (ranks >= 1 && ranks <= INT_MAX && rank >= 0 && rank < ranks)
            return (Launcher){.ranks = (int)ranks, .rank = (int)rank, .meets = getenv(row[i].meets) != NULL, .name = row[i].name};
    }
    return (Launcher){.ranks = 1, .name = "no launcher"};
}

/* Reads one number of a file of a cgroup, or two; what is not there stays as it is. */
static void read_numbers(const char *group, const char *file, double *one, double *two)
{
    OWNED char *path = text_new("/sys/fs/cgroup/%s/%s", group, file), *text = files_read(path, NULL);
    if (text != NULL) sscanf(text, "%lf %lf", one, two);
}

/* The processors that the quotas of the cgroups of this process and of all above them allow, rounded up; LONG_MAX: no quota. A
 * line is number:controllers:path; version 2 has no controllers. A container does not see the beginning of the path. */
static long cgroup_processors(void)
{
    double least = HUGE_VAL;
    OWNED char *lines = files_read("/proc/self/cgroup", NULL);
    for (char *rest = lines, *line; (line = strsep(&rest, "\n")) != NULL;) {
        strsep(&line, ":");
        const char *controllers = strsep(&line, ":");
        const bool counts = line != NULL && (controllers[0] == '\0' || strstr(controllers, "cpu") != NULL);
        for (char *end = counts ? strchr(line, '\0') : NULL; end != NULL; end = strrchr(line, '/')) {
            double quota = 0, period = 0;
            *end = '\0';
            OWNED char *group = text_new("%s%s", controllers, line);
            read_numbers(group, "cpu.max", &quota, &period); /* of version 2; the others are of version 1 */
            read_numbers(group, "cpu.cfs_quota_us", &quota, &quota);
            read_numbers(group, "cpu.cfs_period_us", &period, &period);
            if (quota > 0 && period > 0) least = fmin(least, quota / period);
        }
    }
    return least < INT_MAX ? (long)ceil(least) : LONG_MAX;
}

/* The variable that says to which processors OpenMP binds its threads. */
static const char *places_variable(void)
{
    return getenv("OMP_PLACES") != NULL ? "OMP_PLACES" : "GOMP_CPU_AFFINITY";
}

static void lower(long *n, const char **why, long to, const char *because)
{
    if (to < 1 || to >= *n) return;
    *n = to;
    *why = because;
}

int processors_taken(const char **from)
{
    const long here = sysconf(_SC_NPROCESSORS_ONLN), asked = number_of("OMP_NUM_THREADS", ",");
    long n = team_processors();
    bool possible;
    const char *why = n < here ? "the affinity of the process" : "all processors";
    lower(&n, &why, team_places(-1, &possible),
          getenv(places_variable()) != NULL ? places_variable() : "the affinity of threads");
    lower(&n, &why, cgroup_processors(), "cgroup");
    lower(&n, &why, number_of("SLURM_CPUS_PER_TASK", ","), "SLURM_CPUS_PER_TASK");
    if (asked > 0) {
        n = asked;
        why = "OMP_NUM_THREADS";
    }
    lower(&n, &why, number_of("OMP_THREAD_LIMIT", ""), "OMP_THREAD_LIMIT");
    assert(n >= 1);
    if (from != NULL) *from = why;
    return n < TEAM_MAX ? (int)n : TEAM_MAX;
}

int environment_affinity(Errors *errors)
{
    const char *name = places_variable(), *said = getenv(name), *first = said != NULL ? said + strspn(said, " {") : "";
    bool possible = true;
    if (said != NULL) team_places(isdigit((unsigned char)*first) ? strtol(first, NULL, 10) : -1, &possible);
    if (possible) return STATUS_OK;
    errors_add(errors, "%s=%s: threads cannot run there; name processors that this process may use, or unset it", name, said);
    return STATUS_UNAVAILABLE;
}

/* Kilobytes that each stack must have. The most that was seen in use: 256 by the first thread, 128 by the others. */
enum { LEAST = 512 };

/* Raises the limit of the stack to at least `least`, if need be. Whether it is high enough then. */
static bool raise_limit(size_t least)
{
    struct rlimit l;
    if (getrlimit(RLIMIT_STACK, &l) != 0 || l.rlim_cur == RLIM_INFINITY || l.rlim_cur >= least) return true;
    l.rlim_cur = l.rlim_max == RLIM_INFINITY || l.rlim_max >= least ? least : l.rlim_max;
    return setrlimit(RLIMIT_STACK, &l) == 0 && l.rlim_cur >= least;
}

int environment_check(Errors *errors)
{
    static const char *const variables[] = {"OMP_STACKSIZE", "GOMP_STACKSIZE", "KMP_STACKSIZE"};
    const char *threads = getenv("OMP_NUM_THREADS");
    if (threads != NULL && number_of("OMP_NUM_THREADS", ",") < 1) { /* such a value may make LLVM's runtime abort */
        errors_add(errors, "warning: OMP_NUM_THREADS=%s is ignored: it must be a number of threads", threads);
        unsetenv("OMP_NUM_THREADS");
    }
    if (!raise_limit((size_t)LEAST * 1024)) {
        errors_add(errors, "swarmtris: the limit of the stack is too low: 'ulimit -s' must be at least %d", LEAST);
        return STATUS_UNAVAILABLE;
    }
    if (environment_affinity(errors) != STATUS_OK) return STATUS_UNAVAILABLE;
    team_stack_raise((size_t)LEAST * 1024);
    for (size_t i = 0; i < sizeof variables / sizeof *variables; i++) {
        const char *said = getenv(variables[i]);
        if (said == NULL || team_stack() >= (size_t)LEAST * 1024) continue;
        errors_add(errors, "swarmtris: %s=%s: threads need a stack of %dk or more; or unset it", variables[i], said, LEAST);
        return STATUS_USAGE;
    }
    return STATUS_OK;
}
