/* store/lock.h. The file LOCK of a run directory: one process a directory.
 *
 * Idea: flock, which the system takes back when the process ends, however it ends. Whether a run is at work is asked with a
 * shared lock, which is held for a moment; a run that begins meanwhile sees that it is only asked, and waits for it.
 * Never: follows a symbolic link. */
#ifndef SWARMTRIS_STORE_LOCK_H
#define SWARMTRIS_STORE_LOCK_H

#include <stdbool.h>

typedef enum {
    LOCK_TAKEN,
    LOCK_BUSY,   /* another process holds it */
    LOCK_NONE,   /* the file system has no locks: the file is there, but keeps no process out */
    LOCK_FAILED, /* the file cannot be made or locked; errno */
} LockState;

/* Takes the lock of dir. *file: of LOCK_TAKEN and LOCK_NONE the open file, which the caller closes. */
LockState lock_take(const char *dir, int *file);

/* Whether another process holds the lock of dir. */
bool lock_is_held(const char *dir);

#endif
