/* config/processors.h. How many threads a run takes where nothing else is said: the environment and the system may limit them.
 *
 * Idea: the processors that this process may use (its affinity, which taskset and most clusters set), OMP_NUM_THREADS, and
 * SLURM_CPUS_PER_TASK belong to the machine and the job, not to an experiment: no ini has them, no result depends on them. They
 * are read here and nowhere else. */
#ifndef SWARMTRIS_CONFIG_PROCESSORS_H
#define SWARMTRIS_CONFIG_PROCESSORS_H

/* The most threads that anything may ask for. */
enum { PROCESSORS_MAX = 1024 };

/* The threads to take, 1 .. PROCESSORS_MAX. *from: what says so, for people: "OMP_NUM_THREADS", "SLURM_CPUS_PER_TASK", "the
 * affinity of the process", "all processors". OMP_NUM_THREADS is taken as it is; SLURM_CPUS_PER_TASK only lowers the number. */
int processors_taken(const char **from);

#endif
