/* prospect.h. What look-ahead on Game (lookahead.c) and on Lanes (lookahead_lanes.c) share: the prospects of first moves, and
 * which first moves are looked at. */
#ifndef SWARMTRIS_AGENT_PROSPECT_H
#define SWARMTRIS_AGENT_PROSPECT_H

#include "agent/engine.h"

#include <assert.h>
#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

/* ---- options ---- */

/* What a first move is worth (lookahead.c). */
typedef enum { WORTH_BOTH, WORTH_OWN_LAST } LookaheadWorth;

/* [agent] kind = lookahead */
typedef struct {
    int worth;      /* LookaheadWorth */
    double lost;    /* with own-last: an outcome without a second move costs this many times the largest weight */
    char where[64]; /* "always", or a level of the game: it looks ahead only if that level is above a bound */
    int above;      /* the bound */
    int best;       /* how many first moves are looked at; 0: all */
} LookaheadOptions;

/* `where` without a level: look-ahead in every state. */
#define ALWAYS "always"

/* The level that `where` names; -1: none. */
static inline int lookahead_level(const Game *g, const LookaheadOptions *o)
{
    int i = g->n_levels - 1;
    while (i >= 0 && strcmp(g->levels[i].name, o->where) != 0) i--;
    return i;
}

/* What an outcome without a second move costs, with worth = own-last. w (n) */
static inline double lookahead_loss(const LookaheadOptions *o, const double *w, int n)
{
    double most = 0;
    for (int i = 0; i < n; i++)
        if (fabs(w[i]) > most) most = fabs(w[i]);
    return o->lost * most;
}

/* ---- which first moves ---- */

static inline bool ranks_before(double a, double b)
{
    return a > b || (isnan(b) && !isnan(a));
}

/* Marks in marked (n) the `most` highest values (n) among those that `among` (n) names; NULL: among all. Ties go to the first;
 * NaN ranks last. Returns the lowest marked value; HUGE_VAL: none is marked. */
static inline double mark_highest(const double *value, const bool *among, int n, int most, bool *marked)
{
    double least = HUGE_VAL;
    for (int i = 0; i < n; i++) marked[i] = false;
    for (int best = 0; most > 0 && best >= 0; most--) {
        best = -1;
        for (int i = 0; i < n; i++)
            if ((among == NULL || among[i]) && !marked[i] && (best < 0 || ranks_before(value[i], value[best]))) best = i;
        if (best < 0) continue;
        marked[best] = true;
        least = value[best];
    }
    return least;
}

/* ---- prospects ---- */

/* The value of the best move where there is none: less than any other. */
#define LOOKAHEAD_NONE (-HUGE_VAL)

/* What a first move promises (lookahead.c). */
typedef struct {
    double lost;  /* share of the odds after which no second move is left, 0..1 */
    double worth; /* its own value plus the mean value of the best second moves (lookahead.c) */
} Prospect;

/* Sums over the outcomes of a chance. */
typedef struct {
    double odds; /* of outcomes with a second move */
    double lost; /* odds of outcomes without one */
    double sum;  /* odds x value of the best second move */
} Outlook;

static inline void outlook_add(Outlook *o, double odds, double value)
{
    assert(odds > 0);
    if (value == LOOKAHEAD_NONE) {
        o->lost += odds;
        return;
    }
    o->odds += odds;
    o->sum += odds * value;
}

/* The prospect of a first move of value `first`: by chance, or for certain (equal to a single outcome of odds 1). */
static inline Prospect prospect_by_chance(double first, Outlook o)
{
    assert(o.lost + o.odds > 0);
    return (Prospect){o.lost / (o.lost + o.odds), o.odds > 0 ? first + o.sum / o.odds : first};
}
static inline Prospect prospect_for_certain(double first, double second)
{
    return second == LOOKAHEAD_NONE ? (Prospect){1, first} : (Prospect){0, first + second};
}

/* Any prospect is better than this one. */
static const Prospect prospect_worst = {1, LOOKAHEAD_NONE};

static inline bool prospect_better(Prospect a, Prospect b)
{
    return a.lost < b.lost || (a.lost == b.lost && a.worth > b.worth);
}

/* ---- on Lanes (lookahead_lanes.c) ---- */

/* Agent.lanes_scratch_bytes and Agent.turn. scratch: at a multiple of LANES_ALIGNMENT. */
size_t lookahead_lanes_scratch_bytes(const Rules *r, const Lanes *l);
void lookahead_turn(const Rules *r, const Lanes *l, const void *plan, const LaneGroup *group, int n, void *scratch);

#endif
