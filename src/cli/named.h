/* cli/named.h. Files that come with the program, by their names alone: "swarmtris eval dellacherie", "swarmtris train quick".
 *
 * Idea: an installed program has its weights and inis in a folder whose name is long. A word of the command line that names
 * no file here stands for the file of this name among them.
 * Never: a file of the user is passed over. */
#ifndef SWARMTRIS_CLI_NAMED_H
#define SWARMTRIS_CLI_NAMED_H

#include "base/error.h"
#include "cli/verb.h"

/* Puts paths in place of the arguments of o, and of --from, that name files of the program. False: an argument names no file,
 * but is nearly one of those names; errors has the sentence. */
bool named_resolve(Command *o, Errors *errors);

/* Calls found for the name of every ini, weights file or list of that sort, in order. */
void named_each(VerbTakes sort, void (*found)(void *ctx, const char *name), void *ctx);

#endif
