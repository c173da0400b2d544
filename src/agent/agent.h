/* agent.h. How a move is chosen, given weights.
 *
 * Idea: an agent looks at one state through Game and returns a move. It keeps nothing: the same state and weights give the same
 * move, whatever was played before.
 * Never: names a concrete game, keeps memory outside its scratch, draws a random number. */
#ifndef SWARMTRIS_AGENT_AGENT_H
#define SWARMTRIS_AGENT_AGENT_H

#include "base/param.h"
#include "game/lanes.h"

/* What is played. All borrowed. */
typedef struct {
    const Game *game;
    const void *rules;     /* (game->rules_bytes), with which nothing is wrong */
    const FeatureSet *set; /* the features, in the order of the weights */
    const void *options;   /* of the agent (options_bytes) */
} Ruleset;

typedef struct {
    const char *name, *doc;
    const Param *params; /* of the options, [agent] in an ini; may be empty */
    size_t options_bytes;

    /* Bytes of scratch that choose needs under this ruleset. */
    size_t (*scratch_bytes)(const Ruleset *t);

    /* The move to make in state, which has at least one; w (set->n). */
    Move (*choose)(const Ruleset *t, const void *state, const double *w, void *scratch);

    /* The same on a fast twin, for n groups, 1 .. groups_max: makes the chosen move in every state; no chance is drawn, and a
     * state without a move is then over. NULL: the reference only. Scratch for it, aligned as lanes.h requires. */
    size_t (*lanes_scratch_bytes)(const Ruleset *t, const Lanes *l);
    void (*turn)(const Ruleset *t, const Lanes *l, const void *plan, const LaneGroup *group, int n, void *scratch);

    /* The same for one game alone, of a twin that has a call for it (Lanes.play): turns with their chances, to one of the bounds
     * or to the end of the game. NULL: this agent has no use for it. */
    void (*play)(const Ruleset *t, const Lanes *l, const void *plan, const void *weights, void *state, const Bounds *until,
                 void *scratch);
} Agent;

/* The value of a move: the sum over the features in the order of the set of weight x feature, plain doubles. */
double ruleset_value(const Ruleset *t, const void *before, const void *after, const double *w);

#endif
