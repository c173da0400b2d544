/* run/results.h. What a run is, in words, before it begins; and what it has found: on standard output, in run.json, as a file of
 * weights or tuned keys, and in the small tables that charts need and no log has.
 *
 * Idea: a user who reads no documentation still sees which algorithm runs. A row of a Param table says itself whether it is
 * announced (Param.announced). Rows that the user changed are announced, too; rows that do not matter (Param.when) never are.
 * Results depend on neither engine nor threads. So only the time distinguishes a run on the reference engine, or on one thread,
 * from one that is a hundred times as fast. Therefore every run says what it plays with, and why.
 * Never: announces what another configuration would do; chooses engine or threads, as the player and the set-up have done; gives
 * a score another name than that of its reported score. */
#ifndef SWARMTRIS_RUN_RESULTS_H
#define SWARMTRIS_RUN_RESULTS_H

#include "file/json.h"
#include "file/message.h"
#include "run/setup.h"
#include "store/rundir.h"

/* ---- before it begins ---- */

enum { ANNOUNCE_MAX = 1200 }; /* bytes of a line, the terminating zero included */

/* "pso, preset exemplars (default): particles = 40, topology = global, ...; 1 game a position, fitness log". c must use
 * [optimiser]. Returns out (ANNOUNCE_MAX). */
const char *announce_search(const Config *c, char *out);

/* "exemplars also sets training.games = 1, ...; changed: particles = 20 instead of 40". "" if there is nothing to say. Returns
 * out (ANNOUNCE_MAX). */
const char *announce_preset(const Config *c, char *out);

/* What each phase of a training or meta search takes at most; HUGE_VAL: not known. The end of the training's last iteration may
 * come on top of it. */
typedef struct {
    double training, selection, validation; /* plays of the phases */
    double turns;                           /* cost of the training */
    double ablation;                        /* plays of the ablation of a meta search; else 0 */
    double selection_turns;                 /* cost that is reserved for the selection, in place of plays; else 0 */
    double minutes;                         /* time of the training */
} Budget;

/* Prints it in one line: "budget: training up to 96 games, 5.8k pieces; then 20 games in the selection, ...". */
Budget announce_budget(FILE *out, const Setup *s);

/* "lanes, avx2", or "reference, since the lanes do not know blocked_tops: some 100 times slower"; if tasks differ, the engine of
 * the one that plays on the reference. "" if no games are played. Returns out. */
const char *engine_info_engine(const Setup *s, char *out, size_t room);

/* "2 threads (OMP_NUM_THREADS)". Returns out. */
const char *engine_info_threads(const Setup *s, char *out, size_t room);

/* engine_info_print prints engine and threads in one line, then calls engine_info_warn: a warning if too few threads started. */
void engine_info_print(FILE *out, const Setup *s);
void engine_info_warn(FILE *out, const Setup *s);

/* Adds the members engine, isa, engine_why, threads and threads_from to the open object. */
void engine_info_json(Json *j, const Setup *s);

/* ---- what it has found ---- */

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

/* Statistics of the scores (n >= 1). */
typedef struct {
    double median, min, max;
} Summary;
Summary report_summary(const double *score, int64_t n);

/* ---- its files ---- */

/* Prints what run.json holds: version, command line, machine, seed, reported scores, and the state of the run: "running",
 * "stopped" or "finished". */
void report_run(FILE *out, const Setup *s, int argc, char *const *argv, const char *state, const Result *r, double seconds);

/* Prints the result as an ini. A meta search gives the tuned keys in their own sections; any other run gives a weights file
 * (config/weights.h), whose [rules] the kind of objective may write itself. Equal results give equal bytes. source: the file that
 * evaluated weights come from; NULL: they are this training's. */
void found_print(FILE *f, const Setup *s, const Result *r, const char *source);

/* Prints [rules] of a weights file: what the weights belong to, and the configuration of games that they play under. */
void found_rules(FILE *f, const Config *c);

/* Writes result.tsv, a row for each reported score: its name, its numbers, and the position. It is not written while there is no
 * result. False: it could not be written (errno). */
bool results_table(RunDir *d, const Result *r);

/* Writes traits.tsv, a single row: kind (of the scores: count, error or difference, as in quantity.h), score_noun, cost_noun and
 * play_noun. For a search over parameters it also writes two tables. presets.tsv has a row for each preset of the inner
 * optimiser that sets all coordinates of the search: preset, and their values. borders.tsv has points on the borders of the
 * inner optimiser: border, x and y (names of coordinates), at_x, at_y. Returns NULL, or the name of the file that could not be
 * written (errno). */
const char *results_traits(RunDir *d, const Setup *s);

#endif
