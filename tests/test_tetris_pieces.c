/* test_tetris_pieces.c. The pieces of Tetris: how often each comes, from which seeds, and a preview of them. */
#include "agent/agent.h"
#include "registry.h"
#include "tests/boards.h"
#include "tests/helpers.h"
#include "tests/pile.h"

static const Game *const game = &game_tetris;

/* ---- chances ---- */

/* Draws n pieces: count (TETRIS_PIECES). */
static void draw_pieces(const TetrisRules *rules, uint64_t seed, int n, int *count)
{
    TetrisState s;
    game->start(rules, seed, &s);
    memset(count, 0, TETRIS_PIECES * sizeof *count);
    for (int i = 0; i < n; i++) {
        s.piece = TETRIS_NO_PIECE; /* placed somewhere */
        game->chance(rules, &s);
        count[s.piece]++;
    }
}

static double chi_square(const int *count, const double *odds)
{
    double all = 0, sum = 0, x = 0;
    for (int p = 0; p < TETRIS_PIECES; p++) all += count[p], sum += odds[p];
    for (int p = 0; p < TETRIS_PIECES; p++)
        if (odds[p] > 0) x += pow(count[p] - all * odds[p] / sum, 2) / (all * odds[p] / sum);
    return x;
}

/* 6 degrees of freedom: above 35 once in 200,000. */
TEST(test_piece_frequencies)
{
    static const struct {
        const char *pieces, *weights;
        double odds[TETRIS_PIECES]; /* O I L J T S Z */
    } rows[] = {{"OILJTSZ", "", {1, 1, 1, 1, 1, 1, 1}},
                {"OILJTSZ", "1 2 3 4 5 6 7", {1, 2, 3, 4, 5, 6, 7}},
                {"ZSTJLIO", "1 2 3 4 5 6 7", {7, 6, 5, 4, 3, 2, 1}},
                {"ZO", "3 1", {1, 0, 0, 0, 0, 0, 3}},
                {"SZ", "", {0, 0, 0, 0, 0, 1, 1}},
                {"OIL", "0 5 1", {0, 5, 1, 0, 0, 0, 0}},
                {"OILJTSZ", "1000000 1 1 1 1 1 1000000", {1000000, 1, 1, 1, 1, 1, 1000000}},
                {"T", "4", {0, 0, 0, 0, 1, 0, 0}}};
    static const double even[TETRIS_PIECES] = {1, 1, 1, 1, 1, 1, 1};
    for (size_t i = 0; i < LENGTH(rows); i++) {
        TetrisRules rules = board_rules(10, 20);
        int count[TETRIS_PIECES];
        board_pieces(&rules, rows[i].pieces, rows[i].weights);
        draw_pieces(&rules, 100 + i, 70000, count);
        for (int p = 0; p < TETRIS_PIECES; p++) assert_true(rows[i].odds[p] > 0 || count[p] == 0);
        double chi = chi_square(count, rows[i].odds);
        if (chi > 35) fail_msg("row %zu: chi square %g", i + 1, chi);
        if (i > 0) assert_true(chi_square(count, even) > 1000);
    }
}

/* A piece is the share of one bounded draw below the sum of the weights into which it falls. */
TEST(test_piece_draws)
{
    TetrisRules rules = board_rules(10, 20);
    TetrisState s;
    rules.piece_weights = (IntList){.n = 7, .v = {2, 0, 1, 4, 0, 3, 5}};
    game->start(&rules, 77, &s);
    Rng r = rng_from(77);
    for (int i = 0; i < 1000; i++) {
        static const int of_draw[15] = {O, O, L, J, J, J, J, S, S, S, Z, Z, Z, Z, Z};
        s.piece = TETRIS_NO_PIECE;
        game->chance(&rules, &s);
        assert_int_equal(s.piece, of_draw[rng_below(&r, 15)]);
    }
    int odds[TETRIS_PIECES];
    s.piece = TETRIS_NO_PIECE;
    assert_int_equal(game->outcomes(&rules, &s, odds), game->outcomes_max);
    for (int p = 0; p < TETRIS_PIECES; p++) assert_int_equal(odds[p], rules.piece_weights.v[p]);
}

/* Seeds name games: the same seed the same pieces, another seed others. */
TEST(test_seeds)
{
    TetrisRules rules = board_rules(10, 20);
    TetrisState a, b, c;
    int same = 0;
    game->start(&rules, 1, &a);
    game->start(&rules, 1, &b);
    game->start(&rules, 2, &c);
    for (int i = 0; i < 1000; i++) {
        a.piece = b.piece = c.piece = TETRIS_NO_PIECE;
        game->chance(&rules, &a);
        game->chance(&rules, &b);
        game->chance(&rules, &c);
        assert_int_equal(a.piece, b.piece);
        same += a.piece == c.piece;
    }
    assert_true(same > 90 && same < 200); /* 1 in 7 */
}

/* ---- a preview ---- */

/* Whoever does not look ahead makes the same moves with the same pieces, and ends with the same tally. */
TEST(test_preview_changes_nothing)
{
    int lost = 0;
    Rng r = rng_from(rng_key(6, RNG_TEST, 0));
    for (int i = 0; i < 60; i++) {
        TetrisRules blind = board_rules(4 + (int)rng_below(&r, 7), 4 + (int)rng_below(&r, 9)), sees;
        random_pieces(&r, &blind);
        sees = blind;
        sees.preview = 1;
        TetrisState a, b;
        void *scratch = mem_new(1, agent_greedy.scratch_bytes(&(Rules){.game = game}));
        Rules table = {.game = game, .rules = &blind, .set = game_set(game, "cs3243")};
        game->start(&blind, (uint64_t)i, &a);
        game->start(&sees, (uint64_t)i, &b);
        for (int turn = 0, next = TETRIS_NO_PIECE; turn < 200; turn++) {
            game->chance(&blind, &a);
            game->chance(&sees, &b);
            assert_int_equal(game->over(&a), game->over(&b));
            assert_int_equal(a.piece, b.piece);
            assert_true(next == TETRIS_NO_PIECE || a.piece == next);
            if (game->over(&a)) break;
            Move m = agent_greedy.choose(&table, &a, report_weights, scratch);
            assert_int_equal(agent_greedy.choose(&table, &b, report_weights, scratch), m);
            assert_int_equal(a.next, TETRIS_NO_PIECE);
            assert_non_null(strchr(sees.pieces, tetris_pieces[b.next].letter));
            next = b.next;
            game->apply(&blind, &a, m);
            game->apply(&sees, &b, m);
        }
        lost += game->over(&a);
        assert_true(board_equal(&blind, &a, &b) && a.rows == b.rows && a.pieces == b.pieces);
        free(scratch);
    }
    assert_in_range(lost, 10, 50);
}

/* The pieces move up; the piece to place is known before the one after it is drawn, and so is whether it can be placed. */
TEST(test_preview)
{
    TetrisRules rules = board_rules(4, 4);
    TetrisState s;
    Move move[TETRIS_MOVES_MAX];
    int odds[TETRIS_PIECES];
    char text[200];
    rules.preview = 1;
    board_draw(&rules, &s, "|##..|\n|##..|\n");
    assert_int_equal(game->moves(&rules, &s, move), 0);
    assert_int_equal(game->outcomes(&rules, &s, odds), TETRIS_PIECES);
    game->happen(&rules, &s, O);
    assert_int_equal(game->moves(&rules, &s, move), 3);
    assert_int_equal(game->outcomes(&rules, &s, odds), TETRIS_PIECES);
    game->happen(&rules, &s, I);
    assert_int_equal(game->moves(&rules, &s, move), 3);
    assert_int_equal(game->outcomes(&rules, &s, odds), 0);
    game->text(&rules, &s, text, sizeof text);
    assert_non_null(strstr(text, "+----+\nnext O I\n"));
    TetrisState clears = s, covers = s;
    game->apply(&rules, &clears, tetris_move(0, 2));
    assert_true(clears.rows == 2 && clears.piece == I && clears.next == TETRIS_NO_PIECE && !game->over(&clears));
    assert_int_equal(game->moves(&rules, &clears, move), 5);
    assert_int_equal(game->outcomes(&rules, &clears, odds), TETRIS_PIECES);
    game->text(&rules, &clears, text, sizeof text);
    assert_non_null(strstr(text, "+----+\nnext I\n"));
    game->apply(&rules, &covers, tetris_move(0, 1)); /* the upright I still fits into column 3 */
    assert_int_equal(game->moves(&rules, &covers, move), 1);
    covers = s;
    covers.next = O;
    game->apply(&rules, &covers, tetris_move(0, 1)); /* there is no room for another O: the game is lost, with nothing drawn */
    assert_true(game->over(&covers) && covers.pieces == 1);
    assert_int_equal(game->moves(&rules, &covers, move), 0);
    assert_int_equal(game->outcomes(&rules, &covers, odds), 0);
    TetrisState lost = covers;
    game->chance(&rules, &covers);
    assert_memory_equal(&covers, &lost, sizeof lost);
}

TESTS(NULL, NULL)
