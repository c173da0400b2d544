/* cli/help.h. The texts of --help. */
#ifndef SWARMTRIS_CLI_HELP_H
#define SWARMTRIS_CLI_HELP_H

#include "cli/verb.h"

#include <stdio.h>

/* Prints the help of the program (verb_none) or of a verb. */
void help_print(const Verb *verb, FILE *out);

#endif
