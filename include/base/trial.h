/* trial.h. The question and the answer: the two words that both wings share.
 *
 * Idea: a Trial asks how good position x is on plays first .. first+plays-1 of the games that key names. Same key, same pieces:
 * that is how candidates are compared fairly. There is one Answer a play. Optimisers, experiments and objectives exchange nothing
 * else; a trial is passed on whole, and each of them reads the fields that it needs.
 * Never: an order of answers that depends on threads. */
#ifndef SWARMTRIS_BASE_TRIAL_H
#define SWARMTRIS_BASE_TRIAL_H

#include "base/stats.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

/* The state of a play that was stopped. Only the player with the same mark can read it. */
typedef struct {
    uint64_t mark; /* fingerprint of the player that wrote it */
    int words;
    uint64_t word[]; /* (words) */
} SavedGame;

/* One with words that are 0; the caller owns it (free). */
SavedGame *saved_game_new(uint64_t mark, int words);

/* What one play gave. Plain bytes but for the saved game. */
typedef struct {
    double score;     /* raw, higher is better */
    double cost;      /* pieces played; of a function 1 */
    double fitness;   /* what a training makes of the score; set by the experiment before the optimiser sees it */
    SavedGame *saved; /* where the play resumes; NULL: at its beginning. Owned */
    atomic_bool done; /* answered; set last, by the thread that played */
} Answer;

typedef struct {
    const double *x; /* (dim): the position; belongs to the experiment, and stays unchanged until its answers are told */
    Answer *y;       /* (plays): belongs to the batch, with its saved games */
    Answer *had;     /* (plays): NULL, or answers to the same question from an earlier batch; the experiment's until batch_seat */
    uint64_t key;    /* of the games */
    int first;       /* number of the first game among those of key */
    int plays;
    int objective; /* an index into the table of objectives that run keeps; set by the experiment */
    int tag;       /* for the experiment alone: which of its questions this is */
    int part; /* from 0 on: trials of one part wait for each other; a batch of several may come back once one part is answered */
    double expect; /* cost of a play as far as it is known; orders the work and never the result */
} Trial;

/* Whether every play of it is answered. */
bool trial_answered(const Trial *t);

/* All that is known of one position. */
typedef struct {
    Stats score;     /* raw; claims are made of it */
    Stats fitness;   /* what a training made of the scores; optimisers compare it */
    double cost;     /* of all plays */
    uint64_t key;    /* of the games that it played last */
    int played;      /* how many of those games, from the first on; play number `played` is the next that is new to it */
    bool eliminated; /* dropped before playing all its games; ranks below every candidate that was not */
} Sample;

/* The mean cost of its plays; 0: it has none. */
double sample_cost(const Sample *s);

/* t: answered, and its first is the next play that is new to the sample, in the games of its key. */
void sample_add(Sample *s, const Trial *t);

/* Adds other plays of the same position, all of them of games of one key, as those of a candidate are. Where s has played games
 * of that key, too, both have played the first of them, and what they have in common cannot be taken out of a mean: the larger
 * sample stays, older plays of s included. */
void sample_join(Sample *s, const Sample *other);

/* stats_forget of score, fitness and cost; keep: 0..1. */
void sample_forget(Sample *s, double keep);

/* Trials and their answers. Grows; emptied by batch_clear, freed by batch_free. All zero: empty. */
typedef struct {
    Trial *t;    /* (n), owned */
    int n, room; /* room: trials for which there is memory */
    Answer *y;   /* (answers), owned, with their saved games; trials point into it */
    int answers; /* as many as the trials have plays, once they are seated; 0: not seated */
    int seats;   /* answers for which there is memory */
} Batch;

void batch_clear(Batch *b);
void batch_add(Batch *b, Trial t);
/* Gives every trial its y, not answered but for what it had. */
void batch_seat(Batch *b);
/* Moves n answers and their saved games; from keeps none of the latter. */
void batch_move(Answer *to, Answer *from, int n);
void batch_free(Batch *b);

/* The box of a search; lo[j] < hi[j]. Borrowed arrays. */
typedef struct {
    int dim;
    const double *lo, *hi;    /* (dim) */
    const char *const *names; /* (dim): of the features, or of the parameters */
} Space;

#endif
