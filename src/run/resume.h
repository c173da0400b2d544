/* run/resume.h. Whether a run is the one that a directory holds, so that it may go on from there.
 *
 * Idea: the directory keeps the configuration, the problems and the contestants that a run was started with. All of it must be
 * the same, except for keys that may change (Param.may_change). The budget of a training and the games of its validation may
 * have been raised.
 * Never: prints, plays, or changes a file. */
#ifndef SWARMTRIS_RUN_RESUME_H
#define SWARMTRIS_RUN_RESUME_H

#include "base/error.h"
#include "file/files.h"
#include "run/setup.h"

/* Reads the config.ini that a run has left in dir (*was is to be freed in any case); *trained: the run is a training, and not
 * an evaluation, which has no budget. STATUS_NO_INPUT: the file cannot be read, with a sentence unless it is absent;
 * STATUS_CONFIG: errors has the reasons. */
Status resume_read(Config *was, const char *dir, bool *trained, Errors *errors);

/* Whether r is the run that r->dir holds; *extended: it has another budget. False: errors has a sentence for each
 * difference. */
bool resume_fits(const Run *r, bool *extended, Errors *errors);

/* Whether a run could continue from its checkpoint: loads the checkpoint of dir as a resume would, and checks that the tables
 * are as long as it says. Returns STATUS_OK; or STATUS_DATA or STATUS_IO with a sentence in errors. If the run is a comparison,
 * or cannot be set up here (a file that its ini names is missing), it checks only the form of the fields. */
int verify_run(const char *dir, Errors *errors);

#endif
