/* run/resume.h. Whether a run is the one that a directory holds, so that it may go on from there.
 *
 * Idea: the directory keeps the configuration, the problems and the contestants that a run was started with. Keys that may change
 * (Param.may_change) apart, all of it must be the same; of a training the budget and the games of the validation may have been
 * raised.
 * Never: prints, or changes a file. */
#ifndef SWARMTRIS_RUN_RESUME_H
#define SWARMTRIS_RUN_RESUME_H

#include "run/run.h"

/* Reads the config.ini that a run has left in dir (*was is to be freed in any case). trained: the run is a training; an
 * evaluation has no budget, and gets one here, because every ini must have a budget. False: errors has the reasons. */
bool resume_config(Config *was, const char *dir, bool trained, Errors *errors);

/* Whether r is the run that r->dir holds; *extended: it has another budget. False: errors has a sentence for each difference. */
bool resume_fits(const Run *r, bool *extended, Errors *errors);

#endif
