/* seen.h. Environments of the library in tests: arrays for all that is seen of one; and a game that is played by the functions of
 * Game, with which it is compared. */
#ifndef SWARMTRIS_TESTS_SEEN_H
#define SWARMTRIS_TESTS_SEEN_H

#include "config/config_read.h"
#include "tests/library.h"

CLOSER(env_close, swt_env, swt_env_close)

#define TETRIS(board, features) "[experiment]\nthreads = 2\n[game]\n" board "\n[agent]\nfeatures = " features "\n"

typedef struct {
    swt_env_shape is;
    swt_env_view view;
    double *reward;
    uint8_t *done;
    int64_t *length;
    int32_t *action;
    void *array[10]; /* (arrays): all of these */
    size_t bytes[10];
    int arrays;
} Seen;

/* Most weights of an expert. */
enum { SEEN_WEIGHTS = 300 };

Seen seen_of(const swt_env *e);
void seen_free(Seen *s);

/* All that has been seen, and was done, is the same. */
void assert_same_seen(const Seen *a, const Seen *b);

/* Weights by which most players live for a while, w (SEEN_WEIGHTS); and an environment whose expert has them. */
void seen_weights(const Seen *s, double *w);
swt_env *env_of(const char *ini, int n, bool again);

/* Half of the time the expert's actions, else any legal ones; and a step by them. */
void choose_actions(Seen *s, Rng *r);
void step_all(swt_env *e, Seen *s);

/* A game. */
typedef struct {
    Config c;
    Rules rules;
    void *state, *after, *scratch;
    Move *move;
    int moves;
    uint64_t seed;
    int game;
} Own;

/* The game that an environment of the ini begins by this seed. */
void own_make(Own *o, const char *ini, uint64_t seed);
void own_begin(Own *o);
void own_free(Own *o);

#endif
