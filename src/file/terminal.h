/* file/terminal.h. Output to a terminal: only text except our own control sequences; its width; lines broken at its edge.
 *
 * Idea: names, cells and paths come from other people's files. main puts a filter before standard output and standard error
 * (terminal_streams), so that no place that prints can forget it. Letters in UTF-8, line ends and tabs pass; other control
 * characters, those of eight bits, and bytes that are no UTF-8 become question marks.
 * Never: breaks lines in a file or a pipe, where programs read them.
 * Source of the ranges of bytes: RFC 3629. */
#ifndef SWARMTRIS_FILE_TERMINAL_H
#define SWARMTRIS_FILE_TERMINAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* The state of the filter within a text. All zero: at its beginning. */
typedef struct {
    unsigned char held[4]; /* the bytes of an unfinished letter */
    int n, whole;          /* n: bytes of held in use; whole: bytes of the finished letter */
    bool line;             /* line ends and tabs do not pass */
} Plain;

/* Filters n more bytes into out (room n + 3), and returns the bytes written. out may be `in` if nothing is held. */
size_t plain_filter(Plain *p, const char *in, size_t n, char *out);

/* The bytes of the letter that a text begins with; 0: they are no UTF-8. */
int plain_letter(const char *text);

/* Filters a whole text in place. line: line ends and tabs do not pass either. */
void plain_text(char *text, bool line);

/* Whether plain_text(text, true) would change nothing. */
bool plain_is_line(const char *text);

/* ---- streams ---- */

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
