/* message.c. How numbers, durations, counts, shell words and lists of sentences are written for people. */
#include "file/message.h"

#include "base/mem.h"
#include "file/files.h"
#include "file/plain.h"

#include <assert.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

Brief message_number(double x)
{
    static const char unit[] = " kMGTPE";
    enum { LAST = sizeof unit - 2 };
    size_t u = 0;
    for (; fabs(x) >= 999.5 && u < LAST; u++) x /= 1000;
    Brief b;
    if (fabs(x) >= 999.5)
        snprintf(b.text, sizeof b.text, "more than 999%c", unit[LAST]);
    else
        snprintf(b.text, sizeof b.text, "%.3g%.*s", x, u > 0, unit + u);
    return b;
}

Brief message_duration(double seconds)
{
    static const double year = 365.25 * 86400;
    assert(seconds >= 0);
    Brief b;
    const long s = seconds < 1e9 ? (long)(seconds + 0.5) : 1000000000;
    if (seconds < 0.995)
        snprintf(b.text, sizeof b.text, "%.2gs", seconds);
    else if (s < 60)
        snprintf(b.text, sizeof b.text, "%lds", s);
    else if (s < 3600)
        snprintf(b.text, sizeof b.text, "%ldm%02lds", s / 60, s % 60);
    else if (s < 48 * 3600)
        snprintf(b.text, sizeof b.text, "%ldh%02ldm", s / 3600, s / 60 % 60);
    else if ((double)s < 2 * year)
        snprintf(b.text, sizeof b.text, "%ldd%02ldh", s / 86400, s / 3600 % 24);
    else
        snprintf(b.text, sizeof b.text, seconds < 999 * year ? "%.3g years" : "more than 999 years", seconds / year);
    return b;
}

Brief message_count(int64_t n, const char *plural)
{
    Brief b;
    int length = (int)strlen(plural) - (n == 1);
    snprintf(b.text, sizeof b.text, "%" PRId64 " %.*s", n, length, plural);
    return b;
}

/* Whether a byte has a special meaning to a shell outside quotes. */
static bool is_special(char c)
{
    return strchr(" \t\n'\"\\$&|;<>()*?[]#~`!{}", c) != NULL;
}

/* Writes a word between $' and ', with octal numbers for bytes that a terminal does not show. */
static void put_numbered(FILE *out, const char *word)
{
    fputs("$'", out);
    for (const char *c = word; *c != '\0'; c++)
        if ((unsigned char)*c < ' ' || (unsigned char)*c > '~')
            fprintf(out, "\\%03o", (unsigned char)*c);
        else
            fprintf(out, *c == '\'' || *c == '\\' ? "\\%c" : "%c", *c);
    putc('\'', out);
}

void message_shell_word(FILE *out, const char *word)
{
    bool plain = word[0] != '\0';
    for (const char *c = word; *c != '\0'; c++) plain = plain && !is_special(*c);
    if (!plain) putc('\'', out);
    for (const char *c = word; *c != '\0'; c++)
        if (*c == '\'')
            fputs("'\\''", out);
        else
            putc(*c, out);
    if (!plain) putc('\'', out);
}

static void put_word(FILE *out, const char *word)
{
    if (plain_is_line(word))
        message_shell_word(out, word);
    else
        put_numbered(out, word);
}

char *message_word(const char *word)
{
    char *text;
    FILE *out = files_memory(&text, NULL);
    put_word(out, word);
    files_memory_close(out);
    return text;
}

char *message_command(int words, char *const *word)
{
    char *text;
    FILE *out = files_memory(&text, NULL);
    bool paths = false; /* after "--", which is left out, since an option is to follow: paths that begin with a dash get ./ */
    for (int i = 0; i < words; i++) {
        if (!paths && (strcmp(word[i], "--resume") == 0 || strcmp(word[i], "--force") == 0)) continue;
        if (!paths && strcmp(word[i], "--") == 0) {
            paths = true;
            continue;
        }
        if (paths && word[i][0] == '-' && word[i][1] != '\0') fputs("./", out);
        put_word(out, word[i]);
        putc(' ', out);
    }
    files_memory_close(out);
    return text;
}

/* ---- lists of sentences ---- */

void message_lines(FILE *out, const Errors *lines, const char *prefix)
{
    for (int i = 0; i < lines->n; i++) fprintf(out, "%s%s\n", prefix, lines->line[i]);
}

void message_errors(Errors *lines, const char *prefix)
{
    Errors first = *lines;
    if (first.n > MESSAGE_ERRORS) first.n = MESSAGE_ERRORS;
    message_lines(stderr, &first, prefix);
    if (lines->n > first.n) fprintf(stderr, "%s... and %d more\n", prefix, lines->n - first.n);
    errors_free(lines);
}
