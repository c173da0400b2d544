/* test_decision.c. Decisions that threads share: the order of branches and depths, budgets, stop checks. */
#include "eval/decider.h"
#include "tests/helpers.h"

/* ---- branches that only count ---- */

/* An agent whose list says how many branches there are, and what they come to: branch i takes i + 1 positions, three at a
 * time, below depth 5, and is worth values[i] times the depth. Its "move" is the branch of the highest value; 99 by depth 1. */
enum { BRANCHES = 6, DEPTHS = 4, FIRST = 99, LISTED = 7 };
static const double values[BRANCHES] = {1, 5, -2, 5, 3, 0};

static size_t no_bytes(const Rules *r)
{
    return (void)r, 1;
}

static int four(const Rules *r)
{
    return (void)r, DEPTHS;
}

static int list_all(const Rules *r, const void *state, const double *w, void *list, SearchLimit *l)
{
    (void)r, (void)state, (void)w;
    *(char *)list = 'L';
    search_count(l, LISTED);
    return BRANCHES;
}

static bool search_one(const Rules *r, const void *list, int branch, int depth, double *value, void *scratch, SearchLimit *l)
{
    (void)r;
    assert_int_equal(*(const char *)list, 'L');
    *(char *)scratch = 'S';
    for (int left = branch + 1; left > 0; left -= 3)
        if (!search_spend(l, left < 3 ? left : 3)) return false;
    *value = values[branch] * depth;
    return true;
}

static Move highest(const Rules *r, const void *list, const double *value)
{
    int best = 0;
    (void)r, (void)list;
    for (int i = 1; value != NULL && i < BRANCHES; i++)
        if (value[i] > value[best]) best = i;
    return value == NULL ? FIRST : best;
}

static const Branching counting = {no_bytes, no_bytes, four, list_all, search_one, highest};
static const Agent counter = {.name = "counter", .branching = &counting};

/* A check that says stop once it has been asked so often as ctx says. */
static bool count_down(void *ctx, int turns)
{
    assert_int_equal(turns, 0);
    return atomic_fetch_sub((atomic_int *)ctx, 1) <= 0;
}

/* Each depth takes 1 + 2 + .. + 6 = 21 positions: with 7 + 21 k of them, depth k + 1 is finished, with one less it is not. */
TEST(test_bounds)
{
    const Game game = {.moves_max = BRANCHES};
    const Rules r = {.game = &game};
    for (int threads = 1; threads <= 3; threads++) {
        Decider *d = decider_create(&counter, &r, threads);
        Decided whole = decider_choose(d, NULL, NULL, 0, NULL);
        assert_true(whole.move == 1 && whole.depth == DEPTHS && whole.positions == LISTED + 21 && !whole.cut);
        for (int nodes = 1; nodes <= LISTED + 21 * DEPTHS; nodes++) {
            Decided some = decider_choose(d, NULL, NULL, nodes, NULL);
            int depth = nodes < LISTED + 21 ? 1 : (nodes - LISTED) / 21 + 1;
            if (depth > DEPTHS) depth = DEPTHS;
            assert_true(some.depth == depth && some.move == (depth == 1 ? FIRST : 1) && some.cut == (depth < DEPTHS));
            assert_int_equal(some.positions, LISTED + 21 * (depth - 1));
        }
        for (int calls = 0; calls <= 40; calls++) { /* nine calls a depth */
            atomic_int left = calls;
            const StopCheck stop = {.poll = count_down, .ctx = &left};
            Decided some = decider_choose(d, NULL, NULL, 0, &stop);
            int depth = calls / 9 + 1 < DEPTHS ? calls / 9 + 1 : DEPTHS;
            assert_true(some.depth == depth && some.cut == (depth < DEPTHS) && some.move == (depth == 1 ? FIRST : 1));
        }
        decider_destroy(d);
    }
}

TESTS(NULL, NULL)
