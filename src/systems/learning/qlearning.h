/* systems/learning/qlearning.h. Room eval. Q-learning as an objective: a play is a whole learning run, and its score is the
 * mean score of the learned table in test games.
 *
 * Idea: a table has a value for each index of an observation and each action. A learning run begins with zeros and takes
 * `steps` steps. A step chooses an action: with probability epsilon any, else one of the highest value, of equals the lowest.
 * It makes the action's move and changes the action's value by a rate towards a target:
 *     target = reward + gamma x the highest value of the next state; where the game has ended, the reward alone
 *     value += rate x (target - value), the rate falling linearly from the first step to the last
 * An illegal action ends a game, too, and has a reward of its own. When a game has ended, the next begins. In the test games
 * the actions of the highest values are made. The position has four settings of a run, the rest are options.
 * Never: names a concrete game; lets a run depend on anything but position, options and seed.
 * Source: C. Watkins, P. Dayan, "Q-learning", 1992; values and rewards: TetrisPros (Java, 2018). */
#ifndef SWARMTRIS_SYSTEMS_LEARNING_QLEARNING_H
#define SWARMTRIS_SYSTEMS_LEARNING_QLEARNING_H

#include "base/param.h"
#include "base/rng.h"
#include "eval/objective.h"
#include "systems/learning/table.h"

/* The coordinates of a position, in this order. */
enum { QLEARNING_RATE_START, QLEARNING_RATE_END, QLEARNING_GAMMA, QLEARNING_EPSILON, QLEARNING_SETTINGS };

/* Names, ranges and defaults of the coordinates: row i, a PARAM_REAL, is about element i of QLEARNING_SETTINGS doubles. */
extern const Param qlearning_settings[];
extern const Units qlearning_units;

/* What the target adds for the next state. */
typedef enum {
    QLEARNING_TARGET_VALUE, /* gamma x its highest value */
    QLEARNING_TARGET_INDEX  /* gamma x the number of the action that has it: a fault of the source, kept to be measured */
} QlearningTarget;
extern const char *const qlearning_targets[]; /* their names, NULL at the end */

/* Keys of [objective]; their rows in qlearning_params say what they mean. */
typedef struct {
    int64_t steps;
    char observation[64], reward[64]; /* named in the game's GameLearning; empty: its first */
    double illegal;
    int target; /* QlearningTarget */
    int test_games;
    int64_t test_turns;
} QlearningOptions;
extern const Param qlearning_params[];

/* A game to be learned, and how. */
typedef struct {
    const Game *game;               /* borrowed */
    const void *rules;              /* (game->rules_bytes), borrowed */
    const Observation *observation; /* one of the game */
    const Reward *reward;           /* one of the game */
    QlearningOptions options;
    int64_t indices; /* indices of the observation under the rules, 1 .. OBSERVATION_INDICES_MAX */
    int actions;     /* actions of the game under the rules */
    Move *move;      /* (actions), owned: the move of each action */
    /* Offsets in the block of a run: the table, the state of its game; then scratch, which a suspended run does not keep: the
     * state before a move, and the moves. */
    size_t table_at, state_at, before_at, move_at;
    double lo[QLEARNING_SETTINGS], hi[QLEARNING_SETTINGS]; /* the box of the positions */
    const char *names[QLEARNING_SETTINGS];
} Qlearning;

/* Whether the game under these rules can be learned with options, a QlearningOptions. If not, *finding says why; its key is one
 * of [objective]. */
bool qlearning_check(const Game *game, const void *rules, const void *options, Finding *finding);

/* Fills *q from what qlearning_check accepts; the caller frees it. Game and rules are borrowed. */
void qlearning_make(Qlearning *q, const Game *game, const void *rules, const QlearningOptions *o);
void qlearning_free(Qlearning *q);

/* q is borrowed and must outlive the objective. */
Objective objective_qlearning(const Qlearning *q);

/* ---- one run, step by step ---- */

/* A run in progress. It has no pointers; the table and the states of its game follow it in one block of qlearning_bytes. */
typedef struct {
    int64_t step;    /* steps made, 0 .. options.steps */
    int64_t begun;   /* games begun so far */
    int64_t illegal; /* illegal actions chosen so far */
    double earned;   /* the rewards of all steps so far */
    Rng rng;         /* draws the actions */
    uint64_t seed;   /* identifies the run: its games, actions and tests */
    bool playing;    /* a game is under way */
    int test;        /* test games that have ended */
    int64_t turn;    /* moves of the test game under way */
    int64_t tested;  /* moves of all test games */
    double score;    /* sum of the scores of the test games that have ended */
} QlearningRun;

/* Size of the block of a run: the run, its table and the state of its game, then scratch. */
size_t qlearning_bytes(const Qlearning *q);

/* Starts a run with all values 0 in block (qlearning_bytes, aligned as by mem_lines). */
QlearningRun *qlearning_begin(const Qlearning *q, uint64_t seed, void *block);

/* Makes n steps, or as many as are left. x (QLEARNING_SETTINGS). */
void qlearning_learn(const Qlearning *q, QlearningRun *run, const double *x, int64_t n);

/* qlearning_test begins a test of the table as it is. qlearning_test_play plays up to n moves of it; false: it has not ended
 * yet. qlearning_score: the mean score of a test that has ended. */
void qlearning_test(QlearningRun *run);
bool qlearning_test_play(const Qlearning *q, QlearningRun *run, int64_t n);
double qlearning_score(const Qlearning *q, const QlearningRun *run);

/* The current table of a run; borrowed. */
ActionTable qlearning_table(const Qlearning *q, const QlearningRun *run);

#endif
