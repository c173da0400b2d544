/* test_library_search.c. Ask and tell through the library: the positions, and what is found, are those of the program's training
 * of the same function. */
#include "tests/library.h"
#include "tests/live.h"

enum { SIZE = 3 };
#define AS_SAID "[validation]\ngames = 0\n" /* the values are exact, so that none is evaluated again */
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
    for (const Optimiser *const *o = registry_optimisers; *o != &optimiser_own; o++) {
        OWNED char *ini =
            text_new("[experiment]\nseed = 7\n[training]\niterations = 12\n" AS_SAID "[optimiser]\nkind = %s\n", (*o)->name);
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
    CLOSED(search_close) swt_search *s = opened_search("[training]\niterations = 1\n" AS_SAID "[optimiser]\nparticles = 5\n");
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
    assert_string_equal(swt_search_phase(s), "selection"); /* the best, once more */
    assert_int_equal(swt_search_due(s), 1);
    assert_true(turn(s, SPHERE));
    assert_false(turn(s, SPHERE));
}

#define GOOD "[training]\niterations = 2\n"

/* ---- what people do with a function of their own ---- */

/* A function, with what it draws its noise from. */
typedef double Value(const double *x, int dim, Rng *noise);

static double bowl(const double *x, int dim, __attribute__((unused)) Rng *noise)
{
    double sum = 0;
    for (int j = 0; j < dim; j++) sum += (x[j] - 0.5) * (x[j] - 0.5);
    return sum;
}

static double noisy_bowl(const double *x, int dim, Rng *noise)
{
    return bowl(x, dim, NULL) + rng_normal(noise);
}

/* A fifth of the values are infinite. */
static double failing(const double *x, int dim, Rng *noise)
{
    return rng_below(noise, 5) == 0 ? INFINITY : bowl(x, dim, NULL);
}

static double nowhere(__attribute__((unused)) const double *x, __attribute__((unused)) int dim, Rng *noise)
{
    return rng_below(noise, 2) == 0 ? INFINITY : NAN;
}

/* Evaluates for at most so many turns; returns the evaluations. */
static int drive(swt_search *s, Value *value, int dim, int turns, Rng *noise)
{
    int all = 0;
    for (int n; turns > 0 && (n = swt_search_due(s)) > 0; turns--, all += n) {
        OWNED double *x = mem_new((size_t)n * (size_t)dim, sizeof *x), *y = mem_new((size_t)n, sizeof *y);
        assert_good(swt_search_ask(s, x, n, dim));
        for (int i = 0; i < n; i++) y[i] = value(x + i * dim, dim, noise);
        assert_good(swt_search_tell(s, y, n));
    }
    return all;
}

static swt_search *opened_in(const char *ini, int dim, const double *lo, const double *hi)
{
    swt_search *s;
    assert_good(swt_search_open(&s, ini, dim, lo, hi));
    return s;
}

/* What is found: its value, and x. */
static swt_reported best_of(swt_search *s, double *x, int dim)
{
    swt_reported r;
    assert_good(swt_search_best(s, x, dim, &r));
    return r;
}

enum { LONGEST = 100000 };

/* The reported mean of a noisy function has no bias: it differs from the truth at x by less than four standard errors of the mean
 * of all seeds, and most intervals hold the truth. The value that the search saw is far below all truths. */
TEST(test_value_of_a_noisy_function)
{
    enum { SEEDS = 60 };
    Stats bias = {0}, seen = {0};
    int held = 0;
    for (int seed = 1; seed <= SEEDS; seed++) {
        Rng noise;
        double x[SIZE];
        rng_seed(&noise, (uint64_t)seed, 1);
        OWNED char *ini = text_new("[experiment]\nseed = %d\n[training]\niterations = 60\n", seed);
        CLOSED(search_close) swt_search *s = opened_in(ini, SIZE, lower, upper);
        const int searched = drive(s, noisy_bowl, SIZE, 60, &noise);
        stats_add(&seen, best_of(s, x, SIZE).mean);
        const int after = drive(s, noisy_bowl, SIZE, LONGEST, &noise);
        const swt_reported r = best_of(s, x, SIZE);
        const double truth = bowl(x, SIZE, NULL);
        assert_string_equal(r.name, "validated");
        assert_true(searched == 960 && after == 1 + 10 * 9 + 96 && r.games == 96 && r.lower < r.mean && r.mean < r.upper);
        assert_non_null(strstr(swt_search_warnings(s), "the function is noisy: "));
        stats_add(&bias, r.mean - truth);
        held += r.lower <= truth && truth <= r.upper;
    }
    print_message("bias of the value %.4f +- %.4f, of the best seen %.2f; %d of %d intervals hold the truth\n", bias.mean,
                  stats_ci95(&bias), seen.mean, held, SEEDS);
    assert_true(fabs(bias.mean) < 4 * stats_sem(&bias) && stats_sem(&bias) < 0.03 && seen.mean < -1.5 && held >= 52);
}

/* An exact function costs one more evaluation, and its value is the one that was seen. With games of a validation, even 0, there
 * are no more than were asked for. */
TEST(test_value_of_an_exact_function)
{
    double x[SIZE];
    CLOSED(search_close) swt_search *s = opened_in("[training]\ntotal_games = 500\n", SIZE, lower, upper);
    assert_int_equal(drive(s, bowl, SIZE, LONGEST, NULL), 501);
    const swt_reported r = best_of(s, x, SIZE);
    assert_true(r.mean == bowl(x, SIZE, NULL) && r.games == 1 && isnan(r.lower));
    assert_string_equal(swt_search_warnings(s), "");
    CLOSED(search_close) swt_search *plain = opened_in("[training]\ntotal_games = 500\n" AS_SAID, SIZE, lower, upper);
    assert_int_equal(drive(plain, bowl, SIZE, LONGEST, NULL), 500);
}

/* Infinite values make a mean infinite, and are counted; a search that sees nothing else says so once. */
TEST(test_values_that_are_not_finite)
{
    double x[SIZE];
    Rng noise;
    rng_seed(&noise, 3, 1);
    CLOSED(search_close)
    swt_search *s =
        opened_in("[training]\niterations = 20\n[selection]\nfinalists = 3\n[validation]\ngames = 50\n", SIZE, lower, upper);
    drive(s, failing, SIZE, LONGEST, &noise);
    const swt_reported r = best_of(s, x, SIZE);
    assert_true(isinf(r.mean) && r.mean > 0 && r.games == 50 && r.cut_off > 2 && r.cut_off < 25 && isnan(r.lower));
    CLOSED(search_close) swt_search *none = opened_in("[training]\niterations = 3\n", SIZE, lower, upper);
    assert_int_equal(drive(none, nowhere, SIZE, LONGEST, &noise), 48);
    assert_true(isinf(best_of(none, x, SIZE).mean));
    int all, nan, infinite;
    assert_int_equal(sscanf(swt_search_warnings(none),
                            "nothing was found: no position has a finite value; of %d values %d were NaN and %d infinite", &all,
                            &nan, &infinite),
                     3);
    assert_true(all == 48 && nan > 9 && nan + infinite == all);
}

/* A target is a value. */
TEST(test_target_is_a_value)
{
    double x[SIZE];
    CLOSED(search_close) swt_search *s = opened_in("[training]\niterations = 1000\ntarget = 1e-3\n", SIZE, lower, upper);
    assert_true(drive(s, bowl, SIZE, LONGEST, NULL) < 3000 && best_of(s, x, SIZE).mean <= 1e-3);
}

/* From a finished state a larger budget ends as if it had been given from the beginning, whatever has ended the search. */
TEST(test_larger_budget_goes_on)
{
    static const struct {
        const char *budget, *larger;
        int turns; /* then the caller ends it */
    } rows[] = {{"iterations = 5", "iterations = 11", LONGEST},
                {"total_games = 100", "total_games = 333", LONGEST},   /* within an iteration */
                {"total_pieces = 100", "total_pieces = 333", LONGEST}, /* the last one is dropped */
                {"iterations = 50\ntarget = 5", "iterations = 11", LONGEST},
                {"iterations = 50", "iterations = 11", 4},
                {"iterations = 5", "iterations = 11", 2}}; /* unfinished */
    for (size_t i = 0; i < LENGTH(rows); i++) {
        double x[2][SIZE];
        OWNED char *ini = text_new("[training]\n%s\n", rows[i].budget), *more = text_new("[training]\n%s\n", rows[i].larger);
        CLOSED(search_close)
        swt_search *s = opened_in(ini, SIZE, lower, upper), *longer = opened_in(more, SIZE, lower, upper),
                   *again = opened_in(more, SIZE, lower, upper);
        drive(s, bowl, SIZE, rows[i].turns, NULL);
        if (rows[i].turns == 4) swt_search_end(s), drive(s, bowl, SIZE, LONGEST, NULL);
        assert_int_equal(swt_search_due(s) == 0, rows[i].turns != 2);
        assert_good(swt_search_restore(again, swt_search_state(s)));
        assert_true(swt_search_due(again) > 0);
        drive(again, bowl, SIZE, LONGEST, NULL);
        drive(longer, bowl, SIZE, LONGEST, NULL);
        assert_true(best_of(again, x[0], SIZE).mean == best_of(longer, x[1], SIZE).mean);
        assert_memory_equal(x[0], x[1], sizeof x[0]);
    }
}

/* A coordinate without a width stays; one of a box that is narrow and far from 0 is searched to its last digits. */
TEST(test_coordinates_that_stay_and_far_boxes)
{
    static const double lo[] = {3, -5, 1e9}, hi[] = {3, 5, 1e9 + 1e-3}, from[] = {3, 1, 1e9 + 5e-4};
    double x[SIZE], first[16 * SIZE];
    for (const Optimiser *const *o = registry_optimisers; *o != &optimiser_own; o++) {
        OWNED char *ini = text_new("[training]\ntotal_games = 3000\n[optimiser]\nkind = %s\n", (*o)->name);
        CLOSED(search_close) swt_search *s = opened_in(ini, SIZE, lo, hi);
        while (swt_search_due(s) > 0) {
            const int n = swt_search_due(s);
            OWNED double *at = mem_new((size_t)n * SIZE, sizeof *at), *y = mem_new((size_t)n, sizeof *y);
            assert_good(swt_search_ask(s, at, n, SIZE));
            for (int i = 0; i < n; i++) {
                const double *p = at + i * SIZE, far = (p[2] - 1e9) * 1e4 - 7;
                assert_true(p[0] == 3 && p[2] >= lo[2] && p[2] <= hi[2]);
                y[i] = p[1] * p[1] + far * far;
            }
            assert_good(swt_search_tell(s, y, n));
        }
        assert_true(best_of(s, x, SIZE).mean < 1 && x[0] == 3 && fabs(x[2] - 1e9 - 7e-4) < 2e-4);
    }
    /* it begins where it is told to */
    const double two[] = {3, 1, 1e9 + 5e-4, 3, -2, 1e9};
    CLOSED(search_close)
    swt_search *s = opened_in(GOOD, SIZE, lo, hi), *c = opened_in(GOOD "[optimiser]\nkind = cmaes\n", SIZE, lo, hi);
    assert_good(swt_search_start(s, two, 2, SIZE));
    assert_good(swt_search_ask(s, first, 16, SIZE));
    assert_memory_equal(first, two, sizeof two);
    assert_good(swt_search_start(c, from, 1, SIZE));
    assert_error(swt_search_start(c, two, 2, SIZE), SWT_USAGE,
                 "n = 2: the optimiser cmaes can begin at 1 positions of its caller, no more");
    assert_error(swt_search_start(s, lower, 1, SIZE), SWT_USAGE, "x[0][0] = -5.12: must be in the box, 3..3");
    assert_error(swt_search_start(s, two, 0, SIZE), SWT_USAGE, "n = 0: must be at least 1");
}

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
    const double bad[] = {-5, NAN, 1}, huge[] = {1, 1e200, 1}, narrow[] = {5, 5, 5}, wider[] = {6, 5.000000000000001, 5};
    double x[2 * 16 * SIZE] = {0};
    swt_search *s;
    assert_error(swt_search_open(&s, GOOD, 0, lower, upper), SWT_USAGE, "dim = 0: must be 1..1000");
    assert_error(swt_search_open(&s, GOOD, SIZE, NULL, upper), SWT_USAGE, "lower: must be an array, and is NULL");
    assert_error(swt_search_open(&s, GOOD, SIZE, bad, upper), SWT_USAGE, "lower[1] = nan: must be finite");
    assert_error(swt_search_open(&s, GOOD, SIZE, lower, huge), SWT_USAGE, "upper[1] = 1e+200: must be at most 1e100, either way");
    assert_error(swt_search_open(&s, GOOD, SIZE, narrow, narrow), SWT_USAGE,
                 "upper: must be above lower somewhere, or there is nothing to search");
    assert_error(swt_search_open(&s, GOOD, SIZE, narrow, wider), SWT_USAGE,
                 "upper[1] = 5.0000000000000009: must be lower[1] = 5, for a coordinate that stays, or 5e-12 above it");
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
