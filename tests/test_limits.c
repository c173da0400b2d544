/* test_limits.c. What ends a training, how many games follow from a budget; the last race. */
#include "experiment/finalists.h"
#include "tests/helpers.h"
#include "tests/noisy.h"

/* ---- what ends a training ---- */

/* Which of several limits ends it, and when. */
TEST(test_ended_by)
{
    static const struct {
        const char *settings, *ended;
    } rows[] = {{"training.iterations=4", "iterations"},
                {"training.total_games=100", "total_games"},
                {"training.total_pieces=1000", "total_pieces"},
                {"training.iterations=400 training.target=300", "target"},
                {"training.iterations=400 training.stall=3", "stall"},
                {"training.iterations=4 training.total_games=100000 training.total_pieces=100000000 training.minutes=60 "
                 "training.target=1e9 training.stall=100",
                 "iterations"},
                {"training.iterations=400 training.total_games=96 training.minutes=60", "total_games"},
                {"training.minutes=60 training.stall=3", "stall"},
                {"training.iterations=1 training.target=1e-9", "target"}};
    for (size_t i = 0; i < LENGTH(rows); i++) {
        CLOSED(noisy_close) Noisy n;
        Result r;
        n = noisy_open(&optimiser_pso, with(rows[i].settings, UNCHOSEN), 7);
        n.e.kind->result(n.e.self, &r);
        assert_null(r.ended);
        r = noisy_finish(&n);
        assert_string_equal(r.ended, rows[i].ended);
    }
}

/* Pieces, time and whatever else is not games ends a training with an iteration, in how many groups it may be asked. */
TEST(test_whole_iterations)
{
    static const char *const settings[] = {"training.total_pieces=3000", "training.iterations=400 training.target=150",
                                           "training.iterations=400 training.stall=2"};
    for (size_t i = 0; i < LENGTH(settings); i++) {
        CLOSED(noisy_close) Noisy n;
        Result r = noisy_run(&n, one_by_one(), with(settings[i], UNCHOSEN), 7);
        assert_int_equal(r.plays, (int64_t)rows_cell(noisy_last(&n), "games"));
        assert_true(r.plays % 18 == 0 && n.most_at_once == 3);
    }
}

/* The target is that of the best's mean score, in the first iteration that has it; a stall: so many without a better best. */
TEST(test_target_and_stall)
{
    CLOSED(noisy_close) Noisy n;
    noisy_run(&n, &optimiser_pso, "training.iterations=12" UNCHOSEN, 8);
    double reached = rows_cell(noisy_last(&n), "best_score");
    noisy_close(&n);
    OWNED char *settings = text_new("training.iterations=400 training.target=%.17g" UNCHOSEN, reached);
    noisy_run(&n, &optimiser_pso, settings, 8);
    for (const char *at = n.rows.text; (at = rows_next(at, "metrics")) != NULL; at = strchr(at, '\n') + 1)
        assert_int_equal(rows_cell(at, "best_score") >= reached, at == noisy_last(&n));
    noisy_close(&n);
    noisy_run(&n, &optimiser_pso, "training.iterations=4000 training.stall=5" UNCHOSEN, 8);
    double best = -HUGE_VAL;
    int stalled = 0;
    for (const char *at = n.rows.text; (at = rows_next(at, "metrics")) != NULL; at = strchr(at, '\n') + 1) {
        stalled = rows_cell(at, "best_fitness") > best ? 0 : stalled + 1;
        best = fmax(best, rows_cell(at, "best_fitness"));
        assert_int_equal(stalled == 5, at == noisy_last(&n));
    }
}

/* A target of 0 is one where scores are minus an error or a value, and else none. Of these it is the value that people read. */
TEST(test_target_of_zero)
{
    static const struct {
        Units units;
        const char *target, *ended;
    } rows[] = {{{.scale = SCALE_COUNT}, "0", "iterations"},
                {{.scale = SCALE_SIGNED}, "0", "iterations"},
                {{.scale = SCALE_ERROR}, "0", "target"},
                {{.scale = SCALE_ERROR}, "none", "iterations"},
                {{.scale = SCALE_COUNT}, "1e-9", "target"},
                {{.scale = SCALE_SIGNED, .minimised = true}, "0", "target"},
                {{.scale = SCALE_SIGNED, .minimised = true}, "-1e9", "iterations"},
                {{.scale = SCALE_ERROR}, "-1e9", "iterations"}};
    for (size_t i = 0; i < LENGTH(rows); i++) {
        CLOSED(noisy_close) Noisy n;
        OWNED char *settings = text_new("training.iterations=2 training.target=%s" UNCHOSEN, rows[i].target);
        n = noisy_open(&optimiser_pso, settings, 7);
        n.e.kind->destroy(n.e.self);
        n.spec.units = (TrainUnits){&rows[i].units, &rows[i].units};
        n.e = train_create(&n.spec);
        assert_string_equal(noisy_finish(&n).ended, rows[i].ended);
    }
}

/* A training whose time is up drops what it has asked: its rows are the first of one that went on. The state remembers, so that a
 * resume ends there, too; and from the state before, one with more time goes on as if nothing had been. */
static void time_is_up(const char *allocation, int turns)
{
    CLOSED(noisy_close) Noisy timed, free_of, again, longer;
    CLOSED(batch_free) Batch dropped = {0};
    timed = noisy_open(&optimiser_pso, with(allocation, "training.minutes=5 training.iterations=9" CHOSEN), 9);
    free_of = noisy_open(&optimiser_pso, with(allocation, "training.minutes=6 training.iterations=9" CHOSEN), 9);
    again = noisy_open(&optimiser_pso, with(allocation, "training.minutes=5 training.iterations=9" CHOSEN), 9);
    longer = noisy_open(&optimiser_pso, with(allocation, "training.minutes=6 training.iterations=9" CHOSEN), 9);
    for (int i = 0; i < turns; i++) noisy_step(&timed);
    OWNED char *trained = state_save(timed.e.kind->serialise, timed.e.self);
    const int used = timed.rows.used;
    assert_true(timed.e.kind->ask(timed.e.self, &dropped) > 0);
    timed.e.kind->time_up(timed.e.self);
    assert_true(timed.rows.used == used && timed.e.kind->ending(timed.e.self));
    OWNED char *ended = state_save(timed.e.kind->serialise, timed.e.self);
    state_load(again.e.kind->serialise, again.e.self, ended);
    state_load(longer.e.kind->serialise, longer.e.self, trained);
    const Result first = noisy_finish(&timed);
    assert_string_equal(first.ended, "minutes");
    assert_string_equal(noisy_finish(&again).ended, "minutes");
    assert_string_equal(noisy_finish(&longer).ended, "iterations");
    noisy_finish(&free_of);
    assert_true(used == 0 || strncmp(timed.rows.text, free_of.rows.text, (size_t)used) == 0);
    assert_string_equal(longer.rows.text, free_of.rows.text + used);
    assert_true((first.x != NULL) == (used > 0)); /* nothing is found in the first iteration */
}

TEST(test_time_up)
{
    for (size_t allocation = 0; allocation < LENGTH(allocations); allocation++)
        for (int turns = 0; turns < 8; turns++) time_is_up(allocations[allocation], turns);
}

/* A game that costs as much as the budget lets it is counted, and there is no going on from a search that had one. */
TEST(test_cut_off)
{
    CLOSED(noisy_close) Noisy n = noisy_open(&optimiser_pso, "training.iterations=3" CHOSEN, 9);
    n.e.kind->destroy(n.e.self);
    n.spec.cutoff = (TrainCutoff){.search = COSTLY, .validation = COSTLY};
    n.e = train_create(&n.spec);
    const Result r = noisy_finish(&n);
    assert_true(r.cut > 0 && r.cut < r.plays);
    assert_int_equal(r.cut, n.costly);
    assert_false(n.e.kind->extendable(n.e.self));
}

/* ---- games that follow the budget; the share of a re-selection ---- */

TEST(test_auto_games)
{
    static const struct {
        int64_t total;
        int games;
    } rows[] = {{40000, 30}, {400000, 95}, {4000000, 300}, {10000, 15}, {1, 1}, {100, 2}};
    for (size_t i = 0; i < LENGTH(rows); i++) {
        TrainOptions o = {.training = {.total_games = rows[i].total}};
        assert_int_equal(train_games(&o), rows[i].games);
        o.training.allocation.games = 7;
        assert_int_equal(train_games(&o), 7);
    }
    CLOSED(noisy_close) Noisy n = noisy_open(&optimiser_pso, "training.games=0 training.total_games=10000" UNCHOSEN, 1);
    noisy_step(&n);
    assert_true(n.most_at_once == 6 * 15 && rows_cell(noisy_last(&n), "best_games") == 15);
}

/* A tenth of 2,000 games for four finalists: 50 each, and the training has the rest and no more. */
TEST(test_share)
{
    CLOSED(noisy_close) Noisy n;
    Result r = noisy_run(&n, &optimiser_pso,
                         "training.games=10 training.total_games=2000 selection.share=0.1 selection.finalists=4 "
                         "selection.games=7 validation.games=0",
                         1);
    assert_true(rows_cell(noisy_last(&n), "games") == 1800 && r.plays == 2000);
    assert_int_equal(r.reported[1].score.n, 50);
    noisy_close(&n);
    /* three iterations of 18 games have ended it: a quarter of these for two finalists, and not of the million that were
     * allowed */
    r = noisy_run(&n, &optimiser_pso,
                  "training.iterations=3 training.total_games=1e6 selection.share=0.2 selection.finalists=2 validation.games=0",
                  1);
    assert_true(r.reported[1].score.n == 6 && r.plays == 54 + 12);
    TrainOptions o = {.training = {.total_games = 1000, .allocation = {.games = 3}}, .selection = {.finalists = 3, .share = 0.1}};
    assert_true(train_final_games(&o) == 33 && train_budget(&o) == 1000 - 99);
    o.selection.finalists = 0;
    assert_int_equal(train_budget(&o), 1000);
}

/* Search and re-selection together cost no more than 1.1 budgets, but for a first stage; a further one is dropped as a whole. */
TEST(test_dropped_stage)
{
    static const char settings[] =
        "training.games=1 training.total_pieces=20000 selection.share=0.3 selection.finalists=4 validation.games=0";
    int dropped = 0;
    for (uint64_t seed = 1; seed <= 40; seed++) {
        CLOSED(noisy_close) Noisy n;
        const Result r = noisy_run(&n, &optimiser_pso, settings, seed);
        const int64_t games = r.reported[1].score.n;
        assert_true(r.training <= 15400);
        assert_true(r.cost <= 22000 || games == 2);
        dropped += r.dropped[1].later;
    }
    assert_true(dropped > 0 && dropped < 40);
}

/* A tenth of 60,000 pieces for four finalists, which play in stages: as many games each, and no more pieces than that but for the
 * last games; the training stops where its own share is spent. Resumed within the selection, it is the same. */
TEST(test_share_of_pieces)
{
    static const char settings[] =
        "training.games=5 training.total_pieces=60000 selection.share=0.1 selection.finalists=4 validation.games=0";
    CLOSED(noisy_close) Noisy n = noisy_open(&optimiser_pso, settings, 1), whole = noisy_open(&optimiser_pso, settings, 1);
    while (strcmp(n.e.kind->phase(n.e.self), "training") == 0) noisy_step(&n);
    double trained = rows_cell(noisy_last(&n), "pieces");
    int64_t games = (int64_t)rows_cell(noisy_last(&n), "games");
    assert_true(trained > 40000 && trained <= 59400);
    noisy_step(&n); /* the first stage, of several */
    assert_string_equal(n.e.kind->phase(n.e.self), "selection");
    OWNED char *saved = state_save(n.e.kind->serialise, n.e.self);
    noisy_close(&n);
    n = noisy_open(&optimiser_pso, settings, 1);
    state_load(n.e.kind->serialise, n.e.self, saved);
    Result r = noisy_finish(&n), one = noisy_finish(&whole);
    assert_int_equal(r.plays, one.plays);
    assert_true(r.reported[1].score.mean == one.reported[1].score.mean);
    assert_int_equal(r.reported[1].score.n * 4, r.plays - games);
    assert_true(r.cost - trained > 4500 && r.cost - trained < 7500);
    noisy_close(&n);
    TrainOptions o = {.training = {.total_pieces = 1000}, .selection = {.finalists = 3, .share = 0.1}};
    assert_true(train_shares_pieces(&o) && train_pieces(&o) == 900);
    o.training.total_games = 100;
    assert_true(!train_shares_pieces(&o) && train_pieces(&o) == 1000);
    /* the same where iterations have ended it */
    n = noisy_open(&optimiser_pso,
                   "training.games=5 training.iterations=4 training.total_pieces=1e9 selection.share=0.1 selection.finalists=4 "
                   "validation.games=0",
                   1);
    while (strcmp(n.e.kind->phase(n.e.self), "training") == 0) noisy_step(&n);
    trained = rows_cell(noisy_last(&n), "pieces");
    r = noisy_finish(&n);
    assert_true(r.cost > trained && r.cost < 1.3 * trained);
}

/* ---- the last race ---- */

/* Games of so many finalists: the score of game k of finalist i is base[i] + k % 3. */
static void play(Finalists *f, const double *base, int first, int n)
{
    bool racing[8];
    for (int i = 0; i < f->n; i++) racing[i] = finalists_racing(f, i);
    for (int i = 0; i < f->n; i++) {
        if (!racing[i]) continue;
        for (int k = first; k < first + n; k++) finalists_add(f, i, k, base[i] + k % 3);
    }
}

/* Five games of one sign have a one-sided p of 1/32: below 0.05 and not below 0.03. */
TEST(test_race)
{
    static const double base[] = {4, 9, 8.5, 9};
    CLOSED(finalists_free) Finalists f;
    finalists_make(&f, 4, 0.05, &(Units){0});
    assert_int_equal(finalists_left(&f), 4);
    play(&f, base, 0, 4);
    assert_int_equal(finalists_left(&f), 4); /* fewer than five prove nothing */
    play(&f, base, 4, 1);
    assert_int_equal(finalists_left(&f), 2);
    assert_true(!finalists_racing(&f, 0) && finalists_racing(&f, 1) && !finalists_racing(&f, 2) && finalists_racing(&f, 3));
    play(&f, base, 5, 5);
    assert_true(f.score[0].sample.n == 5 && f.score[1].sample.n == 10 && finalists_games(&f) == 10);
    assert_int_equal(finalists_front(&f), 1); /* the first of two equals */
    finalists_add(&f, 3, 10, 100);
    finalists_add(&f, 1, 10, 99);
    assert_int_equal(finalists_front(&f), 3);
    finalists_free(&f);
    finalists_make(&f, 4, 0.03, &(Units){0});
    play(&f, base, 0, 5);
    assert_int_equal(finalists_left(&f), 4);
    finalists_free(&f);
    finalists_make(&f, 4, 0, &(Units){0});
    play(&f, base, 0, 20);
    assert_true(finalists_left(&f) == 4 && f.score[0].sample.n == 20);
}

/* Estimates are averaged as rates: 2 and 6 are 1 / ((1/2 + 1/6) / 2) = 3 or, without the bias of a reciprocal,
 * 2 x 3 - (2 + 6) / 2 = 2; and not 4. */
TEST(test_rates)
{
    const Units rates = {.by_rate = true};
    CLOSED(finalists_free) Finalists f;
    finalists_make(&f, 2, 0.1, &rates);
    finalists_add(&f, 0, 0, 2);
    finalists_add(&f, 0, 1, 6);
    finalists_add(&f, 1, 0, 3.5);
    finalists_add(&f, 1, 1, 3.5);
    assert_true(fabs(finalists_score(&f, 0).mean - 2) < 1e-12);
    assert_int_equal(finalists_front(&f), 1);
    finalists_free(&f);
    /* A jackknifed mean falls where one of two rises; the rank does not. */
    finalists_make(&f, 2, 0, &rates);
    finalists_add(&f, 0, 0, 100), finalists_add(&f, 0, 1, 110);
    finalists_add(&f, 1, 0, 100), finalists_add(&f, 1, 1, 300);
    assert_true(finalists_score(&f, 1).mean < finalists_score(&f, 0).mean);
    assert_int_equal(finalists_front(&f), 1);
}

TESTS(NULL, NULL)
