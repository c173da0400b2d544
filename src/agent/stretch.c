/* stretch.c. Stretches of one game by each of the engines. */
#include "agent/stretch.h"

#include "agent/alone.h"

#include <assert.h>
#include <stdint.h>

size_t stretch_state_bytes(const Player *p)
{
    return engine_lines(p->lanes != NULL ? p->lanes->state_bytes : p->table.game->state_bytes);
}

/* Packed weights stand at the beginning, then what the agent needs. */
size_t stretch_bytes(const Player *p)
{
    if (p->lanes == NULL) return engine_lines(p->agent->scratch_bytes(&p->table));
    return engine_lines(p->lanes->weights_bytes) + engine_lines(p->agent->lanes_scratch_bytes(&p->table, p->lanes));
}

int stretch_patience(const Player *p)
{
    return p->lanes == NULL ? 256 : alone_can(p) ? 8192 : 512;
}

void stretch_open(Stretch *t, const Player *p, const double *x, void *scratch)
{
    assert((uintptr_t)scratch % LANES_ALIGNMENT == 0 && p->table.game->level != NULL && p->table.game->renew != NULL);
    *t = (Stretch){.p = p, .x = x, .agent = scratch};
    if (p->lanes == NULL) return;
    t->weights = scratch;
    t->agent = (char *)scratch + engine_lines(p->lanes->weights_bytes);
    p->lanes->weigh(p->plan, x, t->weights);
}

static void draw_chance(const Stretch *t, void *state)
{
    int kind;
    if (t->p->lanes != NULL)
        t->p->lanes->chance(t->p->plan, &state, 1, &kind);
    else
        t->p->table.game->chance(t->p->table.rules, state);
}

void stretch_start(const Stretch *t, uint64_t seed, void *state)
{
    assert((uintptr_t)state % LANES_ALIGNMENT == 0);
    if (t->p->lanes != NULL)
        t->p->lanes->start(t->p->plan, t->weights, seed, state);
    else
        t->p->table.game->start(t->p->table.rules, seed, state);
    draw_chance(t, state);
}

void stretch_renew(const Stretch *t, uint64_t seed, void *state)
{
    assert((uintptr_t)state % LANES_ALIGNMENT == 0);
    if (t->p->lanes != NULL)
        t->p->lanes->renew(t->p->plan, seed, state);
    else
        t->p->table.game->renew(t->p->table.rules, seed, state);
    draw_chance(t, state);
}

int stretch_level(const Stretch *t, int level, const void *state)
{
    const Player *p = t->p;
    assert(level >= 0 && level < p->table.game->n_levels);
    return p->lanes != NULL ? p->lanes->level(p->plan, level, state) : p->table.game->level(p->table.rules, level, state);
}

Tally stretch_tally(const Stretch *t, const void *state)
{
    return t->p->lanes != NULL ? t->p->lanes->tally(state) : t->p->table.game->tally(state);
}

/* ---- playing ---- */

/* Makes one turn, where the twin has no call for a game alone. False: the game is over, or given up. */
static bool take_turn(const Stretch *t, void *state)
{
    const Player *p = t->p;
    const Ruleset *table = &p->table;
    if (p->lanes == NULL) {
        if (table->game->over(state)) return false;
        const Move move = p->agent->choose(table, state, t->x, t->agent);
        if (move == AGENT_GIVES_UP) return false;
        table->game->apply(table->rules, state, move);
        table->game->chance(table->rules, state);
        return true;
    }
    const int kind = p->lanes->kind(p->plan, state);
    const int64_t before = p->lanes->tally(state).turns;
    if (kind == LANES_OVER) return false;
    const LaneGroup alone = {.kind = kind, .n = 1, .state = {state}, .weights = {t->weights}};
    p->agent->turn(table, p->lanes, p->plan, &alone, 1, t->agent);
    draw_chance(t, state);
    return p->lanes->tally(state).turns > before;
}

/* Which bound a state has met after a turn; STRETCH_TURNS: none of a level. */
static StretchEnd meet_bounds(const Stretch *t, const void *state, const Bounds *until)
{
    if (until->level < 0) return STRETCH_TURNS;
    const int level = stretch_level(t, until->level, state);
    return level >= until->high ? STRETCH_HIGH : level <= until->low ? STRETCH_LOW : STRETCH_TURNS;
}

/* Turn after turn. The bounds of levels are looked at after each. */
static void take_turns(const Stretch *t, void *state, const Bounds *until)
{
    for (int64_t left = until->turns; left > 0 && take_turn(t, state); left--)
        if (meet_bounds(t, state, until) != STRETCH_TURNS) return;
}

StretchEnd stretch_play(const Stretch *t, void *state, const Bounds *until, int64_t *turns)
{
    const Player *p = t->p;
    const int64_t before = stretch_tally(t, state).turns;
    assert(until->turns >= 1 && until->level < p->table.game->n_levels && (uintptr_t)state % LANES_ALIGNMENT == 0);
    if (p->lanes != NULL && alone_can(p)) {
        if (p->lanes->kind(p->plan, state) != LANES_OVER)
            p->agent->play(&p->table, p->lanes, p->plan, t->weights, state, until, t->agent);
    } else {
        take_turns(t, state, until);
    }
    *turns = stretch_tally(t, state).turns - before;
    assert(*turns >= 0 && *turns <= until->turns);
    const StretchEnd end = *turns > 0 ? meet_bounds(t, state, until) : STRETCH_TURNS;
    return end == STRETCH_TURNS && *turns < until->turns ? STRETCH_LOST : end;
}
