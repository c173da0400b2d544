/* test_lookahead_games.c. Whole games of the agent that looks ahead, with any of its options, are the same in all engines and
 * instruction sets, and so are replicates of splitting. */
#include "tests/boards.h"
#include "tests/helpers.h"
#include "tests/players.h"
#include "tests/samples.h"

enum { GAMES = 6 };

/* Low boards, on which games end. The sets: usual ones, one with a growth, and one with a feature that the reference counts. */
static void sample_table(Rng *r, Rules *t, TetrisRules *rules, LookaheadOptions *o)
{
    static const int index[] = {TETRIS_HOLES, TETRIS_HEIGHT_RANGE, TETRIS_LANDING_HEIGHT, TETRIS_COLUMN_TRANSITIONS};
    static const FeatureSet slow = {"slow", "tests", index, LENGTH(index)};
    static const int sets[] = {TETRIS_SET_BCTS, TETRIS_SET_DT, TETRIS_SET_CS3243, TETRIS_SET_EL_TETRIS, TETRIS_SET_BERTSEKAS};
    const int set = below(r, LENGTH(sets) + 1);
    *rules = board_rules(10, 6 + below(r, 3));
    rules->preview = below(r, 2);
    sample_lookahead(r, o);
    *t = (Rules){.game = &game_tetris, .rules = rules, .options = o};
    t->set = set < (int)LENGTH(sets) ? &tetris_sets[sets[set]] : &slow;
}

/* Less of everything is better, but for rows and cells that go. */
static void sample_player(Rng *r, const FeatureSet *set, double *w)
{
    for (int i = 0; i < set->n; i++) {
        const int f = set->index[i];
        const bool more = f == TETRIS_ROWS_CLEARED || f == TETRIS_ERODED_CELLS;
        w[i] = (more ? 1 : -1) * (below(r, 2) ? rng_real(r) : 1 + below(r, 3));
    }
}

/* Columns are there wherever there is a level to be above. */
TEST(test_games)
{
    enum { TABLES = IS_SLOW ? 6 : 60 };
    Rng r = rng_from(rng_key(1, RNG_TEST, 801));
    int ended = 0, alone = 0;
    for (int n = 0; n < TABLES; n++) {
        Rules t;
        TetrisRules rules;
        LookaheadOptions o;
        double w[FEATURE_SET_MAX];
        CLOSED(players_free) Players p;
        sample_table(&r, &t, &rules, &o);
        sample_player(&r, t.set, w);
        players_make(&p, t, &agent_lookahead);
        Answer expected[GAMES] = {{0}};
        for (int k = 0; k < p.n; k++) p.player[k].turns_max = 60;
        players_play(&p.player[0], w, expected, GAMES);
        for (int i = 0; i < GAMES; i++) ended += expected[i].cost < 60;
        for (int k = 1; k < p.n; k++) {
            Answer found[GAMES] = {{0}};
            players_play(&p.player[k], w, found, GAMES);
            alone += p.player[k].alone;
            assert_true(!p.player[k].alone || strcmp(o.where, ALWAYS) != 0);
            for (int i = 0; i < GAMES; i++)
                if (!same_answer(&found[i], &expected[i]))
                    fail_msg("table %d, %s %s, game %d: %g rows in %g pieces, expected %g in %g", n, p.player[k].engine,
                             p.player[k].isa, i, found[i].score, found[i].cost, expected[i].score, expected[i].cost);
        }
    }
    assert_in_range(ended, TABLES, TABLES * GAMES);
    assert_in_range(alone, TABLES / 3, TABLES * PLAYERS_MAX);
}

/* The level that looks ahead and that of the stages are the same, or others. */
TEST(test_replicates)
{
    static const double bcts[] = {-12.62900, 6.601974, -9.215815, -19.77356, -13.08335, -10.48747, -1.611863, -24.04087};
    static const char *const where[] = {"height", "load", "holes"};
    const TetrisRules rules = board_rules(10, 10);
    int64_t stages = 0;
    for (int i = 0; i < 3; i++) {
        LookaheadOptions o = {.worth = WORTH_OWN_LAST, .lost = 100, .above = i == 1 ? 40 : 5 - i, .best = 3 + i};
        CLOSED(players_free) Players p;
        strcpy(o.where, where[i]);
        players_make(&p, (Rules){.game = &game_tetris, .rules = &rules, .set = game_set(&game_tetris, "bcts"), .options = &o},
                     &agent_lookahead);
        const SplittingOptions s = {.level = i, .step = 10, .trials = 8, .pilot = 256, .run = 300, .roulette = 2};
        SplittingCounts expected;
        players_replicate(&p.player[0], &s, bcts, (uint64_t)i, &expected);
        stages += expected.stages;
        for (int k = 1; k < p.n; k++) {
            SplittingCounts found;
            players_replicate(&p.player[k], &s, bcts, (uint64_t)i, &found);
            if (memcmp(&found, &expected, sizeof found) != 0)
                fail_msg("%s, %s %s: another replicate", where[i], p.player[k].engine, p.player[k].isa);
        }
    }
    assert_true(stages >= 3);
}

TESTS(NULL, NULL)
