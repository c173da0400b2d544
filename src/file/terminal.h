/* file/terminal.h. Output to a terminal: only text except our own control sequences; its width; all lines broken at its edge.
 * Never: breaks lines in a file or a pipe, where programs read them. */
#ifndef SWARMTRIS_FILE_TERMINAL_H
#define SWARMTRIS_FILE_TERMINAL_H

#include "file/plain.h"

#include <stdio.h>

/* Filters standard output and standard error, terminals or not, and breaks the lines of terminals. Called once, before anything
 * is printed. */
void terminal_streams(void);

/* Writes a control sequence to standard output or standard error, unfiltered, after flushing the stream. */
void terminal_control(FILE *out, const char *sequence);

/* The columns of the terminal that out writes to; 0: out is no terminal. */
int terminal_columns(FILE *out);

/* The line of a terminal that is being written. All zero: at its beginning. */
typedef struct {
    int at, indent; /* its columns so far; where it goes on when it is broken */
    bool whole;     /* it is not broken: what people copy, such as commands */
    bool table;     /* it is the row of a table: several cells with two blanks or more between them */
} TerminalLine;

/* Writes text; lines are broken at blanks so that none is longer than columns, as far as words allow. Lines of few columns go
 * on below the last one, cells of tables below those of the line before. False: could not be written (errno). */
bool terminal_write(int descriptor, const char *text, TerminalLine *l, int columns);

#endif
