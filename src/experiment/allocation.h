/* allocation.h. Budget allocation: how many games each candidate plays, and which of two is better.
 *
 * Idea: a comparison group is the set of candidates that an optimiser asks at once. It plays in stages, each of which is one
 * batch. Only the samples decide the next stage, so a group that is killed between two stages continues exactly, on any number
 * of threads. In an iteration all positions play the same games in the same order, so any two of them have played the same
 * first games.
 *     fixed        every candidate plays `games` games
 *     resample     as fixed; and once an iteration each position of the archive plays these games, too. Its sample grows,
 *                  and its older plays count less by resample_keep
 *     race         candidates play a few games at a time; a candidate is eliminated as soon as
 *                  mean_x < mean_p - z sqrt(s_x^2/n_x + s_p^2/n_p), where x is the candidate and p the incumbent
 *                  that it would replace or, if there is none, the worst of a full archive
 *     ocba         candidates play a few games each; the remaining plays (games x candidates in all) go, step by step, to the
 *                  positions of group and archive that most lower the risk of choosing a wrong best (optimal computing budget
 *                  allocation)
 * The challenge rule says which of two positions is better: the one with the strictly higher mean. If candidates play in
 * stages (race, ocba), it must also have at least as many plays as the other, or `games` of them. (Without this "or" no
 * candidate could ever replace an incumbent to which ocba gave hundreds of games: on a surrogate with exponential noise and
 * 40,000 games the result was 456 of 1000 and not 814.)
 * Never: draws a random number; decides from a stage that is not complete; looks at scores (fitness alone is compared).
 * Source: C.-H. Chen, J. Lin, E. Yucesan, S. E. Chick, Discrete Event Dynamic Systems 10 (2000), theorem 1 (ocba); the challenge
 * rule: F. Hutter, H. H. Hoos, K. Leyton-Brown, T. Stuetzle, "ParamILS", JAIR 36 (2009), where it is called domination. */
#ifndef SWARMTRIS_EXPERIMENT_ALLOCATION_H
#define SWARMTRIS_EXPERIMENT_ALLOCATION_H

#include "optim/optim.h"

typedef enum { ALLOCATION_FIXED, ALLOCATION_RESAMPLE, ALLOCATION_RACE, ALLOCATION_OCBA } AllocationRule;
extern const char *const allocation_names[]; /* their names, NULL at the end */

/* The properties of an allocation that do not depend on the options. */
typedef struct {
    bool apart;         /* how a candidate plays does not depend on the other candidates of its group */
    bool replays;       /* the positions of the archive play as many games in each iteration as a candidate does */
    bool in_stages;     /* first_games, then more_games at a time */
    bool alike;         /* a stage adds the same number of plays to every candidate in it */
    int least;          /* the smallest `games` and `first_games` that the allocation can work with */
    const char *amount; /* the words before the number of games in texts for people: "at most " */
} AboutAllocation;
extern const AboutAllocation allocation_about[]; /* by AllocationRule */

typedef struct {
    int rule;             /* AllocationRule */
    int games;            /* plays of a candidate: in race at most, in ocba on average */
    int first_games;      /* plays of a candidate in the first stage */
    int more_games;       /* plays of a candidate in each later stage, in ocba on average */
    double race_z;        /* z in the condition for race above */
    double resample_keep; /* share of older plays that a position of the archive keeps each iteration, 0..1 */
} AllocationOptions;

/* A comparison group: what an optimiser asked at once. */
typedef struct {
    const Candidate *candidate; /* (n); borrowed */
    int n;
    int first;    /* number of candidate[0] within its iteration */
    uint64_t key; /* names the games of the iteration */
} Group;

typedef struct {
    AllocationOptions o;
    Archive *archive; /* borrowed */
    int candidates;   /* the number in an iteration, and the most in a group */
    /* the group under way */
    Verdict *verdict; /* (candidates) */
    int n;            /* candidates of this group; 0: no group is under way */
    int64_t spent;    /* plays of this group so far */
    /* the iteration under way */
    int64_t plays; /* plays of all groups of the iteration, those of the archive included */
    double *sum;   /* (common): the fitness in each of the first games, summed over candidates of the iteration */
    double spread; /* the m2 (Stats) of the same fitness values, summed over the same candidates */
    int common;    /* the number of first games, which all candidates of an iteration play */
    int columns;   /* the number of candidates counted in sum and spread */
    /* scratch of planning a stage */
    int *plan;           /* (candidates + archive->n): plays of each candidate and archive position in the stage */
    double *weight;      /* (candidates + archive->n) */
    const Stats **known; /* (candidates + archive->n) */
} Allocation;

/* o->games must be at least 1. candidates: the number in an iteration, and the most in a group. */
void allocation_make(Allocation *a, const AllocationOptions *o, int candidates, Archive *archive);
void allocation_free(Allocation *a);

/* The most plays that a group may take; allocations other than race take exactly as many. */
int64_t allocation_cost(const Allocation *a, const Group *g);

/* The number of the group's candidates for which `left` plays suffice in every case, 0..g->n. */
int allocation_affordable(const Allocation *a, const Group *g, int64_t left);

/* Adds the next stage: a trial for each position that plays in it. Tags: a candidate's number in its iteration, or
 * allocation->candidates + i for place i of the archive. The caller sets `objective`. */
void allocation_ask(const Allocation *a, const Group *g, Batch *b);

/* t (n): exactly the trials that allocation_ask added, answered, with fitness. Plays of archive positions are added to the
 * archive's samples. True: the group is decided; a->verdict (g->n) is for the optimiser, and allocation_end must follow. */
bool allocation_tell(Allocation *a, const Group *g, const Trial *t, int n);

/* Forgets the group, once the optimiser has its verdicts. */
void allocation_end(Allocation *a);

/* Forgets what was counted of the iteration. */
void allocation_new_iteration(Allocation *a);

/* The share by which common games lower the variance of the difference of two means: the mean covariance of two candidates'
 * fitness over their common first games of this iteration, divided by their mean variance. NAN where it is not defined: one
 * game, one candidate, no variance. */
double allocation_pair_correlation(const Allocation *a);

/* Splits `more` plays (1 or more) among the samples known (n; those without a value get none): writes plays (n), whose sum is
 * `more`. w (n): scratch. N: plays in all afterwards; b: the sample with the best mean; d_i: its distance from mean i.
 *     N_i / N_j = ((s_i / d_i) / (s_j / d_j))^2,    N_b = s_b sqrt(sum of N_i^2 / s_i^2)
 * A sample that already has N_i plays gets none; the others share the plays in proportion to what they lack. What rounding leaves
 * over goes to the next sample. If s_i = 0, nothing is to be learned, and the sample gets none. A d_i below s_i / sqrt(N), the
 * error that all plays would leave, counts as that. False: nothing is to be learned but of the best; no plays are written. */
bool allocation_ocba(const Stats *const *known, int n, int more, double *w, int *plays);

void allocation_serialise(Allocation *a, Serialiser *s);

/* Whether what was loaded is the state of g, which is under way, or of none: there is something left to play. */
bool allocation_sound(const Allocation *a, const Group *g);

#endif
