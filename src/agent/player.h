/* player.h. Plays a list of games: chooses the engine, and hands the list to it.
 *
 * Idea: jobs in, answers out. A job is (weights, seed of a game); its answer is (score, turns). Any number of threads may take
 * from one list, each with a scratch of its own. There are three engines:
 *     reference    one game after the other, through Game (src/agent/player.c)
 *     lanes        hundreds of games at a time, through the game's Lanes (src/agent/queues.c)
 *     columns      one game after the other, through the same Lanes (src/agent/alone.c)
 * To add an engine: its name below; player.c makes, calls and frees it; engine.h, segment.c; bench/speed.c. It takes many jobs
 * at a time (jobs.h) and sees a game through game.h and lanes.h alone. Its answers equal those of the reference bit for bit.
 * Never: lets an answer depend on the thread, on the engine, or on what was played before. */
#ifndef SWARMTRIS_AGENT_PLAYER_H
#define SWARMTRIS_AGENT_PLAYER_H

#include "agent/engine.h"
#include "base/jobs.h"

/* The engines that may be asked for, and their names, NULL at the end. auto: lanes if the game has lanes that know the rules
 * and the features, else the reference. */
enum { PLAYER_AUTO, PLAYER_REFERENCE, PLAYER_LANES, PLAYER_COLUMNS };
extern const char *const player_engines[];

/* Fills *p, which the caller frees in either case. engine: PLAYER_...; isas: the names of the instruction sets that the lanes may
 * have, a blank between (config_isa), which this processor must run; turns_max: 0 or more. Returns NULL, or as a phrase why this
 * engine cannot play this table. */
const char *player_make(Player *p, Rules r, const Agent *agent, int engine, const char *isas, int64_t turns_max);
void player_free(Player *p);

/* Plays jobs until the list is empty (true) or s says stop (false: unfinished games are suspended, any thread can resume them,
 * and no move is played twice). scratch (p->scratch_bytes): from mem_lines, of this thread alone. */
bool player_play(const Player *p, JobList *jobs, void *scratch, const StopCheck *s);

#endif
