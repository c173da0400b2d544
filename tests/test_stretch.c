/* test_stretch.c. Stretches of games (agent/stretch.h) are the same in all engines and instruction sets, for any bounds, and
 * from any state that was kept and given another future. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tests/players.h"
#include "tests/samples.h"
#include "tests/slow.h"

#include "agent/stretch.h"
#include "base/mem.h"
#include "registry.h"

#include <stdlib.h>
#include <string.h>

/* ---- stretches ---- */

/* What is seen of a player after a stretch: how it ended, turns, tally, and all levels. */
enum { SEEN = 4 + TETRIS_LEVELS, STRETCHES = 60 };

/* Plays from state to state, each of which may be one that was left before, with another future. */
static void play_stretches(const Player *p, const double *x, uint64_t seed, int64_t (*seen)[SEEN])
{
    const size_t bytes = stretch_state_bytes(p);
    char *state = mem_lines(2 * bytes), *old = state + bytes;
    void *scratch = mem_lines(stretch_bytes(p));
    Rng r;
    Stretch t;
    rng_stream(&r, seed);
    memset(scratch, 0xa5, stretch_bytes(p));
    stretch_open(&t, p, x, scratch);
    stretch_start(&t, seed, state);
    memcpy(old, state, bytes);
    for (int i = 0; i < STRETCHES; i++) {
        const int level = below(&r, TETRIS_LEVELS + 1) - 1, width = 1 + below(&r, 60);
        const int now = level >= 0 ? stretch_level(&t, level, state) : 0;
        const Bounds until = {.turns = 1 + below(&r, 40), .level = level, .low = now - width, .high = now + width / 2 + 1};
        int64_t turns;
        const StretchEnd end = stretch_play(&t, state, &until, &turns);
        const Tally tally = stretch_tally(&t, state);
        seen[i][0] = end;
        seen[i][1] = turns;
        seen[i][2] = tally.score;
        seen[i][3] = tally.turns;
        for (int k = 0; k < TETRIS_LEVELS; k++) seen[i][4 + k] = stretch_level(&t, k, state);
        const int next = end == STRETCH_LOST ? 2 : below(&r, 4);
        if (next == 0) memcpy(old, state, bytes);
        if (next == 1) stretch_renew(&t, rng_game(seed, i), state);
        if (next == 2) {
            memcpy(state, old, bytes);
            stretch_renew(&t, rng_game(seed, i), state);
        }
    }
    free(state);
    free(scratch);
}

/* Random rules, features and weights; looks ahead now and then. */
static void compare_stretches(int number, int *ends)
{
    TetrisRules rules;
    FeatureSet set;
    Players p;
    int index[TETRIS_FEATURES];
    double x[TETRIS_FEATURES];
    int64_t expected[STRETCHES][SEEN], found[STRETCHES][SEEN];
    Rng r;
    rng_stream(&r, rng_key((uint64_t)number, RNG_TEST, 700));
    sample_rules(&r, &rules);
    sample_set(&r, &rules, &set, index);
    sample_weights(&r, &set, x);
    const Ruleset table = {.game = &game_tetris, .rules = &rules, .set = &set};
    players_make(&p, table, number % 10 == 0 ? &agent_lookahead : &agent_greedy);
    play_stretches(&p.player[0], x, (uint64_t)number, expected);
    for (int i = 0; i < STRETCHES; i++) ends[expected[i][0]]++;
    for (int i = 1; i < p.n; i++) {
        play_stretches(&p.player[i], x, (uint64_t)number, found);
        for (int k = 0; k < STRETCHES; k++)
            if (memcmp(found[k], expected[k], sizeof found[k]) != 0)
                fail_msg("table %d, %s %s, stretch %d: ends %d after %d turns at level %d, expected %d, %d, %d", number,
                         p.player[i].engine, p.player[i].isa, k, (int)found[k][0], (int)found[k][1], (int)found[k][4],
                         (int)expected[k][0], (int)expected[k][1], (int)expected[k][4]);
    }
    players_free(&p);
}

static void test_stretches(void **state)
{
    (void)state;
    enum { TABLES = IS_SLOW ? 30 : 300 };
    int ends[4] = {0};
    for (int i = 0; i < TABLES; i++) compare_stretches(i, ends);
    for (int i = 0; i < 4; i++) assert_in_range(ends[i], TABLES, TABLES * STRETCHES); /* each end comes up */
}

/* By hand: heights 2, 0, 3, 1 with one hole, below the top of the third column. */
static void test_levels(void **state)
{
    (void)state;
    const TetrisRules rules = {.width = 4, .height = 6, .pieces = "OILJTSZ"};
    TetrisState s = {.piece = TETRIS_NO_PIECE, .next = TETRIS_NO_PIECE, .top = {2, 0, 3, 1}};
    s.cell[0][0] = s.cell[1][0] = s.cell[0][2] = s.cell[2][2] = s.cell[0][3] = 1;
    const int expected[TETRIS_LEVELS] = {6 + 2, 6, 10 * 3 + 1, 6 + 2 + 3 * 3};
    for (int i = 0; i < TETRIS_LEVELS; i++) assert_int_equal(game_tetris.level(&rules, i, &s), expected[i]);
    for (int i = 0; i < TETRIS_LEVELS; i++) assert_string_equal(tetris_levels[i].name, tetris_level_weights[i].level.name);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_stretches), cmocka_unit_test(test_levels)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
