/* test_api.c. The public library as a program of others uses it: it says what is wrong and prints nothing, and two threads do not
 * disturb each other. */
#include "tests/library.h"

#include <fcntl.h>
#include <pthread.h>
#include <sys/stat.h>
#include <unistd.h>

/* What is wrong with an ini is said as by the program, all of it at once. */
TEST(test_bad_ini)
{
    swt_evaluator *e = (swt_evaluator *)state;
    swt_training *t = (swt_training *)state;
    assert_error(swt_training_open(&t, BOARD, NULL, SWT_NEW), SWT_CONFIG, NULL); /* there is no budget */
    assert_null(t);
    assert_error(swt_training_open(&t, "[training]\niteratons = 3\n[optimiser]\ninertia = 7\n", NULL, SWT_NEW), SWT_CONFIG,
                 "ini:2: unknown key 'iteratons' in [training]; did you mean 'iterations'?\nini:4: inertia = 7: must be -2..2");
    assert_error(swt_evaluator_open(&e, "[game]\nheight = 2\n"), SWT_CONFIG, "ini:2: height = 2: must be 3..28");
    assert_null(e);
    assert_error(swt_evaluator_open(&e, NULL), SWT_USAGE, "ini: must be the text of an ini, and is NULL");
    assert_error(swt_evaluator_open(NULL, BOARD), SWT_USAGE,
                 "out: must be the address of a pointer to an evaluator, and is NULL");
    assert_error(swt_training_open(&t, "[training]\niterations = 3\nfrom = none.ini\n", NULL, SWT_NEW), SWT_CONFIG,
                 "ini:3: from = none.ini: cannot be read: No such file or directory");
    assert_error(swt_training_open(&t, "[training]\ntotal_games = 3\ngames = 1\n", NULL, SWT_NEW), SWT_CONFIG,
                 "ini:2: total_games = 3: must be at least 40, which pays for one iteration of the pso");
    assert_true(swt_error_code(NULL) == 0 && swt_error_text(NULL)[0] == '\0' && !swt_game_feature(NULL, 0, NULL));
    swt_error_free(NULL);
}

TEST(test_bad_arguments)
{
    swt_evaluator *e;
    CLOSED(training_close) swt_training *t;
    swt_score score;
    double x[2 * DIM] = {0};
    assert_good(swt_evaluator_open(&e, BOARD));
    assert_error(swt_evaluate(e, x, 1, 8, 5, 0, &score, NULL), SWT_USAGE, "dim = 8: must be 9, one weight for each feature");
    assert_error(swt_evaluate(e, x, 0, DIM, 5, 0, &score, NULL), SWT_USAGE, "n = 0: must be at least 1");
    assert_error(swt_evaluate(e, x, 1, DIM, -1, 0, &score, NULL), SWT_USAGE, "games = -1: must be at least 1");
    assert_error(swt_evaluate(e, NULL, 1, DIM, 1, 0, &score, NULL), SWT_USAGE, "x: must be an array, and is NULL");
    assert_error(swt_evaluate(e, x, 1, DIM, 1, 0, NULL, NULL), SWT_USAGE, "out: must be an array, and is NULL");
    assert_error(swt_evaluate(e, x, 2, DIM, 2000000000, 0, &score, NULL), SWT_USAGE,
                 "n x games = 4000000000: must be at most 100000000");
    x[DIM + 2] = NAN;
    assert_error(swt_evaluate(e, x, 2, DIM, 1, 0, &score, NULL), SWT_DATA,
                 "x[1][2] = nan, the weight of 'row_transitions': must be finite");
    x[DIM + 2] = -INFINITY;
    assert_error(swt_evaluate(e, x, 2, DIM, 1, 0, &score, NULL), SWT_DATA,
                 "x[1][2] = -inf, the weight of 'row_transitions': must be finite");
    x[DIM + 2] = 1e308;
    assert_error(swt_evaluate(e, x, 2, DIM, 1, 0, &score, NULL), SWT_DATA,
                 "x[1][2] = 1e+308, the weight of 'row_transitions': must be at most 1e100, either way");
    swt_evaluator_close(e);
    swt_evaluator_close(NULL);
    assert_error(swt_evaluate(NULL, x, 1, DIM, 1, 0, &score, NULL), SWT_USAGE,
                 "evaluator: must be one that is open, and is NULL");
    assert_error(swt_training_step(NULL, NULL), SWT_USAGE, "training: must be one that is open, and is NULL");
    assert_error(swt_training_save(NULL), SWT_USAGE, "training: must be one that is open, and is NULL");
    assert_error(swt_training_result(NULL, NULL, DIM, NULL, NULL), SWT_USAGE, "training: must be one that is open, and is NULL");
    assert_true(swt_evaluator_dim(NULL) == 0 && swt_training_dim(NULL) == 0 && swt_training_share(NULL) == 0);
    assert_true(swt_evaluator_warnings(NULL)[0] == '\0' && swt_training_warnings(NULL)[0] == '\0');
    assert_true(swt_training_phase(NULL)[0] == '\0' && swt_training_name(NULL, 0) == NULL && swt_training_weights(NULL) == NULL);
    swt_evaluator_stop(NULL);
    swt_training_stop(NULL);
    swt_evaluator_box(NULL, x, x);
    assert_error(swt_training_open(&t, TRAINING, NULL, SWT_RESUME), SWT_USAGE,
                 "dir: must name a directory, unless how is SWT_NEW, and is NULL");
    assert_error(swt_training_open(&t, TRAINING, "d", (swt_how)3), SWT_USAGE,
                 "how = 3: must be SWT_NEW, SWT_RESUME or SWT_REPLACE");
    assert_error(swt_training_load(&t, NULL), SWT_USAGE, "dir: must name a directory, and is NULL");
    t = opened(TRAINING, NULL, SWT_NEW);
    assert_error(swt_training_result(t, NULL, DIM, NULL, NULL), SWT_UNAVAILABLE,
                 "nothing has been found yet: no iteration is complete");
    assert_error(swt_training_result(t, NULL, 3, NULL, NULL), SWT_USAGE, "dim = 3: must be 9");
    assert_null(swt_training_weights(t));
    assert_error(swt_training_save(t), SWT_USAGE,
                 "the training was opened without a directory, so that there is none to save to");
    swt_training_close(NULL);
}

/* An instruction set that there is not; and what is unwise is told, and not printed. */
TEST(test_environment_and_warnings)
{
    swt_evaluator *e;
    swt_training *t;
    OWNED char *before = mem_text(getenv("SWARMTRIS_ISA"));
    setenv("SWARMTRIS_ISA", "neon", 1);
    swt_error *wrong = swt_evaluator_open(&e, BOARD);
    if (before != NULL)
        setenv("SWARMTRIS_ISA", before, 1);
    else
        unsetenv("SWARMTRIS_ISA");
    assert_error(wrong, SWT_UNAVAILABLE, NULL);
    assert_good(swt_training_open(
        &t, BOARD "[training]\niterations = 1\ntotal_games = 50000\n[selection]\ngames = 5\nshare = 0.1\n", NULL, SWT_NEW));
    assert_string_equal(swt_training_warnings(t),
                        "ini:12: games = 5: is ignored: it matters only if share = 0, and share is 0.1 (ini:13)");
    swt_training_close(t);
    assert_good(swt_evaluator_open(&e, BOARD));
    assert_string_equal(swt_evaluator_warnings(e), "");
    swt_evaluator_close(e);
    assert_error(swt_evaluator_open(&e, "[meta]\nproblems = x.ini\ntune = inertia\n"), SWT_CONFIG,
                 "ini:2: problems = x.ini: cannot be read: No such file or directory");
}

/* ---- evaluator ---- */

static const double good[2][DIM] = {{-12, 6, -9, -19, -13, -10, -2, -24, 1}, {-1, 1, -1, -1, -4, -1, 0, 0, 0}};

TEST(test_features)
{
    static const char *const names[DIM] = {"landing_height", "eroded_cells", "row_transitions", "column_transitions", "holes",
                                           "wells_run",      "hole_depth",   "rows_with_holes", "diversity"};
    swt_evaluator *e;
    swt_feature f, other;
    double lower[DIM], upper[DIM];
    assert_good(swt_evaluator_open(&e, BOARD));
    assert_int_equal(swt_evaluator_dim(e), DIM);
    for (int i = 0; i < DIM; i++) {
        assert_true(swt_evaluator_feature(e, i, &f));
        assert_string_equal(f.name, names[i]);
        assert_true(strlen(f.definition) > 10 && strlen(f.source) > 3);
    }
    assert_false(swt_evaluator_feature(e, DIM, &f) || swt_evaluator_feature(e, -1, &f));
    swt_evaluator_box(e, lower, upper);
    assert_true(lower[0] == -10 && upper[DIM - 1] == 10);
    swt_evaluator_close(e);
    for (int g = 0; registry_games[g] != NULL; g++) {
        int n = 0;
        while (swt_game_feature(registry_games[g]->name, n, &f)) n++;
        assert_true(n == registry_games[g]->n_features && !swt_game_feature(registry_games[g]->name, -1, &f));
    }
    assert_false(swt_game_feature("chess", 0, &f));
    assert_true(swt_game_feature(NULL, 0, &f) && swt_game_feature("tetris", 0, &other) && f.name == other.name);
}

TEST(test_evaluate)
{
    CLOSED(evaluator_close) swt_evaluator *e;
    swt_score one[2], again[2], fresh[2], single;
    double scores[2][30], sum = 0;
    assert_good(swt_evaluator_open(&e, BOARD));
    assert_good(swt_evaluate(e, good[0], 2, DIM, 30, 0, one, scores[0]));
    assert_good(swt_evaluate(e, good[0], 2, DIM, 30, 0, again, NULL));
    assert_good(swt_evaluate(e, good[0], 2, DIM, 30, 1, fresh, NULL));
    assert_good(swt_evaluate(e, good[1], 1, DIM, 1, 0, &single, NULL));
    assert_memory_equal(one, again, sizeof one);
    assert_true(fresh[0].mean != one[0].mean && one[0].games == 30 && one[0].cost > 30 * one[0].mean);
    for (int k = 0; k < 30; k++) sum += scores[1][k];
    assert_true(fabs(sum / 30 - one[1].mean) < 1e-9 && one[1].min <= one[1].median && one[1].median <= one[1].max);
    assert_true(single.mean == scores[1][0] && isnan(single.sem) && isnan(single.sd));
    assert_true(one[1].lower == 0 || fabs(one[1].upper + one[1].lower - 2 * one[1].mean) < 1e-9);
    assert_true(fabs((one[0].upper - one[0].mean) / one[0].sem - stats_t975(29)) < 1e-9);
    assert_true(isnan(single.lower) && isnan(single.upper));
}

/* A test function has coordinates and no features; its score is minus its error. */
TEST(test_function)
{
    CLOSED(evaluator_close) swt_evaluator *e;
    swt_feature f;
    swt_score score;
    assert_good(swt_evaluator_open(&e, "[objective]\nkind = sphere\ndim = 2\n"));
    assert_true(swt_evaluator_dim(e) == 2 && swt_evaluator_feature(e, 1, &f));
    assert_string_equal(f.name, "x2");
    assert_string_equal(f.definition, "");
    assert_good(swt_evaluate(e, (const double[]){1, 2}, 1, 2, 1, 0, &score, NULL));
    assert_true(score.mean < 0 && score.cost == 1);
}

static void *stop_evaluator(void *e)
{
    swt_evaluator_stop(e);
    return NULL;
}

/* A call that would take hours ends because another thread asks for it, before it or in the middle; the next one is as if nothing
 * had happened. */
TEST(test_stop_evaluator)
{
    CLOSED(evaluator_close) swt_evaluator *e;
    swt_score before, after, never = {.games = -1};
    pthread_t other;
    assert_good(swt_evaluator_open(&e, BOARD));
    assert_good(swt_evaluate(e, good[1], 1, DIM, 2, 0, &before, NULL));
    assert_int_equal(pthread_create(&other, NULL, stop_evaluator, e), 0);
    assert_error(swt_evaluate(e, good[0], 1, DIM, 100000000, 0, &never, NULL), SWT_STOPPED,
                 "the evaluation was stopped; nothing was written");
    assert_int_equal(pthread_join(other, NULL), 0);
    assert_int_equal(never.games, -1);
    assert_good(swt_evaluate(e, good[1], 1, DIM, 2, 0, &after, NULL));
    assert_memory_equal(&before, &after, sizeof before);
}

/* ---- silence ---- */

/* Good use, stops, refusals, warnings and failing files: nothing is printed. Standard output and error lie in a file meanwhile;
 * no check may fail then, since it would not be seen. */
TEST(test_nothing_is_printed)
{
    swt_error *e[12] = {NULL};
    swt_training *t, *other;
    swt_evaluator *evaluator;
    swt_score score;
    bool more = true;
    int n = 0;
    fflush(NULL);
    const int out = dup(STDOUT_FILENO), err = dup(STDERR_FILENO), said = open("said", O_WRONLY | O_CREAT | O_TRUNC, 0666);
    dup2(said, STDOUT_FILENO), dup2(said, STDERR_FILENO);
    e[n++] = swt_training_open(&other, "[training]\niteratons = 3\n", NULL, SWT_NEW);
    e[n++] = swt_evaluator_open(&evaluator, BOARD "[training]\ntotal_games = 50000\n[selection]\ngames = 5\nshare = 0.1\n");
    e[n++] = swt_evaluate(evaluator, good[0], 1, DIM, 5, 0, &score, NULL);
    e[n++] = swt_evaluate(evaluator, good[0], 1, DIM, 0, 0, &score, NULL);
    e[n++] = swt_training_open(&t, TRAINING, "silent", SWT_NEW);
    e[n++] = swt_training_open(&other, TRAINING, "silent", SWT_RESUME);
    swt_training_stop(t);
    e[n++] = swt_training_step(t, &more);
    mkdir("silent/checkpoint", 0777);
    e[n++] = swt_training_save(t);
    rmdir("silent/checkpoint");
    for (int i = 0; i < 100 && more; i++) e[n] = swt_training_step(t, &more);
    e[n + 1] = swt_training_save(t);
    swt_training_close(t);
    swt_evaluator_close(evaluator);
    fflush(NULL);
    dup2(out, STDOUT_FILENO), dup2(err, STDERR_FILENO);
    assert_int_equal(lseek(said, 0, SEEK_END), 0);
    close(out), close(err), close(said);
    for (int i = 0; i < 12; i++) {
        static const bool wrong[12] = {[0] = true, [3] = true, [5] = true, [6] = true, [7] = true};
        assert_int_equal(e[i] != NULL, wrong[i]);
        swt_error_free(e[i]);
    }
    assert_false(more);
}

/* ---- threads ---- */

/* A training in a thread of its own, and an evaluator beside it. */
typedef struct {
    const char *seed;
    double x[DIM], mean; /* the result */
} Worker;

static void *work(void *ctx)
{
    Worker *w = ctx;
    CLOSED(evaluator_close) swt_evaluator *e;
    swt_score score;
    OWNED char *ini = text_new("[experiment]\nseed = %s\n%s", w->seed, strchr(TRAINING, '[') + strlen("[experiment]\n"));
    CLOSED(training_close) swt_training *t = opened(ini, NULL, SWT_NEW);
    assert_good(swt_evaluator_open(&e, BOARD));
    finish(t);
    assert_good(swt_training_result(t, w->x, DIM, NULL, NULL));
    assert_good(swt_evaluate(e, w->x, 1, DIM, 50, 0, &score, NULL));
    w->mean = score.mean;
    return NULL;
}

TEST(test_two_threads)
{
    Worker alone[2] = {{.seed = "1"}, {.seed = "2"}}, together[2] = {{.seed = "1"}, {.seed = "2"}};
    pthread_t thread[2];
    for (int i = 0; i < 2; i++) work(&alone[i]);
    for (int i = 0; i < 2; i++) assert_int_equal(pthread_create(&thread[i], NULL, work, &together[i]), 0);
    for (int i = 0; i < 2; i++) assert_int_equal(pthread_join(thread[i], NULL), 0);
    for (int i = 0; i < 2; i++) {
        assert_memory_equal(alone[i].x, together[i].x, sizeof alone[i].x);
        assert_true(alone[i].mean == together[i].mean);
    }
    assert_true(alone[0].mean != alone[1].mean);
}

TESTS(place_enter, place_leave)
