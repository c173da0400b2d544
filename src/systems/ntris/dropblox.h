/* systems/ntris/dropblox.h. Room cli. Parts of the verb dropblox: reading and writing the states that the game sends, and
 * playing a game against a client program.
 *
 * Idea: a state is a JSON object. "bitmap": 33 rows of 12 numbers, the highest first, 0: empty; "block": its "center", an
 * object {"i": row, "j": column}, and its "offsets", a list of such objects; "preview": up to five further blocks; "score": a
 * number; "state": a text. Centres are positions in the bitmap, offsets are relative to the centre.
 * Never: trusts what it reads; a state that is accepted can be played. */
#ifndef SWARMTRIS_SYSTEMS_NTRIS_DROPBLOX_H
#define SWARMTRIS_SYSTEMS_NTRIS_DROPBLOX_H

#include "base/error.h"
#include "cli/verb.h"
#include "systems/ntris/ntris.h"

/* Whether this program can read and write JSON: it was built with libjansson. The other functions need it. */
bool dropblox_available(void);

/* Reads a state from text (size bytes). path: its name in messages. False: the state is wrong, and errors has at least one
 * message. */
bool dropblox_read(const char *path, const char *text, size_t size, NtrisState *out, Errors *errors);

/* The state as JSON, owned by the caller. */
char *dropblox_write(const NtrisState *s);

/* Plays a whole game, drawn from seed, with a client program. For each state it runs the client with the state as JSON and the
 * seconds that are left, then makes the commands that the client prints. The verb's first argument names a file that keeps the
 * last state; -: none. Returns the exit status. */
int dropblox_serve(const Command *o, const char *client, const NtrisRules *rules, uint64_t seed, double seconds);

#endif
