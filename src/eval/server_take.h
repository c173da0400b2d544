/* eval/server_take.h. The part of the server that takes in what other ranks send.
 *
 * Never: sends anything; trusts a number of a message. */
#ifndef SWARMTRIS_EVAL_SERVER_TAKE_H
#define SWARMTRIS_EVAL_SERVER_TAKE_H

#include "eval/server_facts.h"
#include "eval/wire.h"

#include <stdbool.h>

/* Takes in a message of kind RESULTS behind its kind, in a round or too late for it. False: it is not understood, or answers
 * what the rank does not have; nothing more can be expected of the rank. */
bool server_take(Server *s, int from, Parcel *in);

#endif
