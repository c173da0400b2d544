/* cli/options.h. Reads the command line: verbs, their arguments and options.
 *
 * Idea: the tables of option_table.h hold all that is known of an option: the verbs that take it, the form of its value, its
 * place in Options, its line of help. Options that are shorthands of ini keys become ConfigValues, so that they are checked
 * where the ini is checked.
 * Never: abbreviations of verbs or options; an option that is accepted and ignored. */
#ifndef SWARMTRIS_CLI_OPTIONS_H
#define SWARMTRIS_CLI_OPTIONS_H

#include "base/error.h"
#include "cli/command.h"

/* Reads the command line (argv[0] is the program) into *o. False: the exit status is to be 64, and errors has one sentence. *o is
 * to be freed in either case. Where help or version is set, the other members may be incomplete. */
bool options_read(Options *o, int argc, char *argv[], Errors *errors);
void options_free(Options *o);

#endif
