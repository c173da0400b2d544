/* random.c. An arbitrary move, as a baseline.
 *
 * An agent draws no random number, so the move follows from a fingerprint of the state: the same state, the same move. */
#include "agent/agent.h"
#include "base/hash.h"

#include <assert.h>

static size_t scratch_bytes(const Rules *r)
{
    return (size_t)r->game->moves_max * sizeof(Move);
}

static Move choose(const Rules *r, const void *state, const double *w, void *scratch)
{
    Move *move = scratch;
    (void)w;
    int n = r->game->moves(r->rules, state, move);
    assert(n >= 1 && n <= r->game->moves_max);
    search_count(r->limit, n);
    return move[hash_u64(hash_bytes(HASH_START, state, r->game->state_bytes), 1) % (uint64_t)n];
}

static const Param params[] = {{0}};

const Agent agent_random = {
    .name = "random",
    .doc = "makes any move that does not lose at once, whatever the weights",
    .params = params,
    .options_bytes = 0,
    .value = rules_value,
    .scratch_bytes = scratch_bytes,
    .choose = choose,
};
