/* decision.h. One move that several threads search together.
 *
 * Idea: an agent lists the branches of a decision, each of which can be searched by itself, to any depth, and combines their
 * values in the order of their index. So the move depends neither on the number of threads nor on which of them searches a
 * branch. A decision that is bounded goes from depth to depth, and a depth counts once all of its branches are finished; depth
 * 1 is always finished. It is bounded by
 *     nodes   positions of all depths together. What they come to at a depth does not depend on the order of its branches,
 *             so that the move is reproducible
 *     stop    a check, such as a clock. The move then depends on how fast the machine is
 * Never: depends on the kind of game, or knows what its threads are. */
#ifndef SWARMTRIS_AGENT_DECISION_H
#define SWARMTRIS_AGENT_DECISION_H

#include "agent/agent.h"
#include "base/jobs.h"

#include <stdatomic.h>

/* What bounds a decision, and how much of that is spent. Shared by the threads that search it. */
typedef struct {
    int64_t nodes;             /* most positions; 0: any number */
    const StopCheck *stop;     /* NULL: nothing stops it; borrowed */
    _Atomic(int64_t) searched; /* positions so far */
    atomic_bool ended;         /* a bound was reached */
} SearchLimit;

/* Counts positions that are about to be searched. False: a bound is reached, and the branch is to be left. */
bool search_spend(SearchLimit *l, int positions);

/* How an agent shares a decision. List and scratch are flat blocks, aligned for anything; what is written into the list refers
 * to no other memory but t, state and w, all of which outlive the decision. */
struct Branching {
    size_t (*list_bytes)(const Rules *t);
    size_t (*scratch_bytes)(const Rules *t); /* of each thread */
    int (*depths)(const Rules *t);           /* the search goes to depths 1 .. depths */

    /* Depth 1: lists the branches of state, which has a move, and counts its positions. Returns the number of the branches that
     * are worth a search to greater depths, moves_max at most; it may be 0. */
    int (*list)(const Rules *t, const void *state, const double *w, void *list, SearchLimit *l);

    /* The value of a branch, 0 .. number - 1, at depth, 2 .. depths. False: search_spend has returned false. */
    bool (*search)(const Rules *t, const void *list, int branch, int depth, double *value, void *scratch, SearchLimit *l);

    /* The move, given the value of each branch; NULL: depth 1 is all that is known. */
    Move (*combine)(const Rules *t, const void *list, const double *value);
};

/* What was decided. */
typedef struct {
    Move move;
    int depth;         /* that was finished */
    int64_t positions; /* of the depths that were finished; the same for any number of threads */
    bool cut;          /* a bound was reached before the greatest depth was finished */
} Decided;

/* One depth of a decision, whose branches threads take one after the other. */
typedef struct {
    const Rules *t; /* borrowed, as all blocks */
    const Branching *how;
    void *list;
    double *value; /* (moves_max) */
    int branches, depth;
    atomic_int next; /* the first branch that no thread has taken; it may run past their number */
    SearchLimit limit;
} Decision;

/* Searches branches until none is left, or a bound is reached. */
void decision_work(Decision *d, void *scratch);

/* Decides. Each depth is handed to work, which has decision_work called by any number of threads, each with a scratch of its
 * own, and returns when all of them have returned. state: has at least one move; w: of the agent; list (list_bytes), value
 * (moves_max): scratch. */
typedef void DecisionThreads(void *ctx, Decision *d);
Decided decision_make(const Rules *t, const Branching *how, const void *state, const double *w, int64_t nodes,
                      const StopCheck *stop, void *list, double *value, DecisionThreads *work, void *ctx);

/* The same without bounds in the calling thread: what Agent.choose and its scratch_bytes are made of. */
size_t decision_bytes(const Rules *t, const Branching *how);
Move decision_alone(const Rules *t, const Branching *how, const void *state, const double *w, void *scratch);

#endif
