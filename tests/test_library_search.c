/* test_library_search.c. Ask and tell through the library: the positions, and what is found, are those of the program's training
 * of the same function. */
#include "tests/library.h"
#include "tests/live.h"

enum { SIZE = 3 };
CLOSER(search_close, swt_search, swt_search_close)

static const char *const box_of = "[objective]\nkind = rastrigin\ndim = 3\n";
static const double lower[] = {-5.12, -5.12, -5.12}, upper[] = {5.12, 5.12, 5.12};

static swt_search *opened_search(const char *ini)
{
    swt_search *s;
    assert_good(swt_search_open(&s, ini, SIZE, lower, upper));
    assert_string_equal(swt_search_warnings(s), "");
    return s;
}

/* Asks, evaluates by a function of the program, and tells. False: the search is finished. */
enum { SPHERE = 0, RASTRIGIN = 2 };
static bool turn(swt_search *s, int function)
{
    const int n = swt_search_due(s);
    if (n == 0) return false;
    CLOSED(function_free) FunctionProblem f;
    function_make(&f, registry_functions[function], SIZE);
    OWNED double *x = mem_new((size_t)n * SIZE, sizeof *x);
    OWNED double *value = mem_new((size_t)n, sizeof *value);
    assert_good(swt_search_ask(s, x, n, SIZE));
    for (int i = 0; i < n; i++) {
        double z[SIZE];
        for (int j = 0; j < SIZE; j++) z[j] = x[i * SIZE + j] - f.shift[j];
        value[i] = f.function->value(z, SIZE);
    }
    assert_good(swt_search_tell(s, value, n));
    return true;
}

/* What the program's experiment asks now is what is due. */
static void assert_same_question(const swt_search *s, const Batch *b)
{
    const int n = swt_search_due(s);
    OWNED double *x = mem_new((size_t)n + 1, SIZE * sizeof *x);
    if (n > 0) assert_good(swt_search_ask(s, x, n, SIZE));
    const double *at = x;
    for (int i = 0; i < b->n; i++)
        for (int k = 0; k < b->t[i].plays; k++, at += SIZE) {
            assert_true(at < x + n * SIZE);
            assert_memory_equal(at, b->t[i].x, SIZE * sizeof *at);
        }
    assert_true(at == x + n * SIZE);
}

/* Drives both searches side by side. */
static void assert_same_search(const char *ini)
{
    CLOSED(live_close) Live l;
    CLOSED(search_close) swt_search *s = opened_search(ini);
    double x[SIZE];
    swt_reported reported;
    OWNED char *whole = text_new("%s%s", box_of, ini);
    live_open(&l, whole, NULL, 0);
    const Experiment *e = &l.setup.experiment;
    for (bool more = true; more;) {
        CLOSED(batch_free) Batch b = {0};
        e->kind->ask(e->self, &b);
        assert_same_question(s, &b);
        assert_string_equal(swt_search_phase(s), e->kind->phase(e->self));
        assert_true(swt_search_share(s) == e->kind->progress(e->self, 0));
        more = live_step(&l);
        assert_int_equal(turn(s, RASTRIGIN), more);
        const Result r = live_outcome(&l);
        if (r.x == NULL) continue;
        assert_good(swt_search_best(s, x, SIZE, &reported));
        const ReportedScore *last = &r.reported[r.n_reported - 1];
        assert_memory_equal(x, r.x, sizeof x);
        assert_string_equal(reported.name, last->name);
        assert_true(reported.mean == -last->score.mean && reported.games == last->score.n);
    }
}

/* Every optimiser. */
TEST(test_search_is_that_of_the_program)
{
    for (const Optimiser *const *o = registry_optimisers; *o != NULL; o++) {
        OWNED char *ini = text_new("[experiment]\nseed = 7\n[training]\niterations = 12\n[optimiser]\nkind = %s\n", (*o)->name);
        assert_same_search(ini);
    }
}

/* Positions that play several times, in stages, and again at the end, as those of games do. */
TEST(test_search_of_a_noisy_function)
{
    static const char *const allocation[] = {"fixed", "resample", "race\nfirst_games = 2", "ocba\nfirst_games = 3"};
    for (size_t i = 0; i < LENGTH(allocation); i++) {
        OWNED char *ini = text_new("[training]\ntotal_games = 900\ngames = 6\nallocation = %s\n[selection]\nfinalists = 3\n"
                                   "games = 4\n[validation]\ngames = 5\n[optimiser]\nparticles = 8\npreset = vdbergh\n",
                                   allocation[i]);
        assert_same_search(ini);
    }
}

/* A state goes on exactly; one of another ini or box, or a damaged one, is refused. */
TEST(test_search_is_restored)
{
    static const char ini[] = "[training]\niterations = 9\n[optimiser]\nkind = cmaes\n";
    double x[2][SIZE];
    swt_reported reported[2];
    CLOSED(search_close) swt_search *whole = opened_search(ini);
    OWNED char *begun = mem_text(swt_search_state(whole));
    for (int i = 0; i < 4; i++) assert_true(turn(whole, RASTRIGIN));
    OWNED char *kept = mem_text(swt_search_state(whole));
    while (turn(whole, RASTRIGIN)) {
    }
    CLOSED(search_close) swt_search *again = opened_search(ini);
    assert_good(swt_search_restore(again, begun));
    assert_good(swt_search_restore(again, kept));
    while (turn(again, RASTRIGIN)) {
    }
    assert_good(swt_search_best(whole, x[0], SIZE, &reported[0]));
    assert_good(swt_search_best(again, x[1], SIZE, &reported[1]));
    assert_memory_equal(x[0], x[1], sizeof x[0]);
    assert_true(reported[0].mean == reported[1].mean);
    CLOSED(search_close) swt_search *other = opened_search("[training]\niterations = 9\n[optimiser]\nkind = lus\n");
    assert_error(swt_search_restore(other, kept), SWT_DATA,
                 "state: cannot be restored: it is of another ini or box; the search begins anew");
    assert_true(turn(other, RASTRIGIN));
    kept[strlen(kept) / 2] ^= 1;
    assert_error(swt_search_restore(again, kept), SWT_DATA, "state: cannot be restored: its checksum does not fit its content");
    assert_error(swt_search_restore(again, "x"), SWT_DATA, "state: cannot be restored: it does not begin as a checkpoint does");
    assert_error(swt_search_restore(again, NULL), SWT_USAGE, "state: must be the text of one, and is NULL");
}

/* A value that is not finite is the worst; -0 and huge values are values. */
TEST(test_search_values)
{
    double x[SIZE], found[SIZE], value[] = {NAN, INFINITY, 3, -INFINITY, -1e300};
    swt_reported reported;
    CLOSED(search_close) swt_search *s = opened_search("[training]\niterations = 1\n[optimiser]\nparticles = 5\n");
    OWNED double *all = mem_new(5 * SIZE, sizeof *all);
    assert_int_equal(swt_search_due(s), 5);
    assert_error(swt_search_best(s, x, SIZE, NULL), SWT_UNAVAILABLE, "nothing has been found yet: no iteration is complete");
    assert_good(swt_search_ask(s, all, 5, SIZE));
    assert_good(swt_search_tell(s, value, 5));
    assert_good(swt_search_best(s, found, SIZE, &reported));
    assert_memory_equal(found, all + 4 * SIZE, sizeof found);
    assert_true(reported.mean == -1e300);
    assert_string_equal(reported.name, "training");
    assert_int_equal(swt_search_due(s), 0);
    assert_true(swt_search_share(s) == 1);
    assert_error(swt_search_ask(s, all, 5, SIZE), SWT_UNAVAILABLE, "the search is finished, and asks no more");
    assert_error(swt_search_tell(s, value, 5), SWT_UNAVAILABLE, "the search is finished, and asks no more");
}

/* Minutes are a budget, too: an iteration is made in any case. */
TEST(test_search_minutes)
{
    CLOSED(search_close) swt_search *s = opened_search("[training]\nminutes = 1e-9\n[optimiser]\npreset = vdbergh\n");
    assert_true(turn(s, SPHERE));
    assert_false(turn(s, SPHERE));
}

#define GOOD "[training]\niterations = 2\n"

static void assert_refused(const char *ini, const char *text)
{
    swt_search *s;
    assert_error(swt_search_open(&s, ini, SIZE, lower, upper), SWT_CONFIG, text);
    assert_null(s);
}

TEST(test_search_bad_ini)
{
    assert_refused("",
                   "ini: training.iterations = 0: is no budget: one of iterations, total_games, total_pieces and minutes must be"
                   " above 0");
    assert_refused(GOOD "[game]\nheight = 8\n", "ini:3: [game] has no effect on a function of your own");
    assert_refused(GOOD "[objective]\nkind = sphere\n", "ini:3: [objective] has no effect on a function of your own");
    assert_refused(GOOD "[meta]\ntune = inertia\n", "ini:3: [meta] has no effect on a function of your own");
    assert_refused(GOOD "fitness = log\n", "ini:3: fitness = log: must be mean where the score is the value of a function of your"
                                           " own: it may be negative, and has no logarithm");
    assert_refused(GOOD "from = none.ini\n", "ini:3: from = none.ini: cannot be read: No such file or directory");
    assert_refused("[training]\ntotal_games = 5\n",
                   "ini:2: total_games = 5: must be at least 16, which pays for one iteration of the pso");
}

#define OUTSIDE "is ignored: your program evaluates the positions, and can log them itself"

/* Nothing that is ignored is silent. */
TEST(test_search_warnings)
{
    CLOSED(search_close) swt_search *s;
    assert_good(swt_search_open(&s, "[experiment]\nthreads = 2\nmode = both\n" GOOD "log_positions = yes\nfresh_games = no\n",
                                SIZE, lower, upper));
    static const char first[] = "ini:7: fresh_games = no: is ignored: it matters only if objective.kind = games";
    const char *text = swt_search_warnings(s);
    assert_memory_equal(text, first, sizeof first - 1);
    assert_string_equal(strchr(text, '\n'), "\nini:2: threads = 2: " OUTSIDE "\nini:3: mode = both: " OUTSIDE
                                            "\nini:6: log_positions = yes: " OUTSIDE);
}

TEST(test_search_bad_arguments)
{
    const double bad[] = {-5, NAN, 1}, huge[] = {1, 1e200, 1}, narrow[] = {5, 5, 5};
    double x[2 * 16 * SIZE] = {0};
    swt_search *s;
    assert_error(swt_search_open(&s, GOOD, 0, lower, upper), SWT_USAGE, "dim = 0: must be 1..1000");
    assert_error(swt_search_open(&s, GOOD, SIZE, NULL, upper), SWT_USAGE, "lower: must be an array, and is NULL");
    assert_error(swt_search_open(&s, GOOD, SIZE, bad, upper), SWT_USAGE, "lower[1] = nan: must be finite");
    assert_error(swt_search_open(&s, GOOD, SIZE, lower, huge), SWT_USAGE, "upper[1] = 1e+200: must be at most 1e100, either way");
    assert_error(swt_search_open(&s, GOOD, SIZE, narrow, narrow), SWT_USAGE,
                 "upper[0] = 5: must be at least 5e-06 above lower[0] = 5");
    assert_error(swt_search_open(&s, NULL, SIZE, lower, upper), SWT_USAGE, "ini: must be the text of an ini, and is NULL");
    assert_error(swt_search_open(NULL, GOOD, SIZE, lower, upper), SWT_USAGE,
                 "out: must be the address of a pointer to a search, and is NULL");
    assert_good(swt_search_open(&s, GOOD, SIZE, lower, upper));
    assert_error(swt_search_ask(s, x, 17, SIZE), SWT_USAGE, "n = 17: must be 16, the positions that are due");
    assert_error(swt_search_ask(s, x, 16, 2), SWT_USAGE, "dim = 2: must be 3");
    assert_error(swt_search_ask(s, NULL, 16, SIZE), SWT_USAGE, "x: must be an array, and is NULL");
    assert_error(swt_search_tell(s, NULL, 16), SWT_USAGE, "value: must be an array, and is NULL");
    assert_error(swt_search_tell(s, x, 1), SWT_USAGE, "n = 1: must be 16, the positions that are due");
    assert_error(swt_search_best(s, x, 4, NULL), SWT_USAGE, "dim = 4: must be 3");
    swt_search_close(s);
    swt_search_close(NULL);
    assert_true(swt_search_due(NULL) == 0 && swt_search_share(NULL) == 0);
    assert_error(swt_search_tell(NULL, x, 1), SWT_USAGE, "search: must be one that is open, and is NULL");
    assert_error(swt_search_best(NULL, x, 1, NULL), SWT_USAGE, "search: must be one that is open, and is NULL");
    assert_error(swt_search_restore(NULL, "x"), SWT_USAGE, "search: must be one that is open, and is NULL");
}

TESTS(NULL, NULL)
