/* run/verbs.h. What the program does, a function a verb. Each returns the exit status; results go to standard output, which main
 * flushes and checks, everything else to standard error. */
#ifndef SWARMTRIS_CLI_VERBS_H
#define SWARMTRIS_CLI_VERBS_H

#include "report/charts.h"
#include "cli/options.h"
#include "run/setup.h"
#include "file/status.h"

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

/* Where a run goes unless --out says it: params/quick.ini -> runs/PREFIXquick. Owned. */
char *verbs_directory(const char *prefix, const char *ini);

/* "1 game", "3 games": n and its noun, which is given in the plural. Returns out. */
const char *message_count(int64_t n, const char *plural, char *out, size_t room);

/* Every line to standard error, with prefix before it: "" for errors, "warning: ". */
void message_errors(const Errors *lines, const char *prefix);

/* What came of drawing: the pictures' paths (c->drawn), with prefix before each, to out (NULL: not said); errors and warnings as above.
 * Empties the lists. */
void charts_announce(const Charts *c, const char *prefix, FILE *out);

/* config_read(c, path, what the command line says) with its errors and warnings said. STATUS_OK; STATUS_USAGE where all that is wrong
 * was typed on the command line; STATUS_NO_INPUT where a file that it names is missing; else STATUS_CONFIG. c is to be freed in any
 * case. */
int verbs_read(Config *c, const char *path, const Options *o);

/* setup_train(s, c) with its errors and warnings said (quiet: no warnings). STATUS_OK or STATUS_CONFIG. s is to be freed in any case. */
int verbs_setup(Setup *s, const Config *c, bool quiet);

#endif
