/* trial.h. Trial and Answer: the request to play games with a position, and the result of one game.
 *
 * Idea: a Trial asks how good position x is on games number first .. first+plays-1 of the sequence that key identifies. The same
 * key gives the same random events, so that candidates are compared fairly. There is one Answer for each play. Experiments and
 * objectives exchange nothing else. A trial is passed on whole, and every reader uses the fields that it needs.
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

/* The result of one play, or until then the state of the play. All zero: the play has not begun. */
typedef struct {
    double score;     /* raw, higher is better */
    double cost;      /* pieces played, 1 for a function; before the play is answered, the known cost so far */
    double fitness;   /* the score or its logarithm, depending on [training] fitness; set by the experiment */
    SavedGame *left;  /* the state of a stopped play, owned; NULL: it is answered, or starts at its beginning */
    int holder;       /* of a suspended play that several processes share: 1 + the rank that plays it on; 0: not decided */
    atomic_bool done; /* answered; set last, by the thread that played */
} Answer;

typedef struct {
    const double *x; /* (dim): the position; owned by the experiment, which leaves it unchanged until tell has returned */
    Answer *y;       /* (plays): owned by the batch */
    uint64_t key;    /* identifies the sequence of games */
    int first;       /* number of the first game in the sequence of key */
    int plays;
    int64_t longest; /* a game ends after so many turns, if its player does not end it before; 0: no limit of its own */
    int objective;   /* an index into the evaluator's list of objectives; set by the experiment */
    int tag;         /* for the experiment alone: identifies the trial */
    double expect;   /* expected cost of a play; affects the order of work, never the result */
} Trial;

/* The cost of all plays of the trials (n) so far, answered or not. */
double trials_cost(const Trial *t, int n);

/* All that is known of one position. */
typedef struct {
    Stats score;   /* raw scores; reported scores come from them */
    Stats fitness; /* Answer.fitness, which optimisers compare */
    double cost;   /* of all plays */
    uint64_t key;  /* of the games that the position played last */
    int played;    /* how many games of that key were played, from the first on: the next one is number `played` */
} Sample;

/* The mean cost of the plays in the sample; 0: there are none. */
double sample_cost(const Sample *s);

/* Adds the answers of t, which is answered and begins with the next play of its key that the sample lacks. */
void sample_add(Sample *s, const Trial *t);

/* Adds the plays in `other` of the same position, which are all games of one key, as those of a candidate. If s has games of that
 * key, too, the samples overlap, and a mean cannot be freed of common games. Then the larger sample stays, including older
 * plays of s, and the other one is dropped. */
void sample_join(Sample *s, const Sample *other);

/* Applies stats_forget to score and fitness, and scales cost; keep: 0..1. */
void sample_forget(Sample *s, double keep);

/* Trials and their answers. Grows; emptied by batch_clear, freed by batch_free. All zero: empty. */
typedef struct {
    Trial *t;    /* (n), owned */
    int n, room; /* room: trials for which there is memory */
    Answer *y;   /* (answers), owned; trials point into it */
    int answers; /* the number of plays of all trials after batch_seat; before it 0 */
    int seats;   /* answers for which there is memory */
} Batch;

void batch_clear(Batch *b);
void batch_add(Batch *b, Trial t);
/* Gives every trial its y: new answers that are not done. */
void batch_seat(Batch *b);
void batch_free(Batch *b);

/* How much the features vary among the moves of a decision, which shows which weights make the same decisions. */
typedef struct {
    /* Writes c (dim, dim): the covariance of the features among the moves of a decision, averaged over the decisions of a greedy
     * player with weights x (dim), whatever agent is trained. seed: names the games. Returns the turns that were played. NULL:
     * it cannot be measured. */
    double (*measure)(const void *self, const double *x, uint64_t seed, double *c);
    const void *self; /* borrowed */
} Covariance;

/* The largest absolute value of a weight: sums of weights and of their squares stay finite. */
#define WEIGHT_MOST 1e100

/* The box of a search; lo[j] < hi[j]. Borrowed arrays. */
typedef struct {
    int dim;
    const double *lo, *hi;    /* (dim) */
    const char *const *names; /* (dim): of the features or parameters */
    bool exact;               /* another evaluation of a position would give the same again */
} Space;

#endif
