/* swarm_parts.h. What a swarm is made of: velocity rules, topologies, domains.
 *
 * Idea: each of them is a const struct. To add one, write the struct (in rules.c, topologies.c, domains.c, or a file of its own)
 * and give it a row in its list below, from which the values and the text of its key are made. A number of its own is a member of
 * PsoOptions and a row in swarm_options.c, whose `when` names the part. The `when` of each key that it ignores excludes it.
 * What changes over the budget is set by pso_coefficients (rules.c), and `scheduled` of pso.c says that it does.
 * Never: a branch on the name of a part outside its struct. */
#ifndef SWARMTRIS_OPTIM_PSO_SWARM_PARTS_H
#define SWARMTRIS_OPTIM_PSO_SWARM_PARTS_H

#include "optim/pso/swarm.h"

/* Limits of cp + cg between which a swarm settles. */
typedef struct {
    double mean;                                 /* below it, the mean of a particle's position converges */
    double variance;                             /* below it, the variance does, too */
    const char *mean_formula, *variance_formula; /* for people */
} PsoLimits;

/* What a particle is drawn by; all arrays have dim numbers. */
typedef struct {
    int i;                   /* the particle */
    const double *x;         /* its position */
    const double *exemplar;  /* p of the formulas: its personal best, or what the key exemplar puts in its place */
    const double *attractor; /* g: its neighbourhood best, or what the key leader puts in its place */
    PsoCoefficients c;
} PsoPull;

typedef struct {
    bool informed; /* all informants draw, and PsoPull has neither exemplar nor attractor */

    /* Computes what the coordinates share into pso->pull, before the particle moves: mostly y - x, which is added to w v. It may
     * use pso->direction, which does not last until next, but no other scratch: p->attractor may be pso->centroid. NULL: next
     * draws all. */
    void (*pull)(Pso *pso, const PsoPull *p);
    /* Coordinate j of the next velocity; v is the last one. A rule without velocities (quantum PSO) returns the new place less
     * p->x[j]. For logarithms: base/real.h. */
    double (*next)(Pso *pso, const PsoPull *p, int j, double v);
    /* The limits for inertia w, if `others` inform a particle on average, 1 or more. NULL: cp + cg has no limits. */
    PsoLimits (*limits)(double w, double others);
} PsoRule;

typedef struct {
    bool redrawn; /* make draws: it is called again after an iteration without a new best, and the outcome is state */

    /* Says by pso_inform who informs whom; before the call, no particle informs another. Each particle must inform itself. It is
     * called again when the size of the swarm changes, after which places have other particles. NULL: all inform all. */
    void (*make)(Pso *p);
    /* Needed: how many others inform a particle; the mean where this differs between particles or draws. */
    double (*others)(const PsoOptions *o);
    /* What is unwise about the number of particles, as the end of a sentence, or NULL. No function: nothing ever is. */
    const char *(*unwise)(const PsoOptions *o);
} PsoTopology;

/* A member may be NULL where nothing is to do. x, v: (dim), position and velocity of a particle. */
typedef struct {
    bool directions; /* positions of the same direction from the middle of the box are one */

    /* Draws the start of a particle. */
    void (*start)(Pso *p, double *x, double *v);
    /* x becomes the nearest point of the domain. False: there is none, and x is unchanged. */
    bool (*place)(const Pso *p, double *x);
    /* v becomes the nearest velocity that a particle at x may have. */
    void (*settle)(const Pso *p, const double *x, double *v);
    /* The particle moves by v: coordinate j alone, before the next velocity is drawn; or all of them, once they are drawn. */
    void (*step)(Pso *p, int j, double *x, double *v);
    void (*move)(const Pso *p, double *x, double *v);
    /* p->metric is new: all positions and personal bests move to it. NULL: the domain has no metric. */
    void (*new_metric)(Pso *p);
} PsoDomain;

/* X(struct, name, text): the first is the default. The key's text is made of the texts and has 160 letters at most. */
/* clang-format off */
#define PSO_RULES(X)                                                                                    \
    X(pso_canonical, "canonical", "personal, neighbourhood best (Shi & Eberhart 1998)")                 \
    X(pso_fully_informed, "fully-informed", "all (Mendes et al. 2004)")                                 \
    X(pso_spso_2011, "spso-2011", "a ball (Clerc 2012)")
#define PSO_TOPOLOGIES(X)                                                                               \
    X(pso_global, "global", "all (Eberhart & Kennedy 1995)")                                            \
    X(pso_ring, "ring", "ring_k a side")                                                                \
    X(pso_von_neumann, "von-neumann", "4 (Kennedy & Mendes 2002)")                                      \
    X(pso_random, "random", "random_k (Clerc 2006)")
#define PSO_DOMAINS(X)                                                                                  \
    X(pso_box, "box", "all of it, with walls")                                                          \
    X(pso_sphere, "sphere", "the largest in the box, since weights play alike at any length (Borckmans & Absil 2010)")
/* clang-format on */

#define PSO_DECLARE_RULE(part, name, text) extern const PsoRule part;
#define PSO_DECLARE_TOPOLOGY(part, name, text) extern const PsoTopology part;
#define PSO_DECLARE_DOMAIN(part, name, text) extern const PsoDomain part;
PSO_RULES(PSO_DECLARE_RULE)
PSO_TOPOLOGIES(PSO_DECLARE_TOPOLOGY)
PSO_DOMAINS(PSO_DECLARE_DOMAIN)

/* What the options name. */
const PsoRule *pso_rule(const PsoOptions *o);
const PsoTopology *pso_topology(const PsoOptions *o);
const PsoDomain *pso_domain(const PsoOptions *o);

#endif
