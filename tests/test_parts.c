/* test_parts.c. What every part promises, by registration: a new game or agent is tested here as soon as registry.h names it.
 * Games copy, agents remember nothing. */
#include "base/hash.h"
#include "base/text.h"
#include "config/kinds.h"
#include "tests/helpers.h"
#include "tests/live.h"
#include "tests/players.h"

/* Whole numbers and choices anywhere in their ranges, the rest at its default. */
static void random_options(Rng *r, const Param *table, void *block)
{
    param_defaults(table, block);
    for (const Param *p = table; p->key != NULL; p++) {
        if (p->type == PARAM_INT) param_put(p, block, rng_between(r, p->lo, p->hi));
        if (p->type == PARAM_CHOICE) param_choose(p, block, (int)rng_below(r, (uint32_t)param_choices(p)));
    }
}

/* Searches look at few states, so that their tests are quick: a beam is as wide at any depth, branches are not. */
static void keep_small(const Agent *a, void *options)
{
    const Param *table = a->params;
    const struct {
        const char *key;
        double most;
    } limits[] = {{"width", 8}, {"depth", a->branching != NULL ? 2 : 12}, {"visits", 60}};
    for (size_t i = 0; i < LENGTH(limits); i++) {
        const Param *row = param_find(table, limits[i].key);
        if (row != NULL && param_get(row, options) > limits[i].most) param_put(row, options, limits[i].most);
    }
}

enum { CANARY = 12345, SPARE = 4 };

/* As moves and outcomes, which must not write more than they say, nor than the game says. */
static int watched(int (*f)(const void *, const void *, int *), const Rules *r, const void *s, int *out, int max)
{
    for (int i = 0; i < max + SPARE; i++) out[i] = CANARY;
    int n = f(r->rules, s, out);
    assert_in_range(n, 0, max);
    for (int i = n; i < max + SPARE; i++) assert_int_equal(out[i], CANARY);
    return n;
}

/* Moves that are known while a chance is due are the moves after it, too. Where there are none, one chance is enough to know
 * them; before the first move it may take several. */
static void draw_chances(const Rules *r, void *s, int *out)
{
    const Game *g = r->game;
    int n = watched(g->outcomes, r, s, out, g->outcomes_max), likely = 0;
    if (n == 0) return;
    for (int i = 0; i < n; i++)
        if (out[i] > out[likely]) likely = i;
    assert_true(out[likely] > 0);
    n = watched(g->moves, r, s, out, g->moves_max);
    uint64_t moves = hash_bytes(HASH_START, out, (size_t)n * sizeof *out);
    OWNED void *copy = mem_new(1, g->state_bytes);
    memcpy(copy, s, g->state_bytes);
    g->happen(r->rules, copy, likely);
    if (g->tally(copy).turns == 0 && watched(g->moves, r, copy, out, g->moves_max) == 0) g->chance(r->rules, copy);
    assert_true(g->over(copy) || watched(g->moves, r, copy, out, g->moves_max) > 0);
    g->chance(r->rules, s);
    assert_int_equal(watched(g->outcomes, r, s, out, g->outcomes_max), 0);
    if (n == 0) return;
    assert_true(!g->over(s) && watched(g->moves, r, s, out, g->moves_max) == n);
    assert_int_equal(hash_bytes(HASH_START, out, (size_t)n * sizeof *out), moves);
}

/* Lets the agent search for a move, and stops it by so many polls, unless it has chosen before. It counts what it looks at,
 * returns soon, and leaves no plan. */
static void abandon(const Rules *r, const Agent *a, const void *s, const double *w, MovePlan *plan, void *scratch, int polls)
{
    Told told = {.asked_max = polls};
    const StopCheck stop = told_watch(&told);
    SearchLimit limit = {.stop = &stop, .every = 1};
    Rules limited = *r;
    limited.limit = &limit;
    plan_next(a, &limited, s, w, plan, scratch);
    assert_true(limit.searched > 0);
    assert_true(limit.searched - limit.polled <= r->game->moves_max * (1 + r->game->outcomes_max));
    assert_true(!search_ended(&limit) || plan->n == 0);
    plan->made = plan->n;
}

/* Plays on for at most so many turns: the agent moves, or, for an odd turn of a wild game, chance does. abandons: a search for
 * each move has been stopped before. Returns a fingerprint of all moves, tallies and values on the way. */
static uint64_t play_on(const Rules *r, const Agent *a, void *s, const double *w, int turns, bool wild, bool abandons,
                        void *scratch)
{
    const Game *g = r->game;
    uint64_t hash = HASH_START;
    OWNED int *out = mem_new((size_t)(g->moves_max > g->outcomes_max ? g->moves_max : g->outcomes_max) + SPARE, sizeof *out);
    OWNED MovePlan *plan = mem_new(1, plan_bytes(a, r));
    for (int i = 0; i < turns && !g->over(s); i++) {
        draw_chances(r, s, out);
        if (g->over(s)) break;
        int n = watched(g->moves, r, s, out, g->moves_max);
        assert_true(n > 0);
        plan->made = plan->n; /* chance moves between its moves: it is asked for each of them */
        if (abandons) abandon(r, a, s, w, plan, scratch, 1 + (int)(hash % 9));
        Move m = wild && i % 2 ? out[hash % (uint64_t)n] : plan_next(a, r, s, w, plan, scratch);
        bool legal = false;
        watched(g->moves, r, s, out, g->moves_max);
        for (int k = 0; k < n; k++) legal = legal || out[k] == m;
        assert_true(legal);
        g->apply(r->rules, s, m);
        hash = hash_u64(hash, (uint64_t)m);
        hash = hash_u64(hash, (uint64_t)g->tally(s).score);
        hash = hash_u64(hash, (uint64_t)g->tally(s).turns);
    }
    if (g->over(s)) {
        assert_int_equal(watched(g->outcomes, r, s, out, g->outcomes_max), 0);
        assert_int_equal(watched(g->moves, r, s, out, g->moves_max), 0);
    }
    return hash;
}

/* w (agent_weights): of features somewhere, an agent's own anywhere in their ranges. */
static double *random_weights(Rng *r, const Agent *a, const Rules *rules)
{
    int n = agent_weights(a, rules);
    double *w = mem_new((size_t)n, sizeof *w);
    for (int j = 0; j < n; j++)
        w[j] = a->weights != NULL ? rng_between(r, a->weights[j].lo, a->weights[j].hi) : rng_between(r, -1, 0.1);
    return w;
}

/* A game up to a random turn, by the first agent; then so many turns more by the original, and by a copy in other memory with
 * other scratch, some of whose searches are abandoned. False: the agent does not play this game. */
static bool check_copy(Rng *r, const Game *g, const Agent *a, int turns)
{
    OWNED FeatureSet *made = NULL;
    Finding found[FINDINGS_MAX];
    int n;
    const FeatureSet *own = a->weights != NULL ? features_read(g, a->reads, &made, NULL, found, &n) : NULL;
    if (a->weights != NULL && own == NULL) return false;
    OWNED void *rules = mem_new(1, g->rules_bytes), *options = mem_new(1, a->options_bytes);
    do random_options(r, g->params, rules);
    while (game_check(g, rules, found) > 0);
    random_options(r, a->params, options);
    keep_small(a, options);
    Rules ruled = {.game = g, .rules = rules, .options = options}, first = ruled;
    do ruled.set = first.set = &g->sets[rng_below(r, (uint32_t)g->n_sets)];
    while (game_check_set(g, rules, ruled.set, found) > 0);
    if (own != NULL) ruled.set = own;
    const Agent *starts = registry_agents[0];
    size_t bytes = a->scratch_bytes(&ruled), starts_bytes = starts->scratch_bytes(&first);
    OWNED void *state = mem_new(1, g->state_bytes), *copy = mem_new(1, g->state_bytes);
    OWNED void *scratch = mem_new(1, bytes), *dirty = mem_new(1, bytes), *other = mem_new(1, starts_bytes);
    OWNED double *w = random_weights(r, a, &ruled), *others = own != NULL ? random_weights(r, starts, &first) : NULL;
    bool wild = rng_below(r, 2);
    memset(copy, 0xa5, g->state_bytes);
    memset(dirty, 0xa5, bytes);
    g->start(ruled.rules, rng_u32(r), state);
    assert_true(!g->over(state) && g->tally(state).score == 0 && g->tally(state).turns == 0);
    play_on(&first, starts, state, others != NULL ? others : w, (int)rng_below(r, 40), wild, false, other);
    memcpy(copy, state, g->state_bytes);
    uint64_t original = play_on(&ruled, a, state, w, turns, wild, false, scratch);
    assert_int_equal(play_on(&ruled, a, copy, w, turns, wild, true, dirty), original);
    assert_memory_equal(copy, state, g->state_bytes);
    return true;
}

TEST(test_copied_state_plays_alike)
{
    Rng r = rng_from(rng_key(3, RNG_TEST, 0));
    for (int a = 0; registry_agents[a] != NULL; a++) {
        bool plays = false;
        if (registry_agents[a]->file != NULL) continue; /* tests/test_qlearning.c makes a table for it */
        for (int g = 0; registry_games[g] != NULL; g++)
            for (int i = 0; i < (a == 0 ? is_short() ? 60 : 150 : samples(50)); i++) /* some agents are slow */
                plays = check_copy(&r, registry_games[g], registry_agents[a], a == 0 ? 60 : 2) || plays;
        assert_true(plays);
    }
}

/* An agent's own weights are reals, number i the i-th double of a vector, each with a default in its range and a meaning; their
 * names differ, and it says what it reads. */
TEST(test_own_weights)
{
    for (int a = 0; registry_agents[a] != NULL; a++) {
        const Agent *agent = registry_agents[a];
        assert_non_null(agent->value);
        assert_int_equal(agent->weights != NULL, agent->reads != NULL);
        for (int i = 0; agent->weights != NULL && agent->weights[i].key != NULL; i++) {
            const Param *row = &agent->weights[i];
            double w[FEATURE_SET_MAX];
            char why[PARAM_WHY_MAX];
            assert_true(row->type == PARAM_REAL && row->offset == (size_t)i * sizeof(double) && row->lo < row->hi);
            assert_true(param_set(row, w, row->standard, why, sizeof why) && row->doc[0] != '\0');
            assert_ptr_equal(param_find(agent->weights, row->key), row);
        }
    }
}

/* Features only look: neither state changes. */
TEST(test_features_only_look)
{
    for (int i = 0; registry_games[i] != NULL; i++) {
        const Game *g = registry_games[i];
        OWNED void *rules = options_new(g->params, g->rules_bytes, ""), *s = mem_new(2, g->state_bytes);
        char *before = s, *after = before + g->state_bytes;
        OWNED Move *move = mem_new((size_t)g->moves_max, sizeof *move);
        g->start(rules, 1, before);
        g->chance(rules, before);
        assert_true(g->moves(rules, before, move) > 0);
        memcpy(after, before, g->state_bytes);
        g->apply(rules, after, move[0]);
        uint64_t hash = hash_bytes(HASH_START, s, 2 * g->state_bytes);
        for (int f = 0; f < g->n_features; f++) {
            double value = game_value(g, rules, f, before, after);
            assert_true(isfinite(value) && game_value(g, rules, f, before, after) == value);
        }
        assert_int_equal(hash_bytes(HASH_START, s, 2 * g->state_bytes), hash);
    }
}

/* What a learner sees of a state: numbers within 0..1, an index below the number of indices; and its actions are different moves,
 * among which are all moves of the state. */
static void check_learning(const Game *g, const void *rules, const void *state, const Move *move, int n)
{
    const GameLearning *l = g->learning;
    for (int i = 0; i < l->n_observations; i++) {
        const Observation *o = &l->observations[i];
        int width, height;
        o->shape(rules, &width, &height);
        assert_true(width >= 1 && height >= 1);
        OWNED double *x = mem_new((size_t)(width * height), sizeof *x);
        o->numbers(rules, state, x);
        for (int k = 0; k < width * height; k++) assert_true(x[k] >= 0 && x[k] <= 1);
        int64_t indices = o->indices(rules);
        assert_in_range(indices, 0, OBSERVATION_INDICES_MAX);
        if (indices > 0) assert_in_range(o->index(rules, state), 0, indices - 1);
        assert_ptr_equal(game_observation(g, o->name), o);
    }
    int found = 0;
    for (int a = 0; a < l->actions(rules); a++) {
        for (int b = 0; b < a; b++) assert_int_not_equal(l->move(rules, a), l->move(rules, b));
        found += found < n && l->move(rules, a) == move[found];
    }
    assert_int_equal(found, n); /* in their order */
}

TEST(test_learning)
{
    Rng r = rng_from(rng_key(4, RNG_TEST, 0));
    for (int i = 0; registry_games[i] != NULL; i++) {
        const Game *g = registry_games[i];
        if (g->learning == NULL) continue;
        OWNED void *rules = options_new(g->params, g->rules_bytes, ""), *s = mem_new(2, g->state_bytes);
        char *before = s, *after = before + g->state_bytes;
        OWNED Move *move = mem_new((size_t)g->moves_max, sizeof *move);
        g->start(rules, 1, after);
        g->chance(rules, after);
        for (int turn = 0, n; turn < 30 && (n = g->moves(rules, after, move)) > 0; turn++) {
            check_learning(g, rules, after, move, n);
            memcpy(before, after, g->state_bytes);
            g->apply(rules, after, move[rng_below(&r, (uint32_t)n)]);
            g->chance(rules, after);
            for (int k = 0; k < g->learning->n_rewards; k++)
                assert_true(isfinite(g->learning->rewards[k].of(rules, before, after)));
        }
        for (int k = 0; k < g->learning->n_rewards; k++)
            assert_ptr_equal(game_reward(g, g->learning->rewards[k].name), &g->learning->rewards[k]);
        assert_ptr_equal(game_observation(g, ""), &g->learning->observations[0]);
        assert_null(game_observation(g, "nothing"));
    }
}

static void ask_for_scratch(const void *game)
{
    const Rules odd = {.game = game, .set = &((const Game *)game)->sets[0]};
    agent_greedy.scratch_bytes(&odd);
}

/* Moves may follow a state in a block: every game keeps this promise of game.h, and one that does not is found at once. */
TEST(test_moves_may_follow_a_state)
{
    char said[1000];
    for (int i = 0; registry_games[i] != NULL; i++) {
        Game odd = *registry_games[i];
        assert_int_equal(odd.state_bytes % _Alignof(Move), 0);
        assert_string_equal(aborts(ask_for_scratch, &odd, said, sizeof said), "");
        odd.state_bytes++;
        assert_non_null(strstr(aborts(ask_for_scratch, &odd, said, sizeof said), "state_bytes"));
    }
}

/* Names in the registry are unique, and the parts call themselves by them. */
TEST(test_registry)
{
    for (int i = 0; registry_games[i] != NULL; i++) assert_string_equal(registry_games[i]->name, registry_game_names[i]);
    for (int i = 0; registry_agents[i] != NULL; i++) assert_string_equal(registry_agents[i]->name, registry_agent_names[i]);
    for (int i = 0; registry_optimisers[i] != NULL; i++)
        assert_string_equal(registry_optimisers[i]->name, registry_optimiser_names[i]);
    for (int i = 0; registry_games[i] != NULL; i++) {
        const Game *g = registry_games[i];
        for (int f = 0; f < g->n_features; f++)
            for (int k = 0; k < f; k++) assert_string_not_equal(g->features[f].name, g->features[k].name);
        for (int s = 0; s < g->n_sets; s++) {
            assert_ptr_equal(game_set(g, g->sets[s].name), &g->sets[s]);
            for (int f = 0; f < g->n_features; f++) assert_string_not_equal(g->features[f].name, g->sets[s].name);
            for (int k = 0; k < g->sets[s].n; k++) assert_in_range(g->sets[s].index[k], 0, g->n_features - 1);
        }
    }
}

/* No name of the field is one of tetris' own, nor comes twice; each is found in any case, and stands for a feature of tetris. */
TEST(test_aliases)
{
    const FeatureAlias *alias, *other;
    char word[64];
    const Game *g = registry_games[0];
    int named = 0;
    for (int f = 0; f < g->n_features; f++) assert_true(game_feature(g, g->features[f].name, &alias) == f && alias == NULL);
    for (const FeatureAlias *a = feature_aliases; a->feature != NULL; a++)
        for (int k = 0; text_word(a->words, k, word, sizeof word); k++, named++) {
            assert_null(game_set(g, word));
            const int f = game_feature(g, word, &alias);
            assert_true(f >= 0 && alias == a && strcmp(g->features[f].name, a->feature) == 0);
            word[0] = (char)(word[0] - 'a' + 'A');
            for (char *c = word; *c != '\0'; c++) *c = (char)(*c == '_' ? '-' : *c);
            assert_true(game_feature(g, word, &other) == f && other == a);
        }
    assert_true(named >= 40);
    assert_int_equal(game_feature(g, "beauty", &alias), -1);
}

/* An empty list, as after a stop when the last job was answered, is no reason to stay. */
static void check_empty(const ObjectiveKind *kind, const char *sets)
{
    CLOSED(live_close) Live l;
    const bool trains = strstr(kind->sections, "training") != NULL;
    OWNED char *ini = text_new("[objective]\nkind = %s\n%s", kind->name, trains ? "[training]\niterations = 1\n" : "");
    live_open(&l, ini, sets, 0);
    for (int i = 0; i < l.setup.tasks.n; i++) {
        const Objective *o = &l.setup.objective[i];
        OWNED void *scratch = mem_lines(o->scratch_bytes);
        JobList list = {.threads = 2};
        assert_true(o->work(o->self, &list, scratch, &stop_never));
    }
}

TEST(test_empty_lists)
{
    static const char *const engines[] = {"reference", "lanes", "columns"};
    for (int i = 0; i < kinds_number(); i++)
        check_empty(kinds_of(i, false), kinds_of(i, false)->settings != NULL ? "game.width=4 game.height=3" : NULL);
    for (int i = 0; estimators[i] != NULL; i++)
        for (size_t k = 0; k < LENGTH(engines); k++) {
            OWNED char *sets = text_new("objective.estimator=%s experiment.engine=%s", estimators[i], engines[k]);
            check_empty(kinds_of(0, false), sets);
        }
}

TESTS(NULL, NULL)
