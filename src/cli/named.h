/* cli/named.h. Files that come with the program, by their names alone: "swarmtris eval dellacherie", "swarmtris train quick".
 *
 * Idea: an installed program keeps its weights and inis in a folder with a long name. If an argument of the command line is not
 * the path of a file, it stands for the file of this name in that folder.
 * Never: passes over a file of the user. */
#ifndef SWARMTRIS_CLI_NAMED_H
#define SWARMTRIS_CLI_NAMED_H

#include "base/error.h"
#include "cli/verb.h"

/* Puts paths in place of the arguments of o, and of --from, that name files of the program. False: an argument
 * names no file, and is no path; errors has the sentence. */
bool named_resolve(Command *o, Errors *errors);

/* Names, all owned. */
typedef struct {
    char **name; /* (n) */
    int n, room;
} Names;

/* Adds the name of every ini, weights file or list of that sort, in order. */
void named_add(Names *all, VerbTakes sort);

#endif
