/* agent.c. What agents share: how many weights they take, the value of a move, the move of the highest value, plans. */
#include "agent/agent.h"

#include <assert.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

int agent_weights(const Agent *a, const Rules *t)
{
    if (a->count != NULL) return a->count(t);
    return a->weights != NULL ? param_rows(a->weights) : t->set->n;
}

bool agent_weighs_features(const Agent *a)
{
    return a->weights == NULL && a->count == NULL;
}

bool agent_plays_alone(const Agent *a, const Rules *t)
{
    return a->play != NULL && (a->plays == NULL || a->plays(t));
}

/* Game.values gives all features at once, if the game has it, and the same bits as one at a time. */
void rules_features(const Rules *t, const void *before, const void *after, double *out)
{
    const Game *g = t->game;
    assert(t->observer == NULL || t->set->n == t->observer->n);
    if (t->observer != NULL)
        t->observer->kind->read(t->observer, t->rules, after, out);
    else if (g->values != NULL)
        g->values(t->rules, t->set, before, after, out);
    else
        for (int i = 0; i < t->set->n; i++) out[i] = g->value(t->rules, t->set->index[i], before, after);
}

double rules_value(const Rules *t, const void *before, const void *after, const double *w)
{
    const Game *g = t->game;
    double value = 0, f[FEATURE_SET_MAX];
    assert(t->set->n >= 1);
    if (g->values == NULL && t->observer == NULL) { /* a set may then be longer than f */
        for (int i = 0; i < t->set->n; i++) value += w[i] * g->value(t->rules, t->set->index[i], before, after);
        return value;
    }
    assert(t->set->n <= FEATURE_SET_MAX);
    rules_features(t, before, after, f);
    for (int i = 0; i < t->set->n; i++) value += w[i] * f[i];
    return value;
}

void rules_parts(const Rules *t, const void *before, const void *after, const double *w, double *own, double *board)
{
    const Game *g = t->game;
    const bool together = g->values != NULL || t->observer != NULL;
    double f[FEATURE_SET_MAX], part[2] = {0};
    assert(!together || t->set->n <= FEATURE_SET_MAX);
    if (together) rules_features(t, before, after, f);
    for (int i = 0; i < t->set->n; i++) {
        const int index = t->set->index[i];
        const bool of_move = t->observer == NULL && g->features[index].of_move;
        part[of_move] += w[i] * (together ? f[i] : g->value(t->rules, index, before, after));
    }
    *own = part[true];
    *board = part[false];
}

/* The scratch of greedy_move: a state on which moves are tried, then all moves. */
size_t greedy_bytes(const Rules *t)
{
    assert(t->game->state_bytes % _Alignof(Move) == 0);
    return t->game->state_bytes + (size_t)t->game->moves_max * sizeof(Move);
}

int greedy_moves(const Rules *t, const void *state, Move *out)
{
    const Game *g = t->game;
    return g->distinct != NULL && t->observer == NULL ? g->distinct(t->rules, state, out) : g->moves(t->rules, state, out);
}

Move greedy_move(const Rules *t, const void *state, const double *w, MoveValue *value, void *scratch)
{
    const Game *g = t->game;
    void *after = scratch;
    Move *move = (Move *)(void *)((char *)scratch + g->state_bytes);
    assert((uintptr_t)move % _Alignof(Move) == 0);
    const int n = greedy_moves(t, state, move);
    int best = 0;
    assert(n >= 1 && n <= g->moves_max);
    double best_value = -HUGE_VAL;
    search_count(t->limit, n);
    for (int i = 0; i < n; i++) {
        memcpy(after, state, g->state_bytes);
        g->apply(t->rules, after, move[i]);
        double worth = value(t, state, after, w);
        if (worth > best_value) {
            best_value = worth;
            best = i;
        }
    }
    return move[best];
}

/* ---- plans ---- */

size_t plan_bytes(const Agent *a, const Rules *t)
{
    return sizeof(MovePlan) + (a->plan != NULL ? (size_t)a->plan_max(t) * sizeof(Move) : 0);
}

Move plan_next(const Agent *a, const Rules *t, const void *state, const double *w, MovePlan *plan, void *scratch)
{
    if (a->plan == NULL) return a->choose(t, state, w, scratch);
    assert(plan->made >= 0 && plan->made <= plan->n);
    if (plan->made == plan->n) {
        plan->n = a->plan(t, state, w, plan->move, scratch);
        plan->made = 0;
        if (search_ended(t->limit)) return plan->n = 0, AGENT_GIVES_UP;
        assert(plan->n >= 1 && plan->n <= a->plan_max(t));
    }
    return plan->move[plan->made++];
}

int plan_certain(const Rules *t, const void *state, const Move *move, int n, void *copy, int *odds)
{
    const Game *g = t->game;
    int certain = 0;
    assert(n >= 1);
    memcpy(copy, state, g->state_bytes);
    do g->apply(t->rules, copy, move[certain++]);
    while (certain < n && g->outcomes(t->rules, copy, odds) == 0);
    return certain;
}
