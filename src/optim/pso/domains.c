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

static double draw_coordinate(Pso *p, int j)
{
    return rng_between(&p->rng, p->space.lo[j], p->space.hi[j]);
}

double pso_start_share(const Pso *p)
{
    static const double share[] = {[START_HALF_DIFF] = 0.5, [START_ZERO] = 0, [START_UNIFORM] = 0, [START_FULL_DIFF] = 1};
    return share[p->o.velocity_start];
}

/* target: where the velocity leads to, if it leads anywhere. */
static double starting_velocity(Pso *p, int j, double x, double target)
{
    const double share = pso_start_share(p), most = box_width(&p->space, j) / 2;
    if (share > 0) return share * (target - x);
    return p->o.velocity_start == START_UNIFORM ? rng_between(&p->rng, -most, most) : 0;
}

/* ---- the box ---- */

static void start_in_box(Pso *p, double *x, double *v)
{
    for (int j = 0; j < p->space.dim; j++) {
        x[j] = draw_coordinate(p, j);
        v[j] = starting_velocity(p, j, x[j], pso_start_share(p) > 0 ? draw_coordinate(p, j) : 0);
    }
}

/* Applies the wall to coordinate *x with velocity *v, which has left the box [lo, hi]. */
static void meet_wall(Pso *p, int j, double *x, double *v)
{
    double lo = p->space.lo[j], hi = p->space.hi[j], wall = *x < lo ? lo : hi;
    switch ((PsoWall)p->o.wall) {
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
        *x = draw_coordinate(p, j);
        *v = 0;
        break;
    case WALL_NONE: return;
    }
    /* a reflection may overshoot the other wall, and rounding a wrap */
    *x = box_clip(&p->space, j, *x);
}

static void step_in_box(Pso *p, int j, double *x, double *v)
{
    x[j] += v[j];
    if (x[j] < p->space.lo[j] || x[j] > p->space.hi[j]) meet_wall(p, j, &x[j], &v[j]);
}

const PsoDomain pso_box = {.start = start_in_box, .step = step_in_box};

/* ---- the sphere ---- */

void pso_draw_direction(Pso *p, double *out)
{
    double square = 0;
    while (square == 0)
        for (int j = 0; j < p->space.dim; j++) {
            out[j] = rng_normal(&p->rng);
            square += out[j] * out[j];
        }
    for (int j = 0; j < p->space.dim; j++) out[j] /= sqrt(square);
    metric_shape(&p->metric, out);
}

static double sphere_radius(const Pso *p)
{
    double r = HUGE_VAL;
    for (int j = 0; j < p->space.dim; j++) {
        const double most = box_half(&p->space, j) / (p->metric.updates > 0 ? p->metric.axis[j] : 1);
        if (most < r) r = most;
    }
    return r;
}

/* out (dim): x less the middle of the box; returns the square of its length. */
static double from_middle(const Pso *p, const double *x, double *out)
{
    for (int j = 0; j < p->space.dim; j++) out[j] = x[j] - box_middle(&p->space, j);
    return metric_product(&p->metric, out, out);
}

/* x (dim) becomes the nearest point of the sphere; coordinates that rounding puts outside the box are clipped. False: x is the
 * middle of the box, which has no nearest point. */
static bool put_on_sphere(const Pso *p, double *x)
{
    const double r = sphere_radius(p), square = from_middle(p, x, p->away);
    if (square == 0) return false;
    for (int j = 0; j < p->space.dim; j++)
        x[j] = box_clip(&p->space, j, box_middle(&p->space, j) + r * (p->away[j] / sqrt(square)));
    return true;
}

/* v (dim) loses its part along the radius through x. */
static void make_tangential(const Pso *p, const double *x, double *v)
{
    const double square = from_middle(p, x, p->away), along = metric_product(&p->metric, v, p->away);
    assert(square > 0);
    for (int j = 0; j < p->space.dim; j++) v[j] -= along / square * p->away[j];
}

static void draw_on_sphere(Pso *p, double *x)
{
    pso_draw_direction(p, x);
    for (int j = 0; j < p->space.dim; j++) x[j] += box_middle(&p->space, j);
    put_on_sphere(p, x);
}

static void start_on_sphere(Pso *p, double *x, double *v)
{
    draw_on_sphere(p, x);
    if (pso_start_share(p) > 0) draw_on_sphere(p, p->direction);
    for (int j = 0; j < p->space.dim; j++) v[j] = starting_velocity(p, j, x[j], p->direction[j]);
    make_tangential(p, x, v);
}

static void move_on_sphere(const Pso *p, double *x, double *v)
{
    make_tangential(p, x, v);
    for (int j = 0; j < p->space.dim; j++) x[j] += v[j];
    put_on_sphere(p, x);
    make_tangential(p, x, v);
}

/* Moves positions and personal bests to the new sphere, in their directions. Velocities are scaled like their positions. */
static void new_metric(Pso *p)
{
    for (int k = 0; k < p->own.n; k++)
        if (p->own.sample[k].fitness.n > 0) put_on_sphere(p, p->own.x + (size_t)k * (size_t)p->space.dim);
    for (int i = 0; i < p->o.particles; i++) {
        double *x = pso_row(p->x, p, i), *v = pso_row(p->v, p, i);
        const double before = sqrt(from_middle(p, x, p->away));
        put_on_sphere(p, x);
        const double after = sqrt(from_middle(p, x, p->away));
        for (int j = 0; j < p->space.dim; j++) v[j] *= before > 0 ? after / before : 0;
        make_tangential(p, x, v);
    }
}

/* The factor of turbulence if the metric is not the plain one. Chosen on 10x10 with 2 million pieces. */
static const double shaped_turbulence = 0.35;

void pso_draw_turbulence(Pso *p, double turbulence)
{
    const double size = turbulence * shaped_turbulence * sphere_radius(p);
    for (int j = 0; j < p->space.dim; j++) p->direction[j] = size * rng_normal(&p->rng);
    metric_shape(&p->metric, p->direction);
}

const PsoDomain pso_sphere = {.directions = true,
                              .start = start_on_sphere,
                              .place = put_on_sphere,
                              .settle = make_tangential,
                              .move = move_on_sphere,
                              .new_metric = new_metric};
