/* move.c. Where a particle starts, and how it moves: v by the velocity rule (rules.c), then x <- x + v in the domain (domains.c).
 *
 * With turbulence a normal number is added to each v_j, so that a swarm whose personal bests are forgotten does not freeze. */
#include "optim/box.h"
#include "optim/centroid.h"
#include "optim/pso/swarm_parts.h"

#include <assert.h>
#include <string.h>

void pso_start(Pso *p)
{
    for (int i = 0; i < p->o.particles; i++) pso_domain(&p->o)->start(p, pso_row(p->x, p, i), pso_row(p->v, p, i));
}

/* The target of the first velocity stays where it was. */
void pso_start_at(Pso *p, int i, const double *x)
{
    const PsoDomain *domain = pso_domain(&p->o);
    const double share = pso_start_share(p);
    double *at = pso_row(p->x, p, i), *v = pso_row(p->v, p, i), *to = p->pull;
    memcpy(to, x, (size_t)p->space.dim * sizeof *to);
    if (domain->place != NULL && !domain->place(p, to)) return;
    for (int j = 0; j < p->space.dim; j++) {
        if (share > 0) v[j] += share * (at[j] - to[j]);
        at[j] = to[j];
    }
    if (domain->settle != NULL) domain->settle(p, at, v);
}

/* ---- what draws a particle ---- */

/* Ranks the personal bests of the informants of particle i. If all particles inform all, one ranking serves all. */
static void rank_informants(Pso *p, int i)
{
    const int other = p->ranked_for;
    if (other == i || (other >= 0 && p->informs == NULL)) return;
    memset(p->informs_it, 0, (size_t)p->own.n);
    for (int k = pso_informant_after(p, i, -1); k >= 0; k = pso_informant_after(p, i, k)) p->informs_it[k] = 1;
    p->ranks = centroid_rank(&p->own, p->informs_it, p->ranked);
    p->ranked_for = i;
}

/* The attractor of particle i (dim): the best of its informants' personal bests, or a centroid of these. */
static const double *attractor_of(Pso *p, int i)
{
    if (p->o.leader == LEADER_BEST) return pso_row(p->own.x, p, pso_best_informant(p, i));
    const PsoDomain *domain = pso_domain(&p->o);
    rank_informants(p, i);
    bool some = centroid_of_ranked(&p->own, CENTROID_QUARTER, p->ranked, p->ranks, p->centroid);
    if (some && domain->place != NULL) some = domain->place(p, p->centroid);
    return some ? p->centroid : pso_row(p->own.x, p, i);
}

/* The exemplar, which attracts particle i, too (dim): its own personal best, or that of one of its best informants. */
static const double *exemplar_of(Pso *p, int i)
{
    if (p->o.exemplar == EXEMPLAR_OWN) return pso_row(p->own.x, p, i);
    rank_informants(p, i);
    const int n = centroid_members(CENTROID_QUARTER, p->ranks);
    return pso_row(p->own.x, p, n > 0 ? p->ranked[rng_below(&p->rng, (uint32_t)n)] : i);
}

/* ---- a step ---- */

/* The largest velocity, in box widths an iteration. It keeps a swarm that diverges finite, whatever its coefficients; no other
 * swarm is that fast. */
static const double runaway = 1e6;

/* In a box the particle moves coordinate by coordinate: it meets a wall before the next velocity is drawn. */
void pso_move(Pso *pso, int i, const PsoCoefficients *c)
{
    assert(pso->leader >= 0 && pso->leader < pso->o.particles && pso->own.sample[i].fitness.n > 0);
    const PsoRule *rule = pso_rule(&pso->o);
    const PsoDomain *domain = pso_domain(&pso->o);
    double *x = pso_row(pso->x, pso, i), *v = pso_row(pso->v, pso, i),
           share = pso->o.velocity_clamp > 0 ? pso->o.velocity_clamp : runaway;
    PsoPull p = {.i = i, .x = x, .c = *c};
    if (!rule->informed) {
        p.exemplar = exemplar_of(pso, i);
        p.attractor = attractor_of(pso, i);
    }
    if (rule->pull != NULL) rule->pull(pso, &p);
    const bool shaped = c->turbulence > 0 && pso->metric.updates > 0;
    if (shaped) pso_draw_turbulence(pso, c->turbulence);
    for (int j = 0; j < pso->space.dim; j++) {
        double next = rule->next(pso, &p, j, v[j]);
        if (shaped)
            next += pso->direction[j];
        else if (c->turbulence > 0)
            next += c->turbulence * box_half(&pso->space, j) * rng_normal(&pso->rng);
        double most = share * box_width(&pso->space, j);
        v[j] = next < -most ? -most : next > most ? most : next;
        if (domain->step != NULL) domain->step(pso, j, x, v);
    }
    if (domain->move != NULL) domain->move(pso, x, v);
}
