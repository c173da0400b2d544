/* test_library_training.c. Trainings through the library: made step by step, they are those of the program. */
#include "tests/library.h"
#include "tests/live.h"

#include <sys/stat.h>
#include <unistd.h>

/* Two directories hold the same run. */
static void assert_same_run(const char *one, const char *other)
{
    static const char *const names[] = {"metrics.tsv", "games.tsv",  "weights.ini",       "config.ini",
                                        "result.tsv",  "checkpoint", "checkpoint.trained"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) assert_same_file(one, other, names[i]);
}

/* In memory: what the experiment, driven by hand, comes to. */
TEST(test_training_in_memory)
{
    swt_reported reported[SWT_REPORTED_MAX];
    swt_feature feature;
    double x[DIM];
    int n;
    CLOSED(live_close) Live l;
    CLOSED(training_close) swt_training *t = opened(TRAINING, NULL, SWT_NEW);
    assert_true(swt_training_dim(t) == DIM && swt_training_share(t) == 0);
    assert_string_equal(swt_training_phase(t), "training");
    assert_string_equal(swt_training_name(t, 4), "holes");
    assert_null(swt_training_name(t, DIM));
    assert_true(swt_training_feature(t, 4, &feature) && !swt_training_feature(t, DIM, &feature));
    assert_string_equal(feature.name, "holes");
    assert_string_equal(feature.definition, "empty cells with a filled cell above them in their column");
    assert_true(finish(t) > 5 && finish(t) == 1);
    assert_good(swt_training_result(t, x, DIM, reported, &n));
    assert_true(swt_training_share(t) == 1);
    assert_string_equal(swt_training_phase(t), "finished");
    live_run(&l, TRAINING, NULL);
    Result r = live_outcome(&l);
    assert_memory_equal(x, r.x, sizeof x);
    assert_int_equal(n, r.n_reported);
    for (int i = 0; i < n; i++) {
        assert_string_equal(reported[i].name, r.reported[i].name);
        assert_true(reported[i].mean == r.reported[i].score.mean && reported[i].games == r.reported[i].score.n);
        assert_true(reported[i].lower == r.reported[i].value[REPORTED_LOWER] &&
                    reported[i].upper == r.reported[i].value[REPORTED_UPPER]);
    }
    assert_non_null(strstr(swt_training_weights(t), "[weights]\nlanding_height = "));
}

/* Stopped in the middle of each step, saved, closed and loaded again: the same run. */
TEST(test_training_stops_and_goes_on)
{
    bool more = true;
    swt_training *t = opened(TRAINING, "whole", SWT_NEW);
    finish(t);
    swt_training_close(t);
    t = opened(TRAINING, "parts", SWT_NEW);
    for (int i = 0; more; i++) {
        swt_training_stop(t);
        swt_error *stopped = swt_training_step(t, &more);
        if (!more) break; /* the last step plays nothing, so that it cannot be stopped */
        assert_error(stopped, SWT_STOPPED, "the step was stopped; the next one goes on with it");
        if (i % 2 == 0) {
            assert_good(swt_training_save(t));
            swt_training_close(t);
            assert_good(i % 4 == 0 ? swt_training_load(&t, "parts") : swt_training_open(&t, TRAINING, "parts", SWT_RESUME));
        }
        assert_good(swt_training_step(t, &more));
    }
    swt_training_close(t);
    assert_same_run("whole", "parts");
}

/* What has not been saved is lost, and only that. */
TEST(test_training_closed_early)
{
    bool more;
    swt_training *t = opened(TRAINING, "early", SWT_NEW);
    assert_good(swt_training_step(t, &more));
    assert_good(swt_training_step(t, &more));
    assert_good(swt_training_save(t));
    assert_good(swt_training_step(t, &more));
    swt_training_close(t);
    assert_good(swt_training_load(&t, "early"));
    finish(t);
    swt_training_close(t);
    assert_same_run("whole", "early");
}

/* A finished run goes on where its budget is raised, and equals one that had it from the start. */
TEST(test_training_is_extended)
{
    static const char longer[] = BOARD "[training]\ngames = 3\niterations = 8\n[selection]\nfinalists = 3\ngames = 4\n"
                                       "[validation]\ngames = 20\n[optimiser]\npreset = vdbergh\nparticles = 6\n";
    swt_training *t = opened(longer, "longer", SWT_NEW);
    finish(t);
    swt_training_close(t);
    t = opened(longer, "parts", SWT_RESUME);
    assert_true(swt_training_share(t) < 1);
    finish(t);
    swt_training_close(t);
    assert_same_run("longer", "parts");
    assert_error(swt_training_open(&t, TRAINING, "parts", SWT_RESUME), SWT_CONFIG,
                 "parts: cannot be resumed with another configuration:\n"
                 "  training.iterations = 5, was 8 in parts/config.ini: a budget can only be raised");
}

TEST(test_directories)
{
    swt_training *t = opened(TRAINING, "used", SWT_NEW), *second;
    swt_error *busy = swt_training_open(&second, TRAINING, "used", SWT_NEW);
    swt_error *busy_too = swt_training_open(&second, TRAINING, "used", SWT_REPLACE);
    assert_error(busy, SWT_CANT_CREATE, "used: is in use by another process, or by another training of this one");
    assert_error(busy_too, SWT_CANT_CREATE, "used: is in use by another process, or by another training of this one");
    assert_good(swt_training_save(t));
    swt_training_close(t);
    assert_error(swt_training_open(&t, TRAINING, "used", SWT_NEW), SWT_CANT_CREATE,
                 "used: holds a run already; resume goes on with it, replace replaces it");
    assert_error(swt_training_open(&t, TRAINING "social = 1\n", "used", SWT_RESUME), SWT_CONFIG,
                 "used: cannot be resumed with another configuration:\n"
                 "  optimiser.social = 1, was 1.49618 in used/config.ini");
    assert_error(swt_training_open(&t, TRAINING, "nothing", SWT_RESUME), SWT_NO_INPUT,
                 "nothing: holds no run that could be resumed");
    assert_error(swt_training_load(&t, "nothing"), SWT_NO_INPUT, "nothing: holds no run that could be resumed");
    assert_false(files_exists("nothing"));
    write_file("file", "text");
    assert_error(swt_training_open(&t, TRAINING, "file", SWT_NEW), SWT_CANT_CREATE,
                 "file: is a file: must be the name of a directory");
    assert_error(swt_training_open(&t, TRAINING, "file/below", SWT_NEW), SWT_CANT_CREATE,
                 "file/below: cannot be used as a run directory: Not a directory");
    assert_int_equal(mkdir("mine", 0777), 0);
    write_file("mine/games.tsv", "text");
    assert_error(swt_training_open(&t, TRAINING, "mine", SWT_NEW), SWT_CANT_CREATE,
                 "mine/games.tsv: is in the way, and no run has written it; replace removes it");
    t = opened(TRAINING, "mine", SWT_REPLACE);
    swt_training_close(t);
}

/* A damaged checkpoint is recognised; one that cannot be written leaves the last one, and the training goes on. */
TEST(test_files_that_fail)
{
    bool more;
    swt_training *t = opened(TRAINING, "disk", SWT_NEW);
    assert_good(swt_training_step(t, &more));
    assert_good(swt_training_save(t));
    assert_good(swt_training_step(t, &more));
    assert_int_equal(mkdir("disk/checkpoint.prev", 0777), 0);
    assert_error(swt_training_save(t), SWT_IO,
                 "disk/checkpoint.prev: cannot be written: Is a directory; the last checkpoint is intact");
    assert_int_equal(rmdir("disk/checkpoint.prev"), 0);
    assert_good(swt_training_save(t));
    finish(t);
    swt_training_close(t);
    assert_same_run("whole", "disk");
    write_file("disk/checkpoint", "swarmtris checkpoint 3\nnonsense\n");
    assert_error(swt_training_load(&t, "disk"), SWT_DATA,
                 "disk/checkpoint: is damaged: its end is missing; its previous copy is whole: to go on from that, type: cp "
                 "disk/checkpoint.prev disk/checkpoint (and this command again)");
    assert_null(t);
}

/* An optimiser of one's own that proposes what random search asks is random search: the same scores and tables, also where each
 * iteration is stopped, and where the training is saved and loaded in the midst of it. */
TEST(test_own_optimiser)
{
    enum { N = 6 };
#define SEARCH                                                                                             \
    BOARD "[training]\nallocation = ocba\niterations = 4\nlog_positions = yes\n[validation]\ngames = 20\n" \
          "[optimiser]\nkind = "
    static const char own[] = SEARCH "own\n";
    double x[N * DIM], score[N], told;
    bool more;
    CLOSED(training_close) swt_training *random = opened(SEARCH "random\nparticles = 6\n", NULL, SWT_NEW);
    finish(random);
    OWNED char *rows = mem_text(swt_training_table(random, "positions"));
    swt_training *t = opened(own, "own", SWT_NEW);
    assert_error(swt_training_step(t, &more), SWT_USAGE,
                 "[optimiser] kind = own has no positions of its own: swt_training_evaluate proposes them");
    assert_error(swt_training_end(t), SWT_UNAVAILABLE, "the search cannot end: it has evaluated nothing");
    char *at = strchr(rows, '\n');
    for (int iteration = 1; iteration <= 4; iteration++) {
        for (int i = 0; i < N; i++) { /* iteration, particle, games, score, position */
            for (int k = 0; k < 3; k++) strtod(at, &at);
            score[i] = strtod(at, &at);
            for (int j = 0; j < DIM; j++) x[i * DIM + j] = strtod(at, &at);
        }
        double found[N];
        swt_training_stop(t);
        assert_error(swt_training_evaluate(t, x, N, DIM, found), SWT_STOPPED, NULL);
        if (iteration % 2 == 0) {
            assert_good(swt_training_save(t));
            swt_training_close(t);
            assert_good(swt_training_load(&t, "own"));
        }
        assert_error(swt_training_evaluate(t, x, N - 1, DIM, found), SWT_USAGE,
                     "x: other positions are under way, and must be evaluated first");
        assert_good(swt_training_evaluate(t, x, N, DIM, found));
        assert_memory_equal(found, score, sizeof found);
    }
    assert_error(swt_training_evaluate(t, x, N, DIM, &told), SWT_UNAVAILABLE, "the budget of the search is spent");
    finish(t);
    assert_good(swt_training_save(t));
    OWNED char *metrics = files_read("own/metrics.tsv", NULL);
    assert_string_equal(metrics, swt_training_table(random, "metrics"));
    swt_training_close(t);
}

/* Settings go before those of the ini. */
TEST(test_settings)
{
    const char *const set[] = {"training.iterations=1", "optimiser.particles=7"}, *const wrong[] = {"optimiser.particle=7"};
    swt_training *t;
    assert_good(swt_training_open_with(&t, TRAINING, set, 2, NULL, SWT_NEW));
    finish(t);
    assert_non_null(strstr(swt_training_table(t, "metrics"), "\n1\t21\t")); /* 7 positions, 3 games each */
    assert_int_equal(swt_training_particles(t), 7);
    swt_training_close(t);
    assert_error(swt_training_open_with(&t, TRAINING, wrong, 1, NULL, SWT_NEW), SWT_CONFIG,
                 "set: optimiser.particle=7: unknown key 'particle' in [optimiser]; did you mean 'particles'?");
    assert_error(swt_training_open_with(&t, TRAINING, NULL, 1, NULL, SWT_NEW), SWT_USAGE,
                 "set: must be an array of n texts, and is NULL");
}

/* What an optimiser of one's own cannot propose; and one that has enough. */
TEST(test_own_optimiser_ends)
{
    double x[DIM] = {0}, score;
    swt_reported reported[SWT_REPORTED_MAX];
    CLOSED(training_close) swt_training *swarm = opened(TRAINING, NULL, SWT_NEW), *t = opened(SEARCH "own\n", NULL, SWT_NEW);
    assert_error(swt_training_evaluate(swarm, x, 1, DIM, &score), SWT_USAGE,
                 "the search makes its positions itself: only [optimiser] kind = own evaluates those of its caller");
    assert_error(swt_training_evaluate(t, x, 0, DIM, &score), SWT_USAGE, "n = 0: must be 1..4096");
    x[2] = 11;
    assert_error(swt_training_evaluate(t, x, 1, DIM, &score), SWT_USAGE, "x[0][2] = 11: must be in the box, -10..10");
    x[2] = -1;
    assert_good(swt_training_evaluate(t, x, 1, DIM, &score));
    assert_good(swt_training_end(t));
    assert_string_equal(swt_training_phase(t), "selection");
    assert_error(swt_training_evaluate(t, x, 1, DIM, &score), SWT_UNAVAILABLE, "the budget of the search is spent");
    finish(t);
    assert_good(swt_training_result(t, x, DIM, reported, NULL));
    assert_true(x[2] == -1 && reported[2].games == 20);
}

TESTS(place_enter, place_leave)
