/* processors.c. Reads OMP_NUM_THREADS, SLURM_CPUS_PER_TASK and the affinity of the process. */
#include "config/processors.h"

#include "eval/team.h"

#include <assert.h>
#include <stdbool.h>
#include <stdlib.h>
#include <unistd.h>

/* The whole number that the variable begins with ("4", and 4 of "4,2"); 0: it is not set, or no number of threads. */
static long number_of(const char *variable)
{
    const char *text = getenv(variable);
    char *end = NULL;
    const long n = text != NULL ? strtol(text, &end, 10) : 0;
    const bool whole = end != NULL && end != text && (*end == '\0' || *end == ',');
    return whole && n >= 1 ? n : 0;
}

int processors_taken(const char **from)
{
    const long here = sysconf(_SC_NPROCESSORS_ONLN), asked = number_of("OMP_NUM_THREADS"), job = number_of("SLURM_CPUS_PER_TASK");
    long n = team_processors();
    *from = n < here ? "the affinity of the process" : "all processors";
    if (job > 0 && job < n) {
        n = job;
        *from = "SLURM_CPUS_PER_TASK";
    }
    if (asked > 0) {
        n = asked;
        *from = "OMP_NUM_THREADS";
    }
    assert(n >= 1);
    return n < PROCESSORS_MAX ? (int)n : PROCESSORS_MAX;
}
