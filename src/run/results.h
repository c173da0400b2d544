/* run/results.h. The results of a run: on standard output and in run.json. */
#ifndef SWARMTRIS_RUN_RESULTS_H
#define SWARMTRIS_RUN_RESULTS_H

#include "file/json.h"
#include "file/message.h"
#include "run/setup.h"
#include "store/rundir.h"

/* The time that a run took, in seconds of all its processes. */
typedef struct {
    double all;      /* of the whole run */
    double training; /* until the search had ended; 0: that is not known */
} RunTimes;

/* Prints the reported scores, strongest first: each with its 95 % interval, its origin, and its board if the run reports
 * another. Then it prints why the training ended, and by how much that exceeded its budget. dir: the run
 * directory, which is printed, too; NULL: there is none. */
void report_print(FILE *out, const Setup *s, const Result *r, const RunTimes *t, const char *dir);

/* Adds the numbers of a reported score, each under its name. */
void report_json(Json *j, const ReportedScore *s);

/* "12 of 30 cut off: a lower bound": a note on a mean of plays, some of which ended at their largest length. "" if none did.
 * rule: that length, if it is a rule of the game, in turns that are called cost; 0: it is none. */
Brief report_cut(int64_t cut, int64_t plays, int64_t rule, const char *cost);

/* "1.2 % over", "2.5 times as much": by how much the budget was exceeded. share: the excess divided by the budget, above 0. */
Brief report_over(double share);

/* Prints what run.json holds: version, command line, machine, seed, reported scores, and the state of the run: "running",
 * "stopped" or "finished". */
void report_run(FILE *out, const Setup *s, int argc, char *const *argv, const char *state, const Result *r, double seconds);

/* Statistics of the scores (n >= 1). */
typedef struct {
    Stats stats;
    double median, min, max;
} Summary;
Summary report_summary(const double *score, int64_t n);

#endif
