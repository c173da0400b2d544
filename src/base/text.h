/* base/text.h. Text that is put together piece by piece, and never runs over the end of its buffer.
 *
 * Idea: a Text guards a buffer of the caller. Pieces are formatted as by snprintf. A piece that does not fit is cut at the end of
 * a letter, and nothing is added after a cut. So no other code adds up lengths.
 * Never: allocates, except text_new and text_new_v. */
#ifndef SWARMTRIS_BASE_TEXT_H
#define SWARMTRIS_BASE_TEXT_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

typedef struct {
    char *at;    /* the buffer, which always ends with a zero; borrowed */
    size_t room; /* bytes of the buffer, the zero included */
    size_t used; /* bytes of the text */
    bool cut;    /* something did not fit */
} Text;

/* An empty text in buffer (room >= 1). */
Text text_in(char *buffer, size_t room);

/* Adds a piece. False: not all of it fitted, now or before. */
bool text_add(Text *t, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Adds all of a piece or nothing, for pieces whose parts would be wrong, such as numbers. False: nothing was added; a shorter
 * piece may still fit. */
bool text_add_whole(Text *t, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Adds a finite number with the fewest of 15, 16, 17 digits that read back as the same number. */
bool text_add_real(Text *t, double x);

/* A formatted text of any length in a new block, which the caller owns. */
char *text_new(const char *format, ...) __attribute__((format(printf, 1, 2)));
char *text_new_v(const char *format, va_list args) __attribute__((format(printf, 1, 0)));

/* Writes word number i, from 0, of a text of words between blanks to word (room). False: there are fewer words. */
bool text_word(const char *text, int i, char *word, size_t room);

/* Whether word is one of the words of text. */
bool text_has(const char *text, const char *word);

#endif
