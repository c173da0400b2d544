/* file/plain.h. Text that a terminal can safely show: a byte that it would obey as a control becomes a question mark.
 *
 * Idea: names, cells and paths come from files of others. main puts this filter before standard output and standard error
 * (terminal_streams), so that no place that prints can forget it. Letters in UTF-8, line ends and tabs pass; other control
 * characters, those of eight bits, and bytes that are no UTF-8 do not.
 * Source of the ranges of bytes: RFC 3629. */
#ifndef SWARMTRIS_FILE_PLAIN_H
#define SWARMTRIS_FILE_PLAIN_H

#include <stdbool.h>
#include <stddef.h>

/* A text under way. All zero: its beginning. */
typedef struct {
    unsigned char held[4]; /* the bytes of a letter that is not whole yet */
    int n, whole;          /* bytes of held in use; that the letter has */
    bool line;             /* line ends and tabs do not pass */
} Plain;

/* Filters n bytes more; returns how many there are in out, which has room for n + 3 and may be `in` if nothing is held. */
size_t plain_filter(Plain *p, const char *in, size_t n, char *out);

/* A whole text, in place. line: line ends and tabs do not pass either. */
void plain_text(char *text, bool line);

/* Whether plain_text(text, true) would change nothing. */
bool plain_is_line(const char *text);

#endif
