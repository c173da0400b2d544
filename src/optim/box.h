/* box.h. The box of a search, coordinate by coordinate. */
#ifndef SWARMTRIS_OPTIM_BOX_H
#define SWARMTRIS_OPTIM_BOX_H

#include "base/trial.h"

#include <math.h>

static inline double box_width(const Space *s, int j)
{
    return s->hi[j] - s->lo[j];
}

static inline double box_middle(const Space *s, int j)
{
    return (s->lo[j] + s->hi[j]) / 2;
}

/* Half the width: the unit in which options give the lengths of published programs that have no box. */
static inline double box_half(const Space *s, int j)
{
    return (s->hi[j] - s->lo[j]) / 2;
}

static inline double box_diagonal(const Space *s)
{
    double squares = 0;
    for (int j = 0; j < s->dim; j++) squares += box_width(s, j) * box_width(s, j);
    return sqrt(squares);
}

/* The coordinate of the box that is nearest to x. */
static inline double box_clip(const Space *s, int j, double x)
{
    return x < s->lo[j] ? s->lo[j] : x > s->hi[j] ? s->hi[j] : x;
}

#endif
