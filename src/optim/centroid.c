/* centroid.c. Means of the best positions of an archive. */
#include "optim/centroid.h"

#include "base/mem.h"
#include "base/real.h"
#include "optim/box.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

const char *const centroid_names[] = {"positions", "bests", "half", "quarter", "tenth", "running", NULL};
_Static_assert(sizeof centroid_names / sizeof *centroid_names == CENTROIDS + 1, "each centroid has a name");

void centroid_of_positions(const double *x, int n, int dim, double *centroid)
{
    for (int j = 0; j < dim; j++) {
        centroid[j] = 0;
        for (int i = 0; i < n; i++) centroid[j] += x[(size_t)i * (size_t)dim + (size_t)j] / n;
    }
}

double centroid_spread(const Space *space, const double *x, int n)
{
    OWNED double *centroid = mem_new((size_t)space->dim, sizeof *centroid);
    double distances = 0;
    centroid_of_positions(x, n, space->dim, centroid);
    for (int i = 0; i < n; i++) {
        double away = 0;
        for (int j = 0; j < space->dim; j++) {
            const double d = x[(size_t)i * (size_t)space->dim + (size_t)j] - centroid[j];
            away += d * d;
        }
        distances += sqrt(away);
    }
    return distances / (n * box_diagonal(space));
}

/* A place of the archive in a ranking. */
typedef struct {
    int place;
    double shrunken, fitness;
} RankedPlace;

/* The highest shrunken fitness first; of equals the highest fitness, then the lowest place. */
static int by_shrunken(const void *a, const void *b)
{
    const RankedPlace *s = a, *t = b;
    if (s->shrunken != t->shrunken) return s->shrunken > t->shrunken ? -1 : 1;
    if (s->fitness != t->fitness) return s->fitness > t->fitness ? -1 : 1;
    return s->place - t->place;
}

int centroid_rank(const Archive *a, const uint8_t *of, int *places)
{
    OWNED double *shrunken = mem_new((size_t)a->n, sizeof *shrunken);
    OWNED RankedPlace *ranked = mem_new((size_t)a->n, sizeof *ranked);
    int n = 0;
    archive_shrink(a, shrunken);
    for (int i = 0; i < a->n; i++)
        if (shrunken[i] > -HUGE_VAL && (of == NULL || of[i] != 0))
            ranked[n++] = (RankedPlace){.place = i, .shrunken = shrunken[i], .fitness = archive_fitness(&a->sample[i])};
    qsort(ranked, (size_t)n, sizeof *ranked, by_shrunken);
    for (int r = 0; r < n; r++) places[r] = ranked[r].place;
    return n;
}

/* The weight of rank r = 1 .. mu. */
static double weight_of(Centroid which, int mu, int r)
{
    return which == CENTROID_HALF ? real_log(mu + 0.5) - real_log(r) : 1;
}

/* One in how many ranked places, rounded up, has a part in the mean; 0: it is no mean of an archive. */
static const int one_in[CENTROIDS] = {[CENTROID_BESTS] = 1, [CENTROID_HALF] = 2, [CENTROID_QUARTER] = 4, [CENTROID_TENTH] = 10};

int centroid_members(Centroid which, int n)
{
    assert(one_in[which] > 0);
    return (n + one_in[which] - 1) / one_in[which];
}

bool centroid_of_ranked(const Archive *a, Centroid which, const int *places, int n, double *x)
{
    const int mu = centroid_members(which, n);
    double sum = 0;
    for (int r = 1; r <= mu; r++) sum += weight_of(which, mu, r);
    for (int j = 0; j < a->dim && n > 0; j++) {
        double at = 0;
        for (int r = 1; r <= mu; r++)
            at += weight_of(which, mu, r) / sum * a->x[(size_t)places[r - 1] * (size_t)a->dim + (size_t)j];
        x[j] = at;
    }
    return n > 0;
}

bool centroid_of_archive(const Archive *a, Centroid which, double *x)
{
    OWNED int *places = mem_new((size_t)a->n, sizeof *places);
    return centroid_of_ranked(a, which, places, centroid_rank(a, NULL, places), x);
}
