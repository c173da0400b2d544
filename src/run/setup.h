/* run/setup.h. From a checked configuration to live parts: tasks, trainings, a meta search, the evaluator, the experiment.
 *
 * Idea: this module joins the rooms that play with the rooms that search. Mistakes that can only be found once the parts exist (a
 * budget smaller than one iteration, an engine that does not support the rules) are found here.
 * Never: plays, or begins to search. */
#ifndef SWARMTRIS_RUN_SETUP_H
#define SWARMTRIS_RUN_SETUP_H

#include "experiment/comparison.h"
#include "run/tuning.h"
#include "store/rundir.h"

typedef struct Setup {
    const Config *config;     /* of the run; borrowed */
    Tasks tasks;              /* the first is that of [game]; others follow if phases or problems play on other boards */
    Objective *objective;     /* (tasks.n), owned: those of the tasks, as the evaluator takes them */
    Trainings trainings;      /* config's own; or those of the problems of a meta search; none if weights are evaluated */
    Tuning tuning;            /* of a meta search; else empty: no problems, no baselines */
    Experiment experiment;    /* owned; empty until it is made */
    Evaluator *evaluator;     /* evaluates objective; owned */
    Cluster *cluster;         /* the ranks that share it; borrowed; NULL: it is of this process alone */
    const char *threads_from; /* where the number of threads comes from, for people: "all processors", "--threads"; borrowed */
} Setup;

/* Makes the training or meta search that config describes. False: errors has the reasons. *s is to be freed in either case. */
bool setup_train(Setup *s, const Config *config, Errors *errors, Errors *warnings);

/* Makes tasks for the configurations (n >= 1, borrowed; the first is the run's), and the evaluator of them all. The caller makes
 * the experiment, on objectives 0 .. n-1, and stores it in *s, which frees it. */
void setup_tasks(Setup *s, const Config *config, int n);

/* Makes the evaluation of weights w (of config's feature set; borrowed) over games >= 1 games, which config's seed and purpose
 * select. error above 0: it ends earlier once comparison_error is at most this. */
void setup_evaluate(Setup *s, const Config *config, const double *w, RngPurpose purpose, int64_t games, double error);

void setup_free(Setup *s);

/* Compares the rules of this objective with those of the run's config. Returns key i >= 0 of those that differ, first keys of
 * the game, then max_pieces; its value under this objective goes to value (room >= PARAM_TEXT_MAX). NULL: there are no more
 * such keys, or the run reports no rules of this objective. */
const char *setup_deviation(const Setup *s, int objective, int i, char *value, size_t room);

/* The estimator, one of `estimators`, that made the plays of a reported score on this objective. NULL: they are whole games, or
 * whatever else the run's objective plays. */
const char *setup_estimator(const Setup *s, int objective);

/* What the numbers of a reported score on this objective are called. */
const Units *setup_units(const Setup *s, int objective);

/* What the plays of the search or of the evaluation are called: "games", "replicates". */
const char *setup_play_name(const Setup *s);

/* The name of the cost of all plays: "pieces", "evaluations"; "turns" if a meta search has several kinds of plays. */
const char *setup_cost_name(const Setup *s);

#endif
