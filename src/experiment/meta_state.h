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

/* The objective of a trial of the outer experiment: its blocks are of the search, or held out for the validation. */
enum { META_SEARCH, META_HELDOUT };

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
    double *curve;           /* (META_CURVE), owned: best score so far, at equal steps of its course; NULL: not wanted */
    int drawn;               /* points of the curve so far */
} Inner;

/* Location and spread of the untuned values' log scores on one problem. */
typedef struct {
    double zero; /* median */
    double unit; /* spread, above 0 */
} Yardstick;

/* The way from the untuned values to the tuned ones (below). */
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

static inline bool meta_validates(const Meta *s)
{
    return s->stage.t[0].objective == META_HELDOUT;
}

/* The options of an inner training in the section of a tuned name. */
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

/* Writes table "blocks" for a stage of the search: a row for each block that a candidate, or the untuned values, played. */
void meta_record_blocks(const Meta *s, Record *r);

/* Writes table "heldout" for a validation: a row for each block. */
void meta_record_heldout(const Meta *s, Record *r);

/* Writes table "curves" for a validation: how the inner trainings came to what they report. */
void meta_record_curves(const Meta *s, Record *r);

/* ---- meta_ablation.c: the way from the untuned values to the tuned ones: which tuned names cause the gain ----
 *
 * Idea: after the validation, the untuned values and each setting with one more name at its tuned value play held-out blocks.
 * The name with which the mean score is highest is kept, and the next step begins there, until all names are tuned. All
 * settings play the same blocks, which nothing before has seen. The name that is kept is the best of several, so its gain is
 * overstated a little; both ends of the way are not.
 * Never: changes what the search, the selection or the validation has found.
 * Source: C. Fawcett, H. H. Hoos, "Analysing Differences Between Algorithm Configurations Through Ablation", Journal of
 * Heuristics 22 (2016). */

/* How many settings play if n names have tuned values other than their untuned ones. */
int meta_ablation_settings(int n);

/* Adds the settings of the next step to s->stage, once the outer experiment asks nothing more. Each is a trial, whose tag has
 * a bit for every name that is tuned. Adds nothing if no step is left. */
void meta_ablation_ask(Meta *s);

/* Whether the tuned name number `name` has its tuned value in trial t. */
static inline bool meta_ablation_tunes(const Meta *s, const Trial *t, int name)
{
    return !s->ablation.on || ((uint64_t)t->tag >> name & 1) != 0;
}

/* Once all trials of the stage have scores: writes table "ablation", a row for each setting, and takes the step. */
void meta_ablation_tell(Meta *s, Record *r);

void meta_ablation_serialise(Meta *s, Serialiser *v);

#endif
