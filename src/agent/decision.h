/* decision.h. One move that several threads search together.
 *
 * Idea: an agent lists the branches of a decision, and combines their values in the order of their index. Each branch can be
 * searched by itself, to any depth. So the move depends neither on the number of threads nor on which of them searches a branch.
 * A bounded decision goes from depth to depth; a depth counts once all of its branches are finished. Depth 1 is always finished.
 * The bounds are
 *     nodes   positions of all depths together. Their number at a depth does not depend on the order of its branches, so that the
 *             move is reproducible
 *     stop    a check, such as a clock. The move then depends on how fast the machine is
 * Beside them is the limit of the rules (Rules.limit): when it ends, no move is to be made.
 * Never: depends on the kind of game, or knows what its threads are. */
#ifndef SWARMTRIS_AGENT_DECISION_H
#define SWARMTRIS_AGENT_DECISION_H

#include "agent/agent.h"

/* How an agent shares a decision. List and scratch are flat blocks, aligned for anything. The list may point only to r, state and
 * w, which outlive the decision. */
struct Branching {
    size_t (*list_bytes)(const Rules *r);
    size_t (*scratch_bytes)(const Rules *r); /* of each thread */
    int (*depths)(const Rules *r);           /* the search goes to depths 1 .. depths */

    /* Depth 1: lists the branches of state, which has a move, and counts its positions (search_count). Returns how many
     * branches are worth a search to greater depths, 0 .. moves_max. */
    int (*list)(const Rules *r, const void *state, const double *w, void *list, SearchLimit *l);

    /* Writes the value of a branch (its index in the list) at depth, 2 .. depths. False: search_spend has returned false. */
    bool (*search)(const Rules *r, const void *list, int branch, int depth, double *value, void *scratch, SearchLimit *l);

    /* The move, given the value of each branch; NULL: only depth 1 has been searched. */
    Move (*combine)(const Rules *r, const void *list, const double *value);
};

/* What was decided. */
typedef struct {
    Move move;
    int depth;         /* the greatest depth that was finished */
    int64_t positions; /* of the finished depths; the same for any number of threads */
    bool cut;          /* a bound was reached before the greatest depth was finished */
} Decided;

/* One depth of a decision, whose branches are taken by threads, each by one of them. */
typedef struct {
    const Rules *r; /* borrowed, as are all pointers here */
    const Branching *how;
    void *list;
    double *value; /* (moves_max) */
    int branches, depth;
    atomic_int next; /* the first branch that no thread has taken; may exceed branches */
    SearchLimit limit;
} Decision;

/* Searches branches until none is left, or a bound is reached. */
void decision_work(Decision *d, void *scratch);

/* Makes a decision. For each depth, `work` must call decision_work in any number of threads, each with its own scratch, and
 * return when all have returned. state: has at least one move; w: (agent_weights); list (list_bytes), value (moves_max):
 * scratch. */
typedef void DecisionThreads(void *ctx, Decision *d);
Decided decision_make(const Rules *r, const Branching *how, const void *state, const double *w, int64_t nodes,
                      const StopCheck *stop, void *list, double *value, DecisionThreads *work, void *ctx);

/* A decision without bounds in the calling thread, for Agent.choose and Agent.scratch_bytes. */
size_t decision_bytes(const Rules *r, const Branching *how);
Move decision_alone(const Rules *r, const Branching *how, const void *state, const double *w, void *scratch);

#endif
