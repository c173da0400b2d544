/* vector_games.h. The games of a vector environment (vector_env.h), each by itself: what is kept of them, and how one is moved.
 *
 * Never: touches another game than the one that it is given. */
#ifndef SWARMTRIS_EVAL_VECTOR_GAMES_H
#define SWARMTRIS_EVAL_VECTOR_GAMES_H

#include "agent/player.h"
#include "base/mem.h"

/* All borrowed. */
typedef struct {
    const Player *player; /* the game with its rules and features, the expert, the most turns of a game, and the lanes */
    int n;                /* games, at least 1 */
    int threads;          /* 0: as many as there are processors */
    int again;            /* where a game is over, one whose number is so much higher begins in its place; 0: none does */
} VectorEnvSpec;

/* What there is to see: lengths of the arrays below. */
typedef struct {
    int games, width, height, words, shown, actions, features; /* shown: numbers beside the board; words: of a row of bits */
    int axes, length[VIEW_AXES];                               /* of the actions; axes 0: they are indices of moves */
    const char *axis[VIEW_AXES];                               /* names */
    int threads;                                               /* that are used at most */
    bool fast;                                                 /* the states are those of lanes */
} VectorEnvShape;

/* Arrays of the caller's, in row-major order; NULL: it is not wanted. */
typedef struct {
    uint32_t *bits;   /* (n, height, words), as GameView.board */
    uint8_t *cells;   /* (n, height, width), the same as bytes: 1 filled */
    int32_t *shown;   /* (n, shown), as GameView.shown */
    uint8_t *mask;    /* (n, actions): 1 legal */
    double *features; /* (n, actions, features), 0 where illegal */
    int32_t *expert;  /* (n): the action of the expert, -1: it gives up, or the game is over */
} VectorEnvLook;

/* Of a game: it goes on; it is over; it has had the most turns. */
enum { VECTOR_ENV_GOING, VECTOR_ENV_OVER, VECTOR_ENV_CUT };

/* In place of the action of an expert: it has not been asked in this state. */
enum { VECTOR_ENV_UNKNOWN = -2 };

typedef struct VectorEnv {
    VectorEnvSpec spec;
    VectorEnvShape shape;
    const Rules *t;        /* of the player; borrowed */
    const LanesView *view; /* NULL: states are those of Game */
    size_t state_bytes;
    MemOwner owned;    /* has all arrays but w */
    char *state;       /* (n, state_bytes) */
    uint64_t *legal;   /* (n): actions as bits; of lanes */
    Move *move;        /* (n, moves_max): of Game */
    int *moves;        /* (n): how many of these there are */
    uint64_t *seed;    /* (n) */
    int *game;         /* (n): the number of the game of its place */
    int *done;         /* (n): VECTOR_ENV_... */
    int *expert;       /* (n): the action of the expert, or UNKNOWN */
    char *plan;        /* (n, plan_bytes): what is left of the plans of an expert that makes some */
    size_t plan_bytes; /* 0: it makes none */
    double *w;         /* of the expert, owned; NULL: none were given */
    void *weights;     /* of lanes: w, or all 0 */
    char *scratch;     /* (threads, scratch_bytes) */
    size_t scratch_bytes;
} VectorEnv;

static inline void *vector_state(const VectorEnv *e, int i)
{
    return e->state + (size_t)i * e->state_bytes;
}

static inline Move *vector_moves(const VectorEnv *e, int i)
{
    return e->move + (size_t)i * (size_t)e->t->game->moves_max;
}

static inline MovePlan *vector_plan(const VectorEnv *e, int i)
{
    return (MovePlan *)(void *)(e->plan + (size_t)i * e->plan_bytes);
}

/* The action of move number k of those of Game. */
static inline int vector_action(const VectorEnv *e, Move move, int k)
{
    return e->shape.axes > 0 ? e->t->game->view->action(e->t->rules, move) : k;
}

Tally vector_tally(const VectorEnv *e, int i);

/* Whether an action is that of a move of a game that goes on. */
bool vector_legal(const VectorEnv *e, int i, int action);

/* Begins the game of e->game[i] and e->seed[i]. */
void vector_begin(VectorEnv *e, int i);

/* Makes the move of a legal action, and draws the chance behind it. */
void vector_make(VectorEnv *e, int i, int action);

/* Looks for the moves of a state in which no chance is due, and whether it goes on. */
void vector_find_moves(VectorEnv *e, int i);

/* What is left of the expert's plan is of no use. */
void vector_forget_plan(VectorEnv *e, int i);

/* Games that are looked at together. */
enum { VECTOR_BLOCK = 16 };

/* Bytes of the scratch of a thread, from mem_lines; e->shape and e->spec are filled in. */
size_t vector_look_bytes(const VectorEnv *e);

/* Looks at games first .. first + n - 1, n <= VECTOR_BLOCK. No game is changed; but an expert is asked once a state. */
void vector_look(VectorEnv *e, int first, int n, const VectorEnvLook *l, void *scratch);

#endif
