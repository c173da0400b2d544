/* message.c. How numbers, durations, counts, shell words and lists of sentences are written for people, and
 * what they may have meant. */
#include "file/message.h"

#include "base/mem.h"
#include "file/files.h"
#include "file/plain.h"

#include <assert.h>
#include <ctype.h>
#include <inttypes.h>
#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

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
    const bool plain = word[0] != '\0' && strpbrk(word, " \t\n'\"\\$&|;<>()*?[]#~`!{}") == NULL; /* nothing special to a shell */
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

/* ---- durations that are read, and the clock ---- */

/* Reads a number (digits with at most one point) at *text, and moves *text past it. False: there is no number. */
static bool read_number(const char **text, double *x)
{
    const size_t digits = strspn(*text, "0123456789"),
                 rest = (*text)[digits] == '.' ? 1 + strspn(*text + digits + 1, "0123456789") : 0;
    if (digits == 0 || rest == 1 || digits + rest > 15) return false;
    *x = strtod(*text, NULL);
    *text += digits + rest;
    return true;
}

/* 1d12h30m15s: each unit once, the larger before the smaller. */
static bool read_units(const char *text, double *seconds)
{
    static const struct {
        char letter;
        double seconds;
    } unit[] = {{'d', 86400}, {'h', 3600}, {'m', 60}, {'s', 1}};
    size_t next = 0;
    for (*seconds = 0; *text != '\0'; text++) {
        double x;
        if (!read_number(&text, &x)) return false;
        while (next < sizeof unit / sizeof *unit && unit[next].letter != *text) next++;
        if (next == sizeof unit / sizeof *unit) return false;
        *seconds += x * unit[next++].seconds;
    }
    return true;
}

/* Reads a colon and two digits, below 60, at *text, and moves *text past them. */
static bool read_sixtieths(const char **text, double *x)
{
    const char *t = *text;
    if (t[0] != ':' || !isdigit((unsigned char)t[1]) || !isdigit((unsigned char)t[2]) || t[1] > '5') return false;
    *x = 10 * (t[1] - '0') + (t[2] - '0');
    *text += 3;
    return true;
}

/* [D-]first[:second[:third]]: with days hours, minutes and seconds; without them minutes and seconds, or all three. */
static bool read_slurm(const char *text, double *seconds)
{
    double days = 0, part[3] = {0};
    int parts = 1;
    const char *dash = strchr(text, '-');
    if (strpbrk(text, ".") != NULL || strlen(text) > 15) return false;
    if (dash != NULL && (!read_number(&text, &days) || *text++ != '-')) return false;
    if (!read_number(&text, &part[0])) return false;
    while (*text != '\0' && parts < 3)
        if (!read_sixtieths(&text, &part[parts++])) return false;
    if (*text != '\0' || (dash == NULL && parts == 1)) return false;
    if (dash == NULL && parts == 2)
        *seconds = 60 * part[0] + part[1];
    else
        *seconds = 86400 * days + 3600 * part[0] + 60 * part[1] + part[2];
    return true;
}

bool duration_read(const char *text, double *seconds)
{
    double x;
    assert(text != NULL && seconds != NULL);
    if (text[0] == '\0' || (!read_units(text, &x) && !read_slurm(text, &x))) return false;
    if (!(x > 0) || x >= 1e9) return false;
    *seconds = x;
    return true;
}

double duration_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

Stopwatch stopwatch_start(void)
{
    return (Stopwatch){.start = (long long)(1e9 * duration_now())};
}

double stopwatch_seconds(Stopwatch *w)
{
    enum { TENTH = 100000000 };
    const long long now = (long long)(1e9 * duration_now());
    long long start = atomic_load(&w->start), seen = atomic_load(&w->latest);
    if (now - start < seen - TENTH) atomic_compare_exchange_strong(&w->start, &start, now - seen);
    while (now - start > seen && !atomic_compare_exchange_weak(&w->latest, &seen, now - start)) continue;
    return 1e-9 * (double)(now - start > seen ? now - start : seen);
}

/* ---- the name that a mistyped word is nearest to ---- */

enum { LENGTH_MAX = 64 };

static int least(int a, int b)
{
    return a < b ? a : b;
}

int suggest_distance(const char *a, const char *b)
{
    size_t m = strlen(a), n = strlen(b);
    if (m >= LENGTH_MAX || n >= LENGTH_MAX) return LENGTH_MAX;
    /* d[i][j]: edits from the first i letters of a to the first j of b. */
    int d[LENGTH_MAX][LENGTH_MAX];
    for (size_t i = 0; i <= m; i++) d[i][0] = (int)i;
    for (size_t j = 0; j <= n; j++) d[0][j] = (int)j;
    for (size_t i = 1; i <= m; i++)
        for (size_t j = 1; j <= n; j++) {
            d[i][j] = least(least(d[i - 1][j], d[i][j - 1]) + 1, d[i - 1][j - 1] + (a[i - 1] != b[j - 1]));
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) d[i][j] = least(d[i][j], d[i - 2][j - 2] + 1);
        }
    return d[m][n];
}

/* Edits that are a typing mistake in so many letters. */
static int mistakes(size_t length)
{
    return length <= 3 ? 1 : length <= 7 ? 2 : 3;
}

Suggest suggest_start(const char *word)
{
    return (Suggest){.word = word, .distance = mistakes(strlen(word)) + 1};
}

/* Whether each of the words between underscores could be the other's, if they are as many: row_transitions is no mistake for
 * col_transitions. */
static bool words_are_near(const char *a, const char *b)
{
    char one[LENGTH_MAX], other[LENGTH_MAX];
    const size_t m = strcspn(a, "_"), n = strcspn(b, "_");
    if (a[m] != b[n]) return true;
    snprintf(one, sizeof one, "%.*s", (int)m, a);
    snprintf(other, sizeof other, "%.*s", (int)n, b);
    return suggest_distance(one, other) <= mistakes(m > n ? m : n) && (a[m] == '\0' || words_are_near(a + m + 1, b + n + 1));
}

void suggest_try(Suggest *s, const char *name)
{
    int distance = suggest_distance(s->word, name);
    if (distance >= s->distance || distance >= (int)strlen(name) || !words_are_near(s->word, name)) return;
    s->best = name;
    s->distance = distance;
}

SuggestHint suggest_hint(const Suggest *s)
{
    SuggestHint hint = {""};
    if (s->best != NULL) snprintf(hint.text, sizeof hint.text, "; did you mean '%s'?", s->best);
    return hint;
}

const char *suggest_name(const char *word, const char *const *names)
{
    Suggest s = suggest_start(word);
    for (; *names != NULL; names++) suggest_try(&s, *names);
    return s.best;
}
