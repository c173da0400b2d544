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

/* A few letters as a value, for the expression that it stands in: message_number(x).text. */
typedef struct {
    char text[96];
} Brief;

/* A large number: 12.3k, 4.56M. */
Brief message_number(double x);

/* Seconds: 0.42s, 45s, 12m03s, 3h20m, 5d07h. */
Brief message_duration(double seconds);

/* "1 game", "3 games": n and its noun, which is given in the plural. */
Brief message_count(int64_t n, const char *plural);

/* A word of a command that is printed, as a shell reads it back, whatever it holds; what a terminal would not show stands
 * there as a number, in $'...', which bash, ksh and zsh know. Owned by the caller. */
char *message_word(const char *word);

/* The same for a command that is given to /bin/sh: every byte as it is, between quotes where these are needed. */
void message_shell_word(FILE *out, const char *word);

/* A command line as a shell reads it back, a blank behind each word, without --resume and --force: --resume behind it goes on
 * with what it began. The caller frees it. */
char *message_command(int words, char *const *word);

/* The words (*words) of a command that was written so, owned by the caller; NULL: it is anything else, such as two commands. */
char **message_words(const char *command, int *words);

/* Every line to out, with prefix before it. */
void message_lines(FILE *out, const Errors *lines, const char *prefix);

/* The first MESSAGE_ERRORS lines to standard error, with prefix before each ("" for errors, "warning: "), and how many more there
 * are: the first mistakes of a file that is no ini at all say enough. Frees all of them. */
enum { MESSAGE_ERRORS = 10 };
void message_errors(Errors *lines, const char *prefix);

#endif
