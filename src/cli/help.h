/* cli/help.h. The texts of --help. */
#ifndef SWARMTRIS_CLI_HELP_H
#define SWARMTRIS_CLI_HELP_H

#include "cli/command.h"

#include <stdio.h>

/* Prints the help of the program (VERB_NONE) or of a verb. */
void help_print(Verb verb, FILE *out);

#endif
