/* test_allocation.c. Allocations by hand: one-dimensional positions, whose scores a table or a function tells. Each rule against
 * what it promises; and what all have in common: the archive of the best ever seen, common games, and a state that is saved. */
#include "base/hash.h"
#include "base/real.h"
#include "base/stats.h"
#include "base/trial.h"
#include "experiment/allocation.h"
#include "optim/archive.h"
#include "optim/optim.h"
#include "tests/helpers.h"
#include "tests/live.h"

enum { PLACES = 4, CANDIDATES = 6, SCORES = 400 };

/* score of position x in game k of a key: what the tests make of it. */
typedef double Scores(double x, uint64_t key, int k);

typedef struct {
    Allocation allocation;
    Archive archive;
    Scores *scores;
    double x[CANDIDATES];
    Candidate candidate[CANDIDATES];
    Group group;
    int64_t asked; /* plays so far */
    int stages;
} Ring;

/* n candidates at 0, 1, 2, ...; candidate i challenges place i, or no place where there is none. close: as CLOSED takes it. */
static Ring *ring_new(AllocationOptions o, int n, Scores *scores)
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

static void ring_close(Ring **r)
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

/* Place i of the archive is taken by x, which has played the first n games of another key. */
static void ring_place(Ring *r, int i, double x, int n)
{
    Answer a[SCORES];
    Sample s = {0};
    for (int k = 0; k < n; k++) a[k] = answer(r, x, 99, k);
    sample_add(&s, &(Trial){.y = a, .plays = n, .key = 99});
    archive_put(&r->archive, i, &x, &s);
}

/* One stage; true: decided. */
static bool ring_stage(Ring *r)
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

/* All stages of it. */
static void ring_group(Ring *r)
{
    r->asked = r->stages = 0;
    while (!ring_stage(r)) {
    }
}

/* What was found of candidate i. */
static const Stats *ring_found(const Ring *r, int i)
{
    return &r->allocation.verdict[i].sample.fitness;
}

/* Uniform on [0, 1), by position, key and game. */
static double uniform(double x, uint64_t key, int k)
{
    Rng r = rng_from(hash_u64(hash_bytes(HASH_START, &x, sizeof x), rng_game(key, k)));
    return rng_real(&r);
}

/* Exponential, its mean 10 + x. */
static double exponential(double x, uint64_t key, int k)
{
    return -(10 + x) * real_log(1 - uniform(x, key, k));
}

/* Everything else as few rules as possible. */
static AllocationOptions ring_options(int allocation, int games, int first_games, int more_games)
{
    return (AllocationOptions){.rule = allocation,
                               .games = games,
                               .first_games = first_games,
                               .more_games = more_games,
                               .race_z = 1,
                               .resample_keep = 1};
}

/* By key and game alone. */
static double same_for_all(double x, uint64_t key, int k)
{
    (void)x, (void)key;
    return k % 3;
}

/* An incumbent that was lucky is compared by what is known of it after it has played again. */
static double once_lucky(double x, uint64_t key, int k)
{
    (void)k;
    return x > 10 ? (key == 99 ? 100 : 0) : 20;
}

/* ==== each rule ==== */

/* Without noise. */
static double exact(double x, uint64_t key, int k)
{
    (void)key, (void)k;
    return x;
}

/* All play alike, the same games; better is strictly higher, or an empty place; never without an incumbent. */
TEST(test_fixed)
{
    CLOSED(ring_close) Ring *r = ring_new(ring_options(ALLOCATION_FIXED, 10, 5, 5), 6, exponential);
    ring_place(r, 1, 1e6, 20); /* much better */
    ring_place(r, 2, -10, 20); /* 0 each game */
    ring_group(r);
    assert_true(r->stages == 1 && r->asked == 60);
    for (int i = 0; i < 6; i++) {
        Stats s = {0};
        for (int k = 0; k < 10; k++) stats_add(&s, exponential(i, 1, k));
        assert_memory_equal(ring_found(r, i), &s, sizeof s);
        assert_int_equal(r->allocation.verdict[i].better, i == 0 || i == 2 || i == 3);
    }
    assert_int_equal(r->archive.sample[1].fitness.n, 20);
}

TEST(test_ties_are_not_better)
{
    for (int allocation = 0; allocation_names[allocation] != NULL; allocation++) {
        CLOSED(ring_close) Ring *r = ring_new(ring_options(allocation, 12, 3, 3), 3, same_for_all);
        for (int i = 0; i < 3; i++) ring_place(r, i, i, 12);
        ring_group(r);
        for (int i = 0; i < 3; i++)
            if (archive_fitness(&r->allocation.verdict[i].sample) == archive_fitness(&r->archive.sample[i]))
                assert_false(r->allocation.verdict[i].better);
    }
}

/* ---- resample ---- */

/* Each position of the archive plays the games of every iteration once, however many groups it has, and what it knows grows. */
TEST(test_resample)
{
    CLOSED(ring_close) Ring *r = ring_new(ring_options(ALLOCATION_RESAMPLE, 10, 5, 5), 2, exponential);
    Stats known = {0};
    for (int k = 0; k < 7; k++) stats_add(&known, exponential(50, 99, k));
    ring_place(r, 3, 50, 7);
    for (uint64_t iteration = 1; iteration <= 5; iteration++) {
        r->group.key = iteration;
        for (int k = 0; k < 10; k++) stats_add(&known, exponential(50, iteration, k));
        assert_int_equal(allocation_cost(&r->allocation, &r->group), 30);
        ring_group(r);
        assert_int_equal(r->asked, 30);
        assert_memory_equal(&r->archive.sample[3].fitness, &known, sizeof known);
        allocation_end(&r->allocation);
        assert_int_equal(allocation_cost(&r->allocation, &r->group), 20); /* a second group of the iteration */
        ring_group(r);
        assert_int_equal(r->asked, 20);
        assert_memory_equal(&r->archive.sample[3].fitness, &known, sizeof known);
        allocation_end(&r->allocation);
        allocation_new_iteration(&r->allocation);
    }
    assert_int_equal(r->archive.sample[3].score.n, 57);
}

/* A share of what is older stays: 100 games, of which 0.5 x 100 + 10, then 0.5 x 60 + 10, ... */
TEST(test_resample_forgets)
{
    static const int64_t plays[] = {60, 40, 30, 25, 23};
    AllocationOptions o = ring_options(ALLOCATION_RESAMPLE, 10, 5, 5);
    o.resample_keep = 0.5;
    CLOSED(ring_close) Ring *r = ring_new(o, 1, exponential);
    ring_place(r, 2, 5, 100);
    for (size_t i = 0; i < LENGTH(plays); i++) {
        r->group.key = i + 1;
        ring_group(r);
        allocation_end(&r->allocation);
        assert_true(r->archive.sample[2].fitness.n == plays[i] && r->archive.sample[2].cost == (double)plays[i]);
    }
}

TEST(test_resample_corrects_luck)
{
    for (int allocation = ALLOCATION_FIXED; allocation <= ALLOCATION_RESAMPLE; allocation++) {
        CLOSED(ring_close) Ring *r = ring_new(ring_options(allocation, 10, 5, 5), 1, once_lucky);
        ring_place(r, 0, 11, 2); /* 100, 100; then ten times 0: 16.7 */
        ring_group(r);
        assert_int_equal(r->allocation.verdict[0].better, allocation == ALLOCATION_RESAMPLE);
    }
}

/* ---- race ---- */

/* 3 above x in every second game, 3 below it in the others. */
static double stepped(double x, uint64_t key, int k)
{
    (void)key;
    return x + (k % 2 ? 3 : -3);
}

/* n even games of mean m and +-3: sem^2 = 9 n / (n - 1) / n = 9 / (n - 1). Incumbent of 10 games at 20, first stage of 4 games:
 * sqrt(9/3 + 9/9) = 2, so out below 18 with z = 1, below 16 with z = 2; in to the end otherwise. */
TEST(test_race_by_hand)
{
    static const struct {
        double x, z;
        int games;
    } rows[] = {{17.99, 1, 4}, {18.01, 1, 6}, {15.99, 2, 4}, {16.01, 2, 6}, {19.99, 0, 4}, {20, 0, 10}, {19, 1, 10}, {25, 1, 10}};
    for (size_t i = 0; i < LENGTH(rows); i++) {
        AllocationOptions o = ring_options(ALLOCATION_RACE, 10, 4, 2);
        o.race_z = rows[i].z;
        CLOSED(ring_close) Ring *r = ring_new(o, 1, stepped);
        ring_place(r, 0, 20, 10);
        r->x[0] = rows[i].x;
        ring_group(r);
        /* after 6 games: sqrt(9/5 + 9/9) = 1.67, which 18.01 and, twice, 16.01 are behind by, too */
        assert_int_equal(ring_found(r, 0)->n, rows[i].games);
        assert_int_equal(r->allocation.verdict[0].better, rows[i].x > 20);
    }
}

/* Without an incumbent: against the worst of a full archive, the last of several; while there is room, none is eliminated. */
TEST(test_race_for_a_place)
{
    for (int taken = 3; taken <= PLACES; taken++) {
        CLOSED(ring_close) Ring *r = ring_new(ring_options(ALLOCATION_RACE, 10, 4, 2), 2, stepped);
        for (int i = 0; i < taken; i++) ring_place(r, i, 30 - i, 10); /* the worst: 27 */
        for (int i = 0; i < 2; i++) r->candidate[i].incumbent = -1;
        r->x[0] = 20;
        r->x[1] = 26.5;
        ring_group(r);
        assert_int_equal(ring_found(r, 0)->n, taken == PLACES ? 4 : 10);
        assert_int_equal(ring_found(r, 1)->n, 10);
        assert_false(r->allocation.verdict[0].better || r->allocation.verdict[1].better);
    }
}

/* With z so large that none is ever eliminated it is fixed, but for the stages; with z = 1 it takes fewer games. */
TEST(test_race_costs_less)
{
    int64_t spent[2] = {0, 0};
    for (int wide = 0; wide <= 1; wide++)
        for (uint64_t iteration = 1; iteration <= 50; iteration++) {
            AllocationOptions o = ring_options(ALLOCATION_RACE, 30, 5, 5);
            o.race_z = wide ? 1e6 : 1;
            CLOSED(ring_close) Ring *r = ring_new(o, 6, exponential);
            r->group.key = iteration;
            for (int i = 0; i < PLACES; i++) ring_place(r, i, 10, 30);
            ring_group(r);
            spent[wide] += r->asked;
            for (int i = 0; i < 6 && wide; i++) assert_int_equal(ring_found(r, i)->n, 30);
            assert_true(r->asked <= allocation_cost(&r->allocation, &r->group));
        }
    assert_int_equal(spent[1], 50 * 6 * 30);
    assert_true(spent[0] < spent[1] * 3 / 4);
}

/* ---- ocba ---- */

static Stats stats_like(int64_t n, double mean, double sd)
{
    return (Stats){.n = n, .mean = mean, .m2 = sd * sd * (double)(n - 1)};
}

/* Samples, and what was counted out by hand. */
TEST(test_ocba_by_hand)
{
    static const struct {
        int n, more;
        struct {
            int64_t n;
            double mean, sd;
        } known[4];
        int plays[4];
    } rows[] = {
        /* b = 0; w_1 = (2/2)^2 = 1, w_2 = (4/4)^2 = 1, w_b = 2 sqrt(1/4 + 1/16) = 1.118034; of 60 in all: 21.514 19.243 19.243;
         * lacking 11.514 9.243 9.243, which end at 11.514 20.757 30 */
        {3, 30, {{10, 10, 2}, {10, 8, 2}, {10, 6, 4}}, {12, 9, 9}},
        /* b = 2; w_0 = (1/1)^2 = 1, w_1 = (1/2)^2 = 0.25, w_b = sqrt(1 + 0.0625) = 1.030776; of 30: 13.152 3.288 13.557; 1 has
         * enough, the others lack 8.152 and 8.557 of 16.709, of 15: 7.318 and 7.682 */
        {3, 15, {{5, 4, 1}, {5, 3, 1}, {5, 5, 1}}, {7, 0, 8}},
        /* an empty place, and one whose spread is 0, get none; w_0 = 1 and w_b = 1, of 30 each 15, so both lack 10: 7.5 and 15 */
        {4, 15, {{5, 4, 1}, {0, 0, 0}, {5, 3, 0}, {5, 5, 1}}, {8, 0, 0, 7}},
        /* equal means: d counts as s / sqrt(N), N = 20, w_1 = 20, w_b = 20: of 20 each 10 */
        {2, 10, {{5, 7, 2}, {5, 7, 2}}, {5, 5}}};
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
        assert_true(allocation_ocba(known, rows[i].n, rows[i].more, w, plays));
        for (int k = 0; k < rows[i].n; k++)
            if (plays[k] != rows[i].plays[k]) fail_msg("row %zu: %d plays for sample %d", i, plays[k], k);
    }
}

/* Whatever is known, exactly as many are given out, none to those that are not there. */
TEST(test_ocba_gives_all)
{
    enum { N = 40 };
    int given = 0;
    Rng rng = rng_from(rng_key(1, RNG_TEST, 0));
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
        bool any = allocation_ocba(known, n, more, w, plays), spread = false;
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
TEST(test_ocba_without_noise)
{
    CLOSED(ring_close) Ring *r = ring_new(ring_options(ALLOCATION_OCBA, 8, 3, 2), 5, exact);
    for (int i = 0; i < PLACES; i++) ring_place(r, i, 2, 300);
    ring_group(r);
    for (int i = 0; i < 5; i++) {
        assert_int_equal(ring_found(r, i)->n, 8);
        assert_int_equal(r->allocation.verdict[i].better, i == 3);
    }
}

/* A group takes the games that are due to it, in as many stages as there are steps, archive included; the close ones get most. */
TEST(test_ocba_match)
{
    CLOSED(ring_close) Ring *r = ring_new(ring_options(ALLOCATION_OCBA, 20, 5, 3), 6, exponential);
    ring_place(r, 0, 60, 10);
    ring_place(r, 1, 55, 10);
    ring_place(r, 2, -9, 10);
    ring_group(r);
    assert_true(r->asked == 6 * 20 && r->allocation.spent == 6 * 20);
    assert_int_equal(r->stages, 1 + 5); /* 30, then 18 at a time, of 120 */
    int64_t n = 0;
    for (int i = 0; i < 6; i++) {
        assert_true(ring_found(r, i)->n >= 5);
        n += ring_found(r, i)->n;
    }
    assert_true(n < 120 && r->archive.sample[0].fitness.n > 20 && r->archive.sample[1].fitness.n > 20);
    assert_int_equal(r->archive.sample[2].fitness.n, 10);
}

/* ---- the challenge rule ---- */

/* Position 11 always has 11: no spread, so ocba gives it no more. Position 10 is about 10, 1 is noise for others to play. */
static double sure_of_eleven(double x, uint64_t key, int k)
{
    return x > 10.5 ? 11 : x + 4 * (uniform(x, key, k) - 0.5);
}

/* Three lucky games do not beat fifty, nor, with fewer, as many as a whole candidate plays; six do. */
TEST(test_challenge)
{
    static const struct {
        int first_games, incumbent_games;
        bool better;
    } rows[] = {{3, 50, false}, {3, 4, false}, {6, 50, true}};
    for (size_t i = 0; i < LENGTH(rows); i++) {
        CLOSED(ring_close) Ring *r = ring_new(ring_options(ALLOCATION_OCBA, 6, rows[i].first_games, 1), 3, sure_of_eleven);
        ring_place(r, 0, 10, rows[i].incumbent_games);
        ring_place(r, 1, 10, 50);
        ring_place(r, 2, 10, 50);
        r->x[0] = 11;
        r->x[1] = 9.7;
        r->x[2] = 9.8;
        ring_group(r);
        assert_true(ring_found(r, 0)->n == rows[i].first_games && ring_found(r, 0)->mean == 11);
        assert_true(archive_fitness(&r->archive.sample[0]) < 11);
        assert_int_equal(r->allocation.verdict[0].better, rows[i].better);
    }
}

/* No candidate takes a place with fewer plays than its holder had, or than a whole candidate plays; some do take one. */
TEST(test_challenge_always)
{
    for (int allocation = ALLOCATION_RACE; allocation <= ALLOCATION_OCBA; allocation++) {
        int better = 0, refused = 0;
        for (uint64_t iteration = 1; iteration <= 300; iteration++) {
            CLOSED(ring_close) Ring *r = ring_new(ring_options(allocation, 12, 2, 2), 4, exponential);
            r->group.key = iteration;
            for (int i = 0; i < PLACES; i++) ring_place(r, i, i, 12 * (i + 1));
            ring_group(r);
            for (int i = 0; i < PLACES; i++) {
                const Verdict *v = &r->allocation.verdict[i];
                bool higher = archive_fitness(&v->sample) > archive_fitness(&r->archive.sample[i]);
                assert_true(!v->better || (higher && v->sample.fitness.n >= 12));
                better += v->better;
                refused += higher && !v->better;
            }
        }
        assert_true(better > 50 &&
                    (refused > 0) == (allocation != ALLOCATION_RACE)); /* in race only those that are behind have fewer */
    }
}

/* ==== what allocations have in common ==== */

static void allocation_walker(void *self, Serialiser *s)
{
    allocation_serialise(self, s);
}

/* Offers x as so good in two games; returns its place. */
static int offer(Archive *a, double x, double mean, uint64_t key)
{
    const Stats two = {.n = 2, .mean = mean};
    return archive_offer(a, &x, &(Sample){.score = two, .fitness = two, .cost = 2, .key = key, .played = 2});
}

TEST(test_offers)
{
    CLOSED(archive_free) Archive a;
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
}

/* Each position's next game of an iteration is the next in its order, in stages and in the groups of one iteration. */
TEST(test_common_games)
{
    for (int allocation = 0; allocation_names[allocation] != NULL; allocation++) {
        CLOSED(ring_close) Ring *r = ring_new(ring_options(allocation, 8, 3, 2), 5, exponential);
        int played[CANDIDATES + PLACES] = {0};
        for (int i = 0; i < PLACES; i++) ring_place(r, i, 5 + i, 9);
        for (int group = 0; group < 2; group++) {
            for (bool decided = false; !decided;) {
                CLOSED(batch_free) Batch b = {0};
                allocation_ask(&r->allocation, &r->group, &b);
                for (int i = 0; i < b.n; i++) {
                    assert_int_equal(b.t[i].first, played[b.t[i].tag]);
                    played[b.t[i].tag] += b.t[i].plays;
                }
                decided = ring_stage(r);
            }
            allocation_end(&r->allocation);
            memset(played, 0, CANDIDATES * sizeof *played); /* the next group has other candidates */
        }
        assert_int_equal(played[CANDIDATES], allocation == ALLOCATION_RESAMPLE ? 8
                                             : allocation == ALLOCATION_OCBA   ? played[CANDIDATES]
                                                                               : 0);
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
    CLOSED(ring_close) Ring *r = ring_new(ring_options(ALLOCATION_FIXED, games, 1, 1), n, scores);
    ring_group(r);
    return allocation_pair_correlation(&r->allocation);
}

/* Three columns of four: numpy 1.24.2, C = numpy.cov(y): (C.sum() - trace(C)) / 6 / (trace(C) / 3). Equal columns have 1; half of
 * the variance in common 0.5; nothing in common 0; one game, one candidate or no variance nothing. */
TEST(test_pair_correlation)
{
    assert_near(pair_correlation(table_of_three, 3, 4), 0.18852459016393447, 1e-14);
    assert_near(pair_correlation(same_for_all, 5, 7), 1, 1e-12);
    assert_near(pair_correlation(half_common, 6, 400), 0.5, 0.05);
    assert_near(pair_correlation(uniform, 6, 400), 0, 0.05);
    assert_true(isnan(pair_correlation(half_common, 6, 1)));
    assert_true(isnan(pair_correlation(half_common, 1, 10)));
    assert_true(isnan(pair_correlation(once_lucky, 6, 10)));
}

/* Everything that a group says in the end, as one number. */
static uint64_t end_of(Ring *r)
{
    while (!ring_stage(r)) {
    }
    SerialiserHash h = serialise_hash();
    double c = allocation_pair_correlation(&r->allocation);
    for (int i = 0; i < r->group.n; i++) {
        serialise_samples(&h.serialise, "sample", &r->allocation.verdict[i].sample, 1);
        serialise_bool(&h.serialise, "better", &r->allocation.verdict[i].better);
    }
    serialise_count(&h.serialise, "asked", &r->asked, COUNT_MOST);
    serialise_count(&h.serialise, "spent", &r->allocation.spent, COUNT_MOST);
    serialise_count(&h.serialise, "plays", &r->allocation.plays, COUNT_MOST);
    serialise_reals(&h.serialise, "correlation", &c, 1);
    return h.hash;
}

/* A second group of an iteration, after so many stages. */
static Ring *in_the_middle(int allocation, int stages)
{
    Ring *r = ring_new(ring_options(allocation, 20, 4, 2), 3, exponential);
    for (int i = 0; i < PLACES; i++) ring_place(r, i, i, 20);
    ring_group(r);
    allocation_end(&r->allocation);
    r->asked = 0;
    for (int i = 0; i < stages; i++) assert_false(ring_stage(r));
    return r;
}

/* Changes field number `wanted` of a walk a little. */
typedef struct {
    Serialiser serialise;
    int wanted, at;
    char name[40];
} Tamper;

static void tamper(Serialiser *s, const char *name, char type, void *p, size_t n)
{
    Tamper *t = (Tamper *)s;
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

/* Between any two stages, saved and loaded into another allocation: the same end. Any field that is changed there changes the
 * end, or is refused: none is in vain, so none could be left out. */
TEST(test_allocation_state)
{
    for (int allocation = ALLOCATION_RACE; allocation <= ALLOCATION_OCBA; allocation++)
        for (int stages = 1; stages <= 3; stages++) {
            CLOSED(ring_close) Ring *r = in_the_middle(allocation, stages);
            OWNED char *saved = state_save(allocation_walker, &r->allocation);
            const int64_t asked = r->asked;
            Sample sample[PLACES];
            memcpy(sample, r->archive.sample, sizeof sample);
            uint64_t end = end_of(r);
            Tamper t = {.serialise = {.loading = true, .field = tamper}, .wanted = -1};
            int fields = 1;
            for (; t.wanted < fields; t.wanted++) {
                CLOSED(ring_close) Ring *again = in_the_middle(allocation, stages - 1); /* so that all that differs is loaded */
                state_load(allocation_walker, &again->allocation, saved);
                memcpy(again->archive.sample, sample, sizeof sample);
                again->asked = asked;
                t.at = 0;
                t.serialise.failed = false;
                t.serialise.loading = false; /* in place: only the field is touched */
                allocation_serialise(&again->allocation, &t.serialise);
                fields = t.at;
                /* another number of candidates than the group has is refused by an assertion */
                bool refused = t.serialise.failed || again->allocation.n != again->group.n;
                if (!refused && (end_of(again) == end) != (t.wanted < 0)) fail_msg("allocation %d: field %s", allocation, t.name);
            }
            assert_true(fields > 20);
        }
}

TESTS(NULL, NULL)
