/* systems/learning/qlearning.h. Room eval. Q-learning as an objective: a play is a whole learning run, and its score is what the
 * learned table earns.
 *
 * Idea: a table has a value for each index of an observation and each action. A learning run begins with zeros and takes so many
 * steps. A step chooses an action in the state of a game (with probability epsilon any, else one of the highest value, of equals
 * the lowest), makes its move, and moves the value by a rate towards a target:
 *     target = reward + gamma x the highest value of the next state; where the game has ended, the reward alone
 *     value += rate x (target - value), the rate falling linearly from the first step to the last
 * An illegal action ends a game, too, and has a reward of its own. When a game has ended, the next begins. At last games are
 * played with the actions of the highest values: their mean score is the score of the play. Four numbers of a run are the
 * position of the objective; the others are options.
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

/* Their names, ranges and defaults: rows of PARAM_REAL, row i over a vector of QLEARNING_SETTINGS doubles. */
extern const Param qlearning_settings[];
extern const Units qlearning_units;

/* What the target adds for the next state. */
typedef enum {
    QLEARNING_TARGET_VALUE, /* gamma x its highest value */
    QLEARNING_TARGET_INDEX  /* gamma x the number of the action that has it: a fault of the source, kept to be measured */
} QlearningTarget;
extern const char *const qlearning_targets[]; /* their names, NULL at the end */

/* Keys of [objective]; the row of each says what it means. */
typedef struct {
    int64_t steps;
    char observation[64], reward[64]; /* names of the game; empty: its first */
    double illegal;
    int target; /* QlearningTarget */
    int test_games;
    int64_t test_turns;
} QlearningOptions;
extern const Param qlearning_params[];

/* What is learned. */
typedef struct {
    const Game *game;               /* borrowed */
    const void *rules;              /* (game->rules_bytes), borrowed */
    const Observation *observation; /* of the game */
    const Reward *reward;           /* of the game */
    QlearningOptions options;
    int64_t indices; /* of the observation under the rules, 1 .. OBSERVATION_INDICES_MAX */
    int actions;     /* of the game under the rules */
    Move *move;      /* (actions), owned: of each action */
    /* Where the parts of the block of a run begin: the table, the state of its game; then scratch, which is not kept of a run
     * that is suspended: the state before a move, and the moves. */
    size_t table_at, state_at, before_at, move_at;
    double lo[QLEARNING_SETTINGS], hi[QLEARNING_SETTINGS]; /* the box of the positions */
    const char *names[QLEARNING_SETTINGS];
} Qlearning;

/* Whether the game under these rules can be learned so, with QlearningOptions; what is wrong is written to *finding, whose key is
 * one of [objective]. */
bool qlearning_check(const Game *game, const void *rules, const void *options, Finding *finding);

/* Fills *q, with which nothing is wrong; the caller frees it. Game and rules are borrowed. */
void qlearning_make(Qlearning *q, const Game *game, const void *rules, const QlearningOptions *o);
void qlearning_free(Qlearning *q);

/* q is borrowed and must outlive the objective. */
Objective objective_qlearning(const Qlearning *q);

/* The most that a play costs with QlearningOptions. */
double qlearning_longest(const void *options);

/* ---- one run, step by step ---- */

/* A run under way. Flat; the states of its game and the table lie behind it in one block of qlearning_bytes. */
typedef struct {
    int64_t step;    /* steps made, 0 .. options.steps */
    int64_t begun;   /* games begun so far */
    int64_t illegal; /* illegal actions chosen so far */
    double earned;   /* the rewards of all steps so far */
    Rng rng;         /* of the actions */
    uint64_t seed;   /* names the run: its games, its actions, its tests */
    bool playing;    /* a game is under way */
    int test;        /* test games that have ended */
    int64_t turn;    /* moves of the test game under way */
    int64_t tested;  /* moves of all test games */
    double score;    /* of the test games that have ended, in all */
} QlearningRun;

/* Bytes of a run with its table, and behind it of scratch. */
size_t qlearning_bytes(const Qlearning *q);

/* A new run, all values 0. block: qlearning_bytes, as mem_lines aligns it. */
QlearningRun *qlearning_begin(const Qlearning *q, uint64_t seed, void *block);

/* Makes n steps, or as many as are left. x (QLEARNING_SETTINGS). */
void qlearning_learn(const Qlearning *q, QlearningRun *run, const double *x, int64_t n);

/* Begins the test of the table as it is; then plays up to n moves of it. False: the test has not ended yet. Its mean score. */
void qlearning_test(QlearningRun *run);
bool qlearning_test_play(const Qlearning *q, QlearningRun *run, int64_t n);
double qlearning_score(const Qlearning *q, const QlearningRun *run);

/* The table of a run, as far as it is; borrowed. */
ActionTable qlearning_table(const Qlearning *q, const QlearningRun *run);

#endif
