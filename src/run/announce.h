/* run/announce.h. What a training runs, in one line; what its preset sets and the user has changed of it, in another; the
 * engine and the threads, with the reasons for them.
 *
 * Idea: who reads no page of the program still sees which algorithm runs. Rows say themselves whether they are announced
 * (Param.announced); those that the user changed are, too; and only those that matter (Param.when). Results depend on neither
 * engine nor threads, so that nothing but the time tells a run on the reference engine, or on one thread, from a run that is a
 * hundred times as fast. Therefore every run says what it plays with, and why.
 * Never: announces what another configuration would do; chooses, as the player and the set-up have done. */
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

/* "lanes, avx2", or "reference, since the lanes do not know blocked_tops: some 100 times slower"; where tasks differ, of the one
 * that plays on the reference. "" where no games are played. Returns out. */
const char *engine_info_engine(const Setup *s, char *out, size_t room);

/* "2 threads (OMP_NUM_THREADS)". Returns out. */
const char *engine_info_threads(const Setup *s, char *out, size_t room);

/* Prints one line with both; and, where fewer threads could be started than were asked for, a warning. */
void engine_info_print(FILE *out, const Setup *s);
void engine_info_warn(FILE *out, const Setup *s);

/* The members engine, isa, engine_why, threads and threads_from of an object. */
void engine_info_json(Json *j, const Setup *s);

#endif
