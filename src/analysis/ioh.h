/* analysis/ioh.h. Trainings in the format of IOHprofiler, whose analyser compares iterative optimisers by what they have reached
 * after so many evaluations.
 *
 * Idea: the repeats of one training are an algorithm, named after the directory that they lie in. What was trained on is a
 * function. The cost (evaluations of a test function, pieces of a game) counts as evaluations. The value is the best score so
 * far as the training saw it; for a test function, the error.
 * Never: a number that is not in metrics.tsv.
 * Source: IOHprofiler's data format, version 0.3.5: <https://iohprofiler.github.io>. */
#ifndef SWARMTRIS_ANALYSIS_IOH_H
#define SWARMTRIS_ANALYSIS_IOH_H

#include "base/error.h"
#include "file/status.h"

/* Writes the runs of the directories (n; as for export_runs) into folder, which is made:
 *     ALGORITHM/IOHprofiler_f1_NAME.json, ALGORITHM/data_f1_NAME/IOHprofiler_f1_DIM8.dat
 * STATUS_NO_INPUT, STATUS_DATA, STATUS_IO: sentences say what is wrong. */
Status ioh_write(const char *const *dir, int n, const char *folder, Errors *errors);

#endif
