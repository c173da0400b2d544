/* message.c. How numbers, durations, counts, shell words and lists of sentences are written for people. */
#include "file/message.h"

#include "file/files.h"

#include <assert.h>
#include <inttypes.h>
#include <math.h>
#include <stdbool.h>
#include <string.h>

void message_number(double x, char *out, size_t room)
{
    assert(room >= 16);
    static const char *const unit[] = {"", "k", "M", "G", "T"};
    int u = 0;
    while (fabs(x) >= 999.5 && u < 4) {
        x /= 1000;
        u++;
    }
    snprintf(out, room, "%.3g%s", x, unit[u]);
}

void message_duration(double seconds, char *out, size_t room)
{
    assert(room >= 16 && seconds >= 0);
    long s = seconds < 1e9 ? (long)(seconds + 0.5) : 1000000000;
    if (seconds < 0.995)
        snprintf(out, room, "%.2gs", seconds);
    else if (s < 60)
        snprintf(out, room, "%lds", s);
    else if (s < 3600)
        snprintf(out, room, "%ldm%02lds", s / 60, s % 60);
    else if (s < 48 * 3600)
        snprintf(out, room, "%ldh%02ldm", s / 3600, s / 60 % 60);
    else
        snprintf(out, room, "%ldd%02ldh", s / 86400, s / 3600 % 24);
}

const char *message_count(int64_t n, const char *plural, char *out, size_t room)
{
    int length = (int)strlen(plural) - (n == 1);
    snprintf(out, room, "%" PRId64 " %.*s", n, length, plural);
    return out;
}

void message_shell_word(FILE *out, const char *word)
{
    bool plain = word[0] != '\0' && strpbrk(word, " \t\n'\"\\$&|;<>()*?[]#~`!{}") == NULL;
    if (!plain) putc('\'', out);
    for (const char *c = word; *c != '\0'; c++)
        if (*c == '\'')
            fputs("'\\''", out);
        else
            putc(*c, out);
    fputs(plain ? " " : "' ", out);
}

char *message_command(int words, char *const *word)
{
    char *text;
    size_t size;
    FILE *out = files_memory(&text, &size);
    for (int i = 0; i < words; i++)
        if (strcmp(word[i], "--resume") != 0 && strcmp(word[i], "--force") != 0) message_shell_word(out, word[i]);
    files_memory_close(out);
    return text;
}

void message_lines(FILE *out, const Errors *lines, const char *prefix)
{
    for (int i = 0; i < lines->n; i++) fprintf(out, "%s%s\n", prefix, lines->line[i]);
}

void message_errors(const Errors *lines, const char *prefix)
{
    Errors first = *lines;
    if (first.n > MESSAGE_ERRORS) first.n = MESSAGE_ERRORS;
    message_lines(stderr, &first, prefix);
    if (lines->n > first.n) fprintf(stderr, "%s... and %d more\n", prefix, lines->n - first.n);
}
