/* run/busy.h. Whether other programs kept the processors from the threads of a run.
 *
 * Idea: a thread that is ready to run has a processor, or waits for one; the system counts both. Threads that wait for each
 * other, as at the end of a short batch, or for a disk, are not ready. So a machine is called busy by what its threads were kept
 * from, and short or uneven batches on a quiet one are not mistaken for it.
 * Never: changes what is played. */
#ifndef SWARMTRIS_RUN_BUSY_H
#define SWARMTRIS_RUN_BUSY_H

#include <stdbool.h>
#include <stdio.h>

/* What the threads of this process had in some time. All zero: nothing. */
typedef struct {
    double wall;   /* seconds on the clock */
    double cpu;    /* seconds for which all threads together had a processor */
    double waited; /* seconds for which all threads together were ready and waited for one; 0 where the system does not say it */
    int threads;   /* that play */
} Busy;

/* Since the process began; wall: since some moment. */
Busy busy_now(int threads);

/* From an earlier moment to a later one. */
Busy busy_between(const Busy *from, const Busy *to);

/* Adds what other threads, or the same, had in another time. */
void busy_add(Busy *sum, const Busy *b);

/* Whether several threads wanted more than one processor and had less than one, for a second or more: one thread that has a
 * processor to itself would have been done earlier. */
bool busy_is(const Busy *b);

/* Prints a sentence where it is. */
void busy_print(FILE *out, const Busy *b);

#endif
