/* eval/partition.h. The jobs of a batch, cut into the lists that threads and ranks take from.
 *
 * Idea: the lists of one partition lie in one array of jobs. Each has room behind its jobs: those that another rank gives back
 * are added there, and are as new for the threads that find them.
 * Never: a job whose trial is not known. */
#ifndef SWARMTRIS_EVAL_PARTITION_H
#define SWARMTRIS_EVAL_PARTITION_H

#include "eval/objective.h"

/* A list of jobs of one objective. */
typedef struct {
    JobList jobs;               /* points into Partition.job */
    const Objective *objective; /* plays the jobs; borrowed */
    int number;                 /* of that objective */
    int room;                   /* jobs that the list may grow to */
} Cut;

/* All owned by the evaluator; rebuilt for every batch, in memory that is kept. */
typedef struct {
    Cut *cut; /* (cuts_room): the first `cuts` are lists of this batch */
    int cuts, cuts_room;
    Job *job;   /* (jobs_room): the jobs of all lists, one list after the other */
    int *trial; /* (jobs_room): of each job, the number of its position among those of the batch */
    int jobs_room, trials_room;
    int positions; /* of the batch */
} Partition;

/* Adds a job that has come back to the list: like job number i of the partition, which belongs to it. False: there is no room. */
bool partition_again(Partition *d, Cut *c, int i);

/* Jobs of all lists that none has taken. */
int partition_left(const Partition *d);

void partition_free(Partition *d);

#endif
