/* cluster.c. Shares batches between ranks by messages of MPI: the only file that uses it, and part of swarmtris-mpi alone. */
#include "eval/cluster.h"

#include "base/mem.h"

#include <assert.h>
#include <limits.h>
#include <mpi.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* What messages within a batch say. They are words of 64 bits, and the first is the number of the batch, but of GONE.
 *     to rank 0     NEXT    asks for a block: fingerprint of the batch, turns played since the last message
 *                   REPORT  answers and suspended games at the end: fingerprint, turns; then entries
 *                   WISH    a signal has come: the reason
 *                   GONE    the rank has left the search: the number of its cluster_gather
 *     from rank 0   BLOCK   list, first job, jobs, jobs that are left in all lists
 *                   STOP    all are to stop */
enum { NEXT = 1, REPORT, WISH, GONE, BLOCK, STOP };

/* Words of an entry: the index of the answer in the batch, with the holder in its upper half (0: it is answered); score; cost. In
 * a REPORT, a suspended game follows: mark, number of words, words. */
enum { ENTRY = 3 };

enum { SPREAD_BYTES = 1 << 28 }; /* spread at once */

/* Microseconds of rests, which grow to a sixteenth of the time that has been waited: the first; the longest of a thread that
 * others wait for, of another thread without work, and of a rank that has played all. */
enum { REST = 20, REST_MAIN = 50, REST_IDLE = 300, REST_RANK = 1000 };

/* Seconds within which a block of single jobs must be used up for more to be asked for before a thread has no work. */
static const double brief = 0.005;

/* Seconds after which a rank that works while rank 0 has ended the search is another search's. */
static const double patience = 10;

/* A text of words that grows. */
typedef struct {
    uint64_t *word; /* (n, with room for more), owned */
    int n, room;
} Words;

/* A message on its way from this rank. */
typedef struct {
    MPI_Request request;
    uint64_t *word; /* owned */
} Sending;

struct Cluster {
    int rank, ranks;
    int *threads; /* (ranks), owned: of each */
    int all_threads;
    atomic_int *signalled; /* borrowed */
    bool wished;           /* rank 0 has been told of the signal */
    int gathered;          /* calls of cluster_gather */
    int differs;           /* a rank with another batch; -1: none */
    Sending *sending;      /* (sendings, with room for more), owned */
    int sendings, room;

    /* the batch under way */
    Batch *b; /* NULL: there is none */
    Cut *cut; /* (cuts) */
    int cuts;
    uint64_t number, hash;
    const StopCheck *stop;
    atomic_int playing;  /* threads that work on a list */
    atomic_bool stopped; /* all threads are to stop */
    atomic_bool over;    /* no thread needs to stay */
    atomic_llong turns;  /* of this rank that rank 0 has not been told of */
    Words told;          /* rank 0: entries of all ranks */
    int reported;        /* rank 0: ranks that have reported */
    int *given;          /* rank 0: (ranks), owned: jobs of the last block of each */
    atomic_int before;   /* rank 0: jobs of the blocks before these */
    bool stop_sent;      /* rank 0: the others know that they are to stop */
    bool asked;          /* others: a block is on its way */
    bool dry;            /* others: the counter has no more jobs */
    int block;           /* others: jobs of the last block */
    double got;          /* others: when it came */
};

/* ---- messages ---- */

static void rest(int microseconds)
{
    nanosleep(&(struct timespec){.tv_nsec = 1000L * microseconds}, NULL);
}

static void put(Words *w, uint64_t word)
{
    w->word = mem_grow(w->word, &w->room, w->n + 1, sizeof *w->word);
    w->word[w->n++] = word;
}

static void put_real(Words *w, double x)
{
    uint64_t word;
    memcpy(&word, &x, sizeof word);
    put(w, word);
}

static double real_of(uint64_t word)
{
    double x;
    memcpy(&x, &word, sizeof x);
    return x;
}

/* Sends words, which are taken over. */
static void send(Cluster *c, int to, int kind, Words *w)
{
    c->sending = mem_grow(c->sending, &c->room, c->sendings + 1, sizeof *c->sending);
    Sending *s = &c->sending[c->sendings++];
    s->word = w->word;
    MPI_Isend(s->word, w->n, MPI_UINT64_T, to, kind, MPI_COMM_WORLD, &s->request);
    *w = (Words){0};
}

static void send_numbers(Cluster *c, int to, int kind, const uint64_t *word, int n)
{
    Words w = {0};
    for (int i = 0; i < n; i++) put(&w, word[i]);
    send(c, to, kind, &w);
}

static void free_sent(Cluster *c)
{
    int kept = 0;
    for (int i = 0; i < c->sendings; i++) {
        int done;
        MPI_Test(&c->sending[i].request, &done, MPI_STATUS_IGNORE);
        if (done)
            free(c->sending[i].word);
        else
            c->sending[kept++] = c->sending[i];
    }
    c->sendings = kept;
}

static int longer(int wait, int most)
{
    return wait < most ? wait + (wait + 15) / 16 : most;
}

/* Tells rank 0, once, of a signal that has come to another rank. */
static void pass_signal(Cluster *c)
{
    const int signal = atomic_load_explicit(c->signalled, memory_order_relaxed);
    if (c->rank == 0 || signal == 0 || c->wished) return;
    c->wished = true;
    send_numbers(c, 0, WISH, (uint64_t[]){c->number, (uint64_t)signal}, 2);
}

/* A rank whose batch is not that of rank 0. Its answers do not count, and all threads are to stop. */
static void differ(Cluster *c, int rank)
{
    if (c->differs < 0) c->differs = rank;
    atomic_store(&c->stopped, true);
}

/* Rank 0, while it gathers: a rank that still asks for jobs, or reports, after `patience` differs. A rank that has what was
 * gathered a little earlier than rank 0 may do so, too. */
static void look_for_others(Cluster *c, double *since)
{
    int next, report;
    MPI_Status n, r;
    MPI_Iprobe(MPI_ANY_SOURCE, NEXT, MPI_COMM_WORLD, &next, &n);
    MPI_Iprobe(MPI_ANY_SOURCE, REPORT, MPI_COMM_WORLD, &report, &r);
    if (!next && !report) return;
    if (*since == 0) *since = MPI_Wtime();
    if (MPI_Wtime() - *since > patience) differ(c, next ? n.MPI_SOURCE : r.MPI_SOURCE);
}

/* Waits for a request of all ranks, some of which may still play for long; gathers: that of cluster_gather. */
static void await(Cluster *c, MPI_Request *request, bool gathers)
{
    int done = 0;
    double since = 0;
    for (int wait = REST; c->differs < 0; wait = longer(wait, REST_RANK)) {
        MPI_Test(request, &done, MPI_STATUS_IGNORE);
        if (done) return;
        if (gathers && c->rank == 0) look_for_others(c, &since);
        pass_signal(c);
        free_sent(c);
        rest(wait);
    }
}

/* ---- calls of all ranks ---- */

Cluster *cluster_open(atomic_int *signalled)
{
    int level;
    MPI_Init_thread(NULL, NULL, MPI_THREAD_FUNNELED, &level);
    Cluster *c = mem_new(1, sizeof *c);
    *c = (Cluster){.signalled = signalled, .differs = -1};
    MPI_Comm_rank(MPI_COMM_WORLD, &c->rank);
    MPI_Comm_size(MPI_COMM_WORLD, &c->ranks);
    c->threads = mem_new((size_t)c->ranks, sizeof *c->threads);
    c->given = mem_new((size_t)c->ranks, sizeof *c->given);
    return c;
}

void cluster_close(Cluster *c)
{
    while (c->sendings > 0) free_sent(c);
    MPI_Finalize();
    free(c->told.word);
    free(c->sending);
    free(c->threads);
    free(c->given);
    free(c);
}

void cluster_abort(Cluster *c, int status)
{
    (void)c;
    MPI_Abort(MPI_COMM_WORLD, status);
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

void cluster_set_threads(Cluster *c, const int *threads)
{
    c->all_threads = 0;
    for (int r = 0; r < c->ranks; r++) c->all_threads += c->threads[r] = threads[r];
}

int cluster_all_threads(const Cluster *c)
{
    return c->all_threads;
}

int cluster_differs(const Cluster *c)
{
    return c->differs;
}

void cluster_gather(Cluster *c, const void *mine, size_t n, void *all)
{
    MPI_Request request;
    if (c->differs >= 0) return;
    c->gathered++;
    if (c->rank > 0) send_numbers(c, 0, GONE, (uint64_t[]){(uint64_t)c->gathered}, 1);
    MPI_Iallgather(mine, (int)n, MPI_BYTE, all, (int)n, MPI_BYTE, MPI_COMM_WORLD, &request);
    await(c, &request, true);
}

void cluster_spread(Cluster *c, void *bytes, size_t n)
{
    for (size_t at = 0; at < n && c->differs < 0; at += SPREAD_BYTES) {
        MPI_Request request;
        const size_t left = n - at;
        MPI_Ibcast((char *)bytes + at, left < SPREAD_BYTES ? (int)left : SPREAD_BYTES, MPI_BYTE, 0, MPI_COMM_WORLD, &request);
        await(c, &request, false);
    }
}

/* ---- the counter ---- */

static int block_for(const Cluster *c, int left, int rank)
{
    return cluster_block(left, c->threads[rank], c->all_threads);
}

int cluster_holder(const Cluster *c, int i)
{
    int rank = 0;
    for (i %= c->all_threads; i >= c->threads[rank]; rank++) i -= c->threads[rank];
    return rank;
}

void cluster_begin(Cluster *c, Batch *b, Cut *cut, int n, uint64_t hash, const StopCheck *s)
{
    assert(c->b == NULL && n >= 1 && c->all_threads >= c->ranks);
    c->b = b;
    c->cut = cut;
    c->cuts = n;
    c->number++;
    c->hash = hash;
    c->stop = s;
    c->told.n = c->reported = 0;
    c->stop_sent = c->asked = c->dry = false;
    atomic_store(&c->stopped, false);
    atomic_store(&c->over, false);
    for (int i = 0; i < n; i++) {
        JobList *l = &cut[i].jobs;
        if (l->all > cut[i].common) jobs_refill(l, cut[i].common, l->all - cut[i].common); /* a rank plays its own games first */
    }
    int first = 0; /* every rank knows the first block of each */
    for (int r = 1; r < c->ranks; r++) {
        const int jobs = block_for(c, cut[0].common - first, r);
        if (r == c->rank && jobs > 0) jobs_refill(&cut[0].jobs, first, jobs);
        c->given[r] = jobs;
        first += jobs;
    }
    c->block = c->given[c->rank];
    c->dry = n == 1 && first == cut[0].common;
    c->got = MPI_Wtime();
    for (int i = 0; i < n && c->rank == 0; i++) {
        atomic_store(&cut[i].jobs.then[0], i == 0 ? first : 0);
        atomic_store(&cut[i].jobs.then[1], cut[i].common);
    }
}

/* The jobs of a list of rank 0 that are still to be dealt; others may be taking. */
static int left_of(const Cut *t)
{
    const int left = atomic_load(&t->jobs.then[1]) - atomic_load(&t->jobs.then[0]);
    return left > 0 ? left : 0;
}

/* Rank 0: gives another rank its next block; an empty one if nothing is left, or all are to stop. */
static void deal(Cluster *c, int rank)
{
    int list = 0, first = 0, got = 0, left = 0;
    for (int i = 0; i < c->cuts && got == 0 && !atomic_load(&c->stopped); i++)
        if (left_of(&c->cut[i]) > 0)
            got = jobs_take_then(&c->cut[list = i].jobs, block_for(c, left_of(&c->cut[i]), rank), &first);
    for (int i = 0; i < c->cuts; i++) left += left_of(&c->cut[i]);
    atomic_fetch_add(&c->before, c->given[rank]); /* a rank asks when it has begun its last block, as a rule */
    c->given[rank] = got;
    send_numbers(c, rank, BLOCK, (uint64_t[]){c->number, (uint64_t)list, (uint64_t)first, (uint64_t)got, (uint64_t)left}, 5);
}

/* ---- messages of a batch ---- */

/* Rank 0: takes the entries of another rank, words in all up to n. */
static void take_entries(Cluster *c, int rank, const uint64_t *word, int n)
{
    for (int at = 0, words; at < n; at += ENTRY + words) {
        const int index = (int)(uint32_t)word[at];
        const bool suspended = word[at] >> 32 != 0;
        words = suspended ? 2 + (int)word[at + ENTRY + 1] : 0;
        assert(index < c->b->answers && at + ENTRY + words <= n);
        for (int k = 0; k < ENTRY; k++) put(&c->told, word[at + k]);
        if (!suspended) continue;
        Answer *a = &c->b->y[index];
        free(a->left);
        a->left = saved_game_new(word[at + ENTRY], words - 2);
        memcpy(a->left->word, &word[at + ENTRY + 2], (size_t)(words - 2) * sizeof *word);
        a->holder = rank + 1;
    }
}

/* Rank 0: handles a message. A rank that left the search is not where rank 0 is, unless it is where rank 0 has been. */
static void lead(Cluster *c, int from, int kind, const uint64_t *word, int n)
{
    const bool ours = c->b != NULL && word[0] == c->number;
    if (kind == WISH && atomic_load(c->signalled) == 0) atomic_store(c->signalled, (int)word[1]);
    if (kind == GONE && c->b != NULL && word[0] > (uint64_t)c->gathered) differ(c, from);
    if (kind != NEXT && kind != REPORT) return;
    if (!ours || word[1] != c->hash) {
        differ(c, from);
        return;
    }
    const int turns = word[2] < INT_MAX ? (int)word[2] : INT_MAX;
    if (c->stop->poll(c->stop->ctx, turns)) atomic_store(&c->stopped, true);
    if (kind == NEXT) {
        deal(c, from);
    } else {
        c->reported++;
        take_entries(c, from, word + 3, n - 3);
    }
}

/* Another rank: handles a message. A stop may come too late. */
static void follow(Cluster *c, int kind, const uint64_t *word)
{
    if (c->b == NULL || word[0] != c->number) return;
    if (kind == STOP) {
        atomic_store(&c->stopped, true);
        return;
    }
    const int i = (int)word[1], first = (int)word[2], jobs = (int)word[3];
    c->asked = false;
    c->dry = word[4] == 0;
    c->block = jobs;
    c->got = MPI_Wtime();
    if (jobs == 0 || i >= c->cuts || first + jobs > c->cut[i].common) return; /* more than there is: this rank differs */
    const bool fits = jobs_refill(&c->cut[i].jobs, first, jobs);
    assert(fits), (void)fits; /* it has asked since there is room */
}

static void receive(Cluster *c)
{
    int there, n;
    for (MPI_Status s; MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &there, &s), there;) {
        MPI_Get_count(&s, MPI_UINT64_T, &n);
        OWNED uint64_t *word = mem_new((size_t)n, sizeof *word);
        MPI_Recv(word, n, MPI_UINT64_T, s.MPI_SOURCE, s.MPI_TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        if (c->rank == 0)
            lead(c, s.MPI_SOURCE, s.MPI_TAG, word, n);
        else
            follow(c, s.MPI_TAG, word);
    }
}

/* Another rank: asks for the next block if it is time to. As long as blocks are large, one is asked for ahead. A single job would
 * wait there while another rank has none, unless jobs are brief. */
static void ask(Cluster *c)
{
    const int threads = c->threads[c->rank];
    int left = 0;
    bool full = false; /* a list has two ranges */
    if (c->asked || c->dry || atomic_load(&c->stopped)) return;
    for (int i = 0; i < c->cuts; i++) {
        const JobList *l = &c->cut[i].jobs;
        left += jobs_left(l);
        full = full || (atomic_load(&l->next) < atomic_load(&l->n) && left_of(&c->cut[i]) > 0);
    }
    if (c->block > threads ? full : left > 0 || (atomic_load(&c->playing) >= threads && MPI_Wtime() - c->got > brief)) return;
    c->asked = true;
    send_numbers(c, 0, NEXT, (uint64_t[]){c->number, c->hash, (uint64_t)atomic_exchange(&c->turns, 0)}, 3);
}

int cluster_elsewhere(const Cluster *c)
{
    return atomic_load(&c->before);
}

void cluster_look(Cluster *c)
{
    receive(c);
    free_sent(c);
    pass_signal(c);
}

/* The look of the first thread during a batch: also tells others to stop, asks for jobs, and finds the end. */
static void look(Cluster *c)
{
    cluster_look(c);
    const bool stopped = atomic_load(&c->stopped);
    if (c->rank > 0) ask(c);
    for (int r = 1; r < c->ranks && stopped && c->rank == 0 && !c->stop_sent; r++) send_numbers(c, r, STOP, &c->number, 1);
    c->stop_sent = stopped;
    bool busy = false;
    for (int i = 0; i < c->cuts && !stopped; i++) busy = busy || jobs_waiting(&c->cut[i].jobs);
    busy = busy || atomic_load(&c->playing) > 0; /* asked last: a thread counts as playing before it takes a job */
    const bool all = c->rank > 0 ? !c->asked && (stopped || c->dry) : c->reported == c->ranks - 1 || c->differs >= 0;
    if (!busy && all) atomic_store(&c->over, true);
}

/* ---- the work of a thread ---- */

static bool poll(void *cluster, int turns)
{
    Cluster *c = cluster;
    if (c->rank > 0) atomic_fetch_add_explicit(&c->turns, turns, memory_order_relaxed);
    if (c->stop->poll(c->stop->ctx, turns)) atomic_store(&c->stopped, true);
    return atomic_load_explicit(&c->stopped, memory_order_relaxed);
}

static bool poll_and_look(void *cluster, int turns)
{
    poll(cluster, turns);
    look(cluster);
    return atomic_load(&((Cluster *)cluster)->stopped);
}

static void leave_list(void *cluster, Occupancy o)
{
    const StopCheck *s = ((Cluster *)cluster)->stop;
    if (s->left != NULL) s->left(s->ctx, o);
}

void cluster_work(Cluster *c, int thread, ClusterPlay *play, void *ctx)
{
    const StopCheck check = {.poll = thread == 0 ? poll_and_look : poll, .left = leave_list, .ctx = c};
    for (int wait = REST; !atomic_load(&c->over);) {
        bool any = false;
        for (int i = 0; i < c->cuts && !atomic_load(&c->stopped); i++) {
            if (!jobs_waiting(&c->cut[i].jobs)) continue;
            any = true;
            atomic_fetch_add(&c->playing, 1);
            play(ctx, i, thread, &check);
            atomic_fetch_sub(&c->playing, 1);
        }
        if (thread == 0) poll_and_look(c, 0);
        wait = any ? REST : longer(wait, thread == 0 ? REST_MAIN : REST_IDLE);
        if (!any && !atomic_load(&c->over)) rest(wait);
    }
}

/* ---- the end of a batch ---- */

/* Writes the entries of this rank: the jobs that it has answered, and the games that it has suspended, which rank 0 has. */
static void write_entries(Cluster *c, Words *w)
{
    const uint64_t head[] = {c->number, c->hash, (uint64_t)atomic_exchange(&c->turns, 0)};
    for (int i = 0; i < 3 && c->rank > 0; i++) put(w, head[i]);
    for (int i = 0; i < c->cuts; i++)
        for (int k = 0; k < c->cut[i].jobs.all; k++) {
            const Answer *a = c->cut[i].jobs.job[k].y;
            const uint64_t index = (uint64_t)(a - c->b->y), me = (uint64_t)c->rank + 1;
            const bool suspended = a->left != NULL && (a->holder == 0 || a->holder == c->rank + 1);
            assert(index < (uint64_t)c->b->answers && !(a->done && a->left != NULL));
            if (!a->done && !suspended) continue;
            put(w, suspended ? me << 32 | index : index);
            put_real(w, suspended ? 0 : a->score);
            put_real(w, a->cost);
            if (!suspended || c->rank == 0) continue;
            put(w, a->left->mark);
            put(w, (uint64_t)a->left->words);
            for (int j = 0; j < a->left->words; j++) put(w, a->left->word[j]);
        }
}

/* Takes over what rank 0 has told. */
static void apply(const Cluster *c)
{
    for (int at = 0; at < c->told.n; at += ENTRY) {
        const uint64_t *word = &c->told.word[at];
        Answer *a = &c->b->y[(uint32_t)word[0]];
        a->holder = (int)(word[0] >> 32);
        a->cost = real_of(word[2]);
        if (a->holder > 0) continue;
        free(a->left);
        a->left = NULL;
        a->score = real_of(word[1]);
        a->done = true;
    }
}

void cluster_end(Cluster *c)
{
    Words report = {0};
    write_entries(c, c->rank > 0 ? &report : &c->told);
    if (c->rank > 0) send(c, 0, REPORT, &report);
    cluster_spread(c, &c->told.n, sizeof c->told.n);
    c->told.word = mem_grow(c->told.word, &c->told.room, c->told.n, sizeof *c->told.word);
    cluster_spread(c, c->told.word, (size_t)c->told.n * sizeof *c->told.word);
    atomic_store(&c->before, 0);
    apply(c);
    c->b = NULL;
}
