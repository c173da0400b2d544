/* run/session.h. One run of the program, from the check of its directory to its results: shared by train, eval, compare and
 * tournament.
 *
 * Idea: everything that the user gives is checked before the first byte is written. Then the session opens the directory
 * (saved_run.h), runs the loop with signals, clock and progress, and leaves the results, or prints the command that resumes the
 * run.
 * Never: decides what is played, or changes a result. */
#ifndef SWARMTRIS_RUN_SESSION_H
#define SWARMTRIS_RUN_SESSION_H

#include "file/files.h"
#include "run/monitor.h"
#include "run/saved_run.h"

/* All pointers are borrowed. */
typedef struct {
    Run run; /* its command line, too, of which the command that resumes it is made; result and seconds are filled in */
    bool resume, force; /* go on with the run in run.dir, or replace it; never both */
    bool quiet;         /* no progress, no announcement */
    bool verbose;       /* progress shows every iteration */
    const char *above;  /* the directory of several runs, one of which this is: its file STOP stops the run, and the caller says
                         * how to go on; NULL: this is the only run */
    double max_seconds; /* the run is saved and stopped after so many; 0: no limit */

    /* Filled in by session_run. */
    double trained;    /* seconds, in all processes, up to the end of the training; 0: it did not end in this process */
    StopReason reason; /* why the run was stopped; STOP_NOT: it was not */
    bool finished;     /* the result is final, even if not all of it could be written */
} Session;

/* Whether run.dir may be used: STATUS_OK; else STATUS_CANT_CREATE or STATUS_DATA, after a sentence that says what
 * to type. Nothing is changed. */
int session_allowed(const Session *s);

/* Prints what a training or meta search runs, in one line: search, preset, what is not as its preset has it, engine and threads.
 * verbose: with all settings and, unless it is resumed, the budget. */
void session_announce(const Setup *s, bool resumed, bool verbose);

/* Runs the session. STATUS_OK: it is finished, and the files are written. STATUS_STOPPED, STATUS_INTERRUPTED: it is saved, and
 * the command that resumes it is printed. Any other status: the reason is printed. */
int session_run(Session *s);

#endif
