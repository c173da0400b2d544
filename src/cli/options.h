/* cli/options.h. Reads the command line: the verb, its arguments and its options. */
#ifndef SWARMTRIS_CLI_OPTIONS_H
#define SWARMTRIS_CLI_OPTIONS_H

#include "cli/verb.h"

/* Reads the command line (argv[0] is the program) into *o. False: the exit status is to be 64, and errors has one sentence. *o is
 * to be freed in either case. Where help or version is set, the other members may be incomplete. */
bool options_read(Command *o, int argc, char *argv[], Errors *errors);
void options_free(Command *o);

#endif
