/* eval/server_give.h. The part of the server that gives jobs to other ranks.
 *
 * Never: takes in a message. */
#ifndef SWARMTRIS_EVAL_SERVER_GIVE_H
#define SWARMTRIS_EVAL_SERVER_GIVE_H

#include "eval/server_facts.h"

/* Sends a rank, which has threads, its first block of the round. */
void server_give_first(Server *s, int rank);

/* Gives jobs to the ranks that ask for some; if there are none, asks the rank with most jobs for some of them. */
void server_feed(Server *s);

#endif
