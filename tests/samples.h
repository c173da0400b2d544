/* samples.h. Random situations of Tetris: rules, feature sets, weights and boards of every sort that might make a fast engine
 * differ from the reference. Everything is drawn from the stream that is passed in, so the name of the stream
 * names the situation. */
#ifndef SWARMTRIS_TESTS_SAMPLES_H
#define SWARMTRIS_TESTS_SAMPLES_H

#include "agent/prospect.h"
#include "game/tetris/features.h"

/* Uniform on 0 .. bound - 1. */
static inline int below(Rng *r, int bound)
{
    return (int)rng_below(r, (uint32_t)bound);
}

/* Any size; often not all pieces, or not all alike; with or without a preview. */
void sample_rules(Rng *r, TetrisRules *rules);

/* Whether the set fits the rules and the lanes play it: of a new feature they may know nothing. */
bool sample_fits(const TetrisRules *rules, const FeatureSet *set);

/* One of the named sets, or a list of features in any order, that sample_fits. index (TETRIS_FEATURES): room for a list,
 * borrowed by the set. */
void sample_set(Rng *r, const TetrisRules *rules, FeatureSet *set, int *index);

/* Fills w (set->n) and returns of what sort they are: among them whole numbers and zeros, which make ties, tiny and huge ones,
 * and such as make a player that lasts. */
const char *sample_weights(Rng *r, const FeatureSet *set, double *w);

/* Any options of look-ahead: half of them look ahead everywhere, half behind all first moves. */
void sample_lookahead(Rng *r, LookaheadOptions *o);

/* The next board of a sequence, no row of it full and no piece drawn; its own chances are seeded. sequence: a game that some of
 * the boards come from, which is played on; all zero at first, and then only to be passed in again with the same rules. */
void sample_board(Rng *r, const TetrisRules *rules, TetrisState *sequence, TetrisState *s);

#endif
