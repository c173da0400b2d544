/* file/terminal.h. What goes to a terminal: only text (file/plain.h) but for sequences of our own; how wide it is; lines that are
 * broken at its edge.
 *
 * Never: breaks a line of what goes to a file or a pipe, where programs read it. */
#ifndef SWARMTRIS_FILE_TERMINAL_H
#define SWARMTRIS_FILE_TERMINAL_H

#include <stdio.h>

/* Puts the filter of plain.h before standard output and standard error, be they terminals or not; called once, before anything is
 * printed. */
void terminal_streams(void);

/* Writes a sequence that is meant for the terminal to standard output or standard error, behind what the stream still holds. */
void terminal_control(FILE *out, const char *sequence);

/* The columns of the terminal that out leads to; 0: it leads to none. */
int terminal_columns(FILE *out);

/* Prints text and a line end. columns > 0: lines are broken at blanks so that none is longer, as far as words allow, and those
 * behind the first begin with `indent` blanks; at: the column in which the text begins. */
void terminal_print(FILE *out, const char *text, int at, int indent, int columns);

#endif
