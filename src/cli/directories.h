/* cli/directories.h. What to type instead, if a verb was given a directory that it cannot use. */
#ifndef SWARMTRIS_CLI_DIRECTORIES_H
#define SWARMTRIS_CLI_DIRECTORIES_H

#include "cli/verb.h"

/* Prints a sentence about a directory from which a verb cannot take what it needs: what it holds, and which command takes that.
 * False: nothing is known of it, and nothing has been printed. */
bool directories_explain(const Verb *verb, const char *dir);

#endif
