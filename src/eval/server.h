/* eval/server.h. Rank 0 shares the lists of a batch with the other ranks.
 *
 * Idea: the other ranks take from the same lists as the threads of rank 0, in blocks: half of its share when the round begins,
 * and smaller ones later, each asked for before the one before is used up. Where the lists are empty and a rank has nothing to
 * do, the rank with most jobs gives back what it has not begun, or has suspended, and others go on with it. What a job comes to
 * depends neither on the rank nor on where it was suspended.
 *     A rank for which its host has no processor left rests: it would take time from the others, with fewer games side by side.
 *     A round lasts as long as a call of evaluate_batch. At its end, and when the run is stopped or pauses for a checkpoint,
 * every rank gives back what is not answered, with its suspended games. What comes from an older round is dropped.
 * Never: waits for a rank that has been silent for CLUSTER_SILENCE seconds. */
#ifndef SWARMTRIS_EVAL_SERVER_H
#define SWARMTRIS_EVAL_SERVER_H

#include "eval/deal.h"
#include "eval/sharing.h"
#include "eval/wire.h"

typedef struct Server Server;

/* rank (ranks of c): copied. all: no rank rests. c is borrowed. */
Server *server_create(Cluster *c, const ServerRank *rank, bool all);
void server_destroy(Server *s);

/* Sends all ranks the text that describes the objectives of the batches to come, and how many threads they are to have; 0: as
 * many as each has by itself. */
void server_set_up(Server *s, const char *text, int threads);

/* All ranks, this one included; and those of them that rest. */
int server_ranks(const Server *s);
int server_resting(const Server *s);

/* Threads of all other ranks that play; and of this one, where nothing else is asked for. */
int server_threads(const Server *s);
int server_own(const Server *s);

/* Tells all ranks that the run is over. */
void server_leave(Server *s);

/* Begins a round: the first blocks are sent. own: threads of this rank. d and w are borrowed until the round is over; enough:
 * as in Early. */
void server_begin(Server *s, Deal *d, int own, const atomic_bool *enough, const StopCheck *w);

/* Around work on a list of the deal. */
void server_enter(Server *s);
void server_exit(Server *s);

/* Takes in what has arrived and sends what is due; called by threads of this rank again and again. stopped: w has said so. */
void server_look(Server *s, bool stopped);

/* Whether the round is over, so that no thread needs to stay. */
bool server_is_over(const Server *s);

/* Whether the round that is over was not cut short: by w, or by the loss of a rank. */
bool server_complete(const Server *s);

/* Whether a rank has been lost, in this round or earlier: its number, else -1. Confused: not because it was silent, but
 * because it has sent what is not understood. */
int server_lost(const Server *s);
bool server_confused(const Server *s);

/* What has been exchanged. */
ServerCounts server_counts(const Server *s);

#endif
