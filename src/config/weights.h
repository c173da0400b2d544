/* config/weights.h. Weights files: an ini that people can read, edit and diff.
 *
 *     [weights]     one name = value (%.17g) a line; written in the order of the set, or of the agent's table, read in any
 *     [rules]       what they were trained and validated on: features = SET, or a list of features
 *                   (config/feature_list.h), or, of an agent with weights of its own, agent = NAME; where the agent counts them
 *                   (Agent.count), features and its options beside that; of the settings of a learner, objective = KIND; and
 *                   the rows of [game] and [objective]
 *     [score]       each reported score: validated = mean, validated_ci95 = half width, validated_games = n,
 *                   validated_seed = seed
 *     [provenance]  source = where they come from, or run, version
 *
 * A weight of an agent's own that the file leaves out has its default.
 * A file that holds nothing but numbers between blanks, commas or line ends is accepted where it is known what they are. */
#ifndef SWARMTRIS_CONFIG_WEIGHTS_H
#define SWARMTRIS_CONFIG_WEIGHTS_H

#include "base/error.h"
#include "config/config.h"
#include "config/schema.h"

typedef struct {
    char *path;         /* of the file, as it was given; owned */
    int n;              /* weights */
    double *w;          /* (n) in the order of the schema; owned */
    Schema schema;      /* that they belong to; not known where nothing said so (a bare list, or no game) */
    FeatureSet *listed; /* where its set is a list: the block it lies in, owned; else NULL */
    char **counted;     /* the names of the schema's weights where an agent counts them (schema_names), owned; else NULL */
    char **entry;       /* (entries) the rest of the file, "section.key=value", for info; owned */
    int entries;
} Weights;

/* What became of reading one. */
typedef enum {
    WEIGHTS_READ,
    WEIGHTS_MISSING, /* no such file, unreadable, a directory */
    WEIGHTS_OTHER,   /* nothing is wrong with it, but it says that it is for another schema than the one that was asked for */
    WEIGHTS_BAD      /* not finite, of the wrong number, with other names, or no weights at all */
} WeightsStatus;

/* A file that an agent plays by (config/agent_file.h) is read, too: it holds no weights, its rules are entries like those of a
 * weights file, and "rules.KEY=path", with the agent's key, says where it is.
 *
 * Reads path. asked.game: whose features and sets are meant; NULL: of none (the position of a test function), any names are good
 * and stay as written. Where the schema asked for is known, the file must fit it, and a bare list of numbers belongs to it. A
 * file with [rules] features = ... or agent = ..., or with just the names of a set, says so itself.
 * Problems go to errors, all in one go, naming file, line, and what would be right. *w is to be freed in either case. */
WeightsStatus weights_read(Weights *w, const char *path, Schema asked, Errors *errors);

/* The game, and the agent or the kind with weights of its own, that a file says its weights are for ([rules] game = ...,
 * agent = ..., objective = ...); NULL: it does not say, or none is called so. The set is left open. */
Schema weights_said(const char *path);

/* The value that "section.key" has in the rest of the file, or NULL. */
const char *weights_entry(const Weights *w, const char *name);

/* The value that its [rules] have for a key, or NULL. */
const char *weights_rule(const Weights *w, const char *key);

/* The numbers of text, between blanks, commas or line ends: *x (returned count) is owned. where begins each error: "w.txt",
 * "standard input:3". -1: something is not a finite number, and errors tells. */
int weights_numbers(const char *text, const char *where, double **x, Errors *errors);

/* The file that an agent plays by instead of weights; NULL: there are weights. */
const char *weights_agent_file(const Weights *w);

void weights_free(Weights *w);

#endif
