/* text.c. Puts text together piece by piece in a buffer of the caller, or in a block of its own. */
#include "base/text.h"

#include "base/mem.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

Text text_in(char *buffer, size_t room)
{
    assert(buffer != NULL && room >= 1);
    buffer[0] = '\0';
    return (Text){.at = buffer, .room = room};
}

/* Whether a byte continues a letter in UTF-8. */
static bool continues(char byte)
{
    return ((unsigned char)byte & 0xC0) == 0x80;
}

/* How many of n bytes are whole letters: a cut may have left the beginning of a letter at the end. */
static size_t whole_letters(const char *at, size_t n)
{
    size_t rest = 0;
    while (rest < n && rest < 3 && continues(at[n - 1 - rest])) rest++;
    if (rest == n) return n;
    unsigned char lead = (unsigned char)at[n - 1 - rest];
    size_t letter = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : lead >= 0xC0 ? 2 : 1;
    return letter > rest + 1 ? n - 1 - rest : n;
}

/* Writes a piece after the text as far as there is room, without changing used. Returns the bytes of the whole piece. */
static size_t write_behind(const Text *t, const char *format, va_list args)
{
    assert(t->used < t->room && t->at[t->used] == '\0');
    int length = vsnprintf(t->at + t->used, t->room - t->used, format, args);
    assert(length >= 0);
    return (size_t)length;
}

bool text_add(Text *t, const char *format, ...)
{
    if (t->cut) return false;
    va_list args;
    va_start(args, format);
    size_t length = write_behind(t, format, args), room = t->room - t->used;
    va_end(args);
    t->cut = length >= room;
    t->used += t->cut ? whole_letters(t->at + t->used, room - 1) : length;
    t->at[t->used] = '\0';
    return !t->cut;
}

bool text_add_whole(Text *t, const char *format, ...)
{
    if (t->cut) return false;
    va_list args;
    va_start(args, format);
    size_t length = write_behind(t, format, args);
    va_end(args);
    bool fits = length < t->room - t->used;
    if (fits) t->used += length;
    t->at[t->used] = '\0';
    return fits;
}

bool text_add_real(Text *t, double x)
{
    assert(isfinite(x));
    char number[32];
    for (int digits = 15; digits <= 17; digits++) {
        snprintf(number, sizeof number, "%.*g", digits, x);
        if (strtod(number, NULL) == x) break;
    }
    return text_add(t, "%s", number);
}

char *text_new_v(const char *format, va_list args)
{
    va_list again;
    va_copy(again, args);
    int length = vsnprintf(NULL, 0, format, args);
    assert(length >= 0);
    char *text = mem_new((size_t)length + 1, 1);
    vsnprintf(text, (size_t)length + 1, format, again);
    va_end(again);
    return text;
}

char *text_new(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    char *text = text_new_v(format, args);
    va_end(args);
    return text;
}

bool text_word(const char *text, int i, char *word, size_t room)
{
    for (text += strspn(text, " \t"); *text != '\0' && i > 0; i--) {
        text += strcspn(text, " \t");
        text += strspn(text, " \t");
    }
    snprintf(word, room, "%.*s", (int)strcspn(text, " \t"), text);
    return word[0] != '\0';
}

bool text_has(const char *text, const char *word)
{
    for (text += strspn(text, " \t"); *text != '\0'; text += strspn(text, " \t")) {
        const size_t n = strcspn(text, " \t");
        if (strncmp(text, word, n) == 0 && word[n] == '\0') return true;
        text += n;
    }
    return false;
}
