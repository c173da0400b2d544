/* run/verbs.h. What the program does, a function a verb. Each returns the exit status; results go to standard output, which main
 * flushes and checks, everything else to standard error. */
#ifndef SWARMTRIS_CLI_VERBS_H
#define SWARMTRIS_CLI_VERBS_H

#include "cli/options.h"
#include "file/status.h"
#include "report/charts.h"
#include "run/session.h"

#include <stdio.h>

int verb_train(const Options *o);
int verb_eval(const Options *o);
int verb_compare(const Options *o);
int verb_tournament(const Options *o);
int verb_study(const Options *o);
int verb_landscape(const Options *o);
int verb_play(const Options *o);
int verb_bench(const Options *o);
int verb_check(const Options *o);
int verb_info(const Options *o);
int verb_list(const Options *o);
int verb_plot(const Options *o);

/* The training of a checked configuration, into dir, and its report. */
int verbs_train(const Options *o, const Config *config, const char *dir);

/* What the command line says of a session; max_seconds: as of SessionOptions. */
SessionOptions verbs_session(const Options *o, double max_seconds);

/* Whether this version reads the files of the run directories (n); those that are no run are let through. STATUS_OK; or
 * STATUS_DATA, with a sentence about the first that it does not read. */
int verbs_readable(const char *const *dir, int n);

/* session_allowed with these options. */
int verbs_allowed(const Options *o, const char *dir);

/* Where a run goes unless --out says it: params/quick.ini -> runs/PREFIXquick. Owned. */
char *verbs_directory(const char *prefix, const char *ini);

/* config_read(c, path, what the command line says) with its errors and warnings said. STATUS_OK; STATUS_USAGE where all that is
 * wrong was typed on the command line; STATUS_NO_INPUT where a file that it names is missing; else STATUS_CONFIG. c is to be
 * freed in any case. */
int verbs_read(Config *c, const char *path, const Options *o);

/* setup_train(s, c) with its errors and warnings said (quiet: no warnings). STATUS_OK or STATUS_CONFIG. s is to be freed in any
 * case. */
int verbs_setup(Setup *s, const Config *c, bool quiet);

#endif
