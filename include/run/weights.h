/* run/weights.h. Weights files: an ini that people can read, edit and diff.
 *
 *     [weights]     one feature_name = value (%.17g) a line, in the order of the set
 *     [rules]       what they were trained and validated on: features = SET, and the rows of [game] and [objective]
 *     [score]       each claim: validated = mean, validated_ci95 = half width, validated_games = n, validated_seed = seed
 *     [provenance]  source = where they come from, or run, version
 *
 * A file that holds nothing but numbers between blanks, commas or line ends is accepted where the feature set is known. */
#ifndef SWARMTRIS_RUN_WEIGHTS_H
#define SWARMTRIS_RUN_WEIGHTS_H

#include "base/error.h"
#include "run/config.h"

/* names (n): as written; NULL for a bare list. set: the feature set they belong to, NULL where nothing said so. entries: the rest
 * of the file, "section.key=value", n_entries, for info. All owned. */
typedef struct {
    char *path;
    int n;
    double *w;
    char **names;
    const FeatureSet *set;
    char **entry;
    int entries;
} Weights;

/* What became of reading one. */
typedef enum {
    WEIGHTS_READ,
    WEIGHTS_MISSING, /* no such file, unreadable, a directory */
    WEIGHTS_BAD      /* not finite, of the wrong number, for other features, or no weights at all */
} WeightsStatus;

/* Reads path. game: whose features and sets are meant. set: NULL, or the set that was asked for by name; then the file must fit
 * it, and a bare list belongs to it. A file with [rules] features = SET or with names in the order of a set says so itself.
 * Problems go to errors, all in one go, naming file, line, and what would be right. *w is to be freed in either case. */
WeightsStatus weights_read(Weights *w, const char *path, const Game *game, const FeatureSet *set, Errors *errors);
void weights_free(Weights *w);

#endif
