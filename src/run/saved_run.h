/* run/saved_run.h. A run that is kept in a directory: what the directory holds, beginning or resuming the run in it, and the
 * files that the run leaves there.
 *
 * Idea: the program and the library keep runs in the same way, so that each can go on with a run of the other. The directory
 * keeps the configuration, the problems and the contestants that a run was started with. To go on, all of it must be the same,
 * except for keys that may change (Param.may_change): the budget of a training and the games of its validation may be raised.
 * What is wrong is returned as finished sentences; how to ask for something else (an option, an argument) is added by the
 * callers, which know.
 * Never: prints, plays, or handles a signal. */
#ifndef SWARMTRIS_RUN_SAVED_RUN_H
#define SWARMTRIS_RUN_SAVED_RUN_H

#include "config/weights.h"
#include "file/files.h"
#include "run/setup.h"
#include "store/checkpoint.h"
#include "store/runs.h"

/* The contestants of a comparison or of a tournament, as the run directory keeps them; a resumed run must have the same. */
typedef struct {
    const Weights *weights; /* (n), of each contestant; borrowed */
    const Config *config;   /* (n), under which each plays; borrowed */
    int n;                  /* contestants, at least 2 */
} Participants;

/* A run: the parts that it is made of, where it is kept, and how far it is. All but d is borrowed. */
typedef struct {
    const Config *config;             /* of the run */
    Setup *setup;                     /* made of config, with its experiment */
    const char *dir;                  /* the run directory; NULL: nothing is kept */
    const Participants *participants; /* NULL: no contestants are compared */
    const char *source;               /* the file that evaluated weights come from; NULL: the weights are this training's */
    FolderKind kind;   /* FOLDER_TRAINING, also a meta search: it has a budget, which may be raised; or another kind of run */
    int argc;          /* words of the command line that began the run; 0: a program of others did, through the library */
    char *const *argv; /* (argc) */

    /* Filled in later. */
    Pending kept;   /* on ranks other than 0: what the directory has of the batch under way; owned */
    RunDir *d;      /* dir, open and locked (saved_run_open); owned; NULL: it is not */
    double seconds; /* the time that the run has taken, in all processes; callers add to it */
    Result result;  /* the newest; its arrays belong to the experiment */
} Run;

/* What a directory holds. */
typedef enum {
    SAVED_RUN_NOTHING,      /* no run: a new one may begin there */
    SAVED_RUN_UNFINISHED,   /* a run that can go on */
    SAVED_RUN_FINISHED,     /* a run that has its result */
    SAVED_RUN_BUSY,         /* a run that another process, or another object of this one, works on */
    SAVED_RUN_NO_DIRECTORY, /* its name is that of a file */
    SAVED_RUN_OTHER,        /* what is no run of this kind */
    SAVED_RUN_FOREIGN,      /* no run, but files with the names of a run's files */
    SAVED_RUN_UNREADABLE    /* a run of another version */
} SavedRunState;

/* Looks at dir, where a run of this kind is to begin, go on, or (force) take the place of another; changes nothing. *name: for
 * SAVED_RUN_FOREIGN the path of the first such file, for SAVED_RUN_OTHER and SAVED_RUN_UNREADABLE a sentence, all owned by the
 * caller; else NULL. */
SavedRunState saved_run_look(const char *dir, FolderKind kind, bool force, char **name);

/* Reads the config.ini that a run has left in dir (*was is to be freed in any case); *trained: the run is a training, and not
 * an evaluation, which has no budget. STATUS_NO_INPUT: the file cannot be read, with a sentence unless it is absent;
 * STATUS_CONFIG: errors has the reasons. */
Status resume_read(Config *was, const char *dir, bool *trained, Errors *errors);

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

/* All ranks take over the state of rank 0, which may have resumed the run. */
void saved_run_spread(Run *r);

/* Asks the experiment for its result, writes it if there is one, and run.json with the state "running", "stopped" or "finished".
 * Then it adds a line to log.txt (NULL: none). Returns STATUS_OK or, with a sentence, STATUS_IO. */
int saved_run_write(Run *r, const char *state, const char *line, Errors *errors);

/* Whether a run could continue from its checkpoint: loads the checkpoint of dir as a resume would, and checks that the tables
 * are as long as it says. Returns STATUS_OK; or STATUS_DATA or STATUS_IO with a sentence in errors. If the run is a comparison,
 * or cannot be set up here (a file that its ini names is missing), it checks only the form of the fields. */
int verify_run(const char *dir, Errors *errors);

#endif
