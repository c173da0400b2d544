/* eval/wire.h. The messages between rank 0 and the other ranks, as bytes.
 *
 * Idea: a parcel is a message that is put together, or taken apart, number by number. All ranks are the same program on
 * processors of the same byte order, which they check when they meet. So numbers are sent as they are in memory. A message begins
 * with its kind.
 *
 *     SETUP    from rank 0: how many threads to use, and a text that describes the objectives; no threads: rest
 *     BLOCK    from rank 0: jobs of a round, with the positions and suspended games that the rank does not have yet
 *     RECALL   from rank 0: give back jobs beyond those that you can play at once
 *     END      from rank 0: the round is over; give back unanswered jobs
 *     LEAVE    from rank 0: the run is over
 *     RESULTS  to rank 0: answers, and jobs that are given back, with their suspended games; whether the rank asks for more jobs
 *     NOTE     either way: a text of the start, before the first SETUP
 * Never: trusts a length that it has not checked. */
#ifndef SWARMTRIS_EVAL_WIRE_H
#define SWARMTRIS_EVAL_WIRE_H

#include "base/jobs.h"
#include "eval/cluster.h"

typedef enum { WIRE_SETUP, WIRE_BLOCK, WIRE_RECALL, WIRE_END, WIRE_LEAVE, WIRE_RESULTS, WIRE_NOTE } WireKind;

/* What becomes of a job that a rank had. */
typedef enum {
    FATE_ANSWERED,  /* score and cost follow */
    FATE_SUSPENDED, /* the suspended game follows */
    FATE_UNTOUCHED  /* as it was sent */
} Fate;

/* A message that is put together or taken apart. All zero: empty. */
typedef struct {
    char *bytes; /* (used, with room for more), owned */
    int used, room;
    int read; /* bytes that have been taken out */
    bool bad; /* more was taken out than there is, or an impossible value */
} Parcel;

void parcel_free(Parcel *p);

void parcel_put(Parcel *p, const void *bytes, size_t n);
void parcel_put_int(Parcel *p, int value);
void parcel_put_u64(Parcel *p, uint64_t value);
void parcel_put_real(Parcel *p, double value);

/* Adds a suspended game with its cost so far; NULL: none. Adds their fingerprint, too, since nothing else would show that a state
 * was garbled. */
void parcel_put_saved(Parcel *p, const SavedGame *g, double cost);

/* Takes n bytes, which stay in the parcel; NULL: fewer are left. */
const void *parcel_take(Parcel *p, size_t n);
int parcel_take_int(Parcel *p);
uint64_t parcel_take_u64(Parcel *p);
double parcel_take_real(Parcel *p);

/* A suspended game, which the caller owns, and its cost; NULL, 0: there was none, or it is bad. */
SavedGame *parcel_take_saved(Parcel *p, double *cost);

/* Whether a number can be the cost of a play: 0 to 2^53, up to which doubles hold all integers. */
bool wire_is_cost(double cost);

/* A parcel that takes over the bytes of a message. */
Parcel parcel_of(const Message *m);

/* Sends the parcel and empties it. */
bool parcel_send(Parcel *p, Cluster *c, int to);

#endif
