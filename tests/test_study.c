/* Studies: what is read from the runs of each way of training, and what is made of it. The numbers by hand, p-values against
 * those of the tests they are made of. */
#include "analysis/study.h"
#include "base/paired.h"
#include "base/stats.h"
#include "charts/charts.h"
#include "file/tsv.h"
#include "tests/helpers.h"

/* Run number `run` of dir, with this in [score]. */
static void put(const char *dir, int run, const char *score)
{
    OWNED char *folder = text_new("%s/%02d", dir, run), *path = files_path(folder, "weights.ini");
    OWNED char *text = text_new("[weights]\nx1 = 1\n\n[rules]\nfeatures = set-%d\nwidth = 10\n\n[score]\n%s", run, score);
    assert_true(files_make_directory(folder));
    write_file(path, text);
}

static void put_validated(const char *dir, int run, double training, double reselected, double validated)
{
    OWNED char *score =
        text_new("training = %g\ntraining_ci95 = 3\ntraining_games = 5\ntraining_seed = 1\nreselected = %g\nreselected_ci95 = 3\n"
                 "validated = %g\nvalidated_ci95 = 2\n",
                 training, reselected, validated);
    put(dir, run, score);
}

static bool is_near(double x, double y)
{
    return fabs(x - y) <= 1e-12 * fabs(y);
}

/* What there is to say of the runs in n directories, which are good. */
static Study study_of(const char *const *dirs, int n)
{
    Study s;
    CLOSED(errors_free) Errors errors = {0};
    assert_int_equal(study_read(&s, dirs, n, 0.05, &errors), STATUS_OK);
    return s;
}

/* Draws the charts of a study, so many pictures where there is gnuplot, without a complaint. */
static void draw_study(const char *folder, const Study *s, int pictures)
{
    CLOSED(errors_free) Errors errors = {0}, warnings = {0}, drawn = {0};
    const Charts c = {.errors = &errors, .warnings = &warnings, .drawn = &drawn, .format = "png"};
    const Status status = charts_study(&c, folder, folder, s);
    assert_true(status == STATUS_OK || status == STATUS_UNAVAILABLE);
    assert_int_equal(warnings.n, 0);
    assert_int_equal(drawn.n, status == STATUS_OK ? pictures : 0);
}

/* Reads a table that has so many rows; -1: there is none. */
static void read_table(Tsv *t, const char *path, int rows)
{
    CLOSED(errors_free) Errors errors = {0};
    assert_int_equal(tsv_read(t, path, '\t', &errors), rows < 0 ? STATUS_NO_INPUT : STATUS_OK);
    if (rows >= 0) assert_int_equal(t->rows, rows);
}

/* Geometric means of 100, 400 and of 50, 200; runs without a result, or without a validation, do not count. */
TEST(test_numbers)
{
    static const char *const dirs[] = {"numbers/low", "numbers/high/"};
    put_validated("numbers/low", 1, 200, 100, 50);
    put_validated("numbers/low", 2, 200, 100, 200);
    put("numbers/low", 3, "training = 1000\n");
    assert_true(files_make_directory("numbers/low/04"));
    put_validated("numbers/high", 2, 100, 110, 100);
    put_validated("numbers/high", 10, 1600, 440, 400);
    CLOSED(study_free) Study s = study_of(dirs, 2);
    const Variant *best = &s.variant[0], *other = &s.variant[1];
    assert_string_equal(best->name, "high");
    assert_string_equal(other->name, "low");
    assert_true(best->runs == 2 && best->run[0].number == 2 && best->run[1].number == 10);
    assert_true(is_near(best->score.mean, 200) && is_near(other->score.mean, 100));
    double half = stats_t975(1) * log(2); /* of two logarithms that are 2 log 2 apart */
    assert_true(is_near(best->score.lo, 200 * exp(-half)) && is_near(best->score.hi, 200 * exp(half)));
    assert_true(best->q25 == 175 && best->median == 250 && best->q75 == 325);
    assert_true(is_near(best->over_training.mean, 2) && is_near(best->over_reported.mean, 1.1));
    assert_true(is_near(best->over_reported.lo, 1.1) && is_near(best->over_reported.hi, 1.1));
    assert_true(is_near(other->over_training.mean, 2) && is_near(other->over_reported.mean, 1));
    assert_true(best->p == 1 && other->p == 1); /* one common seed says nothing */
}

/* What was reported on another board is no multiple of the validated score; without a selection the training's number is the
 * reported score. */
TEST(test_reported)
{
    static const char *const dirs[] = {"claims/a"};
    put("claims/a", 1, "training = 30\ntraining_height = 6\nreselected = 300\nvalidated = 200\n");
    put("claims/a", 2, "training = 300\ntraining_piece_weights = 1 1 1 1 1 2 2\nvalidated = 200\n");
    put("claims/a", 3, "training = 500\nvalidated = 200\n");
    put("claims/a", 4, "training = 0\nvalidated = 0\n");
    CLOSED(study_free) Study s = study_of(dirs, 1);
    const Variant *v = &s.variant[0];
    assert_int_equal(v->runs, 4);
    assert_true(isnan(v->run[0].training) && v->run[0].reported == 300);
    assert_true(isnan(v->run[1].training) && isnan(v->run[1].reported));
    assert_true(v->run[2].training == 500 && v->run[2].reported == 500);
    assert_true(v->run[3].validated == 0.001 && v->run[3].reported == 0.001);
}

/* Three ways over twelve seeds: each pair by Wilcoxon's test of the common ones, then Holm over all three. */
TEST(test_p_values)
{
    static const char *const dirs[] = {"p/c", "p/b", "p/a"};
    enum { SEEDS = 12 };
    double x[3][SEEDS], p[3];
    for (int k = 0; k < SEEDS; k++) {
        double level[] = {1000, 970, 300}; /* a, b, c */
        for (int i = 0; i < 3; i++) {
            double validated = level[i] + 7 * ((k * (5 + 2 * i)) % 31);
            x[i][k] = log(validated);
            put_validated(dirs[2 - i], k + 1, validated, validated, validated);
        }
    }
    CLOSED(study_free) Study s = study_of(dirs, 3);
    p[0] = paired_wilcoxon(x[0], x[1], SEEDS);
    p[1] = paired_wilcoxon(x[0], x[2], SEEDS);
    p[2] = paired_wilcoxon(x[1], x[2], SEEDS);
    stats_holm(p, 3);
    assert_string_equal(s.variant[0].name, "a");
    assert_string_equal(s.variant[1].name, "b");
    assert_true(is_near(s.variant[1].p, p[0]) && is_near(s.variant[2].p, p[1]));
    assert_true(s.variant[2].p < 0.01 && s.variant[2].p < s.variant[1].p);
}

/* Only seeds that both have are compared; where there are none, no run is called worse. Runs of a: 1 to 12; of b: 5 to 16, each
 * a little below that of a; of c, far below: 21 to 32. */
TEST(test_other_seeds)
{
    static const char *const dirs[] = {"seeds/a", "seeds/b", "seeds/c"};
    static const int first[] = {1, 5, 21};
    enum { SEEDS = 12, COMMON = 8 };
    double a[COMMON], b[COMMON], p[3] = {0, 1, 1};
    for (int i = 0; i < 3; i++)
        for (int run = first[i]; run < first[i] + SEEDS; run++) {
            double validated = i == 2 ? run : 1000 - 20 * run - (i == 1 ? 1 + run % 3 : 0);
            put_validated(dirs[i], run, validated, validated, validated);
            if (i == 0 && run >= first[1]) a[run - first[1]] = log(validated);
            if (i == 1 && run < first[0] + SEEDS) b[run - first[1]] = log(validated);
        }
    p[0] = paired_wilcoxon(a, b, COMMON);
    stats_holm(p, 3);
    CLOSED(study_free) Study s = study_of(dirs, 3);
    assert_string_equal(s.variant[1].name, "b");
    assert_true(is_near(s.variant[1].p, p[0]) && p[0] < 0.05 && study_verdict(&s, 1) == STUDY_WORSE);
    assert_string_equal(s.variant[2].name, "c");
    assert_true(s.variant[2].p == 1 && study_verdict(&s, 2) == STUDY_TOO_FEW);
}

/* The smallest p: 2 / 2^n of n seeds, times the pairs. Five seeds of two ways can give no p below 0.0625, whatever the scores;
 * six can, and of three ways seven. */
TEST(test_least)
{
    static const char *const dirs[] = {"least/a", "least/b", "least/c"};
    for (int run = 1; run <= 7; run++)
        for (int i = 0; i < 3; i++)
            if (run <= 5 + i) put_validated(dirs[i], run, 10, 10, 1000 - 300 * i + run);
    CLOSED(study_free) Study s = study_of(dirs, 2);
    assert_true(s.variant[1].common == 5 && s.variant[1].p == 0.0625 && s.variant[1].p_least == 0.0625);
    assert_int_equal(study_verdict(&s, 1), STUDY_TOO_FEW);
    assert_int_equal(study_seeds_needed(s.n, s.alpha), 6);
    study_free(&s);
    s = study_of(dirs + 1, 2);
    assert_true(s.variant[1].common == 6 && s.variant[1].p == 0.03125);
    assert_int_equal(study_verdict(&s, 1), STUDY_WORSE);
    study_free(&s);
    s = study_of(dirs, 3);
    assert_int_equal(study_seeds_needed(s.n, s.alpha), 7);
    assert_true(s.variant[1].p_least > 0.05 && s.variant[2].p_least > 0.05);
}

/* The same before anything has been trained: n seeds give 2^(1-n) at least, times the number of pairs. */
TEST(test_least_of_plans)
{
    assert_true(study_least_p(2, 5) == 0.0625 && study_least_p(3, 6) == 3 * 0.03125 && study_least_p(5, 10) == 10 * 0.001953125);
    assert_true(study_least_p(3, 2) == 1 && study_least_p(1, 20) == 1 && study_least_p(2, 0) == 1);
    assert_int_equal(study_seeds_needed(2, 0.05), 6);
    assert_int_equal(study_seeds_needed(2, 0.5), 2);
    assert_int_equal(study_seeds_needed(18, 0.05), 13);
}

/* Of functions the errors count, the smallest first; what is 0 counts as solved. */
TEST(test_functions)
{
    static const char *const dirs[] = {"functions/a", "functions/b"};
    static const char *const scores[] = {"training = -1e-3\ntraining_seed = 1\n[rules]\nfunction = sphere\n",
                                         "training = -0\ntraining_seed = 1\n[rules]\nfunction = sphere\n"};
    for (int i = 0; i < 2; i++) {
        OWNED char *folder = text_new("%s/01", dirs[i]), *path = files_path(folder, "weights.ini"),
                   *text = text_new("[weights]\nx1 = 1\nx2 = 2\n\n[score]\n%s", scores[i]);
        assert_true(files_make_directory(folder));
        write_file(path, text);
    }
    CLOSED(study_free) Study s = study_of(dirs, 2);
    assert_true(s.errors && is_near(s.variant[0].score.mean, 1e-16) && is_near(s.variant[1].score.mean, 1e-3));
    assert_string_equal(s.variant[0].name, "b");
    assert_string_equal(s.board, "function=sphere, dim=2");
}

TEST(test_errors)
{
    static const char *const dirs[] = {"errors/none", "errors/damaged", "errors/missing"};
    CLOSED(study_free) Study s;
    CLOSED(errors_free) Errors errors = {0};
    put("errors/none", 1, "training = 5\n");
    put("errors/damaged", 1, "validated = 5\n[score\n");
    assert_int_equal(study_read(&s, dirs, 3, 0.05, &errors), STATUS_DATA);
    assert_int_equal(errors.n, 3);
    assert_non_null(strstr(errors.line[0], "errors/none: must be the directory of runs 01, 02, ..."));
    assert_non_null(strstr(errors.line[1], "errors/damaged/01/weights.ini:"));
    assert_non_null(strstr(errors.line[2], "errors/missing: must be"));
}

/* What cannot be a score of games, and scores of different boards, are refused; different features are not. */
TEST(test_not_comparable)
{
    static const struct {
        const char *score, *why;
    } bad[] = {{"validated = nonsense\n", "'nonsense' is not a finite number"},
               {"validated = inf\n", "'inf' is not a finite number"},
               {"validated = -3e-7\n", "only scores of games, and errors of functions, can be compared"},
               {"validated = 5\nwidth = 3\n[rules]\nheight = 6\n", "they cannot be compared"}};
    for (int i = 0; i < (int)(sizeof bad / sizeof *bad); i++) {
        CLOSED(study_free) Study s;
        CLOSED(errors_free) Errors errors = {0};
        OWNED char *good = text_new("bad/good-%d", i), *dir = text_new("bad/bad-%d", i);
        put_validated(good, 1, 30, 20, 10);
        put(dir, 2, bad[i].score);
        const char *const dirs[] = {good, dir};
        assert_int_equal(study_read(&s, dirs, 1, 0.05, &errors), STATUS_OK);
        assert_string_equal(s.board, "width=10");
        study_free(&s);
        assert_int_equal(study_read(&s, dirs, 2, 0.05, &errors), STATUS_DATA);
        assert_int_equal(errors.n, 1);
        assert_non_null(strstr(errors.line[0], bad[i].why));
    }
}

/* The tables hold what the study says, and the picture, where there is gnuplot, is drawn without a complaint. */
TEST(test_chart)
{
    static const char *const dirs[] = {"chart/a", "chart/b"};
    CLOSED(tsv_free) Tsv t, plays;
    for (int run = 1; run <= 5; run++) {
        put_validated("chart/a", run, 300 * run, 120 * run, 100 * run);
        if (run < 5) put_validated("chart/b", run, 30, 12, 10);
    }
    write_file("chart/a/01/metrics.tsv", "iteration\tpieces\n1\t100\n2\t300\n");
    write_file("chart/a/03/metrics.tsv", "iteration\tpieces\n1\t500\n");
    write_file("chart/b/01/metrics.tsv", "iteration\tpieces\n1\t1000\n");
    CLOSED(study_free) Study s = study_of(dirs, 2);
    OWNED char *unequal;
    assert_true(s.variant[0].pieces == 400 && s.variant[1].pieces == 1000 && study_inequality(&s, &unequal) == 2.5);
    assert_string_equal(unequal, "b spent 2.5 times as much as a");
    draw_study("chart/charts", &s, 1);
    read_table(&t, "chart/charts/study.tsv", 2);
    const int place = tsv_column(&t, "place");
    assert_near(tsv_number(&t, 1, tsv_column(&t, "score")), 10, 1e-6);
    assert_near(tsv_number(&t, 0, tsv_column(&t, "reported")), 1.2, 1e-6);
    assert_true(tsv_number(&t, 0, place) == 2 && tsv_number(&t, 1, place) == 1);
    assert_string_equal(tsv_cell(&t, 0, tsv_column(&t, "variant")), "a");
    read_table(&plays, "chart/charts/study_runs.tsv", 9);
}

TESTS(place_enter, place_leave)
