/* meta_ablation.h. The way of a meta search from the untuned values to the tuned ones: to which of the tuned names the gain is
 * due.
 *
 * Idea: after the validation the untuned values play held-out blocks, and so does each setting in which one name more has its
 * tuned value. The name with which the mean score is highest is kept, and the next step begins there, until all names are tuned.
 * All settings play the same blocks, which nothing before has seen. The name that is kept is the best of several, so its gain
 * is overstated a little; both ends of the way are not.
 * Never: changes what the search, the selection or the validation has found.
 * Source: C. Fawcett, H. H. Hoos, "Analysing Differences Between Algorithm Configurations Through Ablation", Journal of
 * Heuristics 22 (2016). */
#ifndef SWARMTRIS_EXPERIMENT_META_ABLATION_H
#define SWARMTRIS_EXPERIMENT_META_ABLATION_H

#include "base/record.h"
#include "experiment/meta_state.h"

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
