/* test_guideline_play.c. The game guideline, move for move; its levels, states that are given another future, and the mean of
 * whole games from replicates of splitting; its pictures. */
#include "eval/splitting.h"
#include "systems/guideline/guideline.h"
#include "tests/drawn.h"
#include "tests/helpers.h"
#include "tests/players.h"
#include "tests/systems/guideline/guideline_reference.h"

static const Game *const game = &game_guideline;

/* ---- placements ---- */

/* Rows with holes under a few open shafts, up to a random height. */
static Pile random_pile(Rng *r, int height)
{
    Pile p = {.height = height};
    int rows = (int)rng_below(r, (uint32_t)height), share = 30 + (int)rng_below(r, 50);
    for (int y = 0; y < rows; y++)
        for (int x = 0; x < GUIDELINE_WIDTH; x++) p.cell[y][x] = (int)rng_below(r, 100) < share;
    for (int shafts = (int)rng_below(r, 4); shafts > 0; shafts--) {
        int x = (int)rng_below(r, GUIDELINE_WIDTH - 1), wide = 1 + (int)rng_below(r, 2);
        for (int y = (int)rng_below(r, (uint32_t)height); y < height; y++) p.cell[y][x] = p.cell[y][x + wide - 1] = false;
    }
    for (int y = 0; y < height; y++) p.cell[y][rng_below(r, GUIDELINE_WIDTH)] = false;
    return p;
}

static void assert_same_moves(const Pile *p, int piece, const Move *a, int n, const Move *b, int m)
{
    GuidelineRules rules = reference_rules;
    rules.height = p->height;
    if (n == m && memcmp(a, b, (size_t)n * sizeof *a) == 0) return;
    GuidelineState s = pile_state(p, "", 0);
    reference_show(&rules, &s);
    fail_msg("%c: %d placements, the reference has %d", guideline_letters[piece], n, m);
}

/* The engine finds the placements of the reference on random boards, and each entry of the kick tables matters on one of them:
 * without it the reference finds others. (The first test of a turn always matters.) */
TEST(test_kicks)
{
    bool matters[KICKS] = {false};
    int missing = KICKS;
    Rng r = rng_from(rng_key(1, RNG_TEST, 2)); /* one that needs few boards */
    for (int i = 0; i < 20000 && missing > 0; i++) {
        int piece = 1 + (int)rng_below(&r, ROWS_PIECES - 1); /* of O only the first tests are ever needed */
        GuidelineRules rules = reference_rules;
        rules.height = 8 + (int)rng_below(&r, 5);
        Pile p = random_pile(&r, rules.height);
        GuidelineState s = pile_state(&p, "", 0);
        Move fast[GUIDELINE_PLACEMENTS_MAX], slow[GUIDELINE_PLACEMENTS_MAX], less[GUIDELINE_PLACEMENTS_MAX];
        bool used[KICKS] = {false};
        int n = guideline_reachable(&rules, &s, piece, false, false, fast);
        int m = reference_reachable(&p, piece, false, -1, used, slow);
        assert_same_moves(&p, piece, fast, n, slow, m);
        for (int k = 0; k < KICKS; k++) {
            if (!used[k] || matters[k]) continue;
            int left = reference_reachable(&p, piece, false, k, NULL, less);
            matters[k] = left != m || memcmp(slow, less, (size_t)m * sizeof *slow) != 0;
            missing -= matters[k];
        }
    }
    for (int k = 0; k < KICKS; k++)
        if (!matters[k])
            fprintf(stderr, "no board for test %d of turn %d of %s\n", k % 5, k / 5 % 8, k < KICKS / 2 ? "JLSTZ" : "I");
    assert_int_equal(missing, 0);
}

/* ---- random play, beside the reference ---- */

/* Moves of the reference, by the rules. */
static int reference_moves(const GuidelineRules *rules, const Pile *p, int piece, bool other, Move *out)
{
    return rules->moves == GUIDELINE_DROP ? reference_drops(p, piece, other, out)
                                          : reference_reachable(p, piece, other, -1, NULL, out);
}

static void check_features(const GuidelineRules *rules, const Pile *p, const GuidelineState *before, const GuidelineState *after)
{
    double raw[GUIDELINE_PENALTY_FEATURES], expected;
    Pile placed = *p;
    reference_add(&placed, after->placed, after->move);
    reference_penalty(&placed, raw);
    for (int f = 0; f < GUIDELINE_FEATURES; f++) {
        const char *name = guideline_features[f].name;
        double value = game_value(game, rules, f, before, after);
        expected = f < GUIDELINE_PENALTY_FEATURES ? raw[f] : reference_tetris(name, p, after->placed, after->move);
        if (value == expected) continue;
        reference_show(rules, before);
        reference_show(rules, after);
        fail_msg("%s is %g, the reference has %g", name, value, expected);
    }
    for (int i = 0; i < game->n_sets; i++) {
        double values[FEATURE_SET_MAX];
        game->values(rules, &game->sets[i], before, after, values);
        for (int k = 0; k < game->sets[i].n; k++)
            assert_true(values[k] == game_value(game, rules, game->sets[i].index[k], before, after));
    }
}

/* Whether the state after the move is what the reference makes of the pile. Takes the pile on. */
static void check_after(Pile *p, const GuidelineState *after)
{
    reference_add(p, after->placed, after->move);
    const int cleared = reference_clear(p);
    const GuidelineState expected = pile_state(p, "", 0);
    assert_memory_equal(&after->board, &expected.board, sizeof expected.board);
    assert_int_equal(after->cleared, cleared);
    assert_int_equal(after->height, expected.height);
    assert_memory_equal(after->top, expected.top, sizeof expected.top);
}

/* The distinct moves are those of all (n) that fill other cells than every earlier one; off the others all features read what
 * they read off an earlier one. */
static void check_distinct(const GuidelineRules *rules, const GuidelineState *s, const Move *move, int n)
{
    Move distinct[GUIDELINE_MOVES_MAX];
    GuidelineBoard seen[GUIDELINE_MOVES_MAX];
    double value[GUIDELINE_MOVES_MAX][GUIDELINE_FEATURES];
    int m = game->distinct(rules, s, distinct), found = 0;
    for (int i = 0; i < n; i++) {
        GuidelineState after = *s;
        double f[GUIDELINE_FEATURES];
        int same = 0;
        game->apply(rules, &after, move[i]);
        GuidelineBoard filled = s->board; /* with the piece on it, full rows not removed */
        const RowsShape *shape = &rows_shapes[after.placed][guideline_state(after.move)];
        rows_add(filled.word, shape->cells << (guideline_column(after.move) + shape->left), guideline_landing_row(after.move));
        for (int k = 0; k < GUIDELINE_FEATURES; k++) f[k] = game_value(game, rules, k, s, &after);
        while (same < found && memcmp(&seen[same], &filled, sizeof filled) != 0) same++;
        if (same < found) {
            assert_memory_equal(f, value[same], sizeof f);
            continue;
        }
        assert_true(found < m && distinct[found] == move[i]);
        seen[found] = filled;
        memcpy(value[found++], f, sizeof f);
    }
    assert_int_equal(found, m);
}

/* Lost or not, and its moves, once all that is due has come. Returns how many moves. */
static int check_moves(const GuidelineRules *rules, const Pile *p, const GuidelineState *s, Move *move)
{
    Move expected[GUIDELINE_MOVES_MAX];
    int other = s->held != GUIDELINE_NO_PIECE ? s->held : s->queue[1];
    int m = reference_moves(rules, p, s->queue[0], false, expected);
    if (rules->hold) m += reference_moves(rules, p, other, true, expected + m);
    bool lost = (s->cleared == 0 && reference_blocked(p, s->queue[0])) || m == 0;
    assert_int_equal(game->over(s), lost);
    int n = game->moves(rules, s, move);
    if (!lost) assert_same_moves(p, s->queue[0], move, n, expected, m);
    assert_true(!lost || n == 0);
    check_distinct(rules, s, move, n);
    return n;
}

/* The agent greedy makes most of the moves, so that games last; the others are random. The same seed is the same game, and a copy
 * at any time plays on alike. Returns how many rows were cleared. */
static int64_t play_beside_reference(Rng *r)
{
    static const double w[] = {-3.4, 3.4, -3.2, -9.3, -7.9, -3.4};
    GuidelineRules rules = reference_rules_by_chance(r);
    Rules ruled = {.game = game, .rules = &rules, .set = game_set(game, "dellacherie")};
    OWNED void *scratch = mem_new(1, agent_greedy.scratch_bytes(&ruled));
    Pile p = {.height = rules.height};
    GuidelineState s, other; /* the same game in other memory, later a copy of this one */
    Move move[GUIDELINE_MOVES_MAX];
    const uint64_t seed = rng_u32(r);
    memset(&s, 0x5a, sizeof s);
    memset(&other, 0xa5, sizeof other);
    game->start(&rules, seed, &s);
    game->start(&rules, seed, &other);
    while (s.pieces < 100) {
        game->chance(&rules, &s);
        game->chance(&rules, &other);
        assert_memory_equal(&other, &s, sizeof s);
        int n = check_moves(&rules, &p, &s, move);
        if (n == 0) break;
        Move m = rng_below(r, 4) ? agent_greedy.choose(&ruled, &s, w, scratch) : move[rng_below(r, (uint32_t)n)];
        GuidelineState before = s;
        game->apply(&rules, &s, m);
        game->apply(&rules, &other, m);
        if (s.pieces % 10 == 0) memcpy(&other, &s, sizeof s);
        assert_true(s.move == m && s.rows == before.rows + s.cleared && s.pieces == before.pieces + 1);
        check_features(&rules, &p, &before, &s);
        check_after(&p, &s);
    }
    return s.rows;
}

TEST(test_random_play)
{
    Rng r = rng_from(rng_key(1, RNG_TEST, 2));
    int64_t rows = 0;
    for (int i = 0; i < 60; i++) rows += play_beside_reference(&r);
    assert_true(rows > 500);
}

/* Features on boards that no play leads to: cells right up to the ceiling, spawn cell filled or not. */
TEST(test_features_on_random_boards)
{
    Rng r = rng_from(rng_key(1, RNG_TEST, 3));
    for (int i = 0; i < 3000; i++) {
        GuidelineRules rules = reference_rules_by_chance(&r);
        Pile p = random_pile(&r, rules.height);
        for (int y = 0; y < rules.height; y++)
            if (i % 2) p.cell[y][rng_below(&r, GUIDELINE_WIDTH)] = true;
        GuidelineState s = pile_state(&p, "T", 0), after;
        Move move[GUIDELINE_PLACEMENTS_MAX];
        int n = guideline_reachable(&rules, &s, ROWS_T, false, false, move);
        Pile rest = p;
        if (n == 0 || reference_clear(&rest) > 0) continue;
        after = s;
        after.placed = ROWS_T;
        after.move = move[rng_below(&r, (uint32_t)n)];
        guideline_place(&after);
        Pile placed = p;
        reference_add(&placed, after.placed, after.move);
        double raw[GUIDELINE_PENALTY_FEATURES];
        reference_penalty(&placed, raw);
        if ((int)raw[GUIDELINE_STACK_HEIGHT] < s.height) continue; /* an empty row within: never in play */
        check_features(&rules, &p, &s, &after);
    }
}

/* ---- levels ---- */

/* By hand: the heights are 3, 0, 2, 1 and six times 0; two holes, in the first and in the third column. */
TEST(test_levels)
{
    const GuidelineState s = reference_state("|#.........|\n|..#.......|\n|#..#......|\n", "T", 0);
    static const struct {
        const char *name;
        int level;
    } expected[4] = {{"load", 6 + 4}, {"heights", 6}, {"top", 30 + 2}, {"mixed", 6 + 4 + 9}};
    GuidelineState first;
    game->start(&reference_rules, 1, &first);
    for (int i = 0; i < game->n_levels; i++) {
        assert_string_equal(game->levels[i].name, expected[i].name);
        assert_int_equal(game->level(&reference_rules, i, &s), expected[i].level);
        assert_int_equal(game->level(&reference_rules, i, &first), 0);
    }
}

/* ---- another future ---- */

/* Renewed, a state is what it was right after its last move, or at the start of the game, with other chances to come; also a
 * state that the chances have lost. The moves of a game are random, so that pieces are exchanged and games are lost. */
TEST(test_renew)
{
    Rng r = rng_from(rng_key(1, RNG_TEST, 5));
    int lost = 0, exchanged = 0;
    for (int i = 0; i < 400; i++) {
        const GuidelineRules rules = reference_rules_by_chance(&r);
        GuidelineState s, made;
        Move move[GUIDELINE_MOVES_MAX];
        game->start(&rules, rng_u32(&r), &s);
        for (int n = 1; n > 0;) {
            made = s;
            game->chance(&rules, &s);
            const uint64_t seed = rng_u32(&r);
            GuidelineState renewed = s, expected = made;
            game->renew(&rules, seed, &renewed);
            rng_stream(&expected.rng, seed);
            if (!rules.bag) expected.bag = renewed.bag; /* it is not drawn from */
            assert_memory_equal(&renewed, &expected, sizeof expected);
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
    Rng r = rng_from(rng_key(1, RNG_TEST, 6));
    GuidelineState s;
    int placed[ROWS_PIECES] = {0};
    game->start(&reference_rules, 7, &s);
    for (game->chance(&reference_rules, &s); !s.lost; game->chance(&reference_rules, &s)) {
        int count[ROWS_PIECES], least;
        if (rng_below(&r, 2)) {
            game->renew(&reference_rules, rng_u32(&r), &s);
            game->chance(&reference_rules, &s);
        }
        memcpy(count, placed, sizeof count);
        for (int i = 0; i < s.known; i++) count[s.queue[i]]++;
        if (s.held != GUIDELINE_NO_PIECE) count[s.held]++;
        least = count[0];
        for (int p = 1; p < ROWS_PIECES; p++) least = count[p] < least ? count[p] : least;
        for (int p = 0; p < ROWS_PIECES; p++) {
            assert_in_range(count[p] - least, 0, 1);
            assert_int_equal(s.bag >> p & 1, count[p] == least);
        }
        Move move[GUIDELINE_MOVES_MAX];
        const int n = game->moves(&reference_rules, &s, move);
        game->apply(&reference_rules, &s, move[rng_below(&r, (uint32_t)n)]);
        placed[s.placed]++;
    }
    assert_true(s.pieces > 15);
}

/* ---- the mean of whole games ---- */

/* On a low board, by each level, with hold and a preview; and without either, where the piece to place is drawn anew. */
TEST(test_unbiased)
{
    const int replicates = is_short() ? 15 : 80;
    for (int k = 0; k < 2; k++) {
        GuidelineRules rules = reference_rules;
        rules.height = k == 0 ? 10 : 14;
        if (k == 1) rules.hold = false, rules.preview = 0;
        CLOSED(player_free) Player p;
        const Rules r = {.game = game, .rules = &rules, .set = &reference_penalty_set};
        assert_null(player_make(&p, r, &agent_penalty, PLAYER_AUTO, config_isa(), 0));
        const Stats games = players_whole_games(&p, reference_handmade, 10 * replicates);
        for (int level = is_short() ? k : 0; level < game->n_levels; level += is_short() ? 2 : 1) {
            const SplittingOptions o = {
                .level = level, .step = level == 2 ? 10 : 6, .trials = 100, .pilot = 256, .run = 2000, .roulette = 2};
            assert_true_mean(&p, &o, reference_handmade, replicates, level == 0 ? 3 : 0, replicates == 15 ? 0.35 : 0.15, &games);
        }
    }
}

/* ---- pictures ---- */

TEST(test_followed)
{
    follow_scene(&game_guideline, "moves", "drop");
    follow_scene(&game_guideline, "moves", "reachable");
    assert_true(follow_fumen(&game_guideline, NULL, NULL, true) > 300);
}

/* It shows four pieces and the held one. */
TEST(test_items)
{
    CLOSED(playing_end) Playing p;
    playing_begin(&p, &game_guideline, 5, NULL, NULL);
    playing_draw(&p);
    assert_int_equal(p.scene.items, 5);
    assert_string_equal(p.scene.item[3].title, "next");
    assert_string_equal(p.scene.item[4].title, "hold");
    assert_true(p.scene.item[3].width > 0 && p.scene.item[4].width == 0);
}

TESTS(NULL, NULL)
