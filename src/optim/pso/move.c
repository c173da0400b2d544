/* move.c. Where a particle starts, and how it moves: v by the velocity rule (rules.c), then x <- x + v in the domain (domains.c).
 *
 * With turbulence a normal number is added to each v_j, so that a swarm whose personal bests are forgotten does not freeze. */
#include "optim/box.h"
#include "optim/centroid.h"
#include "optim/pso/swarm_parts.h"

#include <assert.h>
#include <string.h>

void pso_start(Pso *s)
{
    for (int i = 0; i < s->o.particles; i++) pso_domain(&s->o)->start(s, pso_row(s->x, s, i), pso_row(s->v, s, i));
}

/* The target of the first velocity stays where it was. */
void pso_start_at(Pso *s, int i, const double *x)
{
    const PsoDomain *domain = pso_domain(&s->o);
    const double share = pso_start_share(s);
    double *at = pso_row(s->x, s, i), *v = pso_row(s->v, s, i), *to = s->pull;
    memcpy(to, x, (size_t)s->space.dim * sizeof *to);
    if (domain->place != NULL && !domain->place(s, to)) return;
    for (int j = 0; j < s->space.dim; j++) {
        if (share > 0) v[j] += share * (at[j] - to[j]);
        at[j] = to[j];
    }
    if (domain->settle != NULL) domain->settle(s, at, v);
}

/* ---- what draws a particle ---- */

/* Ranks the personal bests of the informants of particle i. If all particles inform all, one ranking serves all. */
static void rank_informants(Pso *s, int i)
{
    const int other = s->ranked_for;
    if (other == i || (other >= 0 && s->informs == NULL)) return;
    memset(s->informs_it, 0, (size_t)s->own.n);
    for (int k = pso_informant_after(s, i, -1); k >= 0; k = pso_informant_after(s, i, k)) s->informs_it[k] = 1;
    s->ranks = centroid_rank(&s->own, s->informs_it, s->ranked);
    s->ranked_for = i;
}

/* The attractor of particle i (dim): the best of its informants' personal bests, or a centroid of these. */
static const double *attractor_of(Pso *s, int i)
{
    if (s->o.leader == LEADER_BEST) return pso_row(s->own.x, s, pso_best_informant(s, i));
    const PsoDomain *domain = pso_domain(&s->o);
    rank_informants(s, i);
    bool some = centroid_of_ranked(&s->own, CENTROID_QUARTER, s->ranked, s->ranks, s->centroid);
    if (some && domain->place != NULL) some = domain->place(s, s->centroid);
    return some ? s->centroid : pso_row(s->own.x, s, i);
}

/* The exemplar, which attracts particle i, too (dim): its own personal best, or that of one of its best informants. */
static const double *exemplar_of(Pso *s, int i)
{
    if (s->o.exemplar == EXEMPLAR_OWN) return pso_row(s->own.x, s, i);
    rank_informants(s, i);
    const int n = centroid_members(CENTROID_QUARTER, s->ranks);
    return pso_row(s->own.x, s, n > 0 ? s->ranked[rng_below(&s->rng, (uint32_t)n)] : i);
}

/* ---- a step ---- */

/* The largest velocity, in box widths an iteration. It keeps a swarm that diverges finite, whatever its coefficients; no other
 * swarm is that fast. */
static const double runaway = 1e6;

/* In a box the particle moves coordinate by coordinate: it meets a wall before the next velocity is drawn. */
void pso_move(Pso *s, int i, const PsoCoefficients *c)
{
    assert(s->leader >= 0 && s->leader < s->o.particles && s->own.sample[i].fitness.n > 0);
    const PsoRule *rule = pso_rule(&s->o);
    const PsoDomain *domain = pso_domain(&s->o);
    double *x = pso_row(s->x, s, i), *v = pso_row(s->v, s, i), share = s->o.velocity_clamp > 0 ? s->o.velocity_clamp : runaway;
    PsoPull p = {.i = i, .x = x, .c = *c};
    if (!rule->informed) {
        p.exemplar = exemplar_of(s, i);
        p.attractor = attractor_of(s, i);
    }
    if (rule->pull != NULL) rule->pull(s, &p);
    const bool shaped = c->turbulence > 0 && s->metric.updates > 0;
    if (shaped) pso_draw_turbulence(s, c->turbulence);
    for (int j = 0; j < s->space.dim; j++) {
        double next = rule->next(s, &p, j, v[j]);
        if (shaped)
            next += s->direction[j];
        else if (c->turbulence > 0)
            next += c->turbulence * box_half(&s->space, j) * rng_normal(&s->rng);
        double most = share * box_width(&s->space, j);
        v[j] = next < -most ? -most : next > most ? most : next;
        if (domain->step != NULL) domain->step(s, j, x, v);
    }
    if (domain->move != NULL) domain->move(s, x, v);
}
