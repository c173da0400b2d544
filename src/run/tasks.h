/* run/tasks.h. Live objectives, each made of a checked configuration, and the trainings that play on them.
 *
 * Idea: a task is a box of positions with the objective over it: weights of a feature set under the rules of a game, settings
 * of a learner under such rules, or a test function. Trainings under the same rules share one task, so that their games fill
 * the same lanes. A training plays on up to three tasks, since its phases may have other rules than the reported score. Mistakes
 * that can only be found once the tasks exist are found here: start weights that do not fit the box, a budget that does not pay
 * for one iteration.
 * Never: begins to train. */
#ifndef SWARMTRIS_RUN_TASKS_H
#define SWARMTRIS_RUN_TASKS_H

#include "base/rng.h"
#include "config/config.h"
#include "eval/splitting.h"
#include "experiment/train.h"
#include "store/rundir.h"

#include <stdatomic.h>
#include <stdio.h>

typedef struct {
    const Config *config;     /* the configuration that describes the objective; borrowed */
    const void *rules;        /* rules of the game, among those of config; borrowed; NULL: no game is played */
    Estimator estimator;      /* how scores are estimated; ESTIMATOR_GAMES for a function */
    int64_t longest;          /* a game ends after so many turns; 0: as config_game_end says */
    Player player;            /* plays the games; empty if rules is NULL, and for learners */
    Splitting splitting;      /* how replicates are made; empty if whole games are played */
    void *own;                /* what the kind of objective has made; owned; NULL: it makes nothing */
    FunctionProblem function; /* the test function; empty if a game is played */
    double *lo, *hi;     /* (space.dim), owned: the box of the weights; NULL for functions and learners, which have their own */
    const char **names;  /* (space.dim), owned: names of the features; NULL for functions and learners */
    Objective objective; /* points to the members above, so a task must not be moved */
} Task;

typedef struct {
    Task *task;  /* (room), owned; never moved, since objectives point into it */
    int n, room; /* tasks that have been made; tasks that there is space for */
} Tasks;

/* Makes *t empty, with space for room >= 1 tasks. */
void tasks_start(Tasks *t, int room);
void tasks_free(Tasks *tasks);

/* The index of the task in which c plays under rules, games of at most `longest` turns (0: as config_game_end says), with this
 * estimator. It is made unless the same one exists from index first on (0 .. t->n); there must be room for it. */
int tasks_find(Tasks *t, const Config *c, const void *rules, Estimator estimator, int64_t longest, int first);

/* Adds an empty task of c, for an experiment that its kind sets up; the caller makes the objective. */
Task *tasks_add(Tasks *t, const Config *c);

/* ---- trainings ---- */

typedef struct {
    TrainSpec *spec; /* (n), owned; points into configurations and tasks */
    double **from;   /* (n), owned: the start weights of each; NULL: the optimiser's own */
    int n;           /* trainings */
} Trainings;

/* Makes the trainings that the configurations (n >= 1, borrowed) describe, with the tasks that they need; *tasks is empty and is
 * started here. Start weights are not read. */
void trainings_make(Trainings *t, Tasks *tasks, const Config *config, int n);
void trainings_free(Trainings *t);

/* Reads the start weights of training i, if its configuration c names any. False: errors says what is wrong with them. */
bool trainings_read_from(Trainings *t, const Config *c, int i, Errors *errors);

/* The plays of an iteration: the largest, in which the allocation may also replay the places of the archive, and the smallest
 * that the first may be. */
typedef struct {
    int candidates; /* in the largest; the plays are not to be used if they are more than OPTIM_CANDIDATES_MAX */
    int64_t most, first;
} IterationSize;
IterationSize trainings_iteration(const TrainSpec *spec);

/* Whether the budget of a training pays for an iteration, and no iteration is too large. False: errors has the sentence. c has
 * the origins of the values. origin: the beginning of the sentence; NULL: the place where the budget was given. */
bool trainings_pay(const Config *c, const TrainSpec *spec, const char *origin, Errors *errors);

/* ---- kinds of objective that are more than players, functions or trainings ---- */

struct Setup;

/* What a run needs of such a kind. Members may be NULL. */
struct ObjectiveRun {
    /* make makes t->objective of t->config and t->rules, and t->own, into which it points; release frees t->own. */
    void (*make)(Task *t);
    void (*release)(void *own);

    /* set_up makes tasks and s->experiment if there is no training; other ranks share neither. False: errors has the reasons. by
     * names the method for people: "descent"; describe writes the end of a line about the problem. */
    bool (*set_up)(struct Setup *s, Errors *errors);
    const char *by;
    void (*describe)(const Config *c, char *out, size_t room);
    /* Prints the rows of [rules] of the file with the result. */
    void (*print_rules)(FILE *f, const struct Setup *s);

    /* Writes the further files of a finished run. last: purpose of the plays of the last reported score. False: *asked (a
     * StopReason) demands a stop, and the files are as they were. errors gets a sentence for a file that cannot be written. */
    bool (*leave)(RunDir *d, const struct Setup *s, const Result *r, RngPurpose last, const atomic_int *asked, Errors *errors);
};

/* The ObjectiveRun of c's kind of objective; all members are NULL if it has none. */
const ObjectiveRun *tasks_run(const Config *c);

#endif
