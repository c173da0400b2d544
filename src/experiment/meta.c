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

static bool validates(const Meta *m)
{
    return m->stage.t[0].objective == HELDOUT;
}

static const MetaInner *inner_of(const Meta *m, const Inner *in)
{
    return validates(m) ? &m->spec.heldout[in->what] : &m->spec.inner[in->what];
}

/* The outer experiment's result, whose position is settled (tuned_settle). */
static Result outer_result(const Meta *m)
{
    Result r = experiment_result(&m->outer);
    if (r.x == NULL) return r;
    memcpy(m->settled, r.x, (size_t)m->spec.outer.space->dim * sizeof *m->settled);
    for (int i = 0; i < m->spec.tuneds; i++) tuned_settle(&m->spec.tuned[i], m->settled);
    r.x = m->settled;
    return r;
}

/* ---- inner trainings and stages ---- */

static void close_inner(Meta *m, Inner *in)
{
    in->run.kind->destroy(in->run.self);
    free(in->optimiser_options);
    in->run.self = NULL;
    assert(m->going > 0);
    m->going--;
}

static void end_stage(Meta *m)
{
    for (int i = 0; i < m->begun; i++)
        if (!m->inner[i].done) close_inner(m, &m->inner[i]);
    for (int i = 0; i < m->n_inner; i++) free(m->inner[i].curve);
    free(m->inner);
    m->inner = NULL;
    m->n_inner = m->begun = m->going = 0;
    batch_clear(&m->stage);
}

/* Begins an inner training: that of its problem, with the tuned rows set or a baseline's options. Its seed depends on block and
 * key alone, so it is the same for all trials that play the block. */
static void open_inner(Meta *m, Inner *in)
{
    assert(m->going < SIDE_BY_SIDE);
    const Trial *t = &m->stage.t[in->trial];
    TrainSpec spec = inner_of(m, in)->training;
    bool own = t->x != NULL || in->trial < m->untuned;
    const void *options = own ? spec.optimiser_options : m->spec.baseline[TRAIN_TAG_BASELINE - t->tag].options[in->what];
    in->optimiser_options = mem_new(1, spec.optimiser->options_bytes);
    memcpy(in->optimiser_options, options, spec.optimiser->options_bytes);
    for (int i = 0; i < m->spec.tuneds && t->x != NULL; i++) {
        const Tuned *tuned = &m->spec.tuned[i];
        const bool sets = !m->ablation.on || ((uint64_t)t->tag >> i & 1) != 0; /* in an ablation only some are set */
        if (sets) tuned_put(tuned, tuned_at(tuned, t->x), tuned_block(tuned, &spec.options, in->optimiser_options));
    }
    spec.optimiser_options = in->optimiser_options;
    spec.seed = rng_game(rng_key(t->key, RNG_INNER, 0), in->block);
    spec.log_games = false;
    in->run = train_create(&spec);
    m->going++;
}

/* Begins as many more inner trainings as may advance side by side. */
static void begin_more(Meta *m)
{
    while (m->begun < m->n_inner && m->going < SIDE_BY_SIDE) open_inner(m, &m->inner[m->begun++]);
}

/* Puts a trial of the untuned values at the front of the stage: as many blocks as the first candidate may play. */
static void add_untuned(Meta *m)
{
    const Trial first = m->stage.t[0];
    const int asked = m->stage.n;
    batch_add(&m->stage, first);
    memmove(m->stage.t + 1, m->stage.t, (size_t)asked * sizeof first);
    m->stage.t[0] = first;
    m->stage.t[0].x = NULL;
    m->stage.t[0].tag = 0;
    m->stage.t[0].plays = train_games(&m->spec.outer.options);
    m->untuned = 1;
}

int meta_ablation_settings(int n)
{
    assert(n >= 0 && n <= TUNED_MAX);
    return n > 0 ? 1 + n * (n + 1) / 2 : 0;
}

static uint64_t all_names(const Meta *m)
{
    assert(m->spec.tuneds <= TUNED_MAX && TUNED_MAX < 31); /* a tag is an int */
    return (UINT64_C(1) << m->spec.tuneds) - 1;
}

/* The untuned value of key k of a name in a held-out training. */
static double untuned_value(const Meta *m, int heldout, int name, int k)
{
    const Tuned *t = &m->spec.tuned[name];
    TrainSpec training = m->spec.heldout[heldout].training;
    return tuned_of(t, k, tuned_block(t, &training.options, (void *)training.optimiser_options));
}

/* Whether tuning the name changes none of its keys in any held-out training. */
static bool is_alike(const Meta *m, int name)
{
    const Tuned *t = &m->spec.tuned[name];
    for (int i = 0; i < m->spec.heldouts; i++)
        for (int k = 0; k < t->n; k++)
            if (untuned_value(m, i, name, k) != tuned_at(t, m->settled)) return false;
    return true;
}

/* Adds the settings of the next step to m->stage, once the outer experiment asks nothing more. Each is a trial, whose tag has
 * a bit for every name that is tuned. Adds nothing if no step is left, or if nothing was found that could be compared. */
static void ask_ablation(Meta *m)
{
    Ablation *a = &m->ablation;
    assert(m->stage.n == 0 && m->spec.ablation > 0);
    if (outer_result(m).x == NULL) return;
    for (int i = 0; i < m->spec.tuneds && !a->on; i++)
        if (is_alike(m, i)) a->taken |= UINT64_C(1) << i;
    a->on = true;
    Trial t = {.x = m->settled,
               .key = rng_key(m->spec.outer.seed, RNG_ABLATION, 0),
               .plays = m->spec.ablation,
               .objective = HELDOUT,
               .tag = (int)a->taken};
    if (a->steps == 0 && a->taken != all_names(m)) batch_add(&m->stage, t);
    for (int i = 0; i < m->spec.tuneds; i++) {
        if ((a->taken >> i & 1) != 0) continue;
        t.tag = (int)(a->taken | UINT64_C(1) << i);
        batch_add(&m->stage, t);
    }
}

/* Lists the inner trainings of what the outer experiment asks, without beginning any. */
static void list_inner(Meta *m)
{
    m->outer.kind->ask(m->outer.self, &m->stage);
    m->untuned = 0;
    if (!m->scaled && m->stage.n > 0) add_untuned(m);
    if (m->stage.n == 0 && m->spec.ablation > 0) ask_ablation(m);
    batch_seat(&m->stage);
    m->n_inner = m->stage.answers;
    m->fresh = true;
    m->inner = mem_new((size_t)m->n_inner, sizeof *m->inner);
    Inner *in = m->inner;
    for (int i = 0; i < m->stage.n; i++)
        for (int k = 0; k < m->stage.t[i].plays; k++, in++) {
            in->trial = i;
            in->block = m->stage.t[i].first + k;
            in->what = in->block % (validates(m) ? m->spec.heldouts : m->spec.inners);
            if (validates(m) && !m->ablation.on && i < DRAWN) in->curve = mem_new(CURVE, sizeof *in->curve);
        }
}

static void begin_stage(Meta *m)
{
    list_inner(m);
    begin_more(m);
}

/* ---- scores ---- */

/* The log score of an inner training, clamped so that one run that diverged cannot make a mean infinite. */
static double log_score(const Meta *m, const Inner *in)
{
    double value = scale_solved(inner_of(m, in)->training.units.search->scale, in->reported);
    return value > -400 ? value < 400 ? value : 400 : -400;
}

/* Learns the yardsticks (n) from the blocks of one trial. */
static void learn_yardstick(const Meta *meta, int trial, Yardstick *yardstick, int n)
{
    OWNED double *v = mem_new((size_t)meta->n_inner, sizeof *v);
    for (int what = 0; what < n; what++) {
        int m = 0;
        for (int i = 0; i < meta->n_inner; i++)
            if (meta->inner[i].trial == trial && meta->inner[i].what == what) v[m++] = log_score(meta, &meta->inner[i]);
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
static void score_blocks(Meta *m)
{
    const Yardstick *yardstick = validates(m) ? m->heldout : m->yardstick;
    if (m->ablation.on && m->ablation.steps == 0) learn_yardstick(m, 0, m->heldout, m->spec.heldouts);
    if (!m->ablation.on && validates(m)) learn_yardstick(m, 1, m->heldout, m->spec.heldouts);
    if (!m->scaled) learn_yardstick(m, 0, m->yardstick, m->spec.inners);
    m->scaled = true;
    for (int i = 0; i < m->n_inner; i++) {
        const Inner *in = &m->inner[i];
        Answer *a = &m->stage.y[i];
        a->cost = in->cost;
        if (in->trial < m->untuned) m->untuned_cost += in->cost;
        a->score = asinh_of((log_score(m, in) - yardstick[in->what].zero) / yardstick[in->what].unit);
        a->done = true;
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
static const char *player_name(const Meta *m, int i)
{
    return i == 0 ? "tuned" : m->spec.baseline[i - 1].name;
}

static void record_blocks(const Meta *m, Record *r)
{
    for (int i = 0; i < m->n_inner; i++) {
        const Inner *in = &m->inner[i];
        const MetaInner *what = inner_of(m, in);
        record_row(r, "blocks");
        record_text(r, "phase", in->trial < m->untuned ? "untuned" : m->outer.kind->phase(m->outer.self));
        record_int(r, "particle", m->stage.t[in->trial].tag);
        record_text(r, "problem", what->problem);
        record_real(r, "budget", what->budget);
        record_int(r, "block", in->block);
        record_real(r, "value", in->reported);
        record_real(r, "score", m->stage.y[i].score);
        record_end(r);
    }
}

/* Records quartiles over trial i's blocks of inner training `what`, at one point of their curves. values (n_inner): scratch. */
static void record_point(const Meta *m, int i, int what, int point, double *values, Record *r)
{
    static const struct {
        const char *name;
        double share;
    } quartile[] = {{"q25", 0.25}, {"median", 0.5}, {"q75", 0.75}};
    assert(i < DRAWN && point >= 0 && point < CURVE);
    const int blocks = m->stage.t[0].plays;
    char name[PARAM_TEXT_MAX];
    int n = 0;
    for (int k = 0; k < blocks; k++) {
        const Inner *in = &m->inner[i * blocks + k];
        if (in->what == what && isfinite(in->curve[point])) values[n++] = in->curve[point];
    }
    stats_sort(values, n);
    for (size_t q = 0; q < sizeof quartile / sizeof *quartile; q++) {
        snprintf(name, sizeof name, "%s_%s", player_name(m, i), quartile[q].name);
        record_real(r, name, n > 0 ? stats_quantile(values, n, quartile[q].share) : (double)NAN);
    }
}

static void record_curves(const Meta *m, Record *r)
{
    OWNED double *values = mem_new((size_t)m->n_inner, sizeof *values);
    for (int what = 0; what < m->spec.heldouts; what++)
        for (int point = 0; point < CURVE; point++) {
            begin_row(r, "curves", &m->spec.heldout[what]);
            record_real(r, "share", (point + 1.0) / CURVE);
            for (int i = 0; i < m->stage.n && i < DRAWN; i++) record_point(m, i, what, point, values, r);
            record_end(r);
        }
}

/* Winner and baselines played the same blocks. */
static void record_heldout(const Meta *m, Record *r)
{
    assert(validates(m) && m->stage.n == 1 + m->spec.baselines);
    const int blocks = m->stage.t[0].plays;
    char name[PARAM_TEXT_MAX];
    for (int k = 0; k < blocks; k++) {
        begin_row(r, "heldout", inner_of(m, &m->inner[k]));
        record_int(r, "block", m->inner[k].block);
        for (int i = 0; i < m->stage.n; i++) record_real(r, player_name(m, i), m->inner[i * blocks + k].reported);
        for (int i = 0; i < m->stage.n; i++) {
            snprintf(name, sizeof name, "%s_score", player_name(m, i));
            record_real(r, name, m->stage.y[i * blocks + k].score);
        }
        record_end(r);
    }
}

/* ---- the ablation: what a step says ---- */

/* Writes the scores of a trial's blocks into score (spec.ablation); returns their statistics. */
static Stats scores_of(const Meta *m, int trial, double *score)
{
    Stats all = {0};
    for (int k = 0; k < m->spec.ablation; k++) {
        score[k] = m->stage.y[trial * m->spec.ablation + k].score;
        stats_add(&all, score[k]);
    }
    return all;
}

/* The name that a trial tunes beside those that are taken; -1: none. */
static int name_of(const Meta *m, int trial)
{
    for (int i = 0; i < m->spec.tuneds; i++)
        if (((uint64_t)m->stage.t[trial].tag & ~m->ablation.taken) == UINT64_C(1) << i) return i;
    return -1;
}

/* The untuned values of a name in the first held-out training: one if all are equal, else as "2/8", in the order of the keys. */
static void print_untuned(const Meta *m, int name, char *out, size_t room)
{
    char value[PARAM_TEXT_MAX];
    const Tuned *t = &m->spec.tuned[name];
    Text text = text_in(out, room);
    bool same = true;
    for (int k = 1; k < t->n; k++) same = same && untuned_value(m, 0, name, k) == untuned_value(m, 0, name, 0);
    for (int k = 0; k < (same ? 1 : t->n); k++) {
        tuned_print(t, untuned_value(m, 0, name, k), value, sizeof value);
        text_add(&text, "%s%s", k > 0 ? "/" : "", value);
    }
}

static void record_setting(const Meta *m, int step, int name, const Stats *score, double gain, double p, bool kept, Record *r)
{
    char text[PARAM_TEXT_MAX] = "-", from[PARAM_TEXT_MAX] = "-";
    if (name >= 0) {
        const Tuned *t = &m->spec.tuned[name];
        tuned_print(t, tuned_at(t, m->settled), text, sizeof text);
        print_untuned(m, name, from, sizeof from);
    }
    record_row(r, "ablation");
    record_int(r, "step", step);
    record_text(r, "key", name >= 0 ? m->spec.tuned[name].name : "untuned");
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
static void tell_ablation(Meta *m, Record *r)
{
    Ablation *a = &m->ablation;
    OWNED double *score = mem_new((size_t)m->spec.ablation, sizeof *score);
    const int first = a->steps == 0;
    assert(a->on && m->stage.n > first);
    if (first == 1) {
        const Stats untuned = scores_of(m, 0, a->score);
        record_setting(m, 0, -1, &untuned, 0, 1, true, r);
    }
    int best = first; /* the trial with the highest mean score, the first of several */
    double before = 0, highest = -HUGE_VAL;
    for (int i = first; i < m->stage.n; i++) {
        const double mean = scores_of(m, i, score).mean;
        if (mean > highest) highest = mean, best = i;
    }
    for (int k = 0; k < m->spec.ablation; k++) before += a->score[k] / m->spec.ablation;
    for (int i = first; i < m->stage.n; i++) {
        const Stats all = scores_of(m, i, score);
        const double p = paired_wilcoxon(score, a->score, m->spec.ablation);
        record_setting(m, a->steps + 1, name_of(m, i), &all, all.mean - before, p, i == best, r);
    }
    for (int i = 0; i < m->stage.answers; i++) a->cost += m->stage.y[i].cost;
    a->plays += m->stage.answers;
    scores_of(m, best, a->score);
    a->taken = (uint64_t)m->stage.t[best].tag;
    a->steps++;
}

static void serialise_ablation(Meta *m, Serialiser *s)
{
    Ablation *a = &m->ablation;
    serialise_bool(s, "ablation", &a->on);
    if (!a->on || s->failed) return;
    serialise_u64(s, "taken", &a->taken);
    serialise_index(s, "steps", &a->steps, m->spec.tuneds + 1);
    serialise_reals(s, "ablation_score", a->score, m->spec.ablation);
    serialise_count(s, "ablation_plays", &a->plays, COUNT_MOST);
    serialise_amounts(s, "ablation_cost", &a->cost, 1);
    for (int i = 0; i < m->spec.heldouts; i++) {
        serialise_reals(s, "heldout_zero", &m->heldout[i].zero, 1);
        serialise_amounts(s, "heldout_unit", &m->heldout[i].unit, 1);
    }
    if (s->loading && (a->taken & ~all_names(m)) != 0) s->failed = true;
}

/* ---- the experiment ---- */

static int ask(void *self, Batch *b)
{
    Meta *m = self;
    int first = b->n;
    for (Inner *in = m->inner; in < m->inner + m->begun; in++)
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
    Meta *m = self;
    m->fresh = false;
    for (Inner *in = m->inner; in < m->inner + m->begun; in++) {
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
        close_inner(m, in);
    }
    assert(n == 0), (void)n;
    begin_more(m);
    if (m->going > 0) return;
    score_blocks(m);
    if (m->ablation.on) {
        tell_ablation(m, r);
    } else {
        if (validates(m))
            record_heldout(m, r), record_curves(m, r);
        else
            record_blocks(m, r);
        m->outer.kind->tell(m->outer.self, m->stage.t + m->untuned, m->stage.n - m->untuned, r);
    }
    end_stage(m);
    begin_stage(m);
}

/* The share of the ablation in all plays, as far as it is known. */
static double share_of_ablation(const Meta *m, double outer)
{
    if (m->spec.ablation == 0 || !(outer > 0)) return 0;
    const Result r = experiment_result(&m->outer);
    const double way = (double)m->spec.ablation * meta_ablation_settings(m->spec.tuneds);
    return way / (way + (double)r.plays / outer);
}

static double progress(const void *self, double answered)
{
    const Meta *m = self;
    double inner = 0;
    for (int i = 0; i < m->begun; i++)
        inner += m->inner[i].done ? 1 : m->inner[i].run.kind->progress(m->inner[i].run.self, answered);
    inner = m->n_inner > 0 ? inner / m->n_inner : 0;
    const double outer = m->outer.kind->progress(m->outer.self, inner), later = share_of_ablation(m, outer);
    if (!m->ablation.on) return later > 0 ? outer * (1 - later) : outer;
    if (m->n_inner == 0) return 1;
    const double steps = m->ablation.steps + inner;
    return 1 - later + 0.999 * later * steps / m->spec.tuneds;
}

static const char *phase(const void *self)
{
    const Meta *m = self;
    return m->ablation.on && m->n_inner > 0 ? "ablation" : m->outer.kind->phase(m->outer.self);
}

static void result(const void *self, Result *r)
{
    const Meta *m = self;
    *r = outer_result(m);
    r->cost += m->untuned_cost + m->ablation.cost;
    r->plays += m->ablation.plays;
}

static void time_up(void *self)
{
    Meta *m = self;
    m->outer.kind->time_up(m->outer.self);
    end_stage(m);
    begin_stage(m);
}

/* The budget can be raised only before the selection has begun its first inner training. */
static bool extendable(const void *self)
{
    const Meta *m = self;
    return m->fresh && !m->ablation.on && m->outer.kind->extendable(m->outer.self);
}

static bool ending(const void *self)
{
    const Meta *m = self;
    return m->outer.kind->ending(m->outer.self);
}

static void serialise_inner(Meta *m, Serialiser *s)
{
    int begun = m->begun;
    serialise_index(s, "begun", &begun, m->n_inner + 1);
    for (int i = 0; i < begun && !s->failed; i++) {
        Inner *in = &m->inner[i];
        serialise_bool(s, "done", &in->done);
        if (s->loading) m->begun = i + 1;
        if (s->loading && !in->done) open_inner(m, in);
        if (in->curve != NULL) serialise_index(s, "drawn", &in->drawn, CURVE + 1);
        if (in->curve != NULL && !s->failed) serialise_reals(s, "curve", in->curve, in->drawn);
        if (in->done) {
            serialise_reals(s, "reported", &in->reported, 1);
            serialise_amounts(s, "cost", &in->cost, 1);
        } else {
            in->run.kind->serialise(in->run.self, s);
            if (s->loading && !s->failed) s->failed = in->run.kind->progress(in->run.self, 0) >= 1; /* it would be done */
        }
    }
}

static void serialise(void *self, Serialiser *s)
{
    Meta *m = self;
    bool fresh = m->fresh;
    serialise_bool(s, "fresh", &fresh);
    serialise_bool(s, "scaled", &m->scaled);
    serialise_amounts(s, "untuned_cost", &m->untuned_cost, 1);
    for (int i = 0; i < m->spec.inners; i++) {
        serialise_reals(s, "zero", &m->yardstick[i].zero, 1);
        serialise_amounts(s, "unit", &m->yardstick[i].unit, 1);
    }
    m->outer.kind->serialise(m->outer.self, s);
    if (m->spec.ablation > 0) serialise_ablation(m, s);
    if (s->failed) return;
    if (s->loading) {
        end_stage(m);
        list_inner(m);
        m->fresh = fresh;
    }
    /* Inner trainings that have no answers yet are as they were made, so they need not be saved. With a larger budget they
     * may even be other trainings than those of the saved run. */
    if (!fresh) serialise_inner(m, s);
    if (s->loading && !s->failed) begin_more(m);
}

static void destroy(void *self)
{
    Meta *m = self;
    end_stage(m);
    batch_free(&m->stage);
    m->outer.kind->destroy(m->outer.self);
    free(m->yardstick);
    free(m->heldout);
    free(m->settled);
    free(m->ablation.score);
    free(m);
}

static const ExperimentKind kind = {
    .ask = ask,
    .allowance = experiment_no_allowance, /* the outer search drops an iteration once all of its blocks are answered */
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
    Meta *m = mem_new(1, sizeof *m);
    m->spec = *spec;
    m->spec.outer.options.training.log_positions = true;
    m->spec.outer.log_games = false;
    m->spec.outer.baselines = spec->baselines;
    m->spec.outer.objective = (TrainObjectives){.training = SEARCH, .selection = SEARCH, .validation = HELDOUT};
    m->yardstick = mem_new((size_t)spec->inners, sizeof *m->yardstick);
    m->heldout = mem_new((size_t)spec->heldouts, sizeof *m->heldout);
    m->settled = mem_new((size_t)spec->outer.space->dim, sizeof *m->settled);
    m->ablation.score = mem_new((size_t)spec->ablation, sizeof *m->ablation.score);
    m->outer = train_create(&m->spec.outer);
    begin_stage(m);
    return (Experiment){.kind = &kind, .self = m};
}
