/* systems/ntris/dropblox.h. Room cli. What the verb dropblox is made of: the states that the game sends, and a game that is
 * played against a program.
 *
 * Idea: a state is a JSON object. "bitmap": 33 rows of 12 numbers, the highest first, 0: empty; "block": an object of a "center"
 * and of "offsets", each a list of objects {"i": row, "j": column}; "preview": up to five further blocks; "score": a number;
 * "state": a text. Bitmap and centres are absolute, offsets are about the centre.
 * Never: trusts what it reads; a state that is accepted can be played. */
#ifndef SWARMTRIS_SYSTEMS_NTRIS_DROPBLOX_H
#define SWARMTRIS_SYSTEMS_NTRIS_DROPBLOX_H

#include "base/error.h"
#include "cli/verb.h"
#include "systems/ntris/ntris.h"

/* Whether this program can read and write JSON: it was built with libjansson. The other functions need it. */
bool dropblox_available(void);

/* Reads a state of `size` bytes; path: what the sentences name. False: something is wrong with it, and errors has one sentence or
 * more. */
bool dropblox_read(const char *path, const char *text, size_t size, NtrisState *out, Errors *errors);

/* The state as JSON, in a block that the caller owns. */
char *dropblox_write(const NtrisState *s);

/* Plays a whole game with a client, from a seed. For each state it runs the client, whose arguments are the state as JSON and the
 * seconds that are left, and makes the commands that the client prints. The file of the first argument keeps the state; -: none.
 * Returns the exit status. */
int dropblox_serve(const Command *o, const char *client, const NtrisRules *rules, uint64_t seed, double seconds);

#endif
