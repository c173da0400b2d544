/* cli/list_keys.h. Every key of an ini, of the sections that all inis have and of all parts that a section may choose.
 *
 * Idea: `list SECTION`, `list KEY` and `list --json` go over the same keys; whatever else is made of the tables (pages,
 * completions) can, too. */
#ifndef SWARMTRIS_CLI_LIST_KEYS_H
#define SWARMTRIS_CLI_LIST_KEYS_H

#include "base/param.h"
#include "file/json.h"

/* Prints the keys whose section, or whose name, is word ("training", "inertia", "optimiser.inertia"); word NULL: the basic keys
 * of all sections. Returns their number. */
int list_keys_print(const char *word, FILE *out);

/* Writes them as an array "keys"; word NULL: all of them. Returns their number. */
int list_keys_json(Json *j, const char *word);

/* The name of a section or key that word is nearly; owned by the caller; NULL: none. */
char *list_keys_nearest(const char *word);

/* Prints two lines for a row: the values that are allowed, and the meaning. */
void list_keys_row(const Param *row, FILE *out);

#endif
