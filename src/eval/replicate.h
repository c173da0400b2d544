/* replicate.h. One replicate of multilevel splitting under way: a state machine of segments of games.
 *
 * Idea: its state is one flat block, so that it can be suspended after any segment and resumed by another thread.
 * Never: lets its counts depend on where it was suspended. */
#ifndef SWARMTRIS_EVAL_REPLICATE_H
#define SWARMTRIS_EVAL_REPLICATE_H

#include "agent/segment.h"
#include "base/jobs.h"

typedef struct {
    int level;     /* index: a level of the game, or the player's own (segment_level_of) */
    int step;      /* 1 or more: of the level, from stage to stage */
    int trials;    /* 2 or more: of a stage, and the most states that are kept for it */
    int64_t pilot; /* turns, SPLITTING_SAMPLES or more */
    int64_t run;   /* turns, 1 or more */
    int roulette;  /* the most trials of which one goes on; 1: every trial goes on to its end */
    int brief;     /* losses in the pilot from which on games count as short; 0: never */
} SplittingOptions;

/* SPLITTING_SAMPLES: the levels of the pilot of which the base is the median. SPLITTING_STAGES: the most stages; a trial of the
 * last one cannot reach another. */
enum { SPLITTING_SAMPLES = 128, SPLITTING_STAGES = 64 };

/* What the trials of one stage came to. A trial counts as one, and after a lot that it has survived as several. */
typedef struct {
    int64_t trials; /* how many */
    int64_t up;     /* sum over those that reached the next stage */
    int64_t lost;   /* sum over those whose game was lost */
    int64_t turns;  /* of all of them */
} SplittingStage;

/* All that a replicate has counted. */
typedef struct {
    int64_t turns;                          /* in all, the pilot's included */
    int64_t run_turns, run_score;           /* of the run */
    int64_t entries;                        /* in the run */
    int64_t losses;                         /* in the run, before an entry; all, where there are no stages */
    SplittingStage stage[SPLITTING_STAGES]; /* (stages) */
    int stages;                             /* 0: games are short, or there was no entry */
    int base;                               /* level from which the ways up were counted */
} SplittingCounts;

/* How replicates are made. */
typedef struct {
    const Player *player; /* borrowed */
    SplittingOptions options;
    uint64_t mark; /* of suspended replicates */
} SplittingPlan;

typedef struct Replicate Replicate;

/* One thread's. Its parts lie in the scratch, first what is saved when the replicate is suspended. */
typedef struct {
    const SplittingPlan *s; /* borrowed */
    Segment segment;        /* with the weights of the job */
    Replicate *r;           /* that is under way */
    char *now;              /* the state that is played */
    char *state[2];         /* (trials, state bytes): kept for this stage, and for the next */
    int64_t *count[2];      /* (trials): how many trials each counts as */
    size_t bytes;           /* of a state */
    size_t saved;           /* bytes of all the above, from r on */
    char *room;             /* scratch of the segment */
    size_t end;             /* bytes of all */
    const StopCheck *stop;  /* NULL: nothing stops it */
    int unseen;             /* turns since the last call of it */
    int64_t played;         /* turns in all */
} ReplicateWorker;

/* Bytes of the scratch of a thread, which begins at a multiple of LANES_ALIGNMENT. */
size_t replicate_bytes(const SplittingPlan *s);

/* stop: asked from time to time; NULL: nothing stops it. */
void replicate_open(ReplicateWorker *t, const SplittingPlan *s, void *scratch, const StopCheck *stop);

/* Begins the replicate that a job asks for, or resumes it where it was suspended. */
void replicate_take(ReplicateWorker *t, const Job *job);

/* Plays on to the end. False: stopped before it. */
bool replicate_finish(ReplicateWorker *t);
void replicate_suspend(const ReplicateWorker *t, const Job *job);

/* What was counted; the replicate is at its end. */
const SplittingCounts *replicate_counts(const ReplicateWorker *t);

#endif
