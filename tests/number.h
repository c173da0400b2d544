/* number.h. A run directory whose experiment is only a number; and a training of a second, which leaves one. */
#ifndef SWARMTRIS_TESTS_NUMBER_H
#define SWARMTRIS_TESTS_NUMBER_H

#include "store/rundir.h"
#include "tests/helpers.h"

/* A new directory at path, or one that exists. */
RunDir *number_open(const char *path);
CLOSER(number_close, RunDir, rundir_close)

/* A row with the number and its half. */
void number_row(RunDir *d, const char *table, int64_t n);

/* Saves the number; false: *what cannot be written. number_save fails the test then. */
bool number_try(RunDir *d, int number, const Batch *pending, bool trained, const char **what);
void number_save(RunDir *d, int number, const Batch *pending, bool trained);

/* Loads what was saved, trained: to be extended: it must be this number, or be refused with this status and sentence. */
void number_loads(RunDir *d, bool trained, int expected);
void number_refused(RunDir *d, bool trained, Status expected, const char *sentence);

/* Closes open (or NULL), opens path anew and loads this number. */
RunDir *number_reopen(RunDir *open, const char *path, int expected);

/* Five iterations of games, a selection, a validation; by the reference, which ends its games one after the other. */
#define TRAINING                                                                                                          \
    "[experiment]\nengine = reference\n[game]\nwidth = 6\nheight = 6\n[objective]\nmax_pieces = 50\n[training]\ngames = " \
    "2\niterations = 5\n"                                                                                                 \
    "[selection]\nfinalists = 3\ngames = 4\n[validation]\ngames = 5\n[optimiser]\nparticles = 5\n"

#endif
