/* replicate.h. One replicate of multilevel splitting under way: a state machine of segments of games.
 *
 * Idea: its state is one flat block, so that it can be suspended after any segment and resumed by another thread.
 *     By the lanes (replicate_lanes.c) pilot and run are one game, which is played alone. The trials of a stage wait in the
 * queues of the lanes, beside those of other replicates, so that vectors are full; a replicate is taken from the list whenever
 * slots are idle. If no other can be taken and too few trials are left, the thread plays these, and the rest of its replicates,
 * alone.
 * Never: lets its counts depend on where it was suspended, or on what was played side by side. */
#ifndef SWARMTRIS_EVAL_REPLICATE_H
#define SWARMTRIS_EVAL_REPLICATE_H

#include "agent/segment.h"
#include "base/jobs.h"
#include "base/rng.h"

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

/* A trial of a stage under way; its state lies elsewhere. */
typedef struct {
    int number;    /* in the stage */
    int floor;     /* the step below which the next lot is drawn; 0: none is any more */
    int64_t count; /* how many trials it counts as */
    int64_t taken; /* its turns so far, which count once it is over */
    Rng lots;      /* its own */
} ReplicateTrial;

/* What is due; the phases follow each other in this order, STAGE once for every stage. BRIEF: the run where games are short; then
 * RUN and STAGE are left out. */
typedef enum { PILOT, BRIEF, RUN, STAGE, DONE } Phase;

/* All of it is flat, so that it can be suspended. Behind it in memory lie the states (ReplicateWorker). */
typedef struct {
    SplittingCounts c;
    int phase;                        /* Phase */
    uint64_t seed;                    /* of the replicate: everything that is drawn comes from it */
    Rng rng;                          /* picks states */
    int64_t left;                     /* turns of the pilot or of the run that are left */
    int64_t before;                   /* score of the game under way before the run, or before its last segment was counted */
    int games;                        /* that were begun, so that each has a seed of its own */
    int ended;                        /* games that ended in the pilot */
    bool armed;                       /* the game has been at the base or below since the last entry */
    double sample[SPLITTING_SAMPLES]; /* (samples): levels in the pilot */
    int samples;
    int kept;             /* states of this stage */
    int over;             /* trials of it */
    ReplicateTrial trial; /* the one that is played alone */
    bool begun;           /* ... it has begun: its state is the one that is played */
    /* how states are given to trials */
    uint64_t total;  /* counts of all kept states */
    uint64_t offset; /* of the trials: trial k takes the state in which (k total + offset) / trials lies */
    int next;        /* the first trial that may not have begun */
    int pick;        /* the state that was taken last */
    uint64_t passed; /* counts of the states up to it */
} Replicate;

/* Its parts lie in memory of its own, first what is saved when the replicate is suspended. */
typedef struct {
    const SplittingPlan *s; /* borrowed */
    Segment segment;        /* with the weights of the job */
    Replicate *r;           /* that is under way */
    char *now;              /* the state that is played */
    char *state[2];         /* (trials, state bytes): kept for this stage; and for the next one, by the trials that reached it */
    int64_t *count[2];      /* (trials): how many trials each counts as; of the next stage 0: the trial has not reached it */
    bool *over;             /* (trials) of this stage */
    size_t bytes;           /* of a state */
    size_t saved;           /* bytes of all the above, from r on */
    void *weights;          /* packed, of the segment */
    void *scratch;          /* of the segment; borrowed */
    size_t end;             /* bytes of all */
    const StopCheck *stop;  /* NULL: nothing stops it */
    int unseen;             /* turns since the last call of it */
    int64_t played;         /* turns in all */
} ReplicateWorker;

/* The level at which stage i, 0 .., begins. */
static inline int replicate_bar(const ReplicateWorker *t, int i)
{
    return t->r->c.base + (i + 1) * t->s->options.step;
}

static inline int replicate_level(const ReplicateWorker *t, const void *state)
{
    return segment_level(&t->segment, t->s->options.level, state);
}

/* Bytes of its memory, and of a scratch that replicates of a thread may share: multiples of LANES_ALIGNMENT, at which each
 * begins. */
size_t replicate_bytes(const SplittingPlan *s);
size_t replicate_scratch_bytes(const SplittingPlan *s);

/* stop: asked from time to time; NULL: nothing stops it. */
void replicate_open(ReplicateWorker *t, const SplittingPlan *s, void *memory, void *scratch, const StopCheck *stop);

/* Begins the replicate that a job asks for, or resumes it where it was suspended. */
void replicate_take(ReplicateWorker *t, const Job *job);

/* Plays on to the end; or (to_stage) to its first stage, whose trials others play. False: stopped before it. */
bool replicate_play(ReplicateWorker *t, bool to_stage);

/* Trials of others that are not over begin anew when it is resumed. */
void replicate_suspend(const ReplicateWorker *t, const Job *job);

/* What was counted; the replicate is at its end. */
const SplittingCounts *replicate_counts(const ReplicateWorker *t);

/* ---- by the lanes: the trials of several replicates side by side ---- */

/* Whether the engine has lanes, and can play such replicates by them. */
bool replicate_lanes_can(const SplittingPlan *s);

/* Bytes of the scratch of a thread, which begins at a multiple of LANES_ALIGNMENT. */
size_t replicate_lanes_bytes(const SplittingPlan *s);

/* Objective.work of splitting. score turns the counts of a replicate into its score. */
bool replicate_lanes_work(const SplittingPlan *s, double (*score)(const SplittingCounts *c), JobList *l, void *scratch,
                          const StopCheck *w);

/* ---- trials of its stage, for replicate_lanes.c alone ---- */

/* Begins the next trial of the stage, whose state is copied, and given a future of its own. False: all have begun. Trials may be
 * played side by side: what is counted does not depend on their order. */
bool replicate_next_trial(ReplicateWorker *t, ReplicateTrial *trial, void *state);

/* Where a trial is to stop. Its first state may be there already. */
Bounds replicate_bounds(const ReplicateWorker *t, const ReplicateTrial *trial);

/* What the end of a segment means for a trial. True: it is over, and counted; with the last one its stage ends, and the next one
 * begins if there is one. */
bool replicate_judge(ReplicateWorker *t, ReplicateTrial *trial, SegmentEnd end, const void *state);

#endif
