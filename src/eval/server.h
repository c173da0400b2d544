/* eval/server.h. Rank 0 shares the lists of a batch with the other ranks.
 *
 * Idea: the other ranks take from the same lists as the threads of rank 0, in blocks. The first block of a round is half of a
 * rank's share; later ones are smaller, and each is asked for before the last one is used up. When the lists are empty and a rank
 * is idle, the rank with most jobs gives back some that it has not begun, or has suspended. Answers depend neither on the rank
 * nor on where a game was suspended.
 *     A rank rests if its host has no processor left for it: it would slow down the others, with fewer games side by side.
 *     A round is one call of evaluate_batch. At its end, and when the run is stopped or pauses for a checkpoint, every rank gives
 * back unanswered jobs with their suspended games. Messages of older rounds are dropped.
 * Never: waits for a rank that has been silent for CLUSTER_SILENCE seconds. */
#ifndef SWARMTRIS_EVAL_SERVER_H
#define SWARMTRIS_EVAL_SERVER_H

#include "eval/partition.h"
#include "eval/sharing.h"
#include "eval/wire.h"

/* Another rank. */
typedef struct {
    ServerRank is;
    int threads;        /* that it plays with now; 0: it rests */
    int outstanding;    /* jobs of this round that it has */
    bool hungry;        /* it asks for more */
    bool recalled;      /* it has been asked to give jobs back, and has not answered */
    double recalled_at; /* when it was last asked to */
    bool playing;       /* it has been sent a block of this round */
    char *knows;        /* (positions), owned, with room for more: positions of this round that it has been sent */
    int knows_room;
} Peer;

typedef struct Server {
    Cluster *c; /* borrowed */
    int ranks;
    bool all;               /* no rank rests */
    int threads;            /* of all other ranks */
    Peer *peer;             /* (ranks), owned; [0] is not used */
    Partition *d;           /* the jobs of this round; borrowed */
    const StopCheck *w;     /* borrowed */
    int round;              /* number of the round */
    int own;                /* threads of this rank */
    int cut;                /* the list that is served; all lists before it are empty */
    int *holder;            /* (jobs), owned, with room for more: which rank has this job of the partition; 0: none */
    int jobs, holder_room;  /* jobs that all lists together have room for; jobs that holder has room for */
    int outstanding;        /* jobs of this round that other ranks have, in all */
    atomic_flag busy;       /* a thread is in server_look */
    atomic_int playing;     /* threads of this rank that work on a list */
    atomic_bool over;       /* the round is over: no thread needs to stay */
    bool ending;            /* the other ranks have been asked to end the round */
    double ending_at;       /* when they were */
    double checked, polled; /* when silence was last checked; when w was last polled */
    atomic_bool stopped;    /* w has said stop, or a rank was lost */
    atomic_int lost;        /* a rank that was lost; -1: none */
    bool confused;          /* that rank was lost because it sent an invalid message */
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

/* Begins a round: the first blocks are sent. own: threads of this rank. d and w are borrowed until the round is over. */
void server_begin(Server *s, Partition *d, int own, const StopCheck *w);

/* Takes in what has arrived and sends what is due; called by threads of this rank again and again. stopped: w has said stop. */
void server_look(Server *s, bool stopped);

/* server_lost: a rank that has been lost, in this round or earlier; -1: none. server_confused: because of an invalid
 * message, not of silence. */
int server_lost(const Server *s);
bool server_confused(const Server *s);

#endif
