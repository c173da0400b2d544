/* test_ranks.c. Rank 0 and the others on a network that this program plays: jobs are answered; messages that are edited in any
 * way are refused, or change no more than the numbers that they carry. */
#include "eval/server.h"
#include "eval/worker.h"
#include "tests/helpers.h"
#include "tests/network.h"
#include "tests/sphere.h"

/* ---- the network, in place of eval/cluster.c ---- */

enum { RANKS = 3, INBOX = 64, JOBS = 40, POSITIONS = 4 };

/* Time passes with each look at it, so that nothing waits for ever. */
struct Cluster {
    int rank;
    double now;
    Message inbox[INBOX]; /* (waiting), owned: to be received */
    int waiting, taken;   /* of them, taken */
    Message sent[INBOX];  /* (sents), owned; from: the rank that it is sent to */
    int sents;
};

void cluster_close(Cluster *c)
{
    for (int i = c->taken; i < c->waiting; i++) free(c->inbox[i].bytes);
    for (int i = 0; i < c->sents; i++) free(c->sent[i].bytes);
    *c = (Cluster){.rank = c->rank};
}

int cluster_rank(const Cluster *c)
{
    return c->rank;
}

int cluster_ranks(const Cluster *c)
{
    (void)c;
    return RANKS;
}

static Message copy_of(int from, const void *bytes, size_t n)
{
    Message m = {.from = from, .bytes = mem_new(n + 1, 1), .n = n};
    if (n > 0) memcpy(m.bytes, bytes, n);
    return m;
}

bool cluster_send(Cluster *c, int to, const void *bytes, size_t n)
{
    assert_true(c->sents < INBOX);
    c->sent[c->sents++] = copy_of(to, bytes, n);
    return true;
}

bool cluster_receive(Cluster *c, Message *m)
{
    if (c->taken == c->waiting) return false;
    *m = c->inbox[c->taken++];
    return true;
}

/* Rank 0 is silent once all that it had to say has been received, and the others never. */
double cluster_silence(Cluster *c, int rank)
{
    return rank == 0 && c->taken == c->waiting ? CLUSTER_ORPHANED + 1 : 0;
}

void cluster_rest(int microseconds)
{
    (void)microseconds;
}

double cluster_clock(const Cluster *c)
{
    return ((Cluster *)c)->now += 0.001;
}

static void deliver(Cluster *c, int from, const Message *m)
{
    assert_true(c->waiting < INBOX);
    c->inbox[c->waiting++] = copy_of(from, m->bytes, m->n);
}

/* ---- an iteration ---- */

/* Rank 0 with one list of jobs. */
typedef struct {
    Cluster c;
    Server *s;
    Partition d;
    Answer y[JOBS];
    double x[POSITIONS][DIM];
} Leader;

static Objective objective; /* the sphere */

/* The first blocks are sent when this returns. */
static void lead(Leader *l)
{
    const ServerRank rank[RANKS] = {{1, 0, 1}, {1, 1, 1}, {1, 2, 1}};
    Partition *d = &l->d;
    objective = objective_function(&sphere);
    *l = (Leader){0};
    l->s = server_create(&l->c, rank, true);
    server_set_up(l->s, "sphere", 0);
    *d = (Partition){.cuts = 1, .positions = POSITIONS};
    d->job = mem_new(2 * JOBS, sizeof *d->job);
    d->trial = mem_new(2 * JOBS, sizeof *d->trial);
    d->cut = mem_new(1, sizeof *d->cut);
    d->cut[0].objective = &objective;
    d->cut[0].room = 2 * JOBS;
    d->cut[0].jobs.job = d->job;
    for (int i = 0; i < JOBS; i++) {
        d->trial[i] = i % POSITIONS;
        for (int k = 0; k < DIM; k++) l->x[i % POSITIONS][k] = i % POSITIONS + 0.5 * k;
        jobs_add(&d->cut[0].jobs, (Job){.x = l->x[i % POSITIONS], .seed = (uint64_t)i, .y = &l->y[i]});
    }
    server_begin(l->s, d, 1, &stop_never);
}

/* Lets the round come to its end. */
static void end(Leader *l)
{
    for (int i = 0; i < 20000 && !atomic_load(&l->s->over); i++) server_look(l->s, true);
    assert_true(atomic_load(&l->s->over));
}

static void free_leader(Leader *l)
{
    server_destroy(l->s);
    cluster_close(&l->c);
    for (int i = 0; i < JOBS; i++) free(l->y[i].left);
    partition_free(&l->d);
}

static const Objective *set_up(void *ctx, const char *text, int *n)
{
    (void)ctx;
    *n = 1;
    return strcmp(text, "sphere") == 0 ? &objective : NULL;
}

/* The network of rank 1, to which rank 0 has sent a round that it ends at once: set-up, block, end, leave. */
static Cluster network_of_1(void)
{
    Cluster c = {.rank = 1};
    CLOSED(free_leader) Leader l;
    lead(&l);
    end(&l);
    server_leave(l.s);
    for (int i = 0; i < l.c.sents; i++)
        if (l.c.sent[i].from == 1) deliver(&c, 0, &l.c.sent[i]);
    return c;
}

/* The number of the first job in a block. */
static int job_of(const Message *block)
{
    int number;
    memcpy(&number, block->bytes + 7 * sizeof number, sizeof number);
    return number;
}

/* ---- whole messages ---- */

/* Jobs that another rank plays come to what they come to here. */
TEST(test_round)
{
    CLOSED(cluster_close) Cluster worker = network_of_1();
    CLOSED(free_leader) Leader l;
    assert_int_equal(worker.waiting, 4);
    assert_int_equal(worker_run(&worker, set_up, NULL), WORKER_DONE);
    assert_true(worker.sents >= 1);
    lead(&l);
    for (int i = 0; i < worker.sents; i++) deliver(&l.c, 1, &worker.sent[i]);
    end(&l);
    int answered = 0;
    double z[DIM];
    for (int i = 0; i < JOBS; i++) {
        if (!l.y[i].done) continue;
        answered++;
        for (int k = 0; k < DIM; k++) z[k] = l.x[i % POSITIONS][k] - sphere.shift[k];
        assert_true(l.y[i].score == -sphere.function->value(z, DIM) && l.y[i].cost == 1);
    }
    assert_true(answered >= JOBS / RANKS / 2);
    assert_int_equal(server_lost(l.s), -1);
}

/* ---- edited messages ---- */

/* Numbers of a message, one after the other: the kind, round, ... of RESULTS as server.c reads them. */
static void put_results(Parcel *p, int round)
{
    const int head[] = {WIRE_RESULTS, round, 0, 1, 0};
    parcel_put(p, head, sizeof head);
}

static void put_answer(Parcel *p, int job, int fate, double score, double cost)
{
    parcel_put_int(p, job);
    parcel_put_int(p, fate);
    if (fate == FATE_SUSPENDED) parcel_put_saved(p, NULL, 0);
    if (fate == FATE_ANSWERED) parcel_put_real(p, score);
    if (fate == FATE_ANSWERED) parcel_put_real(p, cost);
}

/* Rank 1 sends this in the first round. Whether it is refused. */
static bool is_refused(const Parcel *p)
{
    CLOSED(free_leader) Leader l;
    lead(&l);
    deliver(&l.c, 1, &(Message){.bytes = p->bytes, .n = (size_t)p->used});
    server_look(l.s, false);
    const bool lost = server_lost(l.s) == 1;
    assert_true(lost == server_confused(l.s));
    end(&l);
    assert_true(lost || server_lost(l.s) < 0);
    return lost;
}

TEST(test_results_that_cannot_be)
{
    CLOSED(cluster_close) Cluster worker = network_of_1();
    const int mine = job_of(&worker.inbox[1]);
    const struct {
        int round, job, fate;
        double score, cost;
        int again, end; /* the answer is there so many times; the number at the end */
        bool good;
    } rows[] = {
        {1, mine, FATE_ANSWERED, -3, 1, 1, -1, true},
        {1, mine, FATE_ANSWERED, -3, 1, 2, -1, false},      /* twice */
        {1, JOBS - 1, FATE_ANSWERED, -3, 1, 1, -1, false},  /* a job that no rank has */
        {1, 2 * JOBS, FATE_ANSWERED, -3, 1, 1, -1, false},  /* none */
        {1, INT32_MAX, FATE_ANSWERED, -3, 1, 1, -1, false}, /* none */
        {1, mine, 3, -3, 1, 1, -1, false},                  /* an unknown fate */
        {1, mine, -1, -3, 1, 1, -1, false},                 /* ... */
        {1, mine, FATE_ANSWERED, NAN, 1, 1, -1, false},     /* no number */
        {1, mine, FATE_ANSWERED, -3, NAN, 1, -1, false},    /* ... */
        {1, mine, FATE_ANSWERED, -3, -1, 1, -1, false},     /* a cost below 0 */
        {1, mine, FATE_ANSWERED, -3, 1e300, 1, -1, false},  /* ... and one that no play can have */
        {1, mine, FATE_SUSPENDED, 0, 1, 1, -1, false},      /* without a saved game */
        {1, mine, FATE_ANSWERED, -3, 1, 1, -2, false},      /* another end */
        {2, mine, FATE_ANSWERED, -3, 1, 1, -1, false},      /* a round that has not begun */
        {-1, mine, FATE_ANSWERED, -3, 1, 1, -1, false},     /* ... and none */
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        CLOSED(parcel_free) Parcel p = {0};
        put_results(&p, rows[i].round);
        for (int k = 0; k < rows[i].again; k++) put_answer(&p, rows[i].job, rows[i].fate, rows[i].score, rows[i].cost);
        parcel_put_int(&p, rows[i].end);
        if (is_refused(&p) == rows[i].good) fail_msg("row %zu", i);
        for (p.used--; p.used > 0 && rows[i].good; p.used--) assert_true(is_refused(&p)); /* cut short */
    }
}

TEST(test_other_kinds)
{
    for (int kind = -1; kind <= 99; kind++) {
        CLOSED(parcel_free) Parcel p = {0};
        const int more[] = {kind, 1, 0, 0, 0, -1};
        parcel_put(&p, more, sizeof more);
        assert_true(is_refused(&p) == (kind != WIRE_RESULTS));
    }
}

/* Jobs that come back again and again, which no rank has asked for, fill the list, and no more. */
TEST(test_all_comes_back)
{
    CLOSED(free_leader) Leader l;
    lead(&l);
    for (int i = 0; i < 1000 && server_lost(l.s) < 0; i++) {
        CLOSED(parcel_free) Parcel p = {0};
        put_results(&p, 1);
        int number = -1;
        for (int k = 0; k < l.c.sents; k++)
            if (l.c.sent[k].from == 1 && l.c.sent[k].n > 8 * sizeof number) number = job_of(&l.c.sent[k]);
        parcel_put_int(&p, number);
        parcel_put_int(&p, FATE_UNTOUCHED);
        parcel_put_int(&p, -1);
        for (int k = 0; k < l.c.sents; k++) free(l.c.sent[k].bytes);
        l.c.sents = l.c.waiting = l.c.taken = 0;
        deliver(&l.c, 1, &(Message){.bytes = p.bytes, .n = (size_t)p.used});
        server_look(l.s, false);
    }
    assert_true(server_confused(l.s));
    end(&l);
}

/* Sets the number at `at` of message `which` of rank 0 to a worker. Returns how the worker ends. */
static WorkerEnd end_with(int which, int at, int value)
{
    CLOSED(cluster_close) Cluster c = network_of_1();
    memcpy(c.inbox[which].bytes + (size_t)at * sizeof value, &value, sizeof value);
    return worker_run(&c, set_up, NULL);
}

/* The numbers of a block: kind, round, positions, objective, whole, room, threads; of its first job: number, position, dim. */
TEST(test_blocks_that_cannot_be)
{
    static const int rows[][3] = {/* which message, where, value */
                                  {0, 0, 77},        {0, 0, WIRE_NOTE}, {0, 0, WIRE_RESULTS}, {0, 1, -1}, {0, 1, 1 << 20},
                                  {0, 2, 0},         {1, 2, 0},         {1, 2, -1},           {1, 2, 1},  {1, 3, 1},
                                  {1, 3, -1},        {1, 4, 0},         {1, 4, -5},           {1, 5, 0},  {1, 5, -1},
                                  {1, 5, INT32_MAX}, {1, 6, 0},         {1, 6, -1},           {1, 8, -1}, {1, 8, POSITIONS},
                                  {1, 9, -1},        {1, 9, 2},         {1, 9, INT32_MAX},    {1, 9, -7}, {1, 5, 1}};
    CLOSED(cluster_close) Cluster c = network_of_1();
    int block[7];
    memcpy(block, c.inbox[1].bytes, sizeof block);
    assert_true(block[0] == WIRE_BLOCK && block[4] == JOBS && block[6] == RANKS); /* a thread of each rank */
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (end_with(rows[i][0], rows[i][1], rows[i][2]) != WORKER_CONFUSED) fail_msg("row %zu", i);
    assert_int_equal(end_with(1, 7, 5), WORKER_DONE); /* another number of the job, which is the business of rank 0 */
}

/* Whether a block asks for more memory than a test should take, but not for more than there may be. */
static bool is_large(const Message *m)
{
    int number[6] = {0};
    memcpy(number, m->bytes, m->n < sizeof number ? m->n : sizeof number);
    return number[0] == WIRE_BLOCK && (number[2] > 1 << 20 || (number[5] > 1 << 16 && number[5] <= INT32_MAX / 2));
}

/* Changes up to four bytes, or cuts the message short: to a block of its own size, whose end sanitizers watch. */
static void edit(Message *m, Rng *rng)
{
    const uint32_t n = 1 + rng_below(rng, 4);
    for (uint32_t i = 0; i < n; i++) m->bytes[rng_below(rng, (uint32_t)m->n)] = (char)rng_below(rng, 256);
    if (rng_below(rng, 8) > 0) return;
    const Message whole = *m;
    *m = copy_of(whole.from, whole.bytes, rng_below(rng, (uint32_t)whole.n) + 1);
    free(whole.bytes);
}

TEST(test_edited_at_random)
{
    enum { TIMES = 10000 };
    CLOSED(cluster_close) Cluster words = network_of_1(), honest = network_of_1();
    int refused = 0, confused = 0;
    Rng rng = rng_from(1);
    assert_int_equal(worker_run(&honest, set_up, NULL), WORKER_DONE);
    for (int i = 0; i < TIMES; i++) {
        CLOSED(free_leader) Leader l;
        CLOSED(cluster_close) Cluster c = {.rank = 1};
        lead(&l);
        deliver(&l.c, 1, &honest.sent[0]);
        edit(&l.c.inbox[0], &rng);
        end(&l);
        refused += server_confused(l.s);
        for (int k = 0; k < words.waiting; k++) deliver(&c, 0, &words.inbox[k]);
        Message *m = &c.inbox[rng_below(&rng, (uint32_t)words.waiting)];
        edit(m, &rng);
        if (!is_large(m)) confused += worker_run(&c, set_up, NULL) == WORKER_CONFUSED;
    }
    assert_true(refused > TIMES / 4 && refused < TIMES && confused > TIMES / 8 && confused < TIMES);
}

/* A rank rests if the ranks before it use all processors of its host, unless none may. */
TEST(test_threads)
{
    static const struct {
        ServerRank rank[RANKS]; /* threads, host, processors */
        bool all;
        int threads, gets[RANKS];
    } row[] = {
        {{{2, 0, 4}, {2, 0, 4}, {2, 0, 4}}, false, 0, {2, 2, 0}}, {{{2, 0, 4}, {2, 0, 4}, {2, 0, 4}}, true, 0, {2, 2, 2}},
        {{{2, 0, 4}, {2, 0, 4}, {2, 0, 4}}, false, 1, {1, 1, 1}}, {{{2, 0, 4}, {2, 0, 4}, {2, 0, 4}}, false, 4, {4, 0, 0}},
        {{{3, 0, 2}, {1, 1, 1}, {1, 1, 1}}, false, 0, {3, 1, 0}},
    };
    for (size_t i = 0; i < LENGTH(row); i++) {
        CLOSED(cluster_close) Cluster c = {.rank = 0};
        Server *s = server_create(&c, row[i].rank, row[i].all);
        server_set_up(s, "sphere", row[i].threads);
        for (int r = 0; r < RANKS; r++) assert_int_equal(s->peer[r].threads, row[i].gets[r]);
        assert_int_equal(s->threads, row[i].gets[1] + row[i].gets[2]);
        assert_int_equal(server_resting(s), (row[i].gets[1] == 0) + (row[i].gets[2] == 0));
        server_destroy(s);
    }
}

TESTS(make_sphere, free_sphere)
