/* systems/ntris/dropblox.h. Room cli. Reading and writing the states that the game Dropblox sends.
 *
 * Idea: a state is a JSON object. "bitmap": 33 rows of 12 numbers, the highest first, 0: empty; "block": its "center", an
 * object {"i": row, "j": column}, and its "offsets", a list of such objects; "preview": up to five further blocks; "score": a
 * number; "state": a text. Centres are positions in the bitmap, offsets are relative to the centre.
 * Never: trusts what it reads; a state that is accepted can be played. */
#ifndef SWARMTRIS_SYSTEMS_NTRIS_DROPBLOX_H
#define SWARMTRIS_SYSTEMS_NTRIS_DROPBLOX_H

#include "base/error.h"
#include "systems/ntris/ntris.h"

/* Whether this program can read and write JSON: it was built with libjansson. The other functions need it. */
bool dropblox_available(void);

/* Reads a state from text (size bytes). path: its name in messages. False: the state is wrong, and errors has at least one
 * message. */
bool dropblox_read(const char *path, const char *text, size_t size, NtrisState *out, Errors *errors);

/* The state as JSON, owned by the caller. */
char *dropblox_write(const NtrisState *s);

#endif
