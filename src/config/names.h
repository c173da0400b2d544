/* config/names.h. Sections and keys that do not exist: which of those that exist may have been meant.
 *
 * Idea: a wrong name is answered with the nearest right one, with the section that the key belongs to, or with all names that
 * there are, so that the next attempt is right.
 * Never: a list of names of its own; all come from the tables of the Config. */
#ifndef SWARMTRIS_CONFIG_NAMES_H
#define SWARMTRIS_CONFIG_NAMES_H

#include "config/config.h"

/* Whether the section exists and is used in c. False: why (room) is a sentence that says what is wrong with it. */
bool names_check_section(const Config *c, const char *section, char *why, size_t room);

/* The section that was meant by a name that is none: the nearest. NULL: none is near, or the name is right. */
const char *names_meant_section(const char *section);

/* Writes to out (room) what is wrong with a key that the section does not have:
 *     'iterations' in [training] is now called 'iterations'
 *     unknown key 'paritcles' in [optimiser]; did you mean 'particles'?
 *     unknown key 'games' in [objective]; 'games' belongs in [training] or [selection]
 * or with the keys that the section has. */
void names_refuse_key(const Config *c, const char *section, const char *key, char *out, size_t room);

/* The kind of optimiser that has a key, or a preset of this name (value); NULL: none has. */
const char *names_kind_of_optimiser(const char *key, const char *value);

/* The name, section.key, that was meant by a key alone: that of the first section that has it, or had it in an older version.
 * False: none. */
bool names_whole(const Config *c, const char *key, char *out, size_t room);

#endif
