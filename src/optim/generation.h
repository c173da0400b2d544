/* generation.h. One generation of positions, for optimisers that evaluate a whole population and then make the next one.
 *
 * Idea: positions are asked for, and get their verdicts, in the order of their index. After the last verdict the optimiser makes
 * the next generation by fitness, and puts it into x. The best positions ever are kept besides, since the next generation need
 * not contain them.
 * Never: has an incumbent (allocation.h); positions of a generation are compared only with each other. */
#ifndef SWARMTRIS_OPTIM_GENERATION_H
#define SWARMTRIS_OPTIM_GENERATION_H

#include "base/mem.h"
#include "base/record.h"
#include "base/rng.h"
#include "optim/optim.h"

typedef struct {
    void (*next)(void *self); /* puts the next generation into x, once all have a fitness; NULL: x stays */
    MemOwner owned;           /* all that it owns, and what the optimiser adds */
    int n;                    /* positions */
    int told;                 /* positions, from the first on, that have a verdict in this iteration */
    Space space;              /* borrowed */
    double *x;                /* (n, dim), owned */
    const double *mean;       /* (dim), borrowed: of the distribution of positions; NULL: there is no distribution */
    double *fitness;          /* (n), owned: of positions that have a verdict; -HUGE_VAL if it is not finite */
    int *order;               /* (n), owned: what generation_rank leaves, valid until the next ask */
    Archive kept;             /* the best positions that have had a verdict; owned */
    Rng rng;
} Generation;

/* Positions are all zero; rng is the stream of an optimiser with this seed. */
void generation_make(Generation *g, const Space *space, int n, uint64_t seed, void (*next)(void *self));
void generation_free(Generation *g);

/* Position i (dim). */
double *generation_x(const Generation *g, int i);

/* Takes the verdict on position i. Once all positions have one, position i may get another value, and another verdict. */
void generation_take(Generation *g, int i, const Verdict *v);

/* After all verdicts: sorts the indices into `order` by fitness, the best first, ties by index. */
void generation_rank(Generation *g);

/* After generation_rank: whether all are equally fit, or none has a value: then their order says nothing. */
bool generation_is_flat(const Generation *g);

/* Swaps the positions with *next (n,dim; of g->owned), the next generation; *next is then room for the generation after it. */
void generation_replace(Generation *g, double **next);

/* After generation_replace: the first `kept` positions are the best of the ranked generation before, in that order. Where the
 * objective is exact they are not asked for again, but for one if there are no others. */
void generation_keep(Generation *g, int kept);

/* The members of Optimiser that need only a generation, for optimisers whose state, from mem_new, begins with one. */
void generation_start_from(void *self, const double *x, int count);
int generation_candidates(const void *self);
int generation_ask(const void *self, Candidate *out);
/* True: all positions have a verdict, and next (if any) has put the next generation into x. */
bool generation_tell(void *self, const Verdict *v, int n, double spent);
Archive *generation_archive(void *self);
/* The point of the box nearest to the generation's mean, which is not NULL. */
void generation_centroid(const void *self, double *x);
/* The cell "diversity": mean distance of the positions from their centroid, as a share of the box's diagonal. */
void generation_report(const void *self, Record *r);
void generation_serialise(void *self, Serialiser *s);
void generation_destroy(void *self);

/* The members that nearly all optimisers with a generation have. */
#define GENERATION_MEMBERS                                                                                              \
    .candidates = generation_candidates, .ask = generation_ask, .tell = generation_tell, .archive = generation_archive, \
    .destroy = generation_destroy

#endif
