/* run/setup.h. From a checked configuration to live parts: player, objectives, evaluator, experiment.
 *
 * Idea: this is where the wings meet. A training gets an objective for each board that it plays on; a meta search gets those of its
 * problems, whose inis are read here. What only shows once the parts exist (a budget smaller than one round, an engine that does not know the rules)
 * is found here too. */
#ifndef SWARMTRIS_RUN_SETUP_H
#define SWARMTRIS_RUN_SETUP_H

#include "config/problems.h"
#include "eval/objective.h"
#include "experiment/evaluate.h"

/* What is played on: weights of config's feature set under rules, or a test function (rules NULL). config and rules are borrowed. Owned
 * arrays are (space.dim). */
typedef struct {
    const Config *config;
    const void *rules;
    Player player;
    FunctionProblem function;
    double *lo, *hi;
    const char **names;
    Objective objective;
} Arena;

/* config is borrowed, the rest is owned. arena, objective (arenas): [game]'s first, others where [training] and [selection] play on
 * another board. spec, from (n): the training, or those of the problems of a meta search.
 * Of a meta search: problem_names (n); inner, heldout: with their budgets; tuned, and the outer space over it; rival, and the
 * configurations of each of them (rivals; NULL: that of the problems); start: of the outer search, or NULL. */
typedef struct {
    const Config *config;
    Arena *arena;
    Objective *objective;
    int arenas;
    TrainSpec *spec;
    double **from;
    int n;
    Problems problems;
    char **problem_names;
    MetaInner *inner, *heldout;
    int inners, heldouts;
    MetaRival *rival;
    Config **rival_config;
    int rivals;
    Tuned *tuned;
    double *lo, *hi, *start;
    char **tuned_names;
    Space space;
    Experiment experiment;
    Evaluator *evaluator;
} Setup;

/* The training or meta search that config describes. False: errors says why. *s is to be freed in either case. */
bool setup_train(Setup *s, const Config *config, Errors *errors, Errors *warnings);

/* Arenas for n configurations (borrowed; the first is the run's), and the judge of them all. The experiment is the caller's to make and
 * to put in, on objectives 0 .. n-1. */
void setup_arenas(Setup *s, const Config *config, int n);

/* The evaluation of weights w (of config's feature set; borrowed) over so many games, those that (config's seed, purpose) names. */
void setup_evaluate(Setup *s, const Config *config, const double *w, RngPurpose purpose, int64_t games);

void setup_free(Setup *s);

/* Key i of the game in which the board of this objective differs from the one that config claims, and its value there (room >=
 * PARAM_TEXT_MAX); NULL: there are no more, or there is no board. */
const char *setup_deviation(const Setup *s, int objective, int i, char *value, size_t room);

/* What scores and turns are called: "rows" and "pieces"; "score" and "evaluations"; "turns" where a meta search has both. */
const char *setup_score_name(const Config *config);
const char *setup_turn_name(const Setup *s);

#endif
