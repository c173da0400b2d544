/* test_noise.c. Comparing under noise: the budget allocations by hand and on a surrogate whose truth is known, budgets and what
 * ends a training, boards, and the three numbers. */
#include "base/hash.h"
#include "base/mem.h"
#include "base/paired.h"
#include "base/real.h"
#include "base/rng.h"
#include "registry.h"
#include "run/estimate.h"
#include "tests/helpers.h"
#include "tests/live.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- a contest by hand: one-dimensional positions, whose scores a table or a function tells ---- */

enum { PLACES = 4, CANDIDATES = 6, SCORES = 400 };

/* score of position x in game k of a key: what the tests make of it. */
typedef double Scores(double x, uint64_t key, int k);

typedef struct {
    Contest contest;
    Archive archive;
    Scores *scores;
    double x[CANDIDATES];
    Candidate candidate[CANDIDATES];
    Heat heat;
    int64_t asked; /* plays so far */
    int stages;
} Ring;

/* n candidates at 0, 1, 2, ...; candidate i challenges place i, or no place where there is none. */
static void ring_open(Ring *r, ContestOptions o, int n, Scores *scores)
{
    *r = (Ring){.scores = scores};
    archive_make(&r->archive, PLACES, 1);
    contest_make(&r->contest, &o, CANDIDATES, &r->archive);
    for (int i = 0; i < n; i++) {
        r->x[i] = i;
        r->candidate[i] = (Candidate){.x = &r->x[i], .incumbent = i < PLACES ? i : -1};
    }
    r->heat = (Heat){.candidate = r->candidate, .n = n, .key = 1};
}

static void ring_close(Ring *r)
{
    contest_free(&r->contest);
    archive_free(&r->archive);
}

/* Place i of the archive is taken by x, which has played the first n games of another key. */
static void ring_place(Ring *r, int i, double x, int n)
{
    Answer y[SCORES];
    Sample s = {0};
    for (int k = 0; k < n; k++) {
        double score = r->scores(x, 99, k);
        y[k] = (Answer){.score = score, .fitness = score, .cost = 1, .done = true};
    }
    sample_add(&s, &(Trial){.y = y, .plays = n, .key = 99});
    archive_put(&r->archive, i, &x, &s);
}

static void contest_walker(void *self, Visit *v)
{
    contest_walk(self, v);
}

/* One stage; true: decided. */
static bool ring_stage(Ring *r)
{
    Batch b = {0};
    contest_ask(&r->contest, &r->heat, &b);
    batch_seat(&b);
    for (int i = 0; i < b.n; i++) {
        const Trial *t = &b.t[i];
        assert_true(t->key == r->heat.key && t->plays > 0);
        for (int k = 0; k < t->plays; k++) {
            double score = r->scores(t->x[0], t->key, t->first + k);
            t->y[k] = (Answer){.score = score, .fitness = score, .cost = 1, .done = true};
        }
        r->asked += t->plays;
    }
    r->stages++;
    bool decided = contest_tell(&r->contest, &r->heat, b.t, b.n);
    batch_free(&b);
    return decided;
}

static void ring_heat(Ring *r)
{
    r->asked = r->stages = 0;
    while (!ring_stage(r)) {
    }
}

static const Stats *found(const Ring *r, int i)
{
    return &r->contest.verdict[i].sample.fitness;
}

/* Uniform on [0, 1), by position, key and game. */
static double uniform(double x, uint64_t key, int k)
{
    Rng r;
    rng_stream(&r, hash_u64(hash_bytes(HASH_START, &x, sizeof x), rng_game(key, k)));
    return rng_real(&r);
}

/* Exponential, its mean 10 + x. */
static double exponential(double x, uint64_t key, int k)
{
    return -(10 + x) * real_log(1 - uniform(x, key, k));
}

/* Without noise. */
static double exact(double x, uint64_t key, int k)
{
    (void)key, (void)k;
    return x;
}

static const ContestOptions fixed = {.allocation = CONTEST_FIXED, .games = 10, .first_games = 5, .more_games = 5, .race_z = 1};

static ContestOptions options_of(int allocation, int games, int first_games, int more_games)
{
    return (ContestOptions){.allocation = allocation,
                            .games = games,
                            .first_games = first_games,
                            .more_games = more_games,
                            .race_z = 1,
                            .resample_keep = 1};
}

/* All play alike, the same games; better is strictly higher, or an empty place; never without an incumbent. */
static void test_fixed(void **state)
{
    (void)state;
    Ring r;
    ring_open(&r, fixed, 6, exponential);
    ring_place(&r, 1, 1e6, 20); /* much better */
    ring_place(&r, 2, -10, 20); /* 0 each game */
    ring_heat(&r);
    assert_true(r.stages == 1 && r.asked == 60);
    for (int i = 0; i < 6; i++) {
        Stats s = {0};
        for (int k = 0; k < 10; k++) stats_add(&s, exponential(i, 1, k));
        assert_memory_equal(found(&r, i), &s, sizeof s);
        assert_int_equal(r.contest.verdict[i].better, i == 0 || i == 2 || i == 3);
    }
    assert_int_equal(r.archive.sample[1].fitness.n, 20);
    ring_close(&r);
}

static double same_for_all(double x, uint64_t key, int k)
{
    (void)x, (void)key;
    return k % 3;
}

static void test_ties_are_not_better(void **state)
{
    (void)state;
    for (int allocation = 0; contest_allocations[allocation] != NULL; allocation++) {
        Ring r;
        ring_open(&r, options_of(allocation, 12, 3, 3), 3, same_for_all);
        for (int i = 0; i < 3; i++) ring_place(&r, i, i, 12);
        ring_heat(&r);
        for (int i = 0; i < 3; i++)
            if (archive_fitness(&r.contest.verdict[i].sample) == archive_fitness(&r.archive.sample[i]))
                assert_false(r.contest.verdict[i].better);
        ring_close(&r);
    }
}

/* ---- an archive of the best ever seen ---- */

static Sample sample_like(double mean, uint64_t key, int n)
{
    return (Sample){.score = {.n = n, .mean = mean}, .fitness = {.n = n, .mean = mean}, .cost = n, .key = key, .played = n};
}

/* Offers x as so good; returns its place. */
static int offer(Archive *a, double x, double mean, uint64_t key)
{
    Sample s = sample_like(mean, key, 2);
    return archive_offer(a, &x, &s);
}

static void test_offers(void **state)
{
    (void)state;
    Archive a;
    archive_make(&a, 3, 1);
    assert_int_equal(archive_weakest(&a), 0);
    assert_int_equal(offer(&a, 1, 5, 1), 0);
    assert_int_equal(offer(&a, 2, 4, 1), 1);
    assert_int_equal(offer(&a, 1, 5, 1), 0); /* the same games of the same position: nothing new */
    assert_int_equal(a.sample[0].fitness.n, 2);
    assert_int_equal(offer(&a, 1, 7, 2), 0); /* other games of it */
    assert_true(a.sample[0].fitness.n == 4 && a.sample[0].fitness.mean == 6 && a.sample[0].key == 2);
    assert_int_equal(offer(&a, 3, (double)NAN, 1), 2); /* there is room */
    assert_int_equal(offer(&a, 4, (double)NAN, 1), -1);
    assert_int_equal(offer(&a, 5, 4, 1), 2);
    assert_int_equal(archive_weakest(&a), 2); /* the last of two alike */
    assert_int_equal(offer(&a, 6, 4, 1), -1); /* no better than the worst */
    assert_int_equal(offer(&a, 7, 4.5, 1), 2);
    assert_int_equal(archive_weakest(&a), 1);
    assert_int_equal(offer(&a, 8, 9, 1), 1);
    Sample known;
    assert_true(*archive_best(&a, 0, &known) == 8 && *archive_best(&a, 1, &known) == 1 && *archive_best(&a, 2, &known) == 7);
    archive_free(&a);
}

/* ---- resample ---- */

/* Each position of the archive plays the games of every iteration once, however many heats it has, and what it knows grows. */
static void test_resample(void **state)
{
    (void)state;
    Ring r;
    ring_open(&r, options_of(CONTEST_RESAMPLE, 10, 5, 5), 2, exponential);
    Stats known = {0};
    for (int k = 0; k < 7; k++) stats_add(&known, exponential(50, 99, k));
    ring_place(&r, 3, 50, 7);
    for (uint64_t iteration = 1; iteration <= 5; iteration++) {
        r.heat.key = iteration;
        for (int k = 0; k < 10; k++) stats_add(&known, exponential(50, iteration, k));
        assert_int_equal(contest_cost(&r.contest, &r.heat), 30);
        ring_heat(&r);
        assert_int_equal(r.asked, 30);
        assert_memory_equal(&r.archive.sample[3].fitness, &known, sizeof known);
        contest_end(&r.contest);
        assert_int_equal(contest_cost(&r.contest, &r.heat), 20); /* a second heat of the iteration */
        ring_heat(&r);
        assert_int_equal(r.asked, 20);
        assert_memory_equal(&r.archive.sample[3].fitness, &known, sizeof known);
        contest_end(&r.contest);
        contest_new_iteration(&r.contest);
    }
    assert_int_equal(r.archive.sample[3].score.n, 57);
    ring_close(&r);
}

/* A share of what is older stays: 100 games, of which 0.5 x 100 + 10, then 0.5 x 60 + 10, ... */
static void test_resample_forgets(void **state)
{
    (void)state;
    static const int64_t plays[] = {60, 40, 30, 25, 23};
    ContestOptions o = options_of(CONTEST_RESAMPLE, 10, 5, 5);
    o.resample_keep = 0.5;
    Ring r;
    ring_open(&r, o, 1, exponential);
    ring_place(&r, 2, 5, 100);
    for (size_t i = 0; i < LENGTH(plays); i++) {
        r.heat.key = i + 1;
        ring_heat(&r);
        contest_end(&r.contest);
        assert_true(r.archive.sample[2].fitness.n == plays[i] && r.archive.sample[2].cost == (double)plays[i]);
    }
    ring_close(&r);
}

/* An incumbent that was lucky is compared by what is known of it after it has played again. */
static double once_lucky(double x, uint64_t key, int k)
{
    (void)k;
    return x > 10 ? (key == 99 ? 100 : 0) : 20;
}

static void test_resample_corrects_luck(void **state)
{
    (void)state;
    for (int allocation = CONTEST_FIXED; allocation <= CONTEST_RESAMPLE; allocation++) {
        Ring r;
        ring_open(&r, options_of(allocation, 10, 5, 5), 1, once_lucky);
        ring_place(&r, 0, 11, 2); /* 100, 100; then ten times 0: 16.7 */
        ring_heat(&r);
        assert_int_equal(r.contest.verdict[0].better, allocation == CONTEST_RESAMPLE);
        ring_close(&r);
    }
}

/* ---- race ---- */

/* Of the first ten games as many as the digits say: 13 is 10 + 3, ... */
static double stepped(double x, uint64_t key, int k)
{
    (void)key;
    return x + (k % 2 ? 3 : -3);
}

/* n even games of mean m and +-3: sem^2 = 9 n / (n - 1) / n = 9 / (n - 1). Incumbent of 10 games at 20, first stage of 4 games:
 * sqrt(9/3 + 9/9) = 2, so out below 18 with z = 1, below 16 with z = 2; in to the end otherwise. */
static void test_race_by_hand(void **state)
{
    (void)state;
    static const struct {
        double x, z;
        int games;
    } rows[] = {{17.99, 1, 4}, {18.01, 1, 6}, {15.99, 2, 4}, {16.01, 2, 6}, {19.99, 0, 4}, {20, 0, 10}, {19, 1, 10}, {25, 1, 10}};
    for (size_t i = 0; i < LENGTH(rows); i++) {
        ContestOptions o = options_of(CONTEST_RACE, 10, 4, 2);
        o.race_z = rows[i].z;
        Ring r;
        ring_open(&r, o, 1, stepped);
        ring_place(&r, 0, 20, 10);
        r.x[0] = rows[i].x;
        ring_heat(&r);
        /* after 6 games: sqrt(9/5 + 9/9) = 1.67, which 18.01 and, twice, 16.01 are behind by, too */
        assert_int_equal(found(&r, 0)->n, rows[i].games);
        assert_int_equal(r.contest.verdict[0].better, rows[i].x > 20);
        ring_close(&r);
    }
}

/* Without an incumbent: against the worst of a full archive, the last of several; while there is room, none is eliminated. */
static void test_race_for_a_place(void **state)
{
    (void)state;
    for (int taken = 3; taken <= PLACES; taken++) {
        Ring r;
        ring_open(&r, options_of(CONTEST_RACE, 10, 4, 2), 2, stepped);
        for (int i = 0; i < taken; i++) ring_place(&r, i, 30 - i, 10); /* the worst: 27 */
        for (int i = 0; i < 2; i++) r.candidate[i].incumbent = -1;
        r.x[0] = 20;
        r.x[1] = 26.5;
        ring_heat(&r);
        assert_int_equal(found(&r, 0)->n, taken == PLACES ? 4 : 10);
        assert_int_equal(found(&r, 1)->n, 10);
        assert_false(r.contest.verdict[0].better || r.contest.verdict[1].better);
        ring_close(&r);
    }
}

/* With z so large that none is ever eliminated it is fixed, but for the stages; with z = 1 it takes fewer games. */
static void test_race_costs_less(void **state)
{
    (void)state;
    int64_t spent[2] = {0, 0};
    for (int wide = 0; wide <= 1; wide++)
        for (uint64_t iteration = 1; iteration <= 50; iteration++) {
            ContestOptions o = options_of(CONTEST_RACE, 30, 5, 5);
            o.race_z = wide ? 1e6 : 1;
            Ring r;
            ring_open(&r, o, 6, exponential);
            r.heat.key = iteration;
            for (int i = 0; i < PLACES; i++) ring_place(&r, i, 10, 30);
            ring_heat(&r);
            spent[wide] += r.asked;
            for (int i = 0; i < 6 && wide; i++) assert_int_equal(found(&r, i)->n, 30);
            assert_true(r.asked <= contest_cost(&r.contest, &r.heat));
            ring_close(&r);
        }
    assert_int_equal(spent[1], 50 * 6 * 30);
    assert_true(spent[0] < spent[1] * 3 / 4);
}

/* ---- ocba ---- */

static Stats stats_like(int64_t n, double mean, double sd)
{
    return (Stats){.n = n, .mean = mean, .m2 = sd * sd * (double)(n - 1)};
}

/* Rows of a table of samples, and what was counted out by hand. */
typedef struct {
    int n, more;
    struct {
        int64_t n;
        double mean, sd;
    } known[4];
    int plays[4];
} Share;

static void test_ocba_by_hand(void **state)
{
    (void)state;
    static const Share rows[] = {
        /* b = 0; w_1 = (2/2)^2 = 1, w_2 = (4/4)^2 = 1, w_b = 2 sqrt(1/4 + 1/16) = 1.118034; of 60 in all: 21.514 19.243 19.243;
         * lacking 11.514 9.243 9.243, which end at 11.514 20.757 30 */
        {3, 30, {{10, 10, 2}, {10, 8, 2}, {10, 6, 4}}, {12, 9, 9}},
        /* b = 2; w_0 = (1/1)^2 = 1, w_1 = (1/2)^2 = 0.25, w_b = sqrt(1 + 0.0625) = 1.030776; of 30: 13.152 3.288 13.557; 1 has
         * enough, the others lack 8.152 and 8.557 of 16.709, of 15: 7.318 and 7.682 */
        {3, 15, {{5, 4, 1}, {5, 3, 1}, {5, 5, 1}}, {7, 0, 8}},
        /* an empty place, and one whose spread is 0, get none; w_0 = 1 and w_b = 1, of 30 each 15, so both lack 10: 7.5 and 15 */
        {4, 15, {{5, 4, 1}, {0, 0, 0}, {5, 3, 0}, {5, 5, 1}}, {8, 0, 0, 7}},
        /* equal means: d counts as s / sqrt(N), N = 20, w_1 = 20, w_b = 20: of 20 each 10 */
        {2, 10, {{5, 7, 2}, {5, 7, 2}}, {5, 5}},
    };
    for (size_t i = 0; i < LENGTH(rows); i++) {
        Stats s[4];
        const Stats *known[4];
        double w[4];
        int plays[4];
        for (int k = 0; k < rows[i].n; k++) {
            s[k] = stats_like(rows[i].known[k].n, rows[i].known[k].mean, rows[i].known[k].sd);
            if (s[k].n == 0) s[k] = (Stats){0};
            known[k] = &s[k];
        }
        assert_true(contest_ocba(known, rows[i].n, rows[i].more, w, plays));
        for (int k = 0; k < rows[i].n; k++)
            if (plays[k] != rows[i].plays[k]) fail_msg("row %zu: %d plays for sample %d", i, plays[k], k);
    }
}

/* Whatever is known, exactly as many are given out, none to those that are not there. */
static void test_ocba_gives_all(void **state)
{
    (void)state;
    enum { N = 40 };
    Rng rng;
    int given = 0;
    rng_stream(&rng, rng_key(1, RNG_TEST, 0));
    for (int trial = 0; trial < 2000; trial++) {
        Stats s[N];
        const Stats *known[N];
        double w[N];
        int plays[N], n = 1 + (int)rng_below(&rng, N), more = 1 + (int)rng_below(&rng, 200), sum = 0;
        for (int i = 0; i < n; i++) {
            double mean = rng_below(&rng, 8) == 0 ? 3 : rng_between(&rng, -5, 5) * (rng_below(&rng, 20) == 0 ? 1e12 : 1);
            double sd = rng_below(&rng, 4) == 0 ? 0 : rng_between(&rng, 0, 5) * (rng_below(&rng, 20) == 0 ? 1e-12 : 1);
            s[i] = stats_like(2 + rng_below(&rng, 50), mean, sd);
            if (i > 0 && rng_below(&rng, 5) == 0) s[i] = (Stats){0};
            if (i > 0 && rng_below(&rng, 30) == 0) s[i].mean = s[i].m2 = (double)NAN;
            known[i] = &s[i];
        }
        bool any = contest_ocba(known, n, more, w, plays), spread = false;
        for (int i = 0; i < n; i++) spread = spread || stats_sd(&s[i]) > 0;
        assert_true(spread || !any);
        for (int i = 0; i < n && any; i++) {
            assert_true(plays[i] >= 0 && (s[i].n > 0 || plays[i] == 0));
            sum += plays[i];
        }
        assert_int_equal(sum, any ? more : 0);
        given += any;
    }
    assert_true(given > 1500);
}

/* Where no game differs from another, candidates get all of it, and may challenge. */
static void test_ocba_without_noise(void **state)
{
    (void)state;
    Ring r;
    ring_open(&r, options_of(CONTEST_OCBA, 8, 3, 2), 5, exact);
    for (int i = 0; i < PLACES; i++) ring_place(&r, i, 2, 300);
    ring_heat(&r);
    for (int i = 0; i < 5; i++) {
        assert_int_equal(found(&r, i)->n, 8);
        assert_int_equal(r.contest.verdict[i].better, i == 3);
    }
    ring_close(&r);
}

/* A heat takes exactly as many games as are due to it, in as many stages as there are steps, archive included; the close ones
 * get most. */
static void test_ocba_match(void **state)
{
    (void)state;
    Ring r;
    ring_open(&r, options_of(CONTEST_OCBA, 20, 5, 3), 6, exponential);
    ring_place(&r, 0, 60, 10);
    ring_place(&r, 1, 55, 10);
    ring_place(&r, 2, -9, 10);
    ring_heat(&r);
    assert_true(r.asked == 6 * 20 && r.contest.spent == 6 * 20);
    assert_int_equal(r.stages, 1 + 5); /* 30, then 18 at a time, of 120 */
    int64_t n = 0;
    for (int i = 0; i < 6; i++) {
        assert_true(found(&r, i)->n >= 5);
        n += found(&r, i)->n;
    }
    assert_true(n < 120 && r.archive.sample[0].fitness.n > 20 && r.archive.sample[1].fitness.n > 20);
    assert_int_equal(r.archive.sample[2].fitness.n, 10);
    ring_close(&r);
}

/* ---- the challenge rule ---- */

/* Position 11 always has 11: no spread, so ocba gives it no more games. Position 10 is about 10, 1 is noise for the others to
 * play. */
static double sure_of_eleven(double x, uint64_t key, int k)
{
    return x > 10.5 ? 11 : x + 4 * (uniform(x, key, k) - 0.5);
}

/* Three lucky games do not beat fifty, nor, with fewer, as many as a whole candidate plays; six do. */
static void test_challenge(void **state)
{
    (void)state;
    static const struct {
        int first_games, incumbent_games;
        bool better;
    } rows[] = {{3, 50, false}, {3, 4, false}, {6, 50, true}};
    for (size_t i = 0; i < LENGTH(rows); i++) {
        Ring r;
        ring_open(&r, options_of(CONTEST_OCBA, 6, rows[i].first_games, 1), 3, sure_of_eleven);
        ring_place(&r, 0, 10, rows[i].incumbent_games);
        ring_place(&r, 1, 10, 50);
        ring_place(&r, 2, 10, 50);
        r.x[0] = 11;
        r.x[1] = 9.7;
        r.x[2] = 9.8;
        ring_heat(&r);
        assert_true(found(&r, 0)->n == rows[i].first_games && found(&r, 0)->mean == 11);
        assert_true(archive_fitness(&r.archive.sample[0]) < 11);
        assert_int_equal(r.contest.verdict[0].better, rows[i].better);
        ring_close(&r);
    }
}

/* In stages no candidate takes a place with fewer plays than its holder had, or than a whole candidate plays; and some do take
 * one. */
static void test_challenge_always(void **state)
{
    (void)state;
    for (int allocation = CONTEST_RACE; allocation <= CONTEST_OCBA; allocation++) {
        int better = 0, refused = 0;
        for (uint64_t iteration = 1; iteration <= 300; iteration++) {
            Ring r;
            ring_open(&r, options_of(allocation, 12, 2, 2), 4, exponential);
            r.heat.key = iteration;
            for (int i = 0; i < PLACES; i++) ring_place(&r, i, i, 12 * (i + 1));
            ring_heat(&r);
            for (int i = 0; i < PLACES; i++) {
                const Verdict *v = &r.contest.verdict[i];
                bool higher = archive_fitness(&v->sample) > archive_fitness(&r.archive.sample[i]);
                assert_true(!v->better || (higher && v->sample.fitness.n >= 12));
                better += v->better;
                refused += higher && !v->better;
            }
            ring_close(&r);
        }
        assert_true(better > 50 &&
                    (refused > 0) == (allocation != CONTEST_RACE)); /* in race only those that are behind have fewer */
    }
}

/* ---- common games ---- */

/* Each position's next game of an iteration is the next in the order of the iteration, in stages and in the heats of one
 * iteration. */
static void test_common_games(void **state)
{
    (void)state;
    for (int allocation = 0; contest_allocations[allocation] != NULL; allocation++) {
        Ring r;
        int played[CANDIDATES + PLACES] = {0};
        ring_open(&r, options_of(allocation, 8, 3, 2), 5, exponential);
        for (int i = 0; i < PLACES; i++) ring_place(&r, i, 5 + i, 9);
        for (int heat = 0; heat < 2; heat++) {
            for (bool decided = false; !decided;) {
                Batch b = {0};
                contest_ask(&r.contest, &r.heat, &b);
                for (int i = 0; i < b.n; i++) {
                    assert_int_equal(b.t[i].first, played[b.t[i].tag]);
                    played[b.t[i].tag] += b.t[i].plays;
                }
                batch_free(&b);
                decided = ring_stage(&r);
            }
            contest_end(&r.contest);
            memset(played, 0, CANDIDATES * sizeof *played); /* the next heat has other candidates */
        }
        assert_int_equal(played[CANDIDATES], allocation == CONTEST_RESAMPLE ? 8
                                             : allocation == CONTEST_OCBA   ? played[CANDIDATES]
                                                                            : 0);
        ring_close(&r);
    }
}

static double table_of_three(double x, uint64_t key, int k)
{
    static const double y[3][4] = {{1, 2, 4, 8}, {2, 3, 5, 13}, {9, 1, 0, 4}};
    (void)key;
    return y[(int)x][k];
}

static double half_common(double x, uint64_t key, int k)
{
    return uniform(0.5, key, k) + uniform(x, key, k);
}

static double pair_correlation(Scores *scores, int n, int games)
{
    Ring r;
    ring_open(&r, options_of(CONTEST_FIXED, games, 1, 1), n, scores);
    ring_heat(&r);
    double c = contest_pair_correlation(&r.contest);
    ring_close(&r);
    return c;
}

/* Three columns of four: numpy 1.24.2, C = numpy.cov(y): (C.sum() - trace(C)) / 6 / (trace(C) / 3). Equal columns have 1; half of
 * the variance in common 0.5; nothing in common 0; one game, one candidate or no variance nothing. */
static void test_pair_correlation(void **state)
{
    (void)state;
    assert_near(pair_correlation(table_of_three, 3, 4), 0.18852459016393447, 1e-14);
    assert_near(pair_correlation(same_for_all, 5, 7), 1, 1e-12);
    assert_near(pair_correlation(half_common, 6, 400), 0.5, 0.05);
    assert_near(pair_correlation(uniform, 6, 400), 0, 0.05);
    assert_true(isnan(pair_correlation(half_common, 6, 1)));
    assert_true(isnan(pair_correlation(half_common, 1, 10)));
    assert_true(isnan(pair_correlation(once_lucky, 6, 10)));
}

/* ---- the state of a contest ---- */

/* Everything that a heat says in the end, as one number. */
static uint64_t end_of(Ring *r)
{
    while (!ring_stage(r)) {
    }
    uint64_t hash = hash_u64(HASH_START, (uint64_t)r->asked);
    for (int i = 0; i < r->heat.n; i++) {
        const Sample *s = &r->contest.verdict[i].sample;
        hash = hash_bytes(hash, &s->score, sizeof s->score);
        hash = hash_bytes(hash, &s->fitness, sizeof s->fitness);
        hash = hash_bytes(hash, &s->cost, sizeof s->cost);
        hash = hash_u64(hash_u64(hash, s->key), (uint64_t)s->played);
        hash = hash_u64(hash, r->contest.verdict[i].better);
    }
    hash = hash_u64(hash, (uint64_t)r->contest.spent);
    double c = contest_pair_correlation(&r->contest);
    hash = hash_bytes(hash, &c, sizeof c);
    return hash_u64(hash, (uint64_t)r->contest.plays);
}

/* A second heat of an iteration, after so many stages. */
static void in_the_middle(Ring *r, int allocation, int stages)
{
    ring_open(r, options_of(allocation, 20, 4, 2), 3, exponential);
    for (int i = 0; i < PLACES; i++) ring_place(r, i, i, 20);
    ring_heat(r);
    contest_end(&r->contest);
    r->asked = 0;
    for (int i = 0; i < stages; i++) assert_false(ring_stage(r));
}

/* Changes field number `wanted` of a walk a little. */
typedef struct {
    Visit visit;
    int wanted, at;
    char name[40];
} Tamper;

static void tamper(Visit *v, const char *name, char type, void *p, size_t n)
{
    Tamper *t = (Tamper *)v;
    if (n == 0 || strcmp(name, "play") == 0 || t->at++ != t->wanted) return;
    snprintf(t->name, sizeof t->name, "%s", name);
    switch (type) {
    case 'i': *(int *)p += 1; break;
    case 'l': *(int64_t *)p += 1; break;
    case 'u': *(uint64_t *)p += 1; break;
    case 'd': *(double *)p += 1; break;
    default: *(bool *)p = !*(bool *)p;
    }
}

/* Between any two stages, saved and loaded into another contest: the same end. Any field that is changed there changes the end,
 * or is refused: none is in vain, so none could be left out. */
static void test_contest_state(void **state)
{
    (void)state;
    for (int allocation = CONTEST_RACE; allocation <= CONTEST_OCBA; allocation++)
        for (int stages = 1; stages <= 3; stages++) {
            Ring r, again;
            in_the_middle(&r, allocation, stages);
            char *saved = walk_save(contest_walker, &r.contest);
            int64_t asked = r.asked;
            Archive then = r.archive;
            archive_make(&r.archive, PLACES, 1);
            memcpy(r.archive.x, then.x, PLACES * sizeof *then.x);
            memcpy(r.archive.sample, then.sample, PLACES * sizeof *then.sample);
            uint64_t end = end_of(&r);
            Tamper t = {.visit = {.loading = true, .field = tamper}, .wanted = -1};
            int fields = 1;
            for (; t.wanted < fields; t.wanted++) {
                in_the_middle(&again, allocation, stages);
                memcpy(again.archive.x, then.x, PLACES * sizeof *then.x);
                memcpy(again.archive.sample, then.sample, PLACES * sizeof *then.sample);
                walk_load(contest_walker, &again.contest, saved);
                again.asked = asked;
                t.at = 0;
                t.visit.failed = false;
                t.visit.loading = false; /* in place: only the field is touched */
                contest_walk(&again.contest, &t.visit);
                fields = t.at;
                /* another number of candidates than the heat has is refused by an assertion */
                bool refused = t.visit.failed || again.contest.n != again.heat.n;
                if (!refused && (end_of(&again) == end) != (t.wanted < 0))
                    fail_msg("allocation %d: field %s", allocation, t.name);
                ring_close(&again);
            }
            assert_true(fields > 20);
            archive_free(&then);
            free(saved);
            ring_close(&r);
        }
}

/* ---- trainings on a surrogate: exponential noise, the truth known ---- */

enum { DIM = 4 };
static const double lo[DIM] = {-10, -10, -10, -10}, hi[DIM] = {10, 10, 10, 10};
static const char *const names[DIM] = {"a", "b", "c", "d"};
static const Space space = {.dim = DIM, .lo = lo, .hi = hi, .names = names};

/* 1000 at (3, -2, 5, 0), falling by a factor e every two and a half. */
static double truth(const double *x)
{
    static const double optimum[DIM] = {3, -2, 5, 0};
    double sum = 0;
    for (int j = 0; j < DIM; j++) sum += (x[j] - optimum[j]) * (x[j] - optimum[j]);
    return 1000 * real_exp(-sqrt(sum) / 2.5);
}

typedef struct {
    TrainSpec spec;
    void *options;
    Experiment e;
    Rows rows;
    bool noise_free;
    int64_t most_at_once;
    int64_t costly; /* plays of COSTLY or more */
} Noisy;
enum { COSTLY = 300 };

static void put(TrainOptions *o, char *setting)
{
    static const struct {
        const char *section;
        size_t offset;
    } at[] = {{"training", offsetof(TrainOptions, training)},
              {"selection", offsetof(TrainOptions, selection)},
              {"validation", offsetof(TrainOptions, validation)}};
    const Param *const tables[] = {train_training_params, train_selection_params, train_validation_params};
    char why[PARAM_WHY_MAX], *key = strchr(setting, '.'), *value = strchr(setting, '=');
    assert_true(key != NULL && value != NULL);
    *key++ = *value++ = '\0';
    for (size_t i = 0; i < LENGTH(at); i++) {
        if (strcmp(at[i].section, setting) != 0) continue;
        const Param *row = param_find(tables[i], key);
        if (row == NULL || !param_set(row, (char *)o + at[i].offset, value, why, sizeof why)) fail_msg("%s = %s", key, value);
        return;
    }
    fail_msg("[%s]", setting);
}

/* The plainest training unless settings say otherwise: three games of a position, and fresh ones of every finalist beside the
 * budget. */
static void noisy_open(Noisy *s, const Optimiser *o, const char *settings, uint64_t seed)
{
    static const char plain[] = "training.allocation=fixed training.games=3 selection.share=0";
    char word[200], why[PARAM_WHY_MAX];
    Finding finding[FINDINGS_MAX];
    *s = (Noisy){.options = mem_new(1, o->options_bytes)};
    param_defaults(o->params, s->options);
    const Param *particles = param_find(o->params, "particles"), *steps = param_find(o->params, "steps");
    if (particles != NULL) assert_true(param_set(particles, s->options, "6", why, sizeof why));
    if (steps != NULL) assert_true(param_set(steps, s->options, "6 1", why, sizeof why));
    s->spec = (TrainSpec){.optimiser = o, .optimiser_options = s->options, .space = &space, .scale = SCALE_COUNT, .seed = seed};
    param_defaults(train_training_params, &s->spec.options.training);
    param_defaults(train_selection_params, &s->spec.options.selection);
    param_defaults(train_validation_params, &s->spec.options.validation);
    for (int i = 0; config_word(plain, i, word, sizeof word); i++) put(&s->spec.options, word);
    for (int i = 0; config_word(settings, i, word, sizeof word); i++) put(&s->spec.options, word);
    if (train_check(&s->spec.options, finding) > 0) fail_msg("%s %s", finding[0].key, finding[0].why);
    s->e = train_create(&s->spec);
    rows_start(&s->rows);
}

static void noisy_close(Noisy *s)
{
    s->e.kind->destroy(s->e.self);
    rows_free(&s->rows);
    free(s->options);
}

static Answer answer_of(const Noisy *s, const double *x, uint64_t key, int play)
{
    Rng r;
    rng_stream(&r, hash_u64(hash_bytes(HASH_START, x, DIM * sizeof *x), rng_game(key, play)));
    double score = s->noise_free ? truth(x) : -truth(x) * real_log(1 - rng_real(&r));
    return (Answer){.score = score, .cost = 1 + floor(score), .done = true};
}

static bool noisy_step(Noisy *s)
{
    Batch b = {0};
    int n = s->e.kind->ask(s->e.self, &b);
    batch_seat(&b);
    for (int i = 0; i < n; i++)
        for (int k = 0; k < b.t[i].plays; k++) {
            b.t[i].y[k] = answer_of(s, b.t[i].x, b.t[i].key, b.t[i].first + k);
            s->costly += b.t[i].y[k].cost >= COSTLY;
        }
    if (b.answers > s->most_at_once) s->most_at_once = b.answers;
    if (n > 0) s->e.kind->tell(s->e.self, b.t, b.n, &s->rows.record);
    batch_free(&b);
    return n > 0;
}

static Result noisy_finish(Noisy *s)
{
    Result r;
    while (noisy_step(s)) {
    }
    s->e.kind->result(s->e.self, &r);
    return r;
}

/* The next row of metrics at or after text, or NULL; a cell of it. */
static const char *row_of_metrics(const char *text)
{
    while (*text != '\0' && strncmp(text, "metrics ", 8) != 0) text = strchr(text, '\n') + 1;
    return *text != '\0' ? text : NULL;
}

static double cell(const char *row, const char *name)
{
    char key[64];
    snprintf(key, sizeof key, " %s=", name);
    const char *at = strstr(row, key), *end = strchr(row, '\n');
    if (at == NULL || at > end) fail_msg("no cell %s in %.200s", name, row);
    return strtod(at + strlen(key), NULL);
}

static const char *last_row(const Noisy *s)
{
    const char *last = NULL;
    for (const char *at = s->rows.text; (at = row_of_metrics(at)) != NULL; at = strchr(at, '\n') + 1) last = at;
    return last;
}

#define STAGED " training.games=8 training.first_games=3 training.more_games=2 "
#define UNCHOSEN " selection.finalists=0 validation.games=0 "
static const char *const allocations[] = {
    [CONTEST_FIXED] = "training.allocation=fixed" STAGED,
    [CONTEST_RESAMPLE] = "training.allocation=resample" STAGED,
    [CONTEST_RACE] = "training.allocation=race" STAGED,
    [CONTEST_OCBA] = "training.allocation=ocba" STAGED,
};

/* A swarm that asks for one particle at a time: six heats an iteration. */
static int ask_one(const void *self, Candidate *out)
{
    optimiser_pso.ask(self, out);
    return 1;
}
static Optimiser one_by_one;

/* All optimisers there are, and that one; NULL behind the last. */
static const Optimiser *subject(int i)
{
    for (int k = 0; registry_optimisers[k] != NULL; k++)
        if (k == i) return registry_optimisers[k];
    one_by_one = optimiser_pso;
    one_by_one.name = "one by one";
    one_by_one.ask = ask_one;
    return i == 0 || registry_optimisers[i - 1] != NULL ? &one_by_one : NULL;
}

static const char *with(const char *allocation, const char *more)
{
    static char text[400];
    snprintf(text, sizeof text, "%s%s", allocation, more);
    return text;
}

/* Where nothing is noisy the best never worsens, whatever the allocation and the optimiser; and a search gets better. */
static void test_never_worsens(void **state)
{
    (void)state;
    for (int i = 0; subject(i) != NULL; i++)
        for (size_t allocation = 0; allocation < LENGTH(allocations); allocation++) {
            Noisy s;
            noisy_open(&s, subject(i), with(allocations[allocation], "training.iterations=25" UNCHOSEN), 1);
            s.noise_free = true;
            noisy_finish(&s);
            double last = -HUGE_VAL, first = HUGE_VAL;
            for (const char *at = s.rows.text; (at = row_of_metrics(at)) != NULL; at = strchr(at, '\n') + 1) {
                if (cell(at, "best") < last)
                    fail_msg("%s, %s: %g after %g", subject(i)->name, allocations[allocation], cell(at, "best"), last);
                last = cell(at, "best");
                if (first == HUGE_VAL) first = last;
                assert_true(cell(at, "best_sem") == 0 && strstr(at, "pair_correlation=nan") != NULL);
            }
            if (subject(i) != &optimiser_grid && !(last > first))
                fail_msg("%s, %s: %g from %g", subject(i)->name, allocations[allocation], last, first);
            noisy_close(&s);
        }
}

/* Iterations are spent exactly; games to the last position that they pay for, archive included, and never more; the columns add
 * up. */
static void test_spent_exactly(void **state)
{
    (void)state;
    for (int i = 0; subject(i) != NULL; i++)
        for (size_t allocation = 0; allocation < LENGTH(allocations); allocation++) {
            Noisy s;
            noisy_open(&s, subject(i), with(allocations[allocation], "training.iterations=7" UNCHOSEN), 2);
            Result r = noisy_finish(&s);
            assert_string_equal(r.ended, "iterations");
            assert_true(cell(last_row(&s), "iteration") == 7);
            int64_t sum = 0;
            for (const char *at = s.rows.text; (at = row_of_metrics(at)) != NULL; at = strchr(at, '\n') + 1) {
                sum += (int64_t)cell(at, "iteration_games");
                assert_true((int64_t)cell(at, "games") == sum && cell(at, "best_games") >= 1);
            }
            assert_int_equal(r.plays, sum);
            noisy_close(&s);
            for (int total = 200; total < 230; total += 7) {
                char more[100];
                snprintf(more, sizeof more, "training.total_games=%d" UNCHOSEN, total);
                noisy_open(&s, subject(i), with(allocations[allocation], more), 3);
                r = noisy_finish(&s);
                int archive = allocation == CONTEST_RESAMPLE ? 64 * 8 : 0; /* of what keeps most */
                assert_string_equal(r.ended, "total_games");
                assert_true(r.plays <= total && r.plays + 8 + archive > total);
                noisy_close(&s);
            }
        }
}

/* Saved after every single stage and loaded into a new one, it ends alike, byte for byte. */
static void test_killed_between_stages(void **state)
{
    (void)state;
    for (int i = 0; subject(i) != NULL; i++)
        for (size_t allocation = 0; allocation < LENGTH(allocations); allocation++) {
            enum { TURNS = 400 };
            const char *settings = "training.total_games=300 selection.finalists=2 selection.games=4 validation.games=5";
            char *saved[TURNS];
            int used[TURNS], n = 0;
            bool ending[TURNS];
            Noisy whole;
            noisy_open(&whole, subject(i), with(allocations[allocation], settings), 4);
            do {
                assert_true(n < TURNS);
                used[n] = whole.rows.used;
                ending[n] = whole.e.kind->ending(whole.e.self);
                saved[n++] = walk_save(whole.e.kind->walk, whole.e.self);
            } while (noisy_step(&whole));
            for (int k = 0; k < n; k++) {
                Noisy again;
                noisy_open(&again, subject(i), with(allocations[allocation], settings), 4);
                walk_load(again.e.kind->walk, again.e.self, saved[k]);
                assert_int_equal(again.e.kind->ending(again.e.self), ending[k]);
                noisy_finish(&again);
                assert_string_equal(again.rows.text, whole.rows.text + used[k]);
                char *end = walk_save(again.e.kind->walk, again.e.self);
                assert_string_equal(end, saved[n - 1]);
                free(end);
                noisy_close(&again);
            }
            for (int k = 0; k < n; k++) free(saved[k]);
            noisy_close(&whole);
        }
}

/* A contest that has a state is loaded over by one that has none, as when a run is extended. */
static void test_loaded_over(void **state)
{
    (void)state;
    Noisy s, whole;
    const char *settings = with(allocations[CONTEST_RACE], "training.iterations=5" UNCHOSEN);
    noisy_open(&s, &optimiser_pso, settings, 5);
    noisy_open(&whole, &optimiser_pso, settings, 5);
    char *start = walk_save(s.e.kind->walk, s.e.self);
    noisy_step(&s);
    noisy_step(&s);
    walk_load(s.e.kind->walk, s.e.self, start);
    noisy_finish(&s);
    noisy_finish(&whole);
    assert_string_equal(s.rows.text, whole.rows.text);
    free(start);
    noisy_close(&s);
    noisy_close(&whole);
}

/* ---- extending ---- */

/* As test_parts does for fixed: from the last state that was extendable a run goes on with a larger budget as one that had it
 * from the start. A cut heat is not told where the budget is larger. */
static void check_extended(const Optimiser *o, const char *allocation, const char *smaller, const char *larger)
{
    Noisy first, again, whole;
    char *trained = NULL;
    int used = 0;
    noisy_open(&first, o, with(allocation, smaller), 6);
    for (bool going = true; going;) {
        bool ending = first.e.kind->ending(first.e.self), extendable = first.e.kind->extendable(first.e.self);
        if (extendable) {
            free(trained);
            trained = walk_save(first.e.kind->walk, first.e.self);
            used = first.rows.used;
        }
        assert_true(trained != NULL || !ending);
        going = noisy_step(&first);
    }
    assert_non_null(trained);
    noisy_open(&again, o, with(allocation, larger), 6);
    walk_load(again.e.kind->walk, again.e.self, trained);
    if (again.e.kind->ending(again.e.self))
        fail_msg("%s %s, %s, from %s to %s", last_row(&first), o->name, allocation, smaller, larger);
    noisy_finish(&again);
    noisy_open(&whole, o, with(allocation, larger), 6);
    noisy_finish(&whole);
    assert_string_equal(again.rows.text, whole.rows.text + used);
    char *one = walk_save(again.e.kind->walk, again.e.self), *other = walk_save(whole.e.kind->walk, whole.e.self);
    assert_string_equal(one, other);
    free(one), free(other), free(trained);
    noisy_close(&first);
    noisy_close(&again);
    noisy_close(&whole);
}

static void test_extended(void **state)
{
    (void)state;
#define CHOSEN " selection.finalists=3 selection.games=4 validation.games=5"
    for (int i = 0; subject(i) != NULL; i++)
        for (size_t allocation = 0; allocation < LENGTH(allocations); allocation++) {
            const Optimiser *o = subject(i);
            check_extended(o, allocations[allocation], "training.iterations=2" CHOSEN, "training.iterations=5" CHOSEN);
            check_extended(o, allocations[allocation], "training.total_games=91" CHOSEN, "training.total_games=300" CHOSEN);
            check_extended(o, allocations[allocation], "training.total_games=250 selection.share=0.1" UNCHOSEN,
                           "training.total_games=311 selection.share=0.1" UNCHOSEN);
            check_extended(o, allocations[allocation], "training.total_pieces=4000 selection.share=0.2" CHOSEN,
                           "training.total_pieces=60000 training.iterations=20 selection.share=0.2" CHOSEN);
            check_extended(o, allocations[allocation], "training.total_pieces=4000" CHOSEN,
                           "training.total_pieces=60000 training.iterations=20" CHOSEN);
            check_extended(o, allocations[allocation], "training.iterations=30 training.stall=2" CHOSEN,
                           "training.iterations=30 training.stall=4" CHOSEN);
        }
}

/* ---- what ends a training ---- */

/* Which of several limits ends it, and when. */
static void test_ended_by(void **state)
{
    (void)state;
    static const struct {
        const char *settings, *ended;
    } rows[] = {
        {"training.iterations=4", "iterations"},
        {"training.total_games=100", "total_games"},
        {"training.total_pieces=1000", "total_pieces"},
        {"training.iterations=400 training.target=300", "target"},
        {"training.iterations=400 training.stall=3", "stall"},
        {"training.iterations=4 training.total_games=100000 training.total_pieces=100000000 training.minutes=60 "
         "training.target=1e9 "
         "training.stall=100",
         "iterations"},
        {"training.iterations=400 training.total_games=96 training.minutes=60", "total_games"},
        {"training.minutes=60 training.stall=3", "stall"},
        {"training.iterations=1 training.target=1e-9", "target"},
    };
    for (size_t i = 0; i < LENGTH(rows); i++) {
        Noisy s;
        Result r;
        noisy_open(&s, &optimiser_pso, with(rows[i].settings, UNCHOSEN), 7);
        s.e.kind->result(s.e.self, &r);
        assert_null(r.ended);
        r = noisy_finish(&s);
        assert_string_equal(r.ended, rows[i].ended);
        noisy_close(&s);
    }
}

/* Pieces, time and whatever else is not games ends a training with an iteration, in how many heats it may be asked. */
static void test_whole_iterations(void **state)
{
    (void)state;
    static const char *const settings[] = {"training.total_pieces=3000", "training.iterations=400 training.target=150",
                                           "training.iterations=400 training.stall=2"};
    subject(0);
    for (size_t i = 0; i < LENGTH(settings); i++) {
        Noisy s;
        noisy_open(&s, &one_by_one, with(settings[i], UNCHOSEN), 7);
        Result r = noisy_finish(&s);
        assert_int_equal(r.plays, (int64_t)cell(last_row(&s), "games"));
        assert_true(r.plays % 18 == 0 && s.most_at_once == 3);
        noisy_close(&s);
    }
}

/* The target is that of the best's mean score, in the first iteration that has it; a stall is so many iterations without a better
 * best. */
static void test_target_and_stall(void **state)
{
    (void)state;
    Noisy s;
    char settings[200];
    noisy_open(&s, &optimiser_pso, "training.iterations=12" UNCHOSEN, 8);
    noisy_finish(&s);
    double reached = cell(last_row(&s), "best_score");
    noisy_close(&s);
    snprintf(settings, sizeof settings, "training.iterations=400 training.target=%.17g" UNCHOSEN, reached);
    noisy_open(&s, &optimiser_pso, settings, 8);
    noisy_finish(&s);
    for (const char *at = s.rows.text; (at = row_of_metrics(at)) != NULL; at = strchr(at, '\n') + 1)
        assert_int_equal(cell(at, "best_score") >= reached, at == last_row(&s));
    noisy_close(&s);
    noisy_open(&s, &optimiser_pso, "training.iterations=4000 training.stall=5" UNCHOSEN, 8);
    noisy_finish(&s);
    double best = -HUGE_VAL;
    int stalled = 0;
    for (const char *at = s.rows.text; (at = row_of_metrics(at)) != NULL; at = strchr(at, '\n') + 1) {
        stalled = cell(at, "best") > best ? 0 : stalled + 1;
        best = fmax(best, cell(at, "best"));
        assert_int_equal(stalled == 5, at == last_row(&s));
    }
    noisy_close(&s);
}

/* A target of 0 is one where scores are minus an error, and else none. */
static void test_target_of_zero(void **state)
{
    (void)state;
    static const struct {
        Scale scale;
        const char *target, *ended;
    } rows[] = {{SCALE_COUNT, "0", "iterations"},
                {SCALE_SIGNED, "0", "iterations"},
                {SCALE_ERROR, "0", "target"},
                {SCALE_ERROR, "none", "iterations"},
                {SCALE_COUNT, "1e-9", "target"}};
    for (size_t i = 0; i < LENGTH(rows); i++) {
        Noisy s;
        char settings[200];
        snprintf(settings, sizeof settings, "training.iterations=2 training.target=%s" UNCHOSEN, rows[i].target);
        noisy_open(&s, &optimiser_pso, settings, 7);
        s.e.kind->destroy(s.e.self);
        s.spec.scale = rows[i].scale;
        s.e = train_create(&s.spec);
        assert_string_equal(noisy_finish(&s).ended, rows[i].ended);
        noisy_close(&s);
    }
}

/* A training whose time is up drops what it has asked: its rows are the first of one that went on. The state remembers, so that a
 * resume ends there, too; and from the state before, one with more time goes on as if nothing had been. */
static void time_is_up(const char *allocation, int turns)
{
    Noisy timed, free_of, again, longer;
    Batch dropped = {0};
    noisy_open(&timed, &optimiser_pso, with(allocation, "training.minutes=5 training.iterations=9" CHOSEN), 9);
    noisy_open(&free_of, &optimiser_pso, with(allocation, "training.minutes=6 training.iterations=9" CHOSEN), 9);
    noisy_open(&again, &optimiser_pso, with(allocation, "training.minutes=5 training.iterations=9" CHOSEN), 9);
    noisy_open(&longer, &optimiser_pso, with(allocation, "training.minutes=6 training.iterations=9" CHOSEN), 9);
    for (int i = 0; i < turns; i++) noisy_step(&timed);
    char *trained = walk_save(timed.e.kind->walk, timed.e.self);
    const int used = timed.rows.used;
    assert_true(timed.e.kind->ask(timed.e.self, &dropped) > 0);
    timed.e.kind->time_up(timed.e.self);
    batch_free(&dropped);
    assert_true(timed.rows.used == used && timed.e.kind->ending(timed.e.self));
    char *ended = walk_save(timed.e.kind->walk, timed.e.self);
    walk_load(again.e.kind->walk, again.e.self, ended);
    walk_load(longer.e.kind->walk, longer.e.self, trained);
    const Result first = noisy_finish(&timed);
    assert_string_equal(first.ended, "minutes");
    assert_string_equal(noisy_finish(&again).ended, "minutes");
    assert_string_equal(noisy_finish(&longer).ended, "iterations");
    noisy_finish(&free_of);
    assert_true(used == 0 || strncmp(timed.rows.text, free_of.rows.text, (size_t)used) == 0);
    assert_string_equal(longer.rows.text, free_of.rows.text + used);
    assert_true((first.x != NULL) == (used > 0)); /* nothing is found in the first iteration */
    free(trained);
    free(ended);
    noisy_close(&timed);
    noisy_close(&free_of);
    noisy_close(&again);
    noisy_close(&longer);
}

static void test_time_up(void **state)
{
    (void)state;
    for (size_t allocation = 0; allocation < LENGTH(allocations); allocation++)
        for (int turns = 0; turns < 8; turns++) time_is_up(allocations[allocation], turns);
}

/* A game that costs as much as the budget lets it is counted, and there is no going on from a search that had one. */
static void test_cut_off(void **state)
{
    (void)state;
    Noisy s;
    Result r;
    noisy_open(&s, &optimiser_pso, "training.iterations=3" CHOSEN, 9);
    s.e.kind->destroy(s.e.self);
    s.spec.cutoff = (TrainCutoff){COSTLY, COSTLY};
    s.e = train_create(&s.spec);
    r = noisy_finish(&s);
    assert_true(r.cut > 0 && r.cut < r.plays);
    assert_int_equal(r.cut, s.costly);
    assert_false(s.e.kind->extendable(s.e.self));
    noisy_close(&s);
}

/* ---- games that follow the budget; the share of a re-selection ---- */

static void test_auto_games(void **state)
{
    (void)state;
    static const struct {
        int64_t total;
        int games;
    } rows[] = {{40000, 30}, {400000, 95}, {4000000, 300}, {10000, 15}, {1, 1}, {100, 2}};
    for (size_t i = 0; i < LENGTH(rows); i++) {
        TrainOptions o = {.training = {.total_games = rows[i].total}};
        assert_int_equal(train_games(&o), rows[i].games);
        o.training.contest.games = 7;
        assert_int_equal(train_games(&o), 7);
    }
    Noisy s;
    noisy_open(&s, &optimiser_pso, "training.games=0 training.total_games=10000" UNCHOSEN, 1);
    noisy_step(&s);
    assert_true(s.most_at_once == 6 * 15 && cell(last_row(&s), "best_games") == 15);
    noisy_close(&s);
}

/* A tenth of 2,000 games for four finalists: 50 each, and the training has the rest and no more. */
static void test_share(void **state)
{
    (void)state;
    Noisy s;
    noisy_open(&s, &optimiser_pso,
               "training.games=10 training.total_games=2000 selection.share=0.1 selection.finalists=4 selection.games=7 "
               "validation.games=0",
               1);
    Result r = noisy_finish(&s);
    assert_true(cell(last_row(&s), "games") == 1800 && r.plays == 2000);
    assert_int_equal(r.claim[1].score.n, 50);
    noisy_close(&s);
    /* three iterations of 18 games have ended it: a quarter of these for two finalists, and not of the million that were
     * allowed */
    noisy_open(&s, &optimiser_pso,
               "training.iterations=3 training.total_games=1e6 selection.share=0.2 selection.finalists=2 validation.games=0", 1);
    r = noisy_finish(&s);
    assert_true(r.claim[1].score.n == 6 && r.plays == 54 + 12);
    noisy_close(&s);
    TrainOptions o = {.training = {.total_games = 1000, .contest = {.games = 3}}, .selection = {.finalists = 3, .share = 0.1}};
    assert_true(train_final_games(&o) == 33 && train_budget(&o) == 1000 - 99);
    o.selection.finalists = 0;
    assert_int_equal(train_budget(&o), 1000);
}

/* A tenth of 60,000 pieces for four finalists, which play in stages: as many games each, and no more pieces than that but for the
 * last games; the training stops where its own share is spent. Resumed within the selection, it is the same. */
static void test_share_of_pieces(void **state)
{
    (void)state;
    static const char settings[] =
        "training.games=5 training.total_pieces=60000 selection.share=0.1 selection.finalists=4 validation.games=0";
    Noisy s, whole;
    noisy_open(&s, &optimiser_pso, settings, 1);
    noisy_open(&whole, &optimiser_pso, settings, 1);
    while (strcmp(s.e.kind->phase(s.e.self), "training") == 0) noisy_step(&s);
    double trained = cell(last_row(&s), "pieces");
    int64_t games = (int64_t)cell(last_row(&s), "games");
    assert_true(trained >= 54000 && trained < 60000);
    noisy_step(&s); /* the first stage, of several */
    assert_string_equal(s.e.kind->phase(s.e.self), "selection");
    char *saved = walk_save(s.e.kind->walk, s.e.self);
    noisy_close(&s);
    noisy_open(&s, &optimiser_pso, settings, 1);
    walk_load(s.e.kind->walk, s.e.self, saved);
    free(saved);
    Result r = noisy_finish(&s), one = noisy_finish(&whole);
    assert_int_equal(r.plays, one.plays);
    assert_true(r.claim[1].score.mean == one.claim[1].score.mean);
    assert_int_equal(r.claim[1].score.n * 4, r.plays - games);
    assert_true(r.cost - trained > 4500 && r.cost - trained < 7500);
    noisy_close(&s);
    noisy_close(&whole);
    TrainOptions o = {.training = {.total_pieces = 1000}, .selection = {.finalists = 3, .share = 0.1}};
    assert_true(train_shares_pieces(&o) && train_pieces(&o) == 900);
    o.training.total_games = 100;
    assert_true(!train_shares_pieces(&o) && train_pieces(&o) == 1000);
    /* the same where iterations have ended it */
    noisy_open(&s, &optimiser_pso,
               "training.games=5 training.iterations=4 training.total_pieces=1e9 selection.share=0.1 selection.finalists=4 "
               "validation.games=0",
               1);
    while (strcmp(s.e.kind->phase(s.e.self), "training") == 0) noisy_step(&s);
    trained = cell(last_row(&s), "pieces");
    r = noisy_finish(&s);
    assert_true(r.cost > trained && r.cost < 1.3 * trained);
    noisy_close(&s);
}

/* ---- the three numbers ---- */

/* On the surrogate the training's number overstates the truth, the more the fewer games it is of; the re-selected one hardly, the
 * validated one not at all: its 95 % interval has the truth in 95 of 100 trainings, give or take. */
static void test_three_numbers(void **state)
{
    (void)state;
    enum { SEEDS = 60 };
    static const char *const settings[] = {"training.games=3", "training.games=15"};
    double overstated[2];
    for (int k = 0; k < 2; k++) {
        Stats over[3] = {{0}, {0}, {0}};
        int inside = 0;
        for (uint64_t seed = 1; seed <= SEEDS; seed++) {
            Noisy s;
            noisy_open(
                &s, &optimiser_pso,
                with(settings[k], " training.total_games=1500 selection.finalists=5 selection.games=40 validation.games=400"),
                seed);
            Result r = noisy_finish(&s);
            double true_mean = truth(r.x);
            for (int c = 0; c < 3; c++) stats_add(&over[c], r.claim[c].score.mean / true_mean);
            inside += fabs(r.claim[2].score.mean - true_mean) <= stats_ci95(&r.claim[2].score);
            assert_string_equal(r.claim[0].name, "training");
            assert_string_equal(r.claim[1].name, "reselected");
            assert_string_equal(r.claim[2].name, "validated");
            noisy_close(&s);
        }
        overstated[k] = over[0].mean;
        assert_true(over[1].mean > 1 && over[1].mean < 1.2);
        assert_near(over[2].mean, 1, 0.02);
        assert_true(inside >= 52);
    }
    assert_true(overstated[0] > 1.8 && overstated[1] > 1.15 && overstated[1] < overstated[0]);
}

/* With the same games to spend, race and ocba find better ones than fixed: means of the truth over seeds. */
static void test_rules_help(void **state)
{
    (void)state;
    enum { SEEDS = 40 };
    static const char *const settings[] = {"training.allocation=fixed training.games=30",
                                           "training.allocation=race training.games=30",
                                           "training.allocation=ocba training.games=10"};
    Stats found_out[3] = {{0}, {0}, {0}};
    for (int k = 0; k < 3; k++)
        for (uint64_t seed = 1; seed <= SEEDS; seed++) {
            Noisy s;
            noisy_open(&s, &optimiser_pso, with(settings[k], " training.total_games=3000 selection.share=0.1 validation.games=0"),
                       seed);
            stats_add(&found_out[k], truth(noisy_finish(&s).x));
            noisy_close(&s);
        }
    for (int k = 1; k < 3; k++)
        if (found_out[k].mean < found_out[0].mean + 2 * stats_sem(&found_out[0]))
            fail_msg("%s: %g, fixed: %g +- %g", settings[k], found_out[k].mean, found_out[0].mean, stats_sem(&found_out[0]));
}

/* ---- boards, on games ---- */

#define SMALL                                                                                           \
    "[game]\nwidth = 6\nheight = 8\n[objective]\nmax_pieces = 60\n[training]\ngames = 4\niterations = " \
    "3\n[selection]\nfinalists = "                                                                      \
    "2\n"                                                                                               \
    "games = 3\n[validation]\ngames = 5\n[optimiser]\npreset = vdbergh\nparticles = 4\n"

/* Every phase plays on its own board, claims say which, and boards that are alike are one. */
static void test_boards(void **state)
{
    (void)state;
    static const struct {
        const char *sets, *training, *selection;
        int arenas;
    } rows[] = {
        {NULL, "", "", 1},
        {"training.height=8 selection.height=8", "", "", 1},
        {"training.height=6", "height=6", "", 2},
        {"training.height=6 selection.height=6", "height=6", "height=6", 2},
        {"training.height=6 selection.height=7", "height=6", "height=7", 3},
        {"selection.height=5 game.height=9", "", "height=5", 2},
        {"training.height=9 game.height=9", "", "", 1},
        {"objective.search_max_pieces=30", "max_pieces=30", "max_pieces=30", 2},
        {"objective.search_max_pieces=60", "", "", 1},
    };
    for (size_t i = 0; i < LENGTH(rows); i++) {
        Live l;
        Result r;
        char value[PARAM_TEXT_MAX];
        live_open(&l, SMALL, rows[i].sets, 0);
        live_finish(&l);
        l.setup.experiment.kind->result(l.setup.experiment.self, &r);
        assert_true(l.setup.arenas.n == rows[i].arenas && r.claims == 3);
        for (int c = 0; c < 3; c++) {
            char said[PARAM_TEXT_MAX + 100] = "";
            const char *key, *expected = c == 0 ? rows[i].training : c == 1 ? rows[i].selection : "";
            key = setup_deviation(&l.setup, r.claim[c].objective, 0, value, sizeof value);
            if (key != NULL) snprintf(said, sizeof said, "%s=%s", key, value);
            assert_null(setup_deviation(&l.setup, r.claim[c].objective, 1, value, sizeof value));
            assert_string_equal(said, expected);
        }
        assert_ptr_equal(l.setup.arenas.arena[r.claim[2].objective].rules, l.config.rules);
        live_close(&l);
    }
}

/* What is claimed depends on the board that is claimed alone, as far as the winner is the same: an evaluation of the winner
 * there, with the validation's games, has the same mean. And a training on a lower board is another training. */
static void test_claims_are_of_the_board(void **state)
{
    (void)state;
    Live l, plain;
    Result r, other;
    live_open(&l, SMALL, "training.height=5 selection.height=6", 0);
    live_finish(&l);
    l.setup.experiment.kind->result(l.setup.experiment.self, &r);
    Setup again;
    setup_evaluate(&again, &l.config, r.x, RNG_VALIDATION, 5, 0);
    Live evaluation = {.setup = again};
    rows_start(&evaluation.rows);
    live_finish(&evaluation);
    again.experiment.kind->result(again.experiment.self, &other);
    assert_true(other.claim[0].score.n == 5 && other.claim[0].score.mean == r.claim[2].score.mean);
    rows_free(&evaluation.rows);
    setup_free(&again);
    live_open(&plain, SMALL, NULL, 0);
    live_finish(&plain);
    plain.setup.experiment.kind->result(plain.setup.experiment.self, &other);
    assert_true(other.claim[0].score.mean != r.claim[0].score.mean);
    live_close(&plain);
    live_close(&l);
}

/* What can be known beforehand, by hand; and nothing else. */
static void test_estimate(void **state)
{
    (void)state;
    static const struct {
        const char *sets;
        double training, selection, turns, minutes;
    } rows[] = {
        {"training.games=4", 3 * 4 * 4, 2 * 3, 3 * 4 * 4 * 60, HUGE_VAL},
        {"training.allocation=race training.games=40", 3 * 4 * 40, 6, 3 * 4 * 40 * 60, HUGE_VAL},
        {"training.allocation=resample", 3 * (4 + 4) * 4, 6, 3 * 8 * 4 * 60, HUGE_VAL},
        {"training.total_games=20", 20, 6, 20 * 60, HUGE_VAL},
        {"training.iterations=0 training.total_games=1000 selection.share=0.2", 800, 200, 800 * 60, HUGE_VAL},
        {"objective.max_pieces=0 training.iterations=0 training.total_pieces=500 selection.share=0.2", HUGE_VAL, 0, 400,
         HUGE_VAL},
        {"training.iterations=0 training.games=0 training.total_games=10000", 10000, 6, 600000, HUGE_VAL},
        {"objective.max_pieces=0", 48, 6, HUGE_VAL, HUGE_VAL},
        {"objective.max_pieces=0 objective.search_max_pieces=30", 48, 6, 48 * 30, HUGE_VAL},
        {"objective.max_pieces=0 training.total_pieces=500 training.minutes=7", 48, 6, 500, 7},
        {"training.iterations=0 training.minutes=2 selection.finalists=0", HUGE_VAL, 0, HUGE_VAL, 2},
    };
    for (size_t i = 0; i < LENGTH(rows); i++) {
        Live l;
        live_open(&l, SMALL, rows[i].sets, 0);
        Estimate e = estimate_of(&l.setup);
        assert_true(e.training == rows[i].training && e.selection == rows[i].selection && e.validation == 5);
        assert_true(e.turns == rows[i].turns && e.minutes == rows[i].minutes);
        uint64_t before = live_hash(&l);
        char *text;
        size_t size;
        FILE *out = open_memstream(&text, &size);
        estimate_print(out, &l.setup);
        fclose(out);
        assert_true(strncmp(text, "estimate: training up to ", 25) == 0 && strchr(text, '\n') == text + size - 1);
        assert_int_equal(live_hash(&l), before);
        free(text);
        live_close(&l);
    }
}

/* Threads, modes and engines decide nothing, between stages either. */
static void test_any_judge(void **state)
{
    (void)state;
    static const char *const judges[] = {
        "experiment.threads=1 experiment.mode=none", "experiment.threads=2 experiment.mode=particles",
        "experiment.threads=3 experiment.mode=games", "experiment.threads=4 experiment.mode=both", "experiment.engine=reference"};
    for (size_t allocation = 0; allocation < LENGTH(allocations); allocation++) {
        char *rows = NULL, *result = NULL;
        for (size_t i = 0; i < LENGTH(judges); i++) {
            char sets[400];
            snprintf(sets, sizeof sets, "%s %s training.height=7", allocations[allocation], judges[i]);
            Live l;
            live_open(&l, SMALL, sets, 0);
            live_finish(&l);
            char *end = live_result(&l);
            if (i > 0) {
                assert_string_equal(l.rows.text, rows);
                assert_string_equal(end, result);
                free(end);
            } else {
                rows = mem_text(l.rows.text);
                result = end;
            }
            live_close(&l);
        }
        free(rows);
        free(result);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_fixed),
        cmocka_unit_test(test_ties_are_not_better),
        cmocka_unit_test(test_offers),
        cmocka_unit_test(test_resample),
        cmocka_unit_test(test_resample_forgets),
        cmocka_unit_test(test_resample_corrects_luck),
        cmocka_unit_test(test_race_by_hand),
        cmocka_unit_test(test_race_for_a_place),
        cmocka_unit_test(test_race_costs_less),
        cmocka_unit_test(test_ocba_by_hand),
        cmocka_unit_test(test_ocba_gives_all),
        cmocka_unit_test(test_ocba_match),
        cmocka_unit_test(test_ocba_without_noise),
        cmocka_unit_test(test_challenge),
        cmocka_unit_test(test_challenge_always),
        cmocka_unit_test(test_common_games),
        cmocka_unit_test(test_pair_correlation),
        cmocka_unit_test(test_contest_state),
        cmocka_unit_test(test_never_worsens),
        cmocka_unit_test(test_spent_exactly),
        cmocka_unit_test(test_killed_between_stages),
        cmocka_unit_test(test_loaded_over),
        cmocka_unit_test(test_extended),
        cmocka_unit_test(test_ended_by),
        cmocka_unit_test(test_whole_iterations),
        cmocka_unit_test(test_target_and_stall),
        cmocka_unit_test(test_target_of_zero),
        cmocka_unit_test(test_time_up),
        cmocka_unit_test(test_cut_off),
        cmocka_unit_test(test_auto_games),
        cmocka_unit_test(test_share),
        cmocka_unit_test(test_share_of_pieces),
        cmocka_unit_test(test_three_numbers),
        cmocka_unit_test(test_rules_help),
        cmocka_unit_test(test_boards),
        cmocka_unit_test(test_claims_are_of_the_board),
        cmocka_unit_test(test_estimate),
        cmocka_unit_test(test_any_judge),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
