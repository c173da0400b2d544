/* optim.h. Ask and tell: an optimiser proposes positions and hears how they did. Higher fitness is better.
 *
 * Idea: ask changes nothing; all drawing and moving happens in tell. So an iteration that was cut short is simply asked again,
 * and a state saved between two tells is the whole state. How many plays a position gets, and which plays, and whether it was
 * better than what it would replace, is not the optimiser's business: that is decided by the rule of comparison
 * (experiment/contest.h), which also plays the positions of the archive again where the rule says so.
 * Never: calls an objective, knows games, threads, files. */
#ifndef SWARMTRIS_OPTIM_OPTIM_H
#define SWARMTRIS_OPTIM_OPTIM_H

#include "base/param.h"
#include "base/record.h"
#include "base/trial.h"
#include "base/visit.h"
#include "optim/archive.h"

enum { OPTIM_CANDIDATES_MAX = 100000 };

/* A position to be judged. x (dim) points into the optimiser and stays until it has been told. incumbent: the place in the
 * archive that it would take if it is better than who is there (who may be nobody yet); -1: it challenges nobody in particular.
 * expect: the cost of a play as far as it is known, else 0. */
typedef struct {
    const double *x;
    int incumbent;
    double expect;
} Candidate;

/* What was found out about a candidate. better: than its incumbent, by the rule of comparison; always where nobody is there;
 * never for a candidate without an incumbent. Who compares candidates with each other compares archive_fitness of the samples. */
typedef struct {
    Sample sample;
    bool better;
} Verdict;

/* Members are required where NULL is not given a meaning; optim/random.c is the shortest that there is. */
typedef struct {
    const char *name, *doc;
    const Param *params;   /* of the options, [optimiser] in an ini */
    const Preset *presets; /* name NULL at the end; the first is the default */
    size_t options_bytes;
    bool maps; /* positions are laid out beforehand instead of being searched for: the best of them is only the luckiest */

    /* What is wrong, or unwise, about options whose values are each in range; returns how many findings were written. NULL: any
     * combination will do. */
    int (*check)(const void *options, Finding *out);
    /* Whether the course depends on the share of the budget spent: then a run that is extended differs from a longer one. NULL:
     * it never does. */
    bool (*scheduled)(const void *options);

    /* options are copied; space is borrowed. */
    void *(*create)(const void *options, const Space *space, uint64_t seed);

    /* Before the first ask: candidates 0 .. count-1 (at most all) start at x (dim). */
    void (*start_from)(void *self, const double *x, int count);

    /* Candidates an iteration; the same in all iterations. More than OPTIM_CANDIDATES_MAX: too many, and nothing may be asked. */
    int (*candidates)(const void *self);

    /* Writes the candidates that can be judged at once to out (room for a whole iteration); returns how many, 1 or more. */
    int (*ask)(const void *self, Candidate *out);

    /* v (n): verdicts on the first n of what ask wrote (all of them, but where the budget ends). The archive's samples may have
     * grown since the ask. spent: share of the budget, 0..1, for schedules. True: the iteration is complete. */
    bool (*tell)(void *self, const Verdict *v, int n, double spent);

    /* The positions worth remembering, for the next iteration and for a re-selection. Places keep their meaning between two
     * tells. Rank 0 exists after the first tell. */
    Archive *(*archive)(void *self);

    /* Cells about the search: how far it is spread, how fast it moves. The same cells every time. NULL: none. */
    void (*report)(const void *self, Record *r);

    void (*walk)(void *self, Visit *v);
    void (*destroy)(void *self);
} Optimiser;

#endif
