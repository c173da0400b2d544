/* test_allocation_common.c. What allocations have in common: the archive of the best ever seen, common games, and a state that
 * is refused where it is damaged. */
#include "tests/helpers.h"
#include "tests/live.h"
#include "tests/ring.h"

static void allocation_walker(void *self, Serialiser *v)
{
    allocation_serialise(self, v);
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

static void tamper(Serialiser *v, const char *name, char type, void *p, size_t n)
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
