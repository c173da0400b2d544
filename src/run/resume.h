/* run/resume.h. Whether a run is the one that a directory holds, so that it may go on from there.
 *
 * Idea: the directory keeps the configuration, the problems and the contestants that a run was started with. Keys that may
 * change (Param.may_change) apart, all of it must be the same; of a training the budget and the games of the validation may
 * have been raised.
 * Never: prints, plays, or changes a file. */
#ifndef SWARMTRIS_RUN_RESUME_H
#define SWARMTRIS_RUN_RESUME_H

#include "base/error.h"
#include "file/status.h"
#include "run/setup.h"

/* Reads the config.ini that a run has left in dir (*was is to be freed in any case); *trained: the run is a training, and not
 * an evaluation, which has no budget. STATUS_NO_INPUT: the file cannot be read, with a sentence unless it is absent;
 * STATUS_CONFIG: errors has the reasons. */
Status resume_read(Config *was, const char *dir, bool *trained, Errors *errors);

/* Whether r is the run that r->dir holds; *extended: it has another budget. False: errors has a sentence a difference. */
bool resume_fits(const Run *r, bool *extended, Errors *errors);

/* Whether a run could go on from its checkpoint: loads the checkpoint of dir as a resume would, and looks whether its tables
 * are as long as it says. Returns STATUS_OK; or STATUS_DATA or
 * STATUS_IO with a sentence in errors. Of a comparison, and of a run that cannot be set up here (a file that its ini names is
 * missing), only the form of the fields is checked. */
int verify_run(const char *dir, Errors *errors);

#endif
