/* eval/server_blocks.h. What rank 0 remembers while it shares lists, and the blocks of jobs that it sends and takes back; for
 * server.c and server_blocks.c alone. */
#ifndef SWARMTRIS_EVAL_SERVER_BLOCKS_H
#define SWARMTRIS_EVAL_SERVER_BLOCKS_H

#include "eval/deal.h"
#include "eval/sharing.h"
#include "eval/wire.h"

typedef struct Server Server;

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

struct Server {
    Cluster *c; /* borrowed */
    int ranks;
    bool all;                  /* none of them rests */
    int threads;               /* of all other ranks */
    Peer *peer;                /* (ranks), owned; [0] is not used */
    Deal *d;                   /* of this round; borrowed */
    const atomic_bool *enough; /* borrowed */
    const StopCheck *w;        /* borrowed */
    int round;                 /* its number */
    int own;                   /* threads of this rank */
    int cut;                   /* the list that is served; those before it are empty */
    int *holder;               /* (jobs), owned, with room for more: which rank has this job of the deal; 0: none */
    int jobs, holder_room;     /* that the lists of the deal have or may grow to */
    int outstanding;           /* jobs of this round that other ranks have, in all */
    atomic_flag busy;          /* a thread is looking */
    atomic_int playing;        /* threads of this rank that work on a list */
    atomic_bool over;          /* the round is */
    bool ending;               /* the other ranks have been told to end the round */
    double ending_at;          /* when */
    double checked, polled;    /* when silence was looked at, and w was asked, last */
    atomic_bool stopped;       /* w has said so, or a rank was lost */
    atomic_int lost;           /* a rank; -1: none */
    bool confused;             /* it was lost since it has sent what is not understood */
    Parcel out;
    ServerCounts counts;
};

/* Sends a rank, which has threads, its first block of the round. */
void server_give_first(Server *s, int rank);

/* Gives jobs to the ranks that ask for some; if there are none, asks the rank with most jobs for some of them. */
void server_feed(Server *s);

/* Takes in a message of kind RESULTS behind its kind, in a round or too late for it. False: it is not understood, or answers
 * what the rank does not have; nothing more can be expected of the rank. */
bool server_take(Server *s, int from, Parcel *in);

#endif
