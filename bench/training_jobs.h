/* bench/training_jobs.h. The jobs of a training, as a simulation of many ranks needs them.
 *
 * Idea: a training is played on one thread, batch by batch. How many turns a job takes depends neither on the machine nor on the
 * ranks; so what is recorded here is what any cluster would have to play. Besides, the time is measured that this thread takes.
 * Never: plays the selection or the validation. */
#ifndef SWARMTRIS_BENCH_TRAINING_JOBS_H
#define SWARMTRIS_BENCH_TRAINING_JOBS_H

#include "config/config.h"
#include "file/status.h"

/* A job, in the order in which jobs are handed out: longest expected first. */
typedef struct {
    int position;    /* of its batch, from 0 on */
    double expected; /* turns, before it was played; 0: not known */
    double turns;    /* that it took */
} RecordedJob;

/* Jobs that were handed out together. */
typedef struct {
    int first, n;   /* of Recording.job */
    double seconds; /* of processor time that they took */
} RecordedBatch;

/* All zero: empty. */
typedef struct {
    RecordedJob *job; /* (jobs, with room for more), owned */
    int jobs, jobs_room;
    RecordedBatch *batch; /* (batches, with room for more), owned */
    int batches, batches_room;
    double between; /* seconds that the training took between its batches, in all */
    bool lanes;     /* games are played side by side; else jobs one after the other */
} Recording;

/* Records the training of an ini with these values (n), up to the batch in which it reaches this share of its budget; 1: all.
 * STATUS_NO_INPUT: the ini is missing; STATUS_CONFIG: something is wrong in it; errors has the reasons. *r is to be freed in
 * every case. */
Status record_training(Recording *r, const char *ini, const ConfigValue *value, int n, double share, Errors *errors);
void recording_free(Recording *r);

#endif
