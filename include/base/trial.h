/* trial.h. The question and the answer: the two words that both wings share.
 *
 * Idea: a Trial asks how good position x is on plays first .. first+plays-1 of the games that key names. Same key, same pieces:
 * that is how candidates are compared fairly. There is one Answer a play. Optimisers, experiments and objectives exchange nothing
 * else; everybody carries a trial whole and reads only his part.
 * Never: an order of answers that depends on who played. */
#ifndef SWARMTRIS_BASE_TRIAL_H
#define SWARMTRIS_BASE_TRIAL_H

#include "base/stats.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

/* Where a play was stopped: the state of a game, for nobody but the player that left it, whose mark it bears. */
typedef struct {
    uint64_t mark;
    int words;
    uint64_t word[];
} SavedGame;

/* One with words that are 0; the caller owns it (free). */
SavedGame *saved_game_new(uint64_t mark, int words);

/* score: raw. cost: pieces played (a function: 1). fitness: what a training makes of the score, itself or its log; set by the
 * experiment before the optimiser sees it. bookmark: from where the play goes on; NULL: from its beginning. done: set last, by
 * whoever played; 0: not answered. */
typedef struct {
    double score, cost, fitness;
    SavedGame *saved;
    atomic_bool done;
} Answer;

/* x (dim) belongs to the asker and stays unchanged until it is told. y (plays) belongs to the batch, with its bookmarks. had (plays): NULL, or
 * what came of the same question before; it belongs to the asker until it is seated. objective: an index into the table of objectives that
 * run keeps; stamped by the experiment. tag: the asker's own mark. part: a small number from 0 on; trials of one part wait for each other, and a batch of several may
 * come back as soon as one of them is answered. expect: the cost of a play as far as it is known; orders the work and never the result. */
typedef struct {
    const double *x;
    Answer *y, *had;
    uint64_t key;
    int first, plays, objective, tag, part;
    double expect;
} Trial;

/* Whether every play of it is answered. */
bool trial_answered(const Trial *t);

/* All that is known of one position: optimisers compare fitness, claims are made of score. Of the games that key names it has
 * played the first `played`, so that play number `played` is the next that is new to it. out: it was sent home for being worse than another of
 * its match; whatever mean its few plays have, it ranks behind all that were not. */
typedef struct {
    Stats score, fitness;
    double cost;
    uint64_t key;
    int played;
    bool out;
} Sample;

/* t: answered, and its first is where the sample stands in the games of its key. */
void sample_add(Sample *s, const Trial *t);

/* Adds other plays of the same position, all of them of games of one key, as those of a candidate are. Where s, too, stands in the games
 * of that key, both have played the first of them, and what they have in common cannot be taken out of a mean: the larger sample stays,
 * older plays of s included. */
void sample_join(Sample *s, const Sample *other);

/* stats_forget of all of it. */
void sample_forget(Sample *s, double keep);

/* t (n of room), y (answers of seats). Grows; emptied by batch_clear, freed by batch_free. All zero: empty. */
typedef struct {
    Trial *t;
    int n, room;
    Answer *y;
    int answers, seats;
} Batch;

void batch_clear(Batch *b);
void batch_add(Batch *b, Trial t);
/* Gives every trial its y, none of them answered but what it had. */
void batch_seat(Batch *b);
/* Moves n answers and their bookmarks. */
void batch_move(Answer *to, Answer *from, int n);
void batch_free(Batch *b);

/* A box of dim coordinates; names: of the features, or of the parameters. Borrowed arrays, (dim) each. */
typedef struct {
    int dim;
    const double *lo, *hi;
    const char *const *names;
} Space;

#endif
