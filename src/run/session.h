/* run/session.h. One run from the first look at its directory to its results: what train and eval share.
 *
 * Idea: everything of the user's is checked before the first byte is written. Then: lock the directory, clear it (--force) or
 * take up what is there (--resume), write who runs what, drive, and leave the results or the way to go on. */
#ifndef SWARMTRIS_RUN_SESSION_H
#define SWARMTRIS_RUN_SESSION_H

#include "config/weights.h"
#include "run/setup.h"

/* Who plays in a match, and what it is called ("comparison"): kept in the directory, and the same when it is resumed. Borrowed. */
typedef struct {
    const char *match;
    const Weights *weights;
    int n;
} Players;

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

/* dir NULL: nothing is kept. players NULL: no match. Filled by session_run: seconds of the run in all, here: of this
 * process; result (borrowed from the experiment); finished: it is final, whatever could be kept of it. */
typedef struct {
    SessionOptions o;
    const Config *config;
    Setup *setup;
    const char *dir;
    const Players *players;
    double seconds, here;
    Result result;
    bool finished;
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
