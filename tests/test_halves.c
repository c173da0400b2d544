/* test_halves.c. The number of games that follows from the correlation of half-samples. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "experiment/halves.h"
#include "tests/live.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* An iteration of candidates at 0, 1, .. whose games have these fitnesses: even ones as the position, odd ones as the position
 * or, where the halves are to disagree, as its opposite. */
static void iterate(Halves *h, int games, bool agree)
{
    Answer y[8];
    for (int i = 0; i < h->candidates; i++) {
        const double x[2] = {i, i % 2};
        for (int k = 0; k < games; k++) y[k] = (Answer){.fitness = k % 2 == 1 && !agree ? -i : i};
        const Trial t = {.x = x, .y = y, .plays = games};
        halves_add(h, x, &t);
    }
    halves_end(h);
}

/* Halves that agree need fewer games, down to 1.2; halves that point in opposite directions more, by exp(0.1) an iteration. */
static void test_follows(void **state)
{
    (void)state;
    Halves h;
    halves_make(&h, 6, 2, 7, 5);
    assert_true(h.n == 1.2);
    iterate(&h, 1, true);
    assert_true(h.n == 1.2); /* one game is both halves, and there is nothing below */
    for (int i = 1; i <= 5; i++) {
        iterate(&h, 2, false);
        assert_true(h.n > 1.2 && h.n < 7 && h.told == 0);
    }
    for (int i = 0; i < 60; i++) iterate(&h, 4, false);
    assert_true(h.n == 7);
    const double most = h.n;
    for (int i = 0; i < 400; i++) iterate(&h, 4, true);
    assert_true(h.n < most && h.n >= 1.2);
    halves_free(&h);
}

/* The first step by hand: candidates 0 and 1 of one dimension, mu = 1. By half 1 the better one is 1, so D_1 = 1 - 1/2; by half 2
 * it is 0, so D_2 = -1/2. From nothing E = +-0.05, V_1 = V_2 = 0.025, V_12 = -0.025; rho = (-0.025 + 0.0025) / (0.025 - 0.0025)
 * = -1; the target at n = 1.2 is 0.8 ^ 0.2; so the excess is below -1, and n = 1.2 exp(0.1). */
static void test_by_hand(void **state)
{
    (void)state;
    Halves h;
    halves_make(&h, 2, 1, 100, 5);
    Answer y[2][2] = {{{.fitness = 3}, {.fitness = 9}}, {{.fitness = 4}, {.fitness = 8}}};
    for (int i = 0; i < 2; i++) {
        const double x = i;
        const Trial t = {.x = &x, .y = y[i], .plays = 2};
        halves_add(&h, &x, &t);
    }
    halves_end(&h);
    assert_true(fabs(h.mean[0] - 0.05) < 1e-15 && fabs(h.mean[1] + 0.05) < 1e-15);
    assert_true(fabs(h.square[0] - 0.025) < 1e-15 && fabs(h.square[2] + 0.025) < 1e-15);
    assert_true(fabs(h.n - 1.2 * exp(0.1)) < 1e-12);
    halves_free(&h);
}

/* Games are n rounded up or down, in the right proportions, and the same whenever they are asked. */
static void test_rounding(void **state)
{
    (void)state;
    Halves h;
    halves_make(&h, 2, 1, 10, 77);
    h.n = 3.7;
    int up = 0;
    for (int i = 0; i < 2000; i++) {
        const int games = halves_games(&h, i);
        assert_true(games == 3 || games == 4);
        assert_int_equal(games, halves_games(&h, i));
        up += games == 4;
    }
    assert_true(up > 1330 && up < 1470); /* 0.7 +- 3.4 standard deviations */
    h.n = 30;
    assert_int_equal(halves_games(&h, 1), 10);
    halves_free(&h);
}

/* A training: the games of its iterations change, none has more than are allowed, and stopped and resumed it is the same. */
static void test_training(void **state)
{
    (void)state;
    static const char ini[] =
        "[game]\nwidth = 5\nheight = 8\n[training]\nallocation = fixed\ngames = 6\ngames_by = correlation\n"
        "iterations = 25\n[selection]\nfinalists = 0\n[validation]\ngames = 0\n[optimiser]\npreset = vdbergh\nparticles = 6\n";
    static const char *const orders[] = {NULL, "optimiser.update_order=sequential", "training.allocation=resample"};
    for (int k = 0; k < 3; k++) {
        Live whole;
        live_open(&whole, ini, orders[k], 0);
        live_finish(&whole);
        int least = 1000, most = 0, rows = 0;
        for (const char *at = whole.rows.text; (at = rows_next(at, "metrics")) != NULL; at = strchr(at, '\n') + 1, rows++) {
            const int games = (int)rows_cell(at, "iteration_games");
            assert_true(games % 6 == 0 && games <= (k == 2 ? 72 : 36));
            if (games < least) least = games;
            if (games > most) most = games;
        }
        assert_true(rows == 25 && least <= 12 && most > least);
        for (int stop = 3; stop < 40; stop += 9) {
            Live first, second;
            live_open(&first, ini, orders[k], 0);
            for (int i = 0; i <= stop; i++)
                if (!live_step(&first)) break;
            char *saved = walk_save(first.setup.experiment.kind->walk, first.setup.experiment.self);
            live_resume(&second, ini, orders[k], 0, saved, first.rows.text, first.rows.used);
            live_finish(&second);
            assert_string_equal(second.rows.text, whole.rows.text);
            free(saved);
            live_close(&first), live_close(&second);
        }
        live_close(&whole);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_follows),
        cmocka_unit_test(test_by_hand),
        cmocka_unit_test(test_rounding),
        cmocka_unit_test(test_training),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
