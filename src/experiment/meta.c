/* meta.c. A meta search: a training whose plays are trainings, which advance side by side. */
#include "experiment/meta.h"

#include "base/mem.h"
#include "base/real.h"
#include "base/rng.h"
#include "experiment/meta_state.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The most inner trainings that advance side by side: enough for any number of lanes and threads, few enough to be kept in a
 * checkpoint. */
enum { SIDE_BY_SIDE = 512 };

static void close_inner(Meta *s, Inner *in)
{
    in->run.kind->destroy(in->run.self);
    free(in->optimiser_options);
    in->run.self = NULL;
    assert(s->going > 0);
    s->going--;
}

static void end_stage(Meta *s)
{
    for (int i = 0; i < s->begun; i++)
        if (!s->inner[i].done) close_inner(s, &s->inner[i]);
    for (int i = 0; i < s->n_inner; i++) free(s->inner[i].curve);
    free(s->inner);
    s->inner = NULL;
    s->n_inner = s->begun = s->going = 0;
    batch_clear(&s->stage);
}

/* Sets the tuned rows to what the position of the trial says; in an ablation, only some of them. */
static void set_tuned_rows(const Meta *s, const Trial *t, TrainOptions *options, void *optimiser_options)
{
    for (int i = 0; i < s->spec.tuneds; i++) {
        const Tuned *tuned = &s->spec.tuned[i];
        if (!meta_ablation_tunes(s, t, i)) continue;
        tuned_put(tuned, tuned_at(tuned, t->x), meta_block(tuned, options, optimiser_options));
    }
}

/* Begins an inner training: that of its problem, with the tuned rows set or a baseline's options. Its seed depends on block and
 * key alone, so it is the same for all trials that play the block. */
static void open_inner(Meta *s, Inner *in)
{
    assert(s->going < SIDE_BY_SIDE);
    const Trial *t = &s->stage.t[in->trial];
    TrainSpec spec = meta_inner_of(s, in)->training;
    bool own = t->x != NULL || in->trial < s->untuned;
    const void *options = own ? spec.optimiser_options : s->spec.baseline[TRAIN_TAG_BASELINE - t->tag].options[in->what];
    in->optimiser_options = mem_new(1, spec.optimiser->options_bytes);
    memcpy(in->optimiser_options, options, spec.optimiser->options_bytes);
    if (t->x != NULL) set_tuned_rows(s, t, &spec.options, in->optimiser_options);
    spec.optimiser_options = in->optimiser_options;
    spec.seed = rng_game(rng_key(t->key, RNG_INNER, 0), in->block);
    spec.log_games = false;
    in->run = train_create(&spec);
    s->going++;
}

/* Begins as many more inner trainings as may advance side by side. */
static void begin_more(Meta *s)
{
    while (s->begun < s->n_inner && s->going < SIDE_BY_SIDE) open_inner(s, &s->inner[s->begun++]);
}

/* Puts a trial of the untuned values at the front of the stage: as many blocks as the first candidate may play. */
static void add_untuned(Meta *s)
{
    const Trial first = s->stage.t[0];
    const int asked = s->stage.n;
    batch_add(&s->stage, first);
    memmove(s->stage.t + 1, s->stage.t, (size_t)asked * sizeof first);
    s->stage.t[0] = first;
    s->stage.t[0].x = NULL;
    s->stage.t[0].tag = 0;
    s->stage.t[0].plays = train_games(&s->spec.outer.options);
    s->untuned = 1;
}

/* Lists the inner trainings of what the outer experiment asks, without beginning any. */
static void list_inner(Meta *s)
{
    s->outer.kind->ask(s->outer.self, &s->stage);
    s->untuned = 0;
    if (!s->scaled && s->stage.n > 0) add_untuned(s);
    if (s->stage.n == 0 && s->spec.ablation > 0) meta_ablation_ask(s);
    batch_seat(&s->stage);
    s->n_inner = s->stage.answers;
    s->fresh = true;
    s->inner = mem_new((size_t)s->n_inner, sizeof *s->inner);
    Inner *in = s->inner;
    for (int i = 0; i < s->stage.n; i++)
        for (int k = 0; k < s->stage.t[i].plays; k++, in++) {
            in->trial = i;
            in->block = s->stage.t[i].first + k;
            in->what = in->block % (meta_validates(s) ? s->spec.heldouts : s->spec.inners);
            if (meta_validates(s) && !s->ablation.on && i < META_DRAWN) in->curve = mem_new(META_CURVE, sizeof *in->curve);
        }
}

static void begin_stage(Meta *s)
{
    list_inner(s);
    begin_more(s);
}

static int ask(void *self, Batch *b)
{
    Meta *s = self;
    int first = b->n;
    for (Inner *in = s->inner; in < s->inner + s->begun; in++)
        if (!in->done) in->asked = in->run.kind->ask(in->run.self, b);
    return b->n - first;
}

/* Extends the curve to the progress of the inner training. */
static void draw_curve(Inner *in)
{
    const Result r = experiment_result(&in->run);
    int reached = (int)floor(META_CURVE * in->run.kind->progress(in->run.self, 0));
    for (; in->drawn < reached; in->drawn++) in->curve[in->drawn] = r.n_reported > 0 ? r.seen : -HUGE_VAL;
}

/* Keeps the reported score and the cost of an inner training at its end, and closes it. */
static void end_inner(Meta *s, Inner *in)
{
    const Result r = experiment_result(&in->run);
    in->reported = r.n_reported > 0 ? r.reported[r.n_reported - 1].score.mean : -HUGE_VAL;
    in->cost = r.cost;
    in->done = true;
    close_inner(s, in);
}

/* The log score of an inner training, clamped so that one run that diverged cannot make a mean infinite. */
static double log_score(const Meta *s, const Inner *in)
{
    double value = scale_solved(meta_inner_of(s, in)->training.units.search->scale, in->reported);
    return value > -400 ? value < 400 ? value : 400 : -400;
}

/* Learns the yardsticks (n) from the blocks of one trial. */
static void learn_yardstick(const Meta *s, int trial, Yardstick *yardstick, int n)
{
    OWNED double *v = mem_new((size_t)s->n_inner, sizeof *v);
    for (int what = 0; what < n; what++) {
        int m = 0;
        for (int i = 0; i < s->n_inner; i++)
            if (s->inner[i].trial == trial && s->inner[i].what == what) v[m++] = log_score(s, &s->inner[i]);
        yardstick[what] = (Yardstick){0, 1};
        if (m == 0) continue;
        stats_sort(v, m);
        double spread = (stats_quantile(v, m, 0.75) - stats_quantile(v, m, 0.25)) / 1.349;
        yardstick[what].zero = stats_quantile(v, m, 0.5);
        if (spread > 0) yardstick[what].unit = spread;
    }
}

static double asinh_of(double z)
{
    double size = real_log(fabs(z) + sqrt(z * z + 1));
    return z < 0 ? -size : size;
}

/* Scores all blocks of the stage relative to the untuned values. */
static void score_blocks(Meta *s)
{
    const Yardstick *yardstick = meta_validates(s) ? s->heldout : s->yardstick;
    if (s->ablation.on && s->ablation.steps == 0) learn_yardstick(s, 0, s->heldout, s->spec.heldouts);
    if (!s->ablation.on && meta_validates(s)) learn_yardstick(s, 1, s->heldout, s->spec.heldouts);
    if (!s->scaled) learn_yardstick(s, 0, s->yardstick, s->spec.inners);
    s->scaled = true;
    for (int i = 0; i < s->n_inner; i++) {
        const Inner *in = &s->inner[i];
        Answer *y = &s->stage.y[i];
        y->cost = in->cost;
        if (in->trial < s->untuned) s->untuned_cost += in->cost;
        y->score = asinh_of((log_score(s, in) - yardstick[in->what].zero) / yardstick[in->what].unit);
        y->done = true;
    }
}

static void tell_outer(Meta *s, Record *r)
{
    if (meta_validates(s)) {
        meta_record_heldout(s, r);
        meta_record_curves(s, r);
    } else {
        meta_record_blocks(s, r);
    }
    s->outer.kind->tell(s->outer.self, s->stage.t + s->untuned, s->stage.n - s->untuned, r);
}

static void tell(void *self, const Trial *t, int n, Record *r)
{
    Meta *s = self;
    s->fresh = false;
    for (int i = 0; i < s->begun; i++) {
        Inner *in = &s->inner[i];
        if (in->done) continue;
        assert(n >= in->asked);
        in->run.kind->tell(in->run.self, t, in->asked, NULL);
        if (in->curve != NULL) draw_curve(in);
        if (in->run.kind->progress(in->run.self, 0) >= 1) end_inner(s, in);
        t += in->asked;
        n -= in->asked;
    }
    assert(n == 0), (void)n;
    begin_more(s);
    if (s->going > 0) return;
    score_blocks(s);
    if (s->ablation.on)
        meta_ablation_tell(s, r);
    else
        tell_outer(s, r);
    end_stage(s);
    begin_stage(s);
}

/* The share of the ablation in all plays, as far as it is known. */
static double share_of_ablation(const Meta *s, double outer)
{
    if (s->spec.ablation == 0 || !(outer > 0)) return 0;
    const Result r = experiment_result(&s->outer);
    const double way = (double)s->spec.ablation * meta_ablation_settings(s->spec.tuneds);
    return way / (way + (double)r.plays / outer);
}

static double progress(const void *self, double answered)
{
    const Meta *s = self;
    double inner = 0;
    for (int i = 0; i < s->begun; i++)
        inner += s->inner[i].done ? 1 : s->inner[i].run.kind->progress(s->inner[i].run.self, answered);
    inner = s->n_inner > 0 ? inner / s->n_inner : 0;
    const double outer = s->outer.kind->progress(s->outer.self, inner), later = share_of_ablation(s, outer);
    if (!s->ablation.on) return later > 0 ? outer * (1 - later) : outer;
    if (s->n_inner == 0) return 1;
    const double steps = s->ablation.steps + inner;
    return 1 - later + 0.999 * later * steps / s->spec.tuneds;
}

static const char *phase(const void *self)
{
    const Meta *s = self;
    return s->ablation.on && s->n_inner > 0 ? "ablation" : s->outer.kind->phase(s->outer.self);
}

static void result(const void *self, Result *r)
{
    const Meta *s = self;
    s->outer.kind->result(s->outer.self, r);
    r->cost += s->untuned_cost + s->ablation.cost;
    r->plays += s->ablation.plays;
    if (r->x == NULL) return;
    memcpy(s->settled, r->x, (size_t)s->spec.outer.space->dim * sizeof *s->settled);
    for (int i = 0; i < s->spec.tuneds; i++) tuned_settle(&s->spec.tuned[i], s->settled);
    r->x = s->settled;
}

static void time_up(void *self)
{
    Meta *s = self;
    s->outer.kind->time_up(s->outer.self);
    end_stage(s);
    begin_stage(s);
}

/* The budget can be raised only before the selection has begun its first inner training. */
static bool extendable(const void *self)
{
    const Meta *s = self;
    return s->fresh && !s->ablation.on && s->outer.kind->extendable(s->outer.self);
}

static bool ending(const void *self)
{
    const Meta *s = self;
    return s->outer.kind->ending(s->outer.self);
}

static void serialise_inner(Meta *s, Serialiser *v)
{
    int begun = s->begun;
    serialise_index(v, "begun", &begun, s->n_inner + 1);
    for (int i = 0; i < begun && !v->failed; i++) {
        Inner *in = &s->inner[i];
        serialise_bool(v, "done", &in->done);
        if (v->loading) s->begun = i + 1;
        if (v->loading && !in->done) open_inner(s, in);
        if (in->curve != NULL) serialise_index(v, "drawn", &in->drawn, META_CURVE + 1);
        if (in->curve != NULL && !v->failed) serialise_reals(v, "curve", in->curve, in->drawn);
        if (in->done) {
            serialise_reals(v, "reported", &in->reported, 1);
            serialise_amounts(v, "cost", &in->cost, 1);
        } else {
            in->run.kind->serialise(in->run.self, v);
            if (v->loading && !v->failed) v->failed = in->run.kind->progress(in->run.self, 0) >= 1; /* it would be done */
        }
    }
}

static void serialise(void *self, Serialiser *v)
{
    Meta *s = self;
    bool fresh = s->fresh;
    serialise_bool(v, "fresh", &fresh);
    serialise_bool(v, "scaled", &s->scaled);
    serialise_amounts(v, "untuned_cost", &s->untuned_cost, 1);
    for (int i = 0; i < s->spec.inners; i++) {
        serialise_reals(v, "zero", &s->yardstick[i].zero, 1);
        serialise_amounts(v, "unit", &s->yardstick[i].unit, 1);
    }
    s->outer.kind->serialise(s->outer.self, v);
    if (s->spec.ablation > 0) meta_ablation_serialise(s, v);
    if (v->failed) return;
    if (v->loading) {
        end_stage(s);
        list_inner(s);
        s->fresh = fresh;
    }
    /* Inner trainings that have no answers yet are as they were made, so they need not be saved. With a larger budget they
     * may even be other trainings than those of the saved run. */
    if (!fresh) serialise_inner(s, v);
    if (v->loading && !v->failed) begin_more(s);
}

static void destroy(void *self)
{
    Meta *s = self;
    end_stage(s);
    batch_free(&s->stage);
    s->outer.kind->destroy(s->outer.self);
    free(s->yardstick);
    free(s->heldout);
    free(s->settled);
    free(s->ablation.score);
    free(s);
}

static const ExperimentKind kind = {
    .ask = ask,
    .tell = tell,
    .progress = progress,
    .phase = phase,
    .result = result,
    .time_up = time_up,
    .extendable = extendable,
    .ending = ending,
    .serialise = serialise,
    .destroy = destroy,
};

Experiment meta_create(const MetaSpec *spec)
{
    assert(spec->inners >= 1 && spec->heldouts >= 1 && spec->baselines >= 1);
    assert(spec->outer.space->dim >= 1 && spec->tuneds >= 1 && spec->tuneds <= TUNED_MAX);
    Meta *s = mem_new(1, sizeof *s);
    s->spec = *spec;
    s->spec.outer.options.training.log_positions = true;
    s->spec.outer.log_games = false;
    s->spec.outer.baselines = spec->baselines;
    s->spec.outer.objective = (TrainObjectives){.training = META_SEARCH, .selection = META_SEARCH, .validation = META_HELDOUT};
    s->yardstick = mem_new((size_t)spec->inners, sizeof *s->yardstick);
    s->heldout = mem_new((size_t)spec->heldouts, sizeof *s->heldout);
    s->settled = mem_new((size_t)spec->outer.space->dim, sizeof *s->settled);
    s->ablation.score = mem_new((size_t)spec->ablation, sizeof *s->ablation.score);
    s->outer = train_create(&s->spec.outer);
    begin_stage(s);
    return (Experiment){.kind = &kind, .self = s};
}
