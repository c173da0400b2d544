/* test_penalty.c. The agent penalty, whose weights are its own: what inis and weights files of it are told; and the covariance of
 * features in its game. */
#include "config/weights.h"
#include "systems/guideline/guideline.h"
#include "tests/configs.h"
#include "tests/covariance.h"
#include "tests/helpers.h"
#include "tests/live.h"

TEST(test_mistakes)
{
    static const struct {
        const char *ini, *expected;
    } mistakes[] = {
        {BUDGET "[game]\nkind = guideline\n[agent]\nkind = penalty\nfeatures = bcts\n[objective]\nlower = -1\n",
         "x.ini:7: features = bcts: has no effect where [agent] kind = penalty, which has its own weights and ranges\n"
         "x.ini:9: lower = -1: has no effect where [agent] kind = penalty, which has its own weights and ranges\n"},
        {BUDGET "[game]\nkind = guideline\n[agent]\nkind = penalty\n[optimiser]\ndomain = sphere\n",
         "x.ini:8: domain = sphere: searches directions only, but the length of the weights of [agent] kind = penalty matters\n"},
        {BUDGET "[game]\nkind = tetris\n[agent]\nkind = penalty\n",
         "x.ini:6: kind = penalty: cannot play tetris: 'closed_holes' is neither a feature nor a feature set of tetris; "
         "'swarmtris list features' and 'list sets' have their names\n"}};
    for (size_t i = 0; i < LENGTH(mistakes); i++) assert_told(mistakes[i].ini, NULL, NULL, mistakes[i].expected);
}

/* Weights of an agent's own: their names, their defaults, what says that they are meant. */
TEST(test_own_weights)
{
    const Schema own = {.game = &game_guideline, .agent = &agent_penalty}, open = {.game = &game_guideline},
                 bcts = {.game = &game_guideline, .set = game_set(&game_guideline, "bcts")};
    static const struct {
        const char *text, *expected;
        int asked, status; /* asked: 0 nothing, 1 the agent, 2 bcts */
    } rows[] = {{"[weights]\nwells_factor = 7\n[rules]\nagent = penalty\n", "", 0, WEIGHTS_READ},
                {"[weights]\nwells_factor = 7\n", "", 1, WEIGHTS_READ},
                {"0 2 0 2 -1 7 10 10", "", 1, WEIGHTS_READ},
                {"0 2 0 2 -1 7 10", "w: 7 numbers, but penalty has 8 weights\n", 1, WEIGHTS_BAD},
                {"[weights]\nwells_faktor = 7\n[rules]\nagent = penalty\n",
                 "w:2: 'wells_faktor' is no weight of penalty; did you mean 'wells_factor'?\n", 0, WEIGHTS_BAD},
                {"[weights]\nwells_factor = 7\n[rules]\nagent = penalty\n",
                 "w:4: agent = penalty, but weights for bcts were asked for\n", 2, WEIGHTS_OTHER},
                {"[weights]\nwells_factor = 7\n[rules]\nagent = greedy\n",
                 "w:4: agent = greedy: must be an agent with weights of its own; 'swarmtris list agents' has them\n", 0,
                 WEIGHTS_BAD},
                {"[weights]\nwells_factor = 7\n[rules]\nagent = penalty\nfeatures = bcts\n",
                 "w:5: features has no effect beside agent\n", 0, WEIGHTS_BAD}};
    for (size_t i = 0; i < LENGTH(rows); i++) {
        CLOSED(weights_free) Weights w;
        CLOSED(errors_free) Errors errors = {0};
        write_file("w", rows[i].text);
        int status = (int)weights_read(&w, "w", rows[i].asked == 0 ? open : rows[i].asked == 1 ? own : bcts, &errors);
        assert_lines(&errors, rows[i].expected);
        assert_int_equal(status, rows[i].status);
        if (status == WEIGHTS_READ) {
            assert_true(schema_same(&w.schema, &own) && w.n == 8);
            assert_true(w.w[0] == 0 && w.w[1] == 2 && w.w[4] == -1 && w.w[5] == 7 && w.w[7] == 10);
            assert_string_equal(schema_weight(&w.schema, 5), "wells_factor");
        }
    }
    write_file("w", "[weights]\nwells_factor = 7\n[rules]\nagent = penalty\ngame = guideline\n");
    assert_true(weights_said("w").agent == &agent_penalty && weights_said("w").game == &game_guideline);
}

/* ---- the covariance of features ---- */

/* There a piece that is turned may fill the same cells, and a piece may be exchanged for one like it. */
TEST(test_covariance_of_turned)
{
    static const double good[FEATURES] = {-1, 1, -1, -1, -1, -1, -1, -1, -1}, poor[FEATURES] = {1, 0, 0, 1, 0, 0, 1, 0, 0};
    check_covariance("[game]\nkind = guideline\nheight = 8\nbag = no\n[agent]\nfeatures = bcts,max_height\n"
                     "[training]\niterations = 1\n[optimiser]\nkind = random\n",
                     good, poor, offsetof(GuidelineState, move), sizeof(Move));
}

TEST(test_no_covariance)
{
    CLOSED(live_close) Live l;
    live_open(&l, "[game]\nkind = guideline\n[agent]\nkind = penalty\n[training]\niterations = 1\n", NULL, 0);
    assert_null(l.setup.trainings.spec[0].covariance.measure);
}

TESTS(place_enter, place_leave)
