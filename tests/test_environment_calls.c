/* test_environment_calls.c. Environments of the library: experts play as players do; games are saved and restored; what cannot
 * be is said, and changes nothing. */
#include "eval/vector_env.h"
#include "tests/seen.h"

enum { GAMES = 5 };

/* Whole games by experts come to what the player's games come to. */
static void assert_plays_as_player(const char *ini)
{
    CLOSED(env_close) swt_env *e = env_of(ini, GAMES, false);
    Seen s = seen_of(e);
    Own own;
    Player p;
    Job job[GAMES];
    Answer y[GAMES] = {0};
    uint64_t seed[GAMES];
    double w[SEEN_WEIGHTS], sum[GAMES] = {0};
    int64_t length[GAMES] = {0};
    own_make(&own, ini, 1);
    seen_weights(&s, w);
    assert_null(player_make(&p, own.rules, own.c.agent, PLAYER_AUTO, own.c.isas, own.c.objective.max_pieces));
    for (int i = 0; i < GAMES; i++) {
        seed[i] = (uint64_t)i + 9;
        job[i] = (Job){.x = w, .seed = rng_game(rng_key(seed[i], RNG_PLAY, 0), 0), .y = &y[i]};
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
    for (int i = 0; i < GAMES; i++) assert_true(sum[i] == y[i].score && (double)length[i] == y[i].cost);
    player_free(&p);
    own_free(&own);
    seen_free(&s);
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
    Own own;
    Player p;
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
    player_free(&p);
    own_free(&own);
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
