/* store/pending.h. The batch under way in a checkpoint: the answers that are known, and the games that were suspended.
 *
 * Idea: an answer depends on position and game alone. So the answers of a stopped run are right for the run that resumes it,
 * if key and number of the game agree. A suspended game can be read only by the very program that wrote it; a fingerprint of
 * the program goes with it. Otherwise, or if the program's file cannot be read (there is no /proc), the game is played again
 * from its beginning.
 * Never: positions; the experiment has those. */
#ifndef SWARMTRIS_STORE_PENDING_H
#define SWARMTRIS_STORE_PENDING_H

#include "base/serialise.h"
#include "base/trial.h"

typedef struct {
    const char *executable; /* the file of the program or library, whose fingerprint marks the suspended games; borrowed */
    uint64_t program;       /* the fingerprint; 0: not asked for yet, or the file cannot be read */
    Batch batch;            /* from a checkpoint: trials without positions, and the answers of all trials in their order */
} Pending;

void pending_start(Pending *p, const char *executable);
void pending_free(Pending *p);

/* Saves the batch (NULL: there is none) with its suspended games; nothing may be playing it. */
void pending_save(Pending *p, const Batch *b, Serialiser *v);

/* Loads what pending_save saved. Games are dropped unless this very program suspended them. */
void pending_load(Pending *p, Serialiser *v);

/* Moves answers and games to those plays of b that have the same key and number, and forgets the others. */
void pending_give(Pending *p, Batch *b);

#endif
