/* run/verify.h. Whether a run could go on from its checkpoint: it is loaded as a resume would load it.
 *
 * Never: changes a file, or plays. */
#ifndef SWARMTRIS_RUN_VERIFY_H
#define SWARMTRIS_RUN_VERIFY_H

#include "base/error.h"
#include "file/status.h"

/* Loads the checkpoint of dir and looks whether its tables are as long as it says. Returns STATUS_OK; or STATUS_DATA or
 * STATUS_IO with a sentence in errors. Of a comparison, and of a run that cannot be set up here (a file that its ini names is
 * missing), only the form of the fields is checked. */
int verify_run(const char *dir, Errors *errors);

#endif
