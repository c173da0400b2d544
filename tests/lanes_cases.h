/* lanes_cases.h. What all depths of tests/lanes_equal.h share: how a difference is told, states of the reference as states of the
 * lanes and back, and many of them on one twin. This knows how the lanes keep a game (packed.h); so it can put any board there is
 * before them, and look at what they keep besides. */
#ifndef SWARMTRIS_TESTS_LANES_CASES_H
#define SWARMTRIS_TESTS_LANES_CASES_H

#include "tests/lanes_equal.h"

#include "agent/agent.h"
#include "game/tetris/features.h"
#include "game/tetris/packed.h"

/* One share of one depth. What is drawn for the lanes alone is drawn from a copy of r, so that the situations do not depend on
 * which lanes there are. */
typedef struct {
    EqualDepth depth;
    int number;
    const Lanes *const *lanes;
    Rng r;
    EqualCounts *counts;
} Share;

/* The depths that have a file of their own. False: there was a difference. */
bool equal_features(Share *k);
bool equal_ahead(Share *k);

/* ---- a difference ---- */

/* About whom it is, as far as it is known: NULL, bits 0 (of a lane), move < 0. sort: of the weights. */
typedef struct {
    const Share *share;
    const char *isa;
    int bits;
    const Rules *r;
    const double *w;
    const char *sort;
    const TetrisState *before, *expected, *found;
    Move move;
} Context;

/* Prints what differs and about whom; returns false. */
__attribute__((format(printf, 2, 3))) bool cases_differ(const Context *c, const char *format, ...);

/* ---- the reference ---- */

/* The count of a feature. */
int cases_count(const TetrisRules *rules, int feature, const TetrisState *before, const TetrisState *after);

/* ---- states of the lanes ---- */

/* Whether a board is so high that the lanes keep it in 32 bits a column. */
bool packed_is_tall(const Plan *plan, const TetrisState *s);
const void *packed_columns(const PackedState *s);

/* Fills the columns, in one form or the other. */
void packed_fill(const TetrisRules *rules, const TetrisState *s, bool tall, PackedState *out);

/* All but what a state of the reference remembers of its last move. */
void packed_read(const TetrisRules *rules, const PackedState *s, TetrisState *out);

/* The score that belongs to a board: weighted counts, modulo 2^32. */
int32_t packed_score(const Plan *plan, const FeatureSet *set, const PackedWeights *w, const TetrisState *s);

/* ---- cases: what is to be decided, and what the reference makes of it ---- */

/* n states on one table, each with weights of its own; the move that an agent makes in each, and where it leads. */
enum { CASES_MAX = 128 };
typedef struct {
    TetrisRules rules;
    FeatureSet set;
    int index[TETRIS_FEATURES];
    Rules r;
    int n;
    TetrisState before[CASES_MAX], after[CASES_MAX];
    Move move[CASES_MAX];
    double w[CASES_MAX][TETRIS_FEATURES];
    const char *sort[CASES_MAX];
    void *scratch; /* of the agent on the reference */
} Cases;

/* Random rules and features. cases_free: for CLOSED. */
Cases *cases_create(Rng *r, int n, const Agent *agent);
void cases_free(Cases **c);

/* Random boards and weights; pieces come by chance. */
void cases_fill(Rng *r, Cases *c);

/* The agent's moves on the reference; no chance is drawn. */
void cases_choose(Cases *c, const Agent *agent);

/* The moves of a state, where they lead, and their values; most: the highest, -HUGE_VAL without a number or a move is there. */
typedef struct {
    int n;
    Move move[TETRIS_MOVES_MAX];
    TetrisState after[TETRIS_MOVES_MAX];
    double value[TETRIS_MOVES_MAX], most;
} Moves;
void cases_moves(const Cases *c, int i, Moves *m);

/* ---- a twin with the same states ---- */

/* state, weights, kind: (CASES_MAX). */
typedef struct {
    const Lanes *l;
    Plan *plan;
    char *state, *weights;
    void *scratch;
    int kind[CASES_MAX];
} Twin;

void twin_create(Twin *t, const Rules *r, const Lanes *l, size_t scratch_bytes);
void twin_free(Twin *t);
PackedState *twin_state(const Twin *t, int i);
PackedWeights *twin_weights(const Twin *t, int i);

/* Takes over all states that the reference decides from. One without a move becomes one of which that is not known yet. */
void twin_pack(Twin *t, const Cases *c);

/* Groups of the first n states, full ones and others, kinds in any order; group (n), member (n, lanes): whose states they are. r:
 * what is drawn, from a copy; NULL: as few groups as it takes. Returns how many. */
int twin_groups(const Rng *r, const Twin *t, int n, LaneGroup *group, int (*member)[LANES_MAX]);

/* A turn of the first n states, as far as they have a kind. r NULL: as few groups as it takes, as many at a time as may be. */
void twin_turn(const Rng *r, Twin *t, const Rules *rules, const Agent *agent, int n);

Context twin_context(const Share *k, const Twin *t, const Cases *c, int i);

/* Whether a state of the lanes is that of the reference: board, tally, pieces to come; and well formed. */
bool twin_same(const Twin *t, const PackedState *s, const TetrisState *expected);

/* Whether a state of the lanes, of case i, is the expected one of `about`, its score included; what: what has led to it. */
bool twin_holds(const Twin *t, const PackedState *s, const Cases *c, int i, Context about, const char *what);

/* Whether state i is what the reference made of c->before[i], its score included. One without a move must be over, as it was. */
bool twin_compare(const Share *k, const Twin *t, const Cases *c, int i);

/* All twins take one turn from c->before, and are compared. alone: state by state, by the greedy agent, with the chance behind
 * it, which is drawn in c->after. */
bool cases_compare(Share *k, Cases *c, const Agent *agent, bool alone);

#endif
