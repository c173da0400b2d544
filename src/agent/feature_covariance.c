/* feature_covariance.c. Plays games one move at a time, and looks at the moves of each decision. */
#include "agent/feature_covariance.h"

#include "base/mem.h"
#include "base/rng.h"

#include <assert.h>
#include <math.h>
#include <string.h>

bool covariance_known(const Agent *a)
{
    return agent_weighs_features(a) && a->value == rules_value;
}

/* Sums over the moves of one decision, and over decisions. */
typedef struct {
    int n;         /* features */
    double *now;   /* (n): of the current move */
    double *first; /* (n): of the first move; sums are of differences from it, which loses no digits */
    double *sum;   /* (n): of differences, over the moves of a decision */
    double *cross; /* (n, n): of their products, over the moves of a decision */
    double *c;     /* (n, n): sum of the covariances of the decisions */
} Sums;

/* Adds the moves that greedy_move tries in state to *s. Returns the move that it makes with weights x. scratch: greedy_bytes. */
static Move look_at_moves(const Rules *r, const void *state, const double *x, Sums *s, void *scratch)
{
    const Game *g = r->game;
    void *after = scratch;
    Move *move = (Move *)(void *)((char *)scratch + g->state_bytes);
    const int moves = greedy_moves(r, state, move);
    int best = 0;
    double best_value = -HUGE_VAL;
    memset(s->sum, 0, (size_t)s->n * sizeof *s->sum);
    memset(s->cross, 0, (size_t)s->n * (size_t)s->n * sizeof *s->cross);
    for (int m = 0; m < moves; m++) {
        memcpy(after, state, g->state_bytes);
        g->apply(r->rules, after, move[m]);
        double *f = m == 0 ? s->first : s->now, value = 0;
        rules_features(r, state, after, f);
        for (int i = 0; i < s->n; i++) value += x[i] * f[i];
        if (value > best_value) {
            best_value = value;
            best = m;
        }
        for (int i = 0; i < s->n; i++) s->now[i] = m == 0 ? 0 : s->now[i] - s->first[i];
        for (int i = 0; i < s->n; i++) {
            s->sum[i] += s->now[i];
            for (int j = 0; j < s->n; j++) s->cross[i * s->n + j] += s->now[i] * s->now[j];
        }
    }
    assert(moves >= 1);
    for (int i = 0; i < s->n; i++) /* the covariance among the moves of this decision */
        for (int j = 0; j < s->n; j++)
            s->c[i * s->n + j] += s->cross[i * s->n + j] / moves - s->sum[i] / moves * (s->sum[j] / moves);
    return move[best];
}

double covariance_measure(const Player *p, const double *x, uint64_t seed, double *c)
{
    const Rules *r = &p->r;
    const Game *g = r->game;
    const size_t n = (size_t)r->set->n;
    CLOSED(mem_owner_free) MemOwner owned = {0};
    void *state = mem_owned(&owned, 1, g->state_bytes), *scratch = mem_owned(&owned, 1, greedy_bytes(r));
    Sums s = {.n = r->set->n,
              .now = mem_owned(&owned, n, sizeof(double)),
              .first = mem_owned(&owned, n, sizeof(double)),
              .sum = mem_owned(&owned, n, sizeof(double)),
              .cross = mem_owned(&owned, n * n, sizeof(double)),
              .c = c};
    assert(covariance_known(p->agent) && x != NULL);
    memset(c, 0, n * n * sizeof *c);
    for (int turn = 0, game = 0; turn < COVARIANCE_TURNS; turn++) {
        if (turn == 0 || g->over(state)) {
            memset(state, 0, g->state_bytes);
            g->start(r->rules, rng_key(seed, RNG_COVARIANCE, (uint64_t)game++), state);
            g->chance(r->rules, state);
        }
        if (g->over(state)) continue;
        g->apply(r->rules, state, look_at_moves(r, state, x, &s, scratch));
        g->chance(r->rules, state);
    }
    for (size_t k = 0; k < n * n; k++) c[k] /= COVARIANCE_TURNS;
    return COVARIANCE_TURNS;
}
