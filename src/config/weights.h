/* config/weights.h. Weights files: an ini that people can read, edit and diff.
 *
 *     [weights]     one name = value (%.17g) a line; written in the order of the set, or of the agent's table, read in any
 *     [rules]       what the weights belong to: features = SET, or a list of features (config/kinds.h), or agent = NAME
 *                   if the agent has weights of its own (with features and its options if it counts them, Agent.count), or
 *                   objective = KIND for settings of a learner; and what they were trained and validated on: the rows of
 *                   [game], max_pieces, and the agent with its keys, agent.KEY, as far as they are not the default; cut_at:
 *                   games ended there by the budget, which is no rule
 *     [score]       each reported score: validated = mean, validated_lower, validated_upper, ..._games = n,
 *                   validated_seed = seed
 *     [provenance]  source = where the weights come from, or run, version
 *
 * If the file leaves out a weight of an agent's own, that weight has its default.
 * A file with nothing but numbers, parted by blanks, commas or line ends, is accepted if it is known what the numbers are. */
#ifndef SWARMTRIS_CONFIG_WEIGHTS_H
#define SWARMTRIS_CONFIG_WEIGHTS_H

#include "base/error.h"
#include "config/config.h"
#include "config/schema.h"

typedef struct {
    char *path;         /* of the file, as it was given; owned */
    int n;              /* weights */
    double *w;          /* (n) in the order of the schema; owned */
    Schema schema;      /* what the weights belong to; unknown for a bare list without a schema, or without a game */
    FeatureSet *listed; /* the block that holds the schema's set if that is a list, owned; else NULL */
    char **counted;     /* the names of the weights if an agent counts them (schema_names), owned; else NULL */
    char **entry;       /* (entries) the rest of the file, "section.key=value", for info; owned */
    int entries;
} Weights;

/* The outcome of reading a weights file. */
typedef enum {
    WEIGHTS_READ,
    WEIGHTS_MISSING, /* no such file, unreadable, a directory */
    WEIGHTS_OTHER,   /* right in itself, but for another schema than the one that was asked for */
    WEIGHTS_BAD      /* not finite, of the wrong number, with other names, or no weights at all */
} WeightsStatus;

/* Reads path. asked.game: the game whose features and sets are meant; NULL: none (the position of a test function), and all names
 * are accepted, in the order of the file. If the schema in `asked` is known, the file must fit it, and a bare list of numbers
 * belongs to it. A file with [rules] features = ... or agent = ..., or just with the names of a set, says its schema itself.
 * Problems go to errors, all in one go, naming file, line, and what would be right. *w is to be freed in either case.
 *
 * Also reads a file that an agent plays by (config/kinds.h). It gives no weights. Its rules become entries like those of a
 * weights file, and "rules.KEY=path" is its path, where KEY is Agent.file. */
WeightsStatus weights_read(Weights *w, const char *path, Schema asked, Errors *errors);

/* The game, and the agent or the kind with settings, that a file names in [rules]: game = ..., agent = ...,
 * objective = .... NULL: the file names none, or an unknown one. The set stays NULL. */
Schema weights_said(const char *path);

/* The value of the entry "section.key" (outside [weights]), or NULL. */
const char *weights_entry(const Weights *w, const char *name);

/* The value of a key in [rules] of the file, or NULL. */
const char *weights_rule(const Weights *w, const char *key);

/* Reads the numbers of text, parted by blanks, commas or line ends, into *x (owned by the caller), and returns their number.
 * Each error begins with `where`: "w.txt", "standard input:3". -1: a word is not a finite number, as errors says. */
int weights_numbers(const char *text, const char *where, double **x, Errors *errors);

/* The file that an agent plays by instead of weights; NULL: there are weights. */
const char *weights_agent_file(const Weights *w);

void weights_free(Weights *w);

#endif
