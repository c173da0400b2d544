/* test_finalists.c. The last race: which finalists play on, and which of them wins. */
#include "experiment/finalists.h"
#include "tests/helpers.h"
#include "tests/live.h"

/* Games of so many finalists: the score of game k of finalist i is base[i] + k % 3. */
static void play(Finalists *f, const double *base, int first, int n)
{
    bool racing[8];
    for (int i = 0; i < f->n; i++) racing[i] = finalists_racing(f, i);
    for (int i = 0; i < f->n; i++) {
        if (!racing[i]) continue;
        for (int k = first; k < first + n; k++) finalists_add(f, i, k, base[i] + k % 3);
    }
}

/* Five games of one sign have a one-sided p of 1/32: below 0.05 and not below 0.03. */
TEST(test_race)
{
    static const double base[] = {4, 9, 8.5, 9};
    CLOSED(finalists_free) Finalists f;
    finalists_make(&f, 4, 0.05, false);
    assert_int_equal(finalists_left(&f), 4);
    play(&f, base, 0, 4);
    assert_int_equal(finalists_left(&f), 4); /* fewer than five prove nothing */
    play(&f, base, 4, 1);
    assert_int_equal(finalists_left(&f), 2);
    assert_true(!finalists_racing(&f, 0) && finalists_racing(&f, 1) && !finalists_racing(&f, 2) && finalists_racing(&f, 3));
    play(&f, base, 5, 5);
    assert_true(f.score[0].sample.n == 5 && f.score[1].sample.n == 10 && finalists_games(&f) == 10);
    assert_int_equal(finalists_front(&f), 1); /* the first of two equals */
    finalists_add(&f, 3, 10, 100);
    finalists_add(&f, 1, 10, 99);
    assert_int_equal(finalists_front(&f), 3);
    finalists_free(&f);
    finalists_make(&f, 4, 0.03, false);
    play(&f, base, 0, 5);
    assert_int_equal(finalists_left(&f), 4);
    finalists_free(&f);
    finalists_make(&f, 4, 0, false);
    play(&f, base, 0, 20);
    assert_true(finalists_left(&f) == 4 && f.score[0].sample.n == 20);
}

/* Estimates are averaged as rates: 2 and 6 are 1 / ((1/2 + 1/6) / 2) = 3 or, without the bias of a reciprocal,
 * 2 x 3 - (2 + 6) / 2 = 2; and not 4. */
TEST(test_rates)
{
    CLOSED(finalists_free) Finalists f;
    finalists_make(&f, 2, 0.1, true);
    finalists_add(&f, 0, 0, 2);
    finalists_add(&f, 0, 1, 6);
    finalists_add(&f, 1, 0, 3.5);
    finalists_add(&f, 1, 1, 3.5);
    assert_true(fabs(finalists_score(&f, 0).mean - 2) < 1e-12);
    assert_int_equal(finalists_front(&f), 1);
    finalists_free(&f);
    /* A jackknifed mean falls where one of two rises; the rank does not. */
    finalists_make(&f, 2, 0, true);
    finalists_add(&f, 0, 0, 100), finalists_add(&f, 0, 1, 110);
    finalists_add(&f, 1, 0, 100), finalists_add(&f, 1, 1, 300);
    assert_true(finalists_score(&f, 1).mean < finalists_score(&f, 0).mean);
    assert_int_equal(finalists_front(&f), 1);
}

/* A training whose finalists race plays no more than one without, never fewer than a stage of each, and ends the same wherever it
 * is stopped and resumed. */
TEST(test_training)
{
    static const char ini[] = "[game]\nwidth = 5\nheight = 8\n[training]\ngames = 2\niterations = 3\n[selection]\nfinalists = 5\n"
                              "centroids = all\nshare = 0\ngames = 40\nrace_games = 10\nrace_p = 0.2\n[validation]\ngames = 0\n"
                              "[optimiser]\nparticles = 8\n";
    CLOSED(live_close) Live whole;
    live_run(&whole, ini, NULL);
    Result r = live_outcome(&whole);
    const int64_t later = r.plays - 3 * 8 * 2;
    assert_int_equal(r.finalists, 11);
    assert_true(later >= 11 * 10 && later < 11 * 40 && later % 10 == 0);
    assert_true(r.n_reported == 2 && r.reported[1].score.n <= 40 && r.reported[1].score.n >= 10);
    OWNED char *expected = live_result(&whole);
    for (int stop = 0; stop < 7; stop++) {
        CLOSED(live_close) Live first, second;
        bool going = true;
        live_open(&first, ini, NULL, 0);
        for (int i = 0; i <= stop && going; i++) going = live_step(&first);
        OWNED char *saved = state_save(first.setup.experiment.kind->serialise, first.setup.experiment.self);
        live_resume(&second, ini, NULL, 0, saved, first.rows.text, first.rows.used);
        live_finish(&second);
        OWNED char *result = live_result(&second);
        assert_string_equal(result, expected);
    }
}

TESTS(NULL, NULL)
