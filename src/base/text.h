/* base/text.h. Text that is put together piece by piece, and never runs over the end of its buffer.
 *
 * Idea: a Text is the guard of a buffer that the caller has. Pieces are added like snprintf adds the first one; what does not fit
 * is cut at the end of a letter, and nothing is added behind a cut. So no sum of lengths is computed anywhere else.
 * Never: allocates, text_new apart. */
#ifndef SWARMTRIS_BASE_TEXT_H
#define SWARMTRIS_BASE_TEXT_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

typedef struct {
    char *at;    /* the buffer, always a whole text with a zero behind it; borrowed */
    size_t room; /* bytes of the buffer, the zero included */
    size_t used; /* bytes of the text */
    bool cut;    /* something did not fit */
} Text;

/* An empty text in buffer (room >= 1). */
Text text_in(char *buffer, size_t room);

/* Adds a piece. False: not all of it fitted, now or before. */
bool text_add(Text *t, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Adds all of a piece or nothing, for pieces such as numbers of which a part would say something else. False: nothing; what fits
 * may still be added. */
bool text_add_whole(Text *t, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Adds a finite number with the fewest of 15, 16, 17 digits that read back as the same number. */
bool text_add_real(Text *t, double x);

/* The whole text in a block of its own, which the caller owns. */
char *text_new(const char *format, ...) __attribute__((format(printf, 1, 2)));
char *text_new_v(const char *format, va_list args) __attribute__((format(printf, 1, 0)));

/* Word number i of text, words being parted by blanks. False: there are not so many. */
bool text_word(const char *text, int i, char *word, size_t room);

/* Whether one of the words of text is this one. */
bool text_has(const char *text, const char *word);

#endif
