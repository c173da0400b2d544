/* file/message.h. Texts for people and from people: numbers, durations, counted nouns, words for a shell, lists of sentences,
 * names that were mistyped.
 *
 * Idea: every text that the program shows writes such things in one way. */
#ifndef SWARMTRIS_FILE_MESSAGE_H
#define SWARMTRIS_FILE_MESSAGE_H

#include "base/error.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* A short text as a value, which lives as long as its expression: message_number(x).text. */
typedef struct {
    char text[96];
} Brief;

/* A large number: 12.3k, 4.56M; from 1e21 on "more than 999E". */
Brief message_number(double x);

/* Seconds: 0.42s, 45s, 12m03s, 3h20m, 5d07h, 31.7 years. */
Brief message_duration(double seconds);

/* "1 game", "3 games": n and its noun, which is given in the plural. */
Brief message_count(int64_t n, const char *plural);

/* Quotes any word for a printed command, so that a shell reads it back. Bytes that a terminal would not show become numbers in
 * $'...', which bash, ksh and zsh know. Owned by the caller. */
char *message_word(const char *word);

/* Writes a word for a command that /bin/sh executes: every byte unchanged, between quotes if needed. */
void message_shell_word(FILE *out, const char *word);

/* A command line as a shell reads it back, a blank after each word, without --resume and --force. With --resume added, it goes on
 * with the run that it began. The caller frees it. */
char *message_command(int words, char *const *word);

/* Prints every line to out, with prefix before it. */
void message_lines(FILE *out, const Errors *lines, const char *prefix);

/* Prints the first MESSAGE_ERRORS lines to standard error, each after prefix ("" for errors, "warning: "), and the number of the
 * others. A file that is no ini would give too many. Frees all lines. */
enum { MESSAGE_ERRORS = 10 };
void message_errors(Errors *lines, const char *prefix);

/* ---- durations that are read, and the clock ---- */

/* Reads the seconds of a text such as 90s, 1.5m, 2h, 1d, 1d12h30m (units d, h, m, s in this order, each once). Slurm's forms
 * MM:SS, HH:MM:SS, D-HH, D-HH:MM, D-HH:MM:SS are read, too. False: no such time, or not more than 0 and less than 1e9 seconds. A
 * number without unit is refused, since it means minutes in Slurm and seconds in other programs. */
bool duration_read(const char *text, double *seconds);

/* Seconds since some moment, on a clock that may go back while a machine is moved; safe in a signal handler. */
double duration_now(void);

/* The seconds since stopwatch_start, which never go back: where the clock does, they stand still, and go on from there if the
 * step was more than a tenth of a second. Threads may ask at the same time. */
typedef struct {
    atomic_llong start;  /* nanoseconds on the clock of duration_now */
    atomic_llong latest; /* nanoseconds since start, as they were read last */
} Stopwatch;
Stopwatch stopwatch_start(void);
double stopwatch_seconds(Stopwatch *w);

/* The accepted forms, for a sentence about a refused text. */
#define DURATION_FORMS "a time like 90s, 10m, 2h or 1d12h, or as Slurm has it, 30:00, 12:00:00 or 2-12:00:00"

/* ---- "did you mean": the name that a mistyped word is nearest to ----
 *
 * Names are tried one by one, so they may come from any number of tables. The nearest name wins, of equals the first, but only if
 * the word could be a typing mistake: one edit in up to 3 letters, two in up to 7, three in longer words; the same holds for each
 * part between underscores.
 * Source: optimal string alignment, the restricted distance of F. J. Damerau, Comm. ACM 7 (1964). */

/* A search for the name that was meant. */
typedef struct {
    const char *word; /* as it was typed; borrowed */
    const char *best; /* the nearest name so far; NULL: none is near enough; borrowed */
    int distance;     /* edits from word to best; as long as best is NULL, one more than allowed */
} Suggest;

Suggest suggest_start(const char *word);
void suggest_try(Suggest *s, const char *name);

/* The end of a sentence: "; did you mean 'particles'?", or nothing. */
enum { SUGGEST_HINT_MAX = 96 };
typedef struct {
    char text[SUGGEST_HINT_MAX];
} SuggestHint;
SuggestHint suggest_hint(const Suggest *s);

/* The nearest of names (NULL at the end), or NULL if none is near enough. */
const char *suggest_name(const char *word, const char *const *names);

/* The number of edits (insert, delete, replace a letter, swap two neighbours) that turn a into b; 64 if a or b has 64 bytes or
 * more. */
int suggest_distance(const char *a, const char *b);

#endif
