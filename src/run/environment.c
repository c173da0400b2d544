/* environment.c. Reads the variables of OpenMP, Slurm, Open MPI and MPICH, the affinity of the process, its cgroups, and its
 * limit of the stack; says which instruction sets the lanes can take here; and has what the Makefile knows about the program. */
#include "run/environment.h"

#include "base/mem.h"
#include "base/text.h"
#include "config/config_read.h"
#include "eval/team.h"
#include "file/files.h"
#include "file/message.h"

#include "version_build.h" /* generated: build/<variant>/version_build.h */

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

const char *const version_number = "0.2.0";
const char *const version_commit = VERSION_COMMIT;
const char *const version_compiler = VERSION_COMPILER;
const char *const version_flags = VERSION_FLAGS;

/* ---- launcher, threads and stacks ---- */

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

/* How many processors there are in the places of OpenMP; 0: none. name: the variable that says so, or would; *possible: threads
 * can run there, or it says nothing. */
static int count_places(const char **name, bool *possible)
{
    *name = getenv("OMP_PLACES") != NULL ? "OMP_PLACES" : "GOMP_CPU_AFFINITY";
    const char *said = getenv(*name), *first = said != NULL ? said + strspn(said, " {") : "";
    const int n = team_places(isdigit((unsigned char)*first) ? strtol(first, NULL, 10) : -1, possible);
    *possible = *possible || said == NULL;
    return n;
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
    const char *name, *why = n < here ? "the affinity of the process" : "all processors";
    const int places = count_places(&name, &possible);
    lower(&n, &why, places, getenv(name) != NULL ? name : "the affinity of threads");
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
    const char *name;
    bool possible;
    count_places(&name, &possible);
    if (possible) return STATUS_OK;
    errors_add(errors, "%s=%s: threads cannot run there; name processors that this process may use, or unset it", name,
               getenv(name));
    return STATUS_UNAVAILABLE;
}

/* Kilobytes that each stack must have. The most that was seen in use: 256 by the first thread, 128 by the others. */
enum { LEAST = 512 };

/* Raises the limit of the stack to at least `least`, if need be. Whether it is high enough then. */
static bool raise_limit(size_t least)
{
#ifdef RLIMIT_STACK
    struct rlimit l;
    if (getrlimit(RLIMIT_STACK, &l) != 0 || l.rlim_cur == RLIM_INFINITY || l.rlim_cur >= least) return true;
    l.rlim_cur = l.rlim_max == RLIM_INFINITY || l.rlim_max >= least ? least : l.rlim_max;
    return setrlimit(RLIMIT_STACK, &l) == 0 && l.rlim_cur >= least;
#else
    (void)least;
    return true;
#endif
}

int environment_check(Errors *errors)
{
    static const char *const variables[] = {"OMP_STACKSIZE", "GOMP_STACKSIZE", "KMP_STACKSIZE"}, *const threads[] = {
                                                                                                     "OMP_NUM_THREADS",
                                                                                                     "OMP_THREAD_LIMIT",
                                                                                                     "SLURM_CPUS_PER_TASK"};
    for (size_t i = 0; i < sizeof threads / sizeof *threads; i++) {
        if (getenv(threads[i]) == NULL || number_of(threads[i], ",") >= 1) continue;
        errors_add(errors, "warning: %s=%s is ignored: it must be a number of threads", threads[i], getenv(threads[i]));
        unsetenv(threads[i]); /* the first may make LLVM's runtime abort */
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

/* ---- instruction sets ---- */

static int check_name(const char *from, const char *isa, Errors *errors)
{
    const Param names = {.type = PARAM_CHOICE, .choices = isa_names};
    char why[PARAM_WHY_MAX];
    int which;
    if (param_set(&names, &which, isa, why, sizeof why)) return STATUS_OK;
    Suggest s = suggest_start(isa);
    for (int i = 0; isa_names[i] != NULL; i++) suggest_try(&s, isa_names[i]);
    errors_add(errors, "%s%.100s: %s%s", from, isa, why, suggest_hint(&s).text);
    return STATUS_USAGE;
}

int isa_check(const char *from, const char *isa, Errors *errors)
{
    const int status = check_name(from, isa, errors);
    if (status != STATUS_OK || strcmp(isa, isa_names[0]) == 0 || text_has(config_cpu(), isa)) return status;
    errors_add(errors, "%s%s: this processor does not have that instruction set", from, isa);
    return STATUS_UNAVAILABLE;
}

int isa_check_said(Errors *errors)
{
    const int status = check_name("SWARMTRIS_CPU=", config_said("SWARMTRIS_CPU"), errors);
    return status != STATUS_OK ? status : isa_check("SWARMTRIS_ISA=", config_said("SWARMTRIS_ISA"), errors);
}

const char *isa_taken(void)
{
    for (int i = 1; isa_names[i] != NULL; i++)
        if (text_has(config_isa(), isa_names[i])) return isa_names[i];
    return "plain";
}

/* Lists the other instruction sets that run here, or do not: `before` precedes the first, `between` each further one. */
static void print_others(FILE *out, bool runs, const char *before, const char *between)
{
    for (int i = 1; isa_names[i] != NULL; i++) {
        if (strcmp(isa_names[i], isa_taken()) == 0 || text_has(config_cpu(), isa_names[i]) != runs) continue;
        fprintf(out, "%s%s", before, isa_names[i]);
        before = between;
    }
}

void isa_print(FILE *out)
{
    fprintf(out, "lanes, %s (also: reference", isa_taken());
    print_others(out, true, ", lanes with ", ", ");
    print_others(out, false, "; not on this processor: ", ", ");
    fprintf(out, ")\n");
}
