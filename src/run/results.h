/* run/report.h. What a run says in the end: on standard output, in weights.ini (tuned.ini for a meta search) and in run.json. */
#ifndef SWARMTRIS_RUN_RESULTS_H
#define SWARMTRIS_RUN_RESULTS_H

#include "file/json.h"
#include "run/setup.h"
#include "store/rundir.h"

/* Prints the claims, strongest first, each with its 95 % interval and how it was come by, and on which board, where that is not
 * the one that is claimed; then what ended the training. dir (may be NULL): where the rest lies. */
void report_print(FILE *out, const Setup *s, const Result *r, double seconds, const char *dir);

/* The result as an ini: weights.ini as run/weights.h says, or the tuned keys in their own sections. The same bytes for the same
 * result. source: the file that evaluated weights come from; NULL: they are this training's. The caller frees it. */
char *report_weights(const Setup *s, const Result *r, const char *source, size_t *size);

/* Who ran what, where, and how it ended: state is running, stopped or finished. The caller frees it. */
char *report_run(const Setup *s, int argc, char *const *argv, const char *state, int threads, const Result *r, double seconds,
                 size_t *size);

/* Statistics of n >= 1 scores. */
typedef struct {
    Stats stats;
    double median, min, max;
} Summary;
Summary report_summary(const double *score, int64_t n);

#endif
