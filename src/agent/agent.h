/* agent.h. How a move is chosen, given weights.
 *
 * Idea: an agent looks at one state through Game and returns a move. It keeps nothing: the same state and weights give the same
 * move, whatever was played before. Most agents take one weight for each feature of a set, and which set is a choice of the user.
 * An agent whose value is no weighted sum names its weights itself, each with its range, and the features that it reads.
 * Never: names a concrete game, keeps memory outside its scratch, draws a random number. */
#ifndef SWARMTRIS_AGENT_AGENT_H
#define SWARMTRIS_AGENT_AGENT_H

#include "agent/observer.h"
#include "base/param.h"
#include "game/lanes.h"

/* In place of a move: the agent makes none, and the game ends there. */
enum { AGENT_GIVES_UP = -1 };

/* Bytes of the name of a weight that an agent counts itself, the terminating zero included. */
enum { WEIGHT_NAME_MAX = 64 };

/* What is played. All borrowed. */
typedef struct {
    const Game *game;
    const void *rules;     /* (game->rules_bytes), with which nothing is wrong */
    const FeatureSet *set; /* the features, in the order of the weights; of an agent with weights of its own: what it reads */
    const void *options;   /* of the agent (options_bytes) */
    const void *learned;   /* what the file of an agent with a file holds, for this agent alone; NULL: of the others */
    /* The features of the set are those of an observer, their indices from game->n_features on. NULL: they are the game's. */
    const Observer *observer;
} Rules;

/* How an agent lets several threads search one move (agent/decision.h). */
typedef struct Branching Branching;

/* The value of the move that led from `before` to `after`, given weights w (agent_weights). */
typedef double MoveValue(const Rules *t, const void *before, const void *after, const double *w);

typedef struct {
    const char *name, *doc;
    const Param *params; /* of the options, [agent] in an ini; may be empty */
    size_t options_bytes;

    /* The agent's own weights: rows of PARAM_REAL, row i the weight at offset i * sizeof(double), with its range, its default and
     * its meaning. NULL: one weight for each feature of the set. */
    const Param *weights;
    /* The same where their number depends on the options and on the features (a network): how many there are, and the name of
     * weight i, which an ini can have as a key. Their range is that of [objective], and the user chooses the features. Both NULL:
     * as above. */
    int (*count)(const Rules *t);
    void (*weight_name)(const Rules *t, int i, char *out); /* out: WEIGHT_NAME_MAX bytes */
    /* With a table of weights of its own: the names of the features that it reads, between blanks, which are the set of its
     * rules. It plays every game that has them; empty: it reads none, and plays games for learners. */
    const char *reads;
    /* The key of its options that names the file (config/agent_file.h) by which it plays; it has no weights then. NULL: it plays
     * by weights. */
    const char *file;

    /* What is wrong with its options, each of which is in range, under these rules; as Game.check. NULL: nothing can be. */
    int (*check)(const Rules *t, Finding *out);

    /* By which it compares moves. */
    MoveValue *value;

    /* Bytes of scratch that choose or plan needs under this ruleset. */
    size_t (*scratch_bytes)(const Rules *t);

    /* The move to make in state, which has at least one, or AGENT_GIVES_UP; w (agent_weights). NULL: the agent plans. */
    Move (*choose)(const Rules *t, const void *state, const double *w, void *scratch);

    /* The moves to make from state on, one after the other, before the agent is asked again: into out (plan_max); returns how
     * many, 1 or more. A chance may fall between two of them only if it cannot change the later ones. NULL: one move at a
     * time, choose. */
    int (*plan_max)(const Rules *t);
    int (*plan)(const Rules *t, const void *state, const double *w, Move *out, void *scratch);

    /* How threads share the search for one move (decision.h); NULL: they cannot. */
    const Branching *branching;

    /* It makes the move of the highest value, the first of equals: what Lanes.best does. */
    bool greedy;

    /* The same on lanes, for n groups, 1 .. groups_max: makes the chosen move in every state; no chance is drawn, and a
     * state without a move is then over. NULL: the reference only. Scratch for it, aligned as lanes.h requires. */
    size_t (*lanes_scratch_bytes)(const Rules *t, const Lanes *l);
    void (*turn)(const Rules *t, const Lanes *l, const void *plan, const LaneGroup *group, int n, void *scratch);

    /* The same for one game alone, of lanes that have a call for it (Lanes.play): turns with their chances, to one of the
     * bounds or to the end of the game. NULL: this agent does not play so. plays: whether it does with these options; NULL: with
     * all. */
    void (*play)(const Rules *t, const Lanes *l, const void *plan, const void *weights, void *state, const Bounds *until,
                 void *scratch);
    bool (*plays)(const Rules *t);
} Agent;

/* What is left of a plan. Where an agent makes one move at a time it stays empty. */
typedef struct {
    int n, made; /* moves of the plan; how many of them have been made */
    Move move[]; /* (n) */
} MovePlan;

/* Bytes of a plan, whose alignment is that of Move; an empty one is all zeros. */
size_t plan_bytes(const Agent *a, const Rules *t);

/* The next move in state, which has at least one: that of the plan, or, where it is at its end, the first of a new one; or
 * AGENT_GIVES_UP. */
Move plan_next(const Agent *a, const Rules *t, const void *state, const double *w, MovePlan *plan, void *scratch);

/* How many of the moves (n, 1 or more) from state on can be made before a chance is due. copy (state_bytes), odds (outcomes_max):
 * scratch. */
int plan_certain(const Rules *t, const void *state, const Move *move, int n, void *copy, int *odds);

/* How many weights the agent takes under these rules. */
int agent_weights(const Agent *a, const Rules *t);

/* Whether it takes one weight for each feature of the set, and none of its own. */
bool agent_weighs_features(const Agent *a);

/* Whether it plays games alone. */
bool agent_plays_alone(const Agent *a, const Rules *t);

/* The features of a move, in the order of the set, into out (set->n). */
void rules_features(const Rules *t, const void *before, const void *after, double *out);

/* The value of a move as most agents have it: the sum over the features in the order of the set of weight x feature, plain
 * doubles. */
MoveValue rules_value;

/* The same sum over the features of the move alone (Feature.of_move), and over the others. */
void rules_parts(const Rules *t, const void *before, const void *after, const double *w, double *own, double *board);

/* The moves that greedy_move tries, into out (moves_max); returns how many. All, or without those that are as good as an earlier
 * one where the game knows them. */
int greedy_moves(const Rules *t, const void *state, Move *out);

/* The move of the highest value, the first of equals: each of greedy_moves is tried on a copy of the state. scratch:
 * greedy_bytes. A value that is not a number never wins, so with such weights the first move is made. */
size_t greedy_bytes(const Rules *t);
Move greedy_move(const Rules *t, const void *state, const double *w, MoveValue *value, void *scratch);

#endif
