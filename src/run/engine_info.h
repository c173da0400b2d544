/* run/engine_info.h. The engine and the threads of a run in words, with the reasons for them.
 *
 * Idea: results depend on neither, so that nothing but the time tells a run on the reference engine, or on one thread, from a run
 * that is a hundred times as fast. Therefore every run says what it plays with, and why.
 * Never: chooses; the player and the set-up have done so. */
#ifndef SWARMTRIS_RUN_ENGINE_INFO_H
#define SWARMTRIS_RUN_ENGINE_INFO_H

#include "file/json.h"
#include "run/setup.h"

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
