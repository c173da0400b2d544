/* ring.c. See ring.h. */
#include "tests/ring.h"
#include "base/hash.h"
#include "base/real.h"
#include "base/trial.h"
#include "tests/helpers.h"

Ring *ring_new(AllocationOptions o, int n, Scores *scores)
{
    Ring *r = mem_new(1, sizeof *r);
    r->scores = scores;
    archive_make(&r->archive, PLACES, 1);
    allocation_make(&r->allocation, &o, CANDIDATES, &r->archive);
    for (int i = 0; i < n; i++) {
        r->x[i] = i;
        r->candidate[i] = (Candidate){.x = &r->x[i], .incumbent = i < PLACES ? i : -1};
    }
    r->group = (Group){.candidate = r->candidate, .n = n, .key = 1};
    return r;
}

void ring_close(Ring **r)
{
    allocation_free(&(*r)->allocation);
    archive_free(&(*r)->archive);
    free(*r);
}

/* The answer of game k of a key. */
static Answer answer(const Ring *r, double x, uint64_t key, int k)
{
    const double score = r->scores(x, key, k);
    return (Answer){.score = score, .fitness = score, .cost = 1, .done = true};
}

void ring_place(Ring *r, int i, double x, int n)
{
    Answer y[SCORES];
    Sample s = {0};
    for (int k = 0; k < n; k++) y[k] = answer(r, x, 99, k);
    sample_add(&s, &(Trial){.y = y, .plays = n, .key = 99});
    archive_put(&r->archive, i, &x, &s);
}

bool ring_stage(Ring *r)
{
    CLOSED(batch_free) Batch b = {0};
    allocation_ask(&r->allocation, &r->group, &b);
    batch_seat(&b);
    for (int i = 0; i < b.n; i++) {
        const Trial *t = &b.t[i];
        assert_true(t->key == r->group.key && t->plays > 0);
        for (int k = 0; k < t->plays; k++) t->y[k] = answer(r, t->x[0], t->key, t->first + k);
        r->asked += t->plays;
    }
    r->stages++;
    return allocation_tell(&r->allocation, &r->group, b.t, b.n);
}

void ring_group(Ring *r)
{
    r->asked = r->stages = 0;
    while (!ring_stage(r)) {
    }
}

const Stats *ring_found(const Ring *r, int i)
{
    return &r->allocation.verdict[i].sample.fitness;
}

double uniform(double x, uint64_t key, int k)
{
    Rng r = rng_from(hash_u64(hash_bytes(HASH_START, &x, sizeof x), rng_game(key, k)));
    return rng_real(&r);
}

double exponential(double x, uint64_t key, int k)
{
    return -(10 + x) * real_log(1 - uniform(x, key, k));
}

AllocationOptions ring_options(int allocation, int games, int first_games, int more_games)
{
    return (AllocationOptions){.rule = allocation,
                               .games = games,
                               .first_games = first_games,
                               .more_games = more_games,
                               .race_z = 1,
                               .resample_keep = 1};
}

double same_for_all(double x, uint64_t key, int k)
{
    (void)x, (void)key;
    return k % 3;
}

double once_lucky(double x, uint64_t key, int k)
{
    (void)k;
    return x > 10 ? (key == 99 ? 100 : 0) : 20;
}
