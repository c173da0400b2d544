/* meta_tables.c. Rows of blocks, of held-out blocks and of curves. */
#include "experiment/meta_state.h"

#include "base/mem.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>

void meta_record_blocks(const Meta *s, Record *r)
{
    for (int i = 0; i < s->n_inner; i++) {
        const Inner *in = &s->inner[i];
        const MetaInner *what = meta_inner_of(s, in);
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
    assert(i < META_DRAWN && point >= 0 && point < META_CURVE);
    const int blocks = s->stage.t[0].plays;
    char name[PARAM_TEXT_MAX];
    int n = 0;
    for (int k = 0; k < blocks; k++) {
        const Inner *in = &s->inner[i * blocks + k];
        if (in->what == what && isfinite(in->curve[point])) values[n++] = in->curve[point];
    }
    stats_sort(values, n);
    for (size_t q = 0; q < sizeof quartile / sizeof *quartile; q++) {
        snprintf(name, sizeof name, "%s_%s", i == 0 ? "tuned" : s->spec.baseline[i - 1].name, quartile[q].name);
        record_real(r, name, n > 0 ? stats_quantile(values, n, quartile[q].share) : (double)NAN);
    }
}

void meta_record_curves(const Meta *s, Record *r)
{
    OWNED double *values = mem_new((size_t)s->n_inner, sizeof *values);
    for (int what = 0; what < s->spec.heldouts; what++)
        for (int point = 0; point < META_CURVE; point++) {
            record_row(r, "curves");
            record_text(r, "problem", s->spec.heldout[what].problem);
            record_real(r, "budget", s->spec.heldout[what].budget);
            record_real(r, "share", (point + 1.0) / META_CURVE);
            for (int i = 0; i < s->stage.n && i < META_DRAWN; i++) record_point(s, i, what, point, values, r);
            record_end(r);
        }
}

/* Winner and baselines played the same blocks. */
void meta_record_heldout(const Meta *s, Record *r)
{
    assert(meta_validates(s) && s->stage.n == 1 + s->spec.baselines);
    const int blocks = s->stage.t[0].plays;
    char name[PARAM_TEXT_MAX];
    for (int k = 0; k < blocks; k++) {
        const MetaInner *what = meta_inner_of(s, &s->inner[k]);
        record_row(r, "heldout");
        record_text(r, "problem", what->problem);
        record_real(r, "budget", what->budget);
        record_int(r, "block", s->inner[k].block);
        for (int i = 0; i < s->stage.n; i++)
            record_real(r, i == 0 ? "tuned" : s->spec.baseline[i - 1].name, s->inner[i * blocks + k].reported);
        for (int i = 0; i < s->stage.n; i++) {
            snprintf(name, sizeof name, "%s_score", i == 0 ? "tuned" : s->spec.baseline[i - 1].name);
            record_real(r, name, s->stage.y[i * blocks + k].score);
        }
        record_end(r);
    }
}
