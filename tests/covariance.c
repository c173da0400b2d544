/* covariance.c. Measures the covariance of features by its definition. */
#include "tests/covariance.h"

#include "agent/feature_covariance.h"
#include "tests/helpers.h"
#include "tests/live.h"

/* The same by the definition: all moves of the decisions of one game after the other, a move that leads to the same state as an
 * earlier one counted once, means first and then squares. Returns how many games. */
static int measure_plainly(const Player *p, const double *w, uint64_t seed, size_t idle, size_t bytes, double *c)
{
    const Rules *r = &p->r;
    const Game *g = r->game;
    OWNED void *state = mem_new(1, g->state_bytes), *scratch = mem_new(1, greedy_bytes(r));
    OWNED char *after = mem_new((size_t)g->moves_max, g->state_bytes);
    OWNED Move *move = mem_new((size_t)g->moves_max, sizeof *move);
    OWNED double(*f)[FEATURES] = mem_new((size_t)g->moves_max, sizeof *f);
    memset(c, 0, FEATURES * FEATURES * sizeof *c);
    int games = 0;
    for (int turn = 0; turn < COVARIANCE_TURNS; turn++) {
        if (turn == 0 || g->over(state)) {
            memset(state, 0, g->state_bytes);
            g->start(r->rules, rng_key(seed, RNG_COVARIANCE, (uint64_t)games++), state);
            g->chance(r->rules, state);
        }
        const int moves = g->moves(r->rules, state, move);
        int n = 0;
        for (int m = 0; m < moves; m++) {
            char *here = after + (size_t)n * g->state_bytes;
            memcpy(here, state, g->state_bytes);
            g->apply(r->rules, here, move[m]);
            rules_features(r, state, here, f[n]);
            memset(here + idle, 0, bytes);
            int same = 0;
            while (memcmp(after + (size_t)same * g->state_bytes, here, g->state_bytes) != 0) same++;
            n += same == n;
        }
        double mean[FEATURES] = {0};
        for (int m = 0; m < n; m++)
            for (int i = 0; i < FEATURES; i++) mean[i] += f[m][i] / n;
        for (int m = 0; m < n; m++)
            for (int i = 0; i < FEATURES; i++)
                for (int j = 0; j < FEATURES; j++)
                    c[i * FEATURES + j] += (f[m][i] - mean[i]) * (f[m][j] - mean[j]) / n / COVARIANCE_TURNS;
        g->apply(r->rules, state, greedy_move(r, state, w, rules_value, scratch));
        g->chance(r->rules, state);
    }
    return games;
}

void check_covariance(const char *ini, const double good[FEATURES], const double poor[FEATURES], size_t idle, size_t bytes)
{
    CLOSED(live_close) Live l;
    live_open(&l, ini, NULL, 0);
    const Covariance covariance = l.setup.trainings.spec[0].covariance;
    const Player *p = covariance.self;
    assert_int_equal(p->r.set->n, FEATURES);
    for (int which = 0; which < 2; which++) {
        double c[FEATURES * FEATURES], again[FEATURES * FEATURES], plain[FEATURES * FEATURES];
        const double *x = which == 0 ? good : poor;
        assert_near(covariance.measure(covariance.self, x, 5, c), COVARIANCE_TURNS, 0);
        covariance.measure(covariance.self, x, 5, again);
        assert_memory_equal(c, again, sizeof c);
        const int games = measure_plainly(p, x, 5, idle, bytes, plain);
        assert_true(which == 0 || games > 10);
        for (int k = 0; k < FEATURES * FEATURES; k++) assert_near(c[k], plain[k], 1e-9 * (1 + fabs(plain[k])));
        covariance.measure(covariance.self, x, 6, again);
        assert_memory_not_equal(c, again, sizeof c);
    }
}
