/* test_guideline_levels.c. The game guideline in parts: its levels, states that are given another future, and the mean of whole
 * games from replicates of splitting. */
#include "eval/splitting.h"
#include "tests/helpers.h"
#include "tests/players.h"
#include "tests/systems/guideline/guideline_reference.h"

static const Game *const game = &game_guideline;

/* By hand: the heights are 3, 0, 2, 1 and six times 0; two holes, in the first and in the third column. */
TEST(test_levels)
{
    GuidelineRules rules = reference_rules();
    const GuidelineState s = reference_state("|#.........|\n|..#.......|\n|#..#......|\n", "T", 0);
    static const struct {
        const char *name;
        int level;
    } expected[GUIDELINE_LEVELS] = {{"load", 6 + 4}, {"heights", 6}, {"top", 30 + 2}, {"mixed", 6 + 4 + 9}};
    GuidelineState first;
    game->start(&rules, 1, &first);
    for (int i = 0; i < game->n_levels; i++) {
        assert_string_equal(game->levels[i].name, expected[i].name);
        assert_int_equal(game->level(&rules, i, &s), expected[i].level);
        assert_int_equal(game->level(&rules, i, &first), 0);
    }
}

/* ---- another future ---- */

/* What a state is after its last move, before anything is drawn: everything but the stream. */
static void assert_as_before_chance(const GuidelineRules *rules, const GuidelineState *made, const GuidelineState *s,
                                    uint64_t seed)
{
    GuidelineState renewed = *s, expected = *made;
    game->renew(rules, seed, &renewed);
    rng_stream(&expected.rng, seed);
    if (!rules->bag) expected.bag = renewed.bag; /* it is not drawn from */
    assert_memory_equal(&renewed, &expected, sizeof expected);
}

/* Renewed, a state is what it was right after its last move, or at the start of the game, with other chances to come; also a
 * state that the chances have lost. The moves of a game are random, so that pieces are exchanged and games are lost. */
TEST(test_renew)
{
    Rng r = reference_stream(5);
    int lost = 0, exchanged = 0;
    for (int i = 0; i < 400; i++) {
        const GuidelineRules rules = reference_rules_by_chance(&r);
        GuidelineState s, made;
        Move move[GUIDELINE_MOVES_MAX];
        game->start(&rules, rng_u32(&r), &s);
        for (int n = 1; n > 0;) {
            made = s;
            game->chance(&rules, &s);
            assert_as_before_chance(&rules, &made, &s, rng_u32(&r));
            if (rng_below(&r, 3) == 0) { /* goes on with another future */
                game->renew(&rules, rng_u32(&r), &s);
                game->chance(&rules, &s);
            }
            lost += s.lost && !made.lost;
            n = game->moves(&rules, &s, move);
            if (n == 0) break;
            const Move m = move[rng_below(&r, (uint32_t)n)];
            exchanged += guideline_other(m) && s.held == GUIDELINE_NO_PIECE;
            game->apply(&rules, &s, m);
        }
    }
    assert_true(lost > 20 && exchanged > 50);
}

/* Pieces still come out of bags where states were given other futures on the way: no piece is in the queue or was placed more
 * often than its bags allow. */
TEST(test_bags_go_on)
{
    GuidelineRules rules = reference_rules();
    Rng r = reference_stream(6);
    GuidelineState s;
    int placed[GUIDELINE_PIECES] = {0};
    game->start(&rules, 7, &s);
    for (game->chance(&rules, &s); !s.lost; game->chance(&rules, &s)) {
        int count[GUIDELINE_PIECES], least;
        if (rng_below(&r, 2)) {
            game->renew(&rules, rng_u32(&r), &s);
            game->chance(&rules, &s);
        }
        memcpy(count, placed, sizeof count);
        for (int i = 0; i < s.known; i++) count[s.queue[i]]++;
        if (s.held != GUIDELINE_NO_PIECE) count[s.held]++;
        least = count[0];
        for (int p = 1; p < GUIDELINE_PIECES; p++) least = count[p] < least ? count[p] : least;
        for (int p = 0; p < GUIDELINE_PIECES; p++) {
            assert_in_range(count[p] - least, 0, 1);
            assert_int_equal(s.bag >> p & 1, count[p] == least);
        }
        Move move[GUIDELINE_MOVES_MAX];
        const int n = game->moves(&rules, &s, move);
        game->apply(&rules, &s, move[rng_below(&r, (uint32_t)n)]);
        placed[s.placed]++;
    }
    assert_true(s.pieces > 15);
}

/* ---- the mean of whole games ---- */

/* On a low board, by each level, with hold and a preview; and without either, where the piece to place is drawn anew. */
TEST(test_unbiased)
{
    enum { REPLICATES = IS_SLOW ? 15 : 80, GAMES = 10 * REPLICATES };
    for (int k = 0; k < 2; k++) {
        GuidelineRules rules = reference_rules();
        rules.height = k == 0 ? 10 : 14;
        if (k == 1) rules.hold = false, rules.preview = 0;
        CLOSED(player_free) Player p;
        const Rules table = {.game = game, .rules = &rules, .set = &reference_penalty_set};
        assert_null(player_make(&p, table, &agent_penalty, PLAYER_AUTO, NULL, 0));
        const Stats games = players_whole_games(&p, reference_handmade, GAMES);
        for (int level = 0; level < GUIDELINE_LEVELS; level++) {
            const SplittingOptions o = {
                .level = level, .step = level == 2 ? 10 : 6, .trials = 100, .pilot = 256, .run = 2000, .roulette = 2};
            assert_true_mean(&p, &o, reference_handmade, REPLICATES, level == 0 ? 3 : 0, IS_SLOW ? 0.35 : 0.15, &games);
        }
    }
}

TESTS(NULL, NULL)
