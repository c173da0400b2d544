/* config/feature_list.h. What weights belong to: "dt", the name of a feature set, a list like "dt open_wells" or "holes, wells";
 * or the name of an observer, behind which may stand the path of its file, from the folder in which the program was started.
 *
 * Idea: a list is a set that has not been published. It is called what it was written as, so that inis and weights files name it
 * in the same way as the others. A set in a list stands for its features, in its order; nothing may come twice. */
#ifndef SWARMTRIS_CONFIG_FEATURE_LIST_H
#define SWARMTRIS_CONFIG_FEATURE_LIST_H

#include "agent/observer.h"

/* The set that text names: one of the game's own, or a list; then *made is the block that holds all of it, to be freed. NULL:
 * found (FINDINGS_MAX, *n of them, under the key "features") says what is wrong. held: NULL, or what the file of an observer
 * holds, which is not opened then. *o: the observer, or none; to be freed; o NULL: it is not asked for. */
const FeatureSet *features_read(const Game *game, const char *text, const char *held, FeatureSet **made, Observer *o,
                                Finding *found, int *n);
void features_free(Observer *o);

/* The same set, to be kept longer than its owner: one of the game's own as it is, of a list a copy, *made. */
const FeatureSet *features_keep(const Game *game, const FeatureSet *set, FeatureSet **made);

/* The name of a feature of a set: one of the game's, or of an observer's. */
const char *features_name(const Game *game, int index);

/* Whether they have the same features in the same order. */
bool features_same(const FeatureSet *a, const FeatureSet *b);

#endif
