/* run/results.h. The results of a run: on standard output, in weights.ini (tuned.ini for a meta search) and in run.json. */
#ifndef SWARMTRIS_RUN_RESULTS_H
#define SWARMTRIS_RUN_RESULTS_H

#include "file/json.h"
#include "run/setup.h"
#include "store/rundir.h"

/* Prints the claims, strongest first: each with its 95 % interval, its origin, and its board where that is not the one that the
 * run claims; then the reason why the training ended. dir: the run directory, which is printed, too; NULL: there is none. */
void report_print(FILE *out, const Setup *s, const Result *r, double seconds, const char *dir);

/* The result as an ini: weights.ini as config/weights.h describes it, or the tuned keys in their own sections. The same bytes for
 * the same result. source: the file that evaluated weights come from; NULL: they are this training's. The caller frees the text;
 * *size: its bytes. */
char *report_weights(const Setup *s, const Result *r, const char *source, size_t *size);

/* The text of run.json: version, command line, machine, seed, claims, and the state of the run: "running", "stopped" or
 * "finished". The caller frees it; *size: its bytes. */
char *report_run(const Setup *s, int argc, char *const *argv, const char *state, int threads, const Result *r, double seconds,
                 size_t *size);

/* Statistics of the scores (n >= 1). */
typedef struct {
    Stats stats;
    double median, min, max;
} Summary;
Summary report_summary(const double *score, int64_t n);

#endif
