/* test_noise.c. Trainings under noise, on a surrogate whose truth is known; phases that play on boards of their own. */
#include "run/results.h"
#include "tests/helpers.h"
#include "tests/noisy.h"
#include "tests/stepper.h"

/* ---- trainings on a surrogate: exponential noise, the truth known ---- */

/* Calls test with every optimiser, and the swarm that asks one by one, and each allocation. */
static void for_all_trainings(void (*test)(const Optimiser *o, const char *allocation))
{
    for (int k = 0; k < ALLOCATIONS; k++) {
        for (const Optimiser *const *o = registry_optimisers; *o != &optimiser_own; o++) test(*o, allocations[k]);
        test(one_by_one(), allocations[k]);
    }
}

/* Where nothing is noisy the best never worsens, whatever the allocation and the optimiser; and a search gets better. */
TEST_OF_ALL(for_all_trainings, test_never_worsens, const Optimiser *o, const char *allocation)
{
    CLOSED(noisy_close) Noisy n = noisy_open(o, with(allocation, "training.iterations=25" UNCHOSEN), 1);
    n.noise_free = true;
    noisy_finish(&n);
    double last = -HUGE_VAL, first = HUGE_VAL;
    for (const char *at = n.rows.text; (at = rows_next(at, "metrics")) != NULL; at = strchr(at, '\n') + 1) {
        if (rows_cell(at, "best_fitness") < last)
            fail_msg("%s, %s: %g after %g", o->name, allocation, rows_cell(at, "best_fitness"), last);
        last = rows_cell(at, "best_fitness");
        if (first == HUGE_VAL) first = last;
        assert_true(rows_cell(at, "best_sem") == 0 && strstr(at, "pair_correlation=NaN") != NULL);
    }
    if (o != &optimiser_grid && !(last > first)) fail_msg("%s, %s: %g from %g", o->name, allocation, last, first);
}

/* Iterations are spent exactly; games to the last position they pay for, archive included, never more; columns add up. A grid
 * ends after one. */
TEST_OF_ALL(for_all_trainings, test_spent_exactly, const Optimiser *o, const char *allocation)
{
    Noisy n;
    Result r = noisy_run(&n, o, with(allocation, "training.iterations=7" UNCHOSEN), 2);
    assert_string_equal(r.ended, searches(o) ? "iterations" : "grid");
    assert_true(rows_cell(noisy_last(&n), "iteration") == (searches(o) ? 7 : 1));
    int64_t sum = 0;
    for (const char *at = n.rows.text; (at = rows_next(at, "metrics")) != NULL; at = strchr(at, '\n') + 1) {
        sum += (int64_t)rows_cell(at, "iteration_games");
        assert_true((int64_t)rows_cell(at, "games") == sum && rows_cell(at, "best_games") >= 1);
    }
    assert_int_equal(r.plays, sum);
    noisy_close(&n);
    for (int total = 200; total < 230 && searches(o); total += 7) {
        OWNED char *more = text_new("training.total_games=%d" UNCHOSEN, total);
        r = noisy_run(&n, o, with(allocation, more), 3);
        int archive = allocation == allocations[ALLOCATION_RESAMPLE] ? 64 * 8 : 0; /* of what keeps most */
        assert_string_equal(r.ended, "total_games");
        assert_true(r.plays <= total && r.plays + 8 + archive > total);
        noisy_close(&n);
    }
}

/* Saved after every single stage and loaded into a new one, it ends alike, byte for byte. */
TEST_OF_ALL(for_all_trainings, test_killed_between_stages, const Optimiser *o, const char *allocation)
{
    enum { TURNS = 400 };
    const char *settings = "training.total_games=300 selection.finalists=2 selection.games=4 validation.games=5";
    char *saved[TURNS];
    int used[TURNS], n = 0;
    bool ending[TURNS];
    CLOSED(noisy_close) Noisy whole = noisy_open(o, with(allocation, settings), 4);
    do {
        assert_true(n < TURNS);
        used[n] = whole.rows.used;
        ending[n] = whole.e.kind->ending(whole.e.self);
        saved[n++] = state_save(whole.e.kind->serialise, whole.e.self);
    } while (noisy_step(&whole));
    for (int k = 0; k < n; k++) {
        CLOSED(noisy_close) Noisy again = noisy_open(o, with(allocation, settings), 4);
        state_load(again.e.kind->serialise, again.e.self, saved[k]);
        assert_int_equal(again.e.kind->ending(again.e.self), ending[k]);
        noisy_finish(&again);
        assert_string_equal(again.rows.text, whole.rows.text + used[k]);
        OWNED char *end = state_save(again.e.kind->serialise, again.e.self);
        assert_string_equal(end, saved[n - 1]);
    }
    for (int k = 0; k < n; k++) free(saved[k]);
}

/* An allocation that has a state is loaded over by one that has none, as when a run is extended. */
TEST(test_loaded_over)
{
    CLOSED(noisy_close) Noisy n, whole;
    const char *settings = with(allocations[ALLOCATION_RACE], "training.iterations=5" UNCHOSEN);
    n = noisy_open(&optimiser_pso, settings, 5);
    whole = noisy_open(&optimiser_pso, settings, 5);
    OWNED char *start = state_save(n.e.kind->serialise, n.e.self);
    noisy_step(&n);
    noisy_step(&n);
    state_load(n.e.kind->serialise, n.e.self, start);
    noisy_finish(&n);
    noisy_finish(&whole);
    assert_string_equal(n.rows.text, whole.rows.text);
}

/* ---- extending ---- */

/* As test_training does for fixed: from the last state that was extendable a run goes on with a larger budget as one that had it
 * from the start. A cut group is not told where the budget is larger. */
static void check_extended(const Optimiser *o, const char *allocation, const char *smaller, const char *larger)
{
    CLOSED(noisy_close) Noisy first, again, whole;
    OWNED char *trained = NULL;
    int used = 0;
    first = noisy_open(o, with(allocation, smaller), 6);
    for (bool going = true; going;) {
        bool ending = first.e.kind->ending(first.e.self), extendable = first.e.kind->extendable(first.e.self);
        if (extendable) {
            free(trained);
            trained = state_save(first.e.kind->serialise, first.e.self);
            used = first.rows.used;
        }
        assert_true(trained != NULL || !ending);
        OWNED char *before = ending ? NULL : state_save(first.e.kind->serialise, first.e.self);
        const int had = first.rows.used;
        going = noisy_step(&first);
        if (ending || !first.e.kind->ending(first.e.self) || first.rows.used > had || extendable) continue;
        free(trained); /* the state before the iteration that was dropped */
        trained = text_new("%s", before);
        used = had;
    }
    assert_non_null(trained);
    again = noisy_open(o, with(allocation, larger), 6);
    state_load(again.e.kind->serialise, again.e.self, trained);
    if (again.e.kind->ending(again.e.self))
        fail_msg("%s %s, %s, from %s to %s", noisy_last(&first), o->name, allocation, smaller, larger);
    noisy_finish(&again);
    noisy_run(&whole, o, with(allocation, larger), 6);
    assert_string_equal(again.rows.text, whole.rows.text + used);
    OWNED char *one = state_save(again.e.kind->serialise, again.e.self),
               *other = state_save(whole.e.kind->serialise, whole.e.self);
    assert_string_equal(one, other);
}

TEST_OF_ALL(for_all_trainings, test_extended, const Optimiser *o, const char *allocation)
{
    if (!searches(o)) return; /* a grid ends with its pass */
    check_extended(o, allocation, "training.iterations=2" CHOSEN, "training.iterations=5" CHOSEN);
    check_extended(o, allocation, "training.total_games=91" CHOSEN, "training.total_games=300" CHOSEN);
    check_extended(o, allocation, "training.total_games=250 selection.share=0.1" UNCHOSEN,
                   "training.total_games=311 selection.share=0.1" UNCHOSEN);
    check_extended(o, allocation, "training.total_pieces=4000 selection.share=0.2" CHOSEN,
                   "training.total_pieces=60000 training.iterations=20 selection.share=0.2" CHOSEN);
    check_extended(o, allocation, "training.total_pieces=4000" CHOSEN,
                   "training.total_pieces=60000 training.iterations=20" CHOSEN);
    check_extended(o, allocation, "training.iterations=30 training.stall=2" CHOSEN,
                   "training.iterations=30 training.stall=4" CHOSEN);
}

/* ---- the three numbers ---- */

/* On the surrogate the training's number overstates the truth, the more the fewer games it is of; the re-selected one hardly, the
 * validated one not at all: its 95 % interval has the truth in 95 of 100 trainings, give or take. */
TEST(test_three_numbers)
{
    enum { SEEDS = 60 };
    static const char *const settings[] = {"training.games=3", "training.games=15"};
    double overstated[2];
    for (int k = 0; k < 2; k++) {
        Stats over[3] = {{0}, {0}, {0}};
        int inside = 0;
        for (uint64_t seed = 1; seed <= SEEDS; seed++) {
            CLOSED(noisy_close)
            Noisy n = noisy_open(
                &optimiser_pso,
                with(settings[k], " training.total_games=1500 selection.finalists=5 selection.games=40 validation.games=400"),
                seed);
            Result r = noisy_finish(&n);
            double true_mean = truth(r.x);
            for (int c = 0; c < 3; c++) stats_add(&over[c], r.reported[c].score.mean / true_mean);
            inside += r.reported[2].value[REPORTED_LOWER] <= true_mean && true_mean <= r.reported[2].value[REPORTED_UPPER];
            assert_string_equal(r.reported[0].name, "training");
            assert_string_equal(r.reported[1].name, "reselected");
            assert_string_equal(r.reported[2].name, "validated");
        }
        overstated[k] = over[0].mean;
        assert_true(over[1].mean > 1 && over[1].mean < 1.2);
        assert_near(over[2].mean, 1, 0.02);
        assert_true(inside >= 52);
    }
    assert_true(overstated[0] > 1.8 && overstated[1] > 1.15 && overstated[1] < overstated[0]);
}

/* With the same games to spend, race and ocba find better ones than fixed: means of the truth over seeds. */
TEST(test_rules_help)
{
    enum { SEEDS = 40 };
    static const char *const settings[] = {"training.allocation=fixed training.games=30",
                                           "training.allocation=race training.games=30",
                                           "training.allocation=ocba training.games=10"};
    Stats found_out[3] = {{0}, {0}, {0}};
    for (int k = 0; k < 3; k++)
        for (uint64_t seed = 1; seed <= SEEDS; seed++) {
            CLOSED(noisy_close)
            Noisy n = noisy_open(&optimiser_pso,
                                 with(settings[k], " training.total_games=3000 selection.share=0.1 validation.games=0"), seed);
            stats_add(&found_out[k], truth(noisy_finish(&n).x));
        }
    for (int k = 1; k < 3; k++)
        if (found_out[k].mean < found_out[0].mean + 2 * stats_sem(&found_out[0]))
            fail_msg("%s: %g, fixed: %g +- %g", settings[k], found_out[k].mean, found_out[0].mean, stats_sem(&found_out[0]));
}

/* ---- other boards ---- */

#define SMALL                                                                                              \
    "[game]\nwidth = 6\nheight = 8\n[objective]\nmax_pieces = 60\n[training]\ngames = 4\niterations = 3\n" \
    "[selection]\nfinalists = 2\ngames = 3\n[validation]\ngames = 5\n"                                     \
    "[optimiser]\npreset = vdbergh\nparticles = 4\n"

/* Every phase plays on its own board, reported scores say which, and boards that are alike are one. */
TEST(test_boards)
{
    static const struct {
        const char *sets, *training, *selection;
        int tasks;
    } rows[] = {{NULL, "", "", 1},
                {"training.height=8 selection.height=8", "", "", 1},
                {"training.height=6", "height=6", "", 2},
                {"training.height=6 selection.height=6", "height=6", "height=6", 2},
                {"training.height=6 selection.height=7", "height=6", "height=7", 3},
                {"selection.height=5 game.height=9", "", "height=5", 2},
                {"training.height=9 game.height=9", "", "", 1},
                {"objective.search_max_pieces=30", "max_pieces=30", "max_pieces=30", 2},
                {"objective.search_max_pieces=60", "", "", 1}};
    for (size_t i = 0; i < LENGTH(rows); i++) {
        CLOSED(live_close) Live l;
        char value[PARAM_TEXT_MAX];
        live_run(&l, SMALL, rows[i].sets);
        Result r = live_outcome(&l);
        assert_true(l.setup.tasks.n == rows[i].tasks && r.n_reported == 3);
        for (int c = 0; c < 3; c++) {
            char said[PARAM_TEXT_MAX + 100] = "";
            const char *key, *expected = c == 0 ? rows[i].training : c == 1 ? rows[i].selection : "";
            key = setup_deviation(&l.setup, r.reported[c].objective, 0, value, sizeof value);
            if (key != NULL) snprintf(said, sizeof said, "%s=%s", key, value);
            assert_null(setup_deviation(&l.setup, r.reported[c].objective, 1, value, sizeof value));
            assert_string_equal(said, expected);
        }
        assert_ptr_equal(l.setup.tasks.task[r.reported[2].objective].rules, l.config.rules);
    }
}

/* What is claimed depends on the board that is claimed alone, as far as the winner is the same: an evaluation of the winner
 * there, with the validation's games, has the same mean. And a training on a lower board is another training. */
TEST(test_reported_are_of_the_board)
{
    CLOSED(live_close) Live l, plain, again = {0};
    live_run(&l, SMALL, "training.height=5 selection.height=6");
    const Result r = live_outcome(&l);
    setup_evaluate(&again.setup, &l.config, r.x, RNG_VALIDATION, 5, 0);
    rows_start(&again.rows);
    live_finish(&again);
    Result other = live_outcome(&again);
    assert_true(other.reported[0].score.n == 5 && other.reported[0].score.mean == r.reported[2].score.mean);
    live_run(&plain, SMALL, NULL);
    other = live_outcome(&plain);
    assert_true(other.reported[0].score.mean != r.reported[0].score.mean);
}

/* What can be known beforehand, by hand; and nothing else. */
TEST(test_budget)
{
    static const struct {
        const char *sets;
        double training, selection, turns, minutes;
    } rows[] = {{"training.games=4", 3 * 4 * 4, 2 * 3, 3 * 4 * 4 * 60, HUGE_VAL},
                {"training.allocation=race training.games=40", 3 * 4 * 40, 6, 3 * 4 * 40 * 60, HUGE_VAL},
                {"training.allocation=resample", 3 * (4 + 4) * 4, 6, 3 * 8 * 4 * 60, HUGE_VAL},
                {"training.total_games=20", 20, 6, 20 * 60, HUGE_VAL},
                {"training.iterations=0 training.total_games=1000 selection.share=0.2", 800, 200, 800 * 60, HUGE_VAL},
                {"objective.max_pieces=0 training.iterations=0 training.total_pieces=500 selection.share=0.2", HUGE_VAL, 0, 400,
                 HUGE_VAL},
                {"training.iterations=0 training.games=0 training.total_games=10000", 10000, 6, 600000, HUGE_VAL},
                {"objective.max_pieces=0", 48, 6, HUGE_VAL, HUGE_VAL},
                {"objective.max_pieces=0 objective.search_max_pieces=30", 48, 6, 48 * 30, HUGE_VAL},
                {"objective.max_pieces=0 training.total_pieces=500 training.minutes=7", 48, 6, 500, 7},
                {"training.iterations=0 training.minutes=2 selection.finalists=0", HUGE_VAL, 0, HUGE_VAL, 2}};
    for (size_t i = 0; i < LENGTH(rows); i++) {
        CLOSED(live_close) Live l;
        live_open(&l, SMALL, rows[i].sets, 0);
        uint64_t before = live_hash(&l);
        OWNED char *text;
        FILE *out = files_memory(&text, NULL);
        const Budget b = announce_budget(out, &l.setup);
        files_memory_close(out);
        assert_true(b.training == rows[i].training && b.selection == rows[i].selection && b.validation == 5);
        assert_true(b.turns == rows[i].turns && b.minutes == rows[i].minutes);
        assert_true(strncmp(text, "budget: training up to ", 23) == 0 && strchr(text, '\n') == text + strlen(text) - 1);
        assert_int_equal(live_hash(&l), before);
    }
}

/* Threads, modes and engines decide nothing, between stages either. */
TEST(test_any_judge)
{
    static const char *const judges[] = {
        "experiment.threads=1 experiment.mode=none", "experiment.threads=2 experiment.mode=particles",
        "experiment.threads=3 experiment.mode=games", "experiment.threads=4 experiment.mode=both", "experiment.engine=reference"};
    for (size_t allocation = 0; allocation < LENGTH(allocations); allocation++) {
        CLOSED(live_close) Live whole;
        live_run(&whole, SMALL, with(allocations[allocation], " training.height=7"));
        OWNED char *expected = live_result(&whole);
        for (size_t i = 0; i < LENGTH(judges); i++) {
            OWNED char *sets = text_new("%s %s training.height=7", allocations[allocation], judges[i]);
            CLOSED(live_close) Live l;
            live_run(&l, SMALL, sets);
            OWNED char *result = live_result(&l);
            assert_string_equal(l.rows.text, whole.rows.text);
            assert_string_equal(result, expected);
        }
    }
}

TESTS(NULL, NULL)
