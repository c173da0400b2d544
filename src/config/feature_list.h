/* config/feature_list.h. What weights belong to: a feature set, "dt"; a list like "dt open_wells" or "holes, wells"; or an
 * observer, by its name or by "NAME:PATH" if it has a file. PATH starts from the folder in which the program was started.
 *
 * Idea: a list is a set that has not been published. The text of the list is its name, so that inis and weights files name lists
 * and published sets in one way. A set in a list stands for its features, in its order; no feature may come twice. */
#ifndef SWARMTRIS_CONFIG_FEATURE_LIST_H
#define SWARMTRIS_CONFIG_FEATURE_LIST_H

#include "agent/observer.h"

/* The set that text names: one of the game's own, or another one, which *made (to be freed) holds. NULL: found (FINDINGS_MAX, *n
 * of them, under the key "features") says what is wrong. held: the contents of the observer's file, which is then not opened; or
 * NULL. *o: the observer, or none; to be freed (features_free); o may be NULL. */
const FeatureSet *features_read(const Game *game, const char *text, const char *held, FeatureSet **made, Observer *o,
                                Finding *found, int *n);
void features_free(Observer *o);

/* A set that outlives the owner of `set`: `set` itself if it is one of the game's own, else a copy, *made. */
const FeatureSet *features_keep(const Game *game, const FeatureSet *set, FeatureSet **made);

/* The name of a feature of a set: one of the game's, or of an observer's. */
const char *features_name(const Game *game, int index);

/* Whether a and b have the same features in the same order. */
bool features_same(const FeatureSet *a, const FeatureSet *b);

#endif
