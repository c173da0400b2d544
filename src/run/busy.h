/* run/busy.h. Whether other programs kept the processors from the threads of a run.
 *
 * Idea: a thread that is ready to run has a processor, or waits for one; the system counts both. Threads that wait for each
 * other, as at the end of a short batch, or for a disk, are not ready. So a machine is busy only if threads that were ready had
 * to wait. Short or uneven batches on a quiet machine are not mistaken for that.
 * Never: changes what is played. */
#ifndef SWARMTRIS_RUN_BUSY_H
#define SWARMTRIS_RUN_BUSY_H

#include <stdbool.h>
#include <stdio.h>

/* How long the threads of this process ran and waited, within some time. All zero: no time has passed. */
typedef struct {
    double wall;   /* seconds on the clock */
    double cpu;    /* seconds for which all threads together had a processor */
    double waited; /* seconds for which all threads together were ready and waited for one; 0 if the system does not say it */
    int threads;   /* threads that play */
} Busy;

/* The times since the process began; wall counts from an arbitrary moment. threads: those that play. */
Busy busy_now(int threads);

/* The difference of two results of busy_now, the later one minus the earlier one. */
Busy busy_between(const Busy *from, const Busy *to);

/* Adds the times of another period, of the same threads or of others. sum->threads becomes the larger of both numbers. */
void busy_add(Busy *sum, const Busy *b);

/* Whether several threads wanted more than one processor and had less than one, for a second or more. One thread that has a
 * processor to itself would have been done earlier. */
bool busy_is(const Busy *b);

/* Prints a sentence if the machine is busy (busy_is). */
void busy_print(FILE *out, const Busy *b);

#endif
