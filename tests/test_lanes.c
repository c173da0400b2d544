/* test_lanes.c. The lanes of Tetris are the reference engine, only faster: a tenth of the campaign of tests/programs/equal.c. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tests/boards.h"
#include "tests/lanes_equal.h"
#include "tests/slow.h"

#include "base/mem.h"
#include "game/tetris/features.h"
#include "game/tetris/packed.h"

#include <stdlib.h>

static int shares; /* of EQUAL_SHARES, how many are run */
static const Lanes *lanes[EQUAL_LANES_MAX];

/* The test of an instruction set that is not here is skipped; the others have all been compared in the tests below. */
static void test_runs_here(void **state)
{
    const Lanes *l = *state;
    if (!l->runs_here()) skip();
}

static int set_up(void **state)
{
    (void)state;
    shares = slow_samples(EQUAL_SHARES / (IS_SLOW ? 50 : 10));
    return equal_lanes(lanes) > 0 ? 0 : -1;
}

/* Runs the shares of a depth. The first ones are `make verify`'s; campaign equal runs all. */
static EqualCounts run(EqualDepth depth)
{
    EqualCounts counts = {{0}};
    assert_true(equal_shares(depth, 0, shares, lanes, &counts));
    return counts;
}

/* That what was to be tested did come up. */
#define AT_LEAST(counts, number, least)                                                   \
    do {                                                                                  \
        if ((counts).n[EQUAL_N_##number] < (least))                                       \
            fail_msg(#number ": %lld, too few", (long long)(counts).n[EQUAL_N_##number]); \
    } while (0)

static void test_features(void **state)
{
    (void)state;
    EqualCounts c = run(EQUAL_FEATURES_DEPTH);
    AT_LEAST(c, BOARDS, shares * EQUAL_BOARDS);
    AT_LEAST(c, PLACEMENTS, c.n[EQUAL_N_BOARDS] * 20);
    AT_LEAST(c, MARKED, c.n[EQUAL_N_PLACEMENTS] / 20);
    AT_LEAST(c, LOSING, c.n[EQUAL_N_PLACEMENTS] / 50);
}

static void test_decisions(void **state)
{
    (void)state;
    EqualCounts c = run(EQUAL_DECISIONS_DEPTH);
    AT_LEAST(c, DECISIONS, shares * EQUAL_DECISIONS);
    AT_LEAST(c, CLEARING, c.n[EQUAL_N_DECISIONS] / 20);
    AT_LEAST(c, NO_MOVE, c.n[EQUAL_N_DECISIONS] / 100);
    AT_LEAST(c, TIES, c.n[EQUAL_N_ASKED_FOR_TIES] / 10);
}

static void test_games(void **state)
{
    (void)state;
    EqualCounts c = run(EQUAL_GAMES_DEPTH);
    AT_LEAST(c, GAMES, shares * EQUAL_GAMES);
    AT_LEAST(c, PIECES, c.n[EQUAL_N_GAMES] * 50);
    AT_LEAST(c, FULL_GAMES, c.n[EQUAL_N_GAMES] / 100);
}

static void test_ahead(void **state)
{
    (void)state;
    EqualCounts c = run(EQUAL_AHEAD_DEPTH);
    AT_LEAST(c, VALUES, shares * EQUAL_VALUES);
    AT_LEAST(c, MOVES_AHEAD, c.n[EQUAL_N_VALUES] * 10);
    AT_LEAST(c, TURNS, shares * 8);
}

/* A set with a feature that has no term is refused, so that auto takes the reference: one set of those that are published. */
static void test_refuses_unknown(void **state)
{
    (void)state;
    const TetrisRules rules = {.width = 10, .height = 20};
    const int index[] = {TETRIS_HOLES, TETRIS_HEIGHT_RANGE};
    for (int i = 0; tetris_lanes[i] != NULL; i++) {
        assert_non_null(tetris_lanes[i]->refuses(&rules, &(FeatureSet){.index = index, .n = 2}));
        assert_null(tetris_lanes[i]->refuses(&rules, &(FeatureSet){.index = index, .n = 1}));
        for (int k = 0; k < TETRIS_SETS; k++) {
            const bool refused = tetris_lanes[i]->refuses(&rules, &tetris_sets[k]) != NULL;
            assert_int_equal(refused, k == TETRIS_SET_TETRISPROS_ELEVEN);
        }
    }
}

/* No published set is so slow as those that are measured afresh for every placement. */
static void test_sets_have_families(void **state)
{
    (void)state;
    const TetrisRules rules = board_rules(10, 20);
    const Lanes *l = lanes[0]; /* plan is compiled for the instruction set, so that only lanes that run here may be asked */
    Plan *plan = mem_lines(l->plan_bytes);
    for (int k = 0; k < TETRIS_SETS; k++) {
        if (l->refuses(&rules, &tetris_sets[k]) != NULL) continue;
        l->plan(&rules, &tetris_sets[k], plan);
        if (plan->all_afresh) fail_msg("%s has no family", tetris_sets[k].name);
    }
    const int mixed[] = {TETRIS_TETRISPROS_PITS, TETRIS_WELLS};
    l->plan(&rules, &(FeatureSet){.index = mixed, .n = 2}, plan);
    assert_true(plan->all_afresh);
    free(plan);
}

int main(void)
{
    enum { OTHERS = EQUAL_DEPTHS + 2 };
    struct CMUnitTest tests[OTHERS + EQUAL_LANES_MAX] = {
        cmocka_unit_test(test_features), cmocka_unit_test(test_decisions),       cmocka_unit_test(test_games),
        cmocka_unit_test(test_ahead),    cmocka_unit_test(test_refuses_unknown), cmocka_unit_test(test_sets_have_families),
    };
    for (int i = 0; tetris_lanes[i] != NULL; i++) {
        struct CMUnitTest *t = &tests[OTHERS + i];
        t->name = tetris_lanes[i]->isa;
        t->test_func = test_runs_here;
        t->initial_state = (void *)(uintptr_t)tetris_lanes[i];
    }
    return cmocka_run_group_tests(tests, set_up, NULL);
}
