/* trial.h. Trial and Answer: the request to play games with a position, and the result of one game.
 *
 * Idea: a Trial asks how good position x is on games number first .. first+plays-1 of the sequence that key identifies. The same
 * key gives the same random events, so that candidates are compared fairly. There is one Answer for each play. Experiments and
 * objectives exchange nothing else; a trial is passed on whole, and each of them reads the fields that it needs.
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

/* Allocates a saved game whose words are 0; the caller owns it (free). */
SavedGame *saved_game_new(uint64_t mark, int words);

/* The result of one play; and until it is known, what there is of the play. All zero: nothing. */
typedef struct {
    double score;     /* raw, higher is better */
    double cost;      /* pieces played; of a function 1; before the play is answered: so far, as far as it is known */
    double fitness;   /* the score, or its logarithm, as [training] fitness says; set by the experiment */
    SavedGame *left;  /* where a play that was stopped resumes, owned; NULL: at its beginning, or it is answered */
    atomic_bool done; /* answered; set last, by the thread that played */
} Answer;

typedef struct {
    const double *x; /* (dim): the position; belongs to the experiment, and stays unchanged until tell has returned */
    Answer *y;       /* (plays): belongs to the batch */
    Answer *had;     /* (plays): NULL, or answers to the same question from an earlier batch; batch_seat takes them over */
    uint64_t key;    /* of the games */
    int first;       /* number of the first game among those of key */
    int plays;
    int objective; /* an index into the evaluator's list of objectives; set by the experiment */
    int tag;       /* for the experiment alone: which of its questions this is */
    int part; /* from 0 on: trials of one part are needed together; a batch is done once all trials of one part are answered */
    double expect; /* cost of a play as far as it is known; orders the work and never the result */
} Trial;

/* Whether every play of it is answered. */
bool trial_answered(const Trial *t);

/* All that is known of one position. */
typedef struct {
    Stats score;   /* raw; reported scores are made of it */
    Stats fitness; /* what a training made of the scores; optimisers compare it */
    double cost;   /* of all plays */
    uint64_t key;  /* of the games that it played last */
    int played;    /* how many of those games, from the first on; play number `played` is the next one that it has not played */
} Sample;

/* The mean cost of its plays; 0: it has none. */
double sample_cost(const Sample *s);

/* t: answered, and its first is the next play of its key that the sample does not have. */
void sample_add(Sample *s, const Trial *t);

/* Adds other plays of the same position, all of them of games of one key, as those of a candidate are. Where s has played games
 * of that key, too, the two overlap, and what they have in common cannot be taken out of a mean: then the larger sample stays,
 * older plays of s included, and the other one is dropped. */
void sample_join(Sample *s, const Sample *other);

/* stats_forget of score, fitness and cost; keep: 0..1. */
void sample_forget(Sample *s, double keep);

/* Trials and their answers. Grows; emptied by batch_clear, freed by batch_free. All zero: empty. */
typedef struct {
    Trial *t;    /* (n), owned */
    int n, room; /* room: trials for which there is memory */
    Answer *y;   /* (answers), owned; trials point into it */
    int answers; /* as many as the trials have plays, once batch_seat has been called; before it 0 */
    int seats;   /* answers for which there is memory */
} Batch;

void batch_clear(Batch *b);
void batch_add(Batch *b, Trial t);
/* Gives every trial its y: the answers that it had, and others that are not done. */
void batch_seat(Batch *b);
/* Copies n answers and moves their saved games; from has none afterwards, and to had none before. */
void batch_move(Answer *to, Answer *from, int n);
void batch_free(Batch *b);

/* How much the features vary among the moves of a decision: it tells which weights decide alike. */
typedef struct {
    /* Writes c (dim, dim): the covariance of the features among the moves of a decision, the mean over decisions of a greedy
     * player with weights x (dim), whatever agent is trained. seed: names its games. Returns the turns that it played. NULL: it
     * is not known. */
    double (*measure)(const void *self, const double *x, uint64_t seed, double *c);
    const void *self; /* borrowed */
} Covariance;

/* The largest weight, either way: sums of weights and their squares stay finite. */
#define WEIGHT_MOST 1e100

/* The box of a search; lo[j] < hi[j]. Borrowed arrays. */
typedef struct {
    int dim;
    const double *lo, *hi;    /* (dim) */
    const char *const *names; /* (dim): of the features, or of the parameters */
} Space;

#endif
