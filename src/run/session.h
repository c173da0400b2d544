/* run/session.h. One run from the first look at its directory to its results: what train and eval share.
 *
 * Idea: all that the user gives is checked before the first byte is written. Then: lock the directory, clear it (--force) or resume what
 * is there (--resume), write what is run and with which options, drive, and leave the results or the command that goes on.
 * Never: decides what is played, or with which result. */
#ifndef SWARMTRIS_RUN_SESSION_H
#define SWARMTRIS_RUN_SESSION_H

#include "config/weights.h"
#include "run/setup.h"

/* The contestants of a comparison or of a tournament, as the directory keeps them; a run that is resumed must have the same. */
typedef struct {
    const char *match;      /* "comparison", "tournament", "tournament by halving" */
    const Weights *weights; /* (n) of each contestant; borrowed */
    int n;
} Lineup;

/* What the command line says of a session. Borrowed. */
typedef struct {
    int argc; /* the command line itself: what to type to go on is made of it, and run.json keeps it */
    char *const *argv;
    bool resume, force; /* go on with what dir holds, or replace it */
    bool quiet;         /* no progress, no estimate */
    bool verbose;       /* progress shows every iteration */
    bool trains;        /* the experiment is a training or a meta search: it has a budget, which may be raised */
    const char *source; /* the file that evaluated weights come from; NULL: the weights are this training's */
    double max_seconds; /* stop, and keep the run, after so many; 0: no limit */
} SessionOptions;

/* All pointers are borrowed. */
typedef struct {
    SessionOptions o;
    const Config *config; /* of the run */
    Setup *setup;         /* made of config, with its experiment */
    const char *dir;      /* the run directory; NULL: nothing is kept */
    const Lineup *lineup; /* NULL: no contestants are compared */

    /* Filled in by session_run. */
    double seconds; /* that the run has taken in all */
    double here;    /* that it has taken in this process */
    Result result;  /* its arrays belong to the experiment */
    bool finished;  /* the result is final, even if not all of it could be kept */
} Session;

/* Whether dir may be used with these options: STATUS_OK, or STATUS_CANT_CREATE with a sentence that says what to type. Nothing is
 * changed. */
int session_allowed(const SessionOptions *o, const char *dir);

/* Reads the config.ini that a run has left in dir (was is to be freed in any case). trained: it was a training; an evaluation has no
 * budget, and is given the one that every ini must have. False: errors says why. */
bool session_config(Config *was, const char *dir, bool trained, Errors *errors);

/* Runs it. STATUS_OK: finished, the files are written. STATUS_STOPPED, STATUS_INTERRUPTED: saved, said how to go on. Else: said
 * why. */
int session_run(Session *s);

#endif
