/* cli/option_table.h. The two tables behind the command line: verbs, and options.
 *
 * Idea: a row is all that there is to say of a verb or of an option; reading (options.c) and help (help.c) know nothing besides.
 * Never: names a function; what a verb does, verbs.h says. */
#ifndef SWARMTRIS_CLI_OPTION_TABLE_H
#define SWARMTRIS_CLI_OPTION_TABLE_H

#include "cli/options.h"

#include <stddef.h>

typedef struct {
    const char *name, *args;   /* args: how help writes its arguments */
    int args_min, args_max;    /* how many it takes */
    const char *const *words;  /* NULL, or the only arguments that there are, NULL at the end */
    const char *doc, *example; /* a line each */
    int64_t games;             /* the default of --games; 0: it has no such option */
    const char *note;          /* what its help says besides, or NULL */
} VerbRow;

typedef enum {
    KIND_FLAG,    /* bool at offset */
    KIND_TEXT,    /* const char * at offset */
    KIND_PARAM,   /* a row of the parameter tables, over Options */
    KIND_SECONDS, /* double at offset, from 90s, 10m, 2h */
    KIND_BOARD,   /* width and height, from 10x20 */
    KIND_KEY,     /* a shorthand of an ini key */
    KIND_SET      /* section.key=value, any number of times */
} OptionKind;

typedef struct {
    const char *name, *value; /* "--out"; value: how help writes it, NULL for flags */
    char letter;              /* of the short form, or 0 */
    unsigned verbs;           /* bits 1 << Verb */
    OptionKind kind;          /* where the value goes, and what it looks like */
    size_t offset;            /* in Options; of KIND_FLAG, KIND_TEXT and KIND_SECONDS */
    Param param;              /* of KIND_PARAM */
    const char *key, *doc;    /* key: "section.key", of KIND_KEY */
} OptionRow;

#define VERBS (VERB_PLOT + 1)
enum { OPTIONS_MAX = 64 };

extern const VerbRow option_verbs[VERBS]; /* by Verb */

extern const OptionRow option_rows[];
extern const int option_count; /* at most OPTIONS_MAX */

/* Whether the verb takes the option. */
bool option_taken(const OptionRow *row, Verb verb);

#endif
