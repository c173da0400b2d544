/* meta.h. An optimiser over the parameters of experiments: a training whose plays are trainings.
 *
 * Idea: a position of the outer search is a setting of chosen parameters (inertia, cognitive, social, ...). Its play number b,
 * called a block, is a whole inner training on problem b mod n, with a seed made from (key, b). All candidates of an iteration
 * see the same blocks. All inner runs of an iteration advance side by side, and what they ask is evaluated as one batch.
 * Budgets, re-selection, held-out validation and the comparison with the untuned parameters are train's own.
 *
 * Score of a block: how much better than untuned. Take the log of the inner run's strongest reported score (scale_solved), and
 * subtract the median of the untuned values' logs on the same problem. Divide by the spread of these over seeds: interquartile
 * range / 1.349, which is 1 for a standard normal variable. The score is asinh of the quotient z: near z if z is small, and it
 * grows like a logarithm. So units do not matter. However many decades a problem spans, much gained on one does not pay for
 * losses on the others; nothing saturates. The untuned values play as many blocks as a candidate may, beside the first
 * iteration and outside the budget; so the scale is the same for every outer optimiser. (Tried: 0 and 1 at median and best of
 * the first iteration, or of twenty settings drawn in the box. Where most of the box is bad, the best of such a sample is
 * chance, and the problem with the smallest scale dominates the sum; a smooth bowl, which gains twelve decades, always did.)
 * The validation has blocks of its own, and its own problems and budgets if they are named. Baselines, settings that others
 * have published, play there, too. Its scores are scaled by the untuned values' results there. */
#ifndef SWARMTRIS_EXPERIMENT_META_H
#define SWARMTRIS_EXPERIMENT_META_H

#include "base/param.h"
#include "base/quantity.h"
#include "experiment/train.h"

/* ---- what is tuned: keys of inner trainings, numbers and choices, as coordinates of the outer search ----
 *
 * Idea: a number has one coordinate, its value. A choice has a coordinate in [0, 1] for each of its values, and takes the value
 * whose coordinate is largest, the first of several. So values without an order are given none. A uniform position takes each
 * value with equal probability, and any optimiser over a box can search it. A particle that moves towards another takes the
 * other's value once its coordinate is the largest. The coordinates say no more than which value is taken, so an answer is
 * settled: 1 for the value that is taken, 0 for the others.
 * Never: a value that no position takes; a choice that depends on the order of its values, exact ties apart.
 * Source: the largest of random keys (J. C. Bean, "Genetic Algorithms and Random Keys for Sequencing and Optimization", ORSA
 * Journal on Computing 6, 1994). */

#define TUNED_MAX 24        /* names in [meta] tune */
#define TUNED_TIED_MAX 4    /* keys of a name */
#define TUNED_VALUES_MAX 16 /* values of a choice */

/* Where a key lies: in [optimiser], [training] or [selection] of an inner training. */
typedef enum { TUNED_OPTIMISER, TUNED_TRAINING, TUNED_SELECTION, TUNED_SECTIONS } TunedSection;
extern const char *const tuned_sections[TUNED_SECTIONS];

/* One name of [meta] tune. */
typedef struct {
    const Param *row[TUNED_TIED_MAX]; /* (n): the keys, which all get the same value; all numbers of one type, or one choice */
    int n;
    TunedSection section;        /* section of all these keys */
    int first;                   /* number of its first coordinate */
    int values;                  /* number of values of a choice, 2 or more; 0: it is a number */
    int value[TUNED_VALUES_MAX]; /* (values): the values, as param_choice counts them */
    const char *name;            /* "section.key", "section.key+key"; owned by whatever made it */
} Tuned;

/* The value of t at position x of the whole search: for a choice an index as param_choice counts, else the number. */
double tuned_at(const Tuned *t, const double *x);

/* The options of a training in the section of t. */
void *tuned_block(const Tuned *t, TrainOptions *options, void *optimiser_options);

/* Puts a value, as tuned_at gives it, into the options block of its section. */
void tuned_put(const Tuned *t, double value, void *block);

/* The value of key k in a block: tied keys may differ there. */
double tuned_of(const Tuned *t, int k, const void *block);

/* Writes a value as an ini says it. room >= PARAM_TEXT_MAX. */
void tuned_print(const Tuned *t, double value, char *out, size_t room);

/* Settles the coordinates of t in x: a number becomes what its key takes, a choice 1 and 0. */
void tuned_settle(const Tuned *t, double *x);

/* ---- what a meta search is made of ---- */

#define META_PROBLEMS_MAX 32 /* files */

/* [meta]. */
typedef struct {
    char problems[4000];               /* ini files, between blanks */
    char heldout[4000];                /* ini files for the validation; empty: problems */
    char tune[1000];                   /* words: inertia, training.games, cognitive+social, topology=ring|random, ... */
    char baselines[500];               /* presets, or "all", or empty */
    RealList lower, upper;             /* ends of the box, in the order of the numbers in tune; empty: the keys' own ranges */
    RealList budgets, heldout_budgets; /* multiples of each problem's own budget */
    int ablation;                      /* blocks of each setting on the way from untuned to tuned; 0: no ablation */
} MetaOptions;
extern const Param meta_params[];

/* Units of every meta search: a play is a block, a whole inner training. cost is NULL: the inner objectives name it. */
extern const Units meta_units;

/* An inner training. */
typedef struct {
    const char *problem;
    double budget;      /* multiple of the problem's own */
    TrainSpec training; /* what it is made of; its seed is unused */
} MetaInner;

/* A published setting. */
typedef struct {
    const char *name;
    const void *const *options; /* (heldouts): the optimiser's options for each inner training of the validation */
} MetaBaseline;

/* A meta search. All pointers are borrowed for the life of the experiment. */
typedef struct {
    TrainSpec outer;              /* the outer training; outer.space is the box. Its baselines and objectives are set by meta */
    const MetaInner *inner;       /* (inners): the inner trainings of the search */
    const MetaInner *heldout;     /* (heldouts): those of the validation */
    int inners, heldouts;         /* 1 or more each */
    const Tuned *tuned;           /* (tuneds): what the coordinates of the outer space mean, in their order */
    int tuneds;                   /* 1 or more */
    int ablation;                 /* as in MetaOptions */
    const MetaBaseline *baseline; /* (baselines): play beside the winner in the validation; the first are the untuned values */
    int baselines;                /* 1 or more */
} MetaSpec;

/* Tables beside those of train, which logs its positions:
 * "blocks", a row a block of the search: phase (untuned: by the untuned values), particle (in the selection: the finalist's
 * rank), problem, budget, block, value (the strongest reported score of the inner training), score;
 * "heldout", a row a block of the validation: problem, budget, block, the strongest reported score of the winner's inner
 * training (tuned) and of every baseline's, and the scores of all of them (NAME_score);
 * "ablation", a row a setting on the way from untuned to tuned (below): step, the key that changes, its untuned and
 * tuned values, blocks, mean score and its standard error, gain over the step before, p of Wilcoxon's signed-rank test, kept;
 * "curves", a row a problem, budget and share of an inner training that is done: quartiles of the best score that it has seen
 * by then, over the blocks, of tuned and untuned (NAME_q25, NAME_median, NAME_q75). */
Experiment meta_create(const MetaSpec *spec);

/* The ablation: which tuned names cause the gain.
 *
 * Idea: after the validation, the untuned values and each setting with one more name at its tuned value play held-out blocks.
 * The name with which the mean score is highest is kept, and the next step begins there, until all names are tuned. All
 * settings play the same blocks, which nothing before has seen. The name that is kept is the best of several, so its gain is
 * overstated a little; both ends of the way are not.
 * Never: changes what the search, the selection or the validation has found.
 * Source: C. Fawcett, H. H. Hoos, "Analysing Differences Between Algorithm Configurations Through Ablation", Journal of
 * Heuristics 22 (2016).
 *
 * How many settings play in it if n names have tuned values other than their untuned ones. */
int meta_ablation_settings(int n);

#endif
