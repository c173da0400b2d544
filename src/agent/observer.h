/* observer.h. Features of what is observed of a state: the units of an autoencoder (learn/encoder.h), or counts of local patterns
 * (learn/patterns.h).
 *
 * Idea: they take the place of the features of a game, one weight each, for any agent that adds up weights times features. Of a
 * move they are those of the state that it led to.
 * Never: learns. */
#ifndef SWARMTRIS_AGENT_OBSERVER_H
#define SWARMTRIS_AGENT_OBSERVER_H

#include "game/game.h"
#include "learn/encoder.h"

/* Borrowed. */
typedef struct {
    const Observation *observation; /* of at most ENCODER_CELLS_MAX numbers */
    const Encoder *encoder;         /* for boards of the shape of the observation; NULL: features are counts of patterns */
} Observer;

/* How many features there are. */
int observer_features(const Observer *o);

/* The features of a state, into out (observer_features). */
void observer_read(const Observer *o, const void *rules, const void *state, double *out);

#endif
