/* test_environment.c. Environments of the library: all that is seen of one is what the functions of Game say; experts play as
 * players do; games are saved and restored; what cannot be is refused. */
#include "config/config_read.h"
#include "eval/vector_env.h"
#include "tests/library.h"

CLOSER(env_close, swt_env, swt_env_close)

#define TETRIS(board, features) "[experiment]\nthreads = 2\n[game]\n" board "\n[agent]\nfeatures = " features "\n"

typedef struct {
    swt_env_shape is;
    swt_env_view view;
    double *reward;
    uint8_t *done;
    int64_t *length;
    int32_t *action;
    void *array[10]; /* (arrays): all of these */
    size_t bytes[10];
    int arrays;
} Seen;

/* Most weights of an expert. */
enum { SEEN_WEIGHTS = 300 };

/* A game. */
typedef struct {
    Config c;
    Rules rules;
    void *state, *after, *scratch;
    Move *move;
    int moves;
    uint64_t seed;
    int game;
} Own;

/* n of so many bytes, one more array of s. */
static void *array(Seen *s, size_t n, size_t bytes)
{
    s->bytes[s->arrays] = n * bytes;
    return s->array[s->arrays++] = mem_new(n, bytes);
}

static Seen seen_of(const swt_env *e)
{
    Seen s = {.arrays = 0};
    swt_env_what(e, &s.is);
    const size_t n = (size_t)s.is.games, moves = n * (size_t)s.is.actions, rows = n * (size_t)s.is.height;
    s.view.bits = array(&s, rows * (size_t)s.is.words, sizeof *s.view.bits);
    s.view.cells = array(&s, rows, (size_t)s.is.width);
    s.view.shown = array(&s, n * (size_t)s.is.shown, sizeof *s.view.shown);
    s.view.mask = array(&s, moves, 1);
    s.view.features = array(&s, moves * (size_t)s.is.features, sizeof *s.view.features);
    s.view.expert = array(&s, n, sizeof *s.view.expert);
    s.reward = array(&s, n, sizeof *s.reward);
    s.done = array(&s, n, sizeof *s.done);
    s.length = array(&s, n, sizeof *s.length);
    s.action = array(&s, n, sizeof *s.action);
    return s;
}

static void seen_free(Seen *s)
{
    for (int i = 0; i < s->arrays; i++) free(s->array[i]);
}

/* All that has been seen, and was done, is the same. */
static void assert_same_seen(const Seen *a, const Seen *b)
{
    for (int i = 0; i < a->arrays; i++) {
        assert_int_equal(a->bytes[i], b->bytes[i]);
        assert_memory_equal(a->array[i], b->array[i], a->bytes[i]);
    }
}

/* Weights by which most players live for a while, w (SEEN_WEIGHTS); and an environment whose expert has them. */
static void seen_weights(const Seen *s, double *w)
{
    Rng r = rng_from(7);
    for (int i = 0; i < s->is.weights; i++) w[i] = rng_between(&r, -1, 0.1);
}

static swt_env *env_of(const char *ini, int n, bool again)
{
    swt_env *e;
    swt_env_shape is;
    double w[SEEN_WEIGHTS];
    assert_good(swt_env_open(&e, ini, n, again));
    swt_env_what(e, &is);
    assert_in_range(is.weights, 0, LENGTH(w));
    seen_weights(&(Seen){.is = is}, w);
    assert_good(swt_env_expert(e, w, is.weights));
    return e;
}

/* Half of the time the expert's actions, else any legal ones; and a step by them. */
static void choose_actions(Seen *s, Rng *r)
{
    for (int i = 0; i < s->is.games; i++) {
        const uint8_t *mask = s->view.mask + (size_t)i * (size_t)s->is.actions;
        int n = 0, some = -1;
        for (int a = 0; a < s->is.actions; a++)
            if (mask[a] && rng_below(r, (uint32_t)++n) == 0) some = a;
        s->action[i] = s->view.expert[i] >= 0 && rng_below(r, 2) == 0 ? s->view.expert[i] : some;
    }
}

static void step_all(swt_env *e, Seen *s)
{
    assert_good(swt_env_step(e, s->action, s->reward, s->done, s->length, &s->view));
}

/* ---- the game's own functions ---- */

static void own_begin(Own *o)
{
    memset(o->state, 0, o->c.game->state_bytes);
    o->c.game->start(o->c.rules, rng_game(rng_key(o->seed, RNG_PLAY, 0), o->game), o->state);
    o->c.game->chance(o->c.rules, o->state);
    o->moves = o->c.game->over(o->state) ? 0 : o->c.game->moves(o->c.rules, o->state, o->move);
}

/* The game that an environment of the ini begins by this seed. */
static void own_make(Own *o, const char *ini, uint64_t seed)
{
    const ConfigValue budget = {.text = "training.iterations=1", .origin = "test"};
    Errors errors = {0}, warnings = {0};
    memset(o, 0, sizeof *o);
    assert_true(config_read(&o->c, "ini", ini, &budget, 1, &errors, &warnings));
    errors_free(&warnings);
    o->rules = config_rules(&o->c, o->c.rules);
    o->state = mem_new(1, o->c.game->state_bytes);
    o->after = mem_new(1, o->c.game->state_bytes);
    o->move = mem_new((size_t)o->c.game->moves_max, sizeof *o->move);
    o->scratch = mem_lines(o->c.agent->scratch_bytes(&o->rules));
    o->seed = seed;
    own_begin(o);
}

static void own_free(Own *o)
{
    free(o->state);
    free(o->after);
    free(o->move);
    free(o->scratch);
    config_free(&o->c);
}

/* ==== what is seen, for every engine and number of threads ==== */

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
    CLOSED(seen_free) Seen s = seen_of(e);
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

/* ==== experts, saved games, what cannot be ==== */

/* Whole games by experts come to what the player's games come to. */
static void assert_plays_as_player(const char *ini)
{
    CLOSED(env_close) swt_env *e = env_of(ini, GAMES, false);
    CLOSED(seen_free) Seen s = seen_of(e);
    CLOSED(own_free) Own own;
    CLOSED(player_free) Player p;
    Job job[GAMES];
    Answer a[GAMES] = {0};
    uint64_t seed[GAMES];
    double w[SEEN_WEIGHTS], sum[GAMES] = {0};
    int64_t length[GAMES] = {0};
    own_make(&own, ini, 1);
    seen_weights(&s, w);
    assert_null(player_make(&p, own.rules, own.c.agent, PLAYER_AUTO, own.c.isas, own.c.objective.max_pieces));
    for (int i = 0; i < GAMES; i++) {
        seed[i] = (uint64_t)i + 9;
        job[i] = (Job){.x = w, .seed = rng_game(rng_key(seed[i], RNG_PLAY, 0), 0), .y = &a[i]};
    }
    JobList list = {.job = job, .n = GAMES};
    OWNED void *scratch = mem_lines(p.scratch_bytes);
    assert_true(player_play(&p, &list, scratch, &stop_never));
    assert_good(swt_env_reset(e, seed, NULL));
    assert_good(swt_env_look(e, &s.view));
    for (bool going = true; going;) {
        memcpy(s.action, s.view.expert, sizeof sum / sizeof sum[0] * sizeof *s.action);
        step_all(e, &s);
        going = false;
        for (int i = 0; i < GAMES; i++) {
            going = going || s.view.expert[i] >= 0;
            sum[i] += s.reward[i];
            length[i] = s.length[i];
        }
    }
    for (int i = 0; i < GAMES; i++) assert_true(sum[i] == a[i].score && (double)length[i] == a[i].cost);
}

TEST(test_experts)
{
    static const struct {
        const char *game, *ini;
    } inis[] = {
        {"tetris", TETRIS("width = 7\nheight = 12", "dt") "[objective]\nmax_pieces = 3000\n"},
        {"tetris", TETRIS("width = 6\nheight = 8", "cs3243") "kind = lookahead\n[objective]\nmax_pieces = 200\n"},
        {"tetris", TETRIS("width = 6\nheight = 8\nbag = yes", "cs3243") "kind = lookahead\n[objective]\nmax_pieces = 200\n"},
        {"tetris", TETRIS("width = 6\nheight = 8", "cs3243") "kind = random\n"},
        {"stack", "[game]\nkind = stack\nbuffer = 2\nlength = 12\n[agent]\nkind = beam\n"},
        {"stack", "[game]\nkind = stack\nbuffer = 1\nlength = 9\n[agent]\nkind = search\n"},
        {"ntris", "[game]\nkind = ntris\nblocks = 12\n[agent]\nkind = pruned\n"},
        {"guideline", "[game]\nkind = guideline\n[objective]\nmax_pieces = 300\n"},
        {"catch", "[game]\nkind = catch\nwidth = 9\nheight = 12\nline = 10\n"},
    };
    for (size_t i = 0; i < LENGTH(inis); i++)
        if (registry_game(inis[i].game) != NULL) assert_plays_as_player(inis[i].ini);
}

enum { MANY = 8200 };

/* Games that follow their expert make its moves, whatever engine keeps them. */
static void assert_follows(const char *ini, int n, int steps)
{
    CLOSED(own_free) Own own;
    CLOSED(player_free) Player p;
    double w[SEEN_WEIGHTS];
    static double reward[2][MANY];
    static uint8_t done[2][MANY], which[MANY];
    static int64_t length[2][MANY];
    static int32_t expert[MANY], action[MANY];
    const VectorEnvLook look = {.expert = expert};
    own_make(&own, ini, 1);
    vector_env_player(&p, own.rules, own.c.agent, own.c.experiment.engine == PLAYER_REFERENCE, own.c.isas,
                      own.c.objective.max_pieces);
    const VectorEnvSpec spec = {.player = &p, .n = n, .threads = 2, .again = n};
    VectorEnv *asked = vector_env_create(&spec), *follows = vector_env_create(&spec);
    seen_weights(&(Seen){.is.weights = own.c.set->n}, w);
    vector_env_weights(asked, w);
    vector_env_weights(follows, w);
    for (int i = 0; i < n; i++) {
        which[i] = i % 7 != 0;
        vector_env_begin(asked, i, 5, i);
        vector_env_begin(follows, i, 5, i);
    }
    for (int t = 0; t < steps; t++) {
        vector_env_look(asked, &look);
        for (int i = 0; i < n; i++)
            if (!which[i]) expert[i] = -1;
        vector_env_step(asked, expert, reward[0], done[0], length[0], NULL);
        vector_env_follow(follows, which, action, reward[1], done[1], length[1], NULL);
        assert_memory_equal(expert, action, (size_t)n * sizeof action[0]);
        assert_memory_equal(reward[0], reward[1], (size_t)n * sizeof reward[0][0]);
        assert_memory_equal(done[0], done[1], (size_t)n * sizeof done[0][0]);
        assert_memory_equal(length[0], length[1], (size_t)n * sizeof length[0][0]);
    }
    vector_env_destroy(asked);
    vector_env_destroy(follows);
}

TEST(test_follow)
{
    assert_follows(TETRIS("", "dt"), MANY, samples(20));
    assert_follows(TETRIS("width = 4\nheight = 6", "cs3243"), 500, samples(150));
    assert_follows(TETRIS("width = 5\nheight = 13\npreview = 1", "bcts"), 500, samples(150));
    assert_follows(TETRIS("width = 8\nheight = 18", "dt") "[objective]\nmax_pieces = 90\n", 300, samples(150));
    assert_follows("[experiment]\nengine = reference\n", 60, samples(20));
    assert_follows(TETRIS("width = 5\nheight = 7", "dt") "kind = lookahead\n", 20, samples(10));
    if (registry_game("stack") != NULL)
        assert_follows("[game]\nkind = stack\nlength = 9\n[agent]\nkind = beam\n", 10, samples(12));
}

/* A game goes on in another environment as it does here; what is damaged is refused, and changes nothing. */
static void assert_restores(const char *ini)
{
    CLOSED(env_close) swt_env *e = env_of(ini, GAMES, true);
    CLOSED(env_close) swt_env *other = env_of(ini, GAMES, true);
    Seen s = seen_of(e), t = seen_of(other);
    uint64_t seed[GAMES] = {1, 2, 3, 4, 5};
    Rng r = rng_from(8);
    size_t bytes, again;
    assert_null(swt_env_save(e, &bytes));
    assert_good(swt_env_reset(e, seed, NULL));
    assert_good(swt_env_look(e, &s.view));
    for (int k = 0; k < 12; k++) {
        choose_actions(&s, &r);
        step_all(e, &s);
    }
    OWNED char *kept = mem_text(swt_env_save(e, &bytes));
    assert_int_equal(strlen(kept) + 1, bytes);
    assert_good(swt_env_restore(other, kept, bytes));
    assert_good(swt_env_look(other, &t.view));
    for (int k = 0; k < 30; k++) {
        choose_actions(&s, &r);
        memcpy(t.action, s.action, GAMES * sizeof *t.action);
        step_all(e, &s);
        step_all(other, &t);
        assert_same_seen(&s, &t);
    }
    OWNED char *now = mem_text(swt_env_save(other, &again));
    for (size_t at = 0; at < bytes; at += 1 + bytes / (size_t)samples(100)) {
        const char before = kept[at];
        kept[at] = (char)(before ^ 1);
        assert_error(swt_env_restore(other, kept, bytes), SWT_DATA, NULL);
        kept[at] = before;
    }
    assert_string_equal(swt_env_save(other, &again), now);
    seen_free(&s);
    seen_free(&t);
}

TEST(test_restore)
{
    assert_restores(TETRIS("", "dt"));
    assert_restores(TETRIS("width = 6", "dt") "kind = lookahead\n");
    assert_restores("[experiment]\nengine = reference\n[game]\nheight = 9\n");
    if (registry_game("stack") != NULL)
        assert_restores("[game]\nkind = stack\nlength = 12\nbuffer = 2\n[agent]\nkind = beam\nwidth = 12\n");
}

/* What has been damaged with care, so that its checksum fits, is looked at; and so is what is of other games. */
TEST(test_restore_of_others)
{
    CLOSED(env_close) swt_env *e = env_of(TETRIS("", "dt"), GAMES, true);
    CLOSED(env_close) swt_env *other = env_of(TETRIS("height = 19", "dt"), GAMES, true);
    CLOSED(env_close) swt_env *fewer = env_of(TETRIS("", "dt"), GAMES - 1, true);
    const uint64_t seed[GAMES] = {1, 2, 3, 4, 5};
    size_t bytes;
    assert_good(swt_env_reset(e, seed, NULL));
    const char *saved = swt_env_save(e, &bytes);
    assert_error(swt_env_restore(other, saved, bytes), SWT_DATA,
                 "saved: the games cannot be restored: they were saved with another ini");
    assert_error(swt_env_restore(fewer, saved, bytes), SWT_DATA,
                 "saved: the games cannot be restored: it holds something else where the field 'seed' was expected");
    assert_error(swt_env_restore(e, saved, bytes - 1), SWT_DATA,
                 "saved: the games cannot be restored: they must end with a zero byte");
    assert_error(swt_env_restore(e, "x", 2), SWT_DATA,
                 "saved: the games cannot be restored: it does not begin as a checkpoint does");
    assert_error(swt_env_restore(e, NULL, 2), SWT_USAGE, "saved: must be what swt_env_save has returned, and is NULL");
}

/* ---- what cannot be ---- */

TEST(test_what_cannot_be_opened)
{
    swt_env *e = (swt_env *)state;
    assert_error(swt_env_open(NULL, "", 1, true), SWT_USAGE,
                 "out: must be the address of a pointer to an environment, and is NULL");
    assert_error(swt_env_open(&e, BOARD, 0, true), SWT_USAGE, "n = 0: must be 1..1000000");
    assert_null(e);
    assert_error(swt_env_open(&e, NULL, 1, true), SWT_USAGE, "ini: must be the text of an ini, and is NULL");
    assert_error(swt_env_open(&e, "[game]\nheight = 2\n", 1, true), SWT_CONFIG, "ini:2: height = 2: must be 3..28");
    assert_error(swt_env_open(&e, "[objective]\nkind = sphere\ndim = 3\n", 1, true), SWT_CONFIG,
                 "ini: an environment needs games that an agent could play, [objective] kind = games, and not sphere");
}

TEST(test_what_is_illegal)
{
    CLOSED(env_close) swt_env *e;
    const uint64_t seed[2] = {1, 2};
    const uint8_t second[2] = {0, 1};
    int32_t action[2] = {0, 0}, expert[2];
    double w[DIM] = {0}, reward[2] = {-7, -7};
    swt_env_shape is;
    size_t bytes;
    assert_good(swt_env_open(&e, "[game]\npieces = O\n[agent]\nfeatures = dt\n[objective]\nmax_pieces = 3\n", 2, false));
    assert_error(swt_env_step(e, action, reward, NULL, NULL, NULL), SWT_USAGE, "no games were begun: reset comes first");
    assert_error(swt_env_reset(e, seed, second), SWT_USAGE, "no games were begun: reset comes first");
    assert_error(swt_env_reset(e, NULL, NULL), SWT_USAGE, "seeds: must be an array, and is NULL");
    assert_good(swt_env_reset(e, seed, NULL));
    OWNED char *before = mem_text(swt_env_save(e, &bytes));
    action[1] = 9;
    assert_error(swt_env_step(e, action, reward, NULL, NULL, NULL), SWT_USAGE,
                 "actions[1] = 9, of game 1: is illegal in its state, as the mask says");
    action[1] = 10;
    assert_error(swt_env_step(e, action, reward, NULL, NULL, NULL), SWT_USAGE,
                 "actions[1] = 10, of game 1: must be 0..9, or -1: no move");
    action[1] = -2;
    assert_error(swt_env_step(e, action, reward, NULL, NULL, NULL), SWT_USAGE,
                 "actions[1] = -2, of game 1: must be 0..9, or -1: no move");
    assert_error(swt_env_step(e, NULL, reward, NULL, NULL, NULL), SWT_USAGE, "actions: must be an array, and is NULL");
    assert_error(swt_env_look(e, &(swt_env_view){.expert = expert}), SWT_USAGE,
                 "view.expert: the expert has no weights yet: swt_env_expert comes first");
    assert_error(swt_env_look(e, NULL), SWT_USAGE, "view: must be a struct, and is NULL");
    assert_error(swt_env_expert(e, w, 8), SWT_USAGE, "dim = 8: must be 9, the weights of the agent");
    w[2] = NAN;
    assert_error(swt_env_expert(e, w, DIM), SWT_DATA, "w[2] = nan, the weight of 'row_transitions': must be finite");
    assert_true(reward[0] == -7 && reward[1] == -7);
    assert_string_equal(swt_env_save(e, &bytes), before);
    uint8_t done[2];
    int64_t length[2];
    for (int i = 0; i < 3; i++) {
        action[0] = 0, action[1] = -1;
        assert_good(swt_env_step(e, action, reward, done, length, NULL));
    }
    assert_true(done[0] == SWT_CUT && length[0] == 3 && done[1] == SWT_GOING && length[1] == 0 && reward[1] == 0);
    assert_error(swt_env_step(e, action, reward, NULL, NULL, NULL), SWT_USAGE,
                 "actions[0] = 0, of game 0: must be -1, no move, since this game is over");
    swt_env_what(NULL, &is);
    assert_true(is.games == 0 && is.game == NULL && swt_env_title(NULL, 0) == NULL && swt_env_warnings(NULL)[0] == '\0');
    assert_error(swt_env_look(NULL, NULL), SWT_USAGE, "environment: must be one that is open, and is NULL");
    swt_env_close(NULL);
}

TEST(test_what_it_is)
{
    CLOSED(env_close) swt_env *e = env_of(TETRIS("preview = 1", "dt"), 3, true);
    swt_env_shape is;
    swt_feature f;
    swt_env_what(e, &is);
    assert_string_equal(is.game, "tetris");
    assert_true(is.games == 3 && is.height == 20 && is.width == 10 && is.words == 1 && is.shown == 2 && is.actions == 40);
    assert_true(is.axes == 2 && is.axis[0] == 4 && is.axis[1] == 10 && is.features == DIM && is.weights == DIM && is.fast);
    assert_string_equal(is.axis_name[0], "orientation");
    assert_string_equal(swt_env_title(e, 1), "next");
    assert_null(swt_env_title(e, 2));
    assert_true(swt_env_feature(e, 8, &f) && !swt_env_feature(e, 9, &f));
    assert_string_equal(f.name, "diversity");
}

TESTS(NULL, NULL)
