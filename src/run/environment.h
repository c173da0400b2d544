/* run/environment.h. What the environment and the system say of a run: the program's version, the launcher that started it, its
 * threads, its stacks, its instruction sets.
 *
 * Idea: processors, job and launcher belong to the machine, not to an experiment: no ini has them, no result depends on them.
 * They are read here and nowhere else, before anything is begun and before anything of MPI is called. A stack that overflows
 * ends the process without a word; so its soft limit is raised, and what cannot be raised is refused. */
#ifndef SWARMTRIS_RUN_ENVIRONMENT_H
#define SWARMTRIS_RUN_ENVIRONMENT_H

#include "base/error.h"

#include <stdbool.h>
#include <stdio.h>

/* ---- the version, as --version and run.json have it ---- */

extern const char *const version_number;   /* "0.2.0" */
extern const char *const version_commit;   /* abbreviated hash, followed by "-dirty" if files were changed; or "unknown" */
extern const char *const version_compiler; /* first line of what CC --version says */
extern const char *const version_flags;    /* the compilation without file names */

/* ---- launcher, threads and stacks ---- */

typedef struct {
    int ranks;        /* processes that were started together; 1: there is no launcher, or it started this process alone */
    int rank;         /* number of this process, from 0 */
    bool meets;       /* the launcher helps the processes to find each other */
    const char *name; /* the launcher's name, for people */
} Launcher;

Launcher launcher_look(void);

/* The threads to take, 1 .. TEAM_MAX. *from (may be NULL): where this number comes from, for people: "OMP_NUM_THREADS",
 * "cgroup", "all processors". OMP_NUM_THREADS is taken as it is; affinity, places of OpenMP, quotas of cgroups and
 * SLURM_CPUS_PER_TASK only lower the number of processors, OMP_THREAD_LIMIT that of any threads. */
int processors_taken(const char **from);

/* STATUS_UNAVAILABLE, with a sentence: a variable binds threads to processors that they cannot run on. Else STATUS_OK. */
int environment_affinity(Errors *errors);

/* environment_affinity; and STATUS_OK: all stacks are large enough. With a sentence, STATUS_UNAVAILABLE: the hard limit is too
 * low; STATUS_USAGE: a variable asks for too little. A variable for a number of threads that is none is removed, with a warning.
 * Call it first. */
int environment_check(Errors *errors);

/* ---- instruction sets: which the lanes can use here. This is checked before anything is begun. ---- */

/* Whether isa can be taken; from is what stands before it in a sentence ("SWARMTRIS_ISA=", "--isa "). STATUS_OK; or, with a
 * sentence, STATUS_USAGE: there is no such instruction set; STATUS_UNAVAILABLE: it cannot be used here. isa_check_said:
 * SWARMTRIS_CPU, of which only the name counts, and SWARMTRIS_ISA. */
int isa_check(const char *from, const char *isa, Errors *errors);
int isa_check_said(Errors *errors);

/* The instruction set of the lanes that engine = auto takes; "plain" if there are none. */
const char *isa_taken(void);

/* "lanes, avx2 (also: reference, lanes with plain; not on this processor: avx512)": what engine = auto takes where lanes
 * know the rules, and what else there is. */
void isa_print(FILE *out);

#endif
