#include "tests/fake_lanes.h"
#include "base/hash.h"
#include "game/tetris/tetris.h"
#include "tests/helpers.h"

enum { WIDTH = 4, GROUPS = 3 };

static const Game *const game = &game_tetris;

/* use: NULL, or what is counted. */
typedef struct {
    Rules r;
    bool early;
    FakeUse *use;
} Plan;

/* found_out: a move was asked for, and there was none. */
typedef struct {
    _Alignas(LANES_ALIGNMENT) TetrisState s;
    bool found_out;
} State;

typedef struct {
    _Alignas(LANES_ALIGNMENT) const double *w;
    double slack;
} Weights;

static void assert_aligned(const void *p)
{
    assert_int_equal((uintptr_t)p % LANES_ALIGNMENT, 0);
}

static const void *rules_of(const void *plan)
{
    return ((const Plan *)plan)->r.rules;
}

static bool runs_here(void)
{
    return true;
}

static const char *refuses(const void *rules, const FeatureSet *set)
{
    (void)set;
    return ((const TetrisRules *)rules)->width == 13 ? "the fake is superstitious" : NULL;
}

/* ---- states ---- */

static void make_plan(const void *rules, const FeatureSet *set, void *plan)
{
    assert_aligned(plan);
    *(Plan *)plan = (Plan){.r = {.game = game, .rules = rules, .set = set}};
}

static void make_early_plan(const void *rules, const FeatureSet *set, void *plan)
{
    make_plan(rules, set, plan);
    ((Plan *)plan)->early = true;
}

static void weigh(const void *plan, const double *w, void *out)
{
    Weights *v = out;
    assert_aligned(out);
    *v = (Weights){.w = w};
    for (int i = 0; i < ((const Plan *)plan)->r.set->n; i++) v->slack = fmax(v->slack, fabs(w[i]) / 2);
}

static void start(const void *plan, const void *weights, uint64_t seed, void *state)
{
    State *s = state;
    assert_aligned(state);
    assert_aligned(weights);
    memset(s, 0, sizeof *s);
    game->start(rules_of(plan), seed, &s->s);
}

static bool high(const TetrisRules *rules, const TetrisState *s)
{
    int highest = 0;
    for (int x = 0; x < rules->width; x++)
        if (s->top[x] > highest) highest = s->top[x];
    return 2 * highest > rules->height;
}

static int kind(const void *plan, const void *state)
{
    const State *s = state;
    if (s->found_out || (s->s.lost && ((const Plan *)plan)->early)) return LANES_OVER;
    return s->s.piece == TETRIS_NO_PIECE ? LANES_WAITING : s->s.piece + (high(rules_of(plan), &s->s) ? TETRIS_TETROMINOES : 0);
}

static void chance(const void *plan, void *const *state, int n, int *out)
{
    for (int i = 0; i < n; i++) {
        State *s = state[i];
        game->chance(rules_of(plan), &s->s);
        out[i] = kind(plan, s);
    }
}

static int outcomes(const void *plan, const void *state, int *odds)
{
    return game->outcomes(rules_of(plan), &((const State *)state)->s, odds);
}

static int happen(const void *plan, void *state, int outcome)
{
    game->happen(rules_of(plan), &((State *)state)->s, outcome);
    return kind(plan, state);
}

static Tally tally(const void *state)
{
    return game->tally(&((const State *)state)->s);
}

static bool sound(const void *plan, const void *state)
{
    return game->sound(rules_of(plan), &((const State *)state)->s);
}

void fake_lanes_pack(const void *game_state, void *state)
{
    State *s = state;
    assert_aligned(state);
    memset(s, 0, sizeof *s);
    memcpy(&s->s, game_state, sizeof s->s);
}

/* ---- moves ---- */

static void check_groups(const void *plan, const LaneGroup *group, int n)
{
    assert_in_range(n, 1, GROUPS);
    for (int j = 0; j < n; j++) {
        assert_in_range(group[j].n, 1, WIDTH);
        for (int i = 0; i < group[j].n; i++) {
            assert_aligned(group[j].state[i]);
            assert_aligned(group[j].weights[i]);
            assert_int_equal(kind(plan, group[j].state[i]), group[j].kind);
        }
    }
}

static double value_of(const void *plan, const void *state, const void *weights, Move move)
{
    const State *s = state;
    TetrisState after = s->s;
    game->apply(rules_of(plan), &after, move);
    return rules_value(&((const Plan *)plan)->r, &s->s, &after, ((const Weights *)weights)->w);
}

static void parts(const void *plan, const void *state, const void *weights, Move move, const void *after, double *own,
                  double *board)
{
    const State *s = state;
    double unasked;
    assert_true(kind(plan, state) >= 0 && move >= 0);
    rules_parts(&((const Plan *)plan)->r, &s->s, &((const State *)after)->s, ((const Weights *)weights)->w, own,
                board != NULL ? board : &unasked);
}

static const double *position(const void *weights)
{
    return ((const Weights *)weights)->w;
}

/* The first move of the highest value, which goes to *value; -1: there is no move. */
static int best_move(const void *plan, const State *s, const Weights *weights, double *value)
{
    Move move[TETRIS_MOVES_MAX];
    int n = game->moves(rules_of(plan), &s->s, move), chosen = 0;
    *value = -HUGE_VAL;
    for (int i = 0; i < n; i++) {
        double v = value_of(plan, s, weights, move[i]);
        if (!(v > *value)) continue;
        *value = v;
        chosen = i;
    }
    return n > 0 ? move[chosen] : -1;
}

static void best(const void *plan, const LaneGroup *group, int n, void *scratch)
{
    (void)scratch;
    check_groups(plan, group, n);
    for (int g = 0; g < n; g++)
        for (int i = 0; i < group[g].n; i++) {
            State *s = group[g].state[i];
            double v;
            int move = best_move(plan, s, group[g].weights[i], &v);
            if (move < 0)
                s->found_out = true;
            else
                game->apply(rules_of(plan), &s->s, move);
        }
}

static int level(const void *plan, int level, const void *state)
{
    return game->level(rules_of(plan), level, &((const State *)state)->s);
}

static void renew(const void *plan, uint64_t seed, void *state)
{
    State *s = state;
    game->renew(rules_of(plan), seed, &s->s);
    if (!s->s.lost) s->found_out = false;
}

static bool is_beyond(const void *plan, const State *s, const Bounds *until)
{
    const int now = until->level >= 0 ? level(plan, until->level, s) : 0;
    if (until->watch != NULL && level(plan, until->watch->level, s) > until->watch->above) return true;
    return until->level >= 0 && (now >= until->high || now <= until->low);
}

static void play(const void *plan, const void *weights, void *state, const Bounds *until, void *scratch)
{
    State *s = state;
    (void)scratch;
    assert_aligned(state);
    assert_aligned(weights);
    assert_true(until->turns > 0 && kind(plan, state) >= 0);
    for (int64_t turns = until->turns; turns > 0 && kind(plan, state) >= 0; turns--) {
        double v;
        int move = best_move(plan, s, weights, &v);
        s->found_out = move < 0;
        if (move < 0) return;
        game->apply(rules_of(plan), &s->s, move);
        game->chance(rules_of(plan), &s->s);
        if (is_beyond(plan, s, until)) return;
    }
}

/* Off by up to the slack, at random; the same if asked again. */
static double roughly(const State *s, const Weights *weights, double value)
{
    uint64_t hash = hash_bytes(hash_bytes(HASH_START, s->s.cell, sizeof s->s.cell), &value, sizeof value);
    return value + weights->slack * 0.999 * (2 * (double)(hash % 10007) / 10006 - 1);
}

static void value(const void *plan, const LaneGroup *group, int n, bool exact, double *out, void *scratch)
{
    FakeUse *use = ((const Plan *)plan)->use;
    (void)scratch;
    check_groups(plan, group, n);
    if (use != NULL) use->groups += n;
    for (int g = 0; g < n; g++)
        for (int i = 0; i < group[g].n; i++) {
            const State *s = group[g].state[i];
            double *v = &out[g * LANES_MAX + i];
            best_move(plan, s, group[g].weights[i], v);
            if (!exact) *v = roughly(s, group[g].weights[i], *v);
            if (use != NULL) use->states++, use->exact += exact;
        }
}

static void moves(const void *plan, const LaneGroup *group, int *n, Move *move, double *out_value, void *scratch)
{
    (void)scratch;
    check_groups(plan, group, 1);
    for (int i = 0; i < group->n; i++) {
        const State *s = group->state[i];
        int at = i * TETRIS_MOVES_MAX;
        n[i] = game->moves(rules_of(plan), &s->s, move + at);
        for (int j = 0; j < n[i]; j++) {
            State next = *s;
            game->apply(rules_of(plan), &next.s, move[at + j]);
            out_value[at + j] = roughly(&next, group->weights[i], value_of(plan, s, group->weights[i], move[at + j]));
        }
    }
}

static void after(const void *plan, const LaneGroup *group, const bool *wanted, void *out, void *scratch)
{
    Move move[TETRIS_MOVES_MAX];
    (void)scratch;
    check_groups(plan, group, 1);
    assert_aligned(out);
    for (int i = 0; i < group->n; i++) {
        const State *s = group->state[i];
        State *next = (State *)out + i * TETRIS_MOVES_MAX;
        const int n = game->moves(rules_of(plan), &s->s, move);
        for (int j = 0; j < n; j++) {
            if (!wanted[i * TETRIS_MOVES_MAX + j]) continue;
            next[j] = *s;
            game->apply(rules_of(plan), &next[j].s, move[j]);
        }
    }
}

static double slack(const void *plan, const void *weights)
{
    (void)plan;
    return ((const Weights *)weights)->slack;
}

void fake_lanes_count(void *plan, FakeUse *use)
{
    *use = (FakeUse){0};
    ((Plan *)plan)->use = use;
}

/* The members that all have. */
#define FAKE(plan_)                                                                                                              \
    .doc = "the reference, four games at a time", .width = WIDTH, .kinds = 2 * TETRIS_TETROMINOES, .groups_max = GROUPS,         \
    .plan_bytes = sizeof(Plan), .state_bytes = sizeof(State), .weights_bytes = sizeof(Weights), .runs_here = runs_here,          \
    .refuses = refuses, .plan = plan_, .weigh = weigh, .start = start, .chance = chance, .outcomes = outcomes, .happen = happen, \
    .kind = kind, .tally = tally, .sound = sound, .best = best, .value = value, .moves = moves, .after = after,                  \
    .value_of = value_of, .slack = slack, .level = level, .renew = renew, .parts = parts, .position = position

const Lanes fake_lanes = {.isa = "plain", FAKE(make_plan)};
const Lanes fake_lanes_early = {.isa = "early", FAKE(make_early_plan)};
const Lanes fake_lanes_alone = {.isa = "alone", FAKE(make_plan), .play = play};

Game fake_game(void)
{
    static const Lanes *const lanes[] = {&fake_lanes, &fake_lanes_alone, NULL};
    Game g = *game;
    g.lanes = lanes;
    return g;
}
