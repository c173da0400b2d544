/* test_ga_tournament.c. The optimiser ga-tournament: who survives, and whose genes the children have. */
#include "tests/configs.h"
#include "tests/helpers.h"
#include "tests/sphere.h"

enum { TOURNEY = 16 };

/* Genes that say whose they are, far enough from each other that a jitter does not hide it. */
static double name_of(int i)
{
    return 5 * i + 1;
}

static int named(double gene)
{
    return (int)floor((gene - 1) / 5 + 0.5);
}

static void name_genes(Stepper *s, int n)
{
    double x[TOURNEY * DIM];
    for (int i = 0; i < n * DIM; i++) x[i] = name_of(i / DIM);
    stepper_poke(s, "x", x, n * DIM);
}

/* Of each random pair the better survives, so the one ranked k-th of n (1: the best) does with probability (n - k) / (n - 1).
 * Survivors pair: two children of the first only, and both themselves, come to 3 and 1 of each pair. */
static void check_survivors(int n)
{
    enum { ITERATIONS = 4000 };
    OWNED char *settings = text_new("particles=%d spread=0 first=1 second=0", n);
    CLOSED(stepper_close) Stepper s = on_sphere(&optimiser_ga_tournament, settings, 3);
    double fitness[TOURNEY], x[TOURNEY * DIM];
    int survived[TOURNEY] = {0}, first[TOURNEY] = {0};
    for (int i = 0; i < n; i++) fitness[i] = -i;
    for (int iteration = 0; iteration < ITERATIONS; iteration++) {
        int copies[TOURNEY] = {0}, of_three = 0, of_one = 0;
        name_genes(&s, n);
        stepper_tell(&s, fitness);
        stepper_peek(&s, "x", x, n * DIM);
        for (int i = 0; i < n; i++) copies[named(x[i * DIM])]++;
        for (int i = 0; i < n; i++) {
            assert_true(copies[i] == 0 || copies[i] == 1 || copies[i] == 3);
            of_three += copies[i] == 3;
            of_one += copies[i] == 1;
            survived[i] += copies[i] > 0;
            first[i] += copies[i] == 3;
        }
        assert_true(of_three == n / 4 && of_one == n / 4);
    }
    for (int i = 0; i < n; i++) {
        assert_share(survived[i], ITERATIONS, (n - 1 - i) / (n - 1.0));
        if (survived[i] > 0) assert_share(first[i], survived[i], 0.5); /* of its pair */
    }
}

TEST(test_survivors)
{
    check_survivors(4);
    check_survivors(TOURNEY);
}

/* Genes of children: 40 % the first parent's, 40 % the second's, 20 % fresh N(0, spread); parents: each gene jittered by N(0,
 * 0.01) of the spread. The two parents of a pair stand behind their children. */
TEST(test_genes_of_children)
{
    enum { ITERATIONS = 400 };
    CLOSED(stepper_close) Stepper s = on_sphere(&optimiser_ga_tournament, NULL, 3);
    double x[TOURNEY * DIM], fitness[TOURNEY] = {0};
    int count[3] = {0};
    Stats fresh = {0}, jitter = {0};
    for (int iteration = 0; iteration < ITERATIONS; iteration++) {
        name_genes(&s, TOURNEY);
        stepper_tell(&s, fitness);
        stepper_peek(&s, "x", x, TOURNEY * DIM);
        for (int i = 0; i < TOURNEY; i++)
            for (int j = 0; j < DIM; j++) {
                const double *pair = x + i / 4 * 4 * DIM;
                double gene = x[i * DIM + j], first = name_of(named(pair[2 * DIM])), second = name_of(named(pair[3 * DIM]));
                if (i % 4 >= 2) {
                    stats_add(&jitter, (gene - (i % 4 == 2 ? first : second)) / 30); /* spread: 0.3 of 100 */
                    continue;
                }
                int whose = gene == first ? 0 : gene == second ? 1 : 2;
                count[whose]++;
                if (whose == 2) stats_add(&fresh, gene / 30);
            }
    }
    double children = ITERATIONS * TOURNEY / 2 * DIM;
    assert_share(count[0], children, 0.4);
    assert_share(count[1], children, 0.4);
    assert_share(count[2], children, 0.2);
    assert_near(fresh.mean, 0, 5 / sqrt((double)fresh.n));
    assert_near(stats_sd(&fresh), 1, 0.04); /* a little is clipped at 3.3 */
    assert_near(jitter.mean, 0, 0.05 / sqrt((double)jitter.n));
    assert_near(stats_sd(&jitter), 0.01, 0.0005);
}

/* Any number plays: one without a partner survives, and pairs with the first. */
TEST(test_odd_tournaments)
{
    for (int n = 2; n <= 11; n++) {
        OWNED char *settings = text_new("particles=%d", n);
        CLOSED(stepper_close) Stepper s = on_sphere(&optimiser_ga_tournament, settings, 3);
        for (int iteration = 0; iteration < 30; iteration++) assert_true(stepper_step(&s, 0.5));
    }
}

/* Shares of a child's genes may take all that there is, however they are divided, and no more. */
TEST(test_shares_of_genes)
{
    for (int first = 0; first <= 100; first++)
        for (int more = 0; more <= (first > 0); more++) {
            Finding finding[FINDINGS_MAX];
            OWNED char *settings = text_new("first=%.2f second=%.2f", first / 100.0, (100 - first + more) / 100.0);
            OWNED void *options = options_from(&optimiser_ga_tournament, settings);
            int n = optimiser_ga_tournament.check(options, finding);
            if (n != more) fail_msg("%s: %d findings", settings, n);
            if (n == 1) assert_true(strcmp(finding[0].key, "first") == 0 && finding[0].fatal);
        }
}

TEST(test_told)
{
    void *place;
    assert_int_equal(place_enter(&place), 0);
    assert_told(BUDGET "[optimiser]\nkind = ga-tournament\nfirst = 0.7\n", NULL, NULL,
                "x.ini:5: first = 0.7: first + second = 1.1 must be at most 1; the rest are fresh genes\n");
    assert_int_equal(place_leave(&place), 0);
}

TESTS(make_sphere, free_sphere)
