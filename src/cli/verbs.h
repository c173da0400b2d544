/* cli/verbs.h. Steps that several verbs share. */
#ifndef SWARMTRIS_CLI_VERBS_H
#define SWARMTRIS_CLI_VERBS_H

#include "cli/verb.h"
#include "config/weights.h"
#include "file/json.h"
#include "run/monitor.h"
#include "run/session.h"

#include <stdio.h>

/* Trains the ini of the command line with so many seeds; 0 or 1: with the seed of the ini. share: only this one of them, counted
 * from 1; 0: all. Returns the exit status. */
int verbs_train_ini(const Command *c, int repeat, int share);

/* Runs the training or meta search of a checked configuration in dir, and prints its results. Returns the exit status. */
int verbs_train(const Command *c, const Config *config, const char *dir);

/* verbs_train for one of the trainings of a campaign in the directory above: prints no results, and leaves it to the caller to
 * say why it was stopped, *reason. */
int verbs_train_within(const Command *c, const Config *config, const char *dir, const char *above, StopReason *reason);

/* The session of the command line. */
Session verbs_session(const Command *command, const Config *c, Setup *setup, const char *dir);

/* Whether this version can read the files of the run directories (n); directories without a run are accepted. STATUS_OK; or
 * STATUS_DATA, after a sentence about the first directory that it cannot read. */
int verbs_readable(const char *const *dir, int n, bool goes_on);

/* session_allowed with the options of the command line, for a run of this kind. */
int verbs_allowed(const Command *c, const char *dir, FolderKind kind);

/* The command that makes the run in dir again, or (resume) goes on with it; owned by the caller. NULL: it is no training, so
 * config.ini does not have all of it. Never a command out of a file of the run, which is only data. */
char *verbs_again(const char *dir, bool resume);

/* Prints where a table of the run in dir is (NULL: none), and the command that draws the run. */
void verbs_say_files(const char *dir, const char *table);

/* The directory of a run without --out: params/quick.ini -> runs/PREFIXquick. Owned by the caller. */
char *verbs_directory(const char *prefix, const char *ini);

/* config_read of path and the values of the command line, which prints errors and warnings. STATUS_OK; STATUS_USAGE: all mistakes
 * are on the command line; STATUS_NO_INPUT: a named file is missing; else STATUS_CONFIG. *c is to be freed in any case. */
int verbs_read(Config *c, const char *path, const Command *command);

/* As verbs_read, but adds errors and warnings to lists instead of printing them. */
int verbs_collect(Config *c, const char *path, const Command *command, Errors *errors, Errors *warnings);

/* The text of a file that the command line names, owned by the caller; *size (may be NULL): its bytes. NULL: it cannot be read,
 * and the reason has been printed. */
char *verbs_text(const char *path, size_t *size);

/* Writes a file whole. STATUS_OK; or, after a sentence, status_of_write. */
int verbs_write(const char *path, const char *text, size_t size);

/* Whether a file can be created at path (NULL: none is wanted); checked before a game, which may take long. A device must not be
 * replaced by a file. STATUS_OK, or, after a sentence, the exit status. */
int verbs_may_write(const char *path);

/* setup_train(s, c), which prints errors and warnings (quiet: no warnings). STATUS_OK or STATUS_CONFIG. *s is to be freed in any
 * case. */
int verbs_setup(Setup *s, const Config *c, bool quiet);

/* ---- values of keys that a verb adds to those of the command line ----
 *
 * The command line overrides values that are added before its own, and values that are added after its own override it. */

/* Adds the values of the command line. */
void settings_add_given(Settings *s, const Command *c);

/* verbs_read with these values, and after them those of the command line; frees s. */
int settings_read(Config *c, Settings *s, const Command *command);

/* The command line with these values in place of its own; s keeps owning them. */
Command settings_command(const Settings *s, const Command *c);

/* ---- weights and what they play under: shared by eval, compare, tournament, play, info and report ---- */

/* Reads the weights file at path, or that of the run directory at path, and makes the configuration that the weights were
 * trained and validated under. This is made of the defaults, then the [rules] of the file, then the command line. Returns
 * STATUS_OK, or, after a sentence, the exit status. *c and *w are to be freed in any case. */
int task_read(Config *c, Weights *w, const char *path, const Command *command);

/* The turns after which a game ends by the [rules] of w, under which c was made; 0: no rule of theirs ends it. */
int64_t task_ruled_end(const Config *c, const Weights *w);

/* The plays of a score that a weights file reports, by which they can be played again. */
typedef struct {
    double mean;
    int64_t games; /* number of plays */
    uint64_t seed;
    RngPurpose purpose;
} Replay;

/* Reads the score of this name: "validated", "evaluated", "estimated". False: the file does not state it, or not all of it. */
bool replay_read(Replay *r, const Weights *w, const char *name);

/* Prepares what task_read has read for these plays: their seed and, by reading both again, the estimator that the file names.
 * Returns STATUS_OK, or, after a sentence, the exit status. */
int replay_ready(const Replay *r, Config *c, Weights *w, const char *name, const Command *command);

/* As task_read, for one of several weights: the [rules] are those of the weights `board`, features and agent those of the file at
 * path. Warns if that file has other rules. board NULL: it is the first. Other warnings are added to *warnings. */
int task_join(Config *c, Weights *w, const char *path, const Command *command, const Weights *board, Errors *warnings);

/* Says that the settings of a learner at path cannot be compared with weights. Returns STATUS_USAGE. */
int task_refuse_settings(const char *path, const char *of);

/* Prints one line: game, board, pieces, agent, features, cap, seed. Without `features`, the features are left out, and so is an
 * agent that has weights of its own. */
void task_print(FILE *out, const Config *c, bool features);

/* Adds the member game: the rules as [game] of an ini has them. */
void task_json(Json *j, const Config *c);

#endif
