/* lookahead_lanes.h. Look-ahead on Lanes; as Agent.lanes_scratch_bytes and Agent.turn. */
#ifndef SWARMTRIS_AGENT_LOOKAHEAD_LANES_H
#define SWARMTRIS_AGENT_LOOKAHEAD_LANES_H

#include "agent/agent.h"

size_t lookahead_lanes_scratch_bytes(const Rules *t, const Lanes *l);

/* scratch: at a multiple of LANES_ALIGNMENT. */
void lookahead_turn(const Rules *t, const Lanes *l, const void *plan, const LaneGroup *group, int n, void *scratch);

#endif
