/* run/saved_run.h. A run that is kept in a directory: what the directory holds, beginning or resuming the run in it, and the
 * files that the run leaves there.
 *
 * Idea: the program and the library keep runs in the same way, so that each can go on with a run of the other. What is wrong is
 * returned as finished sentences; how to ask for something else (an option, an argument) is added by the callers, which know.
 * Never: prints, plays, or handles a signal. */
#ifndef SWARMTRIS_RUN_SAVED_RUN_H
#define SWARMTRIS_RUN_SAVED_RUN_H

#include "file/files.h"
#include "run/setup.h"
#include "store/rundir.h"

/* What a directory holds. */
typedef enum {
    SAVED_RUN_NOTHING,      /* no run: a new one may begin there */
    SAVED_RUN_UNFINISHED,   /* a run that can go on */
    SAVED_RUN_FINISHED,     /* a run that has its result */
    SAVED_RUN_BUSY,         /* a run that another process, or another object of this one, works on */
    SAVED_RUN_NO_DIRECTORY, /* its name is that of a file */
    SAVED_RUN_FOREIGN,      /* no run, but files with the names of a run's files */
    SAVED_RUN_UNREADABLE    /* a run of another version */
} SavedRunState;

/* Looks at dir, and changes nothing. *name: for SAVED_RUN_FOREIGN the path of the first such file, for SAVED_RUN_UNREADABLE the
 * sentence about the run, both owned by the caller; else NULL. */
SavedRunState saved_run_look(const char *dir, char **name);

/* Seconds that all processes have worked on the run in dir, up to their last checkpoints. */
double saved_run_seconds(const char *dir);

/* How a run begins. */
typedef enum {
    SAVED_RUN_NEW,    /* the directory holds no run */
    SAVED_RUN_RESUME, /* goes on with the run in the directory; begins a new one if there is none */
    SAVED_RUN_REPLACE /* the files of an earlier run are removed first */
} SavedRunMode;

/* Locks r->dir, loads or clears what it holds, and writes the files that a run has from its start. Returns STATUS_OK, with
 * warnings in errors; or another status, with sentences. *r is to be closed in either case. */
int saved_run_open(Run *r, SavedRunMode how, Errors *errors);
void saved_run_close(Run *r);

/* Asks the experiment for its result, writes it if there is one, and run.json with the state "running", "stopped" or "finished".
 * Then it adds a line to log.txt (NULL: none). Returns STATUS_OK or, with a sentence, STATUS_IO. */
int saved_run_write(Run *r, const char *state, const char *line, Errors *errors);

#endif
