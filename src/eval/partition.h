/* eval/partition.h. The jobs of a batch, cut into the lists that threads and ranks take from.
 *
 * Idea: the lists of one partition lie in one array of jobs. After its jobs each list has room for jobs that another rank gives
 * back; threads take these like new jobs.
 * Never: a job whose trial is not known. */
#ifndef SWARMTRIS_EVAL_PARTITION_H
#define SWARMTRIS_EVAL_PARTITION_H

#include "eval/objective.h"

/* A list of jobs of one objective. */
typedef struct {
    JobList jobs;               /* points into Partition.job */
    const Objective *objective; /* plays the jobs; borrowed */
    int number;                 /* index of the objective */
    int room;                   /* jobs that the list may grow to */
} Cut;

/* All owned by the evaluator; rebuilt for every batch, in memory that is kept. */
typedef struct {
    Cut *cut; /* (cuts_room): the first `cuts` are lists of this batch */
    int cuts, cuts_room;
    Job *job;   /* (jobs_room): the jobs of all lists, one list after the other */
    int *trial; /* (jobs_room): for each job, the index of its position in the batch */
    int jobs_room, trials_room;
    int positions; /* positions in the batch */
} Partition;

/* Adds job i of the partition, which came back, to its list c again. False: the list has no room. */
bool partition_again(Partition *d, Cut *c, int i);

/* How many jobs of all lists have not been taken. */
int partition_left(const Partition *d);

void partition_free(Partition *d);

#endif
