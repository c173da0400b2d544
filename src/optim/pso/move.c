/* move.c. Where a particle starts, how its velocity is made, and what happens at the edge of the search space.
 *
 * Velocity, with the particle's own best p, or that of another one as an exemplar, and its best informant's g:
 *
 *     canonical        v_j <- w v_j + cp r (p_j - x_j) + cg r' (g_j - x_j), with r and r' fresh U[0,1) in every dimension j: one
 *                      number a particle would confine the swarm to a subspace
 *     fully-informed   v_j <- w v_j + the sum over all k of N(i) but i itself, K of them, of U(0, (cp + cg) / K) (p_kj - x_j);
 *                      with coefficients of constriction that is chi (v_j + the sum of U(0, phi / K) (p_kj - x_j))
 *     spso-2011        v <- w v + y - x, with y at a distance U(0,1) |G - x| from G in a uniform direction; G is the mean of x,
 *                      x + cp (p - x) and x + cg (g - x), or of the first two if the particle is its own best informant
 *
 * With turbulence a normal number is added to each v_j, so that a swarm whose own bests are forgotten does not freeze.
 *
 * Then x <- x + v, in a box with walls, or on a sphere. There a velocity is a tangent: what is made above is projected onto the
 * tangents at x, x + v is drawn back to the sphere, and v is projected onto the tangents there. As v is at right angles to x,
 * x + v is never the middle of the box, and there always is a way back. With another metric than the plain one (metric.h) the
 * sphere is an ellipsoid: lengths, right angles, the ball of spso-2011 and turbulence are those of the metric.
 *
 * Source: Shi & Eberhart 1998 (canonical); Mendes, Kennedy, Neves 2004, Poli, Kennedy, Blackwell 2007 (fully informed; K counts
 * what is summed); Clerc, Standard Particle Swarm Optimisation, 2012 (SPSO-2011); Borckmans
 * & Absil 2010 (swarms on manifolds); Absil, Mahony, Sepulchre, Optimization Algorithms on Matrix Manifolds, 2008 (retraction and
 * transport by projection). */
#include "optim/pso/move.h"

#include "optim/box.h"
#include "optim/centre.h"
#include "optim/pso/neighbours.h"

#include <assert.h>
#include <math.h>
#include <string.h>

/* ---- the sphere: about the middle of the box, as large as fits in it ---- */

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

/* out (dim): a vector of length 1, uniform in direction. */
static void draw_direction(Pso *s, double *out)
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

/* x (dim) becomes the nearest point of the sphere; what rounding puts outside the box goes back to its wall. False: x is the
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

/* ---- start ---- */

static double draw_coordinate(Pso *s, int j)
{
    return rng_between(&s->rng, s->space.lo[j], s->space.hi[j]);
}

/* Whether the first velocity leads to a random place, or part of the way. */
static bool has_target(const Pso *s)
{
    return s->o.velocity_start == START_HALF_DIFF || s->o.velocity_start == START_FULL_DIFF;
}

static double starting_velocity(Pso *s, int j, double x, double target)
{
    double most = box_width(&s->space, j) / 2;
    switch ((PsoStart)s->o.velocity_start) {
    case START_HALF_DIFF: return (target - x) / 2;
    case START_FULL_DIFF: return target - x;
    case START_UNIFORM: return rng_between(&s->rng, -most, most);
    default: return 0;
    }
}

static void start_in_box(Pso *s, double *x, double *v)
{
    for (int j = 0; j < s->space.dim; j++) {
        x[j] = draw_coordinate(s, j);
        v[j] = starting_velocity(s, j, x[j], has_target(s) ? draw_coordinate(s, j) : 0);
    }
}

static void draw_on_sphere(Pso *s, double *x)
{
    draw_direction(s, x);
    for (int j = 0; j < s->space.dim; j++) x[j] += box_middle(&s->space, j);
    put_on_sphere(s, x);
}

static void start_on_sphere(Pso *s, double *x, double *v)
{
    draw_on_sphere(s, x);
    if (has_target(s)) draw_on_sphere(s, s->direction);
    for (int j = 0; j < s->space.dim; j++) v[j] = starting_velocity(s, j, x[j], s->direction[j]);
    make_tangential(s, x, v);
}

void pso_start(Pso *s)
{
    for (int i = 0; i < s->o.particles; i++) {
        double *x = pso_row(s->x, s, i), *v = pso_row(s->v, s, i);
        if (s->o.domain == DOMAIN_BOX)
            start_in_box(s, x, v);
        else
            start_on_sphere(s, x, v);
    }
}

/* The target of the first velocity stays where it was. */
void pso_start_at(Pso *s, int i, const double *x)
{
    double *at = pso_row(s->x, s, i), *v = pso_row(s->v, s, i), *to = s->pull;
    memcpy(to, x, (size_t)s->space.dim * sizeof *to);
    if (s->o.domain == DOMAIN_SPHERE && !put_on_sphere(s, to)) return;
    for (int j = 0; j < s->space.dim; j++) {
        if (has_target(s)) v[j] += s->o.velocity_start == START_HALF_DIFF ? (at[j] - to[j]) / 2 : at[j] - to[j];
        at[j] = to[j];
    }
    if (s->o.domain == DOMAIN_SPHERE) make_tangential(s, at, v);
}

/* ---- velocity ---- */

/* Whether k is one of the others whose bests draw particle i: those of new particles have not been judged yet. */
static bool draws(const Pso *s, int i, int k)
{
    return k != i && s->own.sample[k].fitness.n > 0;
}

/* pull_j = sum over the others k of N(i), K of them, of U(0, (cp + cg) / K) (p_kj - x_j) */
static void pull_of_all(Pso *s, int i, const PsoCoefficients *c)
{
    const double *x = pso_row(s->x, s, i);
    int others = 0;
    for (int k = pso_informant_after(s, i, -1); k >= 0; k = pso_informant_after(s, i, k)) others += draws(s, i, k);
    memset(s->pull, 0, (size_t)s->space.dim * sizeof *s->pull);
    for (int k = pso_informant_after(s, i, -1); k >= 0; k = pso_informant_after(s, i, k)) {
        const double *best = pso_row(s->own.x, s, k);
        if (!draws(s, i, k)) continue;
        const double most = (c->cognitive + c->social) / others;
        for (int j = 0; j < s->space.dim; j++) s->pull[j] += rng_between(&s->rng, 0, most) * (best[j] - x[j]);
    }
}

/* Ranks the own bests of the informants of particle i, once for all particles that have the same ones. */
static void rank_informants(Pso *s, int i)
{
    const int other = s->ranked_for;
    if (other == i || (other >= 0 && s->informs == NULL)) return;
    memset(s->informs_it, 0, (size_t)s->own.n);
    for (int k = pso_informant_after(s, i, -1); k >= 0; k = pso_informant_after(s, i, k)) s->informs_it[k] = 1;
    s->ranks = centre_rank(&s->own, s->informs_it, s->ranked);
    s->ranked_for = i;
}

/* What stands for the best of the informants of particle i: the own best that it follows, or a centre of theirs (dim). */
static const double *attractor_of(Pso *s, int i)
{
    if (s->o.leader == LEADER_BEST) return pso_row(s->own.x, s, pso_best_informant(s, i));
    rank_informants(s, i);
    bool some = centre_of_ranked(&s->own, CENTRE_QUARTER, s->ranked, s->ranks, s->centre);
    if (some && s->o.domain == DOMAIN_SPHERE) some = put_on_sphere(s, s->centre);
    return some ? s->centre : pso_row(s->own.x, s, i);
}

/* What draws particle i beside that: its own best, or that of one of the best of its informants (dim). */
static const double *exemplar_of(Pso *s, int i)
{
    if (s->o.exemplar == EXEMPLAR_OWN) return pso_row(s->own.x, s, i);
    rank_informants(s, i);
    const int n = centre_members(CENTRE_QUARTER, s->ranks);
    return pso_row(s->own.x, s, n > 0 ? s->ranked[rng_below(&s->rng, (uint32_t)n)] : i);
}

/* pull = y - x, made of G - x and a step from G in a random direction, at most as long as G - x. */
static void pull_of_ball(Pso *s, int i, const double *exemplar, const double *best, const PsoCoefficients *c)
{
    const double *x = pso_row(s->x, s, i);
    const bool leads = best == pso_row(s->own.x, s, i); /* it is its own best informant */
    double square = 0;
    for (int j = 0; j < s->space.dim; j++) {
        double a = c->cognitive * (exemplar[j] - x[j]), b = c->social * (best[j] - x[j]);
        s->pull[j] = leads ? a / 2 : (a + b) / 3;
    }
    square = metric_product(&s->metric, s->pull, s->pull);
    draw_direction(s, s->direction);
    double step = rng_real(&s->rng) * sqrt(square);
    for (int j = 0; j < s->space.dim; j++) s->pull[j] += step * s->direction[j];
}

/* A coordinate of the next velocity, by the canonical rule. */
static double draw_canonical(Pso *s, const PsoCoefficients *c, double v, double x, double exemplar, double best)
{
    double r = rng_real(&s->rng), r2 = rng_real(&s->rng);
    return c->inertia * v + c->cognitive * r * (exemplar - x) + c->social * r2 * (best - x);
}

/* ---- a step ---- */

/* Coordinate *x with velocity *v has left the box [lo, hi]. */
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
    *x += *v;
    if (*x < s->space.lo[j] || *x > s->space.hi[j]) meet_wall(s, j, x, v);
}

static void step_on_sphere(const Pso *s, double *x, double *v)
{
    make_tangential(s, x, v);
    for (int j = 0; j < s->space.dim; j++) x[j] += v[j];
    put_on_sphere(s, x);
    make_tangential(s, x, v);
}

/* Box widths an iteration: a swarm that diverges stays finite, whatever its coefficients; no other swarm is that fast. */
static const double runaway = 1e6;

/* What turbulence is multiplied by where the metric is not the plain one. Chosen on 10x10 with 2 million pieces. */
static const double shaped_turbulence = 0.35;

/* What turbulence adds to a velocity on a sphere whose metric is not the plain one, into s->direction. */
static void draw_turbulence(Pso *s, double turbulence)
{
    const double size = turbulence * shaped_turbulence * sphere_radius(s);
    for (int j = 0; j < s->space.dim; j++) s->direction[j] = size * rng_normal(&s->rng);
    metric_shape(&s->metric, s->direction);
}

void pso_new_metric(Pso *s)
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

/* In a box coordinate by coordinate: a wall is met before the next velocity is drawn. */
void pso_move(Pso *s, int i, const PsoCoefficients *c)
{
    assert(s->leader >= 0 && s->leader < s->o.particles && s->own.sample[i].fitness.n > 0);
    PsoRule rule = (PsoRule)s->o.velocity_rule;
    bool box = s->o.domain == DOMAIN_BOX;
    double *x = pso_row(s->x, s, i), *v = pso_row(s->v, s, i), share = s->o.velocity_clamp > 0 ? s->o.velocity_clamp : runaway;
    const bool informed = rule == RULE_INFORMED;
    const double *exemplar = informed ? NULL : exemplar_of(s, i), *best = informed ? NULL : attractor_of(s, i);
    if (informed) pull_of_all(s, i, c);
    if (rule == RULE_SPSO) pull_of_ball(s, i, exemplar, best, c);
    const bool shaped = c->turbulence > 0 && s->metric.updates > 0;
    if (shaped) draw_turbulence(s, c->turbulence);
    for (int j = 0; j < s->space.dim; j++) {
        double next =
            rule == RULE_CANONICAL ? draw_canonical(s, c, v[j], x[j], exemplar[j], best[j]) : c->inertia * v[j] + s->pull[j];
        if (shaped)
            next += s->direction[j];
        else if (c->turbulence > 0)
            next += c->turbulence * box_half(&s->space, j) * rng_normal(&s->rng);
        double most = share * box_width(&s->space, j);
        v[j] = next < -most ? -most : next > most ? most : next;
        if (box) step_in_box(s, j, &x[j], &v[j]);
    }
    if (!box) step_on_sphere(s, x, v);
}
