/* config/names.h. Sections and keys that do not exist: which of those that exist may have been meant.
 *
 * Idea: a wrong name is answered with the nearest right one, with the section that the key belongs to, or with all names that
 * there are, so that the next attempt is right.
 * Never: a list of names of its own; all come from the tables of the Config. */
#ifndef SWARMTRIS_CONFIG_NAMES_H
#define SWARMTRIS_CONFIG_NAMES_H

#include "config/config.h"

/* Whether the section exists and plays a part in c. False: why (room) is a sentence that says what is wrong with it. */
bool names_check_section(const Config *c, const char *section, char *why, size_t room);

/* What goes behind "unknown key 'KEY' in [SECTION]", written to out (room): "; did you mean 'particles'?", "; 'games' belongs in
 * [training] or [selection]", or the keys that the section has. */
void names_hint_key(const Config *c, const char *section, const char *key, char *out, size_t room);

#endif
