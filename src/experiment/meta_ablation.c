/* meta_ablation.c. Settings between the untuned values and the tuned ones, name by name. */
#include "experiment/meta_state.h"

#include "base/mem.h"
#include "base/paired.h"
#include "base/rng.h"
#include "base/text.h"

#include <assert.h>
#include <string.h>

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
    return tuned_of(t, k, meta_block(t, &training.options, (void *)training.optimiser_options));
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

/* Settles the tuned position and, once, begins the ablation. False: nothing was found that could be compared. */
static bool begin(Meta *s)
{
    const Result r = experiment_result(&s->outer);
    if (r.x == NULL) return false;
    memcpy(s->settled, r.x, (size_t)s->spec.outer.space->dim * sizeof *s->settled);
    for (int i = 0; i < s->spec.tuneds; i++) tuned_settle(&s->spec.tuned[i], s->settled);
    if (s->ablation.on) return true;
    s->ablation.on = true;
    for (int i = 0; i < s->spec.tuneds; i++)
        if (is_alike(s, i)) s->ablation.taken |= UINT64_C(1) << i;
    return true;
}

void meta_ablation_ask(Meta *s)
{
    const Ablation *a = &s->ablation;
    assert(s->stage.n == 0 && s->spec.ablation > 0);
    if (!begin(s)) return;
    Trial t = {.x = s->settled,
               .key = rng_key(s->spec.outer.seed, RNG_ABLATION, 0),
               .plays = s->spec.ablation,
               .objective = META_HELDOUT,
               .tag = (int)a->taken};
    if (a->steps == 0 && a->taken != all_names(s)) batch_add(&s->stage, t);
    for (int i = 0; i < s->spec.tuneds; i++) {
        if ((a->taken >> i & 1) != 0) continue;
        t.tag = (int)(a->taken | UINT64_C(1) << i);
        batch_add(&s->stage, t);
    }
}

/* ---- what a step says ---- */

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

/* The trial of this step with the highest mean score, the first of several. first: the first trial that tunes a name. */
static int best_trial(const Meta *s, int first, double *score)
{
    int best = first;
    double highest = scores_of(s, first, score).mean;
    for (int i = first + 1; i < s->stage.n; i++) {
        const double mean = scores_of(s, i, score).mean;
        if (mean > highest) highest = mean, best = i;
    }
    return best;
}

void meta_ablation_tell(Meta *s, Record *r)
{
    Ablation *a = &s->ablation;
    OWNED double *score = mem_new((size_t)s->spec.ablation, sizeof *score);
    const int first = a->steps == 0;
    assert(a->on && s->stage.n > first);
    if (first == 1) {
        const Stats untuned = scores_of(s, 0, a->score);
        record_setting(s, 0, -1, &untuned, 0, 1, true, r);
    }
    const int best = best_trial(s, first, score);
    double before = 0;
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

void meta_ablation_serialise(Meta *s, Serialiser *v)
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
