/* test_splitting.c. A replicate of splitting counts the same in all engines, stopped at any moment and resumed; and what it
 * estimates is true. */
#include "eval/splitting.h"
#include "game/tetris/features.h"
#include "tests/helpers.h"
#include "tests/players.h"

/* ---- what counts mean ---- */

TEST(test_rate)
{
    SplittingCounts c = {.run_turns = 1000, .run_score = 400, .entries = 50, .losses = 2, .stages = 2};
    c.stage[0] = (SplittingStage){.trials = 100, .up = 20, .lost = 4};
    c.stage[1] = (SplittingStage){.trials = 100, .up = 0, .lost = 10};
    /* 2 + 50 (0.04 + 0.2 x 0.1) losses in 1000 turns; 0.4 a turn */
    assert_true(fabs(splitting_loss_rate(&c) - 0.005) < 1e-15);
    assert_true(fabs(splitting_score(&c) - 80) < 1e-10);
    c.losses = c.stage[0].lost = c.stage[1].lost = 0;
    /* as if one of the last 100 had been lost: 50 x 0.2 x 0.01 */
    assert_true(splitting_loss_rate(&c) == 0);
    assert_true(fabs(splitting_score(&c) - 0.4 * 1000 / 0.1) < 1e-9);
}

/* ---- replicates ---- */

/* A board on which players of this strength, by weights of the report's set, last some hundred turns. */
static const TetrisRules small_rules = {.width = 6, .height = 12, .pieces = "OILJTSZ"};
static const Rules small = {.game = &game_tetris, .rules = &small_rules, .set = &tetris_sets[0]};
static const double usual_x[] = {-5.19, 5.53, -2.19, -5.98, -12.88, -1.32, -3.78, -2.22};

/* A player by weights, on one of the engines, of games of at most so many turns; 0: of any length. */
static void make_player(Player *p, Rules r, int engine, int turns)
{
    assert_null(player_make(p, r, &agent_greedy, engine, config_isa(), turns));
}

static const SplittingOptions usual = {.level = 0, .step = 6, .trials = 40, .pilot = 256, .run = 1000, .roulette = 2};

/* All engines and instruction sets, all levels, with and without lots and stages; in short each level once. */
TEST(test_replicates_equal)
{
    CLOSED(players_free) Players p;
    players_make(&p, small, &agent_greedy);
    assert_in_range(p.n, 3, PLAYERS_MAX);
    const int levels = segment_levels(&game_tetris), last = 3 * levels - 1;
    for (int i = 0; i <= last; i += is_short() && i == levels - 1 ? last - i : 1) {
        SplittingCounts expected, found;
        SplittingOptions o = usual;
        o.level = i % levels;
        if (o.level < TETRIS_LEVELS && tetris_level_weights[o.level].heights == 0) o.step = 2; /* counts of little */
        o.roulette = 1 + (i + i / levels) % 3;
        o.brief = i == last ? 3 : 0;
        o.pilot = i == last ? 3000 : 256;
        players_replicate(&p.player[0], &o, usual_x, (uint64_t)i, &expected);
        assert_true(expected.turns > 0 && (o.brief > 0 ? expected.stages == 0 && expected.losses > 0 : expected.stages > 2));
        for (int k = 1; k < p.n; k++) {
            players_replicate(&p.player[k], &o, usual_x, (uint64_t)i, &found);
            assert_memory_equal(&found, &expected, sizeof expected);
        }
    }
}

/* In short, and with the player's own level, which takes ten times as long, fewer replicates say it less exactly. */
static void assert_mean(const Player *p, const SplittingOptions *o, const double *x, const Stats *games)
{
    const int n = IS_SLOW ? 40 : is_short() || o->level == TETRIS_LEVELS ? 120 : 1200;
    assert_true_mean(p, o, x, n, 0, n == 40 ? 0.25 : n == 120 ? 0.13 : 0.04, games);
}

/* A player that lasts, and one that does not; with lots and without; levels far apart, so that some states begin above the next;
 * and a count of all losses where games are short. */
TEST(test_unbiased)
{
    CLOSED(player_free) Player p;
    double bad[8];
    make_player(&p, small, PLAYER_COLUMNS, 0);
    Rng r = rng_from(5);
    for (int j = 0; j < p.r.set->n; j++) bad[j] = rng_between(&r, -1, 0.2);
    for (int i = 0; i < 2; i++) {
        const double *x = i == 0 ? usual_x : bad;
        const Stats games = players_whole_games(&p, x, is_short() ? 600 : 6000);
        const SplittingOptions tried[] = {
            usual,
            {.level = 0, .step = 6, .trials = 40, .pilot = 256, .run = 1000, .roulette = 1},
            {.level = 2, .step = 12, .trials = 60, .pilot = 128, .run = 700, .roulette = 3},
            {.level = 1, .step = 20, .trials = 200, .pilot = 500, .run = 1500, .roulette = 2},
            {.level = TETRIS_LEVELS, .step = 8, .trials = 60, .pilot = 256, .run = 1000, .roulette = 2},
            {.level = 0, .step = 6, .trials = 40, .pilot = 1000, .run = 1000, .roulette = 2, .brief = 2}};
        for (size_t k = is_short() ? (size_t)i : 0; k < sizeof tried / sizeof *tried; k += is_short() ? 2 : 1)
            assert_mean(&p, &tried[k], x, &games);
    }
}

/* A run without an entry goes on from a new pilot's base: its score is not that of a game lost at its end. */
TEST(test_no_entry)
{
    CLOSED(player_free) Player p;
    make_player(&p, small, PLAYER_COLUMNS, 0);
    const Stats games = players_whole_games(&p, usual_x, 600);
    const SplittingOptions o = {.step = 12, .trials = 40, .pilot = 256, .run = 60, .roulette = 2};
    int longer = 0;
    for (int i = 0; i < 200; i++) {
        SplittingCounts c;
        players_replicate(&p, &o, usual_x, (uint64_t)i, &c);
        longer += c.run_turns > o.run;
        assert_true(c.stages > 0 || c.losses > 0 || c.run_turns == 8 * o.run);
    }
    assert_true(longer > 20);
    assert_mean(&p, &o, usual_x, &games);
}

/* ---- as an objective ---- */

/* Whatever mode, threads and stops: the same answers. stop: turns from stop to stop; 0: none. Returns how often it stopped. */
static int answer(const SplittingOptions *o, const Player *p, EvaluatorMode mode, int threads, long long stop, Batch *b)
{
    static const double other[] = {-1, 0, -1, -2, -1, 0, -2, -3};
    Splitting s;
    int stops = 0;
    splitting_make(&s, p, o);
    const Objective objective = objective_splitting(&s, (Space){.dim = p->r.set->n});
    assert_string_equal(objective.units->play, "replicates");
    Evaluator *e = evaluator_create(&objective, 1, mode, threads);
    batch_add(b, (Trial){.x = usual_x, .key = 1, .plays = 4});
    batch_add(b, (Trial){.x = other, .key = 1, .plays = 3});
    batch_seat(b);
    for (bool all = false; !all; stops += !all) {
        Told told = {.stop_after = stop};
        const StopCheck watch = told_watch(&told);
        all = evaluate_batch(e, b, stop > 0 ? &watch : &stop_never);
        assert_true(stops < 100000);
    }
    evaluator_destroy(e);
    return stops;
}

static void assert_same_answers(const Batch *found, const Batch *expected)
{
    assert_int_equal(found->answers, expected->answers);
    for (int k = 0; k < found->answers; k++) {
        assert_true(same_answer(&found->y[k], &expected->y[k]));
        assert_null(found->y[k].left);
    }
}

TEST(test_batches)
{
    CLOSED(player_free) Player p, reference, lanes;
    CLOSED(batch_free) Batch expected = {0};
    make_player(&p, small, PLAYER_COLUMNS, 0);
    make_player(&lanes, small, PLAYER_LANES, 0);
    make_player(&reference, small, PLAYER_REFERENCE, 0);
    assert_int_equal(answer(&usual, &p, EVALUATOR_NONE, 1, 0, &expected), 0);
    const struct {
        const Player *p;
        EvaluatorMode mode;
        int threads;
        long long stop;
        int stops; /* at least; of several threads, each may have ended its last replicate before it asks whether to stop */
    } row[] = {{&p, EVALUATOR_BOTH, 3, 0, 0},       {&p, EVALUATOR_PARTICLES, 2, 0, 0}, {&p, EVALUATOR_GAMES, 2, 0, 0},
               {&p, EVALUATOR_BOTH, 1, 8000, 2},    {&p, EVALUATOR_BOTH, 3, 3000, 0},   {&reference, EVALUATOR_BOTH, 2, 1000, 10},
               {&lanes, EVALUATOR_BOTH, 1, 0, 0},   {&lanes, EVALUATOR_BOTH, 3, 0, 0},  {&lanes, EVALUATOR_BOTH, 1, 8000, 2},
               {&lanes, EVALUATOR_BOTH, 3, 3000, 0}};
    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        CLOSED(batch_free) Batch found = {0};
        const int stops = answer(&usual, row[i].p, row[i].mode, row[i].threads, row[i].stop, &found);
        assert_in_range(stops, row[i].stops, 100000);
        assert_same_answers(&found, &expected);
    }
}

/* 200 batches that are stopped by their last poll, when all jobs are answered: the next call finds an empty list, and ends. */
TEST(test_last_poll)
{
    CLOSED(player_free) Player columns, lanes;
    make_player(&columns, small, PLAYER_COLUMNS, 0);
    make_player(&lanes, small, PLAYER_LANES, 0);
    for (int i = 0; i < 200; i++) {
        CLOSED(batch_free) Batch expected = {0}, found = {0};
        const SplittingOptions o = {.step = 6, .trials = 4, .pilot = 128, .run = 200 + i, .roulette = 1};
        double turns = 0;
        answer(&o, &columns, EVALUATOR_NONE, 1, 0, &expected);
        for (int k = 0; k < expected.answers; k++) turns += expected.y[k].cost;
        assert_int_equal(answer(&o, &lanes, i % 2 ? EVALUATOR_BOTH : EVALUATOR_NONE, 1, (long long)turns, &found), 1);
        assert_same_answers(&found, &expected);
    }
}

/* Trials of several replicates side by side: by every level, with lots and without, more trials than slots, a limit of turns. */
TEST(test_side_by_side)
{
    for (int i = 0; i < TETRIS_LEVELS; i += is_short() ? 3 : 1) {
        CLOSED(player_free) Player columns, lanes;
        CLOSED(batch_free) Batch expected = {0}, found = {0}, parts = {0};
        const SplittingOptions o = {.level = i,
                                    .step = tetris_level_weights[i].heights == 0 ? 2 : 6,
                                    .trials = i % 3 == 1 ? 1500 : 40,
                                    .pilot = 256,
                                    .run = 1000,
                                    .roulette = 1 + i % 3};
        const int turns = i % 2 == 0 ? 0 : 40;
        make_player(&columns, small, PLAYER_COLUMNS, turns);
        make_player(&lanes, small, PLAYER_LANES, turns);
        answer(&o, &columns, EVALUATOR_NONE, 1, 0, &expected);
        answer(&o, &lanes, EVALUATOR_BOTH, 2, 0, &found);
        assert_same_answers(&found, &expected);
        answer(&o, &lanes, EVALUATOR_BOTH, 1, 20000, &parts);
        assert_same_answers(&parts, &expected);
    }
}

/* A game whose first piece has no place is lost without a turn; replicates of such games end, and the mean counts them. */
TEST(test_lost_at_once)
{
    CLOSED(player_free) Player p;
    TetrisRules rules = {.width = 3, .height = 3, .pieces = "IJ"};
    const Rules tiny = {.game = &game_tetris, .rules = &rules, .set = &tetris_sets[0]};
    static const double x[] = {-1, 1, -1, -1, -1, -1, -1, -1};
    const SplittingOptions o = {.step = 6, .trials = 40, .pilot = 2000, .run = 2000, .roulette = 2, .brief = 10};
    make_player(&p, tiny, PLAYER_REFERENCE, 0);
    const Stats games = players_whole_games(&p, x, 6000);
    assert_true(games.mean > 0);
    assert_mean(&p, &o, x, &games);
    player_free(&p);
    strcpy(rules.pieces, "I");
    make_player(&p, tiny, PLAYER_REFERENCE, 0);
    for (int brief = 0; brief <= 10; brief += 10) {
        SplittingOptions all_lost = o;
        SplittingCounts c;
        all_lost.brief = brief;
        players_replicate(&p, &all_lost, x, 1, &c);
        assert_true(c.run_turns == 2000 && c.losses == 2000 && splitting_score(&c) == 0);
    }
}

/* ---- means of rates ---- */

TEST(test_by_rate)
{
    const double one[] = {7}, alike[] = {5, 5, 5, 5}, zero[] = {0, 3, 3}, zeros[] = {0, 0}, two[] = {1, 3}, far[] = {1e-17, 1, 1};
    ByRate e = stats_by_rate(one, 1);
    assert_true(e.mean == 7 && isinf(e.error) && e.lower == 0 && isinf(e.upper));
    e = stats_by_rate(alike, 4);
    assert_true(fabs(e.mean - 5) < 1e-12 && e.error < 1e-12 && fabs(e.upper - 5) < 1e-9 && e.heaviest == 0.25);
    /* one that is 0 has no rate: the plain mean, whose standard error is sqrt(3 / 3) */
    e = stats_by_rate(zero, 3);
    assert_true(fabs(e.mean - 2) < 1e-12 && fabs(e.error - 0.5) < 1e-12 && e.lower > 0 && e.lower < 2 && e.upper > 2);
    e = stats_by_rate(zeros, 2);
    assert_true(e.mean == 0 && isinf(e.error) && e.lower == 0 && isinf(e.upper));
    e = stats_by_rate(far, 3); /* the rates of the others are lost in the sum */
    assert_true(e.mean > 0 && isfinite(e.error) && e.heaviest == 1);
    /* 1 / mean of 1 and 1/3 is 1.5; without one of them 3 and 1, so 2 x 1.5 - 2 = 1; the logs 0 and log 3: log(3) / 2 */
    e = stats_by_rate(two, 2);
    assert_true(fabs(e.mean - 1) < 1e-12 && fabs(e.error - log(3) / 2) < 1e-12);
    assert_int_equal(stats_of_estimates(two, 0).n, 0);
    double times[50];
    for (int i = 0; i < 50; i++) times[i] = 1 / (0.1 + 0.001 * (i % 5));
    e = stats_by_rate(times, 50);
    const Stats as_sample = stats_of_estimates(times, 50);
    assert_true(as_sample.n == 50 && as_sample.mean == e.mean && fabs(as_sample.mean - 1 / 0.102) < 1e-3);
    assert_true(fabs(stats_sem(&as_sample) / as_sample.mean - e.error) < 1e-12);
}

/* Rates of log-normal spread 0.37, as replicates have it: means of few are not too high, intervals hold as often as they say. */
TEST(test_coverage)
{
    enum { ROUNDS = 4000, N = 14 };
    const double spread = 0.37;
    Stats means = {0};
    int held = 0;
    Rng r = rng_from(11);
    for (int i = 0; i < ROUNDS; i++) {
        double x[N];
        for (int k = 0; k < N; k++) x[k] = exp(spread * spread / 2 - spread * rng_normal(&r));
        const ByRate e = stats_by_rate(x, N);
        stats_add(&means, e.mean);
        held += e.lower <= 1 && 1 <= e.upper;
    }
    assert_true(fabs(means.mean - 1) < 0.01);
    assert_true(held > 0.93 * ROUNDS && held < 0.965 * ROUNDS);
}

TESTS(NULL, NULL)
