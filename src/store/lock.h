/* store/lock.h. The file LOCK of a run directory: one process a directory.
 *
 * Idea: flock, which the system takes back when the process ends, however it ends. Whether a run is at work is asked with a
 * shared lock, which is held for a moment; a run that begins meanwhile sees that it is only asked, and waits for it.
 * Never: follows a symbolic link. */
#ifndef SWARMTRIS_STORE_LOCK_H
#define SWARMTRIS_STORE_LOCK_H

#include <stdbool.h>

/* Takes the lock of dir; returns the open file, which the caller closes. *held: it keeps other processes out, unless the file
 * system has no locks. -1: errno; EWOULDBLOCK: another process holds it. */
int lock_take(const char *dir, bool *held);

/* Whether another process holds the lock of dir. */
bool lock_is_held(const char *dir);

#endif
