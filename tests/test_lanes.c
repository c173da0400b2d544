/* test_lanes.c. The lanes of Tetris are the reference engine, only faster: a tenth of the campaign of tests/programs/equal.c. */
#include "tests/boards.h"
#include "tests/helpers.h"
#include "tests/lanes_equal.h"

#include "game/tetris/packed.h"

static int shares; /* of EQUAL_SHARES, how many are run */
static const Lanes *lanes[EQUAL_LANES_MAX];

static int set_up(__attribute__((unused)) void **state)
{
    shares = samples(EQUAL_SHARES / (IS_SLOW ? 100 : 10));
    return equal_lanes(lanes) > 0 ? 0 : -1;
}

/* That what was to be tested did come up: of each number at least such a multiple or part of another; SHARES: of the shares that
 * are run. */
enum { SHARES = EQUAL_N };
static const struct {
    EqualNumber number;
    int of, times, per;
} least[] = {{EQUAL_N_BOARDS, SHARES, EQUAL_BOARDS, 1},       {EQUAL_N_PLACEMENTS, EQUAL_N_BOARDS, 20, 1},
             {EQUAL_N_MARKED, EQUAL_N_PLACEMENTS, 1, 25},     {EQUAL_N_LOSING, EQUAL_N_PLACEMENTS, 1, 50},
             {EQUAL_N_DECISIONS, SHARES, EQUAL_DECISIONS, 1}, {EQUAL_N_CLEARING, EQUAL_N_DECISIONS, 1, 20},
             {EQUAL_N_NO_MOVE, EQUAL_N_DECISIONS, 1, 100},    {EQUAL_N_TIES, EQUAL_N_ASKED_FOR_TIES, 1, 10},
             {EQUAL_N_GAMES, SHARES, EQUAL_GAMES, 1},         {EQUAL_N_PIECES, EQUAL_N_GAMES, 50, 1},
             {EQUAL_N_FULL_GAMES, EQUAL_N_GAMES, 1, 100},     {EQUAL_N_VALUES, SHARES, EQUAL_VALUES, 1},
             {EQUAL_N_MOVES_AHEAD, EQUAL_N_VALUES, 10, 1},    {EQUAL_N_TURNS, SHARES, 8, 1}};

/* The shares of all depths. The first ones are `make verify`'s; campaign equal runs all. */
TEST(test_depths)
{
    EqualCounts c = {{0}};
    for (int depth = 0; depth < EQUAL_DEPTHS; depth++) assert_true(equal_shares((EqualDepth)depth, 0, shares, lanes, &c));
    for (size_t i = 0; i < LENGTH(least); i++) {
        if (least[i].number == EQUAL_N_FULL_GAMES && shares < EQUAL_SHARES / 10) continue; /* fewer may have none that lasts */
        const int64_t n = c.n[least[i].number], of = least[i].of == SHARES ? shares : c.n[least[i].of];
        if (n < of * least[i].times / least[i].per) fail_msg("%s %lld, too few", equal_numbers[least[i].number], (long long)n);
    }
}

/* Features that are in no kernel together. */
static const FeatureSet mixture = {.index = (const int[]){TETRIS_TETRISPROS_PITS, TETRIS_WELLS}, .n = 2};

/* A feature that has no term plays more slowly, and says so: two sets of those that are published have some. */
static bool has_no_term(int set)
{
    return set == TETRIS_SET_TETRISPROS_ELEVEN || set == TETRIS_SET_TETRISPROS_TEXT;
}

TEST(test_says_what_is_slow)
{
    const TetrisRules rules = {.width = 10, .height = 20};
    const int index[] = {TETRIS_HOLES, TETRIS_HEIGHT_RANGE};
    for (int i = 0; tetris_lanes[i] != NULL; i++) {
        const Lanes *l = tetris_lanes[i];
        assert_null(l->slows(&(FeatureSet){.index = index, .n = 1}));
        assert_string_equal(l->slows(&(FeatureSet){.index = index, .n = 2}), "the reference counts some of its features");
        assert_string_equal(l->slows(&mixture), "no kernel has all of its features");
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
    OWNED Plan *plan = mem_lines(l->plan_bytes);
    for (int k = 0; k <= TETRIS_SETS; k++) {
        const FeatureSet *set = k < TETRIS_SETS ? &tetris_sets[k] : &mixture;
        l->plan(&rules, set, plan);
        assert_int_equal(plan->all_afresh, k == TETRIS_SETS);
        assert_int_equal(plan->by_value, has_no_term(k));
    }
}

TESTS(set_up, NULL)
