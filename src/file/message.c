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
    static const char *const unit[] = {"", "k", "M", "G", "T"};
    int u = 0;
    while (fabs(x) >= 999.5 && u < 4) {
        x /= 1000;
        u++;
    }
    Brief b;
    snprintf(b.text, sizeof b.text, "%.3g%s", x, unit[u]);
    return b;
}

Brief message_duration(double seconds)
{
    assert(seconds >= 0);
    Brief b;
    long s = seconds < 1e9 ? (long)(seconds + 0.5) : 1000000000;
    if (seconds < 0.995)
        snprintf(b.text, sizeof b.text, "%.2gs", seconds);
    else if (s < 60)
        snprintf(b.text, sizeof b.text, "%lds", s);
    else if (s < 3600)
        snprintf(b.text, sizeof b.text, "%ldm%02lds", s / 60, s % 60);
    else if (s < 48 * 3600)
        snprintf(b.text, sizeof b.text, "%ldh%02ldm", s / 3600, s / 60 % 60);
    else
        snprintf(b.text, sizeof b.text, "%ldd%02ldh", s / 86400, s / 3600 % 24);
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
    for (int i = 0; i < words; i++)
        if (strcmp(word[i], "--resume") != 0 && strcmp(word[i], "--force") != 0) {
            put_word(out, word[i]);
            putc(' ', out);
        }
    files_memory_close(out);
    return text;
}

/* ---- commands that are read back ---- */

/* Reads one byte of $'...' at *text, with or without a backslash, and moves *text past it. */
static char read_numbered(const char **text)
{
    if (**text != '\\') return *(*text)++;
    const char *c = ++*text;
    int number = 0, digits = 0;
    while (digits < 3 && c[digits] >= '0' && c[digits] <= '7') number = 8 * number + (c[digits++] - '0');
    *text += digits > 0 ? digits : *c != '\0';
    return digits > 0 ? (char)number : *c;
}

/* Reads a word that put_word has written at *text into out, which has room for it, and moves *text past it. False: a shell
 * would read more than a word. */
static bool read_word(const char **text, char *out)
{
    const char *c = *text;
    while (*c != '\0' && *c != ' ') {
        const bool numbered = strncmp(c, "$'", 2) == 0;
        if (*c == '\\' && c[1] == '\'') {
            *out++ = '\'';
            c += 2;
        } else if (*c == '\'' || numbered) {
            for (c += numbered ? 2 : 1; *c != '\'';) {
                if (*c == '\0') return false;
                *out++ = numbered ? read_numbered(&c) : *c++;
            }
            c++;
        } else if (is_special(*c))
            return false;
        else
            *out++ = *c++;
    }
    *out = '\0';
    *text = c;
    return true;
}

char **message_words(const char *command, int *words)
{
    char **word = NULL, *one = mem_new(strlen(command) + 1, 1);
    int room = 0;
    bool good = true;
    *words = 0;
    for (const char *at = command + strspn(command, " "); good && *at != '\0'; at += strspn(at, " ")) {
        good = read_word(&at, one);
        if (!good) break;
        word = mem_grow(word, &room, *words + 1, sizeof *word);
        word[(*words)++] = mem_text(one);
    }
    free(one);
    if (good && *words > 0) return word;
    mem_free_texts(word, *words);
    *words = 0;
    return NULL;
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
