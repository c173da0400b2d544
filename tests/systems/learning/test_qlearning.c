/* test_qlearning.c. Q-learning: its arithmetic beside a second, plainer one; what the learned tables earn; suspended runs. */
#include "systems/learning/qlearning.h"
#include "systems/learning/table_file.h"
#include "tests/edited.h"
#include "tests/helpers.h"

/* A game with its rules, and what is learned of it. */
typedef struct {
    void *rules; /* owned */
    Qlearning q;
    QlearningRun *run; /* owned */
} Learner;

/* game: NULL, of a system that is not built in: there is nothing to show. */
static Learner learner(const Game *game, const char *rules, QlearningOptions options)
{
    if (game == NULL) skip();
    Learner l = {.rules = options_new(game->params, game->rules_bytes, rules)};
    Finding finding;
    if (!qlearning_check(game, l.rules, &options, &finding)) fail_msg("%s: %s", finding.key, finding.why);
    qlearning_make(&l.q, game, l.rules, &options);
    l.run = mem_lines(qlearning_bytes(&l.q));
    return l;
}

static void learner_free(Learner *l)
{
    qlearning_free(&l->q);
    free(l->rules);
    free(l->run);
}

/* The defaults of the source. */
static const double usual[] = {1, 0.2, 0.8, 0.4};

/* A whole run: its score. */
static double score_of(Learner *l, uint64_t seed, const double *x)
{
    qlearning_begin(&l->q, seed, l->run);
    qlearning_learn(&l->q, l->run, x, l->q.options.steps);
    qlearning_test(l->run);
    assert_true(qlearning_test_play(&l->q, l->run, INT64_MAX));
    return qlearning_score(&l->q, l->run);
}

static const QlearningOptions small_options = {.steps = 10000, .illegal = -1000, .test_games = 1, .test_turns = 10000};
static const char small_rules[] = "width=3 height=3 pieces=i";

/* The seeds, of 1 to 20, whose tables place all pieces: two rows for each three of them. */
static int lossless(const char *settings)
{
    QlearningOptions o = small_options;
    int n = 0;
    set_options(qlearning_params, &o, settings);
    CLOSED(learner_free) Learner l = learner(&game_tetris, small_rules, o);
    assert_true(l.q.indices == 4096 && l.q.actions == 3);
    for (uint64_t seed = 1; seed <= 20; seed++) n += score_of(&l, seed, usual) == 6666;
    return n;
}

/* The text's values, after its 10,000 steps. Its code's fault does no harm with the text's reward, where every loss is worth less
 * than anything else; with the code's reward it does. A reward that is least before rows are cleared has a loss as its best
 * end. */
TEST(test_small_tetris)
{
    assert_int_equal(lossless("target=value reward=lost"), 20);
    assert_int_equal(lossless("target=value reward=rows_so_far"), 20);
    assert_int_equal(lossless("target=index reward=lost"), 20);
    assert_in_range(lossless("target=index reward=rows_so_far"), 0, 19);
    assert_int_equal(lossless("target=value reward=greatest_height"), 0);
}

/* The starts from which the learned table catches the ball. */
static int starts_caught(Learner *l)
{
    const Game *g = l->q.game;
    const double *value = qlearning_table(&l->q, l->run).value;
    OWNED void *s = mem_new(1, g->state_bytes);
    Move legal[3];
    int caught = 0;
    for (int ball = 0; ball < 100; ball++)
        for (int catcher = 0; catcher < 100; catcher++) {
            g->start(l->rules, 1, s);
            g->happen(l->rules, s, ball);
            g->happen(l->rules, s, catcher);
            while (!g->over(s)) {
                const double *row = value + l->q.observation->index(l->rules, s) * l->q.actions;
                const Move m = l->q.move[action_best(row, 3)];
                int n = g->moves(l->rules, s, legal), is = 0;
                for (int i = 0; i < n; i++) is += legal[i] == m;
                if (!is) break;
                g->apply(l->rules, s, m);
            }
            caught += g->over(s) && g->tally(s).score == 1;
        }
    return caught;
}

TEST(test_catch)
{
    static const double myopic[] = {1, 0.2, 0, 1};
    QlearningOptions o = {.steps = 10000000, .reward = "nearness", .illegal = -1000, .test_games = 100, .test_turns = 1000};
    CLOSED(learner_free) Learner l = learner(registry_game("catch"), "", o);
    assert_true(l.q.indices == 200 && l.q.actions == 3);
    assert_true(score_of(&l, 1, myopic) == 1);
    assert_int_equal(starts_caught(&l), 10000);
    learner_free(&l);
    o.target = QLEARNING_TARGET_INDEX; /* the fault */
    l = learner(registry_game("catch"), "", o);
    score_of(&l, 1, usual);
    assert_in_range(starts_caught(&l), 0, 9999);
}

/* ---- the same, written plainly ---- */

/* Four columns and three rows for catch: small enough for a second learner, whose table is keyed by places themselves. */
typedef struct {
    double value[8][3]; /* by catcher - ball + 4, and action */
    int64_t illegal, games;
} Plain;

/* The ball and the catcher at the start of game number i of a run. */
static void places_of(const Learner *l, uint64_t seed, int64_t i, int *ball, int *catcher)
{
    const Game *g = l->q.game;
    OWNED char *s = mem_new(1, g->state_bytes);
    double x[3];
    g->start(l->rules, rng_game(rng_key(seed, RNG_TRAINING, 0), (int)i), s);
    g->chance(l->rules, s);
    game_observation(g, "places")->numbers(l->rules, s, x);
    *ball = (int)(3 * x[0] + 0.5), *catcher = (int)(3 * x[2] + 0.5);
}

static void learn_plainly(const Learner *l, uint64_t seed, const double *x, int64_t steps, Plain *p)
{
    Rng rng;
    int ball = 0, catcher = 0, row = 4;
    rng_stream(&rng, rng_key(seed, RNG_OPTIMISER, 0));
    memset(p, 0, sizeof *p);
    for (int64_t step = 0; step < steps; step++) {
        if (row > 3) places_of(l, seed, p->games++, &ball, &catcher), row = 0;
        double *value = p->value[catcher - ball + 4], rate = x[0] + (x[1] - x[0]) * ((double)step / (double)(steps - 1));
        int action = value[1] > value[0] ? 1 : 0;
        if (value[2] > value[action]) action = 2;
        if (rng_real(&rng) < x[3]) action = (int)rng_below(&rng, 3);
        double target = -7;
        const int to = catcher + action - 1;
        if (to < 0 || to > 3) {
            row = 4;
            p->illegal++;
        } else {
            catcher = to;
            row++;
            const double *next = p->value[catcher - ball + 4];
            const double most = fmax(fmax(next[0], next[1]), next[2]);
            target = -abs(ball - catcher) + (row > 3 ? 0 : x[2] * most);
        }
        value[action] += rate * (target - value[action]);
    }
}

TEST(test_against_plain_learner)
{
    static const double some[] = {0.9, 0.1, 0.7, 0.3};
    const QlearningOptions o = {.steps = 5000, .reward = "nearness", .illegal = -7, .test_games = 1, .test_turns = 10};
    CLOSED(learner_free) Learner l = learner(registry_game("catch"), "width=4 height=3 line=2", o);
    for (uint64_t seed = 1; seed <= 5; seed++) {
        Plain p;
        learn_plainly(&l, seed, some, o.steps, &p);
        qlearning_begin(&l.q, seed, l.run);
        qlearning_learn(&l.q, l.run, some, 123); /* in pieces */
        qlearning_learn(&l.q, l.run, some, INT64_MAX);
        assert_int_equal(l.run->step, o.steps);
        assert_true(l.run->illegal == p.illegal && l.run->begun == p.games && p.illegal > 50);
        assert_memory_equal(qlearning_table(&l.q, l.run).value, p.value, sizeof p.value);
    }
}

/* ---- as an objective ---- */

/* A run that is suspended whenever it can be, and goes on in other memory, has the same score and cost. */
TEST(test_suspended)
{
    QlearningOptions o = small_options;
    o.steps = 5000;
    o.test_turns = 3000;
    CLOSED(learner_free) Learner l = learner(&game_tetris, small_rules, o);
    const Objective objective = objective_qlearning(&l.q);
    for (int cuts = 0; cuts < 2; cuts++) {
        SavedGame *left = NULL;
        Answer a = {0};
        int suspended = 0;
        for (; !a.done; suspended++) {
            OWNED void *scratch = mem_lines(objective.scratch_bytes);
            memset(scratch, 0xa5, objective.scratch_bytes);
            a = edited_go_on(&objective, scratch, usual, &left, cuts ? 1 : 0);
        }
        assert_int_equal(suspended > 1, cuts);
        assert_true(a.score == 2000 && a.cost == 8000);
    }
}

/* ---- tables ---- */

static void assert_same_table(const ActionTable *read, const ActionTable *learned)
{
    assert_true(read->indices == learned->indices && read->actions == learned->actions);
    assert_memory_equal(read->value, learned->value, (size_t)(learned->indices * learned->actions) * sizeof(double));
}

/* A table as it is read from the file that it was written to; owned by *file. */
static void write_and_read(const Learner *l, AgentFile *file)
{
    const ActionTable learned = qlearning_table(&l->q, l->run);
    Errors errors = {0};
    size_t size;
    OWNED char *text = table_text(l->q.game, l->rules, &learned, &size);
    assert_true(files_replace("table.txt", text, size));
    const AgentFileKind *kind = agent_file_of_text(text);
    assert_true(kind == &agent_file_table && kind->read(file, "table.txt", &errors));
    const ActionTable *read = file->learned;
    assert_ptr_equal(file->game, l->q.game);
    assert_ptr_equal(read->observation, l->q.observation);
    assert_same_table(read, &learned);
}

/* The agent plays by the table that was read as the learner plays in its tests, and gives up where they end. */
TEST(test_agent)
{
    const Game *g = &game_tetris;
    const Agent *agent = &agent_table;
    int given_up = 0, ended = 0;
    QlearningOptions o = small_options;
    o.steps = 20;
    o.test_turns = 100;
    CLOSED(learner_free) Learner l = learner(g, small_rules, o);
    for (uint64_t seed = 1; seed <= 20; seed++) {
        AgentFile file;
        const double score = score_of(&l, seed, usual);
        write_and_read(&l, &file);
        const Rules r = {.game = g, .rules = l.rules, .set = &g->sets[0], .learned = file.learned};
        OWNED void *s = mem_new(1, g->state_bytes), *scratch = mem_new(1, agent->scratch_bytes(&r));
        g->start(l.rules, rng_game(rng_key(seed, RNG_VALIDATION, 0), 0), s);
        g->chance(l.rules, s);
        Move m = 0;
        while (!g->over(s) && g->tally(s).turns < 100 && (m = agent->choose(&r, s, NULL, scratch)) != AGENT_GIVES_UP) {
            g->apply(l.rules, s, m);
            g->chance(l.rules, s);
        }
        assert_true((double)g->tally(s).score == score);
        given_up += m == AGENT_GIVES_UP;
        ended += m != AGENT_GIVES_UP;
        agent_file_table.release(&file);
    }
    assert_true(given_up > 0 && ended > 0);
}

TEST(test_damaged_tables)
{
#define TABLE "swarmtris table 3\ngame = tetris\n"
#define ROWS TABLE "observation = board\nindices = 8\nactions = 2\n"
    static const struct {
        const char *text, *why;
    } rows[] = {{"swarmtris table 1\n", "t:1: is in format 1, which swarmtris 0.1.0 reads, and this version does not"},
                {"swarmtris table 3\ngame = chess\n", "t:2: game: must be a game for learners"},
                {"swarmtris table 3\nwidth = 3\n", "t:2: must be game = NAME"},
                {TABLE "observation = eyes\n", "t:3: observation: must be one of the game"},
                {TABLE "indices = 0\n", "t:3: indices: must be 1..1048576"},
                {TABLE "lines = 0\n", "t:3: observation, indices or actions is missing"},
                {TABLE "colour = red\n", "t:3: must be a key of the game, observation, indices, actions or lines"},
                {TABLE, "t:3: must be KEY = VALUE"},
                {TABLE "game = catch\n", "t:3: game: is given twice"},
                {TABLE "width = 3\nwidth = 4\n", "t:4: width: is given twice"},
                {TABLE "observation = board\nobservation = top_row\n", "t:4: observation: is given twice"},
                {TABLE "indices = 8\nindices = 9\n", "t:4: indices: is given twice"},
                {TABLE "actions = 8\nactions = 9\n", "t:4: actions: is given twice"},
                {ROWS "lines = 1\n8 0 0\n", "t:7: must be an index above those before it and below indices, and its values"},
                {ROWS "lines = 1\n7 0 nan\n", "t:7: must have a finite number, at most 1e100, for each action"},
                {ROWS "lines = 1\n7 0 1 2\n", "t:7: has more numbers than there are actions"},
                {ROWS "lines = 0\n7 0 1\n", "t:7: stands behind the last row"}};
    for (size_t i = 0; i < LENGTH(rows); i++) {
        AgentFile file;
        CLOSED(errors_free) Errors errors = {0};
        write_file("t", rows[i].text);
        assert_false(agent_file_table.read(&file, "t", &errors));
        assert_int_equal(errors.n, 1);
        assert_string_equal(errors.line[0], rows[i].why);
        agent_file_table.release(&file);
    }
}

TEST(test_edited_learning)
{
    const QlearningOptions options = {.steps = 6000, .test_games = 3, .test_turns = 1000, .illegal = -1};
    static const char *const keys[] = {"width", "height", "line"};
    const double x[QLEARNING_SETTINGS] = {0.5, 0.1, 0.9, 0.1};
    int learned = 0;
    for (int g = 0; registry_games[g] != NULL; g++) {
        const Game *game = registry_games[g];
        OWNED void *rules = options_new(game->params, game->rules_bytes, "");
        Finding found[FINDINGS_MAX];
        Qlearning q;
        for (size_t i = 0; i < LENGTH(keys); i++)
            if (param_find(game->params, keys[i]) != NULL) param_put(param_find(game->params, keys[i]), rules, i < 2 ? 4 : 3);
        if (game->learning == NULL || game_check(game, rules, found) > 0 || !qlearning_check(game, rules, &options, found))
            continue;
        qlearning_make(&q, game, rules, &options);
        const Objective o = objective_qlearning(&q);
        edited_objective(&o, x);
        qlearning_free(&q);
        learned++;
    }
    assert_true(learned > 0);
}

TEST(test_check)
{
    static const struct {
        const char *game, *settings, *key, *why;
    } rows[] = {{"stack", "", "kind", "cannot be learned by tables where the game is stack, which offers no observation"},
                {"tetris", "observation=top_rwo", "observation", "must be one of board, top_row"},
                {"tetris", "observation=board", "observation", "has more states than the 1048576 that a table may have"},
                {"tetris", "observation=top_row reward=heights", "reward", "must be one of lost, rows_so_far, greatest_height"}};
    for (size_t i = 0; i < LENGTH(rows); i++) {
        QlearningOptions o = small_options;
        Finding finding;
        const Game *game = registry_game(rows[i].game);
        if (game == NULL) continue; /* of a system that is not built in */
        OWNED void *rules = options_new(game->params, game->rules_bytes, "");
        set_options(qlearning_params, &o, rows[i].settings);
        assert_false(qlearning_check(game, rules, &o, &finding));
        assert_true(strcmp(finding.key, rows[i].key) == 0 && finding.fatal);
        assert_string_equal(finding.why, rows[i].why);
    }
}

TESTS(place_enter, place_leave)
