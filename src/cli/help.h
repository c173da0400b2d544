/* cli/help.h. What --help says. */
#ifndef SWARMTRIS_CLI_HELP_H
#define SWARMTRIS_CLI_HELP_H

#include "cli/options.h"

/* Of the program (VERB_NONE) or of a verb. */
void help_print(Verb verb, FILE *out);

#endif
