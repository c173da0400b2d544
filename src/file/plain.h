/* file/plain.h. Text that a terminal can safely show: control bytes become question marks.
 *
 * Idea: names, cells and paths come from other people's files. main puts this filter before standard output and standard error
 * (terminal_streams), so that no place that prints can forget it. Letters in UTF-8, line ends and tabs pass; other control
 * characters, those of eight bits, and bytes that are no UTF-8 do not.
 * Apart from terminal.h, since the library needs no terminal and may have no mutable data.
 * Source of the ranges of bytes: RFC 3629. */
#ifndef SWARMTRIS_FILE_PLAIN_H
#define SWARMTRIS_FILE_PLAIN_H

#include <stdbool.h>
#include <stddef.h>

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

#endif
