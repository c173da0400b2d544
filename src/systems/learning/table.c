/* table.c. Room agent. Plays by a table of values that was learned: in each state the action of the highest value, of equals
 * the lowest.
 *
 * If the table's action is illegal or loses, the agent gives up the game. So a score has the same meaning as in the learning
 * run (qlearning.h). */
#include "systems/learning/table.h"

#include <assert.h>

typedef struct {
    char table[4096]; /* the name of the file */
} TableOptions;

static const Param params[] = {
    {PARAM_ROW(TableOptions, table, PARAM_FILES, "", 0, 0, ""),
     .doc = "the file of the table, table.txt of a run with [objective] kind = qlearning; eval and play take it in place of "
            "weights"},
    {0},
};

/* The agent has no weights: all that it knows is in the file of the table. */
static const Param weights[] = {{0}};

int action_best(const double *value, int n)
{
    int best = 0;
    assert(n >= 1);
    for (int a = 1; a < n; a++)
        if (value[a] > value[best]) best = a;
    return best;
}

/* The values of all actions in a state. */
static const double *row_of(const Rules *r, const void *state)
{
    const ActionTable *t = r->learned;
    assert(t != NULL && t->indices == t->observation->indices(r->rules) && t->actions == r->game->learning->actions(r->rules));
    const int64_t index = t->observation->index(r->rules, state);
    assert(index >= 0 && index < t->indices);
    return t->value + index * t->actions;
}

/* The highest value of an action in the state before the move. */
static double value(const Rules *r, const void *before, const void *after, const double *w)
{
    (void)after, (void)w;
    const double *row = row_of(r, before);
    return row[action_best(row, r->game->learning->actions(r->rules))];
}

static size_t scratch_bytes(const Rules *r)
{
    return (size_t)r->game->moves_max * sizeof(Move);
}

static Move choose(const Rules *r, const void *state, const double *w, void *scratch)
{
    Move *legal = scratch;
    (void)w;
    const GameLearning *l = r->game->learning;
    const Move move = l->move(r->rules, action_best(row_of(r, state), l->actions(r->rules)));
    const int n = r->game->moves(r->rules, state, legal);
    for (int i = 0; i < n; i++)
        if (legal[i] == move) return move;
    return AGENT_GIVES_UP;
}

const Agent agent_table = {
    .name = "table",
    .doc = "takes the action that has the highest value in a table that Q-learning has made; gives up where that is illegal",
    .params = params,
    .options_bytes = sizeof(TableOptions),
    .weights = weights,
    .reads = "",
    .file = "table",
    .value = value,
    .scratch_bytes = scratch_bytes,
    .choose = choose,
};
