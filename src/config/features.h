/* config/features.h. What weights belong to: "dt", the name of a feature set, a list like "dt open_wells" or "holes, wells", or
 * "encoder:FILE", the units of an encoder, whose file is found from the folder in which the program was started; or
 * "patterns", the counts of local patterns.
 *
 * Idea: a list is a set that has not been published. It is called what it was written as, so that inis and weights files name it
 * in the same way as the others. A set in a list stands for its features, in its order; nothing may come twice. */
#ifndef SWARMTRIS_CONFIG_FEATURES_H
#define SWARMTRIS_CONFIG_FEATURES_H

#include "game/game.h"

/* The set that text names: one of the game's own, or a list; then *made is the block that holds all of it, to be freed. NULL:
 * found (FINDINGS_MAX, *n of them, under the key "features") says what is wrong. encoder: NULL, or what the file of an encoder
 * holds, which is not opened then. */
const FeatureSet *features_read(const Game *game, const char *text, const char *encoder, FeatureSet **made, Finding *found,
                                int *n);

/* The same set, to be kept longer than its owner: one of the game's own as it is, of a list a copy, *made. */
const FeatureSet *features_keep(const Game *game, const FeatureSet *set, FeatureSet **made);

/* The name of a feature of a set: one of the game's, or "unit_3" of an encoder, or "pattern_oxo_xxx". */
const char *features_name(const Game *game, int index);

/* Whether the features of a set are those of an observer (agent/observer.h), and not the game's. */
bool features_observed(const Game *game, const FeatureSet *set);

/* The file of the encoder whose units a set has; NULL: it has none. */
const char *features_encoder(const FeatureSet *set);

/* Whether they have the same features in the same order. */
bool features_same(const FeatureSet *a, const FeatureSet *b);

#endif
