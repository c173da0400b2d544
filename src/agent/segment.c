/* segment.c. Segments of one game by each of the engines. */
#include "agent/segment.h"

#include "agent/alone.h"

#include <assert.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

/* ---- levels ---- */

static const Level own_level = {
    "value", "-10 times the value of the best move that the player had, divided by the length of its weights; slow"};

/* The player's own level before the first turn, and its largest absolute value after one. */
enum { OWN_UNKNOWN = -1000000001, OWN_MOST = 1000000000 };

int segment_levels(const Game *game)
{
    return game->n_levels > 0 ? game->n_levels + 1 : 0;
}

const Level *segment_level_of(const Game *game, int level)
{
    assert(level >= 0 && level < segment_levels(game));
    return level < game->n_levels ? &game->levels[level] : &own_level;
}

static bool is_own(const Player *p, int level)
{
    return level >= 0 && level == p->r.game->n_levels;
}

static size_t game_bytes(const Player *p)
{
    return engine_lines(engine_state_bytes(p));
}

/* The player's own level, which is kept after the state of the game. */
static int *own_of(const Segment *s, void *state)
{
    assert(s->look != NULL);
    return (int *)(void *)((char *)state + game_bytes(s->p));
}

size_t segment_state_bytes(const Player *p, int level)
{
    return game_bytes(p) + (is_own(p, level) ? engine_lines(sizeof(int)) : 0);
}

/* ---- scratch: for the agent, and for the values of moves ---- */

size_t segment_weights_bytes(const Player *p)
{
    return p->lanes != NULL ? engine_lines(p->lanes->weights_bytes) : LANES_ALIGNMENT;
}

static size_t agent_bytes(const Player *p)
{
    return engine_lines(p->lanes != NULL ? p->agent->lanes_scratch_bytes(&p->r, p->lanes) : p->agent->scratch_bytes(&p->r));
}

static size_t look_bytes(const Player *p)
{
    return engine_lines(p->lanes != NULL ? p->lanes->scratch_bytes : greedy_bytes(&p->r));
}

size_t segment_bytes(const Player *p, int level)
{
    return agent_bytes(p) + (is_own(p, level) ? look_bytes(p) : 0);
}

/* The length of the weights; 1 if there are none, or all are 0. */
static double length_of(const Player *p, const double *x)
{
    const int n = agent_weights(p->agent, &p->r);
    double square = 0;
    for (int i = 0; i < n; i++) square += x[i] * x[i];
    return square > 0 ? sqrt(square) : 1;
}

void segment_open(Segment *s, const Player *p, const double *x, int level, void *weights, void *scratch)
{
    assert((uintptr_t)weights % LANES_ALIGNMENT == 0);
    assert((uintptr_t)scratch % LANES_ALIGNMENT == 0 && p->r.game->level != NULL && p->r.game->renew != NULL);
    assert(level >= 0 && level < segment_levels(p->r.game));
    *s = (Segment){.p = p, .x = x, .agent = scratch};
    if (is_own(p, level)) {
        assert(p->lanes == NULL || p->agent->value == rules_value); /* the lanes compute this value */
        s->look = (char *)s->agent + agent_bytes(p);
        s->length = length_of(p, x);
    }
    if (p->lanes == NULL) return;
    s->weights = weights;
    p->lanes->weigh(p->plan, x, s->weights);
}

void segment_start(const Segment *s, uint64_t seed, void *state)
{
    assert((uintptr_t)state % LANES_ALIGNMENT == 0);
    engine_start(s->p, s->weights, seed, state);
    if (s->look != NULL) *own_of(s, state) = OWN_UNKNOWN;
    engine_chance(s->p, state);
}

void segment_renew(const Segment *s, uint64_t seed, void *state)
{
    assert((uintptr_t)state % LANES_ALIGNMENT == 0);
    if (s->p->lanes != NULL)
        s->p->lanes->renew(s->p->plan, seed, state);
    else
        s->p->r.game->renew(s->p->r.rules, seed, state);
    engine_chance(s->p, state);
}

int segment_level(const Segment *s, int level, const void *state)
{
    const Player *p = s->p;
    assert(level >= 0 && level < segment_levels(p->r.game) && (s->look != NULL || !is_own(p, level)));
    if (is_own(p, level)) return *(const int *)(const void *)((const char *)state + game_bytes(p));
    return p->lanes != NULL ? p->lanes->level(p->plan, level, state) : p->r.game->level(p->r.rules, level, state);
}

/* ---- playing ---- */

/* The rules by which the agent plays. */
static Rules rules_of(const Segment *s)
{
    Rules r = s->p->r;
    r.limit = s->limit;
    return r;
}

/* Plays on by the agent's call for one game alone (Agent.play). */
static void play_alone(const Segment *s, void *state, const Bounds *until)
{
    const Player *p = s->p;
    if (p->lanes->kind(p->plan, state) == LANES_OVER) return;
    const Rules r = rules_of(s);
    p->agent->play(&r, p->lanes, p->plan, s->weights, state, until, s->agent);
}

static bool plays_alone(const Player *p)
{
    return p->lanes != NULL && alone_can(p);
}

/* Makes one turn with an engine that cannot play alone. False: the game is over, or given up, or the turn is abandoned. */
static bool take_turn(const Segment *s, void *state)
{
    const Player *p = s->p;
    const Rules r = rules_of(s);
    if (p->lanes == NULL) {
        if (r.game->over(state)) return false;
        const Move move = p->agent->choose(&r, state, s->x, s->agent);
        if (move == AGENT_GIVES_UP || search_ended(s->limit)) return false;
        r.game->apply(r.rules, state, move);
        r.game->chance(r.rules, state);
        return true;
    }
    const int kind = p->lanes->kind(p->plan, state);
    const int64_t before = p->lanes->tally(state).turns;
    if (kind == LANES_OVER) return false;
    const LaneGroup alone = {.kind = kind, .n = 1, .state = {state}, .weights = {s->weights}};
    p->agent->turn(&r, p->lanes, p->plan, &alone, 1, s->agent);
    engine_chance(p, state);
    return p->lanes->tally(state).turns > before;
}

/* The bound of a level that the state meets; SEGMENT_TURNS: none. */
static SegmentEnd meet_bounds(const Segment *s, const void *state, const Bounds *until)
{
    if (until->level < 0) return SEGMENT_TURNS;
    const int level = segment_level(s, until->level, state);
    return level >= until->high ? SEGMENT_HIGH : level <= until->low ? SEGMENT_LOW : SEGMENT_TURNS;
}

/* The value of the best move of a state that is not over. */
static double value_of(const Segment *s, void *state)
{
    const Player *p = s->p;
    const Rules *r = &p->r;
    if (p->lanes != NULL) {
        double value[LANES_MAX];
        const LaneGroup alone = {.kind = p->lanes->kind(p->plan, state), .n = 1, .state = {state}, .weights = {s->weights}};
        p->lanes->value(p->plan, &alone, 1, true, value, s->look);
        return value[0];
    }
    const Move move = greedy_move(r, state, s->x, p->agent->value, s->look);
    memcpy(s->look, state, r->game->state_bytes);
    r->game->apply(r->rules, s->look, move);
    return p->agent->value(r, state, s->look, s->x);
}

static int own_level_of(const Segment *s, double value)
{
    const double level = floor(-10 * value / s->length);
    return level > -OWN_MOST ? level < OWN_MOST ? (int)level : OWN_MOST : -OWN_MOST;
}

/* Makes one turn, and stores the player's own level with the state. */
static bool take_valued_turn(const Segment *s, void *state)
{
    static const Bounds one = {.turns = 1, .level = -1};
    const Player *p = s->p;
    const bool over = p->lanes != NULL ? p->lanes->kind(p->plan, state) == LANES_OVER : p->r.game->over(state);
    const int64_t before = engine_tally(s->p, state).turns;
    if (over) return false;
    const double value = value_of(s, state);
    if (plays_alone(p))
        play_alone(s, state, &one);
    else
        take_turn(s, state);
    if (engine_tally(s->p, state).turns == before) return false;
    *own_of(s, state) = own_level_of(s, value);
    return true;
}

/* Plays turn after turn, and checks the bounds of levels after each. */
static void take_turns(const Segment *s, void *state, const Bounds *until)
{
    bool (*const take)(const Segment *, void *) = s->look != NULL ? take_valued_turn : take_turn;
    for (int64_t left = until->turns; left > 0 && take(s, state); left--)
        if (meet_bounds(s, state, until) != SEGMENT_TURNS || search_due(s->limit)) return;
}

SegmentEnd segment_play(const Segment *s, void *state, const Bounds *until, int64_t *turns)
{
    const Player *p = s->p;
    const int64_t before = engine_tally(s->p, state).turns;
    assert(until->turns >= 1 && until->level < segment_levels(p->r.game) && (uintptr_t)state % LANES_ALIGNMENT == 0);
    if (plays_alone(p) && s->look == NULL)
        play_alone(s, state, until);
    else
        take_turns(s, state, until);
    *turns = engine_tally(s->p, state).turns - before;
    assert(*turns >= 0 && *turns <= until->turns);
    const SegmentEnd end = *turns > 0 ? meet_bounds(s, state, until) : SEGMENT_TURNS;
    const bool early = search_ended(s->limit) || search_due(s->limit); /* if the game is lost, too, the next call says so */
    return end == SEGMENT_TURNS && *turns < until->turns && !early ? SEGMENT_LOST : end;
}
