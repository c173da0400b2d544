/* eval/objective.h. Objectives, and the evaluator that answers a whole batch of trials at once.
 *
 * Idea: the evaluator cuts the plays of all trials into job lists that a team of threads plays, longest expected first; the mode
 * decides only how they are cut:
 *     none       one thread, one play after another
 *     particles  one list a trial, one thread a list
 *     games      one list a trial, all threads, a barrier after each
 *     both       one list an objective, all threads, no barrier
 * Answers go to fixed places and nothing is summed here, so results depend neither on the mode nor on the threads.
 * Never: opens files; contains an algorithm of a player or an optimiser. */
#ifndef SWARMTRIS_EVAL_OBJECTIVE_H
#define SWARMTRIS_EVAL_OBJECTIVE_H

#include "agent/player.h"
#include "base/jobs.h"
#include "base/mem.h"
#include "base/quantity.h"

typedef struct {
    const char *name;     /* of the game or of the function */
    Space space;          /* the box of its positions; arrays borrowed */
    const Units *units;   /* names and kinds of its numbers; borrowed */
    size_t scratch_bytes; /* that work needs, for each thread */
    int grain;            /* plays, at least 1, that are worth the cost of waking a thread */
    const void *self;     /* the Player, or the FunctionProblem; borrowed */
    /* Plays jobs of one list until it is empty (true) or s says stop (false). scratch: scratch_bytes from mem_lines. */
    bool (*work)(const void *self, JobList *l, void *scratch, const StopCheck *s);
} Objective;

/* The objective of a game: x are weights, a play is a game, its cost the turns. space.dim is the number of the player's weights.
 * The player is borrowed and must outlive the objective. */
Objective objective_games(const Player *p, Space space);

/* A test function (functions.c; registry.h has their list): score minus the error, cost 1. */
typedef struct {
    const char *name;                          /* in [objective] kind */
    const char *doc;                           /* one line about its shape */
    double half_width;                         /* B > 0 of the classical box [-B, B]^dim */
    double (*value)(const double *z, int dim); /* the error at z (dim), the optimum being 0 */
} Function;
extern const Units function_units; /* of all test functions */

/* A function in dim dimensions, its optimum shifted to s_j = 0.4 B sin(j), j = 1..dim. */
typedef struct {
    const Function *function; /* borrowed */
    int dim;                  /* at least 1 */
    MemOwner owned;           /* has all below */
    double *lo, *hi;          /* (dim): the box */
    double *shift;            /* (dim): the position of the optimum */
    const char **names;       /* (dim): x1, x2, ... */
} FunctionProblem;
void function_make(FunctionProblem *f, const Function *function, int dim);
void function_free(FunctionProblem *f);
/* f is borrowed and must outlive the objective. */
Objective objective_function(const FunctionProblem *f);

typedef enum { EVALUATOR_NONE, EVALUATOR_PARTICLES, EVALUATOR_GAMES, EVALUATOR_BOTH } EvaluatorMode;
extern const char *const evaluator_modes[]; /* their names, NULL at the end */

typedef struct Evaluator Evaluator;

/* objective (n >= 1) is borrowed. threads 0: as many as there are processors. */
Evaluator *evaluator_create(const Objective *objective, int n, EvaluatorMode mode, int threads);

/* evaluator_threads: the threads that evaluate_batch will use. evaluator_missing: how many more were asked for, but cannot be
 * started, because the system or a limit of the process allows no more. */
int evaluator_threads(const Evaluator *e);
int evaluator_missing(const Evaluator *e);

/* All ranks share each batch from now on (cluster.h); the mode must be both. c is borrowed. */
struct Cluster;
void evaluator_share(Evaluator *e, struct Cluster *c);

/* The threads of all ranks. */
int evaluator_workers(const Evaluator *e);

/* Answers all plays of the batch (after batch_seat) that are not done. Returns false if s has stopped the
 * call; any subset of the plays may then be answered. */
bool evaluate_batch(Evaluator *e, Batch *b, const StopCheck *s);

void evaluator_destroy(Evaluator *e);

#endif
