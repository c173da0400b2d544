/* domains.c. Where particles may be: how they start there, and what happens at the edge.
 *
 * Box: x <- x + v, coordinate by coordinate, with walls.
 * Sphere: about the middle of the box, as large as fits in it. A velocity is a tangent: it is projected onto the tangents at x,
 * x + v is drawn back to the sphere, and v is projected onto the tangents there. As v is at right angles to x, x + v is never the
 * middle of the box, and there always is a way back. With another metric than the plain one (metric.h) the sphere is an
 * ellipsoid: lengths and right angles are those of the metric.
 *
 * Source: Borckmans & Absil 2010 (swarms on manifolds); Absil, Mahony, Sepulchre, Optimization Algorithms on Matrix Manifolds,
 * 2008 (retraction and transport by projection). */
#include "optim/box.h"
#include "optim/pso/swarm_parts.h"

#include <assert.h>
#include <math.h>

/* ---- start ---- */

static double draw_coordinate(Pso *s, int j)
{
    return rng_between(&s->rng, s->space.lo[j], s->space.hi[j]);
}

double pso_start_share(const Pso *s)
{
    static const double share[] = {[START_HALF_DIFF] = 0.5, [START_ZERO] = 0, [START_UNIFORM] = 0, [START_FULL_DIFF] = 1};
    return share[s->o.velocity_start];
}

/* target: where the velocity leads to, if it leads anywhere. */
static double starting_velocity(Pso *s, int j, double x, double target)
{
    const double share = pso_start_share(s), most = box_width(&s->space, j) / 2;
    if (share > 0) return share * (target - x);
    return s->o.velocity_start == START_UNIFORM ? rng_between(&s->rng, -most, most) : 0;
}

/* ---- the box ---- */

static void start_in_box(Pso *s, double *x, double *v)
{
    for (int j = 0; j < s->space.dim; j++) {
        x[j] = draw_coordinate(s, j);
        v[j] = starting_velocity(s, j, x[j], pso_start_share(s) > 0 ? draw_coordinate(s, j) : 0);
    }
}

/* Applies the wall to coordinate *x with velocity *v, which has left the box [lo, hi]. */
static void meet_wall(Pso *s, int j, double *x, double *v)
{
    double lo = s->space.lo[j], hi = s->space.hi[j], wall = *x < lo ? lo : hi;
    switch ((PsoWall)s->o.wall) {
    case WALL_ABSORB:
        *x = wall;
        *v = 0;
        break;
    case WALL_DAMP:
        *x = wall;
        *v *= -0.5;
        break;
    case WALL_REFLECT:
        *x = 2 * wall - *x;
        *v = -*v;
        break;
    case WALL_PERIODIC: *x -= floor((*x - lo) / (hi - lo)) * (hi - lo); break;
    case WALL_RANDOM:
        *x = draw_coordinate(s, j);
        *v = 0;
        break;
    case WALL_NONE: return;
    }
    /* a reflection may overshoot the other wall, and rounding a wrap */
    *x = box_clip(&s->space, j, *x);
}

static void step_in_box(Pso *s, int j, double *x, double *v)
{
    x[j] += v[j];
    if (x[j] < s->space.lo[j] || x[j] > s->space.hi[j]) meet_wall(s, j, &x[j], &v[j]);
}

const PsoDomain pso_box = {.start = start_in_box, .step = step_in_box};

/* ---- the sphere ---- */

void pso_draw_direction(Pso *s, double *out)
{
    double square = 0;
    while (square == 0)
        for (int j = 0; j < s->space.dim; j++) {
            out[j] = rng_normal(&s->rng);
            square += out[j] * out[j];
        }
    for (int j = 0; j < s->space.dim; j++) out[j] /= sqrt(square);
    metric_shape(&s->metric, out);
}

static double sphere_radius(const Pso *s)
{
    double r = HUGE_VAL;
    for (int j = 0; j < s->space.dim; j++) {
        const double most = box_half(&s->space, j) / (s->metric.updates > 0 ? s->metric.axis[j] : 1);
        if (most < r) r = most;
    }
    return r;
}

/* out (dim): x less the middle of the box; returns the square of its length. */
static double from_middle(const Pso *s, const double *x, double *out)
{
    for (int j = 0; j < s->space.dim; j++) out[j] = x[j] - box_middle(&s->space, j);
    return metric_product(&s->metric, out, out);
}

/* x (dim) becomes the nearest point of the sphere; coordinates that rounding puts outside the box are clipped. False: x is the
 * middle of the box, which has no nearest point. */
static bool put_on_sphere(const Pso *s, double *x)
{
    const double r = sphere_radius(s), square = from_middle(s, x, s->away);
    if (square == 0) return false;
    for (int j = 0; j < s->space.dim; j++)
        x[j] = box_clip(&s->space, j, box_middle(&s->space, j) + r * (s->away[j] / sqrt(square)));
    return true;
}

/* v (dim) loses its part along the radius through x. */
static void make_tangential(const Pso *s, const double *x, double *v)
{
    const double square = from_middle(s, x, s->away), along = metric_product(&s->metric, v, s->away);
    assert(square > 0);
    for (int j = 0; j < s->space.dim; j++) v[j] -= along / square * s->away[j];
}

static void draw_on_sphere(Pso *s, double *x)
{
    pso_draw_direction(s, x);
    for (int j = 0; j < s->space.dim; j++) x[j] += box_middle(&s->space, j);
    put_on_sphere(s, x);
}

static void start_on_sphere(Pso *s, double *x, double *v)
{
    draw_on_sphere(s, x);
    if (pso_start_share(s) > 0) draw_on_sphere(s, s->direction);
    for (int j = 0; j < s->space.dim; j++) v[j] = starting_velocity(s, j, x[j], s->direction[j]);
    make_tangential(s, x, v);
}

static void move_on_sphere(const Pso *s, double *x, double *v)
{
    make_tangential(s, x, v);
    for (int j = 0; j < s->space.dim; j++) x[j] += v[j];
    put_on_sphere(s, x);
    make_tangential(s, x, v);
}

/* Moves positions and personal bests to the new sphere, in their directions. Velocities are scaled like their positions. */
static void new_metric(Pso *s)
{
    for (int k = 0; k < s->own.n; k++)
        if (s->own.sample[k].fitness.n > 0) put_on_sphere(s, s->own.x + (size_t)k * (size_t)s->space.dim);
    for (int i = 0; i < s->o.particles; i++) {
        double *x = pso_row(s->x, s, i), *v = pso_row(s->v, s, i);
        const double before = sqrt(from_middle(s, x, s->away));
        put_on_sphere(s, x);
        const double after = sqrt(from_middle(s, x, s->away));
        for (int j = 0; j < s->space.dim; j++) v[j] *= before > 0 ? after / before : 0;
        make_tangential(s, x, v);
    }
}

/* The factor of turbulence if the metric is not the plain one. Chosen on 10x10 with 2 million pieces. */
static const double shaped_turbulence = 0.35;

void pso_draw_turbulence(Pso *s, double turbulence)
{
    const double size = turbulence * shaped_turbulence * sphere_radius(s);
    for (int j = 0; j < s->space.dim; j++) s->direction[j] = size * rng_normal(&s->rng);
    metric_shape(&s->metric, s->direction);
}

const PsoDomain pso_sphere = {.directions = true,
                              .start = start_on_sphere,
                              .place = put_on_sphere,
                              .settle = make_tangential,
                              .move = move_on_sphere,
                              .new_metric = new_metric};
