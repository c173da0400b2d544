/* file/message.h. Messages for people: numbers, durations, counted nouns, words for a shell, lists of sentences.
 *
 * Idea: every text that the program shows writes such things in one way. */
#ifndef SWARMTRIS_FILE_MESSAGE_H
#define SWARMTRIS_FILE_MESSAGE_H

#include "base/error.h"

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

#endif
