/* plain.c. Filters what is printed: letters pass, commands to a terminal do not. */
#include "file/plain.h"

#include "base/mem.h"

#include <stdlib.h>
#include <string.h>

/* How many bytes a letter has that begins with the byte lead; 0: no letter does. */
static int length_of(unsigned char lead)
{
    return lead < 0x80 ? 1 : lead < 0xC2 ? 0 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : lead < 0xF5 ? 4 : 0;
}

/* Whether a byte continues the held letter. Some second bytes are refused: for overlong letters, surrogates, and code points
 * beyond the last. */
static bool goes_on(const Plain *p, unsigned char byte)
{
    static const struct {
        unsigned char lead, least, most;
    } second[] = {{0xE0, 0xA0, 0xBF}, {0xED, 0x80, 0x9F}, {0xF0, 0x90, 0xBF}, {0xF4, 0x80, 0x8F}};
    for (size_t i = 0; p->n == 1 && i < sizeof second / sizeof *second; i++)
        if (p->held[0] == second[i].lead) return byte >= second[i].least && byte <= second[i].most;
    return byte >= 0x80 && byte <= 0xBF;
}

int plain_letter(const char *text)
{
    Plain p = {.whole = length_of((unsigned char)*text)};
    while (p.n < p.whole && (p.n == 0 || goes_on(&p, (unsigned char)text[p.n]))) p.held[p.n] = (unsigned char)text[p.n], p.n++;
    return p.n == p.whole ? p.whole : 0;
}

static bool obeyed(const Plain *p, unsigned char byte)
{
    return byte == 0x7F || (byte < ' ' && (p->line || (byte != '\n' && byte != '\t')));
}

/* Writes the held letter to out, or a question mark for an unfinished letter or a control character of eight bits. Returns the
 * bytes written. */
static size_t let_go(Plain *p, char *out)
{
    const bool shown = p->n == p->whole && !(p->held[0] == 0xC2 && p->held[1] < 0xA0);
    const size_t n = shown ? (size_t)p->n : 1;
    memcpy(out, shown ? (const char *)p->held : "?", n);
    p->n = 0;
    return n;
}

size_t plain_filter(Plain *p, const char *in, size_t n, char *out)
{
    size_t used = 0;
    for (size_t i = 0; i < n; i++) {
        const unsigned char byte = (unsigned char)in[i];
        if (p->n > 0 && goes_on(p, byte)) {
            p->held[p->n++] = byte;
            if (p->n == p->whole) used += let_go(p, out + used);
            continue;
        }
        if (p->n > 0) used += let_go(p, out + used);
        p->whole = length_of(byte);
        if (p->whole > 1)
            p->held[p->n++] = byte;
        else
            out[used++] = p->whole == 0 || obeyed(p, byte) ? '?' : (char)byte;
    }
    return used;
}

void plain_text(char *text, bool line)
{
    Plain p = {.line = line};
    size_t used = plain_filter(&p, text, strlen(text), text);
    if (p.n > 0) used += let_go(&p, text + used);
    text[used] = '\0';
}

bool plain_is_line(const char *text)
{
    OWNED char *copy = mem_text(text);
    plain_text(copy, true);
    return strcmp(copy, text) == 0;
}
