/* cluster.c. Messages between ranks: the only file that uses MPI, and only where CLUSTER_MPI is defined. */
#include "eval/cluster.h"

#include "base/mem.h"
#include "eval/team.h"

#include <assert.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

void cluster_rest(int microseconds)
{
    assert(microseconds >= 0 && microseconds < 1000000);
    nanosleep(&(struct timespec){.tv_nsec = 1000L * microseconds}, NULL);
}

#ifndef CLUSTER_MPI

struct Cluster {
    int ranks; /* 1 */
};

bool cluster_built(void)
{
    return false;
}

Cluster *cluster_open(bool launched)
{
    assert(!launched), (void)launched;
    Cluster *c = mem_new(1, sizeof *c);
    c->ranks = 1;
    return c;
}

void cluster_close(Cluster *c)
{
    free(c);
}

void cluster_abort(Cluster *c, int status)
{
    (void)c;
    _Exit(status);
}

int cluster_rank(const Cluster *c)
{
    (void)c;
    return 0;
}

int cluster_ranks(const Cluster *c)
{
    return c->ranks;
}

bool cluster_send(Cluster *c, int to, const void *bytes, size_t n)
{
    (void)c, (void)to, (void)bytes, (void)n;
    return false;
}

bool cluster_receive(Cluster *c, Message *m)
{
    (void)c, (void)m;
    return false;
}

double cluster_silence(Cluster *c, int rank)
{
    (void)c, (void)rank;
    return 0;
}

double cluster_clock(const Cluster *c)
{
    (void)c;
    return 0;
}

Traffic cluster_sent(Cluster *c)
{
    (void)c;
    return (Traffic){0};
}

#else

#include <mpi.h>

/* Seconds: alive_every, between two signs of life; stale, without a look before the watching thread looks; leave_within, before
 * a rank that hangs while it leaves the job is ended. WATCH_EVERY: microseconds between two turns of the watching thread. */
static const double alive_every = 5, stale = 0.5, leave_within = 20;
enum { WATCH_EVERY = 100000, TAG = 1 };

/* A message on its way from this rank. */
typedef struct {
    MPI_Request request;
    char *bytes; /* owned */
} Parting;

struct Cluster {
    bool launched; /* MPI is in use */
    int rank, ranks;
    atomic_flag busy;        /* a thread is inside MPI, or uses the members below */
    Parting *parting;        /* (partings, with room for more), owned */
    int partings, room;      /* how many; how many there is room for */
    Message coming;          /* being received */
    MPI_Request receiving;   /* request of `coming`; MPI_REQUEST_NULL: nothing is being received */
    Message *inbox;          /* (waiting, with room for more), owned with their bytes: received, and not handed out yet */
    int waiting, inbox_room; /* how many; how many there is room for */
    double *heard;           /* (ranks), owned: when the last message of each rank came */
    double alive;            /* when this rank last gave a sign of life */
    double looked;           /* when MPI was last looked at */
    Traffic sent;
    TeamWatch *watch;    /* owned; NULL: there are no other ranks */
    atomic_bool leaving; /* cluster_close has been called */
    double leaving_at;   /* when it was called */
    atomic_bool left;    /* the job has been left: the watching thread may end */
};

bool cluster_built(void)
{
    return true;
}

double cluster_clock(const Cluster *c)
{
    (void)c;
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* Waits for the lock, which is held for microseconds only. */
static void lock(Cluster *c)
{
    while (atomic_flag_test_and_set_explicit(&c->busy, memory_order_acquire)) cluster_rest(5);
}

static void unlock(Cluster *c)
{
    atomic_flag_clear_explicit(&c->busy, memory_order_release);
}

/* ---- under the lock ---- */

static bool start_sending(Cluster *c, int to, const void *bytes, size_t n)
{
    c->parting = mem_grow(c->parting, &c->room, c->partings + 1, sizeof *c->parting);
    Parting *p = &c->parting[c->partings];
    p->bytes = mem_new(n + 1, 1);
    if (n > 0) memcpy(p->bytes, bytes, n);
    if (MPI_Isend(p->bytes, (int)n, MPI_BYTE, to, TAG, MPI_COMM_WORLD, &p->request) != MPI_SUCCESS) {
        free(p->bytes);
        return false;
    }
    c->partings++;
    return true;
}

/* Frees messages that have been delivered. */
static void clear_partings(Cluster *c)
{
    int kept = 0;
    for (int i = 0; i < c->partings; i++) {
        int done = 0;
        if (MPI_Test(&c->parting[i].request, &done, MPI_STATUS_IGNORE) == MPI_SUCCESS && done)
            free(c->parting[i].bytes);
        else
            c->parting[kept++] = c->parting[i];
    }
    c->partings = kept;
}

/* Takes in a complete message; an empty one is only a sign of life. */
static void take_in(Cluster *c)
{
    c->heard[c->coming.from] = cluster_clock(c);
    if (c->coming.n == 0) {
        free(c->coming.bytes);
    } else {
        c->inbox = mem_grow(c->inbox, &c->inbox_room, c->waiting + 1, sizeof *c->inbox);
        c->inbox[c->waiting++] = c->coming;
    }
    c->coming = (Message){0};
}

/* Whether a message is still being received. */
static bool is_receiving(Cluster *c)
{
    int done = 0;
    if (c->coming.bytes == NULL) return false;
    if (MPI_Test(&c->receiving, &done, MPI_STATUS_IGNORE) != MPI_SUCCESS || !done) return true;
    take_in(c);
    return false;
}

/* Begins to receive the next message. False: none has come. */
static bool start_receiving(Cluster *c)
{
    int there = 0, n = 0;
    MPI_Status status;
    if (MPI_Iprobe(MPI_ANY_SOURCE, TAG, MPI_COMM_WORLD, &there, &status) != MPI_SUCCESS || !there) return false;
    MPI_Get_count(&status, MPI_BYTE, &n);
    c->coming = (Message){.from = status.MPI_SOURCE, .bytes = mem_new((size_t)n + 1, 1), .n = (size_t)n};
    return MPI_Irecv(c->coming.bytes, n, MPI_BYTE, status.MPI_SOURCE, TAG, MPI_COMM_WORLD, &c->receiving) == MPI_SUCCESS;
}

/* Rank 0 gives signs of life to all ranks, the others to rank 0. */
static void give_sign(Cluster *c)
{
    c->alive = cluster_clock(c);
    for (int to = 0; to < (c->rank == 0 ? c->ranks : 1); to++)
        if (to != c->rank) start_sending(c, to, NULL, 0);
}

static void look(Cluster *c)
{
    if (!c->launched) return;
    clear_partings(c);
    while (!is_receiving(c) && start_receiving(c)) continue;
    c->looked = cluster_clock(c);
    if (c->looked - c->alive >= alive_every) give_sign(c);
}

/* ---- the watching thread ---- */

/* Looks at MPI for threads that are busy elsewhere. Ends a process that hangs while it leaves the job. */
static bool watch(void *ctx)
{
    Cluster *c = ctx;
    cluster_rest(WATCH_EVERY);
    const double now = cluster_clock(c);
    if (atomic_load(&c->leaving)) {
        if (!atomic_load(&c->left) && now - c->leaving_at > leave_within) _Exit(EXIT_FAILURE);
    } else if (!atomic_flag_test_and_set_explicit(&c->busy, memory_order_acquire)) {
        if (now - c->looked > stale) look(c);
        unlock(c);
    }
    return !atomic_load(&c->left);
}

/* ---- calls ---- */

Cluster *cluster_open(bool launched)
{
    Cluster *c = mem_new(1, sizeof *c);
    *c = (Cluster){.launched = launched, .ranks = 1, .receiving = MPI_REQUEST_NULL};
    atomic_flag_clear(&c->busy);
    int level = MPI_THREAD_SERIALIZED;
    if (launched) {
        MPI_Init_thread(NULL, NULL, MPI_THREAD_SERIALIZED, &level);
        MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
        MPI_Comm_rank(MPI_COMM_WORLD, &c->rank);
        MPI_Comm_size(MPI_COMM_WORLD, &c->ranks);
    }
    c->heard = mem_new((size_t)c->ranks, sizeof *c->heard);
    c->alive = c->looked = cluster_clock(c);
    for (int i = 0; i < c->ranks; i++) c->heard[i] = c->alive;
    if (level < MPI_THREAD_SERIALIZED) {
        cluster_close(c);
        return NULL;
    }
    if (c->ranks > 1) c->watch = team_watch_start(watch, c);
    return c;
}

void cluster_close(Cluster *c)
{
    c->leaving_at = cluster_clock(c);
    atomic_store(&c->leaving, true);
    lock(c);
    while (c->partings > 0) {
        clear_partings(c);
        if (cluster_clock(c) - c->leaving_at > leave_within) _Exit(EXIT_FAILURE);
    }
    if (c->launched) MPI_Finalize();
    atomic_store(&c->left, true);
    if (c->watch != NULL) team_watch_end(c->watch);
    for (int i = 0; i < c->waiting; i++) free(c->inbox[i].bytes);
    free(c->inbox);
    free(c->parting);
    free(c->heard);
    free(c);
}

/* If MPI cannot end this process, the watching thread does so. */
void cluster_abort(Cluster *c, int status)
{
    if (c->launched && c->ranks > 1) {
        c->leaving_at = cluster_clock(c) + 5 - leave_within;
        atomic_store(&c->leaving, true);
        MPI_Abort(MPI_COMM_WORLD, status);
    }
    _Exit(status);
}

int cluster_rank(const Cluster *c)
{
    return c->rank;
}

int cluster_ranks(const Cluster *c)
{
    return c->ranks;
}

bool cluster_send(Cluster *c, int to, const void *bytes, size_t n)
{
    assert(to >= 0 && to < c->ranks && to != c->rank && n >= 1 && n <= INT32_MAX);
    lock(c);
    const double start = cluster_clock(c);
    const bool sent = start_sending(c, to, bytes, n);
    c->sent.messages++;
    c->sent.bytes += (int64_t)n;
    c->sent.seconds += cluster_clock(c) - start;
    unlock(c);
    return sent;
}

bool cluster_receive(Cluster *c, Message *m)
{
    lock(c);
    const double start = cluster_clock(c);
    look(c);
    const bool any = c->waiting > 0;
    if (any) {
        *m = c->inbox[0];
        memmove(c->inbox, c->inbox + 1, (size_t)--c->waiting * sizeof *c->inbox);
        c->sent.seconds += cluster_clock(c) - start;
    }
    unlock(c);
    return any;
}

double cluster_silence(Cluster *c, int rank)
{
    assert(rank >= 0 && rank < c->ranks);
    lock(c);
    const double heard = c->heard[rank];
    unlock(c);
    return rank == c->rank ? 0 : cluster_clock(c) - heard;
}

Traffic cluster_sent(Cluster *c)
{
    lock(c);
    const Traffic sent = c->sent;
    unlock(c);
    return sent;
}

#endif
