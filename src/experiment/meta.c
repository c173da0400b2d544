/* meta.c. A meta search: what is tuned as coordinates; inner trainings side by side, stage by stage; scores of their blocks;
 * tables; the ablation; and all of it as an experiment. */
#include "experiment/meta.h"

#include "base/mem.h"
#include "base/paired.h"
#include "base/real.h"
#include "base/rng.h"
#include "base/text.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const Units meta_units = {
    .score = "score", .cost = NULL, .play = "blocks", .scale = SCALE_SIGNED, .noisy = true, .unit_cost = false};

const Param meta_params[] = {
    {PARAM_ROW(MetaOptions, problems, PARAM_FILES, "", 0, 0, ""),
     .doc = "ini files of the inner experiments, relative to this file; their blocks alternate"},
    {PARAM_ROW(MetaOptions, budgets, PARAM_REALS, "", 1e-6, 1e6, "1"), .level = PARAM_RESEARCH,
     .doc = "multiples of the inner budgets: blocks run all problems with the first, then with the second, and so on"},
    {PARAM_ROW(MetaOptions, heldout, PARAM_FILES, "", 0, 0, ""), .level = PARAM_RESEARCH,
     .when = "validation.games > 0 or ablation > 0",
     .doc = "ini files of the inner experiments of the validation; empty: problems, with other seeds"},
    {PARAM_ROW(MetaOptions, heldout_budgets, PARAM_REALS, "", 1e-6, 1e6, "1"), .level = PARAM_RESEARCH,
     .when = "validation.games > 0 or ablation > 0", .doc = "multiples of the inner budgets in the validation"},
    {PARAM_ROW(MetaOptions, baselines, PARAM_TEXT, "", 0, 0, ""), .level = PARAM_RESEARCH, .formerly = "rivals",
     .when = "validation.games > 0",
     .doc = "presets that are validated beside the winner and the default configuration; all: every preset that suits all "
            "problems; empty: none"},
    {PARAM_ROW(MetaOptions, ablation, PARAM_INT, "blocks", 0, 1e6, "0"), .level = PARAM_RESEARCH,
     .doc = "held-out games for each step from the default configuration to the tuned one, one key at a time, the best first "
            "(Fawcett & Hoos 2016); 0: none"},
    {PARAM_ROW(MetaOptions, tune, PARAM_TEXT, "", 0, 0, "inertia cognitive social"), .level = PARAM_BASIC,
     .doc = "keys tuned by the outer search: of [optimiser], or section.key; key+key: one value for both; key=value|value: only "
            "these values"},
    {PARAM_ROW(MetaOptions, lower, PARAM_REALS, "", -1e15, 1e15, ""),
     .doc = "lower ends of the box, in the order of numeric keys in tune; empty: the keys' limits"},
    {PARAM_ROW(MetaOptions, upper, PARAM_REALS, "", -1e15, 1e15, ""),
     .doc = "upper ends of the box, in the order of numeric keys in tune; empty: the keys' limits"},
    {0},
};

/* ---- what is tuned ---- */

const char *const tuned_sections[TUNED_SECTIONS] = {"optimiser", "training", "selection"};

double tuned_at(const Tuned *t, const double *x)
{
    int best = 0;
    if (t->values == 0) return param_fit(t->row[0], x[t->first]);
    for (int i = 1; i < t->values; i++)
        if (x[t->first + i] > x[t->first + best]) best = i;
    return t->value[best];
}

void *tuned_block(const Tuned *t, TrainOptions *options, void *optimiser_options)
{
    return t->section == TUNED_OPTIMISER  ? optimiser_options
           : t->section == TUNED_TRAINING ? (void *)&options->training
                                          : (void *)&options->selection;
}

void tuned_put(const Tuned *t, double value, void *block)
{
    assert(block != NULL && t->n <= TUNED_TIED_MAX);
    for (int k = 0; k < t->n; k++) {
        if (t->values > 0)
            param_choose(t->row[k], block, (int)value);
        else
            param_put(t->row[k], block, value);
    }
}

double tuned_of(const Tuned *t, int k, const void *block)
{
    assert(k >= 0 && k < t->n);
    return t->values > 0 ? param_chosen(t->row[k], block) : param_get(t->row[k], block);
}

void tuned_print(const Tuned *t, double value, char *out, size_t room)
{
    assert(room >= PARAM_TEXT_MAX);
    Text text = text_in(out, room);
    if (t->values > 0)
        text_add(&text, "%s", param_choice(t->row[0], (int)value));
    else
        text_add(&text, "%.17g", value);
}

void tuned_settle(const Tuned *t, double *x)
{
    const double value = tuned_at(t, x);
    assert(t->first >= 0);
    if (t->values == 0) x[t->first] = value;
    for (int i = 0; i < t->values; i++) x[t->first + i] = t->value[i] == (int)value;
}

/* ---- the state ----
 *
 * What the outer experiment asks at once is a stage; each of its plays is a block, and each block an inner training. All inner
 * trainings of a stage are listed in the order of its plays, and begin in that order as others end. */

/* The most inner trainings that advance side by side: enough for any number of lanes and threads, few enough to be kept in a
 * checkpoint. */
enum { SIDE_BY_SIDE = 512 };

/* Trials of the validation whose inner trainings keep curves, of the winner and of the untuned values; points of a curve. */
enum { DRAWN = 2, CURVE = 40 };

/* The objective of a trial of the outer experiment: its blocks are of the search, or held out for the validation. */
enum { SEARCH, HELDOUT };

/* One inner training. */
typedef struct {
    Experiment run;          /* the training itself, owned while it is under way */
    void *optimiser_options; /* options of run, owned */
    int trial;               /* index in the stage of the trial that it is a play of */
    int block;               /* number of that play */
    int what;                /* index into MetaSpec.inner, or in the validation into MetaSpec.heldout */
    int asked;               /* trials that it added to the current batch */
    bool done;               /* it has ended */
    double reported;         /* then: its strongest reported score */
    double cost;             /* then: what it cost */
    double *curve;           /* (CURVE), owned: best score so far, at equal steps of its course; NULL: not wanted */
    int drawn;               /* points of the curve so far */
} Inner;

/* Location and spread of the untuned values' log scores on one problem. */
typedef struct {
    double zero; /* median */
    double unit; /* spread, above 0 */
} Yardstick;

/* The way from the untuned values to the tuned ones. */
typedef struct {
    bool on;        /* the outer experiment has ended, and settings on the way play */
    uint64_t taken; /* bit i: tuned name i has its tuned value, or its untuned value is the same */
    int steps;      /* steps done, each of which takes one name */
    double *score;  /* (spec.ablation), owned: scores, by block, of the setting that has been reached */
    int64_t plays;  /* blocks that settings have played */
    double cost;    /* cost of these blocks */
} Ablation;

typedef struct {
    MetaSpec spec;
    Experiment outer; /* owned */
    Batch stage;      /* trials of the untuned values, then what the outer experiment (or the ablation) asks now; seated */
    int untuned;      /* trials of the untuned values in stage: 1 until the scale is known, then 0 */
    Inner *inner;     /* (n_inner), owned: one for each play of the stage */
    int n_inner;
    int begun;            /* inner[0 .. begun - 1] have begun */
    int going;            /* how many of these are under way */
    bool fresh;           /* no inner training of this stage has received answers yet */
    bool scaled;          /* yardstick is known */
    Yardstick *yardstick; /* (spec.inners), owned: yardsticks of the search */
    Yardstick *heldout;   /* (spec.heldouts), owned: yardsticks of the validation, learned from its own blocks */
    double untuned_cost;  /* cost of the untuned values' plays that made yardstick */
    double *settled;      /* (dim), owned: the best position, settled (tuned_settle) */
    Ablation ablation;
} Meta;

static bool validates(const Meta *s)
{
    return s->stage.t[0].objective == HELDOUT;
}

static const MetaInner *inner_of(const Meta *s, const Inner *in)
{
    return validates(s) ? &s->spec.heldout[in->what] : &s->spec.inner[in->what];
}

/* The outer experiment's result, whose position is settled (tuned_settle). */
static Result outer_result(const Meta *s)
{
    Result r = experiment_result(&s->outer);
    if (r.x == NULL) return r;
    memcpy(s->settled, r.x, (size_t)s->spec.outer.space->dim * sizeof *s->settled);
    for (int i = 0; i < s->spec.tuneds; i++) tuned_settle(&s->spec.tuned[i], s->settled);
    r.x = s->settled;
    return r;
}

/* ---- inner trainings and stages ---- */

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

/* Begins an inner training: that of its problem, with the tuned rows set or a baseline's options. Its seed depends on block and
 * key alone, so it is the same for all trials that play the block. */
static void open_inner(Meta *s, Inner *in)
{
    assert(s->going < SIDE_BY_SIDE);
    const Trial *t = &s->stage.t[in->trial];
    TrainSpec spec = inner_of(s, in)->training;
    bool own = t->x != NULL || in->trial < s->untuned;
    const void *options = own ? spec.optimiser_options : s->spec.baseline[TRAIN_TAG_BASELINE - t->tag].options[in->what];
    in->optimiser_options = mem_new(1, spec.optimiser->options_bytes);
    memcpy(in->optimiser_options, options, spec.optimiser->options_bytes);
    for (int i = 0; i < s->spec.tuneds && t->x != NULL; i++) {
        const Tuned *tuned = &s->spec.tuned[i];
        const bool sets = !s->ablation.on || ((uint64_t)t->tag >> i & 1) != 0; /* in an ablation only some are set */
        if (sets) tuned_put(tuned, tuned_at(tuned, t->x), tuned_block(tuned, &spec.options, in->optimiser_options));
    }
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

int meta_ablation_settings(int n)
{
    assert(n >= 0 && n <= TUNED_MAX);
    return n > 0 ? 1 + n * (n + 1) / 2 : 0;
}

static uint64_t all_names(const Meta *s)
{
    assert(s->spec.tuneds <= TUNED_MAX && TUNED_MAX < 31); /* a tag is an int */
    return (UINT64_C(1) << s->spec.tuneds) - 1;
}

/* The untuned value of key k of a name in a held-out training. */
static double untuned_value(const Meta *s, int heldout, int name, int k)
{
    const Tuned *t = &s->spec.tuned[name];
    TrainSpec training = s->spec.heldout[heldout].training;
    return tuned_of(t, k, tuned_block(t, &training.options, (void *)training.optimiser_options));
}

/* Whether tuning the name changes none of its keys in any held-out training. */
static bool is_alike(const Meta *s, int name)
{
    const Tuned *t = &s->spec.tuned[name];
    for (int i = 0; i < s->spec.heldouts; i++)
        for (int k = 0; k < t->n; k++)
            if (untuned_value(s, i, name, k) != tuned_at(t, s->settled)) return false;
    return true;
}

/* Adds the settings of the next step to s->stage, once the outer experiment asks nothing more. Each is a trial, whose tag has
 * a bit for every name that is tuned. Adds nothing if no step is left, or if nothing was found that could be compared. */
static void ask_ablation(Meta *s)
{
    Ablation *a = &s->ablation;
    assert(s->stage.n == 0 && s->spec.ablation > 0);
    if (outer_result(s).x == NULL) return;
    for (int i = 0; i < s->spec.tuneds && !a->on; i++)
        if (is_alike(s, i)) a->taken |= UINT64_C(1) << i;
    a->on = true;
    Trial t = {.x = s->settled,
               .key = rng_key(s->spec.outer.seed, RNG_ABLATION, 0),
               .plays = s->spec.ablation,
               .objective = HELDOUT,
               .tag = (int)a->taken};
    if (a->steps == 0 && a->taken != all_names(s)) batch_add(&s->stage, t);
    for (int i = 0; i < s->spec.tuneds; i++) {
        if ((a->taken >> i & 1) != 0) continue;
        t.tag = (int)(a->taken | UINT64_C(1) << i);
        batch_add(&s->stage, t);
    }
}

/* Lists the inner trainings of what the outer experiment asks, without beginning any. */
static void list_inner(Meta *s)
{
    s->outer.kind->ask(s->outer.self, &s->stage);
    s->untuned = 0;
    if (!s->scaled && s->stage.n > 0) add_untuned(s);
    if (s->stage.n == 0 && s->spec.ablation > 0) ask_ablation(s);
    batch_seat(&s->stage);
    s->n_inner = s->stage.answers;
    s->fresh = true;
    s->inner = mem_new((size_t)s->n_inner, sizeof *s->inner);
    Inner *in = s->inner;
    for (int i = 0; i < s->stage.n; i++)
        for (int k = 0; k < s->stage.t[i].plays; k++, in++) {
            in->trial = i;
            in->block = s->stage.t[i].first + k;
            in->what = in->block % (validates(s) ? s->spec.heldouts : s->spec.inners);
            if (validates(s) && !s->ablation.on && i < DRAWN) in->curve = mem_new(CURVE, sizeof *in->curve);
        }
}

static void begin_stage(Meta *s)
{
    list_inner(s);
    begin_more(s);
}

/* ---- scores ---- */

/* The log score of an inner training, clamped so that one run that diverged cannot make a mean infinite. */
static double log_score(const Meta *s, const Inner *in)
{
    double value = scale_solved(inner_of(s, in)->training.units.search->scale, in->reported);
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
    const Yardstick *yardstick = validates(s) ? s->heldout : s->yardstick;
    if (s->ablation.on && s->ablation.steps == 0) learn_yardstick(s, 0, s->heldout, s->spec.heldouts);
    if (!s->ablation.on && validates(s)) learn_yardstick(s, 1, s->heldout, s->spec.heldouts);
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

/* ---- tables, written once all inner trainings of a stage have ended and have scores ---- */

/* Begins a row, with the cells that say which inner training it is about. */
static void begin_row(Record *r, const char *table, const MetaInner *what)
{
    record_row(r, table);
    record_text(r, "problem", what->problem);
    record_real(r, "budget", what->budget);
}

/* What the tables call trial i of the validation. */
static const char *player_name(const Meta *s, int i)
{
    return i == 0 ? "tuned" : s->spec.baseline[i - 1].name;
}

static void record_blocks(const Meta *s, Record *r)
{
    for (int i = 0; i < s->n_inner; i++) {
        const Inner *in = &s->inner[i];
        const MetaInner *what = inner_of(s, in);
        record_row(r, "blocks");
        record_text(r, "phase", in->trial < s->untuned ? "untuned" : s->outer.kind->phase(s->outer.self));
        record_int(r, "particle", s->stage.t[in->trial].tag);
        record_text(r, "problem", what->problem);
        record_real(r, "budget", what->budget);
        record_int(r, "block", in->block);
        record_real(r, "value", in->reported);
        record_real(r, "score", s->stage.y[i].score);
        record_end(r);
    }
}

/* Records quartiles over trial i's blocks of inner training `what`, at one point of their curves. values (n_inner): scratch. */
static void record_point(const Meta *s, int i, int what, int point, double *values, Record *r)
{
    static const struct {
        const char *name;
        double share;
    } quartile[] = {{"q25", 0.25}, {"median", 0.5}, {"q75", 0.75}};
    assert(i < DRAWN && point >= 0 && point < CURVE);
    const int blocks = s->stage.t[0].plays;
    char name[PARAM_TEXT_MAX];
    int n = 0;
    for (int k = 0; k < blocks; k++) {
        const Inner *in = &s->inner[i * blocks + k];
        if (in->what == what && isfinite(in->curve[point])) values[n++] = in->curve[point];
    }
    stats_sort(values, n);
    for (size_t q = 0; q < sizeof quartile / sizeof *quartile; q++) {
        snprintf(name, sizeof name, "%s_%s", player_name(s, i), quartile[q].name);
        record_real(r, name, n > 0 ? stats_quantile(values, n, quartile[q].share) : (double)NAN);
    }
}

static void record_curves(const Meta *s, Record *r)
{
    OWNED double *values = mem_new((size_t)s->n_inner, sizeof *values);
    for (int what = 0; what < s->spec.heldouts; what++)
        for (int point = 0; point < CURVE; point++) {
            begin_row(r, "curves", &s->spec.heldout[what]);
            record_real(r, "share", (point + 1.0) / CURVE);
            for (int i = 0; i < s->stage.n && i < DRAWN; i++) record_point(s, i, what, point, values, r);
            record_end(r);
        }
}

/* Winner and baselines played the same blocks. */
static void record_heldout(const Meta *s, Record *r)
{
    assert(validates(s) && s->stage.n == 1 + s->spec.baselines);
    const int blocks = s->stage.t[0].plays;
    char name[PARAM_TEXT_MAX];
    for (int k = 0; k < blocks; k++) {
        begin_row(r, "heldout", inner_of(s, &s->inner[k]));
        record_int(r, "block", s->inner[k].block);
        for (int i = 0; i < s->stage.n; i++) record_real(r, player_name(s, i), s->inner[i * blocks + k].reported);
        for (int i = 0; i < s->stage.n; i++) {
            snprintf(name, sizeof name, "%s_score", player_name(s, i));
            record_real(r, name, s->stage.y[i * blocks + k].score);
        }
        record_end(r);
    }
}

/* ---- the ablation: what a step says ---- */

/* Writes the scores of a trial's blocks into score (spec.ablation); returns their statistics. */
static Stats scores_of(const Meta *s, int trial, double *score)
{
    Stats all = {0};
    for (int k = 0; k < s->spec.ablation; k++) {
        score[k] = s->stage.y[trial * s->spec.ablation + k].score;
        stats_add(&all, score[k]);
    }
    return all;
}

/* The name that a trial tunes beside those that are taken; -1: none. */
static int name_of(const Meta *s, int trial)
{
    for (int i = 0; i < s->spec.tuneds; i++)
        if (((uint64_t)s->stage.t[trial].tag & ~s->ablation.taken) == UINT64_C(1) << i) return i;
    return -1;
}

/* The untuned values of a name in the first held-out training: one if all are equal, else as "2/8", in the order of the keys. */
static void print_untuned(const Meta *s, int name, char *out, size_t room)
{
    char value[PARAM_TEXT_MAX];
    const Tuned *t = &s->spec.tuned[name];
    Text text = text_in(out, room);
    bool same = true;
    for (int k = 1; k < t->n; k++) same = same && untuned_value(s, 0, name, k) == untuned_value(s, 0, name, 0);
    for (int k = 0; k < (same ? 1 : t->n); k++) {
        tuned_print(t, untuned_value(s, 0, name, k), value, sizeof value);
        text_add(&text, "%s%s", k > 0 ? "/" : "", value);
    }
}

static void record_setting(const Meta *s, int step, int name, const Stats *score, double gain, double p, bool kept, Record *r)
{
    char text[PARAM_TEXT_MAX] = "-", from[PARAM_TEXT_MAX] = "-";
    if (name >= 0) {
        const Tuned *t = &s->spec.tuned[name];
        tuned_print(t, tuned_at(t, s->settled), text, sizeof text);
        print_untuned(s, name, from, sizeof from);
    }
    record_row(r, "ablation");
    record_int(r, "step", step);
    record_text(r, "key", name >= 0 ? s->spec.tuned[name].name : "untuned");
    record_text(r, "untuned", from);
    record_text(r, "tuned", text);
    record_int(r, "blocks", score->n);
    record_real(r, "score", score->mean);
    record_real(r, "sem", stats_sem(score));
    record_real(r, "gain", gain);
    record_real(r, "p", p);
    record_int(r, "kept", kept);
    record_end(r);
}

/* Once all trials of the stage have scores: writes table "ablation", a row for each setting, and takes the step. */
static void tell_ablation(Meta *s, Record *r)
{
    Ablation *a = &s->ablation;
    OWNED double *score = mem_new((size_t)s->spec.ablation, sizeof *score);
    const int first = a->steps == 0;
    assert(a->on && s->stage.n > first);
    if (first == 1) {
        const Stats untuned = scores_of(s, 0, a->score);
        record_setting(s, 0, -1, &untuned, 0, 1, true, r);
    }
    int best = first; /* the trial with the highest mean score, the first of several */
    double before = 0, highest = -HUGE_VAL;
    for (int i = first; i < s->stage.n; i++) {
        const double mean = scores_of(s, i, score).mean;
        if (mean > highest) highest = mean, best = i;
    }
    for (int k = 0; k < s->spec.ablation; k++) before += a->score[k] / s->spec.ablation;
    for (int i = first; i < s->stage.n; i++) {
        const Stats all = scores_of(s, i, score);
        const double p = paired_wilcoxon(score, a->score, s->spec.ablation);
        record_setting(s, a->steps + 1, name_of(s, i), &all, all.mean - before, p, i == best, r);
    }
    for (int i = 0; i < s->stage.answers; i++) a->cost += s->stage.y[i].cost;
    a->plays += s->stage.answers;
    scores_of(s, best, a->score);
    a->taken = (uint64_t)s->stage.t[best].tag;
    a->steps++;
}

static void serialise_ablation(Meta *s, Serialiser *v)
{
    Ablation *a = &s->ablation;
    serialise_bool(v, "ablation", &a->on);
    if (!a->on || v->failed) return;
    serialise_u64(v, "taken", &a->taken);
    serialise_index(v, "steps", &a->steps, s->spec.tuneds + 1);
    serialise_reals(v, "ablation_score", a->score, s->spec.ablation);
    serialise_count(v, "ablation_plays", &a->plays, COUNT_MOST);
    serialise_amounts(v, "ablation_cost", &a->cost, 1);
    for (int i = 0; i < s->spec.heldouts; i++) {
        serialise_reals(v, "heldout_zero", &s->heldout[i].zero, 1);
        serialise_amounts(v, "heldout_unit", &s->heldout[i].unit, 1);
    }
    if (v->loading && (a->taken & ~all_names(s)) != 0) v->failed = true;
}

/* ---- the experiment ---- */

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
    int reached = (int)floor(CURVE * in->run.kind->progress(in->run.self, 0));
    for (; in->drawn < reached; in->drawn++) in->curve[in->drawn] = r.n_reported > 0 ? r.seen : -HUGE_VAL;
}

static void tell(void *self, const Trial *t, int n, Record *r)
{
    Meta *s = self;
    s->fresh = false;
    for (Inner *in = s->inner; in < s->inner + s->begun; in++) {
        if (in->done) continue;
        assert(n >= in->asked);
        in->run.kind->tell(in->run.self, t, in->asked, NULL);
        t += in->asked;
        n -= in->asked;
        if (in->curve != NULL) draw_curve(in);
        if (in->run.kind->progress(in->run.self, 0) < 1) continue;
        const Result found = experiment_result(&in->run);
        in->reported = found.n_reported > 0 ? found.reported[found.n_reported - 1].score.mean : -HUGE_VAL;
        in->cost = found.cost;
        in->done = true;
        close_inner(s, in);
    }
    assert(n == 0), (void)n;
    begin_more(s);
    if (s->going > 0) return;
    score_blocks(s);
    if (s->ablation.on) {
        tell_ablation(s, r);
    } else {
        if (validates(s))
            record_heldout(s, r), record_curves(s, r);
        else
            record_blocks(s, r);
        s->outer.kind->tell(s->outer.self, s->stage.t + s->untuned, s->stage.n - s->untuned, r);
    }
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
    *r = outer_result(s);
    r->cost += s->untuned_cost + s->ablation.cost;
    r->plays += s->ablation.plays;
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
        if (in->curve != NULL) serialise_index(v, "drawn", &in->drawn, CURVE + 1);
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
    if (s->spec.ablation > 0) serialise_ablation(s, v);
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
    s->spec.outer.objective = (TrainObjectives){.training = SEARCH, .selection = SEARCH, .validation = HELDOUT};
    s->yardstick = mem_new((size_t)spec->inners, sizeof *s->yardstick);
    s->heldout = mem_new((size_t)spec->heldouts, sizeof *s->heldout);
    s->settled = mem_new((size_t)spec->outer.space->dim, sizeof *s->settled);
    s->ablation.score = mem_new((size_t)spec->ablation, sizeof *s->ablation.score);
    s->outer = train_create(&s->spec.outer);
    begin_stage(s);
    return (Experiment){.kind = &kind, .self = s};
}
