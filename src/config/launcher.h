/* config/launcher.h. What the environment says of a launcher: mpirun, or srun, which has started several processes at once.
 *
 * Idea: a launcher tells each process its number and how many there are, and whether it also offers them a way to find each
 * other. It is read here and nowhere else, before anything of MPI is called. */
#ifndef SWARMTRIS_CONFIG_LAUNCHER_H
#define SWARMTRIS_CONFIG_LAUNCHER_H

#include <stdbool.h>

typedef struct {
    int ranks;        /* processes that were started together; 1: no launcher, or of this process alone */
    int rank;         /* number of this one */
    bool meets;       /* whether the launcher helps them to find each other */
    const char *name; /* of the launcher, for people */
} Launcher;

Launcher launcher_look(void);

#endif
