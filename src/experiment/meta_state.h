/* meta_state.h. The state of a meta search, which meta.c drives and meta_tables.c writes down.
 *
 * Idea: what the outer experiment asks at once is a stage; each of its plays is a block, and each block an inner training. All
 * inner trainings of a stage are listed in the order of its plays, and begin in that order as others end. */
#ifndef SWARMTRIS_EXPERIMENT_META_STATE_H
#define SWARMTRIS_EXPERIMENT_META_STATE_H

#include "experiment/meta_spec.h"

/* Trials of the validation whose inner trainings keep curves: of the winner and of the untuned values. */
enum { META_DRAWN = 2 };

/* Points of a curve. */
enum { META_CURVE = 40 };

/* The objective of a trial of the outer experiment: which inner trainings its blocks are. */
enum { META_SEARCH, META_HELDOUT };

/* One inner training. */
typedef struct {
    Experiment run;          /* while it is under way, owned */
    void *optimiser_options; /* of run, owned */
    int trial;               /* of the stage: the one that it is a play of */
    int block;               /* number of that play */
    int what;                /* which one of its kind: an index into MetaSpec.inner, or into heldout */
    int asked;               /* trials that it added to the batch under way, where it is a part of its own */
    Answer *kept;            /* (n_kept), owned: their answers, where only some had come when those of other parts were told */
    int n_kept;
    bool done;       /* it has ended */
    double reported; /* then: its strongest reported score */
    double cost;     /* then: what it cost */
    double *curve;   /* (META_CURVE), owned: its best so far after each of as many parts of its course; NULL: not wanted */
    int drawn;       /* points of the curve so far */
} Inner;

/* Of the log scores that the untuned values have on one problem. */
typedef struct {
    double zero; /* median */
    double unit; /* spread, above 0 */
} Yardstick;

/* The way from the untuned values to the tuned ones (below). */
typedef struct {
    bool on;        /* the outer experiment has ended, and settings on the way play */
    uint64_t taken; /* bit i: tuned name i has its tuned value, or has the same one untuned */
    int steps;      /* names that were taken one by one */
    double *score;  /* (spec.ablation), owned: of the blocks of the setting that has been reached */
    int64_t plays;  /* blocks that settings have played */
    double cost;    /* of them */
} Ablation;

typedef struct {
    MetaSpec spec;
    Experiment outer; /* owned */
    Batch stage;      /* what the outer experiment asks now, seated; see untuned */
    int untuned;      /* trials of the untuned values in front of it: 1 until the scale is known, then 0 */
    Inner *inner;     /* (n_inner), owned: one for each play of the stage */
    int n_inner;
    int begun;            /* inner trainings that have begun: the first ones */
    int going;            /* those of them that are under way */
    bool fresh;           /* the inner trainings of this stage have been told nothing yet */
    bool scaled;          /* yardstick is known */
    Yardstick *yardstick; /* (spec.inners), owned: of the search */
    Yardstick *heldout;   /* (spec.heldouts), owned: of the validation, learned from its own blocks */
    double untuned_cost;  /* of the plays of the untuned values that made yardstick */
    double *settled;      /* (dim), owned: the best position as parameters take it */
    Ablation ablation;
} Meta;

static inline bool meta_validates(const Meta *s)
{
    return s->stage.t[0].objective == META_HELDOUT;
}

/* The options of an inner training that a tuned name's section stands for. */
static inline void *meta_block(const Tuned *t, TrainOptions *options, void *optimiser_options)
{
    return t->section == TUNED_OPTIMISER  ? optimiser_options
           : t->section == TUNED_TRAINING ? (void *)&options->training
                                          : (void *)&options->selection;
}

static inline const MetaInner *meta_inner_of(const Meta *s, const Inner *in)
{
    return meta_validates(s) ? &s->spec.heldout[in->what] : &s->spec.inner[in->what];
}

/* ---- meta_tables.c: the tables, written once all inner trainings of a stage have ended and have scores ---- */

/* A stage of the search: table "blocks", a row a block that a candidate, or the untuned values, played. */
void meta_record_blocks(const Meta *s, Record *r);

/* A validation: table "heldout", a row a block. */
void meta_record_heldout(const Meta *s, Record *r);

/* A validation: table "curves", how the inner trainings came to what they report. */
void meta_record_curves(const Meta *s, Record *r);

/* ---- meta_ablation.c: the way from the untuned values to the tuned ones, to which of the tuned names the gain is due ----
 *
 * Idea: after the validation the untuned values play held-out blocks, and so does each setting in which one name more has its
 * tuned value. The name with which the mean score is highest is kept, and the next step begins there, until all names are tuned.
 * All settings play the same blocks, which nothing before has seen. The name that is kept is the best of several, so its gain
 * is overstated a little; both ends of the way are not.
 * Never: changes what the search, the selection or the validation has found.
 * Source: C. Fawcett, H. H. Hoos, "Analysing Differences Between Algorithm Configurations Through Ablation", Journal of
 * Heuristics 22 (2016). */

/* How many settings a way over n names that differ plays. */
int meta_ablation_settings(int n);

/* Adds the settings of the next step to s->stage, once the outer experiment asks nothing more: a trial each, whose tag has a bit
 * for every name that is tuned. Nothing: the way is at its end. */
void meta_ablation_ask(Meta *s);

/* The names of a trial that have their tuned values. */
static inline bool meta_ablation_tunes(const Meta *s, const Trial *t, int name)
{
    return !s->ablation.on || ((uint64_t)t->tag >> name & 1) != 0;
}

/* The stage that was asked has scores: table "ablation", a row a setting, and the step. */
void meta_ablation_tell(Meta *s, Record *r);

void meta_ablation_serialise(Meta *s, Serialiser *v);

#endif
