#include "experiment/meta.h"

#include "base/mem.h"
#include "base/real.h"
#include "base/rng.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const Traits meta_traits = {
    .score = "score", .cost = NULL, .play = "blocks", .scale = SCALE_DIFFERENCE, .noisy = true, .unit_cost = false};

const Param meta_params[] = {
    {PARAM_ROW(MetaOptions, problems, PARAM_FILES, "", 0, 0, ""),
     .doc = "ini files of the inner experiments, relative to this file; their blocks take turns"},
    {PARAM_ROW(MetaOptions, budgets, PARAM_REALS, "", 1e-6, 1e6, "1"),
     .doc = "multiples of the inner budgets; blocks take turns through all problems with the first, then with the second, ..."},
    {PARAM_ROW(MetaOptions, heldout, PARAM_FILES, "", 0, 0, ""),
     .doc = "ini files of the inner experiments of the validation; empty: problems, with other seeds"},
    {PARAM_ROW(MetaOptions, heldout_budgets, PARAM_REALS, "", 1e-6, 1e6, "1"),
     .doc = "multiples of the inner budgets in the validation"},
    {PARAM_ROW(MetaOptions, rivals, PARAM_TEXT, "", 0, 0, ""),
     .doc = "presets that play beside winner and untuned values in the validation; all: every preset; empty: none"},
    {PARAM_ROW(MetaOptions, tune, PARAM_TEXT, "", 0, 0, "inertia cognitive social"),
     .doc = "numeric keys of the inner experiments that the outer search moves: of [optimiser], or section.key; key+key: both "
            "alike"},
    {PARAM_ROW(MetaOptions, lower, PARAM_REALS, "", -1e15, 1e15, ""),
     .doc = "lower ends of the box, in the order of tune; empty: the keys' own"},
    {PARAM_ROW(MetaOptions, upper, PARAM_REALS, "", -1e15, 1e15, ""),
     .doc = "upper ends of the box, in the order of tune; empty: the keys' own"},
    {0},
};

/* Whose curves are kept: winner and untuned values. */
enum { DRAWN = 2 };

/* Which inner trainings the blocks of a trial are, by its objective. */
enum { OF_SEARCH, OF_VALIDATION };

/* So many inner trainings advance side by side: enough for any number of lanes and threads, few enough to be kept in a checkpoint. */
enum { SIDE_BY_SIDE = 512 };

/* One inner training: block `block` of outer trial `trial`; what: which one of its kind. run: while it is under way. asked: the trials it
 * added to the batch under way, a part of it. kept (n_kept): their answers, where not all of them had come when others were told.
 * done: it has ended; then claim: its strongest, and what it cost. curve (CURVE; NULL where it is not wanted): the best so far, as it sees
 * it, after each of as many equal parts of its course; drawn: how many of them are there. */
enum { CURVE = 40 };
typedef struct {
    Experiment run;
    void *optimiser_options;
    int trial, block, what, asked, drawn;
    bool done;
    double claim, cost, *curve;
    Answer *kept;
    int n_kept;
} Inner;

/* Of log scores: median and spread of those that the untuned values have. */
typedef struct {
    double zero, unit;
} Yardstick;

/* The round under way: until the scale is known, a trial of the untuned values (untuned: 1), then the outer experiment's questions, all of them
 * seated, and one inner training for each of their plays, of which the first `begun` have begun, and `going` are under way. fresh: nothing
 * has been told to them. yardstick (inners): of the log scores, learned from the untuned values; scaled: they are known; heldout
 * (heldouts): those of the validation, learned there. untuned_cost: of those plays. settled (dim): the best position as parameters take
 * it. */
typedef struct {
    MetaSpec spec;
    Experiment outer;
    Batch round;
    Inner *inner;
    int untuned, n_inner, begun, going;
    Yardstick *yardstick, *heldout;
    double untuned_cost, *settled;
    bool scaled, fresh;
} Meta;

static bool validates(const Meta *s)
{
    return s->round.t[0].objective == OF_VALIDATION;
}

static const MetaInner *inner_of(const Meta *s, const Inner *in)
{
    return validates(s) ? &s->spec.heldout[in->what] : &s->spec.inner[in->what];
}

static void forget_kept(Inner *in)
{
    for (int k = 0; k < in->n_kept; k++) free(in->kept[k].saved);
    free(in->kept);
    in->kept = NULL;
    in->n_kept = 0;
}

static void close_inner(Meta *s, Inner *in)
{
    forget_kept(in);
    in->run.kind->destroy(in->run.self);
    free(in->optimiser_options);
    in->run.self = NULL;
    s->going--;
}

static void end_round(Meta *s)
{
    for (int i = 0; i < s->begun; i++)
        if (!s->inner[i].done) close_inner(s, &s->inner[i]);
    for (int i = 0; i < s->n_inner; i++) free(s->inner[i].curve);
    free(s->inner);
    s->inner = NULL;
    s->n_inner = s->begun = s->going = 0;
    batch_clear(&s->round);
}

/* Sets the tuned rows. */
static void tune(const Meta *s, const double *x, TrainingOptions *training, void *optimiser_options)
{
    for (int j = 0; j < s->spec.outer.space->dim; j++) {
        const Tuned *tuned = &s->spec.tuned[j];
        void *block = tuned->in_training ? (void *)training : optimiser_options;
        for (int k = 0; k < tuned->n; k++) param_put(tuned->row[k], block, x[j]);
    }
}

/* An inner training is its problem's own, with the tuned rows set, or a rival's options, and a seed that block and key name: the same for
 * everybody who plays the block. */
static void make_inner(Meta *s, Inner *in)
{
    const Trial *t = &s->round.t[in->trial];
    TrainSpec spec = inner_of(s, in)->training;
    bool own = t->x != NULL || in->trial < s->untuned;
    const void *options = own ? spec.optimiser_options : s->spec.rival[TRAIN_TAG_RIVAL - t->tag].options[in->what];
    in->optimiser_options = mem_new(1, spec.optimiser->options_bytes);
    memcpy(in->optimiser_options, options, spec.optimiser->options_bytes);
    if (t->x != NULL) tune(s, t->x, &spec.options.training, in->optimiser_options);
    spec.optimiser_options = in->optimiser_options;
    spec.seed = rng_game(rng_key(t->key, RNG_INNER, 0), in->block);
    spec.log_games = false;
    in->run = train_create(&spec);
}

static void open_inner(Meta *s, Inner *in)
{
    make_inner(s, in);
    s->going++;
}

/* As many more as may advance side by side. */
static void begin_more(Meta *s)
{
    while (s->begun < s->n_inner && s->going < SIDE_BY_SIDE) open_inner(s, &s->inner[s->begun++]);
}

/* In front: the blocks that the first candidate plays at most. */
static void add_untuned(Meta *s)
{
    const Trial first = s->round.t[0];
    const int asked = s->round.n;
    batch_add(&s->round, first);
    memmove(s->round.t + 1, s->round.t, (size_t)asked * sizeof first);
    s->round.t[0] = first;
    s->round.t[0].x = NULL;
    s->round.t[0].tag = 0;
    s->round.t[0].plays = train_games(&s->spec.outer.options);
    s->untuned = 1;
}

/* Lists the inner trainings of what the outer experiment asks; none has begun. */
static void list_round(Meta *s)
{
    s->outer.kind->ask(s->outer.self, &s->round);
    s->untuned = 0;
    if (!s->scaled && s->round.n > 0) add_untuned(s);
    batch_seat(&s->round);
    s->n_inner = s->round.answers;
    s->fresh = true;
    s->inner = mem_new((size_t)s->n_inner, sizeof *s->inner);
    Inner *in = s->inner;
    for (int i = 0; i < s->round.n; i++)
        for (int k = 0; k < s->round.t[i].plays; k++, in++) {
            in->trial = i;
            in->block = s->round.t[i].first + k;
            in->what = in->block % (validates(s) ? s->spec.heldouts : s->spec.inners);
            if (validates(s) && i < DRAWN) in->curve = mem_new(CURVE, sizeof *in->curve);
        }
}

static void begin_round(Meta *s)
{
    list_round(s);
    begin_more(s);
}

/* The trials of one inner training, with what is known of them. */
static void ask_inner(Inner *in, int part, Batch *b)
{
    int first = b->n;
    Answer *kept = in->kept;
    in->asked = in->run.kind->ask(in->run.self, b);
    for (int i = first; i < b->n; i++) {
        b->t[i].part = part;
        if (kept == NULL) continue;
        b->t[i].had = kept;
        kept += b->t[i].plays;
    }
    assert(kept == NULL || kept == in->kept + in->n_kept); /* it asks what it asked before */
}

static int ask(void *self, Batch *b)
{
    Meta *s = self;
    int first = b->n;
    for (int i = 0; i < s->begun; i++)
        if (!s->inner[i].done) ask_inner(&s->inner[i], i, b);
    return b->n - first;
}

/* The curve up to where the inner training is. */
static void draw(Inner *in)
{
    Result r;
    in->run.kind->result(in->run.self, &r);
    int reached = (int)floor(CURVE * in->run.kind->progress(in->run.self, 0));
    for (; in->drawn < reached; in->drawn++) in->curve[in->drawn] = r.claims > 0 ? r.claim[0].score.mean : -HUGE_VAL;
}

/* Keeps what an inner training that has ended says. */
static void settle(Meta *s, Inner *in)
{
    Result r;
    in->run.kind->result(in->run.self, &r);
    in->claim = r.claims > 0 ? r.claim[r.claims - 1].score.mean : -HUGE_VAL;
    in->cost = r.cost;
    in->done = true;
    close_inner(s, in);
}

/* A swarm that diverged is bad and not infinitely bad. */
static double log_score(const Meta *s, const Inner *in)
{
    double value = scale_solved(inner_of(s, in)->training.scale, in->claim);
    return value > -400 ? value < 400 ? value : 400 : -400;
}

/* From the blocks of one trial. */
static void learn(const Meta *s, int trial, Yardstick *yardstick, int n)
{
    double *v = mem_new((size_t)s->n_inner, sizeof *v);
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
    free(v);
}

static double asinh_of(double z)
{
    double size = real_log(fabs(z) + sqrt(z * z + 1));
    return z < 0 ? -size : size;
}

/* One row a block that a candidate of the search, or the untuned values, played. */
static void record_blocks(const Meta *s, Record *r)
{
    for (int i = 0; i < s->n_inner; i++) {
        const Inner *in = &s->inner[i];
        const MetaInner *what = inner_of(s, in);
        record_row(r, "blocks");
        record_text(r, "phase", in->trial < s->untuned ? "untuned" : s->outer.kind->phase(s->outer.self));
        record_int(r, "particle", s->round.t[in->trial].tag);
        record_text(r, "problem", what->problem);
        record_real(r, "budget", what->budget);
        record_int(r, "block", in->block);
        record_real(r, "value", in->claim);
        record_real(r, "score", s->round.y[i].score);
        record_end(r);
    }
}

/* Quartiles of trial i's blocks of one kind at one point of their course. values (n_inner): scratch. */
static void record_point(const Meta *s, int i, int what, int point, double *values, Record *r)
{
    static const struct {
        const char *name;
        double share;
    } quartile[] = {{"q25", 0.25}, {"median", 0.5}, {"q75", 0.75}};
    const int blocks = s->round.t[0].plays;
    char name[PARAM_TEXT_MAX];
    int n = 0;
    for (int k = 0; k < blocks; k++) {
        const Inner *in = &s->inner[i * blocks + k];
        if (in->what == what && isfinite(in->curve[point])) values[n++] = in->curve[point];
    }
    stats_sort(values, n);
    for (size_t q = 0; q < sizeof quartile / sizeof *quartile; q++) {
        snprintf(name, sizeof name, "%s_%s", i == 0 ? "tuned" : s->spec.rival[i - 1].name, quartile[q].name);
        record_real(r, name, n > 0 ? stats_quantile(values, n, quartile[q].share) : (double)NAN);
    }
}

/* How the inner trainings of the validation came to what they claim. */
static void record_curves(const Meta *s, Record *r)
{
    double *values = mem_new((size_t)s->n_inner, sizeof *values);
    for (int what = 0; what < s->spec.heldouts; what++)
        for (int point = 0; point < CURVE; point++) {
            record_row(r, "curves");
            record_text(r, "problem", s->spec.heldout[what].problem);
            record_real(r, "budget", s->spec.heldout[what].budget);
            record_real(r, "share", (point + 1.0) / CURVE);
            for (int i = 0; i < s->round.n && i < DRAWN; i++) record_point(s, i, what, point, values, r);
            record_end(r);
        }
    free(values);
}

/* One row a block of the validation. Everybody played as many. */
static void record_heldout(const Meta *s, Record *r)
{
    const int blocks = s->round.t[0].plays;
    char name[PARAM_TEXT_MAX];
    for (int k = 0; k < blocks; k++) {
        const MetaInner *what = inner_of(s, &s->inner[k]);
        record_row(r, "heldout");
        record_text(r, "problem", what->problem);
        record_real(r, "budget", what->budget);
        record_int(r, "block", s->inner[k].block);
        for (int i = 0; i < s->round.n; i++)
            record_real(r, i == 0 ? "tuned" : s->spec.rival[i - 1].name, s->inner[i * blocks + k].claim);
        for (int i = 0; i < s->round.n; i++) {
            snprintf(name, sizeof name, "%s_score", i == 0 ? "tuned" : s->spec.rival[i - 1].name);
            record_real(r, name, s->round.y[i * blocks + k].score);
        }
        record_end(r);
    }
}

static void tell_outer(Meta *s, Record *r)
{
    const Yardstick *yardstick = validates(s) ? s->heldout : s->yardstick;
    if (validates(s)) learn(s, 1, s->heldout, s->spec.heldouts);
    if (!s->scaled) learn(s, 0, s->yardstick, s->spec.inners);
    s->scaled = true;
    for (int i = 0; i < s->n_inner; i++) {
        const Inner *in = &s->inner[i];
        Answer *y = &s->round.y[i];
        y->cost = in->cost;
        if (in->trial < s->untuned) s->untuned_cost += in->cost;
        y->score = asinh_of((log_score(s, in) - yardstick[in->what].zero) / yardstick[in->what].unit);
        y->done = true;
    }
    if (validates(s)) {
        record_heldout(s, r);
        record_curves(s, r);
    } else {
        record_blocks(s, r);
    }
    s->outer.kind->tell(s->outer.self, s->round.t + s->untuned, s->round.n - s->untuned, r);
}

/* Of a part that is not answered: until it is asked again. */
static void keep_answers(Inner *in, const Trial *t)
{
    for (int i = 0; i < in->asked; i++) in->n_kept += t[i].plays;
    in->kept = mem_new((size_t)in->n_kept, sizeof *in->kept);
    Answer *kept = in->kept;
    for (int i = 0; i < in->asked; i++) {
        batch_move(kept, t[i].y, t[i].plays);
        kept += t[i].plays;
    }
}

/* t: what this inner training asked. */
static void tell_inner(Meta *s, Inner *in, const Trial *t)
{
    forget_kept(in);
    for (int i = 0; i < in->asked; i++)
        if (!trial_answered(&t[i])) {
            keep_answers(in, t);
            return;
        }
    in->run.kind->tell(in->run.self, t, in->asked, NULL);
    if (in->curve != NULL) draw(in);
    if (in->run.kind->progress(in->run.self, 0) >= 1) settle(s, in);
}

static void tell(void *self, const Trial *t, int n, Record *r)
{
    Meta *s = self;
    s->fresh = false;
    for (int i = 0; i < s->begun; i++) {
        Inner *in = &s->inner[i];
        if (in->done) continue;
        tell_inner(s, in, t);
        t += in->asked;
        n -= in->asked;
    }
    assert(n == 0), (void)n;
    begin_more(s);
    if (s->going > 0) return;
    tell_outer(s, r);
    end_round(s);
    begin_round(s);
}

static double progress(const void *self, double answered)
{
    const Meta *s = self;
    double inner = 0;
    for (int i = 0; i < s->begun; i++)
        inner += s->inner[i].done ? 1 : s->inner[i].run.kind->progress(s->inner[i].run.self, answered);
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
    r->cost += s->untuned_cost;
    if (r->x == NULL) return;
    for (int j = 0; j < s->spec.outer.space->dim; j++) s->settled[j] = param_fit(s->spec.tuned[j].row[0], r->x[j]);
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

static void walk_inner(Meta *s, Visit *v)
{
    int begun = s->begun;
    visit_index(v, "begun", &begun, s->n_inner + 1);
    for (int i = 0; i < begun && !v->failed; i++) {
        Inner *in = &s->inner[i];
        visit_bool(v, "done", &in->done);
        if (v->loading) s->begun = i + 1;
        if (v->loading && !in->done) open_inner(s, in);
        if (in->curve != NULL) visit_index(v, "drawn", &in->drawn, CURVE + 1);
        if (in->curve != NULL && !v->failed) visit_reals(v, "curve", in->curve, in->drawn);
        if (in->done) {
            visit_reals(v, "claim", &in->claim, 1);
            visit_reals(v, "cost", &in->cost, 1);
        } else {
            in->run.kind->walk(in->run.self, v);
        }
    }
}

static void walk(void *self, Visit *v)
{
    Meta *s = self;
    bool fresh = s->fresh;
    visit_bool(v, "fresh", &fresh);
    visit_bool(v, "scaled", &s->scaled);
    visit_reals(v, "untuned_cost", &s->untuned_cost, 1);
    for (int i = 0; i < s->spec.inners; i++) {
        visit_reals(v, "zero", &s->yardstick[i].zero, 1);
        visit_reals(v, "unit", &s->yardstick[i].unit, 1);
    }
    s->outer.kind->walk(s->outer.self, v);
    if (v->failed) return;
    if (v->loading) {
        end_round(s);
        list_round(s);
        s->fresh = fresh;
    }
    /* what has been told nothing is as it was made; with a larger budget these may be other inner trainings than were saved */
    if (!fresh) walk_inner(s, v);
    if (v->loading && !v->failed) begin_more(s);
}

static void destroy(void *self)
{
    Meta *s = self;
    end_round(s);
    batch_free(&s->round);
    s->outer.kind->destroy(s->outer.self);
    free(s->yardstick);
    free(s->heldout);
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
    s->spec.outer.rivals = spec->rivals;
    s->spec.outer.objective = (TrainObjectives){.training = OF_SEARCH, .selection = OF_SEARCH, .validation = OF_VALIDATION};
    s->yardstick = mem_new((size_t)spec->inners, sizeof *s->yardstick);
    s->heldout = mem_new((size_t)spec->heldouts, sizeof *s->heldout);
    s->settled = mem_new((size_t)spec->outer.space->dim, sizeof *s->settled);
    s->outer = train_create(&s->spec.outer);
    begin_round(s);
    return (Experiment){.kind = &kind, .self = s};
}
