/* store/rundir.h. The run directory: tables, checkpoint, lock.
 *
 *     config.ini   the effective configuration          metrics.tsv, games.tsv, ...   tables, deterministic
 *     run.json     program, command, result              timing.tsv                    clocks, kept apart
 *     weights.ini  the result                           checkpoint, checkpoint.prev, checkpoint.trained
 *     log.txt      what happened                        LOCK, STOP, KIND (runs.h)
 *     result.tsv   the reported scores and the position          traits.tsv      what its numbers are called
 *     presets.tsv, borders.tsv   what an inner optimiser knows of its parameters
 *     problem-1.ini ...   what a meta search tunes on, as read
 *     player-1.ini ...    the weights that play in a comparison or tournament;   ranking.tsv   their order
 *
 * Idea: rows are buffered in memory until the next checkpoint. This first appends them to their tables and then stores the
 * lengths of the tables. After a kill at any moment, a resume truncates the tables to these lengths and continues from there.
 * checkpoint.trained is the checkpoint at the end of the budget, from which a finished run is extended. */
#ifndef SWARMTRIS_STORE_RUNDIR_H
#define SWARMTRIS_STORE_RUNDIR_H

#include "base/error.h"
#include "base/record.h"
#include "base/trial.h"
#include "experiment/experiment.h"
#include "file/files.h"
#include "store/checkpoint.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

typedef struct RunDir RunDir;

/* Whether dir holds a run that can be resumed (it has a checkpoint). */
bool rundir_has_run(const char *dir);
/* Whether the run in dir is finished (it has its result). errno other than 0: run.json cannot be read, so this is not known. */
bool rundir_finished(const char *dir);
bool rundir_says_finished(const char *json); /* the text of run.json */
/* Whether the training in dir has spent its budget (it has a checkpoint.trained). */
bool rundir_trained(const char *dir);

/* Makes dir if it is missing, locks it, and removes the drafts of processes that were killed. *d is to be closed if STATUS_OK.
 * STATUS_CANT_CREATE: another process holds the lock; STATUS_IO: errno. A file of a directory that was moved or replaced since
 * then is not written (ESTALE). */
Status rundir_open(RunDir **d, const char *dir);
void rundir_close(RunDir *d);
const char *rundir_path(const RunDir *d);

/* Whether another process holds the lock of dir. */
bool lock_is_held(const char *dir);

/* Whether the lock keeps other processes out: some file systems have no locks. */
bool rundir_locked(const RunDir *d);

/* The Record that writes the tables. */
Record *rundir_record(RunDir *d);

/* The same tables in memory, of a run that no directory keeps; owned by the caller. text: NULL: the table has no row. */
typedef struct RunTables RunTables;
RunTables *run_tables_create(void);
Record *run_tables_record(RunTables *t);
const char *run_tables_text(const RunTables *t, const char *name);
void run_tables_destroy(RunTables *t);

/* Whether the path of d still leads to the directory that was opened; else errno is ESTALE. */
bool rundir_in_place(const RunDir *d);

/* Bytes of rows that wait for the next checkpoint. */
size_t rundir_waiting(const RunDir *d);

/* The text of a cell of the last row of table "metrics"; NULL: none. For the progress line. */
const char *rundir_cell(const RunDir *d, const char *name);

/* Writes tables and checkpoint. pending: the batch under way, whose answers and suspended games are kept (NULL: no batch is
 * active); no thread may be playing it. trained: keep it as checkpoint.trained, too. False: errno, and
 * *what is the file. */
bool rundir_save(RunDir *d, const Experiment *e, const Batch *pending, bool trained, const char **what);

/* Loads the experiment from the checkpoint and cuts the tables back. STATUS_DATA: the checkpoint does not fit or is damaged;
 * STATUS_IO: a file cannot be read or written. The sentence says what to do. */
Status rundir_load(RunDir *d, Experiment *e, Errors *errors);

/* Loads the experiment from the checkpoint of dir, as a resume would, and changes nothing there. e NULL: only the form of its
 * fields is checked. */
Status rundir_check(const char *dir, Experiment *e, Errors *errors);

/* Makes checkpoint.trained the checkpoint, before it is loaded: a larger budget continues from the end of the training. From
 * then on there is no checkpoint.trained until the larger budget has been spent. */
Status rundir_extend(RunDir *d, Errors *errors);

/* The state of the experiment, and what a load has kept of a batch, as a text of a checkpoint, which the caller finishes to
 * free. */
void rundir_state(RunDir *d, Experiment *e, Saver *s);

/* After a load: fills in the answers and suspended games that were kept, as far as the batch asks for the same plays. */
void rundir_pending(RunDir *d, Batch *b);

/* Writes a file of the directory (run.json, weights.ini, config.ini). */
bool rundir_write(RunDir *d, const char *name, const char *text, size_t size);

/* rundir_begin, rundir_end: write a file from what is printed to the stream in between; one file at a time. False: errno. */
FILE *rundir_begin(RunDir *d);
bool rundir_end(RunDir *d, const char *name);

/* Adds a line to log.txt, with the time. False: errno. */
bool rundir_log(RunDir *d, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* A line of timing.tsv. */
typedef struct {
    double seconds;    /* since this process began to work on the run */
    int64_t plays;     /* games whose answers the experiment has received, in all processes */
    int64_t turns;     /* their pieces */
    double share;      /* share of the whole run that is done, 0..1; NAN: not known */
    double dropped;    /* pieces of games that this process has played for iterations that were dropped */
    const char *phase; /* what was being done: "training"; borrowed */
} RunTiming;

/* Adds a line to timing.tsv. False: errno. */
bool rundir_timing(RunDir *d, const RunTiming *t);

/* The share of the last line of timing.tsv; 0: there is none, or another process is writing it. */
double journal_share(const char *dir);

/* Removes all files of a run from dir, except the lock. First come run.json and the checkpoint, so that after an interruption
 * the run never seems finished or resumable. False: errno, and failed (room) is the file. */
bool rundir_clear(const char *dir, char *failed, size_t room);

#endif
