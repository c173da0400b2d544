/* run/meeting.h. How the ranks of a job meet, and how they part.
 *
 * Idea: before anything is read, every rank tells rank 0 which program it is, how it was started and what its host offers. Rank 0
 * refuses ranks of other builds or with another command line, and names their hosts; else it prints which ranks take part. These
 * then play what rank 0 sends; they open no file and ignore the signals that stop a run, since rank 0 saves it first.
 * Never: a run with ranks that might compute something else. */
#ifndef SWARMTRIS_RUN_MEETING_H
#define SWARMTRIS_RUN_MEETING_H

#include "eval/server.h"

/* Bytes of the name of a host. */
enum { HOST_MAX = 64 };

typedef struct {
    Cluster *cluster;       /* owned; NULL: no launcher has started this process, or it has not met the others */
    Server *server;         /* owned; NULL: there are no other ranks */
    char (*host)[HOST_MAX]; /* (ranks), owned: the names of the hosts; NULL if server is NULL */
    bool verbose;           /* the command line has --verbose */
    bool works;             /* this rank is not rank 0, and has done its work */
} Ranks;

/* Meets the other ranks. signature computes the fingerprint of all results of a build; it is called only if there are ranks.
 * STATUS_OK: the caller goes on, or, if works is set, ends. Any other status: the reason has been printed. */
int ranks_meet(Ranks *r, int argc, char *const *argv, uint64_t (*signature)(void));

/* Sends the other ranks the message to leave, and returns status, with which rank 0 is to end. Does not return if a rank is
 * lost. */
int ranks_part(Ranks *r, int status);

#endif
