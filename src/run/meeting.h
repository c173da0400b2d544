/* run/meeting.h. How the ranks of a job meet, and how they part.
 *
 * Idea: before anything is read, every rank tells rank 0 which program it is, how it was started and what its host offers. Rank 0
 * refuses ranks of other builds or with another command line, by the name of their host, and otherwise says what plays. The other
 * ranks then play what rank 0 sends; they open no file and ignore the signals that stop a run, since rank 0 saves it first.
 * Never: a run with ranks that might compute something else. */
#ifndef SWARMTRIS_RUN_MEETING_H
#define SWARMTRIS_RUN_MEETING_H

#include "eval/server.h"

/* Bytes of the name of a host. */
enum { HOST_MAX = 64 };

typedef struct {
    Cluster *cluster;       /* owned; NULL: no launcher has started this process, or it has not met the others */
    Server *server;         /* owned; NULL: there are no other ranks */
    char (*host)[HOST_MAX]; /* (ranks), owned: their names; NULL where server is */
    bool verbose;           /* the command line asks for it */
    bool works;             /* this is another rank than 0, and has done its work */
} Ranks;

/* Meets the other ranks. signature computes the fingerprint of all results of a build; it is called only if there are ranks.
 * STATUS_OK: go on, or, where works is set, end. Any other status: the reason has been printed. */
int ranks_meet(Ranks *r, int argc, char *const *argv, uint64_t (*signature)(void));

/* Rank 0 ends with this status, and sends the other ranks the message to leave. Returns the status; does not return where a rank
 * is lost. */
int ranks_part(Ranks *r, int status);

#endif
