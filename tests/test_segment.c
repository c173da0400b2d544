/* test_segment.c. Segments of games (agent/segment.h) are the same in all engines and instruction sets, for any bounds, and
 * from any state that was kept and given another future; so are whole games and replicates of the agent that looks ahead, with
 * any of its options. */
#include "agent/segment.h"
#include "game/tetris/features.h"
#include "tests/boards.h"
#include "tests/helpers.h"
#include "tests/players.h"
#include "tests/samples.h"

/* ---- segments ---- */

/* The level that is the player's own, behind those of the game. What is seen of a player after a segment: how it ended, turns,
 * tally, and all levels. */
enum { OWN = TETRIS_LEVELS, SEEN = 4 + TETRIS_LEVELS + 1, SEGMENTS = 60 };

/* Plays from state to state, each of which may be one that was left before, with another future. Levels 0 .. last are bounds. */
static void play_segments(const Player *p, const double *x, uint64_t seed, int last, int64_t (*seen)[SEEN])
{
    const size_t bytes = segment_state_bytes(p, last);
    OWNED char *state = mem_lines(2 * bytes);
    char *old = state + bytes;
    OWNED void *scratch = mem_lines(segment_bytes(p, last)), *weights = mem_lines(segment_weights_bytes(p));
    Segment s;
    Rng r = rng_from(seed);
    memset(scratch, 0xa5, segment_bytes(p, last));
    segment_open(&s, p, x, last, weights, scratch);
    segment_start(&s, seed, state);
    memcpy(old, state, bytes);
    for (int i = 0; i < SEGMENTS; i++) {
        const int level = below(&r, last + 2) - 1, width = 1 + below(&r, 60);
        const int now = level >= 0 ? segment_level(&s, level, state) : 0;
        const Bounds until = {.turns = 1 + below(&r, 40), .level = level, .low = now - width, .high = now + width / 2 + 1};
        int64_t turns;
        const SegmentEnd end = segment_play(&s, state, &until, &turns);
        const Tally tally = engine_tally(p, state);
        memcpy(seen[i], (int64_t[SEEN]){end, turns, tally.score, tally.turns}, sizeof seen[i]);
        for (int k = 0; k <= last; k++) seen[i][4 + k] = segment_level(&s, k, state);
        const int next = end == SEGMENT_LOST ? 2 : below(&r, 4);
        if (next == 0) memcpy(old, state, bytes);
        if (next == 2) memcpy(state, old, bytes);
        if (next == 1 || next == 2) segment_renew(&s, rng_game(seed, i), state);
    }
}

/* Random rules, features and weights; looks ahead now and then. */
static void compare_segments(int number, int *ends)
{
    TetrisRules rules;
    FeatureSet set;
    CLOSED(players_free) Players p;
    int index[TETRIS_FEATURES];
    double x[TETRIS_FEATURES];
    int64_t expected[SEGMENTS][SEEN], found[SEGMENTS][SEEN];
    Rng r = rng_from(rng_key((uint64_t)number, RNG_TEST, 700));
    sample_rules(&r, &rules);
    sample_set(&r, &rules, &set, index);
    sample_weights(&r, &set, x);
    LookaheadOptions options;
    sample_lookahead(&r, &options);
    const Rules ruled = {.game = &game_tetris, .rules = &rules, .set = &set, .options = &options};
    players_make(&p, ruled, number % 10 == 0 ? &agent_lookahead : &agent_greedy);
    const int last = number % 2 == 0 ? OWN : OWN - 1;
    play_segments(&p.player[0], x, (uint64_t)number, last, expected);
    for (int i = 0; i < SEGMENTS; i++) ends[expected[i][0]]++;
    for (int i = 1; i < p.n; i++) {
        play_segments(&p.player[i], x, (uint64_t)number, last, found);
        for (int k = 0; k < SEGMENTS; k++)
            if (memcmp(found[k], expected[k], sizeof found[k]) != 0)
                fail_msg("table %d, %s %s, stretch %d: ends %d after %d turns at level %d, expected %d, %d, %d", number,
                         p.player[i].engine, p.player[i].isa, k, (int)found[k][0], (int)found[k][1], (int)found[k][4],
                         (int)expected[k][0], (int)expected[k][1], (int)expected[k][4]);
    }
}

TEST(test_segments)
{
    const int tables = is_short() ? 10 : 300;
    int ends[4] = {0};
    for (int i = 0; i < tables; i++) compare_segments(i, ends);
    for (int i = 0; i < 4; i++) assert_in_range(ends[i], tables, tables * SEGMENTS); /* each end comes up */
}

/* By hand: heights 2, 0, 3, 1 with one hole, below the top of the third column. */
TEST(test_levels)
{
    const TetrisRules rules = {.width = 4, .height = 6, .pieces = "OILJTSZ"};
    TetrisState s = {.piece = TETRIS_NO_PIECE, .next = TETRIS_NO_PIECE, .top = {2, 0, 3, 1}};
    s.cell[0][0] = s.cell[1][0] = s.cell[0][2] = s.cell[2][2] = s.cell[0][3] = 1;
    const int expected[TETRIS_LEVELS] = {6 + 2, 6, 10 * 3 + 1, 6 + 2 + 3 * 3, 6 + 5, 3, 1, 6 + 5 + 10 * 3};
    for (int i = 0; i < TETRIS_LEVELS; i++) assert_int_equal(game_tetris.level(&rules, i, &s), expected[i]);
    for (int i = 0; i < TETRIS_LEVELS; i++) assert_string_equal(tetris_levels[i].name, tetris_level_weights[i].level.name);
}

/* The player's own level: what the greedy agent thinks of its move, in tenths of the length of its weights, whatever their scale;
 * the chance behind a turn, and another future, leave it as it is. */
TEST(test_own_level)
{
    static const double x[] = {-5.19, 5.53, -2.19, -5.98, -12.88, -1.32, -3.78, -2.22};
    double square = 0, scaled[8];
    const TetrisRules rules = {.width = 6, .height = 12, .pieces = "OILJTSZ"};
    const Rules ruled = {.game = &game_tetris, .rules = &rules, .set = &tetris_sets[0]};
    CLOSED(players_free) Players p;
    players_make(&p, ruled, &agent_greedy);
    assert_int_equal(ruled.set->n, 8);
    for (int j = 0; j < 8; j++) square += x[j] * x[j], scaled[j] = 4 * x[j];
    assert_int_equal(segment_levels(&game_tetris), TETRIS_LEVELS + 1);
    assert_int_equal(segment_levels(&(Game){.n_levels = 0}), 0); /* then it has no own one */
    assert_string_equal(segment_level_of(&game_tetris, OWN)->name, "value");
    const Player *reference = &p.player[0];
    const size_t bytes = segment_state_bytes(reference, OWN);
    OWNED char *now = mem_lines(2 * bytes);
    char *before = now + bytes;
    OWNED void *scratch = mem_lines(segment_bytes(reference, OWN)), *choosing = mem_lines(greedy_bytes(&ruled)),
               *weights = mem_lines(segment_weights_bytes(reference));
    for (int k = 0; k < 2; k++) {
        Segment s;
        int64_t turns;
        segment_open(&s, reference, k == 0 ? x : scaled, OWN, weights, scratch);
        segment_start(&s, 5, now);
        assert_true(segment_level(&s, OWN, now) < -1000000000);
        for (int i = 0; i < 40; i++) {
            memcpy(before, now, bytes);
            if (segment_play(&s, now, &(Bounds){.turns = 1, .level = -1}, &turns) == SEGMENT_LOST) break;
            TetrisState after;
            memcpy(&after, before, sizeof after);
            game_tetris.apply(&rules, &after, agent_greedy.choose(&ruled, before, x, choosing));
            const int level = (int)floor(-10 * rules_value(&ruled, before, &after, x) / sqrt(square));
            assert_int_equal(segment_level(&s, OWN, now), level);
            segment_renew(&s, (uint64_t)i, now);
            assert_int_equal(segment_level(&s, OWN, now), level);
        }
    }
}

/* ---- the agent that looks ahead ---- */

enum { GAMES = 6 };

/* Low boards, on which games end. The sets: usual ones, one with a growth, and one with a feature that the reference counts. */
static void sample_table(Rng *r, Rules *ruled, TetrisRules *rules, LookaheadOptions *o)
{
    static const int index[] = {TETRIS_HOLES, TETRIS_HEIGHT_RANGE, TETRIS_LANDING_HEIGHT, TETRIS_COLUMN_TRANSITIONS};
    static const FeatureSet slow = {"slow", "tests", index, LENGTH(index)};
    static const int sets[] = {TETRIS_SET_BCTS, TETRIS_SET_DT, TETRIS_SET_CS3243, TETRIS_SET_EL_TETRIS, TETRIS_SET_BERTSEKAS};
    const int set = below(r, LENGTH(sets) + 1);
    *rules = board_rules(10, 6 + below(r, 3));
    rules->preview = below(r, 2);
    sample_lookahead(r, o);
    *ruled = (Rules){.game = &game_tetris, .rules = rules, .options = o};
    ruled->set = set < (int)LENGTH(sets) ? &tetris_sets[sets[set]] : &slow;
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
    const int tables = samples(60);
    Rng r = rng_from(rng_key(1, RNG_TEST, 801));
    int ended = 0, alone = 0;
    for (int n = 0; n < tables; n++) {
        Rules ruled;
        TetrisRules rules;
        LookaheadOptions o;
        double w[FEATURE_SET_MAX];
        CLOSED(players_free) Players p;
        sample_table(&r, &ruled, &rules, &o);
        sample_player(&r, ruled.set, w);
        players_make(&p, ruled, &agent_lookahead);
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
    assert_in_range(ended, tables, tables * GAMES);
    assert_in_range(alone, tables / 3, tables * PLAYERS_MAX);
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
