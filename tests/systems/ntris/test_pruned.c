/* test_pruned.c. The agent pruned, whose decisions threads share: on a tree by hand, with teams in every game, and against a
 * search written in another way. */
#include "eval/decider.h"
#include "tests/helpers.h"

/* ---- on a tree by hand ---- */

/* A state is a node; move k leads to child number k. A move's value is that of the node. The mean of 4, 10, 6, 0 is 5. */
enum { TREE_NODES = 13, NO_CHILD = 0 };
static const struct {
    double value;
    int child[4];
} tree[TREE_NODES] = {{0, {1, 2, 3, 4}}, {4, {12}}, /* below the mean: what is behind it is not looked at */
                      {10, {5, 6}},      {6, {8, 9}}, {0, {12}}, {100, {7}}, /* above the mean of 100 and -50 */
                      {-50, {12}},       {3, {0}},    {1, {12}},             /* below the mean of 1 and 3 */
                      {3, {10, 11}},     {7, {0}},    {12, {0}}, {1000, {0}}};

typedef struct {
    int at;
    bool loses; /* node 7 is lost */
} Node;

static int children(const void *rules, const void *state, Move *out)
{
    int n = 0;
    (void)rules;
    for (int k = 0; k < 4 && tree[((const Node *)state)->at].child[k] != NO_CHILD; k++) out[n++] = k;
    return n;
}

static void descend(const void *rules, void *state, Move m)
{
    Node *s = state;
    (void)rules;
    s->at = tree[s->at].child[m];
}

static double node_value(const void *rules, int feature, const void *before, const void *after)
{
    (void)rules, (void)feature, (void)before;
    return tree[((const Node *)after)->at].value;
}

static bool is_leaf(const void *state)
{
    return tree[((const Node *)state)->at].child[0] == NO_CHILD;
}

static bool is_lost(const void *state)
{
    return ((const Node *)state)->at == 7 && ((const Node *)state)->loses;
}

TEST(test_tree)
{
    static const struct {
        const char *options;
        bool loses;
        Move move;
        int positions;
    } rows[] = {{"depth=1 worth=last", false, 1, 4},  /* 10 */
                {"depth=2 worth=last", false, 1, 8},  /* 100 > 10, 3 < 6 */
                {"depth=3 worth=last", false, 2, 11}, /* 100 is in the middle; 12 > 10 */
                {"depth=3 worth=last", true, 2, 11},
                {"depth=8 worth=last", false, 2, 11}, /* lines that end are judged where they end */
                {"depth=2 worth=sum", false, 1, 8},   /* 110, 9 */
                {"depth=3 worth=sum", false, 1, 11},  /* 113, 21 */
                {"depth=3 worth=sum", true, 2, 11}};
    const Game game = {.state_bytes = sizeof(Node),
                       .moves_max = 4,
                       .value = node_value,
                       .moves = children,
                       .apply = descend,
                       .over = is_leaf,
                       .lost = is_lost};
    const int first = 0;
    const FeatureSet one = {"one", "", &first, 1};
    const double w = 1;
    OWNED char *options = mem_new(1, agent_pruned.options_bytes);
    for (size_t i = 0; i < LENGTH(rows); i++) {
        const Node root = {.at = 0, .loses = rows[i].loses};
        const Rules t = {.game = &game, .set = &one, .options = options};
        set_options(agent_pruned.params, options, rows[i].options);
        for (int threads = 1; threads <= 2; threads++) {
            Decider *d = decider_create(&agent_pruned, &t, threads);
            Decided found = decider_choose(d, &root, &w, 0, NULL);
            if (found.move != rows[i].move || found.positions != rows[i].positions)
                fail_msg("row %zu: move %d, %d positions", i, found.move, (int)found.positions);
            decider_destroy(d);
        }
    }
}

/* ---- every game and agent that shares its decisions ---- */

/* Plays some turns and compares the agent's own choice with those of teams, without bounds and with a budget. */
static void check_teams(const Game *g, const Agent *a, uint64_t seed)
{
    enum { TURNS = 12, TEAMS = 3 };
    OWNED void *rules = mem_new(1, g->rules_bytes), *options = mem_new(1, a->options_bytes), *state = mem_new(1, g->state_bytes);
    param_defaults(g->params, rules);
    param_defaults(a->params, options);
    const Rules t = {.game = g, .rules = rules, .set = &g->sets[0], .options = options};
    OWNED double *w = mem_new((size_t)agent_weights(a, &t), sizeof *w);
    Rng r = rng_from(seed);
    for (int j = 0; j < agent_weights(a, &t); j++) w[j] = rng_between(&r, -1, 0.1);
    OWNED void *scratch = mem_lines(a->scratch_bytes(&t));
    Decider *team[TEAMS];
    for (int i = 0; i < TEAMS; i++) {
        team[i] = decider_create(a, &t, i + 1);
        assert_int_equal(decider_threads(team[i]), i + 1);
    }
    g->start(rules, seed, state);
    g->chance(rules, state);
    for (int turn = 0; turn < TURNS && !g->over(state); turn++) {
        const Move alone = a->choose(&t, state, w, scratch);
        Decided whole[TEAMS], some[TEAMS];
        for (int i = 0; i < TEAMS; i++) {
            whole[i] = decider_choose(team[i], state, w, 0, NULL);
            some[i] = decider_choose(team[i], state, w, whole[i].positions / 2, NULL);
            assert_true(whole[i].move == alone && !whole[i].cut && whole[i].positions == whole[0].positions);
            assert_true(some[i].move == some[0].move && some[i].depth == some[0].depth && some[i].cut == some[0].cut);
            assert_int_equal(some[i].positions, some[0].positions);
        }
        g->apply(rules, state, alone);
        g->chance(rules, state);
    }
    for (int i = 0; i < TEAMS; i++) decider_destroy(team[i]);
}

TEST(test_teams)
{
    int shared = 0;
    for (int a = 0; registry_agents[a] != NULL; a++) {
        if (registry_agents[a]->branching == NULL) continue;
        shared++;
        for (int g = 0; registry_games[g] != NULL; g++)
            for (uint64_t seed = 1; seed <= 2; seed++) check_teams(registry_games[g], registry_agents[a], seed);
    }
    assert_true(shared >= 1);
}

/* Thiery & Scherrer 2009. */
static const double bcts[] = {-12.62900, 6.601974, -9.215815, -19.77356, -13.08335, -10.48747, -1.611863, -24.04087};

/* ---- written in another way ---- */

typedef struct {
    const Rules *t;
    const double *w;
    bool sums;
} Reference;

static double best_line(const Reference *j, const void *state, double worth, int left);

/* What each of the moves of state is worth, `left` moves deep, into out; at least one move is left. Returns how many. */
static int value_moves(const Reference *j, const void *state, double worth, int left, bool keeps_own, Move *move, double *out)
{
    const Game *g = j->t->game;
    const int n = g->moves(j->t->rules, state, move);
    OWNED char *after = mem_new((size_t)n + 1, g->state_bytes);
    double mean = 0;
    for (int i = 0; i < n; i++) {
        char *s = memcpy(after + (size_t)i * g->state_bytes, state, g->state_bytes);
        g->apply(j->t->rules, s, move[i]);
        out[i] = (j->sums ? worth : 0) + rules_value(j->t, state, s, j->w) - (game_lost(g, s) ? 1e7 : 0);
        mean += out[i] / n;
    }
    for (int i = 0; i < n && left > 1; i++) {
        const bool followed = out[i] - mean > (j->sums ? -1e-9 : 1e-9);
        const double line = followed ? best_line(j, after + (size_t)i * g->state_bytes, out[i], left - 1) : -HUGE_VAL;
        if (!keeps_own || line > out[i]) out[i] = line;
    }
    return n;
}

static double best_line(const Reference *j, const void *state, double worth, int left)
{
    const size_t moves = (size_t)j->t->game->moves_max;
    OWNED Move *move = mem_new(moves, sizeof *move);
    double *value = mem_new(moves, sizeof *value), best = -HUGE_VAL;
    const int n = value_moves(j, state, worth, left, false, move, value);
    for (int i = 0; i < n; i++)
        if (value[i] > best) best = value[i];
    free(value);
    return n == 0 ? worth : best;
}

static void check_search(const char *game, const char *keys, int depth, const char *worth)
{
    enum { TURNS = 25 };
    const Game *g = registry_game(game);
    char why[200];
    if (g == NULL && registry_absent("game", game, why, sizeof why)) return;
    assert_non_null(g);
    OWNED void *rules = mem_new(1, g->rules_bytes), *options = mem_new(1, agent_pruned.options_bytes),
               *s = mem_new(1, g->state_bytes);
    param_defaults(g->params, rules);
    set_option(g->params, rules, "height", "8");
    set_option(g->params, rules, "preview", keys);
    param_defaults(agent_pruned.params, options);
    set_option(agent_pruned.params, options, "worth", worth);
    set_option(agent_pruned.params, options, "depth", depth == 1 ? "1" : depth == 2 ? "2" : "3");
    const Rules t = {.game = g, .rules = rules, .set = game_set(g, "bcts"), .options = options};
    const Reference j = {.t = &t, .w = bcts, .sums = strcmp(worth, "sum") == 0};
    OWNED void *scratch = mem_lines(agent_pruned.scratch_bytes(&t));
    OWNED Move *move = mem_new((size_t)g->moves_max, sizeof *move);
    OWNED double *value = mem_new((size_t)g->moves_max, sizeof *value);
    g->start(rules, 7, s);
    g->chance(rules, s);
    for (int turn = 0; turn < TURNS && !g->over(s); turn++) {
        const Move m = agent_pruned.choose(&t, s, bcts, scratch);
        const int n = value_moves(&j, s, 0, depth, !j.sums, move, value);
        int best = 0, at = 0;
        for (int i = 1; i < n; i++)
            if (value[i] > value[best]) best = i;
        while (move[at] != m) at++;
        if (value[at] < value[best] - 1e-6 * fabs(value[best]))
            fail_msg("%s, depth %d, %s: move %d is worth %g, move %d %g", game, depth, worth, at, value[at], best, value[best]);
        g->apply(rules, s, m);
        g->chance(rules, s);
    }
}

TEST(test_search)
{
    check_search("tetris", "1", 2, "sum");
    check_search("tetris", "1", 2, "last");
    check_search("tetris", "0", 2, "sum"); /* what comes next is not known */
    check_search("guideline", "3", 2, "sum");
    check_search("guideline", "2", 2, "last");
    check_search("guideline", "2", 1, "last");
}

/* Two moves deep, with so many followed, it plays nearly as the full look-ahead over two pieces; it plays well above greedy. */
TEST(test_rows)
{
    enum { GAMES = 12 };
    static const char *const names[] = {"greedy", "pruned"};
    double rows[2] = {0};
    OWNED char *rules = mem_new(1, game_tetris.rules_bytes), *options = mem_new(1, agent_pruned.options_bytes);
    param_defaults(game_tetris.params, rules);
    set_options(game_tetris.params, rules, "width=6 height=8 preview=1");
    param_defaults(agent_pruned.params, options);
    set_options(agent_pruned.params, options, "depth=2 worth=sum");
    for (size_t a = 0; a < LENGTH(names); a++) {
        const Agent *agent = a == 0 ? &agent_greedy : &agent_pruned;
        const Rules t = {.game = &game_tetris, .rules = rules, .set = game_set(&game_tetris, "bcts"), .options = options};
        OWNED void *scratch = mem_lines(agent->scratch_bytes(&t)), *s = mem_new(1, game_tetris.state_bytes);
        for (uint64_t game = 0; game < GAMES; game++) {
            game_tetris.start(rules, game, s);
            game_tetris.chance(rules, s);
            while (!game_tetris.over(s) && game_tetris.tally(s).turns < 2000) {
                game_tetris.apply(rules, s, agent->choose(&t, s, bcts, scratch));
                game_tetris.chance(rules, s);
            }
            rows[a] += (double)game_tetris.tally(s).score / GAMES;
        }
    }
    if (!(rows[1] > 2 * rows[0])) fail_msg("pruned: %.1f rows, greedy: %.1f", rows[1], rows[0]);
}

TESTS(NULL, NULL)
