/* store/runfiles.h. Which files of a directory a run has written, and their removal.
 *
 * Idea: a directory may hold other things of the user's, tables among them, so that only names of a run are removed.
 * Never: called without the lock of the directory. */
#ifndef SWARMTRIS_STORE_RUNFILES_H
#define SWARMTRIS_STORE_RUNFILES_H

#include <stdbool.h>
#include <stddef.h>

/* Removes all that a run has left in dir, the lock apart. First run.json and the checkpoint, so that a run whose removal was
 * interrupted never seems to be finished, or to be one that can go on. False: errno, and failed (room) is the file. */
bool runfiles_clear(const char *dir, char *failed, size_t room);

/* Removes the drafts (file/files.h) that killed processes have left. */
void runfiles_sweep(const char *dir);

#endif
