/* cli/option_table.h. The two tables behind the command line: verbs, and options.
 *
 * Idea: a row holds all that is known of a verb or of an option; the reader (options.c) and the help (help.c) know nothing else.
 * Never: names a function; the functions of the verbs are in verbs.h. */
#ifndef SWARMTRIS_CLI_OPTION_TABLE_H
#define SWARMTRIS_CLI_OPTION_TABLE_H

#include "base/param.h"
#include "cli/command.h"

#include <stddef.h>

typedef struct {
    const char *name;         /* as it is typed: "train"; "" of VERB_NONE */
    const char *args;         /* its arguments as the help writes them */
    int args_min, args_max;   /* the number of arguments that it takes */
    const char *const *words; /* the only arguments that it accepts, NULL at the end; NULL: any argument */
    const char *doc;          /* what it does, one line */
    const char *example;      /* a whole command */
    int64_t games;            /* the default of --games; 0: the verb has no such option */
    const char *note;         /* more lines of its help; NULL: none */
} VerbRow;

typedef enum {
    KIND_FLAG,    /* bool at offset */
    KIND_TEXT,    /* const char * at offset */
    KIND_PARAM,   /* a row of the parameter tables, over Options */
    KIND_SECONDS, /* double at offset, from what file/duration.h reads */
    KIND_SHARE,   /* double at offset, above 0 and below 1, from 5% or 0.05 */
    KIND_BOARD,   /* width and height, from 10x20 */
    KIND_SIZE,    /* plot_width and plot_height, from 1100x680 */
    KIND_KEY,     /* a shorthand of an ini key */
    KIND_SET      /* section.key=value, any number of times */
} OptionKind;

typedef struct {
    const char *name;  /* "--out" */
    const char *value; /* its value as the help writes it; NULL: a flag, which takes none */
    char letter;       /* of the short form; 0: there is none */
    unsigned verbs;    /* the verbs that take it, bits 1 << Verb */
    OptionKind kind;   /* the place and the form of the value */
    size_t offset;     /* in Options; of KIND_FLAG, KIND_TEXT, KIND_SECONDS and KIND_SHARE */
    Param param;       /* of KIND_PARAM */
    const char *key;   /* "section.key", of KIND_KEY */
    const char *doc;   /* what it does, one line */
} OptionRow;

#define VERBS (VERB_VERSION + 1) /* the last of the enum Verb */
enum { OPTIONS_MAX = 80 };

extern const VerbRow option_verbs[VERBS]; /* by Verb */

extern const OptionRow option_rows[];
extern const int option_count; /* at most OPTIONS_MAX */

/* Whether the verb, which may be VERB_NONE, takes the option. */
bool option_taken(const OptionRow *row, Verb verb);

#endif
