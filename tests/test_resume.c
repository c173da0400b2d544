/* test_resume.c. Every experiment can be killed after every turn: resumed, it ends the same. */
#include "store/checkpoint.h"
#include "tests/helpers.h"
#include "tests/inis.h"
#include "tests/stepper.h"

#include <limits.h>

/* ask changes nothing that walk sees, and says the same twice. Returns how many it asks. */
static int check_questions(Live *l)
{
    const Experiment *e = &l->setup.experiment;
    CLOSED(batch_free) Batch one = {0}, two = {0};
    uint64_t before = live_hash(l);
    int n = e->kind->ask(e->self, &one);
    assert_int_equal(n, one.n);
    assert_int_equal(e->kind->ask(e->self, &two), n);
    assert_int_equal(live_hash(l), before);
    for (int i = 0; i < n; i++) {
        const Trial *a = &one.t[i], *b = &two.t[i];
        assert_true(a->x == b->x && a->key == b->key && a->first == b->first && a->plays == b->plays && a->tag == b->tag);
        assert_true(a->plays > 0 && a->objective >= 0 && a->objective < l->setup.tasks.n);
    }
    return n;
}

enum { STATES_MAX = 3000 };

/* A run, whole; its state after every turn, beginning with none; rows: of the text that had been written by then; most:
 * that were asked at once. */
typedef struct {
    Live whole;
    char *saved[STATES_MAX];
    int rows[STATES_MAX], n, most;
} Course;

static void course_free(Course *c)
{
    for (int i = 0; i < c->n; i++) free(c->saved[i]);
    live_close(&c->whole);
}

static void course_run(Course *c, const char *ini, const char *sets, int64_t games, bool questions)
{
    c->n = c->most = 0;
    live_open(&c->whole, ini, sets, games);
    const Experiment *e = &c->whole.setup.experiment;
    c->whole.questions = questions;
    do {
        assert_true(c->n < STATES_MAX);
        c->saved[c->n] = state_save(e->kind->serialise, e->self);
        c->rows[c->n++] = c->whole.rows.used;
        const int asked = check_questions(&c->whole);
        if (asked > c->most) c->most = asked;
    } while (live_step(&c->whole));
    assert_true(e->kind->progress(e->self, 0) == 1);
}

/* Killed after turn k and resumed, it ends the same: rows, state, result. */
static void check_resume_at(Course *c, int k, const char *ini, const char *sets, int64_t games)
{
    CLOSED(live_close) Live again;
    live_resume(&again, ini, sets, games, c->saved[k], c->whole.rows.text, c->rows[k]);
    again.questions = c->whole.questions;
    OWNED char *reloaded = state_save(again.setup.experiment.kind->serialise, again.setup.experiment.self);
    assert_string_equal(reloaded, c->saved[k]);
    live_finish(&again);
    assert_same_end(&again, &c->whole);
}

/* Killed after every single turn, in short some ten times. questions: it also asks the same; else that is up to the threads, and
 * it is killed some twenty times. Returns the turns. */
static int check_resume_of(const char *ini, const char *sets, int64_t games, bool questions)
{
    CLOSED(course_free) Course c;
    course_run(&c, ini, sets, games, questions);
    for (int k = 0; k < c.n; k += 1 + c.n / (is_short() ? 10 : questions ? STATES_MAX : 20))
        check_resume_at(&c, k, ini, sets, games);
    return c.n - 1;
}

static int check_resume(const char *ini, const char *sets, int64_t games)
{
    return check_resume_of(ini, sets, games, true);
}

/* In how many parts an optimiser asks for an iteration of 5. */
static int asks_of_five(const Optimiser *o)
{
    int asks = 1;
    CLOSED(stepper_close) Stepper s = stepper_open(o, five(o), &box_space, 1);
    while (!stepper_step(&s, 0)) asks++;
    return asks;
}

TEST(test_function_training_resumes)
{
    for (int i = 0; registry_optimisers[i] != &optimiser_own; i++) {
        const Optimiser *o = registry_optimisers[i];
        int asks = asks_of_five(o), iterations = searches(o) ? 8 : 1;
        assert_int_equal(check_resume(ini_for(ON_SPHERE CHOSEN, o).text, NULL, 0), iterations * asks + 2);
        assert_int_equal(check_resume(ini_for(ON_SPHERE NOT_CHOSEN, o).text, NULL, 0), iterations * asks);
        check_resume(ini_for(ON_SPHERE CHOSEN, o).text, "training.iterations=0 training.total_games=33 training.fitness=log", 0);
        check_resume(ini_for(ON_SPHERE CHOSEN, o).text, "selection.centroids=all", 0);
    }
}

TEST(test_game_training_resumes)
{
    for (int i = 0; registry_optimisers[i] != &optimiser_own; i++) {
        const Optimiser *o = registry_optimisers[i];
        assert_int_equal(check_resume(ini_for(ON_TETRIS CHOSEN, o).text, NULL, 0), (searches(o) ? 6 : 1) * asks_of_five(o) + 2);
        check_resume(ini_for(ON_TETRIS CHOSEN, o).text, "training.fresh_games=no training.fitness=mean selection.finalists=0", 0);
        check_resume(ini_for(ON_TETRIS CHOSEN, o).text, "training.iterations=0 training.total_pieces=1500 validation.games=0", 0);
    }
}

/* The options that are states of their own: schedule, walls, starts, topologies, orders, rules. */
TEST(test_pso_options_resume)
{
    static const char options[] =
        "inertia_schedule=linear wall=damp wall=reflect wall=periodic wall=random wall=none velocity_start=zero "
        "velocity_start=uniform velocity_clamp=0.05 topology=ring topology=random update_order=sequential "
        "preset=fips preset=shi-eberhart";
    static const char *const two[] = {"optimiser.update_order=sequential optimiser.topology=random",
                                      "optimiser.preset=spso-2011 optimiser.particles=5",
                                      "optimiser.preset=report-final optimiser.particles=5"};
    char word[40];
    for (int i = 0; text_word(options, i, word, sizeof word); i++) {
        OWNED char *set = text_new("optimiser.%s", word);
        check_resume(ini_for(ON_SPHERE CHOSEN, &optimiser_pso).text, set, 0);
    }
    for (size_t i = 0; i < LENGTH(two); i++) check_resume(ini_for(ON_SPHERE CHOSEN, &optimiser_pso).text, two[i], 0);
    check_resume(ini_for(ON_TETRIS CHOSEN, &optimiser_pso).text, "optimiser.domain=sphere", 0);
    check_resume(ini_for(ON_TETRIS CHOSEN, &optimiser_pso).text, "optimiser.preset=exemplars", 0);
}

/* A training whose finalists race plays no more than one without, never fewer than a stage of each. */
TEST(test_last_race_resumes)
{
    static const char ini[] = "[game]\nwidth = 5\nheight = 8\n[training]\ngames = 2\niterations = 3\n[selection]\nfinalists = 5\n"
                              "centroids = all\nshare = 0\ngames = 40\nrace_games = 10\nrace_p = 0.2\n[validation]\ngames = 0\n"
                              "[optimiser]\nparticles = 8\n";
    CLOSED(live_close) Live whole;
    live_run(&whole, ini, NULL);
    Result r = live_outcome(&whole);
    const int64_t later = r.plays - 3 * 8 * 2;
    assert_int_equal(r.finalists, 11);
    assert_true(later >= 11 * 10 && later < 11 * 40 && later % 10 == 0);
    assert_true(r.n_reported == 2 && r.reported[1].score.n <= 40 && r.reported[1].score.n >= 10);
    check_resume(ini, NULL, 0);
}

TEST(test_evaluation_resumes)
{
    static const char board[] = "[game]\nwidth = 4\nheight = 4\n[training]\niterations = 1\n";
    assert_int_equal(check_resume(board, NULL, 2500), 3);
    assert_int_equal(check_resume(board, NULL, 1), 1);
    assert_int_equal(check_resume(board, NULL, 1000), 1);
}

/* A thousand games at once, each once, in order; the scores are those of the rows. */
TEST(test_evaluation_plays_each_game_once)
{
    CLOSED(live_close) Live l;
    live_open(&l, "[game]\nwidth = 4\nheight = 4\n[training]\niterations = 1\n", "experiment.seed=3", 2500);
    const Experiment *e = &l.setup.experiment;
    for (int first = 0; first < 2500; first += 1000) {
        CLOSED(batch_free) Batch b = {0};
        assert_int_equal(e->kind->ask(e->self, &b), 1);
        assert_true(b.t[0].first == first && b.t[0].plays == (first < 2000 ? 1000 : 500) && b.t[0].x == l.evaluated);
        assert_int_equal(b.t[0].key, rng_key(3, RNG_EVALUATION, 0));
        assert_string_equal(e->kind->phase(e->self), "evaluation");
        assert_true(live_step(&l));
    }
    assert_false(live_step(&l));
    assert_string_equal(e->kind->phase(e->self), "finished");
    int64_t row = 0;
    const ComparisonScores played = comparison_scores(e, 0);
    assert_int_equal(played.games, 2500);
    for (const char *at = l.rows.text; (at = rows_next(at, "games")) != NULL; at = strchr(at, '\n') + 1, row++)
        assert_true(rows_cell(at, "game") == (double)row && rows_cell(at, "score") == played.score[row]);
    assert_int_equal(row, 2500);
}

/* On lanes, an inner training that has its answers is told before others, so that the questions are no two times the same. */
TEST(test_meta_resumes)
{
    static const char *const sets[] = {NULL, "training.iterations=0 training.total_games=28 training.fresh_games=no",
                                       "training.allocation=race training.games=6 training.first_games=2 training.more_games=2"};
    for (size_t k = 0; k < LENGTH(sets); k++) {
        /* four outer iterations, each of several inner ones */
        assert_true(check_resume(meta_ini_of(&optimiser_pso, "tetris").text, sets[k], 0) >= 4 * 5);
        check_resume_of(meta_ini_of(&optimiser_lus, "lanes").text, sets[k], 0, false); /* one at a time */
    }
    for (int i = 0; registry_optimisers[i] != &optimiser_own; i++)
        check_resume_of(meta_ini_of(registry_optimisers[i], "lanes").text, NULL, 0, false);
}

/* More inner trainings than advance side by side. Killed after every fifth turn, and where an iteration begins. */
TEST(test_window)
{
    const char *ini = meta_ini(
        "a b", "",
        "tune = inertia\nbaselines = trelea\n[training]\niterations = 1\ngames = 4\n[selection]\nfinalists = 2\ngames = 300\n"
        "[validation]\ngames = 400\n[optimiser]\nkind = grid\nsteps = 300\n");
    CLOSED(course_free) Course c;
    course_run(&c, ini, NULL, 0, false);
    assert_int_equal(c.most, 512 * 4); /* four particles ask for each */
    assert_int_equal(rows_count(c.whole.rows.text, "blocks"), (1 + 300) * 4 + 2 * 300);
    for (int k = 0; k < c.n; k++)
        if (k % (is_short() ? 10 : 5) == 0 || c.rows[k] > c.rows[k - 1]) check_resume_at(&c, k, ini, NULL, 0);
}

/* ---- edited checkpoints ---- */

/* A Loader that makes another number of a field. */
typedef struct {
    Serialiser serialise;
    Loader *from;
    int at, fields; /* the field to edit; those met */
    Rng r;
} Editor;

static void edit(Serialiser *s, const char *name, char type, void *p, size_t n)
{
    static const double reals[] = {NAN, HUGE_VAL, -HUGE_VAL, -1, 0, 1, 1e300};
    static const int64_t whole[] = {-1, 0, 1, 2, 7, 1000, INT_MAX, INT_MIN, INT64_MAX, INT64_MIN};
    Editor *e = (Editor *)s;
    e->from->serialise.field(&e->from->serialise, name, type, p, n);
    s->failed = s->failed || e->from->serialise.failed;
    if (s->failed || e->fields++ != e->at || n == 0) return;
    const size_t i = rng_below(&e->r, (uint32_t)n);
    const int64_t value = whole[rng_below(&e->r, LENGTH(whole))];
    switch (type) {
    case 'd': ((double *)p)[i] = reals[rng_below(&e->r, LENGTH(reals))]; break;
    case 'b': ((bool *)p)[i] = !((bool *)p)[i]; break;
    case 'i': ((int *)p)[i] = (int)value; break;
    default: ((int64_t *)p)[i] = value;
    }
}

/* Loads the text with its field number `at` edited, and goes on to the end unless that is refused. Returns the fields met. */
static int check_edited(const char *ini, const char *sets, int64_t games, const char *saved, int at, int *refused)
{
    CLOSED(live_close) Live l;
    CLOSED(loader_free) Loader from;
    live_open(&l, ini, sets, games);
    assert_true(loader_start(&from, mem_text(saved), strlen(saved)));
    Editor e = {{.loading = true, .field = edit}, &from, at, 0, rng_from((uint64_t)at)};
    l.setup.experiment.kind->serialise(l.setup.experiment.self, &e.serialise);
    *refused += e.serialise.failed;
    if (!e.serialise.failed) live_finish(&l);
    return at < e.fields || e.serialise.failed ? e.fields : 0;
}

/* A state of the middle, every third field edited: it is refused, or the run ends. Returns how often it is refused. */
static int check_edits(const char *ini, const char *sets, int64_t games, int first)
{
    CLOSED(course_free) Course c;
    int refused = 0;
    course_run(&c, ini, sets, games, false);
    for (int at = first; check_edited(ini, sets, games, c.saved[c.n / 2], at, &refused) > 0;) at += is_short() ? 6 : 3;
    return refused;
}

TEST(test_edited_checkpoints)
{
    static const char *const allocations[] = {"allocation=resample", "allocation=race training.games=6 training.first_games=2",
                                              "allocation=ocba training.games=6 training.first_games=2"};
    int refused = 0;
    for (int i = 0; registry_optimisers[i] != &optimiser_own; i++) {
        OWNED char *set = text_new("experiment.threads=1 training.%s", allocations[i % 3]);
        refused += check_edits(ini_for(ON_TETRIS CHOSEN, registry_optimisers[i]).text, set, 0, i % 3);
    }
    refused += check_edits(ini_for(ON_SPHERE CHOSEN, &optimiser_lus).text, "experiment.threads=1", 0, 0);
    refused += check_edits(meta_ini_of(&optimiser_lus, "tetris").text, "experiment.threads=1", 0, 1);
    refused += check_edits("[game]\nwidth = 4\nheight = 4\n[training]\niterations = 1\n", "experiment.threads=1", 2500, 0);
    assert_true(refused > 20);
}

TESTS(meta_enter, place_leave)
