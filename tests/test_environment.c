/* test_environment.c. Environments of the library: all that they show is what the game's own functions say, for every engine and
 * number of threads. */
#include "tests/seen.h"

enum { GAMES = 5, LINES = 4096 };

static int own_action(const Own *o, int k)
{
    const GameView *v = o->c.game->view;
    if (v == NULL || v->axes == NULL) return k;
    return v->action != NULL ? v->action(o->c.rules, o->move[k]) : o->move[k];
}

/* The board as the game prints it, where it prints all of it: # is a filled cell. */
static void assert_printed(const Own *o, const uint8_t *cells, int height, int width)
{
    char text[LINES];
    if (strcmp(o->c.game->name, "catch") == 0 || strcmp(o->c.game->name, "stack") == 0) return;
    o->c.game->text(o->c.rules, o->state, text, sizeof text);
    const char *line = text;
    for (int y = height - 1; y >= 0; y--, line = strchr(line, '\n') + 1) {
        while (*line != '|') line = strchr(line, '\n') + 1;
        for (int x = 0; x < width; x++) assert_int_equal(cells[y * width + x], line[1 + x] == '#');
    }
}

static void assert_board(const Own *o, const Seen *s, int i)
{
    const int height = s->is.height, width = s->is.width, words = s->is.words;
    const uint32_t *bits = s->view.bits + (size_t)(i * height * words);
    const uint8_t *cells = s->view.cells + (size_t)(i * height * width);
    OWNED uint32_t *own = mem_new((size_t)(height * words), sizeof *own);
    int32_t shown[VIEW_SHOWN];
    o->c.game->view->board(o->c.rules, o->state, own);
    assert_memory_equal(bits, own, (size_t)(height * words) * sizeof *own);
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++) assert_int_equal(cells[y * width + x], bits[y * words + x / 32] >> x % 32 & 1);
    assert_printed(o, cells, height, width);
    o->c.game->view->shown(o->c.rules, o->state, shown);
    assert_memory_equal(s->view.shown + i * s->is.shown, shown, (size_t)s->is.shown * sizeof *shown);
}

/* The mask and the features of place i, and that those of other actions are 0. */
static void assert_moves(const Own *o, const Seen *s, int i)
{
    const int n = s->is.actions, features = s->is.features;
    OWNED uint8_t *mask = mem_new((size_t)n, 1);
    OWNED double *values = mem_new((size_t)(n * features), sizeof *values);
    for (int k = 0; k < o->moves; k++) {
        const int action = own_action(o, k);
        assert_in_range(action, 0, n - 1);
        assert_int_equal(mask[action], 0);
        mask[action] = 1;
        memcpy(o->after, o->state, o->c.game->state_bytes);
        o->c.game->apply(o->c.rules, o->after, o->move[k]);
        rules_features(&o->rules, o->state, o->after, values + action * features);
    }
    assert_memory_equal(s->view.mask + i * n, mask, (size_t)n);
    const double *seen = s->view.features + (size_t)i * (size_t)(n * features);
    for (int k = 0; k < n * features; k++)
        if (bits_of(seen[k]) != bits_of(values[k]))
            fail_msg("%s: feature %s of action %d is %g, not %g", o->c.set->name,
                     features > 0 ? o->c.game->features[o->c.set->index[k % features]].name : "", k / features, seen[k],
                     values[k]);
}

/* Of an agent that plans no further than a move. */
static void assert_expert(const Own *o, const Seen *s, int i, const double *w)
{
    int k = 0;
    if (o->c.agent->plan != NULL) return;
    if (o->moves == 0) {
        assert_int_equal(s->view.expert[i], -1);
        return;
    }
    const Move move = o->c.agent->choose(&o->rules, o->state, w, o->scratch);
    while (o->move[k] != move) k++;
    assert_int_equal(s->view.expert[i], own_action(o, k));
}

/* Makes the move of place i, and looks at what came of it. */
static void follow(Own *o, const Seen *s, int i)
{
    const Tally before = o->c.game->tally(o->state);
    int k = 0;
    while (own_action(o, k) != s->action[i]) k++;
    o->c.game->apply(o->c.rules, o->state, o->move[k]);
    o->c.game->chance(o->c.rules, o->state);
    const Tally now = o->c.game->tally(o->state);
    o->moves = o->c.game->over(o->state) ? 0 : o->c.game->moves(o->c.rules, o->state, o->move);
    const bool cut = o->c.objective.max_pieces > 0 && now.turns >= o->c.objective.max_pieces;
    assert_true(s->reward[i] == (double)(now.score - before.score) && s->length[i] == now.turns);
    assert_int_equal(s->done[i], o->moves == 0 ? SWT_OVER : cut ? SWT_CUT : SWT_GOING);
    if (o->moves > 0 && !cut) return;
    o->game++;
    own_begin(o);
}

/* So many steps of some games, of which every one is looked at. */
static void assert_as_game(const char *ini, int steps)
{
    CLOSED(env_close) swt_env *e = env_of(ini, GAMES, true);
    Own own[GAMES];
    Seen s = seen_of(e);
    uint64_t seed[GAMES];
    double w[SEEN_WEIGHTS];
    Rng r = rng_from(3);
    seen_weights(&s, w);
    for (int i = 0; i < GAMES; i++) own_make(&own[i], ini, seed[i] = (uint64_t)(i + 1));
    assert_good(swt_env_reset(e, seed, NULL));
    assert_good(swt_env_look(e, &s.view));
    for (int t = 0; t < steps; t++) {
        for (int i = 0; i < GAMES; i++) {
            if (s.is.height > 0) assert_board(&own[i], &s, i);
            assert_moves(&own[i], &s, i);
            assert_expert(&own[i], &s, i, w);
        }
        choose_actions(&s, &r);
        step_all(e, &s);
        for (int i = 0; i < GAMES; i++) follow(&own[i], &s, i);
    }
    for (int i = 0; i < GAMES; i++) own_free(&own[i]);
    seen_free(&s);
}

/* Boards around each height at which columns become wider. */
TEST(test_boards_of_tetris)
{
    static const char *const boards[] = {
        TETRIS("", "dt"),
        TETRIS("width = 4\nheight = 4", "dt"),
        TETRIS("width = 5\nheight = 12\npreview = 1", "dt"),
        TETRIS("width = 10\nheight = 13", "cs3243"),
        TETRIS("width = 10\nheight = 14", "cs3243-text"),
        TETRIS("width = 9\nheight = 16", "bcts"),
        TETRIS("width = 10\nheight = 17\npreview = 1", "dt"),
        TETRIS("width = 16\nheight = 28", "dt"),
        TETRIS("width = 16\nheight = 9", "du"),
        TETRIS("pieces = SZI\npiece_weights = 3,2,1", "dt"),
        TETRIS("width = 3\nheight = 5\npieces = OiT", "dellacherie"),
        TETRIS("pieces = O", "max_height"),
        TETRIS("", "dt") "kind = lookahead\n",
        TETRIS("width = 7\nheight = 15\npreview = 1", "dellacherie") "kind = lookahead\n[objective]\nmax_pieces = 17\n",
    };
    for (size_t i = 0; i < LENGTH(boards); i++) assert_as_game(boards[i], samples(strstr(boards[i], "ahead") ? 40 : 250));
}

TEST(test_sets_of_tetris)
{
    const Game *g = registry_games[0];
    for (int i = 0; i < g->n_sets; i++)
        for (int high = 0; high < 2; high++) {
            char ini[200];
            snprintf(ini, sizeof ini, "[game]\nwidth = %d\nheight = %d\n[agent]\nfeatures = %s\n", 10, high ? 20 : 13,
                     g->sets[i].name);
            assert_as_game(ini, samples(80));
        }
}

/* What of the founding systems is built in. */
TEST(test_other_games)
{
    static const struct {
        const char *game, *rest;
    } inis[] = {
        {"guideline", "hold = yes\npreview = 2\n"},
        {"guideline", "hold = no\nmoves = reachable\nheight = 12\n"},
        {"guideline", "hold = yes\nmoves = reachable\n[agent]\nfeatures = max_height rows_cleared\n"},
        {"ntris", "blocks = 20\n"},
        {"stack", "buffer = 2\nlength = 40\n"},
        {"stack", "list = 1 2 3 4 5 6 7 1 1\n"},
        {"catch", "width = 9\nheight = 12\nline = 10\n"},
        {"catch", "width = 70\nheight = 20\nline = 20\n"},
    };
    for (size_t i = 0; i < LENGTH(inis); i++) {
        char ini[300];
        snprintf(ini, sizeof ini, "[game]\nkind = %s\n%s", inis[i].game, inis[i].rest);
        if (registry_game(inis[i].game) != NULL) assert_as_game(ini, samples(strcmp(inis[i].game, "ntris") == 0 ? 30 : 120));
    }
}

/* Many games, by any number of threads and by both engines. */
TEST(test_threads_and_engines)
{
    enum { MANY = 700, STEPS = 60 };
    static const char *const inis[] = {"[experiment]\nthreads = 1\n", "[experiment]\nthreads = 3\n",
                                       "[experiment]\nthreads = 2\nengine = reference\n"};
    swt_env *e[LENGTH(inis)];
    Seen s[LENGTH(inis)];
    uint64_t seed[MANY];
    for (int i = 0; i < MANY; i++) seed[i] = (uint64_t)i * 77;
    for (size_t k = 0; k < LENGTH(inis); k++) {
        char ini[200];
        Rng r = rng_from(5);
        snprintf(ini, sizeof ini, "%s[agent]\nfeatures = dt\n", inis[k]);
        e[k] = env_of(ini, MANY, true);
        s[k] = seen_of(e[k]);
        assert_int_equal(s[k].is.fast, k < 2);
        assert_good(swt_env_reset(e[k], seed, NULL));
        assert_good(swt_env_look(e[k], &s[k].view));
        for (int t = 0; t < samples(STEPS); t++) {
            choose_actions(&s[k], &r);
            step_all(e[k], &s[k]);
        }
        assert_same_seen(&s[0], &s[k]);
    }
    for (size_t k = 0; k < LENGTH(inis); k++) {
        seen_free(&s[k]);
        swt_env_close(e[k]);
    }
}

TESTS(NULL, NULL)
