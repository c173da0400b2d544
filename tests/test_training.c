/* test_training.c. What experiments promise with every optimiser: they improve, spend their budget, can be extended, and end
 * the same in every mode. */
#include "tests/helpers.h"
#include "tests/inis.h"
#include "tests/stepper.h"

/* ---- meta ---- */

/* The strongest reported score last: training, reselected, baseline, validated; each with its number of games. */
TEST(test_reported)
{
    static const char *const names_of_reported[] = {"training", "reselected", "baseline", "validated"};
    static const int64_t plays[] = {4, 2, 4, 4};
    CLOSED(live_close) Live l;
    live_run(&l, meta_ini_of(&optimiser_pso, "tetris").text, NULL);
    Result r = live_outcome(&l);
    assert_int_equal(r.n_reported, 4);
    for (int c = 0; c < 4; c++) {
        assert_string_equal(r.reported[c].name, names_of_reported[c]);
        assert_int_equal(r.reported[c].score.n, plays[c]);
    }
    assert_int_equal(r.plays, 2 * 5 * 4 + 2 * 2 + 2 * 4);
    assert_int_equal(rows_count(l.rows.text, "heldout"), 4);
    assert_int_equal(rows_count(l.rows.text, "positions"), 2 * 5);
    live_close(&l);

    live_run(&l, ini_for(ON_TETRIS CHOSEN, &optimiser_pso).text, NULL);
    r = live_outcome(&l);
    assert_int_equal(r.n_reported, 3);
    assert_true(r.reported[0].score.n == 2 && r.reported[1].score.n == 4 && r.reported[2].score.n == 5);
    assert_string_equal(r.reported[2].name, "validated");
    assert_int_equal(r.plays, 6 * 5 * 2 + 3 * 4 + 5);
    assert_int_equal(rows_count(l.rows.text, "games"), 5);
}

/* Without noise a second look at a position says nothing new: unless the ini asks for them, there is neither a re-selection nor a
 * validation, and the one reported score is what the search saw, which is exact. */
TEST(test_reported_without_noise)
{
    static const char ini[] = "[objective]\nkind = sphere\ndim = 3\n[training]\niterations = 4\n[optimiser]\nparticles = 5\n";
    CLOSED(live_close) Live l;
    live_run(&l, ini, NULL);
    Result r = live_outcome(&l);
    assert_int_equal(r.plays, 4 * 5);
    assert_int_equal(r.n_reported, 1);
    assert_string_equal(r.reported[0].name, "training");
    assert_int_equal(r.reported[0].score.n, 1);
    double once = r.reported[0].score.mean;
    live_close(&l);

    live_run(&l, ini, "selection.finalists=2 selection.games=1 validation.games=3");
    r = live_outcome(&l);
    assert_int_equal(r.plays, 4 * 5 + 2 + 3);
    assert_int_equal(r.n_reported, 3);
    for (int i = 0; i < r.n_reported; i++) assert_true(r.reported[i].score.mean == once);
}

/* The best of an iteration never worsens, and the last is better than the first, but of a grid. */
static void assert_improves(const Live *l, const Optimiser *o)
{
    double last = -HUGE_VAL, first = HUGE_VAL;
    for (const char *at = l->rows.text; (at = rows_next(at, "metrics")) != NULL; at = strchr(at, '\n') + 1) {
        assert_true(rows_cell(at, "best_fitness") >= last);
        last = rows_cell(at, "best_fitness");
        if (first == HUGE_VAL) first = last;
    }
    if (last < first || (last == first && searches(o))) fail_msg("%s", o->name);
}

/* Tuned on a sphere without noise: the outer best never worsens, and beats the untuned inertia on held-out seeds. */
TEST(test_meta_improves)
{
    const char *start = meta_ini("sphere", "",
                                 "tune = inertia\nlower = -1\nupper = 1\n[training]\ngames = 10\nfresh_games = no\n"
                                 "iterations = 12\n[selection]\nfinalists = 3\ngames = 20\n[validation]\ngames = 40\n");
    for (int i = 0; registry_optimisers[i] != &optimiser_own; i++) {
        CLOSED(live_close) Live l;
        live_run(&l, ini_for(start, registry_optimisers[i]).text, NULL);
        assert_improves(&l, registry_optimisers[i]);
        const Result r = live_outcome(&l);
        assert_true(r.n_reported == 4 && r.reported[3].score.mean > r.reported[2].score.mean);
    }
}

/* ---- what an experiment asks ---- */

TEST(test_training_improves)
{
    static const char *const ascending[] = {"q05", "q25", "median", "q75", "q95", "best_fitness"};
    for (int i = 0; registry_optimisers[i] != &optimiser_own; i++) {
        CLOSED(live_close) Live l;
        live_run(&l, ini_for(ON_SPHERE CHOSEN, registry_optimisers[i]).text, "training.iterations=30");
        int iteration = 0;
        for (const char *at = l.rows.text; (at = rows_next(at, "metrics")) != NULL; at = strchr(at, '\n') + 1) {
            assert_true(rows_cell(at, "iteration") == ++iteration && rows_cell(at, "games") == 5 * iteration &&
                        rows_cell(at, "pieces") == 5 * iteration);
            assert_true(rows_cell(at, "best_score") == rows_cell(at, "best_fitness"));
            for (int k = 1; k < 6; k++) assert_true(rows_cell(at, ascending[k - 1]) <= rows_cell(at, ascending[k]));
        }
        assert_int_equal(iteration, searches(registry_optimisers[i]) ? 30 : 1); /* a grid ends after one */
        assert_improves(&l, registry_optimisers[i]);
    }
}

/* In one iteration all candidates play the same games; training, selection and validation never share one. */
static void check_games(const char *sets, bool fresh)
{
    CLOSED(live_close) Live l;
    uint64_t key[20];
    int n = 0, iterations = 6;
    live_open(&l, ini_for(ON_TETRIS CHOSEN, &optimiser_pso).text, sets, 0);
    const Experiment *e = &l.setup.experiment;
    for (Batch b = {0}; e->kind->ask(e->self, &b) > 0; batch_free(&b)) {
        const char *phase = e->kind->phase(e->self);
        int plays = n < iterations ? 2 : n == iterations ? 4 : 5;
        assert_string_equal(phase, n < iterations ? "training" : n == iterations ? "selection" : "validation");
        assert_int_equal(b.n, n < iterations ? 5 : n == iterations ? 3 : 1);
        for (int i = 0; i < b.n; i++) assert_true(b.t[i].key == b.t[0].key && b.t[i].first == 0 && b.t[i].plays == plays);
        key[n++] = b.t[0].key;
        live_step(&l);
    }
    assert_int_equal(n, iterations + 2);
    assert_string_equal(e->kind->phase(e->self), "finished");
    for (int i = 0; i < n; i++)
        for (int k = 0; k < i; k++) assert_int_equal(key[i] == key[k], !fresh && i < iterations);
}

TEST(test_games_of_the_phases)
{
    check_games(NULL, true);
    check_games("training.fresh_games=no", false);
}

/* Games are spent to the last whole position. */
TEST(test_total_games)
{
    static const int budgets[] = {10, 11, 12, 19, 20, 21, 27, 30};
    for (int i = 0; registry_optimisers[i] != &optimiser_own; i++)
        for (size_t k = 0; k < LENGTH(budgets); k++) {
            CLOSED(live_close) Live l;
            OWNED char *sets = text_new("training.iterations=0 training.games=2 training.total_games=%d", budgets[k]);
            live_run(&l, ini_for(ON_SPHERE NOT_CHOSEN, registry_optimisers[i]).text, sets);
            const int spent = searches(registry_optimisers[i]) || budgets[k] < 10 ? budgets[k] : 10; /* one pass of a grid */
            assert_int_equal(live_outcome(&l).plays, spent / 2 * 2);
            assert_int_equal(rows_count(l.rows.text, "metrics"), spent / 10);
        }
}

/* Pieces stop after the iteration that crosses the budget, or before it if that costs more than a tenth over: the iterations are
 * those of a search without a budget, and how many there are follows from what they cost. Games of a first one that costs too
 * much are ended, each after its part. */
static void check_pieces(const char *ini)
{
    CLOSED(live_close) Live whole;
    live_run(&whole, ini, "training.iterations=600 training.log_positions=no");
    for (int budget = 1; budget < 3000; budget = budget < 100 ? 3 * budget + 7 : budget * 5 / 4) {
        CLOSED(live_close) Live l;
        OWNED char *sets = text_new("training.iterations=0 training.log_positions=no training.total_pieces=%d", budget);
        live_run(&l, ini, sets);
        const char *end = rows_next(whole.rows.text, "metrics");
        double cost = 0;
        for (; cost < budget && rows_cell(end, "pieces") <= 1.1 * budget; end = rows_next(strchr(end, '\n') + 1, "metrics"))
            cost = rows_cell(end, "pieces");
        const Result r = live_outcome(&l);
        if (cost > 0) {
            assert_int_equal(l.rows.used, end - whole.rows.text);
            assert_memory_equal(l.rows.text, whole.rows.text, (size_t)l.rows.used);
            assert_true(r.training == cost && r.dropped[0].games == 0 && fabs(r.overspent - (cost / budget - 1)) < 1e-12);
        } else {
            const double games = rows_cell(l.rows.text, "games"), pieces = rows_cell(l.rows.text, "pieces");
            assert_true(r.dropped[0].games > 0 && pieces <= (games > budget ? games : budget));
        }
        assert_string_equal(r.ended, "total_pieces");
    }
}

TEST(test_total_pieces)
{
    for (int i = 0; registry_optimisers[i] != &optimiser_own; i++)
        if (searches(registry_optimisers[i])) check_pieces(ini_for(ON_TETRIS NOT_CHOSEN, registry_optimisers[i]).text);
}

/* The first budget that is used up ends the training. */
TEST(test_first_budget_ends)
{
    static const struct {
        const char *sets;
        int iterations;
    } rows[] = {{"training.iterations=3 training.total_games=1000 training.total_pieces=100000", 3},
                {"training.iterations=30 training.total_games=40 training.total_pieces=100000", 4},
                {"training.iterations=30 training.total_games=1000 training.total_pieces=1", 1}};
    for (size_t i = 0; i < LENGTH(rows); i++) {
        CLOSED(live_close) Live l;
        live_run(&l, ini_for(ON_TETRIS NOT_CHOSEN, &optimiser_pso).text, rows[i].sets);
        assert_int_equal(rows_count(l.rows.text, "metrics"), rows[i].iterations);
    }
}

/* ---- extending ---- */

/* A run is finished with a smaller budget; from the state that the driver keeps as checkpoint.trained it goes on with a larger
 * one, and equals a run that had the larger one from the start. */
static void check_extended(const char *ini, const char *smaller, const char *larger)
{
    CLOSED(live_close) Live first, again, whole;
    OWNED char *trained = NULL;
    int used = 0;
    live_open(&first, ini, smaller, 0);
    const Experiment *e = &first.setup.experiment;
    for (bool going = true; going;) {
        const int had = first.rows.used;
        OWNED char *before = e->kind->ending(e->self) ? NULL : state_save(e->kind->serialise, e->self);
        going = live_step(&first);
        const bool drops = before != NULL && e->kind->ending(e->self) && first.rows.used == had,
                   extends = e->kind->extendable(e->self);
        if (!drops && !extends) continue;
        free(trained);
        trained = drops ? text_new("%s", before) : state_save(e->kind->serialise, e->self);
        used = drops ? had : first.rows.used;
    }
    assert_non_null(trained);
    live_resume(&again, ini, larger, 0, trained, first.rows.text, used);
    live_finish(&again);
    live_run(&whole, ini, larger);
    assert_true(whole.rows.used > used);
    assert_same_end(&again, &whole);
}

TEST(test_extended)
{
#define GAMES_ONLY "training.iterations=0 training.total_games="
#define PIECES_ONLY "training.iterations=0 training.total_pieces="
#define RACE "training.allocation=race training.games=6 training.first_games=2 training.more_games=2 "
    for (int i = 0; registry_optimisers[i] != &optimiser_own; i++) {
        const Optimiser *o = registry_optimisers[i];
        if (!searches(o)) continue; /* a grid ends with its pass */
        check_extended(ini_for(ON_SPHERE CHOSEN, o).text, "training.iterations=4", "training.iterations=9");
        check_extended(ini_for(ON_SPHERE NOT_CHOSEN, o).text, "training.iterations=1", "training.iterations=9");
        check_extended(ini_for(ON_SPHERE CHOSEN, o).text, GAMES_ONLY "23", GAMES_ONLY "41");
        check_extended(ini_for(ON_TETRIS CHOSEN, o).text, "training.iterations=2", "training.iterations=5");
        check_extended(ini_for(ON_TETRIS CHOSEN, o).text, GAMES_ONLY "25", GAMES_ONLY "36");
        check_extended(ini_for(ON_TETRIS CHOSEN, o).text, PIECES_ONLY "400", PIECES_ONLY "1500");
        check_extended(ini_for(ON_TETRIS CHOSEN, o).text, "training.iterations=2", GAMES_ONLY "55");
        check_extended(meta_ini_of(o, "tetris").text, "training.iterations=1", "training.iterations=3");
        check_extended(meta_ini_of(o, "tetris").text, GAMES_ONLY "28", GAMES_ONLY "44");
        check_extended(meta_ini_of(o, "tetris").text, RACE GAMES_ONLY "50", RACE GAMES_ONLY "77");
    }
}

/* A schedule over the budget is known to depend on it, and does. */
TEST(test_scheduled_differs)
{
    const char *const sets[] = {"optimiser.inertia_schedule=linear training.iterations=4",
                                "optimiser.inertia_schedule=linear training.iterations=8"};
    double best[2];
    for (int i = 0; i < 2; i++) {
        CLOSED(live_close) Live l;
        live_open(&l, ini_for(ON_SPHERE NOT_CHOSEN, &optimiser_pso).text, sets[i], 0);
        assert_true(l.config.optimiser->scheduled(l.config.optimiser_options));
        live_finish(&l);
        const char *at = l.rows.text;
        while (rows_cell(at, "iteration") < 4) at = strchr(at, '\n') + 1;
        best[i] = rows_cell(at, "mean");
    }
    assert_true(best[0] != best[1]);
}

/* Threads, modes and engines change nothing that is written. */
TEST(test_same_for_all_judges)
{
    static const char *const sets[] = {
        "experiment.threads=1 experiment.mode=none", "experiment.threads=2 experiment.mode=particles",
        "experiment.threads=3 experiment.mode=games", "experiment.threads=8 experiment.mode=both", "experiment.engine=reference"};
    for (int meta = 0; meta <= 1; meta++) {
        IniText ini = meta ? meta_ini_of(&optimiser_pso, "tetris") : ini_for(ON_TETRIS CHOSEN, &optimiser_pso);
        CLOSED(live_close) Live whole;
        live_run(&whole, ini.text, NULL);
        for (size_t i = 0; i < LENGTH(sets); i++) {
            CLOSED(live_close) Live l;
            live_run(&l, ini.text, sets[i]);
            assert_same_end(&l, &whole);
        }
    }
}

TESTS(meta_enter, place_leave)
