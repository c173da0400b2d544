/* test_tetr_ai.c. The weights of the player tetr-ai make the moves that its formula makes (tetr_ai_again.h). */
#include "config/weights.h"
#include "registry.h"
#include "tests/boards.h"
#include "tests/helpers.h"
#include "tests/samples.h"
#include "tests/tetr_ai_again.h"

static const Game *const game = &game_tetris;

/* Random boards of all sorts, among them those of games; and each piece. */
TEST(test_moves)
{
    CLOSED(weights_free) Weights w;
    Errors errors = {0};
    assert_int_equal(weights_read(&w, "params/weights/tetr-ai.ini", (Schema){.game = registry_games[0]}, &errors), WEIGHTS_READ);
    Rng r;
    rng_seed(&r, 1, 1);
    int moves = 0, lost = 0;
    for (int i = 0; i < slow_samples(600); i++) {
        TetrisRules rules = board_rules(5 + below(&r, 10), 5 + below(&r, 17));
        if (below(&r, 2) == 0) rules = board_rules(10, 20);
        const Rules t = {.game = game, .rules = &rules, .set = w.schema.set};
        OWNED void *scratch = mem_lines(agent_greedy.scratch_bytes(&t));
        TetrisState sequence = {0}, s;
        for (int k = 0; k < 25; k++) {
            sample_board(&r, &rules, &sequence, &s);
            const int piece = below(&r, TETRIS_TETROMINOES);
            Move possible[TETRIS_MOVES_MAX];
            const Pile pile = pile_from(&rules, &s);
            game->happen(&rules, &s, piece);
            const Move expected = tetr_ai_move(&pile, piece);
            if (expected < 0 || game->moves(&rules, &s, possible) == 0) {
                assert_true(expected < 0 && game->moves(&rules, &s, possible) == 0);
                lost++;
                continue;
            }
            const Move move = agent_greedy.choose(&t, &s, w.w, scratch);
            moves++;
            if (move == expected) continue;
            board_show("before", &rules, &s);
            fail_msg("piece %c: move %d, by its formula %d", tetris_pieces[piece].letter, move, expected);
        }
    }
    assert_true(moves > 10 * lost && lost > 0);
}

TESTS(NULL, NULL)
