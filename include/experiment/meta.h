/* meta.h. An optimiser over the parameters of experiments: a train whose plays are trains.
 *
 * Idea: a position of the outer search is a setting of chosen parameters (inertia, cognitive, social, ...). Its play b is a whole
 * inner training of problem b mod n with a seed made from (key, b): a block. All candidates of a round see the same blocks, all
 * inner runs of a round advance side by side, and what they ask is judged as one batch. Budgets, re-selection, held-out
 * validation and the comparison with the untuned parameters are train's own.
 *
 * Score of a block: the log (scale_log) of the inner run's strongest claim, on a scale of its problem where 0 is the median of the
 * first outer round and 1 the best of it. So every problem moves the mean by about as much, whatever its units and however many
 * decades it spans, and none can rule the others; nothing saturates, and scaling a problem's errors changes nothing. */
#ifndef SWARMTRIS_EXPERIMENT_META_H
#define SWARMTRIS_EXPERIMENT_META_H

#include "base/param.h"
#include "experiment/train.h"

#define META_TUNED_MAX 16
#define META_PROBLEMS_MAX 32

/* [meta]. */
typedef struct {
    char problems[4000];   /* ini files, between blanks */
    char tune[500];        /* rows: inertia, or optimiser.inertia, training.games, ... */
    RealList lower, upper; /* of the box, in the order of tune; empty: the rows' own ranges */
} MetaOptions;
extern const Param meta_params[];

/* A tuned row of every inner training: a row of its optimiser's options, or of its [training]. name: "section.key". */
typedef struct {
    const Param *row;
    bool in_training;
    const char *name;
} Tuned;

/* inner (problems): what each inner training is made of, its seed unused; names (problems). tuned (space->dim), in the order of
 * the outer space. outer: the outer training; outer.space is the box, outer.rival the untuned values. Borrowed for the life of
 * the experiment. */
typedef struct {
    TrainSpec outer;
    const TrainSpec *inner;
    const char *const *names;
    int problems;
    const Tuned *tuned;
} MetaSpec;

Experiment meta_create(const MetaSpec *spec);

#endif
