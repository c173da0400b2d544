/* test_simulate.c. The simulation of large clusters (bench/simulate.c) beside the server and the workers themselves, which play
 * on a network in simulated time: both take as long, and send as many messages. */
#include "bench/simulate.h"
#include "eval/server.h"
#include "eval/worker.h"
#include "tests/helpers.h"
#include "tests/network.h"

#include <pthread.h>

/* ---- the network, in place of eval/cluster.c ---- */

enum { RANKS_MAX = 8, TURNS_AT_ONCE = 1024 };
static const double speed = 1e6, latency = 50e-6;
static double toll; /* of rank 0 for each message, seconds */

/* A message on its way. */
typedef struct {
    double at; /* when it arrives */
    Message m; /* owned */
} Letter;

/* A rank is a thread with a clock of its own, and only that of the earliest clock runs. */
struct Cluster {
    int rank;
    double now;
    bool ended;
    Letter *letter; /* (letters, with room for more), owned: in the order in which they arrive */
    int letters, room;
};

static Cluster cluster[RANKS_MAX];
static int ranks, sent;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t turn[RANKS_MAX]; /* of each rank */
static _Thread_local Cluster *self;

static bool is_next(const Cluster *c)
{
    for (int r = 0; r < ranks; r++)
        if (!cluster[r].ended && (cluster[r].now < c->now || (cluster[r].now == c->now && r < c->rank))) return false;
    return true;
}

static void wake_next(void)
{
    for (int r = 0; r < ranks; r++)
        if (!cluster[r].ended && is_next(&cluster[r])) pthread_cond_signal(&turn[r]);
}

/* Waits until the other ranks have come so far. */
static void pass(double seconds)
{
    pthread_mutex_lock(&lock);
    self->now += seconds;
    wake_next();
    while (!is_next(self)) pthread_cond_wait(&turn[self->rank], &lock);
    pthread_mutex_unlock(&lock);
}

static void leave(void)
{
    pthread_mutex_lock(&lock);
    self->ended = true;
    wake_next();
    pthread_mutex_unlock(&lock);
}

void cluster_close(Cluster *c)
{
    for (int i = 0; i < c->letters; i++) free(c->letter[i].m.bytes);
    free(c->letter);
    *c = (Cluster){0};
}

int cluster_rank(const Cluster *c)
{
    return c->rank;
}

int cluster_ranks(const Cluster *c)
{
    (void)c;
    return ranks;
}

bool cluster_send(Cluster *c, int to, const void *bytes, size_t n)
{
    Cluster *other = &cluster[to];
    if (c->rank == 0) pass(toll);
    other->letter = mem_grow(other->letter, &other->room, other->letters + 1, sizeof *other->letter);
    Letter *l = &other->letter[other->letters++];
    *l = (Letter){.at = c->now + latency, .m = {.from = c->rank, .bytes = mem_new(n, 1), .n = n}};
    memcpy(l->m.bytes, bytes, n);
    sent++;
    return true;
}

bool cluster_receive(Cluster *c, Message *m)
{
    if (c->letters == 0 || c->letter[0].at > c->now) return false;
    *m = c->letter[0].m;
    memmove(c->letter, c->letter + 1, (size_t)--c->letters * sizeof *c->letter);
    if (c->rank == 0) pass(toll);
    return true;
}

double cluster_silence(Cluster *c, int rank)
{
    (void)c, (void)rank;
    return 0;
}

void cluster_rest(int microseconds)
{
    pass(1e-6 * microseconds);
}

double cluster_clock(const Cluster *c)
{
    return c->now;
}

/* ---- what is played ---- */

/* Turns of a game: exponential, a mean of 3,000. */
static double length(uint64_t seed)
{
    Rng rng = rng_from(seed);
    return ceil(-3000 * log(1 - rng_real(&rng)));
}

/* One game after the other. */
static bool work(const void *ctx, JobList *l, void *scratch, const StopCheck *w)
{
    (void)ctx, (void)scratch;
    for (int i; jobs_take(l, 1, &i) > 0;) {
        const double turns = length(l->job[i].seed);
        for (double done = 0; done < turns; done += TURNS_AT_ONCE) {
            const double now = turns - done < TURNS_AT_ONCE ? turns - done : TURNS_AT_ONCE;
            pass(now / speed);
            if (!w->poll(w->ctx, (int)now) || done + now == turns) continue;
            job_suspend(&l->job[i], done + now, 1, &done, sizeof done);
            return false;
        }
        job_answer(&l->job[i], turns, turns);
    }
    return true;
}

static const Units units = {.score = "turns", .cost = "turns", .play = "games"};
static const double low = 0, high = 1;
static const char *const names[] = {"x"};
static const Objective game = {.name = "game",
                               .space = {.dim = 1, .lo = &low, .hi = &high, .names = names},
                               .units = &units,
                               .scratch_bytes = 1,
                               .grain = 1,
                               .work = work};

static const Objective *set_up(void *ctx, const char *text, int *n)
{
    (void)ctx, (void)text;
    *n = 1;
    return &game;
}

static void *follow(void *c)
{
    self = c;
    pass(0);
    if (worker_run(self, set_up, NULL) != WORKER_DONE) abort();
    leave();
    return NULL;
}

/* Plays an iteration of n games on all ranks; returns how long it takes. */
static double play(int n, uint64_t key)
{
    const double x = 0.5;
    ServerRank rank[RANKS_MAX];
    pthread_t thread[RANKS_MAX];
    sent = 0;
    for (int r = 0; r < ranks; r++) {
        cluster[r] = (Cluster){.rank = r};
        pthread_cond_init(&turn[r], NULL);
        rank[r] = (ServerRank){.threads = 1, .host = r, .processors = 1};
    }
    self = &cluster[0];
    for (int r = 1; r < ranks; r++) assert_int_equal(pthread_create(&thread[r], NULL, follow, &cluster[r]), 0);
    pass(0);
    Server *s = server_create(self, rank, true);
    Evaluator *e = evaluator_create(&game, 1, EVALUATOR_BOTH, 1);
    CLOSED(batch_free) Batch b = {0};
    server_set_up(s, "", 0);
    evaluator_share(e, s);
    batch_add(&b, (Trial){.x = &x, .key = key, .plays = n});
    batch_seat(&b);
    const double start = self->now;
    assert_true(evaluate_batch(e, &b, &stop_never));
    const double seconds = self->now - start;
    for (int i = 0; i < n; i++) assert_true(b.y[i].done && b.y[i].score == length(rng_game(key, i)));
    server_leave(s);
    leave();
    for (int r = 1; r < ranks; r++) pthread_join(thread[r], NULL);
    evaluator_destroy(e);
    server_destroy(s);
    for (int r = 0; r < ranks; r++) cluster_close(&cluster[r]);
    return seconds;
}

TEST(test_beside_the_ranks)
{
    static const struct {
        int ranks, games;
        double toll, near; /* the share by which the simulation may be wrong: it has rank 0 play while it serves others */
    } rows[] = {{2, 200, 0, 0.05}, {3, 1000, 0, 0.05}, {4, 60, 0, 0.05}, {8, 2000, 0, 0.05}, {8, 10000, 800e-6, 0.2}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const int n = is_short() && rows[i].games > 1000 ? rows[i].games / 4 : rows[i].games;
        toll = rows[i].toll;
        const SimulatedCluster c = {.speed = speed, .latency = latency, .message = toll};
        OWNED double *turns = mem_new((size_t)n, sizeof *turns);
        for (int k = 0; k < n; k++) turns[k] = length(rng_game(7, k));
        ranks = rows[i].ranks;
        const double seconds = play(n, 7);
        const SimulatedTime t = simulate(turns, n, ranks, &c);
        const double messages = t.messages * n;
        if (fabs(t.seconds / seconds - 1) > rows[i].near || messages > sent || messages < 0.7 * sent)
            fail_msg("row %zu: %g s and %d messages, simulated %g s and %g", i, seconds, sent, t.seconds, messages);
    }
}

TESTS(NULL, NULL)
