/* run/announce.h. Says what a training runs, in one line; what its preset sets and the user has changed, in another; and which
 * engine and threads play, and why.
 *
 * Idea: a user who reads no documentation still sees which algorithm runs. A row of a Param table says itself whether it is
 * announced (Param.announced). Rows that the user changed are announced, too; rows that do not matter (Param.when) never are.
 * Results depend on neither engine nor threads. So only the time distinguishes a run on the reference engine, or on one thread,
 * from one that is a hundred times as fast. Therefore every run says what it plays with, and why.
 * Never: announces what another configuration would do; chooses engine or threads, as the player and the set-up have done. */
#ifndef SWARMTRIS_RUN_ANNOUNCE_H
#define SWARMTRIS_RUN_ANNOUNCE_H

#include "file/json.h"
#include "run/setup.h"

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

#endif
