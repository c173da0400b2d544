/* swarm_parts.c. The parts of a swarm that options name, by the lists of swarm_parts.h. */
#include "optim/pso/swarm_parts.h"

#define ADDRESS(part, name, text) &part,

const PsoRule *pso_rule(const PsoOptions *o)
{
    static const PsoRule *const rules[] = {PSO_RULES(ADDRESS)};
    return rules[o->velocity_rule];
}

const PsoTopology *pso_topology(const PsoOptions *o)
{
    static const PsoTopology *const topologies[] = {PSO_TOPOLOGIES(ADDRESS)};
    return topologies[o->topology];
}

const PsoDomain *pso_domain(const PsoOptions *o)
{
    static const PsoDomain *const domains[] = {PSO_DOMAINS(ADDRESS)};
    return domains[o->domain];
}
