/* replicate.h. One replicate of multilevel splitting under way: a state machine of segments of games.
 *
 * Idea: a replicate is one flat block, so that it can be suspended after any segment and resumed by another thread. On lanes
 * (replicate_lanes.c) pilot and run are one game, which is played alone. The trials of a stage wait in the queues of the lanes,
 * with trials of other replicates, so that vectors are full. Whenever slots are idle, a replicate is taken from the list. If the
 * list is empty and too few trials are left, the thread plays them, and the rest of its replicates, alone.
 * Never: lets its counts depend on where it was suspended, or on what was played side by side. */
#ifndef SWARMTRIS_EVAL_REPLICATE_H
#define SWARMTRIS_EVAL_REPLICATE_H

#include "agent/segment.h"
#include "base/jobs.h"
#include "base/rng.h"

typedef struct {
    int level;     /* index: a level of the game, or the player's own (segment_level_of) */
    int step;      /* how much the level rises from stage to stage, 1 or more */
    int trials;    /* trials of a stage, 2 or more; also the most states that are kept for a stage */
    int64_t pilot; /* turns of the pilot, SPLITTING_SAMPLES or more */
    int64_t run;   /* turns of the run, 1 or more */
    int roulette;  /* a trial that falls back goes on with probability 1 / roulette or more; 1: always */
    int brief;     /* losses in the pilot from which on games count as short; 0: never */
} SplittingOptions;

/* SPLITTING_SAMPLES: how many levels of the pilot are sampled; the base is their median. SPLITTING_STAGES: the most stages; a
 * trial of the last one cannot reach another. */
enum { SPLITTING_SAMPLES = 128, SPLITTING_STAGES = 64 };

/* Results of the trials of one stage. A trial counts as one, or as several if it has survived lots. */
typedef struct {
    int64_t trials; /* how many trials */
    int64_t up;     /* sum of the counts of trials that reached the next stage */
    int64_t lost;   /* sum of the counts of trials whose game was lost */
    int64_t turns;  /* of all trials */
} SplittingStage;

/* All that a replicate has counted. */
typedef struct {
    int64_t turns;                          /* in all, the pilot's included */
    int64_t run_turns, run_score;           /* of the run */
    int64_t entries;                        /* in the run */
    int64_t losses;                         /* in the run, before an entry; without stages: all */
    SplittingStage stage[SPLITTING_STAGES]; /* (stages) */
    int stages;                             /* 0: games are short, or there was no entry */
    int base;                               /* the base level, from which rises are counted */
} SplittingCounts;

/* How replicates are made. */
typedef struct {
    const Player *player; /* borrowed */
    SplittingOptions options;
    uint64_t mark; /* identifies suspended replicates that this plan can resume */
} SplittingPlan;

/* A trial under way, without its state. */
typedef struct {
    int number;    /* index in the stage */
    int floor;     /* 0: no more lots; else the next lot is drawn below replicate_bar(floor - 1) */
    int64_t count; /* how many trials it counts as */
    int64_t taken; /* turns so far, which are added to the stage once the trial is over */
    Rng lots;      /* the stream of its lots */
} ReplicateTrial;

/* The phases of a replicate, in this order; STAGE once for every stage. If games are short, BRIEF is the run, without RUN and
 * STAGE. */
typedef enum { PILOT, BRIEF, RUN, STAGE, DONE } Phase;

/* A replicate under way, as a flat block, so that it can be suspended. The states follow it in memory (ReplicateWorker). */
typedef struct {
    SplittingCounts c;
    int phase;                        /* Phase */
    uint64_t seed;                    /* of the replicate: all random numbers are drawn from it */
    Rng rng;                          /* picks states */
    int64_t left;                     /* remaining turns of the pilot or of the run */
    int64_t before;                   /* score of the current game that is counted already, or was made before the run */
    int games;                        /* games begun so far; makes the seed of the next one */
    int ended;                        /* games that ended in the pilot */
    bool armed;                       /* the game has been at the base or below since the last entry */
    double sample[SPLITTING_SAMPLES]; /* (samples): levels in the pilot */
    int samples;
    int kept;             /* states kept for this stage */
    int over;             /* trials of this stage that are over */
    ReplicateTrial trial; /* the trial that is played alone */
    bool begun;           /* that trial has begun: its state is ReplicateWorker.now */
    /* how states are given to trials */
    uint64_t total;  /* sum of the counts of all kept states */
    uint64_t offset; /* trial k takes the state in which (k total + offset) / trials lies */
    int next;        /* the first trial that may not have begun */
    int pick;        /* the state that the last trial took */
    uint64_t passed; /* sum of the counts of states 0 .. pick */
} Replicate;

/* A replicate with the memory that it needs. All arrays lie in one block, first those that are saved when it is suspended. */
typedef struct {
    const SplittingPlan *s; /* borrowed */
    Segment segment;        /* with the weights of the job */
    Replicate *r;           /* the replicate under way */
    char *now;              /* the state that is played */
    char *state[2];         /* (trials, bytes): [0] kept for this stage; [1] for the next one, by the trials that reached it */
    int64_t *count[2];      /* (trials): how many trials each state counts as; [1] 0: the trial has not reached the next stage */
    bool *over;             /* (trials): which trials of this stage are over */
    size_t bytes;           /* of a state */
    size_t saved;           /* bytes of r, state, count, over and now */
    void *weights;          /* packed, of the segment */
    void *scratch;          /* of the segment; borrowed */
    size_t end;             /* bytes of the whole block */
    SearchLimit *limit;     /* of the thread, borrowed: a turn counts as a position, beside those that the agent counts */
    int64_t played;         /* turns in all */
} ReplicateWorker;

/* The level at which stage i, 0 .., begins. */
static inline int replicate_bar(const ReplicateWorker *w, int i)
{
    return w->r->c.base + (i + 1) * w->s->options.step;
}

static inline int replicate_level(const ReplicateWorker *w, const void *state)
{
    return segment_level(&w->segment, w->s->options.level, state);
}

/* Bytes of the block of a replicate, and of a scratch that replicates of a thread may share. Both are multiples of
 * LANES_ALIGNMENT, at which each must begin. */
size_t replicate_bytes(const SplittingPlan *s);
size_t replicate_scratch_bytes(const SplittingPlan *s);

/* Prepares w in memory (replicate_bytes). limit: of the thread, which may be shared by its replicates; borrowed. */
void replicate_open(ReplicateWorker *w, const SplittingPlan *s, void *memory, void *scratch, SearchLimit *limit);

/* Begins the replicate that a job asks for, or resumes it where it was suspended. */
void replicate_take(ReplicateWorker *w, const Job *job);

/* Plays on to the end; or, with to_stage, to the first stage, whose trials the caller plays. False: stopped before that. */
bool replicate_play(ReplicateWorker *w, bool to_stage);

/* Suspends the replicate. When it is resumed, unfinished trials that the caller was playing begin anew. */
void replicate_suspend(const ReplicateWorker *w, const Job *job);

/* The counts of a replicate that is at its end. */
const SplittingCounts *replicate_counts(const ReplicateWorker *w);

/* ---- on lanes: the trials of several replicates side by side ---- */

/* Whether the engine has lanes that can play the trials of such replicates. */
bool replicate_lanes_can(const SplittingPlan *s);

/* Bytes of the scratch of a thread, which begins at a multiple of LANES_ALIGNMENT. */
size_t replicate_lanes_bytes(const SplittingPlan *s);

/* Objective.work of splitting. score turns the counts of a replicate into its score. */
bool replicate_lanes_work(const SplittingPlan *s, double (*score)(const SplittingCounts *c), JobList *l, void *scratch,
                          const StopCheck *stop);

/* ---- trials of a stage, for replicate_lanes.c alone ---- */

/* Begins the next trial of the stage: copies its state, and gives it a future of its own. False: all trials have begun. Trials
 * may be played side by side: what is counted does not depend on their order. */
bool replicate_next_trial(ReplicateWorker *w, ReplicateTrial *trial, void *state);

/* The bounds at which a trial stops. Its first state may be at one already. */
Bounds replicate_bounds(const ReplicateWorker *w, const ReplicateTrial *trial);

/* Judges a trial at the end of a segment. True: the trial is over, and counted. The last trial that is over ends the stage, and
 * begins the next one if there is one. */
bool replicate_judge(ReplicateWorker *w, ReplicateTrial *trial, SegmentEnd end, const void *state);

#endif
