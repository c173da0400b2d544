/* launcher.c. Reads the variables that Open MPI, MPICH and Slurm set for the processes that they start. */
#include "config/launcher.h"

#include <limits.h>
#include <stddef.h>
#include <stdlib.h>

/* The number that the variable holds; none: -1. */
static int number_of(const char *variable)
{
    const char *text = getenv(variable);
    char *end = NULL;
    const long n = text != NULL ? strtol(text, &end, 10) : -1;
    return text != NULL && end != text && *end == '\0' && n >= 0 && n <= INT_MAX ? (int)n : -1;
}

/* Those of mpirun come first: it may itself have been started by Slurm. */
Launcher launcher_look(void)
{
    static const struct {
        const char *name, *ranks, *rank, *meets;
    } row[] = {{"mpirun", "OMPI_COMM_WORLD_SIZE", "OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE"},
               {"mpirun", "PMI_SIZE", "PMI_RANK", "PMI_SIZE"},
               {"srun", "SLURM_STEP_NUM_TASKS", "SLURM_PROCID", "PMIX_RANK"}};
    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        const int ranks = number_of(row[i].ranks), rank = number_of(row[i].rank);
        if (ranks >= 1 && rank >= 0 && rank < ranks)
            return (Launcher){.ranks = ranks, .rank = rank, .meets = getenv(row[i].meets) != NULL, .name = row[i].name};
    }
    return (Launcher){.ranks = 1, .name = "no launcher"};
}
