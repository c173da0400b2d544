/* file/terminal.h. How wide the terminal is, and text that is broken at its edge.
 *
 * Never: breaks a line of what goes to a file or a pipe, where programs read it. */
#ifndef SWARMTRIS_FILE_TERMINAL_H
#define SWARMTRIS_FILE_TERMINAL_H

#include <stdio.h>

/* The columns of the terminal that out leads to; 0: it leads to none. */
int terminal_columns(FILE *out);

/* Prints text and a line end. columns > 0: lines are broken at blanks so that none is longer, as far as words allow, and those
 * behind the first begin with `indent` blanks; at: the column in which the text begins. */
void terminal_print(FILE *out, const char *text, int at, int indent, int columns);

#endif
