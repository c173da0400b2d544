/* experiment/clock.h. The virtual clock of an asynchronous search: which of the trials under way has its result first.
 *
 * Idea: as if each candidate had a worker of its own, which plays one piece (cost 1) in each unit of time. A trial that begins at
 * s and costs c has its result at s + c, and the next trial of this candidate begins there. Results are told in the order of
 * these moments, of several at the same moment the one of the lowest candidate first. So the order depends on what is played, and
 * not on what plays it, or when. A result is due once no trial that is not answered can have an earlier one: what such a trial
 * has cost so far is the least that it will cost.
 * Never: depends on a real clock; plays. */
#ifndef SWARMTRIS_EXPERIMENT_CLOCK_H
#define SWARMTRIS_EXPERIMENT_CLOCK_H

#include "base/trial.h"
#include "base/visit.h"

typedef struct {
    int n;              /* candidates; 0: the search has no clock */
    int plays;          /* of each trial */
    double *start;      /* (n), owned: the moment at which the trial under way began */
    int64_t *iteration; /* (n), owned: the search's number of complete iterations then */
    Answer *answer;     /* (n, plays), owned: what is known of the trials; old while they are asked */
    SavedGame **left;   /* (n, plays), owned with the saved games: where plays that are not answered resume */
} Clock;

/* All n trials begin at 0. */
void clock_make(Clock *c, int n, int plays);
void clock_free(Clock *c);

/* The moment of the last result that was told. */
double clock_now(const Clock *c);

/* t (n): the trials under way, by candidate, each with all its plays. Gives them what is known of their answers, and the cost
 * beyond which they hold up no other one. */
void clock_ask(const Clock *c, Trial *t);

/* Takes the answers to what was asked back: t (n), in the same order. */
void clock_keep(Clock *c, const Trial *t);

/* The candidate whose result is due; -1: more has to be played first. Needs what clock_keep has taken back. */
int clock_due(const Clock *c);

/* The answers (plays) of candidate i. */
Answer *clock_answers(const Clock *c, int i);

/* Candidate i, whose result was due, has been told: its next trial begins, in this iteration. */
void clock_begin(Clock *c, int i, int64_t iteration);

/* Visits when trials began. Their answers are kept with the batch under way. */
void clock_walk(Clock *c, Visit *v);

#endif
