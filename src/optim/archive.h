/* archive.h. Positions that an optimiser keeps, with all that is known of them. They are either the personal bests of its
 * particles, each at its place (archive_put), or the best positions ever seen (archive_offer).
 *
 * Idea: a flat block of n positions with their samples. Rank 0 has the highest mean fitness; ties go to the lowest index.
 * Positions that have no plays, or whose fitness is not finite, rank last. */
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

/* The place for a new position: the first that is empty; if none is, that of the worst position, the last of several. */
int archive_weakest(const Archive *a);

/* Keeps x at archive_weakest if that is empty or ranks below x. If x is in the archive already, bit for bit, its plays are added
 * to the sample there (sample_join). Returns the place of x; -1: not kept. */
int archive_offer(Archive *a, const double *x, const Sample *s);

/* The index of rank 0; -1 where nothing has been sampled. */
int archive_leader(const Archive *a);

/* The position (dim) of a rank, 0 the best, and its sample; NULL: there is no such rank. */
const double *archive_best(const Archive *a, int rank, Sample *s);

/* Writes an estimate of the fitness of each place to shrunken (n). The mean of few plays, or of plays that differ much, is drawn
 * towards the mean of all means. m_i are the means, mbar is their mean, e_i the squares of their standard errors,
 * t2 = max(0, var(m) - mean(e)):
 *     mbar + (m_i - mbar) t2 / (t2 + e_i)
 * A place that is empty or not finite has -HUGE_VAL.
 * Source: empirical Bayes, Efron & Morris 1973. */
void archive_shrink(const Archive *a, double *shrunken);

void archive_serialise(Archive *a, Serialiser *s);

#endif
