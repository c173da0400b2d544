/* test_tetr_ai.c. The weights of the player tetr-ai make the moves that its formula makes (tetr_ai_again.h). */
#include "config/weights.h"
#include "tests/boards.h"
#include "tests/helpers.h"
#include "tests/samples.h"
#include "tests/tetr_ai_again.h"

static const Game *const game = &game_tetris;

/* The move with a piece on the board s, by the program and by the formula; -1: all moves lose, by both of them. */
static Move choose_twice(const Rules *t, TetrisState *s, int piece, const double *w, void *scratch)
{
    Move possible[TETRIS_MOVES_MAX];
    const Pile pile = pile_from(t->rules, s);
    const Move expected = tetr_ai_move(&pile, piece);
    game->happen(t->rules, s, piece);
    const Move move = game->moves(t->rules, s, possible) > 0 ? agent_greedy.choose(t, s, w, scratch) : -1;
    if (move != expected) {
        board_show("before", t->rules, s);
        fail_msg("piece %c: move %d, by its formula %d", tetris_pieces[piece].letter, move, expected);
    }
    return move;
}

/* 100,000 random boards of all sorts, half of them of the sizes that are published, and after one in five a board of its play. */
TEST(test_moves)
{
    CLOSED(weights_free) Weights w;
    Errors errors = {0};
    assert_int_equal(weights_read(&w, "params/weights/tetr-ai.ini", (Schema){.game = registry_games[0]}, &errors), WEIGHTS_READ);
    Rng r = rng_from(1);
    int moves[2] = {0}; /* that there were; where all lose */
    for (int i = 0; i < slow_samples(4000); i++) {
        const int any = below(&r, 2), width = any ? 5 + below(&r, 10) : 10;
        const TetrisRules rules = board_rules(width, any ? 5 + below(&r, 17) : (const int[]){7, 10, 14, 20}[i % 4]);
        const Rules t = {.game = game, .rules = &rules, .set = w.schema.set};
        OWNED void *scratch = mem_lines(agent_greedy.scratch_bytes(&t));
        TetrisState sequence = {0}, s;
        for (int k = 0; k < 25; k++) {
            sample_board(&r, &rules, &sequence, &s);
            for (int plies = k % 5 == 0 ? 2 : 1; plies > 0; plies--) {
                const Move move = choose_twice(&t, &s, below(&r, TETRIS_TETROMINOES), w.w, scratch);
                moves[move < 0]++;
                if (move < 0) break; /* the game is over */
                game->apply(&rules, &s, move);
            }
        }
    }
    assert_true(moves[0] > 10 * moves[1] && moves[1] > 0);
}

TESTS(NULL, NULL)
