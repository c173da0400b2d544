/* store/journal.h. What happened in a run, and when: log.txt and timing.tsv, whose lines are added one by one.
 *
 * Never: anything that a resume needs; a line that is half there. */
#ifndef SWARMTRIS_STORE_JOURNAL_H
#define SWARMTRIS_STORE_JOURNAL_H

#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>

/* A line of timing.tsv. */
typedef struct {
    double seconds;    /* since this process began to work on the run */
    int64_t plays;     /* games that the experiment has been told of so far, in all processes */
    int64_t turns;     /* pieces that this process has played */
    double share;      /* of the whole run that is done, 0..1; NAN: not known */
    const char *phase; /* what was being done: "training"; borrowed */
} RunTiming;

/* Both return false with errno where the line could not be added. */
bool journal_log(const char *dir, const char *format, va_list args);
bool journal_timing(const char *dir, const RunTiming *t);

#endif
