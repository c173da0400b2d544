/* agent.c. What agents share: how many weights they take, the value of a move, the move of the highest value, plans. */
#include "agent/agent.h"

#include <assert.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

int agent_weights(const Agent *a, const Rules *r)
{
    if (a->count != NULL) return a->count(r);
    return a->weights != NULL ? param_rows(a->weights) : r->set->n;
}

bool agent_weighs_features(const Agent *a)
{
    return a->weights == NULL && a->count == NULL;
}

bool agent_plays_alone(const Agent *a, const Rules *r)
{
    return a->play != NULL && (a->plays == NULL || a->plays(r));
}

/* Game.values gives all features at once, if the game has it, and the same bits as one at a time. */
void rules_features(const Rules *r, const void *before, const void *after, double *out)
{
    const Game *g = r->game;
    assert(r->observer == NULL || r->set->n == r->observer->n);
    if (r->observer != NULL)
        r->observer->kind->read(r->observer, r->rules, after, out);
    else if (g->values != NULL)
        g->values(r->rules, r->set, before, after, out);
    else
        for (int i = 0; i < r->set->n; i++) out[i] = g->value(r->rules, r->set->index[i], before, after);
}

double rules_value(const Rules *r, const void *before, const void *after, const double *w)
{
    const Game *g = r->game;
    double value = 0, f[FEATURE_SET_MAX];
    assert(r->set->n >= 1);
    if (g->values == NULL && r->observer == NULL) { /* a set may then be longer than f */
        for (int i = 0; i < r->set->n; i++) value += w[i] * g->value(r->rules, r->set->index[i], before, after);
        return value;
    }
    assert(r->set->n <= FEATURE_SET_MAX);
    rules_features(r, before, after, f);
    for (int i = 0; i < r->set->n; i++) value += w[i] * f[i];
    return value;
}

void rules_parts(const Rules *r, const void *before, const void *after, const double *w, double *own, double *board)
{
    const Game *g = r->game;
    const bool together = g->values != NULL || r->observer != NULL;
    double f[FEATURE_SET_MAX], part[2] = {0};
    assert(!together || r->set->n <= FEATURE_SET_MAX);
    if (together) rules_features(r, before, after, f);
    for (int i = 0; i < r->set->n; i++) {
        const int index = r->set->index[i];
        const bool of_move = r->observer == NULL && g->features[index].of_move;
        part[of_move] += w[i] * (together ? f[i] : g->value(r->rules, index, before, after));
    }
    *own = part[true];
    *board = part[false];
}

/* The scratch of greedy_move: a state on which moves are tried, then all moves. */
size_t greedy_bytes(const Rules *r)
{
    assert(r->game->state_bytes % _Alignof(Move) == 0);
    return r->game->state_bytes + (size_t)r->game->moves_max * sizeof(Move);
}

int greedy_moves(const Rules *r, const void *state, Move *out)
{
    const Game *g = r->game;
    return g->distinct != NULL && r->observer == NULL ? g->distinct(r->rules, state, out) : g->moves(r->rules, state, out);
}

Move greedy_move(const Rules *r, const void *state, const double *w, MoveValue *value, void *scratch)
{
    const Game *g = r->game;
    void *after = scratch;
    Move *move = (Move *)(void *)((char *)scratch + g->state_bytes);
    assert((uintptr_t)move % _Alignof(Move) == 0);
    const int n = greedy_moves(r, state, move);
    int best = 0;
    assert(n >= 1 && n <= g->moves_max);
    double best_value = -HUGE_VAL;
    search_count(r->limit, n);
    for (int i = 0; i < n; i++) {
        memcpy(after, state, g->state_bytes);
        g->apply(r->rules, after, move[i]);
        double worth = value(r, state, after, w);
        if (worth > best_value) {
            best_value = worth;
            best = i;
        }
    }
    return move[best];
}

/* ---- plans ---- */

size_t plan_bytes(const Agent *a, const Rules *r)
{
    return sizeof(MovePlan) + (a->plan != NULL ? (size_t)a->plan_max(r) * sizeof(Move) : 0);
}

Move plan_next(const Agent *a, const Rules *r, const void *state, const double *w, MovePlan *plan, void *scratch)
{
    if (a->plan == NULL) return a->choose(r, state, w, scratch);
    assert(plan->made >= 0 && plan->made <= plan->n);
    if (plan->made == plan->n) {
        plan->n = a->plan(r, state, w, plan->move, scratch);
        plan->made = 0;
        if (search_ended(r->limit)) return plan->n = 0, AGENT_GIVES_UP;
        assert(plan->n >= 1 && plan->n <= a->plan_max(r));
    }
    return plan->move[plan->made++];
}

int plan_certain(const Rules *r, const void *state, const Move *move, int n, void *copy, int *odds)
{
    const Game *g = r->game;
    int certain = 0;
    assert(n >= 1);
    memcpy(copy, state, g->state_bytes);
    do g->apply(r->rules, copy, move[certain++]);
    while (certain < n && g->outcomes(r->rules, copy, odds) == 0);
    return certain;
}
