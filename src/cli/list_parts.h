/* cli/list_parts.h. The lists of built-in parts, and of files that come with the program.
 *
 * Idea: a list is one function that goes over its parts, and two that print one of them, in words or as JSON. Whole lists, single
 * names and `list --json` use the same three. */
#ifndef SWARMTRIS_CLI_LIST_PARTS_H
#define SWARMTRIS_CLI_LIST_PARTS_H

#include "cli/verb.h"
#include "file/json.h"
#include "game/game.h"

/* A part of a list. Borrowed. */
typedef struct {
    const char *name;
    const char *doc;  /* NULL: it has none */
    const void *part; /* its const struct; NULL: a file */
    const Game *game; /* of a feature or set; else NULL */
    const char *of;   /* name of its game or optimiser; of a file: what it is. NULL: none */
} ListedPart;

typedef void Found(void *ctx, const ListedPart *part);

typedef struct {
    const char *name;                      /* as it is typed; NULL: no list of its own, only single names */
    const char *title;                     /* above the list; with %s for the name of a game, above the parts of each */
    const char *one;                       /* above a single part, with %s for what it is of; NULL: nothing */
    void (*each)(Found *found, void *ctx); /* calls found for every part, in order; NULL: of files */
    void (*print)(const ListedPart *part, bool whole); /* whole: all that is known of it */
    void (*json)(Json *j, const ListedPart *part);     /* adds the members besides game, name and doc; NULL: none */
    void (*end)(void);                                 /* prints what comes below the list; NULL: nothing */
    VerbTakes files;                                   /* which files; and, of: what they are */
    const char *of;
} PartList;

enum { LISTS = 10 };
extern const PartList list_parts[LISTS];

/* Calls found for every part of a list, in order. */
void list_each(const PartList *list, Found *found, void *ctx);

/* Prints a line; where it is too long for the terminal it goes on `indent` columns to the right. */
__attribute__((format(printf, 2, 3))) void list_line(int indent, const char *format, ...);

#endif
