/* agent.h. How a move is chosen, given weights.
 *
 * Idea: an agent looks at one state through Game and returns a move. It keeps nothing: the same state and weights give the same
 * move, whatever was played before. Most agents take one weight for each feature of a set, and which set is a choice of the user.
 * An agent whose value is no weighted sum names its weights itself, each with its range, and the features that it reads.
 * Never: names a concrete game, keeps memory outside its scratch, draws a random number. */
#ifndef SWARMTRIS_AGENT_AGENT_H
#define SWARMTRIS_AGENT_AGENT_H

#include "agent/observer.h"
#include "base/jobs.h"
#include "base/param.h"
#include "game/lanes.h"

/* In place of a move: the agent makes none, and the game ends there. */
enum { AGENT_GIVES_UP = -1 };

/* Size in bytes of a name that Agent.weight_name writes, the terminating zero included. */
enum { WEIGHT_NAME_MAX = 64 };

/* What is played. All borrowed. */
typedef struct {
    const Game *game;
    const void *rules;     /* (game->rules_bytes), valid (Game.check) */
    const FeatureSet *set; /* the features, in the order of the weights; for an agent with its own weights: those that it reads */
    const void *options;   /* the agent's options (options_bytes) */
    const void *learned;   /* what the agent's file holds, for this agent alone; NULL: the agent has no file */
    /* The observer whose features form the set, with indices from game->n_features on. NULL: the set has features of the game. */
    const Observer *observer;
    /* Where the agent counts the positions that it looks at. Once it has ended, the agent returns as soon as it can, and what it
     * returns is not to be made: the turn is abandoned, and chosen anew later. NULL: nothing is counted. */
    SearchLimit *limit;
} Rules;

/* How an agent lets several threads search one move (agent/decision.h). */
typedef struct Branching Branching;

/* The value of the move that led from `before` to `after`, given weights w (agent_weights). */
typedef double MoveValue(const Rules *r, const void *before, const void *after, const double *w);

typedef struct {
    const char *name, *doc;
    const Param *params; /* rows of the options, [agent] in an ini; may be empty */
    size_t options_bytes;

    /* The agent's own weights: rows of PARAM_REAL, row i the weight at offset i * sizeof(double), with its range, its default and
     * its meaning. NULL: one weight for each feature of the set. */
    const Param *weights;
    /* For weights whose number depends on options and features (a network): that number, and the name of weight i, which may be a
     * key of an ini. The weights have the range of [objective], and the user chooses the features. Both NULL: as `weights`
     * says. */
    int (*count)(const Rules *r);
    void (*weight_name)(const Rules *r, int i, char *out); /* out: WEIGHT_NAME_MAX bytes */
    /* For an agent with `weights`: names of the features that it reads, separated by blanks; they form the set of its rules. It
     * plays every game that has these features. Empty: it reads none, and plays games for learners. */
    const char *reads;
    /* The option that names the file (config/kinds.h) by which the agent plays; such an agent has no weights. NULL: the
     * agent plays by weights. */
    const char *file;

    /* As Game.check, for the agent's options under these rules; each option is already in range. NULL: nothing can be wrong. */
    int (*check)(const Rules *r, Finding *out);

    /* The value by which the agent compares moves. */
    MoveValue *value;

    /* Bytes of scratch that choose or plan needs under these rules. */
    size_t (*scratch_bytes)(const Rules *r);

    /* The move to make in state, which has a move, or AGENT_GIVES_UP; w (agent_weights). NULL: the agent plans. */
    Move (*choose)(const Rules *r, const void *state, const double *w, void *scratch);

    /* Writes the moves to make from state on, before the agent is called again, to out (plan_max). Returns how many, 1 or more. A
     * chance may come between two moves only if it cannot change the later ones. Both NULL: choose makes one move at a time. */
    int (*plan_max)(const Rules *r);
    int (*plan)(const Rules *r, const void *state, const double *w, Move *out, void *scratch);

    /* How threads share the search for one move (decision.h); NULL: they cannot. */
    const Branching *branching;

    /* The agent makes the move of the highest value, the first of equals, as Lanes.best does. */
    bool greedy;

    /* turn makes the agent's move in every state of n groups, 1 .. groups_max, on lanes. It draws no chance; a state without a
     * move is then over. scratch: lanes_scratch_bytes, aligned as lanes.h requires. NULL: only the reference plays. */
    size_t (*lanes_scratch_bytes)(const Rules *r, const Lanes *l);
    void (*turn)(const Rules *r, const Lanes *l, const void *plan, const LaneGroup *group, int n, void *scratch);

    /* play: one game alone, with its chances, to one of the bounds or to the end of the game, by lanes with Lanes.play. NULL: the
     * agent cannot play alone. plays: whether it can with these options; NULL: with all. */
    void (*play)(const Rules *r, const Lanes *l, const void *plan, const void *weights, void *state, const Bounds *until,
                 void *scratch);
    bool (*plays)(const Rules *r);
} Agent;

/* A plan, and how much of it has been made. It stays empty for an agent that makes one move at a time. */
typedef struct {
    int n, made; /* moves of the plan; how many of them have been made */
    Move move[]; /* (n) */
} MovePlan;

/* Bytes of a plan, which is aligned as a Move; an empty plan is all zeros. */
size_t plan_bytes(const Agent *a, const Rules *r);

/* The next move of the plan, or AGENT_GIVES_UP. If all moves of the plan have been made, the agent first makes a new plan, which
 * stays empty if it is abandoned. state has at least one move. */
Move plan_next(const Agent *a, const Rules *r, const void *state, const double *w, MovePlan *plan, void *scratch);

/* How many of the moves (n, 1 or more) from state on can be made before a chance is due. copy (state_bytes), odds (outcomes_max):
 * scratch. */
int plan_certain(const Rules *r, const void *state, const Move *move, int n, void *copy, int *odds);

/* How many weights the agent takes under these rules. */
int agent_weights(const Agent *a, const Rules *r);

/* Whether the agent takes one weight for each feature of the set, and none of its own. */
bool agent_weighs_features(const Agent *a);

/* Whether the agent can play one game alone on lanes (Agent.play). */
bool agent_plays_alone(const Agent *a, const Rules *r);

/* The features of a move, in the order of the set, into out (set->n). */
void rules_features(const Rules *r, const void *before, const void *after, double *out);

/* The value of a move for most agents: the sum of weight x feature in the order of the set, in plain doubles. */
MoveValue rules_value;

/* rules_value in two sums: own, over the features of the move alone (Feature.of_move); board, over all others. */
void rules_parts(const Rules *r, const void *before, const void *after, const double *w, double *own, double *board);

/* Writes the moves that greedy_move tries to out (moves_max); returns how many. Moves that the game knows to be as good as an
 * earlier one are left out. */
int greedy_moves(const Rules *r, const void *state, Move *out);

/* The move of the highest value, the first of equals: each of greedy_moves is tried on a copy of the state. scratch:
 * greedy_bytes. A value that is not a number never wins, so with such weights the first move is made. */
size_t greedy_bytes(const Rules *r);
Move greedy_move(const Rules *r, const void *state, const double *w, MoveValue *value, void *scratch);

#endif
