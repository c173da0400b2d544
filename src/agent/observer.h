/* observer.h. Features that were learned: the units of an autoencoder (learn/encoder.h) of what is observed of a state.
 *
 * Idea: they take the place of the features of a game, one weight each, for any agent that adds up weights times features. Of a
 * move they are those of the state that it led to.
 * Never: learns. */
#ifndef SWARMTRIS_AGENT_OBSERVER_H
#define SWARMTRIS_AGENT_OBSERVER_H

#include "game/game.h"
#include "learn/encoder.h"

typedef struct {
    const Observation *observation; /* whose shape is that of the encoder's boards; borrowed */
    Encoder *encoder;               /* owned */
} Observer;

/* The units of a state, into out (hidden of the encoder). */
void observer_units(const Observer *o, const void *rules, const void *state, double *out);

#endif
