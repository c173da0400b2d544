/* optim.h. Ask and tell: an optimiser proposes positions and hears how they did. Higher fitness is better.
 *
 * Idea: ask changes nothing; all drawing and moving happens in tell. So a round that was cut short is simply asked again, and a
 * state saved between two tells is the whole state.
 * Never: calls an objective, knows games, threads, files. */
#ifndef SWARMTRIS_OPTIM_OPTIM_H
#define SWARMTRIS_OPTIM_OPTIM_H

#include "base/param.h"
#include "base/record.h"
#include "base/trial.h"
#include "base/visit.h"

/* All members are required; a part that has nothing to say has an empty table or a function that does nothing (optim/random.c is the
 * shortest). Every round asks for as many positions as the first. */
typedef struct {
    const char *name, *doc;
    const Param *params;   /* of the options, [optimiser] in an ini */
    const Preset *presets; /* name NULL at the end; the first is the default */
    size_t options_bytes;

    /* What is wrong, or unwise, about options whose values are each in range; returns how many findings were written. */
    int (*check)(const void *options, Finding *out);
    /* Whether the course depends on the share of the budget spent: then a run that is extended differs from a longer one. */
    bool (*scheduled)(const void *options);

    /* options are copied; space is borrowed. */
    void *(*create)(const void *options, const Space *space, uint64_t seed);

    /* Before the first ask: candidates 0 .. count-1 (at most all) start at x (dim). */
    void (*start_from)(void *self, const double *x, int count);

    /* Adds the trials of the round that are still to be told; their x point into self and stay until they are told. The asker
     * fills in x, tag and expect; the experiment the rest. */
    void (*ask)(const void *self, Batch *b);

    /* t (n): the first n of what ask added, answered. spent: share of the budget, 0..1, for schedules. True: the round is
     * complete and the optimiser has moved. */
    bool (*tell)(void *self, const Trial *t, int n, double spent);

    /* The position (dim) that is best by mean fitness, rank 0 first, ties by index, and all that is known of it; NULL: no such
     * rank. Rank 0 exists after the first tell. A fitness that is not finite is the worst. */
    const double *(*best)(const void *self, int rank, Sample *s);

    /* Cells about the search: how far it is spread, how fast it moves. The same cells every time. */
    void (*report)(const void *self, Record *r);

    void (*walk)(void *self, Visit *v);
    void (*destroy)(void *self);
} Optimiser;

#endif
