/* run/tasks.h. Live objectives, each made of a checked configuration.
 *
 * Idea: a task is a box of positions with the objective over it: weights of a feature set under the rules of a game, settings
 * of a learner under such rules, or a test function. Trainings under the same rules share one task, so that their games fill
 * the same lanes.
 * Never: decides which positions are evaluated, or how often. */
#ifndef SWARMTRIS_RUN_TASKS_H
#define SWARMTRIS_RUN_TASKS_H

#include "base/rng.h"
#include "config/config.h"
#include "eval/splitting.h"
#include "store/rundir.h"

#include <stdatomic.h>
#include <stdio.h>

typedef struct {
    const Config *config;     /* the configuration that describes the objective; borrowed */
    const void *rules;        /* of the game, one of config's; borrowed; NULL: no game is played */
    Estimator estimator;      /* how scores are estimated; of a function ESTIMATOR_GAMES */
    int64_t longest;          /* a game ends after so many turns; 0: as config_game_end says */
    Player player;            /* what plays; empty where rules is NULL, and where it is learned how to play */
    Splitting splitting;      /* what replicates are; empty where whole games are played */
    void *own;                /* what the kind of objective has made; owned; NULL: it makes nothing */
    FunctionProblem function; /* what is evaluated; empty where a game is played */
    double *lo, *hi;     /* (space.dim), owned: the box of the weights; NULL of functions and learners, which have their own */
    const char **names;  /* (space.dim), owned: of the features; NULL of functions and learners */
    Objective objective; /* points to the members above: a task stays where it was made */
} Task;

typedef struct {
    Task *task;  /* (room), owned; never moved, since objectives point into it */
    int n, room; /* tasks that have been made, and that there is space for */
} Tasks;

/* Makes *a empty, with space for room >= 1 tasks. */
void tasks_start(Tasks *a, int room);
void tasks_free(Tasks *a);

/* The index of the task in which c plays under rules, games of at most `longest` turns (0: as config_game_end says), with its
 * scores estimated in this way. It is made unless one from index first on (0 .. a->n) has the same; there must be room for it. */
int tasks_find(Tasks *a, const Config *c, const void *rules, Estimator estimator, int64_t longest, int first);

/* How the weights of a task decide; without a measure where no player values moves by features alone. */
Covariance task_covariance(const Task *a);

/* A new task of c, for an experiment that its kind sets up: whoever asks makes its objective. */
Task *tasks_add(Tasks *a, const Config *c);

/* ---- kinds of objective that are more than players, functions or trainings ---- */

struct Setup;

/* What a run asks of them. Members may be NULL. */
struct ObjectiveRun {
    /* Makes a->objective of a->config and a->rules, and a->own, which it points into; and frees a->own. */
    void (*make)(Task *a);
    void (*release)(void *own);
    /* The most that a play costs. NULL: a game ends as the ini says. */
    double (*longest)(const void *options);

    /* Makes tasks and an experiment of its own, s->experiment, where there is no training. Other ranks do not share it. False:
     * errors has the reasons. And what is searched and by what, for people: "descent"; the end of a line about the problem. */
    bool (*set_up)(struct Setup *s, Errors *errors);
    const char *by;
    void (*describe)(const Config *c, char *out, size_t room);
    /* The rows of [rules] of the file that is found. */
    void (*print_rules)(FILE *f, const struct Setup *s);

    /* Writes what else a finished run leaves. last: of the plays of the last reported score. False: *asked (a StopReason) says
     * stop, and the files are as they were. A file that cannot be written is a sentence in errors. */
    bool (*leave)(RunDir *d, const struct Setup *s, const Result *r, RngPurpose last, const atomic_int *asked, Errors *errors);
};

/* That of the kind of objective; all NULL where it has none. */
const ObjectiveRun *tasks_run(const Config *c);

#endif
