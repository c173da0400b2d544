/* eval/server_take.h. The part of the server that takes in what other ranks send.
 *
 * Never: sends anything. */
#ifndef SWARMTRIS_EVAL_SERVER_TAKE_H
#define SWARMTRIS_EVAL_SERVER_TAKE_H

#include "eval/server_facts.h"
#include "eval/wire.h"

/* Takes in a message of kind RESULTS behind its kind, in a round or too late for it. */
void server_take(Server *s, int from, Parcel *in);

#endif
