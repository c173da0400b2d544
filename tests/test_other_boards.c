/* test_other_boards.c. Each phase of a training plays on a board of its own, and scores say of which board they are. */
#include "run/estimate.h"
#include "tests/helpers.h"
#include "tests/live.h"
#include "tests/noisy.h"

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
    } rows[] = {
        {NULL, "", "", 1},
        {"training.height=8 selection.height=8", "", "", 1},
        {"training.height=6", "height=6", "", 2},
        {"training.height=6 selection.height=6", "height=6", "height=6", 2},
        {"training.height=6 selection.height=7", "height=6", "height=7", 3},
        {"selection.height=5 game.height=9", "", "height=5", 2},
        {"training.height=9 game.height=9", "", "", 1},
        {"objective.search_max_pieces=30", "max_pieces=30", "max_pieces=30", 2},
        {"objective.search_max_pieces=60", "", "", 1},
    };
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
    CLOSED(live_close) Live l, plain;
    Result r, other;
    live_run(&l, SMALL, "training.height=5 selection.height=6");
    r = live_outcome(&l);
    Setup again;
    setup_evaluate(&again, &l.config, r.x, RNG_VALIDATION, 5, 0);
    Live evaluation = {.setup = again};
    rows_start(&evaluation.rows);
    live_finish(&evaluation);
    again.experiment.kind->result(again.experiment.self, &other);
    assert_true(other.reported[0].score.n == 5 && other.reported[0].score.mean == r.reported[2].score.mean);
    rows_free(&evaluation.rows);
    setup_free(&again);
    live_run(&plain, SMALL, NULL);
    plain.setup.experiment.kind->result(plain.setup.experiment.self, &other);
    assert_true(other.reported[0].score.mean != r.reported[0].score.mean);
}

/* What can be known beforehand, by hand; and nothing else. */
TEST(test_estimate)
{
    static const struct {
        const char *sets;
        double training, selection, turns, minutes;
    } rows[] = {
        {"training.games=4", 3 * 4 * 4, 2 * 3, 3 * 4 * 4 * 60, HUGE_VAL},
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
        {"training.iterations=0 training.minutes=2 selection.finalists=0", HUGE_VAL, 0, HUGE_VAL, 2},
    };
    for (size_t i = 0; i < LENGTH(rows); i++) {
        CLOSED(live_close) Live l;
        live_open(&l, SMALL, rows[i].sets, 0);
        Estimate e = estimate_of(&l.setup);
        assert_true(e.training == rows[i].training && e.selection == rows[i].selection && e.validation == 5);
        assert_true(e.turns == rows[i].turns && e.minutes == rows[i].minutes);
        uint64_t before = live_hash(&l);
        OWNED char *text;
        size_t size;
        FILE *out = open_memstream(&text, &size);
        estimate_print(out, &l.setup);
        fclose(out);
        assert_true(strncmp(text, "estimate: training up to ", 25) == 0 && strchr(text, '\n') == text + size - 1);
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
        OWNED char *rows = NULL, *result = NULL;
        for (size_t i = 0; i < LENGTH(judges); i++) {
            OWNED char *sets = text_new("%s %s training.height=7", allocations[allocation], judges[i]);
            CLOSED(live_close) Live l;
            live_run(&l, SMALL, sets);
            char *end = live_result(&l);
            if (i > 0) {
                assert_string_equal(l.rows.text, rows);
                assert_string_equal(end, result);
                free(end);
            } else {
                rows = mem_text(l.rows.text);
                result = end;
            }
        }
    }
}

TESTS(NULL, NULL)
