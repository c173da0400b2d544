/* store/runfiles.h. Which files of a directory a run has written, and their removal; and the journal of what happened in a run,
 * and when: log.txt and timing.tsv, whose lines are added one by one.
 *
 * Idea: a directory may hold other things of the user's, tables among them, so that only names of a run are removed.
 * Never: called without the lock of the directory, journal_share excepted; writes half a line. */
#ifndef SWARMTRIS_STORE_RUNFILES_H
#define SWARMTRIS_STORE_RUNFILES_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Removes all files of a run from dir, except the lock. First come run.json and the checkpoint, so that after an interruption
 * the run never seems finished or resumable. False: errno, and failed (room) is the file. */
bool runfiles_clear(const char *dir, char *failed, size_t room);

/* Removes the drafts (file/files.h) that killed processes have left. */
void runfiles_sweep(const char *dir);

/* A line of timing.tsv. */
typedef struct {
    double seconds;    /* since this process began to work on the run */
    int64_t plays;     /* games whose answers the experiment has received, in all processes */
    int64_t turns;     /* their pieces */
    double share;      /* share of the whole run that is done, 0..1; NAN: not known */
    const char *phase; /* what was being done: "training"; borrowed */
} RunTiming;

/* Both return false, with errno, if the line could not be added. */
bool journal_log(const char *dir, const char *format, va_list args);
bool journal_timing(const char *dir, const RunTiming *t);

/* The share of the last line of timing.tsv; 0: there is none, or another process is writing it. */
double journal_share(const char *dir);

#endif
