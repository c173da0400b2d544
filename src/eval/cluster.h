/* eval/cluster.h. Messages between the processes of one job, its ranks.
 *
 * Idea: bytes go from one rank to another, in the order in which they were sent. No call waits: a sent message is delivered while
 * other calls are made, and messages that have arrived are handed out one at a time. Each rank knows when it last heard from each
 * other rank. A rank with nothing to send gives a sign of life every few seconds, even while its threads are busy. Any thread may
 * make any call.
 *     This is the only module that knows MPI. In the program without MPI, and in a process that no launcher has started, there
 * is one rank, and nothing is ever sent.
 * Never: knows what a message means. */
#ifndef SWARMTRIS_EVAL_CLUSTER_H
#define SWARMTRIS_EVAL_CLUSTER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct Cluster Cluster;

/* Seconds of silence after which a rank counts as lost. CLUSTER_SILENCE: for rank 0, another rank. CLUSTER_ORPHANED: for another
 * rank, rank 0; it is longer, so that rank 0 can still tell it to leave. */
enum { CLUSTER_SILENCE = 30, CLUSTER_ORPHANED = 45 };

/* Whether this program can run on several ranks at all. */
bool cluster_built(void);

/* Joins the ranks that a launcher has started (launched), or makes a job of this process alone. Called once. NULL: the MPI
 * library cannot be called by several threads, which this module needs. */
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

/* The next message; messages of one rank come in the order in which they were sent. False: none has arrived. */
bool cluster_receive(Cluster *c, Message *m);

/* Seconds since a rank was last heard from. */
double cluster_silence(Cluster *c, int rank);

/* Waits for `microseconds`, less than a second. */
void cluster_rest(int microseconds);

/* Seconds since an arbitrary moment. */
double cluster_clock(const Cluster *c);

/* What has been sent, without signs of life; seconds: the time that this rank has spent on sending and receiving. */
typedef struct {
    int64_t messages, bytes;
    double seconds;
} Traffic;
Traffic cluster_sent(Cluster *c);

#endif
