/* cli/named.h. What arguments stand for: files that come with the program, by their names alone ("swarmtris eval dellacherie",
 * "swarmtris train quick"); folders of weights, such as what a class has handed in, in place of the files in them.
 *
 * Idea: an installed program keeps its weights and inis in a folder with a long name. If an argument of the command line is not
 * the path of a file, it stands for the file of this name in that folder. A folder that is no run stands for its files NAME.ini
 * and NAME.txt, and for the runs in it that have weights, in the order of their names. The folders in it stand for theirs. Files
 * that begin with a dot are left out.
 * Never: prefers a file of the program to one of the user; looks deeper than the folders of a folder. */
#ifndef SWARMTRIS_CLI_NAMED_H
#define SWARMTRIS_CLI_NAMED_H

#include "base/error.h"
#include "cli/verb.h"
#include "game/game.h"

/* Puts paths in place of the arguments of c that name files of the program. False: an argument
 * names no file, and is no path; errors has the sentence. */
bool named_resolve(Command *c, Errors *errors);

/* Names or paths, all owned. */
typedef struct {
    char **name; /* (n) */
    int n, room;
} Names;

/* Adds the names of all inis, weights files or lists (sort) that come with the program, in order. */
void named_add(Names *all, VerbTakes sort);

/* The names of all weights that come with the program and play the game, a blank before each. Owned by the caller. */
char *named_playing(const Game *game);

/* Replaces each folder among the arguments of c by the weights that it stands for. A folder that holds none stays. */
void named_expand(Command *c);

/* Prints a sentence about a directory from which a verb cannot take what it needs: what it holds, and which command takes that.
 * False: nothing is known of it, and nothing has been printed. */
bool named_explain(const Verb *verb, const char *dir);

#endif
