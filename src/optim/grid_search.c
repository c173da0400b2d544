/* grid_search.c. No search: evaluates every point of a grid, or of lines through one point, for pictures of a landscape. All
 * points are in one iteration, with which a training ends (Optimiser.maps); another one would ask for the same points again.
 * Source: none. */
#include "optim/generation.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

typedef enum { SHAPE_FULL, SHAPE_AXES } Shape;
static const char *const shapes[] = {[SHAPE_FULL] = "full", [SHAPE_AXES] = "axes", NULL};

typedef struct {
    IntList steps;
    int shape;
} GridOptions;

static const Param params[] = {
    {PARAM_ROW(GridOptions, steps, PARAM_INTS, "points", 1, OPTIM_CANDIDATES_MAX, "21"), .announced = true,
     .doc = "points along each coordinate, ends of the box included; the last number holds for all further coordinates"},
    {PARAM_ROW(GridOptions, shape, PARAM_CHOICE, "", 0, 0, "full"), .choices = shapes, .announced = true,
     .doc = "full: all points of the grid; axes: those on the lines through training.from, or through the middle of the box, a "
            "line for each coordinate"},
    {0},
};

static const Preset presets[] = {
    {.name = "even", .source = "points at even distances", .settings = ""},
    {0},
};

/* A generation whose positions never change; the first member, for its functions. */
typedef struct {
    Generation g;
    GridOptions o;
} GridSearch;

static int steps_along(const GridOptions *o, int j)
{
    return o->steps.v[j < o->steps.n ? j : o->steps.n - 1];
}

/* How many points there are; one more than there may be stands for any larger number. */
static int points_of(const GridOptions *o, int dim)
{
    int64_t n = o->shape == SHAPE_AXES ? 0 : 1;
    for (int j = 0; j < dim; j++) {
        n = o->shape == SHAPE_AXES ? n + steps_along(o, j) : n * steps_along(o, j);
        if (n > OPTIM_CANDIDATES_MAX) return OPTIM_CANDIDATES_MAX + 1;
    }
    return (int)n;
}

/* Point k of n between the ends of the box; the only one lies in the middle. */
static double grid_coordinate(const Space *space, int j, int k, int n)
{
    assert(k >= 0 && k < n);
    double share = n > 1 ? (double)k / (n - 1) : 0.5;
    return k == n - 1 && n > 1 ? space->hi[j] : space->lo[j] + share * (space->hi[j] - space->lo[j]);
}

/* Puts the positions on the grid. The first coordinate varies fastest. */
static void lay_grid(GridSearch *g)
{
    const Space *space = &g->g.space;
    for (int i = 0; i < g->g.n; i++)
        for (int j = 0, rest = i; j < space->dim; j++) {
            int n = steps_along(&g->o, j);
            generation_x(&g->g, i)[j] = grid_coordinate(space, j, rest % n, n);
            rest /= n;
        }
}

/* Puts the positions on one line after the other through x (dim). */
static void lay_axes(GridSearch *g, const double *x)
{
    const Space *space = &g->g.space;
    for (int j = 0, i = 0; j < space->dim; j++)
        for (int k = 0, n = steps_along(&g->o, j); k < n && i < g->g.n; k++, i++) {
            memcpy(generation_x(&g->g, i), x, (size_t)space->dim * sizeof *x);
            generation_x(&g->g, i)[j] = grid_coordinate(space, j, k, n);
        }
}

static int check(const void *options, Finding *out)
{
    const GridOptions *o = options;
    return o->steps.n > 0 ? 0 : finding_add(out, true, "steps", "must be a number of points");
}

static void *create(const void *options, const Space *space, uint64_t seed)
{
    GridSearch *g = mem_new(1, sizeof *g);
    g->o = *(const GridOptions *)options;
    generation_make(&g->g, space, points_of(&g->o, space->dim), seed, NULL);
    if (g->o.shape == SHAPE_FULL) {
        lay_grid(g);
        return g;
    }
    OWNED double *middle = mem_new((size_t)space->dim, sizeof *middle);
    for (int j = 0; j < space->dim; j++) middle[j] = grid_coordinate(space, j, 0, 1);
    lay_axes(g, middle);
    return g;
}

static void start_from(void *self, const double *x, int count)
{
    GridSearch *g = self;
    if (g->o.shape == SHAPE_AXES && count > 0) lay_axes(g, x);
}

const Optimiser optimiser_grid = {
    .name = "grid",
    .doc = "no search: every point of a grid over the box, or of lines through one point",
    .params = params,
    .presets = presets,
    .options_bytes = sizeof(GridOptions),
    .maps = true,
    .check = check,
    .create = create,
    GENERATION_MEMBERS,
    .start_from = start_from,
    .serialise = generation_serialise,
};
