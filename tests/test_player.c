/* test_player.c. The lanes engine brings games together in any way it likes, plays the last ones alone, or, as the columns
 * engine, all of them; and each is what the reference makes of it: for any number of jobs and threads, with any cap, stopped at
 * any moment and taken up again. */
#include "tests/boards.h"
#include "tests/fake_lanes.h"
#include "tests/helpers.h"
#include "tests/players.h"

enum { JOBS_MAX = 2000, POSITIONS = 37, FEATURES = 3, THREADS = 4 };

/* Games of random weights, several of each position one after the other, as a batch has them. engine, isa: of the player that is
 * tested, which is called lanes. expected: what the reference says. */
typedef struct {
    int engine;
    const char *isa;
    Game game;
    TetrisRules rules;
    Player reference, lanes;
    double x[POSITIONS][FEATURES];
    Job job[JOBS_MAX];
    Answer y[JOBS_MAX], expected[JOBS_MAX];
    int n;
} World;

/* Few features, since the games are many. */
static const int features[FEATURES] = {TETRIS_HOLES, TETRIS_HEIGHT_DIFFERENCES, TETRIS_MAX_HEIGHT};
static const FeatureSet set = {.name = "few", .index = features, .n = FEATURES};

static Rules table_of(const World *w)
{
    return (Rules){.game = &w->game, .rules = &w->rules, .set = &set};
}

static void end(World **w)
{
    player_free(&(*w)->reference);
    player_free(&(*w)->lanes);
}

/* Nothing has been answered, and nothing left. */
static void clear(World *w)
{
    for (int i = 0; i < JOBS_MAX; i++) {
        free(w->y[i].left);
        w->y[i] = (Answer){0};
    }
}

/* Every third position is good enough to play to the cap. */
static void make_jobs(World *w, int n)
{
    static const double good[FEATURES] = {-6, -1, -1};
    Rng r = rng_from((uint64_t)n + 1);
    for (int i = 0; i < POSITIONS; i++)
        for (int j = 0; j < FEATURES; j++) w->x[i][j] = i % 3 == 0 ? good[j] : rng_between(&r, -10, 5);
    w->n = n;
    for (int i = 0, position = 0; i < n; i++) {
        if (rng_below(&r, 8) == 0) position = (int)rng_below(&r, POSITIONS);
        w->job[i] = (Job){.x = w->x[position], .seed = rng_game(9, i), .y = &w->y[i]};
    }
}

/* The first n jobs. threads: as many take from the list. Returns whether all of them say that it is done. */
static bool play_some(World *w, int n, const Player *p, int threads, Told *told)
{
    JobList list = {.job = w->job, .n = n, .threads = threads};
    const StopCheck watch = told_watch(told);
    bool all = true;
    for (int i = 0; i < n; i++) atomic_init(&w->job[i].returned, false); /* the list is a new one */
#pragma omp parallel num_threads(threads) reduction(&& : all)
    {
        OWNED void *scratch = mem_lines(p->scratch_bytes);
        memset(scratch, 0xa5, p->scratch_bytes);
        all = player_play(p, &list, scratch, &watch);
    }
    return all;
}

/* All jobs, from their beginning. */
static bool play(World *w, const Player *p, int threads, Told *told)
{
    clear(w);
    return play_some(w, w->n, p, threads, told);
}

static long long turns_of(const Answer *a, int n)
{
    double sum = 0;
    for (int i = 0; i < n; i++) sum += a[i].cost;
    return (long long)sum;
}

/* Players with this cap, n jobs, and what the reference makes of them. */
static World *begin(World *w, int64_t turns_max, int n)
{
    Told told = {0};
    assert_null(player_make(&w->reference, table_of(w), registry_agents[0], PLAYER_REFERENCE, NULL, turns_max));
    assert_null(player_make(&w->lanes, table_of(w), registry_agents[0], w->engine, w->isa, turns_max));
    make_jobs(w, n);
    assert_true(play(w, &w->reference, 1, &told));
    memcpy(w->expected, w->y, sizeof w->expected);
    return w;
}

static void assert_same(const World *w)
{
    for (int i = 0; i < w->n; i++)
        if (!same_answer(&w->y[i], &w->expected[i]))
            fail_msg("game %d of %d: %g rows, %g pieces; the reference says %g, %g", i, w->n, w->y[i].score, w->y[i].cost,
                     w->expected[i].score, w->expected[i].cost);
}

static const struct {
    const char *name;
    int engine;
    const char *isa;
} engines[] = {{"lanes", PLAYER_LANES, "plain"},
               {"lanes, the last games alone", PLAYER_LANES, "alone"},
               {"columns", PLAYER_COLUMNS, "alone"}};
static size_t tested; /* which of them */

static int set_up(void **state)
{
    World *w = *state = mem_new(1, sizeof *w);
    w->engine = engines[tested].engine;
    w->isa = engines[tested].isa;
    w->game = fake_game();
    w->rules = board_rules(6, 8);
    return 0;
}

static int tear_down(void **state)
{
    clear(*state);
    free(*state);
    return 0;
}

/* ---- equal to the reference ---- */

static void play_and_compare(World *in, int jobs, int64_t turns_max, int threads_max)
{
    CLOSED(end) World *w = begin(in, turns_max, jobs);
    for (int threads = 1; threads <= threads_max; threads++) {
        Told told = {0};
        assert_true(play(w, &w->lanes, threads, &told));
        assert_same(w);
        assert_true(told.turns == turns_of(w->expected, w->n));
    }
}

TEST(test_any_number_of_jobs)
{
    static const int jobs[] = {0, 1, 2, 3, 4, 5, 7, 17, 40, 41, 64, 100, 333};
    for (size_t i = 0; i < LENGTH(jobs); i++) play_and_compare(*state, jobs[i], 60, THREADS);
    play_and_compare(*state, JOBS_MAX, 12, THREADS);
}

TEST(test_any_cap)
{
    static const int64_t turns_max[] = {1, 2, 3, 10, 100, 500};
    for (size_t i = 0; i < LENGTH(turns_max); i++) play_and_compare(*state, 50, turns_max[i], 2);
}

/* No cap, on a board where no player lasts. */
TEST(test_no_cap)
{
    World *w = *state;
    w->rules = board_rules(5, 5);
    play_and_compare(w, 400, 0, 2);
    w->rules = board_rules(4, 4); /* often over at the first piece or the second */
    play_and_compare(w, 400, 0, 2);
    w->rules = board_rules(6, 8);
}

/* ---- the watch ---- */

/* Stopped sooner or later: what is done is right, and what is not is untouched. */
static void stop_and_compare(World *w, long long stop_after, int threads)
{
    Told told = {.stop_after = stop_after};
    int done = 0;
    bool all = play(w, &w->lanes, threads, &told);
    for (int i = 0; i < w->n; i++) {
        const Answer *a = &w->y[i];
        done += a->done;
        assert_true(a->done ? same_answer(a, &w->expected[i]) : a->score == 0 && a->cost <= w->expected[i].cost);
    }
    assert_true(all ? done == w->n : told.turns >= stop_after);
    assert_true(told.turns >= turns_of(w->y, w->n)); /* pieces of games that were left were played, too */
}

TEST(test_stop)
{
    CLOSED(end) World *w = begin(*state, 200, 300);
    for (long long stop_after = 1; stop_after < 50000; stop_after = stop_after * 4 + 1)
        for (int threads = 1; threads <= 2; threads++) stop_and_compare(w, stop_after, threads);
}

/* Moves the jobs without an answer to the front; returns how many. */
static int unanswered(World *w)
{
    int n = 0;
    for (int i = 0; i < w->n; i++) {
        if (w->job[i].y->done) continue;
        Job j = w->job[n];
        w->job[n++] = w->job[i];
        w->job[i] = j;
    }
    return n;
}

/* Played by both in turn, with a stop every so many turns; returns the turns that this took in all. */
static long long play_in_parts(World *w, const Player *one, const Player *other, int stop_after, int threads)
{
    long long turns = 0;
    clear(w);
    for (int n, part = 0; (n = unanswered(w)) > 0; part++) {
        Told told = {.stop_after = stop_after};
        play_some(w, n, part % 2 == 0 ? one : other, threads, &told);
        turns += told.turns;
    }
    assert_same(w);
    return turns;
}

/* A suspended game resumes where it was, in any thread; where the other engine suspended it, it begins again. */
TEST(test_taken_up)
{
    CLOSED(end) World *w = begin(*state, 1000, 1500);
    long long once = turns_of(w->expected, w->n);
    for (int threads = is_short() ? 2 : 1; threads <= 2; threads++) {
        assert_true(play_in_parts(w, &w->lanes, &w->lanes, 1000, threads) == once);
        assert_true(play_in_parts(w, &w->reference, &w->reference, 1000, threads) == once);
        assert_true(play_in_parts(w, &w->reference, &w->lanes, 1000, threads) > once);
    }
}

/* Asked at once: nothing is begun. */
TEST(test_stop_at_once)
{
    CLOSED(end) World *w = begin(*state, 300, 50);
    Told now = {.turns = 5, .stop_after = 1};
    assert_false(play(w, &w->lanes, 1, &now));
    for (int i = 0; i < w->n; i++) assert_false(w->y[i].done);
    assert_true(now.asked == 1 && now.turns == 5);
}

/* Where there are many games the vectors are full. */
TEST(test_occupancy)
{
    CLOSED(end) World *w = begin(*state, 30, JOBS_MAX);
    Told many = {0}, one = {0};
    assert_true(play(w, &w->lanes, 1, &many));
    assert_true(many.filled >= turns_of(w->y, w->n) && (double)many.filled > 0.9 * (double)many.lanes);
    make_jobs(w, 1);
    assert_true(play(w, &w->lanes, 1, &one));
    assert_true(one.lanes == (w->lanes.lanes->play == NULL ? fake_lanes.width * one.filled : one.filled));
}

/* ---- which engine plays ---- */

static void assert_made(const World *w, const Agent *a, int engine, const char *isa, const char *plays, const char *refusal)
{
    CLOSED(player_free) Player p;
    const char *why = player_make(&p, table_of(w), a, engine, isa, 0);
    if (refusal != NULL)
        assert_string_equal(why, refusal);
    else {
        assert_null(why);
        assert_string_equal(p.engine, plays);
        assert_string_equal(p.isa, "plain");
    }
}

TEST(test_make)
{
    World *w = *state;
    const Agent *a = registry_agents[0];
    Agent simple = *a;
    simple.turn = NULL;
    assert_made(w, a, PLAYER_AUTO, "plain", "lanes", NULL);
    assert_made(w, a, PLAYER_AUTO, "sse3 plain", "lanes", NULL);
    assert_made(w, a, PLAYER_LANES, "plain", "lanes", NULL);
    assert_made(w, a, PLAYER_REFERENCE, "plain", "reference", NULL);
    assert_made(w, a, PLAYER_AUTO, "sse3", "reference", NULL);
    assert_made(w, a, PLAYER_LANES, "sse3", NULL, "this game has no lanes for that instruction set");
    assert_made(w, &simple, PLAYER_AUTO, "plain", "reference", NULL);
    assert_made(w, &simple, PLAYER_LANES, "plain", NULL, "this agent plays on the reference engine only");
    w->rules = board_rules(13, 8);
    assert_made(w, a, PLAYER_AUTO, "plain", "reference", NULL);
    assert_made(w, a, PLAYER_LANES, "plain", NULL, "the fake is superstitious");
    w->rules = board_rules(6, 8);
    const Lanes *const *lanes = w->game.lanes;
    w->game.lanes = NULL;
    assert_made(w, a, PLAYER_AUTO, "plain", "reference", NULL);
    assert_made(w, a, PLAYER_LANES, "plain", NULL, "this game has no lanes");
    assert_made(w, a, PLAYER_COLUMNS, "plain", NULL, "this game has no lanes");
    w->game.lanes = lanes;
    simple = *a;
    simple.play = NULL;
    assert_made(w, a, PLAYER_COLUMNS, "plain", NULL, "this game has no columns for that instruction set");
    assert_made(w, &simple, PLAYER_COLUMNS, "alone", NULL, "this agent does not play on columns");
}

static int run_all(void)
{
    int failed = 0;
    for (tested = 0; tested < LENGTH(engines); tested++) failed += tests_run(engines[tested].name, set_up, tear_down);
    return failed;
}

RUN(run_all())
