/* test_lanes.c. The lanes of Tetris are the reference engine, only faster: a tenth of the campaign of tests/programs/equal.c. */
#include "tests/boards.h"
#include "tests/helpers.h"
#include "tests/lanes_equal.h"

#include "game/tetris/packed.h"

static int shares; /* of EQUAL_SHARES, how many are run */
static const Lanes *lanes[EQUAL_LANES_MAX];

/* The test of an instruction set that is not here is skipped; the others have all been compared in the tests below. */
static void runs_here(void **state)
{
    const Lanes *l = *state;
    if (!l->runs_here()) skip();
}

static int set_up(__attribute__((unused)) void **state)
{
    shares = slow_samples(EQUAL_SHARES / (IS_SLOW ? 100 : 10));
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

TEST(test_features)
{
    EqualCounts c = run(EQUAL_FEATURES_DEPTH);
    AT_LEAST(c, BOARDS, shares * EQUAL_BOARDS);
    AT_LEAST(c, PLACEMENTS, c.n[EQUAL_N_BOARDS] * 20);
    AT_LEAST(c, MARKED, c.n[EQUAL_N_PLACEMENTS] / 20);
    AT_LEAST(c, LOSING, c.n[EQUAL_N_PLACEMENTS] / 50);
}

TEST(test_decisions)
{
    EqualCounts c = run(EQUAL_DECISIONS_DEPTH);
    AT_LEAST(c, DECISIONS, shares * EQUAL_DECISIONS);
    AT_LEAST(c, CLEARING, c.n[EQUAL_N_DECISIONS] / 20);
    AT_LEAST(c, NO_MOVE, c.n[EQUAL_N_DECISIONS] / 100);
    AT_LEAST(c, TIES, c.n[EQUAL_N_ASKED_FOR_TIES] / 10);
}

TEST(test_games)
{
    EqualCounts c = run(EQUAL_GAMES_DEPTH);
    AT_LEAST(c, GAMES, shares * EQUAL_GAMES);
    AT_LEAST(c, PIECES, c.n[EQUAL_N_GAMES] * 50);
    if (shares >= EQUAL_SHARES / 10) AT_LEAST(c, FULL_GAMES, c.n[EQUAL_N_GAMES] / 100); /* fewer may have none that lasts */
}

TEST(test_ahead)
{
    EqualCounts c = run(EQUAL_AHEAD_DEPTH);
    AT_LEAST(c, VALUES, shares * EQUAL_VALUES);
    AT_LEAST(c, MOVES_AHEAD, c.n[EQUAL_N_VALUES] * 10);
    AT_LEAST(c, TURNS, shares * 8);
}

/* A feature that has no term plays more slowly, and says so: two sets of those that are published have some. */
static bool has_no_term(int set)
{
    return set == TETRIS_SET_TETRISPROS_ELEVEN || set == TETRIS_SET_TETRISPROS_TEXT;
}

TEST(test_says_what_is_slow)
{
    const TetrisRules rules = {.width = 10, .height = 20};
    const int index[] = {TETRIS_HOLES, TETRIS_HEIGHT_RANGE}, mixed[] = {TETRIS_TETRISPROS_PITS, TETRIS_WELLS};
    for (int i = 0; tetris_lanes[i] != NULL; i++) {
        const Lanes *l = tetris_lanes[i];
        assert_null(l->slows(&(FeatureSet){.index = index, .n = 1}));
        assert_string_equal(l->slows(&(FeatureSet){.index = index, .n = 2}), "the reference counts some of its features");
        assert_string_equal(l->slows(&(FeatureSet){.index = mixed, .n = 2}), "no kernel has all of its features");
        for (int k = 0; k < TETRIS_SETS; k++) {
            assert_null(l->refuses(&rules, &tetris_sets[k]));
            assert_int_equal(l->slows(&tetris_sets[k]) != NULL, has_no_term(k));
        }
    }
}

/* What is said of a set is what its plan does. */
TEST(test_plans_are_as_said)
{
    const TetrisRules rules = board_rules(10, 20);
    const Lanes *l = lanes[0]; /* plan is compiled for the instruction set, so that only lanes that run here may be asked */
    const int mixed[] = {TETRIS_TETRISPROS_PITS, TETRIS_WELLS};
    const FeatureSet mixture = {.index = mixed, .n = 2};
    OWNED Plan *plan = mem_lines(l->plan_bytes);
    for (int k = 0; k <= TETRIS_SETS; k++) {
        const FeatureSet *set = k < TETRIS_SETS ? &tetris_sets[k] : &mixture;
        l->plan(&rules, set, plan);
        assert_int_equal(plan->all_afresh, k == TETRIS_SETS);
        assert_int_equal(plan->by_value, has_no_term(k));
    }
}

static int run_all(void)
{
    for (int i = 0; tetris_lanes[i] != NULL; i++)
        tests_add(__FILE__, (struct CMUnitTest){.name = tetris_lanes[i]->isa,
                                                .test_func = runs_here,
                                                .initial_state = (void *)(uintptr_t)tetris_lanes[i]});
    return tests_run("tests", set_up, NULL);
}

RUN(run_all())
