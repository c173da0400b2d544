/* setup.c. Makes an experiment and its evaluator of a configuration. */
#include "run/setup.h"

#include "base/mem.h"
#include "base/rng.h"
#include "eval/cluster.h"
#include "run/environment.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *setup_cost_name(const Setup *s)
{
    assert(s->tasks.n > 0);
    const char *name = s->tasks.task[0].objective.units->cost;
    for (int i = 1; i < s->tasks.n; i++)
        if (strcmp(s->tasks.task[i].objective.units->cost, name) != 0) return "turns";
    return name;
}

const char *setup_deviation(const Setup *s, int objective, int i, char *value, size_t room)
{
    assert(objective >= 0 && i >= 0 && room >= PARAM_TEXT_MAX);
    if (objective >= s->tasks.n) return NULL;
    const Task *t = &s->tasks.task[objective];
    const bool claimed = t->config == s->config && t->rules != NULL; /* a problem's ini has no part in the report of the run */
    if (!claimed) return NULL;
    const Param *p = config_deviation(t->config, t->rules, i);
    if (p != NULL) {
        param_print(p, t->rules, value, room);
        return p->key;
    }
    const bool last = i == 0 || config_deviation(t->config, t->rules, i - 1) != NULL;
    if (!last || t->longest == t->config->objective.max_pieces) return NULL;
    snprintf(value, room, "%" PRId64, t->longest);
    return "max_pieces";
}

/* The task of a reported score; NULL: the score belongs to no task, as in a meta search, where a reported score is about
 * trainings. */
static const Task *task_of(const Setup *s, int objective)
{
    assert(objective >= 0);
    return objective < s->tasks.n && !s->config->kind->tunes ? &s->tasks.task[objective] : NULL;
}

const char *setup_estimator(const Setup *s, int objective)
{
    const Task *t = task_of(s, objective);
    return t != NULL && t->estimator != ESTIMATOR_GAMES ? estimators[t->estimator] : NULL;
}

const Units *setup_units(const Setup *s, int objective)
{
    const Task *t = task_of(s, objective);
    return t != NULL ? t->objective.units : config_units(s->config);
}

const char *setup_play_name(const Setup *s)
{
    const int searched = s->trainings.n == 1 ? s->trainings.spec[0].objective.training : 0;
    return setup_units(s, searched)->play;
}

static void make_evaluator(Setup *s)
{
    const ExperimentOptions *o = &s->config->experiment;
    assert(s->evaluator == NULL && s->tasks.n >= 1);
    s->objective = mem_new((size_t)s->tasks.n, sizeof *s->objective);
    for (int i = 0; i < s->tasks.n; i++) s->objective[i] = s->tasks.task[i].objective;
    int threads = o->threads;
    s->threads_from = config_origin(s->config, "experiment", "threads");
    if (o->mode == EVALUATOR_NONE)
        s->threads_from = "mode = none";
    else if (threads == 0)
        threads = processors_taken(&s->threads_from);
    s->evaluator = evaluator_create(s->objective, s->tasks.n, (EvaluatorMode)o->mode, threads);
    if (s->cluster != NULL) evaluator_share(s->evaluator, s->cluster);
}

static bool make_training(Setup *s, Errors *errors)
{
    const Config *c = s->config;
    if (config_uses(c, "agent") && config_agent_file(c) != NULL) {
        errors_add(errors, "[agent] kind = %s has no weights that could be trained", c->agent->name);
        return false;
    }
    trainings_make(&s->trainings, &s->tasks, s->config, 1);
    if (!trainings_read_from(&s->trainings, s->config, 0, errors)) return false;
    if (!trainings_pay(s->config, &s->trainings.spec[0], NULL, errors)) return false;
    s->experiment = train_create(&s->trainings.spec[0]);
    return true;
}

bool setup_train(Setup *s, const Config *config, Errors *errors, Errors *warnings)
{
    const ObjectiveRun *own = tasks_run(config);
    *s = (Setup){.config = config, .cluster = own->set_up == NULL ? config->cluster : NULL};
    bool good;
    if (config->kind->tunes) {
        good = tuning_make(&s->tuning, &s->trainings, &s->tasks, config, errors, warnings);
        if (good) s->experiment = meta_create(&s->tuning.spec);
    } else {
        good = own->set_up != NULL ? own->set_up(s, errors) : make_training(s, errors);
    }
    if (good) make_evaluator(s);
    return good;
}

void setup_tasks(Setup *s, const Config *config, int n)
{
    assert(n >= 1);
    *s = (Setup){.config = config, .cluster = config->cluster};
    tasks_start(&s->tasks, n);
    for (int i = 0; i < n; i++) /* one task for each, even if some are alike */
        tasks_find(&s->tasks, &config[i], config[i].rules, (Estimator)config[i].objective.estimator,
                   config[i].objective.max_pieces, i);
    make_evaluator(s);
}

void setup_evaluate(Setup *s, const Config *config, const double *w, RngPurpose purpose, int64_t games, double error)
{
    assert(w != NULL && games >= 1 && error >= 0);
    setup_tasks(s, config, 1);
    const Contestant one = {.space = &s->objective[0].space, .x = w};
    const ComparisonSpec spec = {.player = &one,
                                 .players = 1,
                                 .rule = COMPARISON_ONE,
                                 .seed = config->experiment.seed,
                                 .purpose = purpose,
                                 .games = games,
                                 .longest = (double)config->objective.max_pieces,
                                 .error = error,
                                 .units = s->objective[0].units};
    s->experiment = comparison_create(&spec);
}

void setup_free(Setup *s)
{
    if (s->experiment.kind != NULL) s->experiment.kind->destroy(s->experiment.self);
    if (s->evaluator != NULL) evaluator_destroy(s->evaluator);
    tuning_free(&s->tuning);
    trainings_free(&s->trainings);
    tasks_free(&s->tasks);
    free(s->objective);
    *s = (Setup){0};
}
