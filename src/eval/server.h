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

#include "eval/partition.h"
#include "eval/sharing.h"
#include "eval/wire.h"

/* Another rank. */
typedef struct {
    ServerRank is;
    int threads;        /* now; 0: it rests */
    int outstanding;    /* jobs of this round that it has */
    bool hungry;        /* it asks for more */
    bool recalled;      /* it has been asked to give jobs back, and has not answered */
    double recalled_at; /* when it was asked last */
    bool playing;       /* it has been sent a block of this round */
    char *knows;        /* (positions), owned, with room for more: positions of this round that it has been sent */
    int knows_room;
} Peer;

typedef struct Server {
    Cluster *c; /* borrowed */
    int ranks;
    bool all;                  /* none of them rests */
    int threads;               /* of all other ranks */
    Peer *peer;                /* (ranks), owned; [0] is not used */
    Partition *d;              /* of this round; borrowed */
    const atomic_bool *enough; /* borrowed */
    const StopCheck *w;        /* borrowed */
    int round;                 /* its number */
    int own;                   /* threads of this rank */
    int cut;                   /* the list that is served; those before it are empty */
    int *holder;               /* (jobs), owned, with room for more: which rank has this job of the partition; 0: none */
    int jobs, holder_room;     /* that the lists of the partition have or may grow to */
    int outstanding;           /* jobs of this round that other ranks have, in all */
    atomic_flag busy;          /* a thread is looking */
    atomic_int playing;        /* threads of this rank that work on a list */
    atomic_bool over;          /* the round is: no thread needs to stay */
    bool ending;               /* the other ranks have been told to end the round */
    double ending_at;          /* when */
    double checked, polled;    /* when silence was looked at, and w was asked, last */
    atomic_bool stopped;       /* w has said so, or a rank was lost */
    atomic_int lost;           /* a rank; -1: none */
    bool confused;             /* it was lost since it has sent what is not understood */
    Parcel out;
    ServerCounts counts; /* what has been exchanged */
} Server;

/* rank (ranks of c): copied. all: no rank rests. c is borrowed. */
Server *server_create(Cluster *c, const ServerRank *rank, bool all);
void server_destroy(Server *s);

/* Sends all ranks the text that describes the objectives of the batches to come, and how many threads each is to have; 0: its
 * default (ServerRank.threads). */
void server_set_up(Server *s, const char *text, int threads);

/* How many of all ranks rest. */
int server_resting(const Server *s);

/* Tells all ranks that the run is over. */
void server_leave(Server *s);

/* Begins a round: the first blocks are sent. own: threads of this rank. d and w are borrowed until the round is over; enough:
 * as in Early. */
void server_begin(Server *s, Partition *d, int own, const atomic_bool *enough, const StopCheck *w);

/* Takes in what has arrived and sends what is due; called by threads of this rank again and again. stopped: w has said so. */
void server_look(Server *s, bool stopped);

/* Whether a rank has been lost, in this round or earlier: its number, else -1. Confused: not because it was silent, but
 * because it has sent what is not understood. */
int server_lost(const Server *s);
bool server_confused(const Server *s);

#endif
