/* test_heldout.c. What held-out blocks prove. */
#include "analysis/heldout.h"
#include "tests/helpers.h"
#include "tests/place.h"

#define HEADER "problem\tbudget\tblock\ttuned\tuntuned\tr1\tr2\ttuned_score\tuntuned_score\tr1_score\tr2_score\n"

/* Two problems of six blocks each, whose rows take turns.
 * a, errors: tuned beats untuned in all six; p = 2 / 64.
 * b, scores: 10 against 1, 6, 7, 10, 11, 30. Logs of 1 + score differ by 1.70, 0.45, 0.32, 0, -0.09, -1.04: ranks 5, 3, 2 up, 1,
 * 4 down; of the 32 ways to give signs 1 + 1 + 1 + 2 + 2 + 3 have sums of 0 .. 5 down, p = 20 / 32. (As they are they would
 * differ by 9, 4, 3, 0, -1, -20, ranks 4, 3, 2 up, 1, 5 down, p = 26 / 32.)
 * r1 is always tuned's equal, r2 always worse: better than tuned, as it is written here.
 * All scores: tuned - untuned is 2 .. 12 and -1: 1 down, p = 4 / 4096; r2 is 1 .. 12 ahead, p = 2 / 4096. Holm: r2 3 x, untuned 2
 * x. */
static const char two_problems[] = HEADER "a\t1\t0\t-1e-3\t-1e-2\t-1e-3\t-1e-4\t12\t0\t12\t13\n"
                                          "b\t1\t1\t10\t1\t10\t11\t11\t0\t11\t13\n"
                                          "a\t1\t2\t-1e-3\t-2e-2\t-1e-3\t-1e-5\t10\t0\t10\t13\n"
                                          "b\t1\t3\t10\t6\t10\t12\t9\t0\t9\t13\n"
                                          "a\t1\t4\t-1e-3\t-3e-2\t-1e-3\t0\t8\t0\t8\t13\n"
                                          "b\t1\t5\t10\t7\t10\t13\t7\t0\t7\t13\n"
                                          "a\t1\t6\t-1e-3\t-4e-2\t-1e-3\t-1e-7\t6\t0\t6\t13\n"
                                          "b\t1\t7\t10\t10\t10\t14\t5\t0\t5\t13\n"
                                          "a\t1\t8\t-1e-3\t-5e-2\t-1e-3\t-1e-8\t4\t0\t4\t13\n"
                                          "b\t1\t9\t10\t11\t10\t15\t3\t0\t3\t13\n"
                                          "a\t1\t10\t-1e-3\t-6e-2\t-1e-3\t-1e-9\t2\t0\t2\t13\n"
                                          "b\t1\t11\t10\t30\t10\t16\t1\t2\t1\t13\n";

static void read_heldout(Heldout *h, const char *text)
{
    Errors errors = {0};
    write_file("heldout.tsv", text);
    if (heldout_read(h, ".", &errors) != STATUS_OK) fail_msg("%s", errors.line[0]);
    assert_int_equal(errors.n, 0);
}

static void assert_duel(const HeldoutDuel *d, double wins, double share, double p, const char *verdict)
{
    assert_near(d->wins, wins, 1e-15);
    assert_near(d->share, share, 1e-15);
    assert_near(d->p, p, 1e-15);
    assert_string_equal(heldout_verdict(d), verdict);
}

static void assert_reported(const Heldout *h, int part, int player, const double *expected, int n)
{
    double reported[16];
    assert_int_equal(heldout_reported(h, part, player, reported), n);
    assert_memory_equal(reported, expected, (size_t)n * sizeof *reported);
}

TEST(test_heldout_by_hand)
{
    const char *const better = "better than", *const worse = "worse than", *const open = "not distinguishable from";
    CLOSED(heldout_free) Heldout h;
    read_heldout(&h, two_problems);
    assert_true(h.players == 4 && h.parts.n == 2 && h.table.rows == 12);
    assert_string_equal(h.name[0], "tuned");
    assert_string_equal(h.name[3], "r2");
    assert_string_equal(h.parts.part[0].label, "a");
    assert_string_equal(h.parts.part[1].label, "b");
    assert_true(h.parts.part[0].errors && !h.parts.part[1].errors && h.parts.part[0].n == 6 && h.parts.part[1].n == 6);
    assert_reported(&h, 0, 1, (const double[]){-1e-2, -2e-2, -3e-2, -4e-2, -5e-2, -6e-2}, 6);
    assert_reported(&h, 1, 1, (const double[]){1, 6, 7, 10, 11, 30}, 6);
    assert_reported(&h, 1, 3, (const double[]){11, 12, 13, 14, 15, 16}, 6);
    assert_duel(&h.test[0].all, 11.0 / 12, 77.0 / 78, 2 * 4.0 / 4096, better);
    assert_duel(&h.test[1].all, 0.5, 0.5, 1, open);
    assert_duel(&h.test[2].all, 0, 0, 3 * 2.0 / 4096, worse);
    assert_duel(&h.test[0].part[0], 1, 1, 2 * 2.0 / 64, open); /* alone it would prove something; of two not */
    assert_duel(&h.test[0].part[1], 3.5 / 6, 10.0 / 15, 20.0 / 32, open);
    assert_duel(&h.test[1].part[0], 0.5, 0.5, 1, open);
    assert_duel(&h.test[2].part[0], 0, 0, 2 * 2.0 / 64, open);
    assert_duel(&h.test[2].part[1], 0, 0, 2 * 2.0 / 64, open);
    /* 11^6 against 2 x 7 x 8 x 11 x 12 x 31; errors have no ratio */
    assert_true(h.test[0].part[0].log_ratio.n == 0 && h.test[0].all.log_ratio.n == 6);
    assert_near(h.test[0].part[1].log_ratio.mean, log(1771561.0 / 458304) / 6, 1e-14);
    assert_near(h.test[0].all.log_ratio.mean, log(1771561.0 / 458304) / 6, 1e-14);
}

/* One baseline and one problem: nothing to correct for. */
TEST(test_heldout_alone)
{
    Heldout h;
    read_heldout(&h, "problem\tbudget\tblock\ttuned\tuntuned\ttuned_score\tuntuned_score\n"
                     "a\t1\t0\t-1\t-2\t1\t0\na\t1\t1\t-1\t-3\t2\t0\na\t1\t2\t-1\t-4\t3\t0\n"
                     "a\t1\t3\t-1\t-5\t4\t0\na\t1\t4\t-1\t-6\t5\t0\na\t1\t5\t-1\t-7\t6\t0\n");
    assert_duel(&h.test[0].all, 1, 1, 2.0 / 64, "better than");
    assert_duel(&h.test[0].part[0], 1, 1, 2.0 / 64, "better than");
    heldout_free(&h);
    assert_int_equal(heldout_sign(&(HeldoutDuel){.share = 0.9, .p = HELDOUT_ALPHA}), 1);
    assert_int_equal(heldout_sign(&(HeldoutDuel){.share = 0.1, .p = HELDOUT_ALPHA}), -1);
    assert_int_equal(heldout_sign(&(HeldoutDuel){.share = 0.9, .p = HELDOUT_ALPHA * 1.001}), 0);
}

/* A player that wins more blocks, by little, and loses the others by much is called what the test says. */
TEST(test_heldout_goes_by_ranks)
{
    enum { BLOCKS = 41, WON = 21 };
    char text[6000];
    int n = sprintf(text, "problem\tbudget\tblock\ttuned\tuntuned\ttuned_score\tuntuned_score\n");
    for (int i = 0; i < BLOCKS; i++)
        n += sprintf(text + n, "a\t1\t%d\t%d\t1\t%d\t0\n", i, i < WON ? 2 : 0, i < WON ? i + 1 : -i - 1);
    CLOSED(heldout_free) Heldout h;
    read_heldout(&h, text);
    assert_near(h.test[0].all.wins, WON / (double)BLOCKS, 1e-15);
    assert_near(h.test[0].all.share, 231.0 / 861, 1e-15);
    assert_true(h.test[0].all.p > 0.009 && h.test[0].all.p < 0.0105); /* z = (231 - 430.5) / sqrt(41 42 83 / 24) = -2.585 */
    assert_string_equal(heldout_verdict(&h.test[0].all), "worse than");
}

/* Problems with several budgets have them in their names; a player without a number in a block takes it out for all of the part,
 * but not out of the scores of the others. */
TEST(test_heldout_parts)
{
    CLOSED(heldout_free) Heldout h;
    read_heldout(
        &h, HEADER
        "s\t1\t0\t-1\t-2\t-3\t-4\t1\t0\t0\t0\ns\t0.5\t1\t-1\t-2\t-3\t-4\t1\t0\t0\t0\n"
        "s\t1\t2\t-5\tnan\t-3\t-4\t1\tnan\t0\t0\ns\t1\t4\t-7\t-8\t-3\t-4\t1\t0\t0\t0\nt\t0.5\t3\t-\t-1\t-1\t-1\t1\t2\t1\t1\n");
    assert_true(h.parts.n == 2 && h.table.rows == 5); /* of t no block is whole */
    assert_string_equal(h.parts.part[0].label, "s x1");
    assert_string_equal(h.parts.part[1].label, "s x0.5");
    assert_reported(&h, 0, 0, (const double[]){-1, -7}, 2);
    assert_reported(&h, 0, 1, (const double[]){-2, -8}, 2);
    assert_reported(&h, 0, 3, (const double[]){-4, -4}, 2);
    assert_reported(&h, 1, 0, (const double[]){-1}, 1);
    assert_near(h.test[0].all.wins, 3.0 / 4, 1e-15);
    assert_near(h.test[1].all.wins, 4.5 / 5, 1e-15);
}

TEST(test_heldout_damaged)
{
#define NEEDS "./heldout.tsv: must have the columns budget block and problem, with numbers in them"
#define PLAYERS "./heldout.tsv: must have the columns NAME and NAME_score of two players at least"
#define TWO "problem\tbudget\tblock\ttuned\tuntuned\ttuned_score\tuntuned_score\n"
    static const struct {
        const char *text, *expected;
    } rows[] = {
        {"", "./heldout.tsv: must start with a line that names its columns"},
        {"problem\tblock\ttuned\tuntuned\ttuned_score\tuntuned_score\na\t1\t1\t1\t1\t1\n", NEEDS},
        {"problem\tbudget\ttuned\tuntuned\ttuned_score\tuntuned_score\na\t1\t1\t1\t1\t1\n", NEEDS},
        {"budget\tblock\ttuned\tuntuned\ttuned_score\tuntuned_score\n1\t1\t1\t1\t1\t1\n", NEEDS},
        {"problem\tbudget\tblock\ttuned\tuntuned\ttuned_score\na\t1\t1\t1\t1\t1\n", PLAYERS},
        {"problem\tbudget\tblock\ttuned\trival\n1\t1\t1\t1\t1\n", PLAYERS},
        {"problem\tbudget\tblock\tuntuned\ttuned_score\tuntuned_score\n1\t1\t1\t1\t1\t1\n", PLAYERS},
        {TWO, NEEDS},
        {TWO "a\t1\t0\t1\t1\t1\t1", NEEDS}, /* a line that is still being written */
        {TWO "a\t1\t0\tone\t1\t1\t1\n", "./heldout.tsv:2: "},
        {TWO "a\t1\t0\t1\t1\t1\tx\n", "./heldout.tsv:2: "},
        {TWO "a\tmuch\t0\t1\t1\t1\t1\n", "./heldout.tsv:2: "},
        {TWO "a\t1\t0\t1\t1\t1\n", "./heldout.tsv:2: "},
    };
    for (size_t i = 0; i < LENGTH(rows); i++) {
        CLOSED(heldout_free) Heldout h;
        CLOSED(errors_free) Errors errors = {0};
        write_file("heldout.tsv", rows[i].text);
        assert_int_equal(heldout_read(&h, ".", &errors), STATUS_DATA);
        assert_true(errors.n >= 1);
        if (strncmp(errors.line[0], rows[i].expected, strlen(rows[i].expected)) != 0) fail_msg("row %zu: %s", i, errors.line[0]);
    }
    CLOSED(heldout_free) Heldout h;
    Errors errors = {0};
    assert_int_equal(remove("heldout.tsv"), 0);
    assert_int_equal(heldout_read(&h, ".", &errors), STATUS_NO_INPUT);
    assert_int_equal(errors.n, 0);
}

TESTS(place_enter, place_leave)
