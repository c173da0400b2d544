/* test_parts.c. What every part promises, by registration: a new game, agent or optimiser is tested here as soon as registry.h
 * names it. Games copy, agents remember nothing, optimisers improve and resume, experiments spend their budget, can be killed
 * after every iteration, and be extended. */
#include "base/hash.h"
#include "base/mem.h"
#include "base/rng.h"
#include "config/features.h"
#include "registry.h"
#include "tests/aborts.h"
#include "tests/helpers.h"
#include "tests/live.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void set(const Param *table, void *block, const char *key, const char *text)
{
    char why[PARAM_WHY_MAX];
    const Param *row = param_find(table, key);
    if (row == NULL || !param_set(row, block, text, why, sizeof why)) fail_msg("%s = %s cannot be set", key, text);
}

/* ---- games and agents ---- */

/* Whole numbers and choices anywhere in their ranges, the rest at its default. */
static void random_options(Rng *r, const Param *table, void *block)
{
    param_defaults(table, block);
    for (const Param *p = table; p->key != NULL; p++) {
        if (p->type == PARAM_INT) param_put(p, block, rng_between(r, p->lo, p->hi));
        int choices = 0;
        while (p->type == PARAM_CHOICE && p->choices[choices] != NULL) choices++;
        if (choices > 0) *(int *)(void *)((char *)block + p->offset) = (int)rng_below(r, (uint32_t)choices);
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
static int watched(int (*f)(const void *, const void *, int *), const Ruleset *t, const void *s, int *out, int max)
{
    for (int i = 0; i < max + SPARE; i++) out[i] = CANARY;
    int n = f(t->rules, s, out);
    assert_in_range(n, 0, max);
    for (int i = n; i < max + SPARE; i++) assert_int_equal(out[i], CANARY);
    return n;
}

/* Moves that are known while a chance is due are the moves after it, too. Where there are none, one chance is enough to know
 * them; before the first move it may take several. */
static void draw_chances(const Ruleset *t, void *s, int *out)
{
    const Game *g = t->game;
    int n = watched(g->outcomes, t, s, out, g->outcomes_max), likely = 0;
    if (n == 0) return;
    for (int i = 0; i < n; i++)
        if (out[i] > out[likely]) likely = i;
    assert_true(out[likely] > 0);
    n = watched(g->moves, t, s, out, g->moves_max);
    uint64_t moves = hash_bytes(HASH_START, out, (size_t)n * sizeof *out);
    void *copy = mem_new(1, g->state_bytes);
    memcpy(copy, s, g->state_bytes);
    g->happen(t->rules, copy, likely);
    if (g->tally(copy).turns == 0 && watched(g->moves, t, copy, out, g->moves_max) == 0) g->chance(t->rules, copy);
    assert_true(g->over(copy) || watched(g->moves, t, copy, out, g->moves_max) > 0);
    free(copy);
    g->chance(t->rules, s);
    assert_int_equal(watched(g->outcomes, t, s, out, g->outcomes_max), 0);
    if (n == 0) return;
    assert_true(!g->over(s) && watched(g->moves, t, s, out, g->moves_max) == n);
    assert_int_equal(hash_bytes(HASH_START, out, (size_t)n * sizeof *out), moves);
}

/* Plays on for at most so many turns: the agent moves, or, for an odd turn of a wild game, chance does. Returns a fingerprint of
 * all moves, tallies and values on the way. */
static uint64_t play_on(const Ruleset *t, const Agent *a, void *s, const double *w, int turns, bool wild, void *scratch)
{
    const Game *g = t->game;
    uint64_t hash = HASH_START;
    int *out = mem_new((size_t)(g->moves_max > g->outcomes_max ? g->moves_max : g->outcomes_max) + SPARE, sizeof *out);
    MovePlan *plan = mem_new(1, plan_bytes(a, t));
    for (int i = 0; i < turns && !g->over(s); i++) {
        draw_chances(t, s, out);
        if (g->over(s)) break;
        int n = watched(g->moves, t, s, out, g->moves_max);
        assert_true(n > 0);
        plan->made = plan->n; /* chance moves between its moves: it is asked for each of them */
        Move m = wild && i % 2 ? out[hash % (uint64_t)n] : plan_next(a, t, s, w, plan, scratch);
        bool legal = false;
        watched(g->moves, t, s, out, g->moves_max);
        for (int k = 0; k < n; k++) legal = legal || out[k] == m;
        assert_true(legal);
        g->apply(t->rules, s, m);
        hash = hash_u64(hash, (uint64_t)m);
        hash = hash_u64(hash, (uint64_t)g->tally(s).score);
        hash = hash_u64(hash, (uint64_t)g->tally(s).turns);
    }
    if (g->over(s)) {
        assert_int_equal(watched(g->outcomes, t, s, out, g->outcomes_max), 0);
        assert_int_equal(watched(g->moves, t, s, out, g->moves_max), 0);
    }
    free(out);
    free(plan);
    return hash;
}

/* The features that the agent reads of the game, *made to be freed; NULL: it does not play it. */
static const FeatureSet *own_set(const Agent *a, const Game *g, FeatureSet **made)
{
    Finding found[FINDINGS_MAX];
    int n;
    return features_read(g, a->reads, NULL, made, found, &n);
}

/* w (agent_weights): of features somewhere, an agent's own anywhere in their ranges. */
static double *random_weights(Rng *r, const Agent *a, const FeatureSet *set)
{
    int n = agent_weights(a, set);
    double *w = mem_new((size_t)n, sizeof *w);
    for (int j = 0; j < n; j++)
        w[j] = a->weights != NULL ? rng_between(r, a->weights[j].lo, a->weights[j].hi) : rng_between(r, -1, 0.1);
    return w;
}

/* A game up to a random turn, by the first agent; then so many turns more by the original, and by a copy in other memory with
 * other scratch. False: the agent does not play this game. */
static bool check_copy(Rng *r, const Game *g, const Agent *a, int turns)
{
    FeatureSet *made = NULL;
    const FeatureSet *own = a->weights != NULL ? own_set(a, g, &made) : NULL;
    if (a->weights != NULL && own == NULL) return false;
    void *rules = mem_new(1, g->rules_bytes), *options = mem_new(1, a->options_bytes);
    Finding found[FINDINGS_MAX];
    do random_options(r, g->params, rules);
    while (g->check(rules, found) > 0);
    random_options(r, a->params, options);
    keep_small(a, options);
    Ruleset t = {.game = g, .rules = rules, .options = options}, first = t;
    do t.set = first.set = &g->sets[rng_below(r, (uint32_t)g->n_sets)];
    while (g->check_set(rules, t.set, found) > 0);
    if (own != NULL) t.set = own;
    const Agent *starts = registry_agents[0];
    size_t bytes = a->scratch_bytes(&t), starts_bytes = starts->scratch_bytes(&first);
    void *state = mem_new(1, g->state_bytes), *copy = mem_new(1, g->state_bytes);
    void *scratch = mem_new(1, bytes), *dirty = mem_new(1, bytes), *other = mem_new(1, starts_bytes);
    double *w = random_weights(r, a, t.set), *starts_w = own != NULL ? random_weights(r, starts, first.set) : w;
    bool wild = rng_below(r, 2);
    memset(copy, 0xa5, g->state_bytes);
    memset(dirty, 0xa5, bytes);
    g->start(t.rules, rng_u32(r), state);
    assert_true(!g->over(state) && g->tally(state).score == 0 && g->tally(state).turns == 0);
    play_on(&first, starts, state, starts_w, (int)rng_below(r, 40), wild, other);
    memcpy(copy, state, g->state_bytes);
    uint64_t original = play_on(&t, a, state, w, turns, wild, scratch);
    assert_int_equal(play_on(&t, a, copy, w, turns, wild, dirty), original);
    assert_memory_equal(copy, state, g->state_bytes);
    if (starts_w != w) free(starts_w);
    free(rules), free(options), free(state), free(copy), free(scratch), free(dirty), free(other), free(w), free(made);
    return true;
}

static void test_copied_state_plays_alike(void **state)
{
    (void)state;
    Rng r;
    rng_stream(&r, rng_key(3, RNG_TEST, 0));
    for (int a = 0; registry_agents[a] != NULL; a++) {
        bool plays = false;
        if (registry_agents[a]->file != NULL) continue; /* tests/test_qlearning.c makes a table for it */
        for (int g = 0; registry_games[g] != NULL; g++)
            for (int i = 0; i < (a == 0 ? 150 : 50); i++) /* some agents are slow */
                plays = check_copy(&r, registry_games[g], registry_agents[a], a == 0 ? 60 : 2) || plays;
        assert_true(plays);
    }
}

/* An agent's own weights are reals, number i the i-th double of a vector, each with a default in its range and a meaning; their
 * names differ, and it says what it reads. */
static void test_own_weights(void **state)
{
    (void)state;
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
static void test_features_only_look(void **state)
{
    (void)state;
    for (int i = 0; registry_games[i] != NULL; i++) {
        const Game *g = registry_games[i];
        void *rules = mem_new(1, g->rules_bytes), *s = mem_new(2, g->state_bytes);
        char *before = s, *after = before + g->state_bytes;
        Move *move = mem_new((size_t)g->moves_max, sizeof *move);
        param_defaults(g->params, rules);
        g->start(rules, 1, before);
        g->chance(rules, before);
        assert_true(g->moves(rules, before, move) > 0);
        memcpy(after, before, g->state_bytes);
        g->apply(rules, after, move[0]);
        uint64_t hash = hash_bytes(HASH_START, s, 2 * g->state_bytes);
        for (int f = 0; f < g->n_features; f++) {
            double value = g->value(rules, f, before, after);
            assert_true(isfinite(value) && g->value(rules, f, before, after) == value);
        }
        assert_int_equal(hash_bytes(HASH_START, s, 2 * g->state_bytes), hash);
        free(rules), free(s), free(move);
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
        double *x = mem_new((size_t)(width * height), sizeof *x);
        o->numbers(rules, state, x);
        for (int k = 0; k < width * height; k++) assert_true(x[k] >= 0 && x[k] <= 1);
        free(x);
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

static void test_learning(void **state)
{
    (void)state;
    Rng r;
    rng_stream(&r, rng_key(4, RNG_TEST, 0));
    for (int i = 0; registry_games[i] != NULL; i++) {
        const Game *g = registry_games[i];
        if (g->learning == NULL) continue;
        void *rules = mem_new(1, g->rules_bytes), *s = mem_new(2, g->state_bytes);
        char *before = s, *after = before + g->state_bytes;
        Move *move = mem_new((size_t)g->moves_max, sizeof *move);
        param_defaults(g->params, rules);
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
        free(rules), free(s), free(move);
    }
}

/* ---- optimisers, alone, on a sphere whose optimum is not the centre of a box that is no cube ---- */

enum { DIM = 3, ITERATIONS = 12 };
static const double lo[DIM] = {-4, -1, -100}, hi[DIM] = {6, 3, 100}, optimum[DIM] = {1.5, 2, -30};
static const char *const names[DIM] = {"a", "b", "c"};
static const Space space = {.dim = DIM, .lo = lo, .hi = hi, .names = names};

static double sphere(const double *x)
{
    double sum = 0;
    for (int j = 0; j < DIM; j++) sum += pow((x[j] - optimum[j]) / (hi[j] - lo[j]), 2);
    return -sum;
}

/* options (a copy's own); candidate (candidates), verdict (candidates): n of them, what was asked last and what is found. told:
 * candidates of the iteration under way that have been told before these; top: the best score that was ever found. */
typedef struct {
    const Optimiser *o;
    void *options, *self;
    Candidate *candidate;
    Verdict *verdict;
    int candidates, n, told;
    double top;
} Search;

static Search search_create(const Optimiser *o, const void *options, uint64_t seed)
{
    Search s = {.o = o, .options = mem_new(1, o->options_bytes), .top = -HUGE_VAL};
    memcpy(s.options, options, o->options_bytes);
    s.self = o->create(s.options, &space, seed);
    memset(s.options, 0xa5, o->options_bytes); /* they were copied */
    memcpy(s.options, options, o->options_bytes);
    s.candidates = o->candidates(s.self);
    s.candidate = mem_new((size_t)s.candidates, sizeof *s.candidate);
    s.verdict = mem_new((size_t)s.candidates, sizeof *s.verdict);
    return s;
}

static void search_destroy(Search *s)
{
    s->o->destroy(s->self);
    free(s->options);
    free(s->candidate);
    free(s->verdict);
}

/* Candidate i was found to be worth so much, in two plays that are equal. */
static void find_out(Search *s, int i, double score)
{
    Verdict *v = &s->verdict[i];
    int place = s->candidate[i].incumbent;
    *v = (Verdict){0};
    for (int k = 0; k < 2; k++) {
        stats_add(&v->sample.score, score);
        stats_add(&v->sample.fitness, score);
        v->sample.cost++;
    }
    if (place < 0) return;
    const Sample *there = &s->o->archive(s->self)->sample[place];
    v->better = there->fitness.n == 0 || archive_fitness(&v->sample) > archive_fitness(there);
}

/* What the optimiser asks, answered without noise. */
static void search_ask(Search *s)
{
    s->n = s->o->ask(s->self, s->candidate);
    assert_in_range(s->n, 1, s->candidates - s->told);
    for (int i = 0; i < s->n; i++) {
        assert_in_range(s->candidate[i].incumbent + 1, 0, s->o->archive(s->self)->n);
        find_out(s, i, sphere(s->candidate[i].x));
    }
}

/* Whether its iterations have as many candidates as a changing population. */
static bool has_changing_size(const Search *s)
{
    const Param *row = param_find(s->o->params, "population");
    return row != NULL && param_chosen(row, s->options) > 0;
}

/* Tells it the first n of these; true: the iteration is complete. */
static bool search_tell(Search *s, int n, double spent)
{
    for (int i = 0; i < n; i++)
        if (archive_fitness(&s->verdict[i].sample) > s->top) s->top = s->verdict[i].sample.score.mean;
    s->told += n;
    const bool complete = s->o->tell(s->self, s->verdict, n, spent);
    const bool fewer = s->o == &optimiser_ga || has_changing_size(s); /* what retries do not need is not asked */
    if (fewer)
        assert_true(complete ? s->told <= s->candidates : s->told < s->candidates);
    else
        assert_int_equal(complete, s->told == s->candidates);
    if (complete) s->told = 0;
    return complete;
}

static const double *search_rank(const Search *s, int rank, Sample *sample)
{
    return archive_best(s->o->archive(s->self), rank, sample);
}

static double search_best(const Search *s)
{
    Sample sample;
    const double *x = search_rank(s, 0, &sample);
    assert_non_null(x);
    assert_true(sample.fitness.n >= 2 && sphere(x) == sample.fitness.mean);
    return sample.fitness.mean;
}

static void search_iteration(Search *s, double spent)
{
    do search_ask(s);
    while (!search_tell(s, s->n, spent));
}

typedef void OptionsTest(const Optimiser *o, const void *options);

static void choose(void *options, const Param *p, int choice)
{
    *(int *)(void *)((char *)options + p->offset) = choice;
}

static int chosen(const void *options, const Param *p)
{
    return *(const int *)(const void *)((const char *)options + p->offset);
}

/* Every choice of row p beside every choice of row q; p is q: every choice of it. The rest is at its default. */
static void try_pair(OptionsTest *test, const Optimiser *o, const Param *p, const Param *q, const void *standard, void *options)
{
    if (p->type != PARAM_CHOICE || q->type != PARAM_CHOICE) return;
    for (int i = 0; p->choices[i] != NULL; i++)
        for (int k = 0; q->choices[k] != NULL; k++) {
            if (p == q && i != k) continue;
            memcpy(options, standard, o->options_bytes);
            choose(options, p, i);
            choose(options, q, k);
            test(o, options);
        }
}

/* Whether it looks for anything: a grid asks for the same points in every iteration, wherever it starts. */
static bool searches(const Optimiser *o)
{
    return o != &optimiser_grid;
}

/* Calls test with every optimiser, with all that its table offers to choose, two rows at a time, with small swarms and grids, and
 * with and without a velocity clamp where there is one. Eleven: a torus of one row, and few enough; of seven, cross-entropy
 * without noise learns from two, and freezes where it is. */
static void for_all_options(OptionsTest *test)
{
    for (int i = 0; registry_optimisers[i] != NULL; i++) {
        const Optimiser *o = registry_optimisers[i];
        void *standard = mem_new(1, o->options_bytes), *options = mem_new(1, o->options_bytes);
        param_defaults(o->params, standard);
        if (param_find(o->params, "particles") != NULL) set(o->params, standard, "particles", "11");
        if (param_find(o->params, "steps") != NULL) set(o->params, standard, "steps", "3 2 2");
        bool clamps = param_find(o->params, "velocity_clamp") != NULL;
        for (int clamp = 0; clamp <= clamps; clamp++) {
            if (clamps) set(o->params, standard, "velocity_clamp", clamp ? "0.05" : "0");
            test(o, standard);
            for (const Param *p = o->params; p->key != NULL; p++)
                for (const Param *q = p; q->key != NULL; q++) try_pair(test, o, p, q, standard, options);
        }
        free(standard);
        free(options);
    }
}

/* On a function without noise the best never worsens, and it is never worse than anything that was told; a search improves it. */
static void check_improves(const Optimiser *o, const void *options)
{
    Search s = search_create(o, options, 1);
    for (int iteration = 0; iteration < 40; iteration++) {
        search_iteration(&s, iteration / 40.0);
        assert_true(search_best(&s) == s.top);
    }
    Search first = search_create(o, options, 1);
    search_iteration(&first, 0);
    if (searches(o) && !(s.top > search_best(&first))) fail_msg("%s does not improve", o->name);
    search_destroy(&first);
    search_destroy(&s);
}

static void test_sphere_improves(void **state)
{
    (void)state;
    for_all_options(check_improves);
}

/* Ranks fall; behind the last there is none; the same position is not ranked twice. */
static void check_ranks(const Optimiser *o, const void *options)
{
    Search s = search_create(o, options, 2);
    Sample sample;
    assert_null(search_rank(&s, 0, &sample));
    for (int iteration = 0; iteration < 5; iteration++) search_iteration(&s, 0.1);
    double last = HUGE_VAL;
    int rank = 0;
    for (const double *x, *before = NULL; (x = search_rank(&s, rank, &sample)) != NULL; rank++, before = x) {
        assert_true(sample.fitness.mean <= last && sphere(x) == sample.fitness.mean && x != before);
        last = sample.fitness.mean;
    }
    int places = o->archive(s.self)->n;
    assert_true(rank >= (has_changing_size(&s) ? 1 : places < s.candidates ? places : s.candidates));
    search_destroy(&s);
}

static void test_ranks(void **state)
{
    (void)state;
    for_all_options(check_ranks);
}

static void assert_same_candidates(const Search *a, const Search *b)
{
    assert_int_equal(a->n, b->n);
    for (int i = 0; i < a->n; i++) {
        assert_int_equal(a->candidate[i].incumbent, b->candidate[i].incumbent);
        assert_true(a->candidate[i].expect == b->candidate[i].expect);
        assert_memory_equal(a->candidate[i].x, b->candidate[i].x, DIM * sizeof(double));
    }
}

static void check_ask(const Optimiser *o, const void *options)
{
    Search s = search_create(o, options, 3), again = s;
    again.candidate = mem_new((size_t)s.candidates, sizeof *again.candidate);
    enum { ASKS = 48 }; /* three iterations of the usual swarm if it is asked for one candidate at a time, and else more */
    for (int i = 0; i < ASKS; i++) {
        uint64_t before = walk_hash(o->walk, s.self);
        search_ask(&s);
        again.told = s.told;
        search_ask(&again);
        assert_int_equal(walk_hash(o->walk, s.self), before);
        assert_same_candidates(&s, &again);
        search_tell(&s, s.n, 0.2);
        assert_int_not_equal(walk_hash(o->walk, s.self), before);
    }
    free(again.candidate);
    search_destroy(&s);
}

static void test_ask_changes_nothing(void **state)
{
    (void)state;
    for_all_options(check_ask);
}

/* What was asked at once and is told in two parts, saved and loaded between them, comes to the same. */
static void check_prefix(const Optimiser *o, const void *options)
{
    for (int prefix = 1; prefix < 7; prefix++) {
        Search whole = search_create(o, options, 4), halves = search_create(o, options, 4), again = search_create(o, options, 4);
        search_iteration(&whole, 0.25);
        search_iteration(&halves, 0.25);
        search_ask(&whole);
        search_ask(&halves);
        if (prefix < halves.n) {
            bool complete = search_tell(&whole, whole.n, 0.5);
            assert_false(search_tell(&halves, prefix, 0.4));
            char *saved = walk_save(o->walk, halves.self);
            walk_load(o->walk, again.self, saved);
            free(saved);
            again.told = halves.told;
            search_ask(&again);
            assert_int_equal(again.n, halves.n - prefix);
            assert_int_equal(search_tell(&again, again.n, 0.5), complete);
            assert_int_equal(walk_hash(o->walk, again.self), walk_hash(o->walk, whole.self));
        }
        search_destroy(&whole);
        search_destroy(&halves);
        search_destroy(&again);
    }
}

static void test_prefix_and_rest(void **state)
{
    (void)state;
    for_all_options(check_prefix);
}

/* Saved after every iteration and loaded into a new one, it goes on as if nothing had happened; twice the same course, and
 * another seed another course. */
static void check_search_resumes(const Optimiser *o, const void *options)
{
    Search whole = search_create(o, options, 5), other = search_create(o, options, 6);
    char *saved[ITERATIONS + 1];
    assert_int_not_equal(walk_hash(o->walk, whole.self), walk_hash(o->walk, other.self));
    for (int iteration = 0; iteration <= ITERATIONS; iteration++) {
        saved[iteration] = walk_save(o->walk, whole.self);
        if (iteration < ITERATIONS) search_iteration(&whole, (double)(iteration + 1) / ITERATIONS);
    }
    for (int k = 0; k <= ITERATIONS; k++) {
        Search s = search_create(o, options, 5);
        walk_load(o->walk, s.self, saved[k]);
        for (int iteration = k; iteration < ITERATIONS; iteration++) search_iteration(&s, (double)(iteration + 1) / ITERATIONS);
        char *end = walk_save(o->walk, s.self);
        assert_string_equal(end, saved[ITERATIONS]);
        free(end);
        search_destroy(&s);
    }
    for (int k = 0; k <= ITERATIONS; k++) free(saved[k]);
    search_destroy(&whole);
    search_destroy(&other);
}

static void test_search_resumes(void **state)
{
    (void)state;
    for_all_options(check_search_resumes);
}

/* The first `count` candidates start at the given place; all others where they would have, or, where all are drawn around one
 * place, around that one. (On a sphere: tests/test_pso.c.) */
static void check_start_from(const Optimiser *o, const void *options)
{
    static const int counts[] = {0, 1, 3, 7, INT32_MAX};
    const Param *domain = param_find(o->params, "domain");
    if ((domain != NULL && chosen(options, domain) > 0) || !searches(o)) return;
    for (size_t i = 0; i < LENGTH(counts); i++) {
        Search s = search_create(o, options, 7), without = search_create(o, options, 7);
        o->start_from(s.self, optimum, counts[i]);
        search_ask(&s);
        search_ask(&without);
        int moved = 0, others = counts[i] < s.n ? s.n - counts[i] : 0;
        for (int k = 0; k < s.n; k++) {
            bool there = memcmp(s.candidate[k].x, optimum, sizeof optimum) == 0;
            assert_int_equal(there, k < counts[i]);
            if (!there) moved += memcmp(s.candidate[k].x, without.candidate[k].x, sizeof optimum) != 0;
        }
        assert_true(moved == 0 || (moved == others && counts[i] > 0));
        search_tell(&s, s.n, 0);
        assert_true(counts[i] == 0 || search_best(&s) == 0);
        search_destroy(&s);
        search_destroy(&without);
    }
}

static void test_start_from(void **state)
{
    (void)state;
    for_all_options(check_start_from);
}

/* Fitness that is not finite is the worst, and poisons nothing: some candidates never have another, some now and then. */
static void check_not_finite(const Optimiser *o, const void *options)
{
    if (!searches(o)) return; /* what was bad once stays bad */
    static const double bad[] = {NAN, HUGE_VAL, -HUGE_VAL};
    Search s = search_create(o, options, 8);
    Sample sample;
    for (int iteration = 0; iteration < 10; iteration++) {
        do {
            search_ask(&s);
            for (int i = 0; i < s.n; i++) {
                for (int j = 0; j < DIM; j++) assert_true(isfinite(s.candidate[i].x[j]));
                if ((s.told + i) % 3 == 1 || (iteration + s.told + i) % 4 == 3) find_out(&s, i, bad[(iteration + i) % 3]);
            }
        } while (!search_tell(&s, s.n, 0.5));
        search_rank(&s, 0, &sample);
        assert_true(isfinite(sample.fitness.mean));
    }
    search_destroy(&s);
}

static void test_not_finite_is_worst(void **state)
{
    (void)state;
    for_all_options(check_not_finite);
}

static void apply_preset(const Optimiser *o, const Preset *p, void *options)
{
    char word[80];
    param_defaults(o->params, options);
    for (int i = 0; config_word(p->settings, i, word, sizeof word); i++) {
        char *is = strchr(word, '=');
        assert_non_null(is);
        *is = '\0';
        set(o->params, options, word, is + 1);
    }
}

/* Every preset of every optimiser can run, and gets somewhere, if it goes anywhere. */
static void test_presets(void **state)
{
    (void)state;
    for (int i = 0; registry_optimisers[i] != NULL; i++) {
        const Optimiser *o = registry_optimisers[i];
        assert_non_null(o->presets[0].name);
        for (const Preset *p = o->presets; p->name != NULL; p++) {
            void *options = mem_new(1, o->options_bytes);
            Finding finding[FINDINGS_MAX];
            apply_preset(o, p, options);
            int n = o->check != NULL ? o->check(options, finding) : 0;
            for (int k = 0; k < n; k++) assert_false(finding[k].fatal);
            Search s = search_create(o, options, 1);
            search_iteration(&s, 0);
            double first = search_best(&s);
            for (int iteration = 1; iteration < 30; iteration++) search_iteration(&s, iteration / 30.0);
            assert_true(search_best(&s) > first || (!searches(o) && search_best(&s) == first));
            search_destroy(&s);
            free(options);
        }
    }
}

/* The numbers of the literature, as they arrive in the options. */
static void test_preset_values(void **state)
{
    (void)state;
    static const struct {
        const char *name, *particles;
        double inertia, cognitive, social, clamp;
    } rows[] = {
        {"exemplars", "40", 0.6, 1.2, 1.7, 0},
        {"vdbergh", "16", 0.7298, 1.49618, 1.49618, 0},
        {"trelea", "16", 0.6, 1.7, 1.7, 0},
        {"spso", "16", 0.72135, 1.19315, 1.19315, 0},
        {"pedersen-10d-2000", "63", 0.6571, 1.6319, 0.6239, 0},
        {"pedersen-10d-20000", "53", -0.3488, -0.2746, 4.8976, 0},
        {"report-final", "161", 0.63456, 1.92576, 2.64274, 0.25},
        {"shi-eberhart", "16", 0.9, 2, 2, 0},
        {"constriction", "16", 0.7298, 1.49618, 1.49618, 0},
        {"fips", "16", 0.7298, 1.49618, 1.49618, 0},
        {"spso-2011", "40", 0.72135, 1.19315, 1.19315, 0},
        {"swarmtris-8d", "16", 0.508, 1.885, 1.05, 0},
    };
    const Optimiser *o = &optimiser_pso;
    void *options = mem_new(1, o->options_bytes);
    int presets = 0;
    while (o->presets[presets].name != NULL) presets++;
    assert_int_equal(presets, LENGTH(rows));
    for (size_t i = 0; i < LENGTH(rows); i++) {
        char particles[PARAM_TEXT_MAX];
        assert_string_equal(o->presets[i].name, rows[i].name);
        apply_preset(o, &o->presets[i], options);
        param_print(param_find(o->params, "particles"), options, particles, sizeof particles);
        assert_string_equal(particles, rows[i].particles);
        assert_true(param_get(param_find(o->params, "inertia"), options) == rows[i].inertia);
        assert_true(param_get(param_find(o->params, "cognitive"), options) == rows[i].cognitive);
        assert_true(param_get(param_find(o->params, "social"), options) == rows[i].social);
        assert_true(param_get(param_find(o->params, "velocity_clamp"), options) == rows[i].clamp);
        assert_int_equal(o->scheduled(options),
                         strcmp(rows[i].name, "shi-eberhart") == 0 || strcmp(rows[i].name, "exemplars") == 0);
    }
    assert_non_null(o->presets[5].warning); /* exploits a centred optimum */
    free(options);
}

/* ---- pso ---- */

/* Reads one field of a walk: out (n). */
typedef struct {
    Visit visit;
    const char *name;
    double *out;
    size_t n;
} Peek;

static void peek(Visit *v, const char *name, char type, void *p, size_t n)
{
    Peek *k = (Peek *)v;
    if (type != 'd' || strcmp(name, k->name) != 0) return;
    assert_true(n <= k->n);
    memcpy(k->out, p, n * sizeof(double));
    k->n = n;
}

static size_t read_field(const Search *s, const char *name, double *out, size_t room)
{
    Peek k = {.visit = {.field = peek}, .name = name, .out = out, .n = room};
    s->o->walk(s->self, &k.visit);
    return k.n;
}

static const char *const walls[] = {"absorb", "damp", "reflect", "periodic", "random"};

static void assert_inside(Search *s, const char *wall)
{
    search_ask(s);
    for (int i = 0; i < s->n; i++)
        for (int j = 0; j < DIM; j++) {
            double x = s->candidate[i].x[j];
            if (!(x >= lo[j] && x <= hi[j])) fail_msg("wall = %s: a coordinate is %g, outside %g..%g", wall, x, lo[j], hi[j]);
        }
}

/* Wild swarms stay in the box under every wall rule; with none they leave it. */
static void test_walls(void **state)
{
    (void)state;
    static const char *const inertia[] = {"0.7298", "1.2", "2", "-2"};
    const Optimiser *o = &optimiser_pso;
    void *options = mem_new(1, o->options_bytes);
    for (size_t i = 0; i < LENGTH(inertia); i++)
        for (size_t k = 0; k <= LENGTH(walls); k++) {
            bool none = k == LENGTH(walls);
            param_defaults(o->params, options);
            set(o->params, options, "particles", "5");
            set(o->params, options, "inertia", inertia[i]);
            set(o->params, options, "social", "4");
            set(o->params, options, "wall", none ? "none" : walls[k]);
            Search s = search_create(o, options, 1);
            bool left = false;
            for (int iteration = 0; iteration < (none ? 20 : 1500); iteration++) {
                search_iteration(&s, 0.5);
                if (!none) assert_inside(&s, walls[k]);
                search_ask(&s);
                for (int p = 0; p < s.n; p++) left = left || s.candidate[p].x[1] < lo[1] || s.candidate[p].x[1] > hi[1];
            }
            assert_int_equal(left, none);
            search_destroy(&s);
        }
    free(options);
}

/* Puts all particles at one place with one velocity, by way of the walk. */
typedef struct {
    Visit visit;
    const double *x, *v;
} Poke;

static void poke(Visit *v, const char *name, char type, void *p, size_t n)
{
    Poke *k = (Poke *)v;
    const double *from = strcmp(name, "x") == 0 ? k->x : strcmp(name, "v") == 0 ? k->v : NULL;
    if (from == NULL) return;
    assert_true(type == 'd' && n % DIM == 0);
    for (size_t i = 0; i < n; i += DIM) memcpy((double *)p + i, from, DIM * sizeof(double));
}

/* A single particle that nothing pulls, at so many box widths from the lower corner, so fast: one iteration. In and out: box
 * widths. */
static void fly(const char *wall, const char *inertia_end, double spent, double *x, double *v)
{
    const Optimiser *o = &optimiser_pso;
    void *options = mem_new(1, o->options_bytes);
    double at[DIM], speed[DIM];
    param_defaults(o->params, options);
    set(o->params, options, "particles", "1");
    set(o->params, options, "inertia", "1");
    set(o->params, options, "inertia_schedule", "linear");
    set(o->params, options, "inertia_end", inertia_end);
    set(o->params, options, "cognitive", "0");
    set(o->params, options, "social", "0");
    set(o->params, options, "wall", wall);
    Search s = search_create(o, options, 1);
    for (int j = 0; j < DIM; j++) {
        at[j] = lo[j] + *x * (hi[j] - lo[j]);
        speed[j] = *v * (hi[j] - lo[j]);
    }
    Poke k = {.visit = {.loading = true, .field = poke}, .x = at, .v = speed};
    o->walk(s.self, &k.visit);
    search_iteration(&s, spent);
    assert_int_equal(read_field(&s, "x", at, DIM), DIM);
    assert_int_equal(read_field(&s, "v", speed, DIM), DIM);
    *x = (at[1] - lo[1]) / (hi[1] - lo[1]);
    *v = speed[1] / (hi[1] - lo[1]);
    search_destroy(&s);
    free(options);
}

/* Where a particle ends that meets a wall, by hand: from 0.9 with +0.6, from 0.1 with -0.6, in box widths. */
static void test_wall_rules(void **state)
{
    (void)state;
    static const struct {
        const char *wall;
        double x, v;
    } rows[] = {{"absorb", 1, 0}, {"damp", 1, -0.3}, {"reflect", 0.5, -0.6}, {"periodic", 0.5, 0.6}, {"none", 1.5, 0.6}};
    for (size_t i = 0; i < LENGTH(rows); i++) {
        double x = 0.9, v = 0.6, below = 0.1, down = -0.6;
        fly(rows[i].wall, "1", 0.3, &x, &v);
        fly(rows[i].wall, "1", 0.3, &below, &down);
        if (fabs(x - rows[i].x) + fabs(v - rows[i].v) + fabs(below - (1 - rows[i].x)) + fabs(down + rows[i].v) > 1e-12)
            fail_msg("wall = %s: %g %g, and below %g %g", rows[i].wall, x, v, below, down);
    }
    double x = 0.9, v = 0.6;
    fly("random", "1", 0.3, &x, &v);
    assert_true(x > 0 && x < 1 && v == 0 && x != 0.9);
}

/* inertia 1 -> 0.4: a quarter of the way it is 0.85. */
static void test_inertia_schedule(void **state)
{
    (void)state;
    static const double spent[] = {0, 0.25, 1}, expected[] = {1, 0.85, 0.4};
    for (size_t i = 0; i < LENGTH(spent); i++) {
        double x = 0.5, v = 0.2;
        fly("absorb", "0.4", spent[i], &x, &v);
        assert_true(fabs(v - 0.2 * expected[i]) < 1e-12 && fabs(x - 0.5 - 0.2 * expected[i]) < 1e-12);
    }
}

/* |v| <= clamp x box width, coordinate by coordinate, and it does bind. */
static void test_velocity_clamp(void **state)
{
    (void)state;
    const Optimiser *o = &optimiser_pso;
    void *options = mem_new(1, o->options_bytes);
    for (int clamped = 0; clamped <= 1; clamped++)
        for (size_t k = 0; k < LENGTH(walls); k++) {
            double v[10 * DIM];
            int above = 0, at = 0;
            param_defaults(o->params, options);
            set(o->params, options, "particles", "10");
            set(o->params, options, "inertia", "0.9");
            set(o->params, options, "velocity_clamp", clamped ? "0.1" : "0");
            set(o->params, options, "wall", walls[k]);
            Search s = search_create(o, options, 1);
            for (int iteration = 0; iteration < 30; iteration++) {
                search_iteration(&s, 0.5);
                assert_int_equal(read_field(&s, "v", v, LENGTH(v)), LENGTH(v));
                for (int i = 0; i < 10; i++)
                    for (int j = 0; j < DIM; j++) {
                        double most = 0.1 * (hi[j] - lo[j]);
                        above += fabs(v[i * DIM + j]) > most;
                        at += fabs(v[i * DIM + j]) == most;
                    }
            }
            assert_true(clamped ? above == 0 && at > 0 : above > 0);
            search_destroy(&s);
        }
    free(options);
}

/* What is rolled for the velocity at the start: none, at most k box widths, or half the way to anywhere in the box. */
static void test_velocity_start(void **state)
{
    (void)state;
    enum { PARTICLES = 500 };
    static const char *const starts[] = {"zero", "uniform", "half-diff"};
    const Optimiser *o = &optimiser_pso;
    void *options = mem_new(1, o->options_bytes);
    for (size_t k = 0; k < LENGTH(starts); k++) {
        double *x = mem_new(PARTICLES * DIM, sizeof *x), *v = mem_new(PARTICLES * DIM, sizeof *v);
        Stats speed = {0};
        double most = 0;
        param_defaults(o->params, options);
        set(o->params, options, "particles", "500");
        set(o->params, options, "velocity_start", starts[k]);
        Search s = search_create(o, options, 1);
        read_field(&s, "x", x, PARTICLES * DIM);
        read_field(&s, "v", v, PARTICLES * DIM);
        for (int i = 0; i < PARTICLES * DIM; i++) {
            int j = i % DIM;
            double width = hi[j] - lo[j], there = x[i] + 2 * v[i];
            assert_true(x[i] >= lo[j] && x[i] <= hi[j]);
            if (k == 2) assert_true(there > lo[j] - 1e-9 && there < hi[j] + 1e-9);
            stats_add(&speed, v[i] / width);
            most = fmax(most, fabs(v[i]) / width);
        }
        double sd[] = {0, 1 / sqrt(12), 0.5 * sqrt(2.0 / 12)}; /* of U(-0.5,0.5), and of half the difference of two U(0,1) */
        assert_true(fabs(stats_sd(&speed) - sd[k]) < 0.01 && fabs(speed.mean) < 0.03);
        assert_true(k == 0 ? most == 0 : k == 1 ? most > 0.49 && most <= 0.5 : most > 0.4 && most <= 0.5);
        search_destroy(&s);
        free(x), free(v);
    }
    free(options);
}

/* The promise of its coefficients (van den Bergh & Engelbrecht 2006): on a sphere a default swarm closes in, 1e-6 of what it
 * began with in 100 iterations; random search does not. */
static void test_pso_converges(void **state)
{
    (void)state;
    const Optimiser *const both[] = {&optimiser_pso, &optimiser_random};
    for (int i = 0; i < 2; i++) {
        void *options = mem_new(1, both[i]->options_bytes);
        param_defaults(both[i]->params, options);
        Search s = search_create(both[i], options, 1);
        search_iteration(&s, 0);
        double first = search_best(&s);
        for (int iteration = 0; iteration < 100; iteration++) search_iteration(&s, 0);
        assert_int_equal(search_best(&s) / first < 1e-6, i == 0);
        search_destroy(&s);
        free(options);
    }
}

/* ---- random ---- */

static int falling(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x < y) - (x > y);
}

/* Its ranks are the best of all that it was ever told. */
static void test_random_keeps_its_best(void **state)
{
    (void)state;
    enum { TOLD = 50 * 16 };
    const Optimiser *o = &optimiser_random;
    void *options = mem_new(1, o->options_bytes);
    double told[TOLD];
    int n = 0, rank = 0;
    Sample sample;
    param_defaults(o->params, options);
    Search s = search_create(o, options, 1);
    for (int iteration = 0; iteration < 50; iteration++) {
        search_iteration(&s, 0);
        for (int i = 0; i < s.n; i++) told[n++] = s.verdict[i].sample.score.mean;
    }
    assert_int_equal(n, TOLD);
    qsort(told, TOLD, sizeof *told, falling);
    for (; search_rank(&s, rank, &sample) != NULL; rank++) assert_true(sample.fitness.mean == told[rank]);
    assert_int_equal(rank, 64); /* the most that a selection asks for */
    search_destroy(&s);
    free(options);
}

/* ---- experiments ---- */

#define ON_SPHERE "[objective]\nkind = sphere\ndim = 3\n[training]\ngames = 1\niterations = 8\n"
#define ON_TETRIS                                                                                                         \
    "[game]\nwidth = 6\nheight = 6\n[objective]\nmax_pieces = 60\n[training]\ngames = 2\niterations = 6\nfitness = log\n" \
    "log_positions = yes\n"
#define CHOSEN "[selection]\nfinalists = 3\ngames = 4\n[validation]\ngames = 5\n"
#define NOT_CHOSEN "[selection]\nfinalists = 0\n[validation]\ngames = 0\n"

/* What makes an iteration of 5. */
static const char *const of_five[2] = {"particles", "5"}, *const of_five_points[2] = {"steps", "5 1"};

static const char *const *five(const Optimiser *o)
{
    return param_find(o->params, "steps") != NULL ? of_five_points : of_five;
}

/* An ini that goes on with [optimiser] kind = NAME; of the swarms the canonical one, whose size stays. */
typedef struct {
    char text[1200];
} Ini;

static Ini ini_for(const char *start, const Optimiser *o)
{
    Ini ini;
    int n = snprintf(ini.text, sizeof ini.text, "%s[optimiser]\nkind = %s\n%s%s = %s\n", start, o->name,
                     o == &optimiser_pso ? "preset = vdbergh\n" : "", five(o)[0], five(o)[1]);
    assert_true(n > 0 && n < (int)sizeof ini.text);
    return ini;
}

/* ask changes nothing that walk sees, and says the same twice. */
static void check_questions(Live *l)
{
    const Experiment *e = &l->setup.experiment;
    Batch one = {0}, two = {0};
    uint64_t before = live_hash(l);
    int n = e->kind->ask(e->self, &one);
    assert_int_equal(n, one.n);
    assert_int_equal(e->kind->ask(e->self, &two), n);
    assert_int_equal(live_hash(l), before);
    for (int i = 0; i < n; i++) {
        const Trial *a = &one.t[i], *b = &two.t[i];
        assert_true(a->x == b->x && a->key == b->key && a->first == b->first && a->plays == b->plays && a->tag == b->tag);
        assert_true(a->plays > 0 && a->objective >= 0 && a->objective < l->setup.arenas.n);
    }
    batch_free(&one);
    batch_free(&two);
}

enum { STATES_MAX = 3000 };

/* The state after every turn, beginning with none; rows: of the text that had been written by then. */
typedef struct {
    char *saved[STATES_MAX];
    int rows[STATES_MAX], n;
} Course;

static void remember(Course *c, Live *l)
{
    const Experiment *e = &l->setup.experiment;
    assert_true(c->n < STATES_MAX);
    c->saved[c->n] = walk_save(e->kind->walk, e->self);
    c->rows[c->n++] = l->rows.used;
}

static void course_free(Course *c)
{
    for (int i = 0; i < c->n; i++) free(c->saved[i]);
}

/* The rows of a table after the other, as the files have them. */
static char *table_by_table(const char *text)
{
    static const char *const tables[] = {"metrics", "positions", "blocks", "games", "heldout", "curves", "asked"};
    char *sorted = mem_new(strlen(text) + 1, 1);
    size_t used = 0;
    for (size_t i = 0; i < LENGTH(tables); i++)
        for (const char *at = text; (at = rows_next(at, tables[i])) != NULL; at = strchr(at, '\n') + 1) {
            size_t length = (size_t)(strchr(at, '\n') + 1 - at);
            memcpy(sorted + used, at, length);
            used += length;
        }
    assert_int_equal(used, strlen(text));
    return sorted;
}

/* Tables, final state and result of two finished experiments are the same. */
static void assert_same_end(Live *a, Live *b)
{
    char *one = live_result(a), *other = live_result(b), *tables = table_by_table(a->rows.text),
         *others = table_by_table(b->rows.text);
    assert_string_equal(tables, others);
    assert_string_equal(one, other);
    assert_int_equal(live_hash(a), live_hash(b));
    free(one);
    free(other);
    free(tables);
    free(others);
}

/* Killed after every single turn and resumed, it ends the same: rows, state, result. questions: it also asks the same; else that
 * is up to the threads, and it is killed some twenty times. Returns the turns. */
static int check_resume_of(const char *ini, const char *sets, int64_t games, bool questions)
{
    Live whole;
    Course c = {0};
    live_open(&whole, ini, sets, games);
    whole.questions = questions;
    do {
        remember(&c, &whole);
        check_questions(&whole);
    } while (live_step(&whole));
    assert_true(whole.setup.experiment.kind->progress(whole.setup.experiment.self, 0) == 1);
    for (int k = 0; k < c.n; k += 1 + c.n / (questions ? STATES_MAX : 20)) {
        Live again;
        live_resume(&again, ini, sets, games, c.saved[k], whole.rows.text, c.rows[k]);
        again.questions = questions;
        char *reloaded = walk_save(again.setup.experiment.kind->walk, again.setup.experiment.self);
        assert_string_equal(reloaded, c.saved[k]);
        free(reloaded);
        live_finish(&again);
        assert_same_end(&again, &whole);
        live_close(&again);
    }
    live_close(&whole);
    course_free(&c);
    return c.n - 1;
}

static int check_resume(const char *ini, const char *sets, int64_t games)
{
    return check_resume_of(ini, sets, games, true);
}

/* In how many parts an optimiser asks for an iteration of 5. */
static int asks_of_five(const Optimiser *o)
{
    void *options = mem_new(1, o->options_bytes);
    int asks = 1;
    param_defaults(o->params, options);
    set(o->params, options, five(o)[0], five(o)[1]);
    Search s = search_create(o, options, 1);
    for (search_ask(&s); !search_tell(&s, s.n, 0); search_ask(&s)) asks++;
    search_destroy(&s);
    free(options);
    return asks;
}

static void test_function_training_resumes(void **state)
{
    (void)state;
    for (int i = 0; registry_optimisers[i] != NULL; i++) {
        const Optimiser *o = registry_optimisers[i];
        int asks = asks_of_five(o);
        assert_int_equal(check_resume(ini_for(ON_SPHERE CHOSEN, o).text, NULL, 0), 8 * asks + 2);
        assert_int_equal(check_resume(ini_for(ON_SPHERE NOT_CHOSEN, o).text, NULL, 0), 8 * asks);
        check_resume(ini_for(ON_SPHERE CHOSEN, o).text, "training.iterations=0 training.total_games=33 training.fitness=log", 0);
        check_resume(ini_for(ON_SPHERE CHOSEN, o).text, "selection.centres=all", 0);
    }
}

static void test_game_training_resumes(void **state)
{
    (void)state;
    for (int i = 0; registry_optimisers[i] != NULL; i++) {
        const Optimiser *o = registry_optimisers[i];
        assert_int_equal(check_resume(ini_for(ON_TETRIS CHOSEN, o).text, NULL, 0), 6 * asks_of_five(o) + 2);
        check_resume(ini_for(ON_TETRIS CHOSEN, o).text, "training.fresh_games=no training.fitness=mean selection.finalists=0", 0);
        check_resume(ini_for(ON_TETRIS CHOSEN, o).text, "training.iterations=0 training.total_pieces=1500 validation.games=0", 0);
    }
}

/* The options that are states of their own: schedule, walls, starts, topologies, orders, rules. */
static void test_pso_options_resume(void **state)
{
    (void)state;
    static const char *const options[] = {"optimiser.inertia_schedule=linear",
                                          "optimiser.wall=damp",
                                          "optimiser.wall=reflect",
                                          "optimiser.wall=periodic",
                                          "optimiser.wall=random",
                                          "optimiser.wall=none",
                                          "optimiser.velocity_start=zero",
                                          "optimiser.velocity_start=uniform",
                                          "optimiser.velocity_clamp=0.05",
                                          "optimiser.topology=ring",
                                          "optimiser.topology=random",
                                          "optimiser.update_order=sequential",
                                          "optimiser.update_order=sequential optimiser.topology=random",
                                          "optimiser.domain=sphere",
                                          "optimiser.preset=fips",
                                          "optimiser.preset=spso-2011 optimiser.particles=5",
                                          "optimiser.preset=shi-eberhart",
                                          "optimiser.preset=report-final optimiser.particles=5"};
    for (size_t i = 0; i < LENGTH(options); i++) check_resume(ini_for(ON_SPHERE CHOSEN, &optimiser_pso).text, options[i], 0);
    check_resume(ini_for(ON_TETRIS CHOSEN, &optimiser_pso).text, "optimiser.preset=exemplars", 0);
}

static void test_evaluation_resumes(void **state)
{
    (void)state;
    static const char board[] = "[game]\nwidth = 4\nheight = 4\n[training]\niterations = 1\n";
    assert_int_equal(check_resume(board, NULL, 2500), 3);
    assert_int_equal(check_resume(board, NULL, 1), 1);
    assert_int_equal(check_resume(board, NULL, 1000), 1);
}

/* A thousand games at once, each once, in order; the scores are those of the rows. */
static void test_evaluation_plays_each_game_once(void **state)
{
    (void)state;
    Live l;
    live_open(&l, "[game]\nwidth = 4\nheight = 4\n[training]\niterations = 1\n", "experiment.seed=3", 2500);
    const Experiment *e = &l.setup.experiment;
    for (int first = 0; first < 2500; first += 1000) {
        Batch b = {0};
        assert_int_equal(e->kind->ask(e->self, &b), 1);
        assert_true(b.t[0].first == first && b.t[0].plays == (first < 2000 ? 1000 : 500) && b.t[0].x == l.evaluated);
        assert_int_equal(b.t[0].key, rng_key(3, RNG_EVALUATION, 0));
        assert_string_equal(e->kind->phase(e->self), "evaluation");
        batch_free(&b);
        assert_true(live_step(&l));
    }
    assert_false(live_step(&l));
    assert_string_equal(e->kind->phase(e->self), "finished");
    int64_t n, row = 0;
    const double *score = evaluate_scores(e, &n);
    assert_int_equal(n, 2500);
    for (const char *at = l.rows.text; (at = rows_next(at, "games")) != NULL; at = strchr(at, '\n') + 1, row++)
        assert_true(rows_cell(at, "game") == (double)row && rows_cell(at, "score") == score[row]);
    assert_int_equal(row, 2500);
    live_close(&l);
}

/* ---- meta ---- */

/* Two inner problems in files of their own, in a folder that the group of tests makes. */
typedef struct {
    char folder[64], sphere[100], tetris[100], lanes[100];
} ProblemFiles;
static ProblemFiles problems;

static void write_problem(char *path, size_t room, const char *name, const char *text)
{
    snprintf(path, room, "%s/%s.ini", problems.folder, name);
    FILE *f = fopen(path, "w");
    assert_non_null(f);
    assert_true(fputs(text, f) >= 0);
    assert_int_equal(fclose(f), 0);
}

static int make_problems(void **state)
{
    (void)state;
    strcpy(problems.folder, "/tmp/swarmtris-parts-XXXXXX");
    if (mkdtemp(problems.folder) == NULL) return -1;
    write_problem(problems.sphere, sizeof problems.sphere, "sphere",
                  "[objective]\nkind = sphere\ndim = 3\n[training]\ngames = 1\ntotal_games = 30\n" NOT_CHOSEN
                  "[optimiser]\npreset = vdbergh\nparticles = 4\n");
#define TETRIS                                                                                                    \
    "[game]\nwidth = 5\nheight = 5\n[objective]\nmax_pieces = 30\n[training]\ngames = 1\niterations = 3\n" CHOSEN \
    "[optimiser]\npreset = vdbergh\nparticles = 4\n"
    write_problem(problems.tetris, sizeof problems.tetris, "tetris", "[experiment]\nengine = reference\n" TETRIS);
    write_problem(problems.lanes, sizeof problems.lanes, "lanes", TETRIS);
    return 0;
}

static int remove_problems(void **state)
{
    (void)state;
    return unlink(problems.sphere) != 0 || unlink(problems.tetris) != 0 || unlink(problems.lanes) != 0 ||
           rmdir(problems.folder) != 0;
}

/* games: which of the files is the second problem. */
static Ini meta_ini_of(const Optimiser *outer, const char *games)
{
    char start[900];
    snprintf(start, sizeof start,
             "[meta]\nproblems = %s\nproblems += %s\ntune = inertia cognitive particles training.games\n"
             "lower = 0 0 2 1\nupper = 1 2 8 2.9\n"
             "[training]\ngames = 4\niterations = 2\n[selection]\nfinalists = 2\ngames = 2\n[validation]\ngames = 4\n",
             problems.sphere, games);
    return ini_for(start, outer);
}

/* On lanes, an inner training that has its answers is told before others, so that the questions are no two times the same. */
static void test_meta_resumes(void **state)
{
    (void)state;
    static const char *const sets[] = {NULL, "training.iterations=0 training.total_games=28 training.fresh_games=no",
                                       "training.allocation=race training.games=6 training.first_games=2 training.more_games=2"};
    for (size_t k = 0; k < LENGTH(sets); k++) {
        /* four outer iterations, each of several inner ones */
        assert_true(check_resume(meta_ini_of(&optimiser_pso, problems.tetris).text, sets[k], 0) >= 4 * 5);
        check_resume_of(meta_ini_of(&optimiser_lus, problems.lanes).text, sets[k], 0, false); /* one at a time */
    }
    for (int i = 0; registry_optimisers[i] != NULL; i++)
        check_resume_of(meta_ini_of(registry_optimisers[i], problems.lanes).text, NULL, 0, false);
}

/* The strongest claim last: training, reselected, rival, validated; each with its number of games. */
static void test_claims(void **state)
{
    (void)state;
    static const char *const names_of_claims[] = {"training", "reselected", "rival", "validated"};
    static const int64_t plays[] = {4, 2, 4, 4};
    Live l;
    Result r;
    live_open(&l, meta_ini_of(&optimiser_pso, problems.tetris).text, NULL, 0);
    live_finish(&l);
    l.setup.experiment.kind->result(l.setup.experiment.self, &r);
    assert_int_equal(r.claims, 4);
    for (int c = 0; c < 4; c++) {
        assert_string_equal(r.claim[c].name, names_of_claims[c]);
        assert_int_equal(r.claim[c].score.n, plays[c]);
    }
    assert_int_equal(r.plays, 2 * 5 * 4 + 2 * 2 + 2 * 4);
    assert_int_equal(rows_count(l.rows.text, "heldout"), 4);
    assert_int_equal(rows_count(l.rows.text, "positions"), 2 * 5);
    live_close(&l);

    live_open(&l, ini_for(ON_TETRIS CHOSEN, &optimiser_pso).text, NULL, 0);
    live_finish(&l);
    l.setup.experiment.kind->result(l.setup.experiment.self, &r);
    assert_int_equal(r.claims, 3);
    assert_true(r.claim[0].score.n == 2 && r.claim[1].score.n == 4 && r.claim[2].score.n == 5);
    assert_string_equal(r.claim[2].name, "validated");
    assert_int_equal(r.plays, 6 * 5 * 2 + 3 * 4 + 5);
    assert_int_equal(rows_count(l.rows.text, "games"), 5);
    live_close(&l);
}

/* Without noise a second look at a position says nothing new: unless the ini asks for them, there is neither a re-selection nor a
 * validation, and the one claim is what the search saw, which is exact. */
static void test_claim_without_noise(void **state)
{
    (void)state;
    static const char ini[] = "[objective]\nkind = sphere\ndim = 3\n[training]\niterations = 4\n[optimiser]\nparticles = 5\n";
    Live l;
    Result r;
    live_open(&l, ini, NULL, 0);
    live_finish(&l);
    l.setup.experiment.kind->result(l.setup.experiment.self, &r);
    assert_int_equal(r.plays, 4 * 5);
    assert_int_equal(r.claims, 1);
    assert_string_equal(r.claim[0].name, "training");
    assert_int_equal(r.claim[0].score.n, 1);
    double once = r.claim[0].score.mean;
    live_close(&l);

    live_open(&l, ini, "selection.finalists=2 selection.games=1 validation.games=3", 0);
    live_finish(&l);
    l.setup.experiment.kind->result(l.setup.experiment.self, &r);
    assert_int_equal(r.plays, 4 * 5 + 2 + 3);
    assert_int_equal(r.claims, 3);
    for (int i = 0; i < r.claims; i++) assert_true(r.claim[i].score.mean == once);
    live_close(&l);
}

/* Tuned on a sphere without noise: the outer best never worsens, and beats the untuned inertia on held-out seeds. */
static void test_meta_improves(void **state)
{
    (void)state;
    char start[700];
    snprintf(start, sizeof start,
             "[meta]\nproblems = %s\ntune = inertia\nlower = -1\nupper = 1\n[training]\ngames = 10\nfresh_games = no\n"
             "iterations = 12\n[selection]\nfinalists = 3\ngames = 20\n[validation]\ngames = 40\n",
             problems.sphere);
    for (int i = 0; registry_optimisers[i] != NULL; i++) {
        Live l;
        Result r;
        live_open(&l, ini_for(start, registry_optimisers[i]).text, NULL, 0);
        live_finish(&l);
        double last = -HUGE_VAL, first = HUGE_VAL;
        for (const char *at = l.rows.text; (at = rows_next(at, "metrics")) != NULL; at = strchr(at, '\n') + 1) {
            assert_true(rows_cell(at, "best") >= last);
            last = rows_cell(at, "best");
            if (first == HUGE_VAL) first = last;
        }
        if (last < first || (last == first && searches(registry_optimisers[i]))) fail_msg("%s", registry_optimisers[i]->name);
        l.setup.experiment.kind->result(l.setup.experiment.self, &r);
        assert_true(r.claims == 4 && r.claim[3].score.mean > r.claim[2].score.mean);
        live_close(&l);
    }
}

/* ---- what an experiment asks ---- */

static void test_training_improves(void **state)
{
    (void)state;
    for (int i = 0; registry_optimisers[i] != NULL; i++) {
        Live l;
        live_open(&l, ini_for(ON_SPHERE CHOSEN, registry_optimisers[i]).text, "training.iterations=30", 0);
        live_finish(&l);
        double last = -HUGE_VAL, first = HUGE_VAL;
        int iteration = 0;
        for (const char *at = l.rows.text; (at = rows_next(at, "metrics")) != NULL; at = strchr(at, '\n') + 1) {
            assert_true(rows_cell(at, "iteration") == ++iteration && rows_cell(at, "games") == 5 * iteration &&
                        rows_cell(at, "pieces") == 5 * iteration);
            assert_true(rows_cell(at, "best") >= last && rows_cell(at, "best_score") == rows_cell(at, "best"));
            assert_true(rows_cell(at, "q05") <= rows_cell(at, "q25") && rows_cell(at, "q25") <= rows_cell(at, "median"));
            assert_true(rows_cell(at, "median") <= rows_cell(at, "q75") && rows_cell(at, "q75") <= rows_cell(at, "q95"));
            assert_true(rows_cell(at, "best") >= rows_cell(at, "q95"));
            last = rows_cell(at, "best");
            if (first == HUGE_VAL) first = last;
        }
        assert_int_equal(iteration, 30);
        assert_true(last > first || (!searches(registry_optimisers[i]) && last == first));
        live_close(&l);
    }
}

/* In one iteration all candidates play the same games; training, selection and validation never share one. */
static void check_games(const char *sets, bool fresh)
{
    Live l;
    uint64_t key[20];
    int n = 0, iterations = 6;
    live_open(&l, ini_for(ON_TETRIS CHOSEN, &optimiser_pso).text, sets, 0);
    const Experiment *e = &l.setup.experiment;
    for (Batch b = {0}; e->kind->ask(e->self, &b) > 0; batch_free(&b)) {
        const char *phase = e->kind->phase(e->self);
        int plays = n < iterations ? 2 : n == iterations ? 4 : 5;
        assert_string_equal(phase, n < iterations ? "training" : n == iterations ? "selection" : "validation");
        assert_int_equal(b.n, n < iterations ? 5 : n == iterations ? 3 : 1);
        for (int i = 0; i < b.n; i++) assert_true(b.t[i].key == b.t[0].key && b.t[i].first == 0 && b.t[i].plays == plays);
        key[n++] = b.t[0].key;
        live_step(&l);
    }
    assert_int_equal(n, iterations + 2);
    assert_string_equal(e->kind->phase(e->self), "finished");
    for (int i = 0; i < n; i++)
        for (int k = 0; k < i; k++) assert_int_equal(key[i] == key[k], !fresh && i < iterations);
    live_close(&l);
}

static void test_games_of_the_phases(void **state)
{
    (void)state;
    check_games(NULL, true);
    check_games("training.fresh_games=no", false);
}

/* Games are spent to the last whole position. */
static void test_total_games(void **state)
{
    (void)state;
    static const int budgets[] = {10, 11, 12, 19, 20, 21, 27, 30};
    for (int i = 0; registry_optimisers[i] != NULL; i++)
        for (size_t k = 0; k < LENGTH(budgets); k++) {
            char sets[100];
            Live l;
            Result r;
            snprintf(sets, sizeof sets, "training.iterations=0 training.games=2 training.total_games=%d", budgets[k]);
            live_open(&l, ini_for(ON_SPHERE NOT_CHOSEN, registry_optimisers[i]).text, sets, 0);
            live_finish(&l);
            l.setup.experiment.kind->result(l.setup.experiment.self, &r);
            assert_int_equal(r.plays, budgets[k] / 2 * 2);
            assert_int_equal(rows_count(l.rows.text, "metrics"), budgets[k] / 10);
            live_close(&l);
        }
}

/* Pieces stop after the iteration that crosses the budget, not before and not later. */
static void test_total_pieces(void **state)
{
    (void)state;
    for (int budget = 1; budget < 3000; budget = 3 * budget + 7) {
        char sets[100];
        Live l;
        snprintf(sets, sizeof sets, "training.iterations=0 training.total_pieces=%d", budget);
        live_open(&l, ini_for(ON_TETRIS NOT_CHOSEN, &optimiser_pso).text, sets, 0);
        live_finish(&l);
        double before = 0, pieces = 0;
        for (const char *at = l.rows.text; (at = rows_next(at, "metrics")) != NULL; at = strchr(at, '\n') + 1) {
            before = pieces;
            pieces = rows_cell(at, "pieces");
        }
        assert_true(before < budget && pieces >= budget);
        live_close(&l);
    }
}

/* The first budget that is used up ends the training. */
static void test_first_budget_ends(void **state)
{
    (void)state;
    static const struct {
        const char *sets;
        int iterations;
    } rows[] = {{"training.iterations=3 training.total_games=1000 training.total_pieces=100000", 3},
                {"training.iterations=30 training.total_games=40 training.total_pieces=100000", 4},
                {"training.iterations=30 training.total_games=1000 training.total_pieces=1", 1}};
    for (size_t i = 0; i < LENGTH(rows); i++) {
        Live l;
        live_open(&l, ini_for(ON_TETRIS NOT_CHOSEN, &optimiser_pso).text, rows[i].sets, 0);
        live_finish(&l);
        assert_int_equal(rows_count(l.rows.text, "metrics"), rows[i].iterations);
        live_close(&l);
    }
}

/* ---- extending ---- */

/* A run is finished with a smaller budget; from the state that the driver keeps as checkpoint.trained it goes on with a larger
 * one, and equals a run that had the larger one from the start. */
static void check_extended(const char *ini, const char *smaller, const char *larger)
{
    Live first, again, whole;
    char *trained = NULL;
    int used = 0;
    live_open(&first, ini, smaller, 0);
    const Experiment *e = &first.setup.experiment;
    for (bool going = true; going;) {
        going = live_step(&first);
        if (!e->kind->extendable(e->self)) continue;
        free(trained);
        trained = walk_save(e->kind->walk, e->self);
        used = first.rows.used;
    }
    assert_non_null(trained);
    live_resume(&again, ini, larger, 0, trained, first.rows.text, used);
    live_finish(&again);
    live_open(&whole, ini, larger, 0);
    live_finish(&whole);
    assert_true(whole.rows.used > used);
    assert_same_end(&again, &whole);
    live_close(&first);
    live_close(&again);
    live_close(&whole);
    free(trained);
}

static void test_extended(void **state)
{
    (void)state;
#define GAMES_ONLY "training.iterations=0 training.total_games="
#define PIECES_ONLY "training.iterations=0 training.total_pieces="
#define RACE "training.allocation=race training.games=6 training.first_games=2 training.more_games=2 "
    for (int i = 0; registry_optimisers[i] != NULL; i++) {
        const Optimiser *o = registry_optimisers[i];
        check_extended(ini_for(ON_SPHERE CHOSEN, o).text, "training.iterations=4", "training.iterations=9");
        check_extended(ini_for(ON_SPHERE NOT_CHOSEN, o).text, "training.iterations=1", "training.iterations=9");
        check_extended(ini_for(ON_SPHERE CHOSEN, o).text, GAMES_ONLY "23", GAMES_ONLY "41");
        check_extended(ini_for(ON_TETRIS CHOSEN, o).text, "training.iterations=2", "training.iterations=5");
        check_extended(ini_for(ON_TETRIS CHOSEN, o).text, GAMES_ONLY "25", GAMES_ONLY "36");
        check_extended(ini_for(ON_TETRIS CHOSEN, o).text, PIECES_ONLY "400", PIECES_ONLY "1500");
        check_extended(ini_for(ON_TETRIS CHOSEN, o).text, "training.iterations=2", GAMES_ONLY "55");
        check_extended(meta_ini_of(o, problems.tetris).text, "training.iterations=1", "training.iterations=3");
        check_extended(meta_ini_of(o, problems.tetris).text, GAMES_ONLY "28", GAMES_ONLY "44");
        check_extended(meta_ini_of(o, problems.tetris).text, RACE GAMES_ONLY "50", RACE GAMES_ONLY "77");
    }
}

/* A schedule over the budget is known to depend on it, and does. */
static void test_scheduled_differs(void **state)
{
    (void)state;
    const char *const sets[] = {"optimiser.inertia_schedule=linear training.iterations=4",
                                "optimiser.inertia_schedule=linear training.iterations=8"};
    double best[2];
    for (int i = 0; i < 2; i++) {
        Live l;
        live_open(&l, ini_for(ON_SPHERE NOT_CHOSEN, &optimiser_pso).text, sets[i], 0);
        assert_true(l.config.optimiser->scheduled(l.config.optimiser_options));
        live_finish(&l);
        const char *at = l.rows.text;
        while (rows_cell(at, "iteration") < 4) at = strchr(at, '\n') + 1;
        best[i] = rows_cell(at, "mean");
        live_close(&l);
    }
    assert_true(best[0] != best[1]);
}

/* Threads, modes and engines change nothing that is written. */
static void test_same_for_all_judges(void **state)
{
    (void)state;
    static const char *const sets[] = {
        "experiment.threads=1 experiment.mode=none", "experiment.threads=2 experiment.mode=particles",
        "experiment.threads=3 experiment.mode=games", "experiment.threads=8 experiment.mode=both", "experiment.engine=reference"};
    for (int meta = 0; meta <= 1; meta++) {
        Ini ini = meta ? meta_ini_of(&optimiser_pso, problems.tetris) : ini_for(ON_TETRIS CHOSEN, &optimiser_pso);
        Live whole;
        live_open(&whole, ini.text, NULL, 0);
        live_finish(&whole);
        for (size_t i = 0; i < LENGTH(sets); i++) {
            Live l;
            live_open(&l, ini.text, sets[i], 0);
            live_finish(&l);
            assert_same_end(&l, &whole);
            live_close(&l);
        }
        live_close(&whole);
    }
}

/* Names in the registry are unique, and the parts call themselves by them. */
static void ask_for_scratch(const void *game)
{
    const Ruleset odd = {.game = game, .set = &((const Game *)game)->sets[0]};
    agent_greedy.scratch_bytes(&odd);
}

/* Moves may follow a state in a block: every game keeps this promise of game.h, and one that does not is found at once. */
static void test_moves_may_follow_a_state(void **state)
{
    (void)state;
    char said[1000];
    for (int i = 0; registry_games[i] != NULL; i++) {
        Game odd = *registry_games[i];
        assert_int_equal(odd.state_bytes % _Alignof(Move), 0);
        assert_string_equal(aborts(ask_for_scratch, &odd, said, sizeof said), "");
        odd.state_bytes++;
        assert_non_null(strstr(aborts(ask_for_scratch, &odd, said, sizeof said), "state_bytes"));
    }
}

static void test_registry(void **state)
{
    (void)state;
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_registry),
        cmocka_unit_test(test_moves_may_follow_a_state),
        cmocka_unit_test(test_copied_state_plays_alike),
        cmocka_unit_test(test_own_weights),
        cmocka_unit_test(test_features_only_look),
        cmocka_unit_test(test_learning),
        cmocka_unit_test(test_sphere_improves),
        cmocka_unit_test(test_ranks),
        cmocka_unit_test(test_ask_changes_nothing),
        cmocka_unit_test(test_prefix_and_rest),
        cmocka_unit_test(test_search_resumes),
        cmocka_unit_test(test_start_from),
        cmocka_unit_test(test_not_finite_is_worst),
        cmocka_unit_test(test_presets),
        cmocka_unit_test(test_preset_values),
        cmocka_unit_test(test_walls),
        cmocka_unit_test(test_wall_rules),
        cmocka_unit_test(test_inertia_schedule),
        cmocka_unit_test(test_velocity_clamp),
        cmocka_unit_test(test_velocity_start),
        cmocka_unit_test(test_pso_converges),
        cmocka_unit_test(test_random_keeps_its_best),
        cmocka_unit_test(test_function_training_resumes),
        cmocka_unit_test(test_game_training_resumes),
        cmocka_unit_test(test_pso_options_resume),
        cmocka_unit_test(test_evaluation_resumes),
        cmocka_unit_test(test_evaluation_plays_each_game_once),
        cmocka_unit_test(test_meta_resumes),
        cmocka_unit_test(test_claims),
        cmocka_unit_test(test_claim_without_noise),
        cmocka_unit_test(test_meta_improves),
        cmocka_unit_test(test_training_improves),
        cmocka_unit_test(test_games_of_the_phases),
        cmocka_unit_test(test_total_games),
        cmocka_unit_test(test_total_pieces),
        cmocka_unit_test(test_first_budget_ends),
        cmocka_unit_test(test_extended),
        cmocka_unit_test(test_scheduled_differs),
        cmocka_unit_test(test_same_for_all_judges),
    };
    return cmocka_run_group_tests(tests, make_problems, remove_problems);
}
