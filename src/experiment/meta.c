#include "experiment/meta.h"

#include "base/mem.h"
#include "base/rng.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

const Param meta_params[] = {
    {PARAM_ROW(MetaOptions, problems, PARAM_FILES, "", 0, 0, ""),
     .doc = "ini files of the inner experiments, relative to this file; their blocks take turns"},
    {PARAM_ROW(MetaOptions, tune, PARAM_TEXT, "", 0, 0, "inertia cognitive social"),
     .doc = "numeric keys of the inner experiments that the outer search moves: of [optimiser], or section.key"},
    {PARAM_ROW(MetaOptions, lower, PARAM_REALS, "", -1e15, 1e15, ""),
     .doc = "lower ends of the box, in the order of tune; empty: the keys' own"},
    {PARAM_ROW(MetaOptions, upper, PARAM_REALS, "", -1e15, 1e15, ""),
     .doc = "upper ends of the box, in the order of tune; empty: the keys' own"},
    {0},
};

/* One inner training: block `block` of outer trial `trial`. asked: the trials it added to the batch under way. */
typedef struct {
    Experiment run;
    void *optimiser_options;
    int trial, block, asked;
} Inner;

/* The round under way: the outer experiment's questions, seated, and one inner training for each of their plays. fresh:
 * nothing has been told to them. zero, unit (problems): the scales of the log scores, learned in the first outer round; scaled: they
 * are known. settled (dim): the best position as parameters take it. */
typedef struct {
    MetaSpec spec;
    Experiment outer;
    Batch round;
    Inner *inner;
    int n_inner;
    double *zero, *unit, *settled;
    bool scaled, fresh;
} Meta;

static int problem_of(const Meta *s, const Inner *in)
{
    return in->block % s->spec.problems;
}

static void end_round(Meta *s)
{
    for (int i = 0; i < s->n_inner; i++) {
        s->inner[i].run.kind->destroy(s->inner[i].run.self);
        free(s->inner[i].optimiser_options);
    }
    free(s->inner);
    s->inner = NULL;
    s->n_inner = 0;
    batch_clear(&s->round);
}

/* An inner training is its problem's own, with the tuned rows set and a seed that block and key name: the same for every
 * candidate that plays the block. */
static void make_inner(Meta *s, Inner *in)
{
    const Trial *t = &s->round.t[in->trial];
    TrainSpec spec = s->spec.inner[problem_of(s, in)];
    in->optimiser_options = mem_new(1, spec.optimiser->options_bytes);
    memcpy(in->optimiser_options, spec.optimiser_options, spec.optimiser->options_bytes);
    for (int j = 0; j < s->spec.outer.space->dim; j++) {
        const Tuned *tuned = &s->spec.tuned[j];
        void *block = tuned->in_training ? (void *)&spec.options.training : in->optimiser_options;
        param_put(tuned->row, block, t->x[j]);
    }
    spec.optimiser_options = in->optimiser_options;
    spec.seed = rng_game(rng_key(t->key, RNG_INNER, 0), in->block);
    spec.log_games = false;
    in->run = train_create(&spec);
}

static void begin_round(Meta *s)
{
    s->outer.kind->ask(s->outer.self, &s->round);
    batch_seat(&s->round);
    s->n_inner = s->round.answers;
    s->fresh = true;
    s->inner = mem_new((size_t)s->n_inner, sizeof *s->inner);
    Inner *in = s->inner;
    for (int i = 0; i < s->round.n; i++)
        for (int k = 0; k < s->round.t[i].plays; k++, in++) {
            in->trial = i;
            in->block = s->round.t[i].first + k;
            make_inner(s, in);
        }
}

static int ask(void *self, Batch *b)
{
    Meta *s = self;
    int first = b->n;
    for (int i = 0; i < s->n_inner; i++) s->inner[i].asked = s->inner[i].run.kind->ask(s->inner[i].run.self, b);
    return b->n - first;
}

/* The strongest claim of a finished inner training. */
static double claimed(const Inner *in, double *cost)
{
    Result r;
    in->run.kind->result(in->run.self, &r);
    *cost = r.cost;
    return r.claims > 0 ? r.claim[r.claims - 1].score.mean : -HUGE_VAL;
}

/* A swarm that diverged is bad and not infinitely bad; and an error below 1e-16 is solved: some functions round to exactly 0 long before
 * their neighbours do, and hundreds of decades would rule every mean. */
static double log_score(const Meta *s, const Inner *in)
{
    Scale scale = s->spec.inner[problem_of(s, in)].scale;
    double cost, value = scale_log(scale, claimed(in, &cost)), most = scale == SCALE_ERROR ? 16 : 400;
    return value > -400 ? value < most ? value : most : -400;
}

/* Median of the first round: 0; the best of it: 1. Its candidates are spread over the whole box. (The interquartile range as unit
 * was tried: most settings of a wide box are equally bad, so it was tiny for some problems, and these ruled the mean.) */
static void learn_scales(Meta *s)
{
    double *v = mem_new((size_t)s->n_inner, sizeof *v);
    for (int p = 0; p < s->spec.problems; p++) {
        int n = 0;
        for (int i = 0; i < s->n_inner; i++)
            if (problem_of(s, &s->inner[i]) == p) v[n++] = log_score(s, &s->inner[i]);
        s->unit[p] = 1;
        if (n == 0) continue;
        stats_sort(v, n);
        double range = v[n - 1] - stats_quantile(v, n, 0.5);
        s->zero[p] = stats_quantile(v, n, 0.5);
        s->unit[p] = range > 0 ? range : 1;
    }
    s->scaled = true;
    free(v);
}

/* One row a block that winner and rival both played in the validation. */
static void record_heldout(const Meta *s, Record *r)
{
    const Trial *t = s->round.t;
    if (s->round.n != 2 || t[0].tag != TRAIN_TAG_WINNER || t[1].tag != TRAIN_TAG_RIVAL) return;
    for (int k = 0; k < t[0].plays; k++) {
        const Inner *winner = &s->inner[k], *rival = &s->inner[t[0].plays + k];
        double cost;
        record_row(r, "heldout");
        record_text(r, "problem", s->spec.names[problem_of(s, winner)]);
        record_int(r, "block", winner->block);
        record_real(r, "tuned", claimed(winner, &cost));
        record_real(r, "rival", claimed(rival, &cost));
        record_end(r);
    }
}

static void tell_outer(Meta *s, Record *r)
{
    if (!s->scaled) learn_scales(s);
    for (int i = 0; i < s->n_inner; i++) {
        const Inner *in = &s->inner[i];
        int p = problem_of(s, in);
        Answer *y = &s->round.y[i];
        claimed(in, &y->cost);
        y->score = (log_score(s, in) - s->zero[p]) / s->unit[p];
        y->done = true;
    }
    record_heldout(s, r);
    s->outer.kind->tell(s->outer.self, s->round.t, s->round.n, r);
}

static bool finished(const Inner *in)
{
    return in->run.kind->progress(in->run.self, 0) >= 1;
}

static void tell(void *self, const Trial *t, int n, Record *r)
{
    Meta *s = self;
    bool all_finished = true;
    s->fresh = false;
    for (int i = 0; i < s->n_inner; i++) {
        Inner *in = &s->inner[i];
        if (in->asked > 0) in->run.kind->tell(in->run.self, t, in->asked, NULL);
        t += in->asked;
        n -= in->asked;
        all_finished = all_finished && finished(in);
    }
    assert(n == 0), (void)n;
    if (!all_finished) return;
    tell_outer(s, r);
    end_round(s);
    begin_round(s);
}

static double progress(const void *self, double answered)
{
    const Meta *s = self;
    double inner = 0;
    for (int i = 0; i < s->n_inner; i++) inner += s->inner[i].run.kind->progress(s->inner[i].run.self, answered);
    return s->outer.kind->progress(s->outer.self, s->n_inner > 0 ? inner / s->n_inner : 0);
}

static const char *phase(const void *self)
{
    const Meta *s = self;
    return s->outer.kind->phase(s->outer.self);
}

static void result(const void *self, Result *r)
{
    const Meta *s = self;
    s->outer.kind->result(s->outer.self, r);
    if (r->x == NULL) return;
    for (int j = 0; j < s->spec.outer.space->dim; j++) s->settled[j] = param_fit(s->spec.tuned[j].row, r->x[j]);
    r->x = s->settled;
}

static void time_up(void *self)
{
    Meta *s = self;
    s->outer.kind->time_up(s->outer.self);
}

/* A larger budget must find no inner training of the selection under way. */
static bool extendable(const void *self)
{
    const Meta *s = self;
    return s->fresh && s->outer.kind->extendable(s->outer.self);
}

static bool ending(const void *self)
{
    const Meta *s = self;
    return s->outer.kind->ending(s->outer.self);
}

static void walk(void *self, Visit *v)
{
    Meta *s = self;
    bool fresh = s->fresh;
    visit_bool(v, "fresh", &fresh);
    visit_bool(v, "scaled", &s->scaled);
    visit_reals(v, "zero", s->zero, s->spec.problems);
    visit_reals(v, "unit", s->unit, s->spec.problems);
    s->outer.kind->walk(s->outer.self, v);
    if (v->failed) return;
    if (v->loading) {
        end_round(s);
        begin_round(s);
        s->fresh = fresh;
    }
    /* what has been told nothing is as it was made; with a larger budget these may be other inner trainings than were saved */
    for (int i = 0; i < s->n_inner && !fresh; i++) s->inner[i].run.kind->walk(s->inner[i].run.self, v);
}

static void destroy(void *self)
{
    Meta *s = self;
    end_round(s);
    batch_free(&s->round);
    s->outer.kind->destroy(s->outer.self);
    free(s->zero);
    free(s->unit);
    free(s->settled);
    free(s);
}

static const ExperimentKind kind = {
    .name = "meta",
    .doc = "an optimiser over the parameters of inner trainings",
    .ask = ask,
    .tell = tell,
    .progress = progress,
    .phase = phase,
    .result = result,
    .time_up = time_up,
    .extendable = extendable,
    .ending = ending,
    .walk = walk,
    .destroy = destroy,
};

Experiment meta_create(const MetaSpec *spec)
{
    Meta *s = mem_new(1, sizeof *s);
    s->spec = *spec;
    s->spec.outer.options.training.log_positions = true;
    s->spec.outer.log_games = false;
    s->zero = mem_new((size_t)spec->problems, sizeof *s->zero);
    s->unit = mem_new((size_t)spec->problems, sizeof *s->unit);
    s->settled = mem_new((size_t)spec->outer.space->dim, sizeof *s->settled);
    s->outer = train_create(&s->spec.outer);
    begin_round(s);
    return (Experiment){.kind = &kind, .self = s};
}
