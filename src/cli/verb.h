/* cli/verb.h. What a verb is: one const struct in a file of its own, with the options that it takes.
 *
 * Idea: a row of Option says all that is known of an option. Its value goes to the verb's own struct, or, where several verbs and
 * the steps that they share (verbs.h) read it, to Command. An option that is short for a key of an ini becomes a ConfigValue, so
 * that it is checked where the ini is checked. Help, pages and completions are made of these structs.
 * To add a verb: a file verb_x.c with a const Verb verb_x, named "x", and V(x) in the list of verb.c. It reads inis by verbs_read
 * (verbs.h), weights by task_read (there). Messages of task_read advise --set, so the verb then takes options_set, too.
 * Never: abbreviations; an option that is accepted and ignored. */
#ifndef SWARMTRIS_CLI_VERB_H
#define SWARMTRIS_CLI_VERB_H

#include "base/error.h"
#include "base/mem.h"
#include "base/param.h"
#include "config/config.h"
#include "file/files.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

typedef struct Verb Verb;

/* The command line once it has been read. Texts are borrowed from argv; NULL: not given. */
typedef struct {
    int argc;           /* words of the command line */
    char *const *argv;  /* (argc), borrowed */
    Cluster *cluster;   /* the ranks that share the work, borrowed; NULL: there are no others */
    const Verb *verb;   /* verb_none: only --help or --version was given */
    void *own;          /* the verb's own options, as its struct has them; owned */
    const char **arg;   /* (args), owned: the words that are no options; their number is one that the verb takes */
    int args;           /* of them */
    MemOwner text;      /* that arguments point to, other than argv */
    const char *typed;  /* the ini of standard input, where the argument is -; one of text; NULL: the argument names a file */
    ConfigValue *value; /* (values), owned with their texts: those of --set, then the shorthands, as config_read expects */
    int values;         /* of them */

    /* Command that several verbs share. */
    bool help, version;  /* print a text and end */
    bool quiet, verbose; /* no progress; every step of it. Never both */
    bool json;           /* results as JSON */
    const char *out;     /* directory of the run */
    bool resume, force;  /* go on with the run, or replace it; never both */
    double max_time;     /* seconds; 0: no limit */
} Command;

typedef enum {
    OPTION_FLAG,    /* bool at offset */
    OPTION_TEXT,    /* const char * at offset; where there are words, one of them */
    OPTION_PARAM,   /* the row param, a member of the verb's own options */
    OPTION_SECONDS, /* double at offset, from what duration_read (file/message.h) reads */
    OPTION_SHARE,   /* double at offset, above 0 and below 1, from 5% or 0.05 */
    OPTION_BOARD,   /* int[2] at offset, from 10x20 */
    OPTION_SIZE,    /* double[3] at offset: from 1100x680 with 0 behind, from 3.4in or 3.4x2.5in with 1 */
    OPTION_POINTS,  /* double at offset, from 8pt */
    OPTION_KEY,     /* short for a key of an ini */
    OPTION_SET      /* section.key=value, any number of times */
} OptionKind;

typedef struct {
    const char *name;         /* "--out" */
    const char *value;        /* its value as the help writes it; NULL: a flag, which takes none */
    char letter;              /* of the short form; 0: there is none */
    bool shared;              /* offset is in Command, not in the verb's own options */
    OptionKind kind;          /* the form of the value */
    size_t offset;            /* of the member that it is stored in; not of OPTION_PARAM, _KEY and _SET */
    Param param;              /* of OPTION_PARAM */
    const char *const *words; /* of OPTION_TEXT: the only values, NULL at the end; NULL: any text */
    const char *key;          /* of OPTION_KEY: "section.key" */
    const char *doc;          /* what it does, one line */
} Option;

/* The middle of a row: where the value of a verb's own option goes. */
#define OPTION_AT(Own, field, kind_) .kind = kind_, .offset = offsetof(Own, field)
#define OPTION_ROW(Own, field, type, lo, hi) .kind = OPTION_PARAM, .param = {PARAM_ROW(Own, field, type, "", lo, hi, "")}
#define OPTION_CHOICE(Own, field, names) \
    .kind = OPTION_PARAM, .param = {PARAM_ROW(Own, field, PARAM_CHOICE, "", 0, 0, ""), .choices = names}

/* When some options of a verb have an effect. The command line is refused if they are given and have none. */
typedef struct {
    const char *options; /* "--gif --png"; NULL: the last row */
    const char *when; /* between blanks: options of which one must be given, or words of which the first argument must be one; or,
                          * each with a ! in front, what must not be there */
    const char *why;  /* the rest of the sentence after "has no effect with --record", or NULL */
} OptionWhen;

/* What the arguments of a verb may be besides paths: names of files that come with the program. */
typedef enum { TAKES_PATHS, TAKES_INIS, TAKES_WEIGHTS, TAKES_STUDIES } VerbTakes;

enum { VERB_GROUPS = 12 };

struct Verb {
    const char *name;         /* as it is typed: "train" */
    const char *arguments;    /* as the help writes them */
    int least, most;          /* the number of arguments that it takes */
    const char *const *words; /* the only arguments that it accepts, NULL at the end; NULL: any argument */
    VerbTakes takes;          /* what its arguments name, from number `first` on */
    int first;
    bool folders;                       /* a folder among its arguments stands for the weights in it (named.h) */
    bool typed;                         /* its argument may be -, an ini from standard input */
    bool shared;                        /* it evaluates: ranks share its work; any other verb is of rank 0 alone */
    const char *several;                /* what takes more arguments, behind a sentence about too many; NULL: nothing */
    const char *doc;                    /* what it does, one line */
    const char *note;                   /* more lines of its help; NULL: none */
    const char *example;                /* a whole command */
    const Option *options[VERB_GROUPS]; /* groups of rows, each with a last one whose name is NULL; NULL at the end */
    const OptionWhen *when;             /* options that do not always have an effect; NULL: all do */
    size_t bytes;                       /* of its own options; 0: it has none */
    const void *defaults;               /* their values where the command line has none; NULL: all zero */
    int (*run)(const Command *c);       /* returns the exit status. Results go to standard output, which main flushes and
                                         * checks, everything else goes to standard error */
};

/* All verbs, NULL at the end; and what is typed without a verb. */
extern const Verb *const verbs[], verb_none, verb_help, verb_version;

/* Groups of options that verbs share. */
extern const Option options_set[], options_run[], options_json[], options_quiet[], options_verbose[], options_seed[],
    options_engine[], options_mode[], options_estimator[], options_features[],
    options_charts[]; /* of own options that begin with Charts (charts/charts.h) */

/* Reads the command line (argv[0] is the program) into *c. False: errors has one sentence, and the exit status must be 64. *c
 * must be freed in either case. If help or version is set, the other members may be incomplete. */
bool options_read(Command *c, int argc, char *argv[], Errors *errors);
void options_free(Command *c);

/* Option number i of a verb, over all its groups, --help last; NULL: it has no more. */
const Option *verb_option(const Verb *verb, int i);

bool verb_takes(const Verb *verb, const Option *row);

/* The verb of this name; NULL, after a sentence in errors: there is none. */
const Verb *verb_named(const char *word, Errors *errors);

/* Prints the help of the program (verb_none) or of a verb. */
void help_print(const Verb *verb, FILE *out);

/* Prints a sentence, with a line end, on standard error. Returns status. */
int verb_fail(int status, const char *sentence, ...) __attribute__((format(printf, 2, 3)));

/* Prints that an option is of no use, or contradicts another: "swarmtris: OPTION: WHY". STATUS_USAGE. */
int verb_refuse(const char *option, const char *why);

#endif
