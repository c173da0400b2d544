/* file/terminal.h. Output to a terminal: only text except our own control sequences; its width; lines broken at its edge.
 * Never: breaks lines in a file or a pipe, where programs read them. */
#ifndef SWARMTRIS_FILE_TERMINAL_H
#define SWARMTRIS_FILE_TERMINAL_H

#include "file/plain.h"

#include <stdio.h>

/* Filters standard output and standard error, terminals or not. Called once, before anything is printed. */
void terminal_streams(void);

/* Writes a control sequence to standard output or standard error, unfiltered, after flushing the stream. */
void terminal_control(FILE *out, const char *sequence);

/* The columns of the terminal that out writes to; 0: out is no terminal. */
int terminal_columns(FILE *out);

/* Prints text and a line end. columns > 0: lines are broken at blanks so that none is longer, as far as words allow. Lines after
 * the first begin with `indent` blanks. at: the column in which the text begins. */
void terminal_print(FILE *out, const char *text, int at, int indent, int columns);

#endif
