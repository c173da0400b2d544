/* api_evaluator.c. Evaluates positions that another program proposes. */
#include "api/call.h"
#include "base/mem.h"
#include "experiment/comparison.h"
#include "run/driver.h"
#include "run/environment.h"
#include "run/results.h"
#include "run/setup.h"

#include <assert.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The maximum number of games in a call: each needs some 40 bytes. */
enum { GAMES_MAX = 100000000 };

struct swt_evaluator {
    Config config;      /* configuration of the objective; not to be copied, so the struct is never moved */
    Setup setup;        /* the objective and its evaluator */
    Contestant *player; /* (room), owned: the positions of a call */
    int room;
    Monitor *monitor; /* polled by the threads that play; owned */
    atomic_int asked; /* StopReason: STOP_SIGNAL once the caller has asked to stop */
    char *warnings;   /* owned */
};

const char *swt_version(void)
{
    return version_number;
}

/* ---- features ---- */

bool swt_game_feature(const char *game, int i, swt_feature *out)
{
    int g = 0;
    while (game != NULL && registry_games[g] != NULL && strcmp(registry_games[g]->name, game) != 0) g++;
    if (out == NULL || registry_games[g] == NULL || i < 0 || i >= registry_games[g]->n_features) return false;
    const Feature *f = &registry_games[g]->features[i];
    *out = (swt_feature){.name = f->name, .definition = f->definition, .source = f->source};
    return true;
}

static const Space *space_of(const swt_evaluator *e)
{
    return &e->setup.objective[0].space;
}

int swt_evaluator_dim(const swt_evaluator *e)
{
    return e != NULL ? space_of(e)->dim : 0;
}

bool swt_evaluator_feature(const swt_evaluator *e, int i, swt_feature *out)
{
    return e != NULL && feature_of(&e->config, space_of(e), i, out);
}

void swt_evaluator_box(const swt_evaluator *e, double *lower, double *upper)
{
    if (e == NULL || lower == NULL || upper == NULL) return;
    const Space *s = space_of(e);
    memcpy(lower, s->lo, (size_t)s->dim * sizeof *lower);
    memcpy(upper, s->hi, (size_t)s->dim * sizeof *upper);
}

/* ---- opening ---- */

static swt_error *open_evaluator(swt_evaluator *e, const char *ini)
{
    Errors warnings = {0};
    swt_error *wrong = ini_text_read(&e->config, ini, false, &warnings);
    e->warnings = fail_join(&warnings);
    if (wrong != NULL) return wrong;
    if (e->config.kind->tunes)
        return fail(SWT_CONFIG, "ini: [meta] describes a search over parameters, whose positions are evaluated by trainings: it"
                                " can be opened as a training only");
    setup_tasks(&e->setup, &e->config, 1);
    e->monitor = monitor_create(NULL, 0, &e->asked);
    return NULL;
}

swt_error *swt_evaluator_open(swt_evaluator **out, const char *ini)
{
    if (out == NULL) return fail(SWT_USAGE, "out: must be the address of a pointer to an evaluator, and is NULL");
    CLOSED(locale_end) PlainLocale plain = locale_begin();
    swt_evaluator *e = mem_new(1, sizeof *e);
    swt_error *wrong = open_evaluator(e, ini);
    if (wrong != NULL) swt_evaluator_close(e);
    *out = wrong == NULL ? e : NULL;
    return wrong;
}

void swt_evaluator_close(swt_evaluator *e)
{
    if (e == NULL) return;
    monitor_destroy(e->monitor);
    setup_free(&e->setup);
    config_free(&e->config);
    free(e->player);
    free(e->warnings);
    free(e);
}

const char *swt_evaluator_warnings(const swt_evaluator *e)
{
    return e != NULL ? e->warnings : "";
}

void swt_evaluator_stop(swt_evaluator *e)
{
    if (e != NULL) atomic_store(&e->asked, STOP_SIGNAL);
}

/* ---- evaluating ---- */

/* What is wrong with the arguments of a call; NULL: nothing. */
static swt_error *check(const swt_evaluator *e, const double *x, int n, int dim, int games, const swt_score *out)
{
    if (e == NULL) return fail(SWT_USAGE, "evaluator: must be one that is open, and is NULL");
    const Space *s = space_of(e);
    if (x == NULL || out == NULL) return fail(SWT_USAGE, "%s: must be an array, and is NULL", x == NULL ? "x" : "out");
    if (dim != s->dim)
        return fail(SWT_USAGE, "dim = %d: must be %d, one weight for each %s", dim, s->dim,
                    config_uses(&e->config, "agent") ? "feature" : "coordinate");
    if (n < 1 || games < 1) return fail(SWT_USAGE, "%s = %d: must be at least 1", n < 1 ? "n" : "games", n < 1 ? n : games);
    if ((int64_t)n * games > GAMES_MAX)
        return fail(SWT_USAGE, "n x games = %" PRId64 ": must be at most %d", (int64_t)n * games, GAMES_MAX);
    for (int64_t i = 0; i < (int64_t)n * dim; i++)
        if (!weight_good(x[i])) {
            char where[60];
            snprintf(where, sizeof where, "x[%" PRId64 "][%d]", i / dim, (int)(i % dim));
            return fail_weight(where, x[i], s->names[i % dim]);
        }
    return NULL;
}

static void write_score(const Experiment *e, int player, swt_score *out, double *scores)
{
    const ComparisonScores played = comparison_scores(e, player);
    const Summary s = report_summary(played.score, played.games);
    const ReportedScore r = comparison_score(e, player);
    *out = (swt_score){.mean = r.value[REPORTED_MEAN],
                       .sem = r.value[REPORTED_SD] / sqrt(r.value[REPORTED_GAMES]),
                       .lower = r.value[REPORTED_LOWER],
                       .upper = r.value[REPORTED_UPPER],
                       .sd = r.value[REPORTED_SD],
                       .median = s.median,
                       .min = s.min,
                       .max = s.max,
                       .cost = played.cost,
                       .games = played.games};
    if (scores != NULL) memcpy(scores, played.score, (size_t)played.games * sizeof *scores);
}

/* Plays the comparison. False: it was stopped. */
static bool play(swt_evaluator *e, Experiment *experiment)
{
    const Driver driver = {.experiment = experiment, .evaluator = e->setup.evaluator, .monitor = e->monitor};
    DriverEnd end = driver_run(&driver, NULL);
    assert(end == DRIVER_FINISHED || end == DRIVER_STOPPED); /* there is no directory that could fail */
    if (end == DRIVER_FINISHED) return true;
    monitor_forget(e->monitor);
    atomic_store(&e->asked, STOP_NOT);
    return false;
}

swt_error *swt_evaluate(swt_evaluator *e, const double *x, int n, int dim, int games, uint64_t series, swt_score *out,
                        double *scores)
{
    swt_error *wrong = check(e, x, n, dim, games, out);
    if (wrong != NULL) return wrong;
    e->player = mem_grow(e->player, &e->room, n, sizeof *e->player);
    for (int i = 0; i < n; i++) e->player[i] = (Contestant){.space = space_of(e), .x = x + (size_t)i * (size_t)dim};
    const ComparisonSpec spec = {.player = e->player,
                                 .players = n,
                                 .rule = COMPARISON_ALL,
                                 .seed = e->config.experiment.seed,
                                 .purpose = RNG_EVALUATION,
                                 .iteration = series,
                                 .games = games,
                                 .units = e->setup.objective[0].units};
    Experiment experiment = comparison_create(&spec);
    bool finished = play(e, &experiment);
    for (int i = 0; i < n && finished; i++)
        write_score(&experiment, i, &out[i], scores != NULL ? scores + (size_t)i * (size_t)games : NULL);
    experiment.kind->destroy(experiment.self);
    return finished ? NULL : fail(SWT_STOPPED, "the evaluation was stopped; nothing was written");
}
