/* eval/cluster.h. Messages between the processes of one job, its ranks.
 *
 * Idea: bytes go from one rank to another, in the order in which they were sent. No call waits: a message that was sent is
 * delivered while other calls are made, and messages that have arrived are handed out one at a time. Each rank knows when it
 * last heard of each other one; a rank that has nothing to say gives a sign of life every few seconds, also while its other
 * threads are busy elsewhere. Any thread may make any call.
 *     This is the only module that knows MPI. In the program without MPI, and in a process that no launcher has started, there
 * is one rank, and nothing is ever sent.
 * Never: knows what a message means. */
#ifndef SWARMTRIS_EVAL_CLUSTER_H
#define SWARMTRIS_EVAL_CLUSTER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct Cluster Cluster;

/* Seconds of silence after which a rank counts as lost: the other ranks for rank 0, and rank 0 for the others, which leave a
 * little later, so that it can still tell them to. */
enum { CLUSTER_SILENCE = 30, CLUSTER_ORPHANED = 45 };

/* Whether this program can run on several ranks at all. */
bool cluster_built(void);

/* Joins the ranks that a launcher has started (launched), or makes a job of this process alone. Called once. NULL: the library
 * cannot be called by several threads, which this module needs. */
Cluster *cluster_open(bool launched);

/* Leaves the job. All ranks do so, once no messages are under way. */
void cluster_close(Cluster *c);

/* Ends all ranks of the job that can be reached, and this process, with a status. */
_Noreturn void cluster_abort(Cluster *c, int status);

int cluster_rank(const Cluster *c);
int cluster_ranks(const Cluster *c);

/* Sends bytes, which are copied. False: the other rank cannot be reached. */
bool cluster_send(Cluster *c, int to, const void *bytes, size_t n);

/* A message that has arrived. */
typedef struct {
    int from;
    char *bytes; /* (n), owned by the caller (free) */
    size_t n;
} Message;

/* The next message, of those from any one rank the oldest. False: none has arrived. */
bool cluster_receive(Cluster *c, Message *m);

/* How long nothing has come from a rank, seconds. */
double cluster_silence(Cluster *c, int rank);

/* Waits for so many microseconds. */
void cluster_rest(int microseconds);

/* Seconds since some moment. */
double cluster_clock(const Cluster *c);

/* What has been sent, signs of life not counted; and the seconds that this rank has spent on sending and receiving it. */
typedef struct {
    int64_t messages, bytes;
    double seconds;
} Traffic;
Traffic cluster_sent(Cluster *c);

#endif
