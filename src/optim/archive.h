/* archive.h. Positions and all that is known of them, and which is the best: what every optimiser keeps. Either the personal
 * bests of its particles, each at its place (archive_put), or simply the best that were ever seen (archive_offer).
 *
 * Idea: a flat block of n positions with their samples; rank 0 is the highest mean fitness, ties go to the lowest index, and what
 * has not been sampled or is not finite ranks last. */
#ifndef SWARMTRIS_OPTIM_ARCHIVE_H
#define SWARMTRIS_OPTIM_ARCHIVE_H

#include "base/serialise.h"
#include "base/trial.h"

typedef struct {
    int n, dim;
    double *x;      /* (n, dim), owned */
    Sample *sample; /* (n), owned; without plays: the place is empty */
} Archive;

/* n, dim: 1 or more. */
void archive_make(Archive *a, int n, int dim);
void archive_free(Archive *a);

/* The mean fitness of a sample; -HUGE_VAL where there is none or it is not finite. */
double archive_fitness(const Sample *s);

/* Whether a ranks above b: by fitness. */
bool archive_above(const Sample *a, const Sample *b);

/* Puts x (dim) into place i, whatever is there. s has plays. */
void archive_put(Archive *a, int i, const double *x, const Sample *s);

/* The place for a newcomer: the first that is empty; where none is, that of the worst, the last of several. */
int archive_weakest(const Archive *a);

/* Keeps x if there is room or the worst (the last of several) is worse, in whose place it then is. An x that is there already,
 * bit for bit, is not kept twice: its plays are added to what is known of it (sample_join). Returns its place; -1: not kept. */
int archive_offer(Archive *a, const double *x, const Sample *s);

/* The index of rank 0; -1 where nothing has been sampled. */
int archive_leader(const Archive *a);

/* The position (dim) that is best by mean fitness, rank 0 first, ties by index, and all that is known of it; NULL: no such rank.
 * A fitness that is not finite is the worst. */
const double *archive_best(const Archive *a, int rank, Sample *s);

/* Writes what the fitness of each place probably is (shrunken, n), given that all of them are: what is known of few plays, or of
 * plays that differ much, is drawn towards the mean of all means. m_i the means, mbar their mean, e_i the squares of their
 * standard errors, t2 = max(0, var(m) - mean(e)):
 *     mbar + (m_i - mbar) t2 / (t2 + e_i)
 * A place that is empty or not finite has -HUGE_VAL.
 * Source: empirical Bayes, Efron & Morris 1973. */
void archive_shrink(const Archive *a, double *shrunken);

void archive_serialise(Archive *a, Serialiser *v);

#endif
