/* cli/options.h. Reads the command line: the verb, its arguments and its options. */
#ifndef SWARMTRIS_CLI_OPTIONS_H
#define SWARMTRIS_CLI_OPTIONS_H

#include "cli/verb.h"

/* Reads the command line (argv[0] is the program) into *o. False: errors has one sentence, and the exit status must be 64. *o
 * must be freed in either case. If help or version is set, the other members may be incomplete. */
bool options_read(Command *o, int argc, char *argv[], Errors *errors);
void options_free(Command *o);

#endif
