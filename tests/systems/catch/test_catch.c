/* test_catch.c. Catch the ball: its rules, and controllers that are trained for it, from every start that there is. */
#include "tests/library.h"

static const Game *const game = &game_catch;

static void *rules_of(const char *settings)
{
    return options_new(game->params, game->rules_bytes, settings);
}

/* A game with ball and catcher in these columns. */
static void begin(const void *rules, int ball, int catcher, void *state)
{
    game->start(rules, 1, state);
    game->happen(rules, state, ball);
    game->happen(rules, state, catcher);
}

/* ---- the rules ---- */

TEST(test_by_hand)
{
    OWNED void *rules = rules_of("width=4 height=3 line=2"), *s = mem_new(3, game->state_bytes);
    char *before = (char *)s + game->state_bytes, *missed = before + game->state_bytes;
    Move move[3];
    int odds[1000];
    game->start(rules, 7, s);
    assert_int_equal(game->moves(rules, s, move), 0); /* chances are due: the ball's column, then the catcher's */
    assert_int_equal(game->outcomes(rules, s, odds), 4);
    begin(rules, 2, 0, s);
    assert_int_equal(game->outcomes(rules, s, odds), 0);
    assert_int_equal(game->moves(rules, s, move), 2); /* not past the wall */
    assert_true(move[0] == 1 && move[1] == 2);
    memcpy(missed, s, game->state_bytes);

    static const double features[2][3] = {{1, 1, -0.5}, {0, 0, 0.5}}, caught[] = {0, 1}, nearness[] = {-1, 0};
    for (int i = 0; i < 2; i++) {
        memcpy(before, s, game->state_bytes);
        game->apply(rules, s, 2);
        if (i == 0) assert_int_equal(game->moves(rules, s, move), 3);
        for (int f = 0; f < 3; f++) assert_true(game->value(rules, f, before, s) == features[i][f]);
        assert_true(game_reward(game, "caught")->of(rules, before, s) == caught[i]);
        assert_true(game_reward(game, "nearness")->of(rules, before, s) == nearness[i]);
    }
    game->apply(rules, s, 1);
    assert_false(game->over(s));
    game->apply(rules, s, 1);
    assert_true(game->over(s) && game->tally(s).score == 1 && game->tally(s).turns == 4);
    assert_int_equal(game->moves(rules, s, move), 0);

    for (int i = 0; i < 4; i++) { /* it comes too late */
        memcpy(before, missed, game->state_bytes);
        game->apply(rules, missed, i == 0 ? 1 : 2);
        assert_true(game_reward(game, "caught")->of(rules, before, missed) == (i == 1 ? -1 : 0));
    }
    assert_true(game->over(missed) && game->tally(missed).score == 0);
}

TEST(test_observations)
{
    OWNED void *rules = rules_of("width=4 height=3 line=2"), *usual = rules_of(""), *s = mem_new(1, game->state_bytes);
    const Observation *places = game_observation(game, "places"), *board = game_observation(game, "board");
    static const double seen[16] = {[4] = 1, [11] = 1}; /* from the floor up: the catcher in row 2, the ball in row 1 */
    double x[16];
    begin(rules, 3, 0, s);
    assert_int_equal(places->indices(usual), 200); /* 2 width states */
    assert_int_equal(places->index(rules, s), 0 - 3 + 4);
    places->numbers(rules, s, x);
    assert_true(x[0] == 1 && x[1] == 0 && x[2] == 0);
    game->apply(rules, s, 1);
    board->numbers(rules, s, x);
    assert_memory_equal(x, seen, sizeof seen);
    assert_int_equal(board->indices(rules), 4 * 4 * 4);
    assert_int_equal(board->indices(usual), 0); /* too many */
    assert_int_equal(board->index(rules, s), (1 * 4 + 3) * 4 + 0);
}

TEST(test_check)
{
    Finding finding;
    OWNED void *good = rules_of("height=20 line=20"), *bad = rules_of("height=20 line=21");
    assert_int_equal(game->check(good, &finding), 0);
    assert_int_equal(game->check(bad, &finding), 1);
    assert_string_equal(finding.key, "line");
    assert_string_equal(finding.why, "must be at most height = 20: the ball falls no further");
}

/* ---- every start ---- */

/* The starts from which a greedy player with these weights catches the ball, of 10,000. */
static int starts_caught(const double *w)
{
    OWNED void *rules = rules_of(""), *s = mem_new(1, game->state_bytes);
    const Rules r = {.game = game, .rules = rules, .set = game_set(game, "catch")};
    OWNED void *scratch = mem_new(1, agent_greedy.scratch_bytes(&r));
    int caught = 0;
    for (int ball = 0; ball < 100; ball++)
        for (int catcher = 0; catcher < 100; catcher++) {
            begin(rules, ball, catcher, s);
            while (!game->over(s)) game->apply(rules, s, agent_greedy.choose(&r, s, w, scratch));
            caught += game->tally(s).score == 1;
        }
    return caught;
}

TEST(test_starts)
{
    static const double good[] = {-1, 0, 0}, still[] = {0, 0, 0}, away[] = {1, 0, 0};
    assert_int_equal(starts_caught(good), 10000);
    assert_in_range(starts_caught(still), 1, 500); /* it goes to the left wall */
    assert_in_range(starts_caught(away), 0, 100);
}

/* The inis of the program. */
TEST(test_trained_weights_catch_every_start)
{
    static const char *const inis[] = {"catch.ini", "catch-ga.ini"};
    const Place *place = *state;
    for (size_t i = 0; i < LENGTH(inis); i++) {
        OWNED char *path = text_new("%s/params/%s", place->root, inis[i]), *text = files_read(path, NULL);
        double x[3];
        assert_non_null(text);
        char *games = strstr(text, "games = 100\n"); /* a training with fewer is as good */
        assert_non_null(games);
        if (is_short()) memcpy(games, "games =  20", strlen("games =  20"));
        CLOSED(training_close) swt_training *t = opened(text, NULL, SWT_NEW);
        finish(t);
        assert_good(swt_training_result(t, x, 3, NULL, NULL));
        assert_int_equal(starts_caught(x), 10000);
    }
}

TESTS(place_enter, place_leave)
