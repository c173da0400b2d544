/* test_asynchronous.c. A search whose particles move as soon as they have been judged: in the order of the virtual clock,
 * whatever plays, in whatever pieces the answers come. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tests/live.h"

#include "base/mem.h"
#include "base/rng.h"
#include "experiment/clock.h"
#include "registry.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LENGTH(a) (sizeof(a) / sizeof((a)[0]))

/* ---- the clock ---- */

/* Play k of candidate i has cost so much; done: and is answered. */
static void know(Clock *c, int i, int k, double cost, bool done)
{
    Answer *y = &clock_answers(c, i)[k];
    y->cost = cost;
    y->done = done;
}

/* Three candidates with two plays each. */
static void test_due(void **state)
{
    (void)state;
    Clock c;
    clock_make(&c, 3, 2);
    assert_int_equal(clock_due(&c), -1);
    know(&c, 1, 0, 4, true);
    assert_int_equal(clock_due(&c), -1);
    know(&c, 1, 1, 6, true);
    assert_int_equal(clock_due(&c), -1); /* others may have theirs before 10 */
    know(&c, 0, 0, 11, false);
    know(&c, 2, 1, 9, false);
    assert_int_equal(clock_due(&c), -1);
    know(&c, 2, 1, 10, false);
    assert_int_equal(clock_due(&c), 1); /* at the same moment at best, and then behind it */
    know(&c, 0, 0, 10, false);
    assert_int_equal(clock_due(&c), -1); /* but 0 would come first */
    know(&c, 0, 0, 10, true);
    know(&c, 0, 1, 0, true);
    assert_int_equal(clock_due(&c), 0);
    clock_begin(&c, 0, 5);
    assert_true(c.start[0] == 10 && c.iteration[0] == 5 && c.start[1] == 0 && clock_now(&c) == 10);
    assert_false(clock_answers(&c, 0)[0].done);
    assert_int_equal(clock_due(&c), -1); /* a trial that begins at 10 may cost nothing */
    know(&c, 0, 1, 1, false);
    assert_int_equal(clock_due(&c), 1);
    clock_begin(&c, 1, 5);
    assert_int_equal(clock_due(&c), -1);
    clock_free(&c);
}

/* Those that hold up the first one that is answered are waited for until they cannot be before it; the others are not. */
static void test_limits(void **state)
{
    (void)state;
    Clock c;
    Trial t[4] = {{.plays = 1}, {.plays = 1}, {.plays = 1}, {.plays = 1}};
    clock_make(&c, 4, 1);
    clock_ask(&c, t);
    for (int i = 0; i < 4; i++) assert_true(t[i].part == i && t[i].had == clock_answers(&c, i) && t[i].until == 0);
    know(&c, 0, 0, 5, true);
    c.start[1] = 5;
    know(&c, 1, 0, 20, true); /* at 25: the first that is answered is 0, at 5 */
    know(&c, 2, 0, 3, false);
    know(&c, 3, 0, 6, false);
    clock_ask(&c, t);
    assert_true(t[1].until == 0 && t[2].until == 5 && t[3].until == 0);
    clock_begin(&c, 0, 0);
    for (int i = 0; i < 4; i++) t[i].until = 0;
    clock_ask(&c, t);
    assert_true(t[0].until == 20 && t[1].until >= 0 && t[2].until == 25 && t[3].until == 25);
    clock_free(&c);
}

/* ---- the course ---- */

#define SWARM "[optimiser]\npreset = vdbergh\nparticles = 7\nupdate_order = asynchronous\n"
#define TETRIS                                                                                                              \
    "[game]\nwidth = 6\nheight = 8\n[training]\ngames = 3\niterations = 12\nlog_positions = yes\n[selection]\nfinalists = " \
    "2\ngames = 4\n[validation]\ngames = 5\n" SWARM
#define SPHERE "[objective]\nkind = sphere\ndim = 4\n[training]\niterations = 9\nlog_positions = yes\n" SWARM

static bool go_on(void *ctx, int turns)
{
    (void)ctx, (void)turns;
    return false;
}
static const StopCheck never_stops = {.poll = go_on};

/* The state of a swarm that is told by hand. */
typedef struct {
    const Live *l;
    void *swarm;
    Candidate candidate[16];
    double moment[16]; /* when the trial under way has its result */
    Verdict verdict[16];
    int n;
} ByHand;

/* Plays the trial of particle i, which begins at `start` in an iteration. */
static void play_by_hand(ByHand *h, int i, double start, int64_t iteration)
{
    const TrainSpec *spec = &h->l->setup.trainings.spec[0];
    const Sample *own = &spec->optimiser->archive(h->swarm)->sample[i];
    Batch b = {0};
    spec->optimiser->ask(h->swarm, h->candidate);
    batch_add(&b, (Trial){.x = h->candidate[i].x,
                          .key = rng_key(spec->seed, RNG_TRAINING, (uint64_t)iteration),
                          .plays = spec->options.training.contest.games,
                          .objective = spec->objective.training});
    batch_seat(&b);
    assert_true(evaluate_batch(h->l->setup.evaluator, &b, &never_stops));
    Verdict *v = &h->verdict[i];
    *v = (Verdict){0};
    for (int k = 0; k < b.answers; k++) b.y[k].fitness = b.y[k].score;
    sample_add(&v->sample, &b.t[0]);
    v->better = own->fitness.n == 0 || v->sample.fitness.mean > own->fitness.mean;
    h->moment[i] = start + v->sample.cost;
    batch_free(&b);
}

/* What is told to the swarm is what comes of one particle after the other, each played to its end before the next result is
 * looked for. */
static void check_by_hand(const char *ini, int iterations)
{
    Live l;
    live_open(&l, ini, NULL, 0);
    const TrainSpec *spec = &l.setup.trainings.spec[0];
    ByHand h = {.l = &l, .swarm = spec->optimiser->create(spec->optimiser_options, spec->space, spec->seed)};
    h.n = spec->optimiser->candidates(h.swarm);
    for (int i = 0; i < h.n; i++) play_by_hand(&h, i, 0, 0);
    live_finish(&l);
    const char *row = rows_next(l.rows.text, "positions"), *metrics = rows_next(l.rows.text, "metrics");
    for (int told = 0; told < iterations * h.n; told++, row = rows_next(strchr(row, '\n') + 1, "positions")) {
        int i = 0;
        for (int k = 1; k < h.n; k++)
            if (h.moment[k] < h.moment[i]) i = k;
        if (rows_cell(row, "particle") != i || rows_cell(row, "score") != h.verdict[i].sample.score.mean)
            fail_msg("result %d is not of particle %d", told, i);
        for (int j = 0; j < spec->space->dim; j++) assert_true(rows_cell(row, spec->space->names[j]) == h.candidate[i].x[j]);
        const double spent = (told + 1.0) / (iterations * h.n), now = h.moment[i];
        spec->optimiser->tell_one(h.swarm, i, &h.verdict[i], spent);
        play_by_hand(&h, i, now, (told + 1) / h.n);
        if ((told + 1) % h.n > 0) continue;
        assert_true(rows_cell(metrics, "iteration") == (told + 1) / h.n && rows_cell(metrics, "pieces") == h.n * now);
        assert_true(rows_cell(metrics, "games") == (told + 1) * spec->options.training.contest.games);
        metrics = rows_next(strchr(metrics, '\n') + 1, "metrics");
    }
    assert_true(row == NULL && metrics == NULL);
    spec->optimiser->destroy(h.swarm);
    live_close(&l);
}

static void test_by_hand(void **state)
{
    (void)state;
    check_by_hand(TETRIS, 12);
    check_by_hand(TETRIS "topology = random\n", 12);
    check_by_hand(TETRIS "velocity_rule = fully-informed\ntopology = ring\n", 12);
    check_by_hand(SPHERE, 9);
}

/* A turn in which only some answers come: each play of a trial that is not answered has, by chance, its answer, or some of its
 * cost, or nothing more than before. Of one trial at least, all come. */
static bool step_in_pieces(Live *l, Rng *r, Batch *b)
{
    const Experiment *e = &l->setup.experiment;
    Batch whole = {0};
    batch_clear(b);
    if (e->kind->ask(e->self, b) == 0) return false;
    for (int i = 0; i < b->n; i++) {
        Trial t = b->t[i];
        t.had = NULL;
        batch_add(&whole, t);
    }
    batch_seat(b);
    batch_seat(&whole);
    assert_true(evaluate_batch(l->setup.evaluator, &whole, &never_stops));
    const bool training = strcmp(e->kind->phase(e->self), "training") == 0;
    int lucky = (int)rng_below(r, (uint32_t)b->n);
    for (int i = 0; i < b->n; i++)
        for (int k = 0; k < b->t[i].plays; k++) {
            Answer *y = &b->t[i].y[k];
            const Answer *is = &whole.t[i].y[k];
            const double more = floor(rng_real(r) * (is->cost - y->cost));
            if (y->done) assert_true(y->score == is->score && y->cost == is->cost);
            if (y->done) continue;
            assert_true(y->cost <= is->cost);
            if (!training || i == lucky || rng_below(r, 3) == 0)
                *y = (Answer){.score = is->score, .cost = is->cost, .done = true};
            else if (rng_below(r, 2) == 0)
                y->cost += more;
        }
    batch_free(&whole);
    e->kind->tell(e->self, b->t, b->n, &l->rows.record);
    return true;
}

/* Whole games only: a whole batch is answered, so that nothing is left open. */
static void run(Live *l, const char *ini, const char *sets)
{
    live_open(l, ini, sets, 0);
    live_finish(l);
}

static void assert_same(Live *l, Live *whole, const char *how)
{
    char *result = live_result(l), *expected = live_result(whole);
    if (strcmp(l->rows.text, whole->rows.text) != 0) fail_msg("%s: another course", how);
    assert_string_equal(result, expected);
    assert_int_equal(live_hash(l), live_hash(whole));
    free(result);
    free(expected);
}

static void check_in_pieces(const char *ini)
{
    Live whole;
    run(&whole, ini, "experiment.mode=games experiment.engine=reference");
    for (uint64_t seed = 1; seed <= 5; seed++) {
        Live l;
        Rng r;
        Batch b = {0};
        rng_stream(&r, seed);
        live_open(&l, ini, "experiment.mode=games", 0); /* whole games: what comes of them is cut here */
        while (step_in_pieces(&l, &r, &b)) {
        }
        assert_same(&l, &whole, "in pieces");
        batch_free(&b);
        live_close(&l);
    }
    live_close(&whole);
}

static void test_in_pieces(void **state)
{
    (void)state;
    check_in_pieces(TETRIS);
    check_in_pieces(TETRIS "topology = random\n");
    check_in_pieces(SPHERE);
}

/* Whatever plays: mode, threads, engine. */
static void test_whatever_plays(void **state)
{
    (void)state;
    static const char *const how[] = {"experiment.mode=none",
                                      "experiment.mode=particles experiment.threads=2",
                                      "experiment.threads=1",
                                      "experiment.threads=2",
                                      "experiment.threads=3",
                                      "experiment.threads=2 experiment.engine=lanes",
                                      "experiment.threads=2 experiment.engine=columns",
                                      "experiment.threads=4 experiment.engine=reference"};
    static const char *const inis[] = {TETRIS, SPHERE};
    for (size_t i = 0; i < LENGTH(inis); i++) {
        Live whole;
        run(&whole, inis[i], "experiment.mode=games experiment.threads=1 experiment.engine=reference");
        for (size_t k = 0; k < LENGTH(how); k++) {
            Live l;
            run(&l, inis[i], how[k]);
            assert_same(&l, &whole, how[k]);
            live_close(&l);
        }
        live_close(&whole);
    }
}

/* Each budget ends it where it says: the results that it pays for, or the iteration that crosses it. */
static void test_budgets(void **state)
{
    (void)state;
    Live l;
    Result r;
    run(&l, TETRIS, "training.iterations=0 training.total_games=75 selection.share=0");
    l.setup.experiment.kind->result(l.setup.experiment.self, &r);
    assert_true(r.plays == 75 + 2 * 4 + 5 && rows_count(l.rows.text, "metrics") == 75 / 3 / 7);
    assert_string_equal(r.ended, "total_games");
    live_close(&l);
    run(&l, TETRIS, "training.iterations=0 training.total_pieces=9000 selection.share=0");
    const int n = rows_count(l.rows.text, "metrics");
    const char *row = rows_next(l.rows.text, "metrics");
    for (int k = 1; k <= n; k++, row = rows_next(strchr(row, '\n') + 1, "metrics"))
        assert_int_equal(rows_cell(row, "pieces") >= 9000, k == n);
    l.setup.experiment.kind->result(l.setup.experiment.self, &r);
    assert_string_equal(r.ended, "total_pieces");
    live_close(&l);
}

/* With a larger budget, the state at the end of the smaller one goes on as a longer training does. */
static void test_extended(void **state)
{
    (void)state;
    Live shorter, longer, again;
    live_open(&shorter, TETRIS, "training.iterations=5", 0);
    const Experiment *e = &shorter.setup.experiment;
    while (!e->kind->extendable(e->self)) assert_true(live_step(&shorter));
    char *saved = walk_save(e->kind->walk, e->self);
    live_resume(&again, TETRIS, NULL, 0, saved, shorter.rows.text, shorter.rows.used);
    live_finish(&again);
    run(&longer, TETRIS, NULL);
    assert_same(&again, &longer, "extended");
    free(saved);
    live_close(&shorter);
    live_close(&longer);
    live_close(&again);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_due),       cmocka_unit_test(test_limits),         cmocka_unit_test(test_by_hand),
        cmocka_unit_test(test_in_pieces), cmocka_unit_test(test_whatever_plays), cmocka_unit_test(test_budgets),
        cmocka_unit_test(test_extended),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
