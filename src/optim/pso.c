/* pso.c. Particle swarm optimisation: inertia weight, synchronous, global neighbourhood.
 *
 *     v_ij <- w v_ij + cp r (p_ij - x_ij) + cg r' (g_j - x_ij)        x_ij <- x_ij + v_ij
 *
 * w inertia, cp cognitive, cg social, p the particle's own best, g the swarm's best (a particle informs itself, too); r and r' are
 * fresh U[0,1) for every particle and every dimension: one number a particle would confine the swarm to a subspace.
 * All particles move on last round's p and g, then all are judged. Own bests change on strict improvement only.
 * Source: Kennedy & Eberhart 1995; Shi & Eberhart 1998 (inertia); Clerc & Kennedy 2002, van den Bergh & Engelbrecht 2006 (the
 * default coefficients). */
#include "base/mem.h"
#include "base/rng.h"
#include "optim/optim.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef enum { WALL_ABSORB, WALL_DAMP, WALL_REFLECT, WALL_PERIODIC, WALL_RANDOM, WALL_NONE } Wall;
typedef enum { START_HALF_DIFF, START_ZERO, START_UNIFORM } Start;
typedef enum { INERTIA_CONSTANT, INERTIA_LINEAR } Schedule;
static const char *const walls[] = {"absorb", "damp", "reflect", "periodic", "random", "none", NULL};
static const char *const starts[] = {"half-diff", "zero", "uniform", NULL};
static const char *const schedules[] = {"constant", "linear", NULL};

typedef struct {
    int particles, inertia_schedule, wall, velocity_start;
    double inertia, inertia_end, cognitive, social, velocity_start_fraction, velocity_clamp;
} PsoOptions;

static const Param params[] = {
    {PARAM_ROW(PsoOptions, particles, PARAM_INT, "particles", 1, 4096, "16"), .doc = "size of the swarm"},
    {PARAM_ROW(PsoOptions, inertia, PARAM_REAL, "", -2, 2, "0.7298"), .doc = "share of its velocity that a particle keeps"},
    {PARAM_ROW(PsoOptions, inertia_schedule, PARAM_CHOICE, "", 0, 0, "constant"), .choices = schedules,
     .doc = "constant, or linear from inertia to inertia_end over the budget (Shi & Eberhart 1998)"},
    {PARAM_ROW(PsoOptions, inertia_end, PARAM_REAL, "", -2, 2, "0.4"), .doc = "inertia when the budget is spent; linear only"},
    {PARAM_ROW(PsoOptions, cognitive, PARAM_REAL, "", -4, 4, "1.49618"), .doc = "pull of the particle's own best"},
    {PARAM_ROW(PsoOptions, social, PARAM_REAL, "", -4, 6, "1.49618"), .doc = "pull of the swarm's best"},
    {PARAM_ROW(PsoOptions, wall, PARAM_CHOICE, "", 0, 0, "absorb"), .choices = walls,
     .doc =
         "where a coordinate leaves the box: absorb x = wall, v = 0; damp x = wall, v <- -v/2; reflect x <- 2 wall - x, v <- -v; "
         "periodic: wraps; random x = U(box), v = 0; none: nothing"},
    {PARAM_ROW(PsoOptions, velocity_start, PARAM_CHOICE, "", 0, 0, "half-diff"), .choices = starts,
     .doc = "velocity at the start: half-diff (U(box) - x)/2; zero; uniform U(-k W, k W) with k = velocity_start_fraction"},
    {PARAM_ROW(PsoOptions, velocity_start_fraction, PARAM_REAL, "box widths", 0, 1, "0.5"),
     .doc = "k of velocity_start = uniform"},
    {PARAM_ROW(PsoOptions, velocity_clamp, PARAM_REAL, "box widths", 0, 10, "0"),
     .doc = "largest |velocity| of a coordinate, as a share of the box's width there; 0: no limit"},
    {0},
};

static const Preset presets[] = {
    {"vdbergh", "van den Bergh & Engelbrecht 2006; the constriction of Clerc & Kennedy 2002, chi = 0.7298, phi = 4.1",
     "inertia=0.7298 cognitive=1.49618 social=1.49618", NULL},
    {"trelea", "Trelea 2003", "inertia=0.6 cognitive=1.7 social=1.7", NULL},
    {"spso", "Standard PSO 2006/2007, Clerc: w = 1/(2 ln 2), c = 1/2 + ln 2", "inertia=0.72135 cognitive=1.19315 social=1.19315",
     NULL},
    {"pedersen-10d-2000", "Pedersen 2010, tuned for 10 dimensions and 2,000 evaluations",
     "particles=63 inertia=0.6571 cognitive=1.6319 social=0.6239", NULL},
    {"pedersen-10d-20000", "Pedersen 2010, tuned for 10 dimensions and 20,000 evaluations",
     "particles=53 inertia=-0.3488 cognitive=-0.2746 social=4.8976",
     "these coefficients were tuned on functions whose optimum is the centre of the box, and exploit it"},
    {"report-final", "2018 PSO report, final run; velocity clamp 5 on bounds +-10",
     "particles=161 inertia=0.63456 cognitive=1.92576 social=2.64274 velocity_clamp=0.25", NULL},
    {"shi-eberhart", "Shi & Eberhart 1998", "inertia=0.9 inertia_schedule=linear inertia_end=0.4 cognitive=2 social=2", NULL},
    {NULL, NULL, NULL, NULL},
};

/* Warns outside the stability conditions: the mean of a particle's position converges iff |w| < 1 and 0 < cp + cg < 4 (1 + w),
 * its variance iff moreover cp + cg < 24 (1 - w^2) / (7 - 5 w) (Poli 2009). With a schedule the end decides. */
static int check(const void *options, Finding *out)
{
    const PsoOptions *o = options;
    bool linear = o->inertia_schedule == INERTIA_LINEAR;
    double w = linear ? o->inertia_end : o->inertia, pull = o->cognitive + o->social;
    double mean_limit = 4 * (1 + w), variance_limit = 24 * (1 - w * w) / (7 - 5 * w);
    *out = (Finding){.key = linear ? "inertia_end" : "inertia"};
    if (fabs(w) >= 1)
        snprintf(out->why, sizeof out->why, "the swarm never settles: it does so only between -1 and 1");
    else if (pull <= 0 || pull >= mean_limit)
        snprintf(out->why, sizeof out->why,
                 "the swarm never settles: with this value cognitive + social = %.6g must be above 0 and below 4 (1 + w) = %.6g",
                 pull, mean_limit);
    else if (pull >= variance_limit)
        snprintf(out->why, sizeof out->why,
                 "the swarm's spread does not shrink: with this value cognitive + social = %.6g must be below "
                 "24 (1 - w^2) / (7 - 5 w) = %.6g (Poli 2009)",
                 pull, variance_limit);
    else
        return 0;
    return 1;
}

static bool scheduled(const void *options)
{
    return ((const PsoOptions *)options)->inertia_schedule == INERTIA_LINEAR;
}

/* x, v (particles,dim); own: the own bests (particles). told: particles of this round that have been told. */
typedef struct {
    PsoOptions o;
    Space space;
    Rng rng;
    double *x, *v;
    Archive own;
    int told;
} Pso;

static double *row_of(double *matrix, const Pso *s, int i)
{
    return matrix + (size_t)i * (size_t)s->space.dim;
}

static double width(const Pso *s, int j)
{
    return s->space.hi[j] - s->space.lo[j];
}

static double anywhere(Pso *s, int j)
{
    return rng_between(&s->rng, s->space.lo[j], s->space.hi[j]);
}

static double starting_velocity(Pso *s, int j, double x)
{
    double most = s->o.velocity_start_fraction * width(s, j);
    switch ((Start)s->o.velocity_start) {
    case START_HALF_DIFF: return (anywhere(s, j) - x) / 2;
    case START_UNIFORM: return rng_between(&s->rng, -most, most);
    default: return 0;
    }
}

static void *create(const void *options, const Space *space, uint64_t seed)
{
    Pso *s = mem_new(1, sizeof *s);
    *s = (Pso){.o = *(const PsoOptions *)options, .space = *space};
    size_t cells = (size_t)s->o.particles * (size_t)space->dim;
    s->x = mem_new(cells, sizeof *s->x);
    s->v = mem_new(cells, sizeof *s->v);
    archive_make(&s->own, s->o.particles, space->dim);
    rng_stream(&s->rng, rng_key(seed, RNG_OPTIMISER, 0));
    for (int i = 0; i < s->o.particles; i++)
        for (int j = 0; j < space->dim; j++) {
            double x = anywhere(s, j);
            row_of(s->x, s, i)[j] = x;
            row_of(s->v, s, i)[j] = starting_velocity(s, j, x);
        }
    return s;
}

static void start_from(void *self, const double *x, int count)
{
    Pso *s = self;
    bool half_diff = s->o.velocity_start == START_HALF_DIFF;
    for (int i = 0; i < count && i < s->o.particles; i++)
        for (int j = 0; j < s->space.dim; j++) {
            double *at = &row_of(s->x, s, i)[j];
            if (half_diff)
                row_of(s->v, s, i)[j] += (*at - x[j]) / 2; /* (U - x) / 2 for the new x, with the U drawn for the old */
            *at = x[j];
        }
}

static int count(const void *self)
{
    return ((const Pso *)self)->o.particles;
}

static int ask(const void *self, Candidate *out)
{
    const Pso *s = self;
    for (int i = s->told; i < s->o.particles; i++) {
        double cost = s->own.sample[i].cost, plays = (double)s->own.sample[i].score.n;
        *out++ = (Candidate){.x = row_of(s->x, s, i), .incumbent = i, .expect = plays > 0 ? cost / plays : 0};
    }
    return s->o.particles - s->told;
}

/* Coordinate *x with velocity *v has left the box [lo, hi]. */
static void meet_wall(Pso *s, int j, double *x, double *v)
{
    double lo = s->space.lo[j], hi = s->space.hi[j], wall = *x < lo ? lo : hi;
    switch ((Wall)s->o.wall) {
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
        *x = anywhere(s, j);
        *v = 0;
        break;
    case WALL_NONE: return;
    }
    /* a reflection may overshoot the other wall, and rounding a wrap */
    if (*x < lo) *x = lo;
    if (*x > hi) *x = hi;
}

/* Box widths a round: a swarm that diverges stays finite, whatever its coefficients; no other is that fast. */
static const double runaway = 1e6;

static double clamped(double v, double most)
{
    return v > most ? most : v < -most ? -most : v;
}

static void move_particle(Pso *s, int i, const double *global_best, double inertia)
{
    double *x = row_of(s->x, s, i), *v = row_of(s->v, s, i);
    const double *own_best = row_of(s->own.x, s, i);
    double most = s->o.velocity_clamp > 0 ? s->o.velocity_clamp : runaway;
    for (int j = 0; j < s->space.dim; j++) {
        double r = rng_real(&s->rng), r2 = rng_real(&s->rng);
        v[j] = inertia * v[j] + s->o.cognitive * r * (own_best[j] - x[j]) + s->o.social * r2 * (global_best[j] - x[j]);
        v[j] = clamped(v[j], most * width(s, j));
        x[j] += v[j];
        if (x[j] < s->space.lo[j] || x[j] > s->space.hi[j]) meet_wall(s, j, &x[j], &v[j]);
    }
}

static bool tell(void *self, const Verdict *v, int n, double spent)
{
    Pso *s = self;
    for (int k = 0; k < n; k++, s->told++)
        if (v[k].better) archive_put(&s->own, s->told, row_of(s->x, s, s->told), &v[k].sample);
    if (s->told < s->o.particles) return false;
    bool linear = s->o.inertia_schedule == INERTIA_LINEAR;
    double inertia = linear ? s->o.inertia + (s->o.inertia_end - s->o.inertia) * spent : s->o.inertia;
    const double *global_best = row_of(s->own.x, s, archive_leader(&s->own));
    for (int i = 0; i < s->o.particles; i++) move_particle(s, i, global_best, inertia);
    s->told = 0;
    return true;
}

static Archive *archive(void *self)
{
    return &((Pso *)self)->own;
}

/* Diversity: mean distance of the particles from their centre; velocity: mean length; both as shares of the box's diagonal. */
static void report(const void *self, Record *r)
{
    const Pso *s = self;
    double diagonal = 0, distances = 0, speeds = 0;
    double *centre = mem_new((size_t)s->space.dim, sizeof *centre);
    for (int j = 0; j < s->space.dim; j++) {
        diagonal += width(s, j) * width(s, j);
        for (int i = 0; i < s->o.particles; i++) centre[j] += row_of(s->x, s, i)[j] / s->o.particles;
    }
    for (int i = 0; i < s->o.particles; i++) {
        double away = 0, speed = 0;
        for (int j = 0; j < s->space.dim; j++) {
            double d = row_of(s->x, s, i)[j] - centre[j], v = row_of(s->v, s, i)[j];
            away += d * d;
            speed += v * v;
        }
        distances += sqrt(away);
        speeds += sqrt(speed);
    }
    double scale = s->o.particles * sqrt(diagonal);
    record_real(r, "diversity", distances / scale);
    record_real(r, "velocity", speeds / scale);
    free(centre);
}

static void walk(void *self, Visit *v)
{
    Pso *s = self;
    int cells = s->o.particles * s->space.dim;
    visit_u64(v, "rng_state", &s->rng.state);
    visit_u64(v, "rng_inc", &s->rng.inc);
    visit_reals(v, "x", s->x, cells);
    visit_reals(v, "v", s->v, cells);
    archive_walk(&s->own, v);
    visit_index(v, "told", &s->told, s->o.particles);
}

static void destroy(void *self)
{
    Pso *s = self;
    free(s->x);
    free(s->v);
    archive_free(&s->own);
    free(s);
}

const Optimiser optimiser_pso = {
    .name = "pso",
    .doc = "particle swarm: inertia weight, synchronous, global neighbourhood",
    .params = params,
    .presets = presets,
    .options_bytes = sizeof(PsoOptions),
    .check = check,
    .scheduled = scheduled,
    .create = create,
    .start_from = start_from,
    .round = count,
    .ask = ask,
    .tell = tell,
    .archive = archive,
    .report = report,
    .walk = walk,
    .destroy = destroy,
};
