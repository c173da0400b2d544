/* systems/learning/table.h. Room agent. A learned table of action values, and the agent that plays by it. */
#ifndef SWARMTRIS_SYSTEMS_LEARNING_TABLE_H
#define SWARMTRIS_SYSTEMS_LEARNING_TABLE_H

#include "agent/agent.h"

/* The learned value of each action for each index of an observation. */
typedef struct {
    const Observation *observation; /* an observation of the game; borrowed */
    int64_t indices;                /* indices of the observation, 1 or more */
    int actions;                    /* actions of the game, 1 or more */
    const double *value;            /* (indices, actions), borrowed */
} ActionTable;

/* The action of the highest value among n, 1 or more; of equals the first. */
int action_best(const double *value, int n);

extern const Agent agent_table; /* Rules.learned is an ActionTable */

#endif
