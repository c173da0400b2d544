/* test_eval.c. The evaluator gives the same answers in every mode, with any threads, stopped and resumed. */
#include "eval/team.h"
#include "tests/boards.h"
#include "tests/helpers.h"
#include "tests/players.h"

/* ---- the judge ---- */

enum { GAMES, SPHERE, RASTRIGIN, SMALL_GAMES, OBJECTIVES, DIM = 8, TRIALS = 24 };

/* Two boards and two functions, and a batch that asks all of them: 1 to 60 plays a trial, in no order. */
typedef struct {
    TetrisRules rules[2];
    Player player[2];
    FunctionProblem function[2];
    Objective objective[OBJECTIVES];
    double lo[DIM], hi[DIM], x[TRIALS][DIM];
    Batch batch;
    Answer *expected;   /* (batch.answers) */
    EvaluatorMode mode; /* of the judge under test */
} World;

static World world; /* of all tests */

static void make_player(int i, int width, int height, int64_t turns_max)
{
    world.rules[i] = board_rules(width, height);
    Rules r = {.game = registry_games[0], .rules = &world.rules[i], .set = game_set(registry_games[0], "cs3243")};
    assert_null(player_make(&world.player[i], r, registry_agents[0], PLAYER_AUTO, config_isa(), turns_max));
}

static void make_trials(void)
{
    static const int objectives[] = {GAMES, SPHERE, GAMES, RASTRIGIN, SMALL_GAMES, GAMES};
    Rng r = rng_from(9);
    for (int i = 0; i < TRIALS; i++) {
        int objective = objectives[(size_t)i % LENGTH(objectives)];
        bool games = objective == GAMES || objective == SMALL_GAMES;
        for (int j = 0; j < DIM; j++) world.x[i][j] = games ? rng_between(&r, -10, 0) : rng_between(&r, -5, 5);
        batch_add(&world.batch, (Trial){.x = world.x[i],
                                        .key = rng_key(1, RNG_TEST, (uint64_t)i / 3),
                                        .first = (int)rng_below(&r, 100),
                                        .plays = 1 + (int)rng_below(&r, games ? 3 : 60),
                                        .objective = objective,
                                        .tag = i,
                                        .expect = rng_below(&r, 3)});
    }
    batch_seat(&world.batch);
}

/* Play k of trial t, all alone: a list of one job, or the function itself. */
static Answer alone(const Trial *t, int k)
{
    Answer a = {0};
    if (t->objective == SPHERE || t->objective == RASTRIGIN) {
        const FunctionProblem *p = &world.function[t->objective == RASTRIGIN];
        double z[DIM];
        for (int j = 0; j < DIM; j++) z[j] = t->x[j] - p->shift[j];
        a = (Answer){.score = -p->function->value(z, DIM), .cost = 1, .done = true};
    } else {
        const Player *p = &world.player[t->objective == SMALL_GAMES];
        Job job = {.x = t->x, .seed = rng_game(t->key, t->first + k), .y = &a};
        JobList list = {.job = &job, .n = 1};
        OWNED void *scratch = mem_lines(p->scratch_bytes);
        assert_true(player_play(p, &list, scratch, &stop_never));
    }
    return a;
}

static int set_up(__attribute__((unused)) void **state)
{
    for (int j = 0; j < DIM; j++) world.lo[j] = -10, world.hi[j] = 10;
    Space space = {.dim = DIM, .lo = world.lo, .hi = world.hi};
    make_player(0, 10, 8, 300);
    make_player(1, 5, 6, 0);
    function_make(&world.function[0], registry_functions[0], DIM); /* sphere */
    function_make(&world.function[1], registry_functions[2], DIM); /* rastrigin */
    world.objective[GAMES] = objective_games(&world.player[0], space);
    world.objective[SMALL_GAMES] = objective_games(&world.player[1], space);
    world.objective[SPHERE] = objective_function(&world.function[0]);
    world.objective[RASTRIGIN] = objective_function(&world.function[1]);
    make_trials();
    world.expected = mem_new((size_t)world.batch.answers, sizeof *world.expected);
    for (int i = 0; i < TRIALS; i++) {
        const Trial *t = &world.batch.t[i];
        for (int k = 0; k < t->plays; k++) world.expected[t->y - world.batch.y + k] = alone(t, k);
    }
    return 0;
}

static int tear_down(__attribute__((unused)) void **state)
{
    function_free(&world.function[0]);
    function_free(&world.function[1]);
    player_free(&world.player[0]);
    player_free(&world.player[1]);
    batch_free(&world.batch);
    free(world.expected);
    return 0;
}

static void assert_answers(void)
{
    for (int i = 0; i < world.batch.answers; i++)
        if (!same_answer(&world.batch.y[i], &world.expected[i]))
            fail_msg("answer %d: %.17g (%g), expected %.17g (%g)", i, world.batch.y[i].score, world.batch.y[i].cost,
                     world.expected[i].score, world.expected[i].cost);
}

/* Calls test for every mode with 1, 2, 3 and 8 threads. */
static void for_all_judges(void (*test)(Evaluator *e))
{
    static const int threads[] = {1, 2, 3, 8};
    for (int mode = EVALUATOR_NONE; mode <= EVALUATOR_BOTH; mode++)
        for (size_t i = 0; i < LENGTH(threads); i++) {
            Evaluator *e = evaluator_create(world.objective, OBJECTIVES, (EvaluatorMode)mode, threads[i]);
            assert_int_equal(evaluator_threads(e), mode == EVALUATOR_NONE ? 1 : threads[i]);
            batch_seat(&world.batch);
            world.mode = (EvaluatorMode)mode;
            test(e);
            evaluator_destroy(e);
        }
}

TEST_OF_ALL(for_all_judges, test_modes_and_threads, Evaluator *e)
{
    for (int turn = 0; turn < 2; turn++) { /* a judge may be used again */
        batch_seat(&world.batch);
        assert_true(evaluate_batch(e, &world.batch, &stop_never));
        assert_answers();
    }
}

/* The world is worth the test: scores differ from game to game and from trial to trial. */
TEST(test_expected)
{
    int different = 0;
    double pieces = 0;
    for (int i = 1; i < world.batch.answers; i++) {
        different += world.expected[i].score != world.expected[i - 1].score;
        pieces += world.expected[i].cost;
    }
    assert_true(different > 20 && pieces > 1000);
}

/* Every third answer is there already, and wrong. */
TEST_OF_ALL(for_all_judges, test_done_is_left_alone, Evaluator *e)
{
    for (int i = 0; i < world.batch.answers; i += 3)
        world.batch.y[i] = (Answer){.score = -7, .cost = -8, .fitness = -9, .done = true};
    assert_true(evaluate_batch(e, &world.batch, &stop_never));
    for (int i = 0; i < world.batch.answers; i += 3) {
        const Answer *a = &world.batch.y[i];
        assert_true(a->score == -7 && a->cost == -8 && a->fitness == -9 && a->done);
        world.batch.y[i] = world.expected[i];
    }
    assert_answers();
}

TEST_OF_ALL(for_all_judges, test_nothing_to_do, Evaluator *e)
{
    memcpy(world.batch.y, world.expected, (size_t)world.batch.answers * sizeof *world.batch.y);
    assert_true(evaluate_batch(e, &world.batch, &stop_never));
    assert_answers();
    CLOSED(batch_free) Batch empty = {0};
    batch_seat(&empty);
    assert_true(evaluate_batch(e, &empty, &stop_never));
}

/* Stopped again and again, each time a little later; what is done is right, what is not is untouched; in the end all is there. */
TEST_OF_ALL(for_all_judges, test_stopped_and_taken_up, Evaluator *e)
{
    bool all = false;
    int stops = 0;
    for (int after = 0; !all; after += 1 + after / 2) {
        Told told = {.asked_max = after + 1};
        const StopCheck watch = told_watch(&told);
        all = evaluate_batch(e, &world.batch, &watch);
        int done = 0;
        for (int i = 0; i < world.batch.answers; i++) {
            const Answer *a = &world.batch.y[i];
            done += a->done;
            assert_true(a->done ? same_answer(a, &world.expected[i]) : a->score == 0 && a->cost == 0);
        }
        stops += !all;
        if (all) assert_int_equal(done, world.batch.answers);
        if (after == 0) assert_true(done < world.batch.answers); /* really stopped */
    }
    assert_true(all && stops > 2);
    assert_answers();
}

/* What the watch hears of are all turns: pieces and evaluations. */
TEST_OF_ALL(for_all_judges, test_turns_are_told, Evaluator *e)
{
    Told told = {0};
    const StopCheck watch = told_watch(&told);
    double cost = 0;
    assert_true(evaluate_batch(e, &world.batch, &watch));
    for (int i = 0; i < world.batch.answers; i++) cost += world.batch.y[i].cost;
    assert_true((double)told.turns == cost);
}

/* A cap ends games; the players' tallies keep the rule of 4 cells a piece. */
TEST(test_cap)
{
    int capped = 0;
    for (int i = 0; i < world.batch.n; i++) {
        const Trial *t = &world.batch.t[i];
        if (t->objective != GAMES) continue;
        for (const Answer *a = &world.expected[t->y - world.batch.y], *end = a + t->plays; a < end; a++) {
            assert_true(a->cost <= 300 && a->score <= 0.4 * a->cost && a->score == floor(a->score));
            capped += a->cost == 300;
        }
    }
    assert_true(capped > 0);
}

/* ---- the team ---- */

enum { TEAM_THREADS = 5 };

/* Counts the calls of each thread, in memory that no other thread writes. */
static void count_call(void *ctx, int thread)
{
    int *calls = ctx;
    calls[thread]++;
}

/* Every thread of a call works once, threads beyond it do not, and all have finished when it returns: with a large team after a
 * small one, and the other way round. */
TEST(test_team)
{
    int calls[TEAM_THREADS] = {0}, expected[TEAM_THREADS] = {0};
    for (int round = 0; round < 1000; round++) {
        const int n = 1 + round * 7 % TEAM_THREADS;
        team_run(n, count_call, calls);
        for (int i = 0; i < n; i++) expected[i]++;
        assert_memory_equal(calls, expected, sizeof calls);
    }
#pragma omp parallel num_threads(2)
#pragma omp single
    team_run(TEAM_THREADS, count_call, calls); /* on one thread, since it is called within a team */
    for (int i = 0; i < TEAM_THREADS; i++) assert_int_equal(calls[i], expected[i] + 1);
}

TEST(test_default_threads)
{
    Evaluator *e = evaluator_create(world.objective, OBJECTIVES, EVALUATOR_BOTH, 0);
    assert_true(evaluator_threads(e) >= 1);
    evaluator_destroy(e);
    static const char *const names[] = {"none", "particles", "games", "both"};
    for (size_t i = 0; i < LENGTH(names); i++) assert_string_equal(evaluator_modes[i], names[i]);
    assert_null(evaluator_modes[LENGTH(names)]);
}

TESTS(set_up, tear_down)
