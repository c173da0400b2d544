/* base/error.h. What is wrong with the user's input: finished sentences, all of them in one go.
 *
 * Idea: readers of the user's input collect sentences here, and the verb prints them once. Code below the readers never sees
 * wrong input.
 * Every sentence names file, line, key, value and what would be right, as far as they apply:
 *     params/x.ini:15: inertia = 2.9: must be -2..2 */
#ifndef SWARMTRIS_BASE_ERROR_H
#define SWARMTRIS_BASE_ERROR_H

/* All zero: none. */
typedef struct {
    char **line; /* (n, with room for more) the sentences, without line ends; owned */
    int n, room;
} Errors;

/* Adds a sentence of any length. */
void errors_add(Errors *e, const char *format, ...) __attribute__((format(printf, 2, 3)));
void errors_free(Errors *e);

#endif
