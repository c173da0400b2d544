/* optim.h. Ask and tell: an optimiser proposes positions and is told how good they are. Higher fitness is better.
 *
 * Idea: ask changes nothing; all drawing and moving happens in tell. So an iteration that was cut short is simply asked again,
 * and a state saved between two tells is the whole state. The budget allocation (experiment/allocation.h)
 * decides how many and which games a position plays, and whether it is better than the position that it would replace. It may
 * also play positions of the archive again, and then adds to their samples.
 * Never: calls an objective, depends on games, threads or files. */
#ifndef SWARMTRIS_OPTIM_OPTIM_H
#define SWARMTRIS_OPTIM_OPTIM_H

#include "base/param.h"
#include "base/record.h"
#include "base/serialise.h"
#include "base/trial.h"
#include "optim/archive.h"

enum { OPTIM_CANDIDATES_MAX = 100000 };

/* A position to be evaluated. */
typedef struct {
    const double *x; /* (dim): points into the optimiser, and stays until its verdict has been told */
    int incumbent;   /* the place in the archive that it takes if it is better than what is there; -1: it replaces no entry */
    double expect;   /* cost of a play as far as it is known, else 0 */
} Candidate;

/* What was found out about a candidate. An optimiser that compares candidates with each other uses archive_fitness of their
 * samples. */
typedef struct {
    Sample sample;
    bool better; /* than its incumbent, by the budget allocation; true if that place is empty; false without an incumbent */
} Verdict;

/* A curve over two options of an optimiser, which bounds the region where its searches converge; charts draw it. */
typedef struct {
    const char *name;       /* its formula, as charts show it; NULL at the end of a list */
    const char *x;          /* the option on the x axis */
    const char *y;          /* options for the y axis, separated by blanks; several of them may be tied */
    double lo, hi;          /* the range of x */
    double (*at)(double x); /* the y of the curve at x */
} Border;

/* What is seen of a swarm between two iterations: arrays of the caller, in row-major order. NULL: not wanted. */
typedef struct {
    double *x, *velocity; /* (particles, dim): where each particle is evaluated next, and the step that led there */
    double *best;         /* (particles, dim): personal bests */
    double *score;        /* (particles): their mean scores; NaN: none yet */
    int32_t *leader;      /* (particles): the particle that draws each one, the best of those that inform it; -1: none yet */
} SwarmView;

/* A member may be NULL only where its comment says what NULL means. optim/random_search.c is the shortest example. */
typedef struct {
    const char *name, *doc;
    const Param *params;   /* of the options, [optimiser] in an ini */
    const Preset *presets; /* name NULL at the end; the first that suits is the default */
    const Border *borders; /* name NULL at the end; NULL: none are known */
    size_t options_bytes;
    bool maps;    /* the positions are a fixed grid and not a search: one iteration is all, and the best of it is no result */
    int most_dim; /* with more dimensions an iteration would take longer than a stop may; 0: any number will do */

    /* What is wrong, or unwise, about options whose values are each in range; returns how many findings were written. NULL: any
     * combination will do. */
    int (*check)(const void *options, Finding *out);
    /* Whether the course depends on the share of the budget spent: then a run that is extended does not equal a longer one.
     * NULL: it never does. */
    bool (*scheduled)(const void *options);
    /* The key by which positions in the same direction from the middle of the box count as one position. This suits only weights
     * whose multiples play alike. NULL result: these options search the whole box. NULL: all options do. */
    const char *(*directions)(const void *options);

    /* options are copied; space is borrowed. */
    void *(*create)(const void *options, const Space *space, uint64_t seed);

    /* Before the first ask: candidates 0 .. count-1 start at x (dim); a count above the number of candidates means all. */
    void (*start_from)(void *self, const double *x, int count);

    /* Takes the positions x (n, dim), 1 .. `candidates`, as the next iteration, or goes on with it if it is under way. False:
     * another one is. NULL: the optimiser makes its positions itself; so is proposed. */
    bool (*propose)(void *self, const double *x, int n);

    /* The fitness (n) of what was proposed last, owned by self; NULL: it is under way. */
    const double *(*proposed)(const void *self);

    /* The most candidates that an iteration may have. It has fewer only if their number depends on verdicts: retries of ga, or a
     * swarm that changes its size (pso). More than OPTIM_CANDIDATES_MAX is an error of the options, and ask must not be
     * called. */
    int (*candidates)(const void *self);

    /* The fewest candidates that the first iteration may have. NULL: as many as `candidates` says. */
    int (*first_candidates)(const void *self);

    /* Writes the candidates that can be evaluated at once to out (room for a whole iteration); returns how many, 1 or more. */
    int (*ask)(const void *self, Candidate *out);

    /* v (n): verdicts on the first n candidates that ask wrote. These are all of them, or fewer if the budget ends. The
     * archive's samples may have grown since the ask. spent: share of the budget, 0..1, for schedules. True: the iteration is
     * complete. */
    bool (*tell)(void *self, const Verdict *v, int n, double spent);

    /* The positions worth remembering, for the next iteration and for a re-selection. Entries keep their indices between two
     * tells. Rank 0 exists after the first tell. */
    Archive *(*archive)(void *self);

    /* Writes the centroid of the search to x (dim): the mean of a swarm's positions, or the mean of a distribution. NULL: there
     * is none. */
    void (*centroid)(const void *self, double *x);

    /* Fills in the arrays of out; returns the number of particles. NULL: this is no swarm. */
    int (*swarm)(const void *self, const SwarmView *out);

    /* After an iteration: whether the optimiser needs the covariance (base/trial.h) of a player, whose weights it then writes to
     * x (dim). The search measures this as c and calls take_covariance. judged: the estimated share of the search's candidates
     * that have been judged; with a budget in pieces, it is larger than spent. Both NULL: it never needs one. */
    bool (*wants_covariance)(void *self, double spent, double judged, double *x);
    void (*take_covariance)(void *self, const double *c);

    /* Cells about the search, such as its spread and its speed. The same cells every time. NULL: none. */
    void (*report)(const void *self, Record *r);

    void (*serialise)(void *self, Serialiser *s);
    void (*destroy)(void *self);
} Optimiser;

#endif
