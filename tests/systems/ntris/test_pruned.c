/* test_pruned.c. The agent pruned, whose decisions threads share: on a tree by hand, with teams in every game, and against a
 * search written in another way. */
#include "eval/decider.h"
#include "tests/helpers.h"
#include "tests/players.h"

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
        const Rules r = {.game = &game, .set = &one, .options = options};
        set_options(agent_pruned.params, options, rows[i].options);
        for (int threads = 1; threads <= 2; threads++) {
            Decider *d = decider_create(&agent_pruned, &r, threads);
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
    OWNED void *rules = options_new(g->params, g->rules_bytes, ""), *options = options_new(a->params, a->options_bytes, ""),
               *state = mem_new(1, g->state_bytes);
    const Rules ruled = {.game = g, .rules = rules, .set = &g->sets[0], .options = options};
    OWNED double *w = mem_new((size_t)agent_weights(a, &ruled), sizeof *w);
    Rng r = rng_from(seed);
    for (int j = 0; j < agent_weights(a, &ruled); j++) w[j] = rng_between(&r, -1, 0.1);
    OWNED void *scratch = mem_lines(a->scratch_bytes(&ruled));
    Decider *team[TEAMS];
    for (int i = 0; i < TEAMS; i++) {
        team[i] = decider_create(a, &ruled, i + 1);
        assert_int_equal(decider_threads(team[i]), i + 1);
    }
    g->start(rules, seed, state);
    g->chance(rules, state);
    for (int turn = 0; turn < TURNS && !g->over(state); turn++) {
        const Move alone = a->choose(&ruled, state, w, scratch);
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
    const Rules *r;
    const double *w;
    int depth;
    bool sums;
} Reference;

/* What the best line from state on is worth, `left` moves deep; worth: that of the moves before. *of_asked: what the line that
 * begins with the move asked is worth. */
static double best_line(const Reference *j, const void *state, double worth, int left, Move asked, double *of_asked)
{
    const Game *g = j->r->game;
    OWNED Move *move = mem_new((size_t)g->moves_max, sizeof *move);
    const int n = g->moves(j->r->rules, state, move);
    OWNED char *after = mem_new((size_t)n + 1, g->state_bytes);
    OWNED double *value = mem_new((size_t)n + 1, sizeof *value);
    double mean = 0, best = n == 0 ? worth : -HUGE_VAL;
    for (int i = 0; i < n; i++) {
        char *s = memcpy(after + (size_t)i * g->state_bytes, state, g->state_bytes);
        g->apply(j->r->rules, s, move[i]);
        value[i] = (j->sums ? worth : 0) + rules_value(j->r, state, s, j->w) - (game_lost(g, s) ? 1e7 : 0);
        mean += value[i] / n;
    }
    for (int i = 0; i < n; i++) {
        const bool followed = value[i] - mean > (j->sums ? -1e-9 : 1e-9), keeps_own = !j->sums && left == j->depth;
        const void *s = after + (size_t)i * g->state_bytes;
        const double line = left > 1 && followed ? best_line(j, s, value[i], left - 1, AGENT_GIVES_UP, NULL) : -HUGE_VAL;
        if (left > 1 && (!keeps_own || line > value[i])) value[i] = line;
        if (value[i] > best) best = value[i];
        if (move[i] == asked) *of_asked = value[i];
    }
    return best;
}

static void check_search(const char *game, int preview, int depth, const char *worth)
{
    const Game *g = registry_game(game);
    char why[200];
    if (g == NULL && registry_absent("game", game, why, sizeof why)) return;
    assert_non_null(g);
    OWNED char *board = text_new("height=8 preview=%d", preview), *search = text_new("worth=%s depth=%d", worth, depth);
    OWNED void *rules = options_new(g->params, g->rules_bytes, board), *s = mem_new(1, g->state_bytes),
               *options = options_new(agent_pruned.params, agent_pruned.options_bytes, search);
    const Rules r = {.game = g, .rules = rules, .set = game_set(g, "bcts"), .options = options};
    const Reference j = {.r = &r, .w = bcts, .depth = depth, .sums = strcmp(worth, "sum") == 0};
    OWNED void *scratch = mem_lines(agent_pruned.scratch_bytes(&r));
    g->start(rules, 7, s);
    g->chance(rules, s);
    for (int turn = 0; turn < 25 && !g->over(s); turn++) {
        const Move m = agent_pruned.choose(&r, s, bcts, scratch);
        double chosen = NAN;
        const double best = best_line(&j, s, 0, depth, m, &chosen);
        if (!(chosen >= best - 1e-6 * fabs(best)))
            fail_msg("%s, depth %d, %s: move %d is worth %g, the best %g", game, depth, worth, m, chosen, best);
        g->apply(rules, s, m);
        g->chance(rules, s);
    }
}

TEST(test_search)
{
    check_search("tetris", 1, 2, "sum");
    check_search("tetris", 1, 2, "last");
    check_search("tetris", 0, 2, "sum"); /* what comes next is not known */
    check_search("guideline", 3, 2, "sum");
    check_search("guideline", 2, 2, "last");
    check_search("guideline", 2, 1, "last");
}

/* Two moves deep, with so many followed, it plays nearly as the full look-ahead over two pieces; it plays well above greedy. */
TEST(test_rows)
{
    OWNED void *rules = options_new(game_tetris.params, game_tetris.rules_bytes, "width=6 height=8 preview=1"),
               *options = options_new(agent_pruned.params, agent_pruned.options_bytes, "depth=2 worth=sum");
    const Rules r = {.game = &game_tetris, .rules = rules, .set = game_set(&game_tetris, "bcts"), .options = options};
    double rows[2];
    for (int pruned = 0; pruned < 2; pruned++) {
        CLOSED(player_free) Player p;
        assert_null(player_make(&p, r, pruned ? &agent_pruned : &agent_greedy, PLAYER_REFERENCE, NULL, 2000));
        rows[pruned] = players_whole_games(&p, bcts, 12).mean;
    }
    if (!(rows[1] > 2 * rows[0])) fail_msg("pruned: %.1f rows, greedy: %.1f", rows[1], rows[0]);
}

TESTS(NULL, NULL)
