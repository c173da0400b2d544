/* lookahead.c. Two moves deep: a move is judged together with the best move that can follow it.
 *
 * What follows may be known (a piece that is shown), or be up to chance; then every outcome is looked at. A first move has
 *     lost    share of the odds of the outcomes after which no second move is left; 0 or 1 where nothing is up to chance
 *     worth   V1 + mean of V2: its own value, and that of the best second move after each outcome, each read off its own move.
 *             The mean is over the outcomes that leave a second move: sum of odds x V2, in the game's order, divided by the sum
 *             of their odds. Where no outcome leaves one, worth is V1
 * and the least lost one is made, among equals the one of the highest worth, among equals the first.
 * Source: the two-piece controllers of the field, e.g. P. Fahey 2003; V1 + V2 instead of V2 alone: a row cleared by the first
 * piece counts as much as one cleared by the second. */
#include "agent/agent.h"
#include "agent/lookahead_lanes.h"
#include "agent/prospect.h"

#include <assert.h>
#include <string.h>

/* One choice. All but t and w lies in the scratch. */
typedef struct {
    const Rules *t;
    const double *w;    /* (set->n) */
    void *first;        /* state after a first move */
    void *met;          /* state after an outcome of the chance that follows */
    void *second;       /* state after a second move */
    Move *move, *reply; /* (moves_max) each: first moves, second moves */
    int *odds;          /* (outcomes_max) */
} Look;

static size_t lay_out(Look *k, const Rules *t, char *scratch)
{
    const Game *g = t->game;
    size_t used = 0;
    k->first = take_room(scratch, &used, g->state_bytes);
    k->met = take_room(scratch, &used, g->state_bytes);
    k->second = take_room(scratch, &used, g->state_bytes);
    k->move = take_room(scratch, &used, (size_t)g->moves_max * sizeof *k->move);
    k->reply = take_room(scratch, &used, (size_t)g->moves_max * sizeof *k->reply);
    k->odds = take_room(scratch, &used, (size_t)g->outcomes_max * sizeof *k->odds);
    return used;
}

static size_t scratch_bytes(const Rules *t)
{
    return lay_out(&(Look){0}, t, NULL);
}

/* Makes a move on a copy; returns its value. */
static double try_move(const Look *k, const void *state, Move m, void *after)
{
    memcpy(after, state, k->t->game->state_bytes);
    k->t->game->apply(k->t->rules, after, m);
    return rules_value(k->t, state, after, k->w);
}

/* The value of the best move in state, or LOOKAHEAD_NONE. */
static double best_value(const Look *k, const void *state)
{
    int n = k->t->game->moves(k->t->rules, state, k->reply);
    double best = LOOKAHEAD_NONE;
    for (int i = 0; i < n; i++) {
        double value = try_move(k, state, k->reply[i], k->second);
        if (value > best) best = value;
    }
    return best;
}

/* The prospect of a first move of this value that has led to k->first. Chance matters only where it comes before the second
 * move. */
static Prospect judge_first(const Look *k, double value)
{
    const Game *g = k->t->game;
    Outlook outlook = {0};
    bool known = g->moves(k->t->rules, k->first, k->reply) > 0;
    int n = known ? 0 : g->outcomes(k->t->rules, k->first, k->odds);
    if (n == 0) return prospect_for_certain(value, best_value(k, k->first));
    for (int i = 0; i < n; i++) {
        if (k->odds[i] == 0) continue;
        memcpy(k->met, k->first, g->state_bytes);
        g->happen(k->t->rules, k->met, i);
        outlook_add(&outlook, k->odds[i], best_value(k, k->met));
    }
    return prospect_by_chance(value, outlook);
}

static Move choose(const Rules *t, const void *state, const double *w, void *scratch)
{
    Look k = {.t = t, .w = w};
    lay_out(&k, t, scratch);
    int n = t->game->moves(t->rules, state, k.move), chosen = 0;
    assert(n >= 1 && n <= t->game->moves_max);
    Prospect best = prospect_worst;
    for (int i = 0; i < n; i++) {
        Prospect p = judge_first(&k, try_move(&k, state, k.move[i], k.first));
        if (!prospect_better(p, best)) continue;
        best = p;
        chosen = i;
    }
    return k.move[chosen];
}

static const Param params[] = {{0}};

const Agent agent_lookahead = {
    .name = "lookahead",
    .doc = "judges every placement together with the best one of the next piece, of all that may come where it is not shown",
    .params = params,
    .options_bytes = 0,
    .value = rules_value,
    .scratch_bytes = scratch_bytes,
    .choose = choose,
    .lanes_scratch_bytes = lookahead_lanes_scratch_bytes,
    .turn = lookahead_turn,
};
