/* vector_env.h. Games side by side whose moves come from outside: what the field calls a vector environment.
 *
 * Idea: the number of an action moves a game (GameView), and all that a learner may want to see is written into the caller's
 * arrays. If the lanes of the game have a view (LanesView), states are those of lanes, and all of it is fast; else they are those
 * of Game. Both show the same bits. Each thread takes a share of the games, which are independent. Game k of place i is game k
 * that `swarmtris play` plays with the seed of the place.
 * Never: lets what is shown depend on the number of threads. */
#ifndef SWARMTRIS_EVAL_VECTOR_ENV_H
#define SWARMTRIS_EVAL_VECTOR_ENV_H

#include "agent/player.h"
#include "base/mem.h"
#include "base/serialise.h"

/* All borrowed. */
typedef struct {
    const Player *player; /* the game with its rules and features, the expert, the most turns of a game, and the lanes */
    int n;                /* games, at least 1 */
    int threads;          /* 0: as many as there are processors */
    int again;            /* added to the number of a game that is over, to begin the next one in its place; 0: none begins */
    bool later;           /* it begins with the next step, whose action is not made; else in the step that ends the game before */
    int illegal;          /* VECTOR_ENV_REFUSED, ...: what an illegal action does */
    double penalty;       /* the reward of an illegal action that is not refused */
} VectorEnvSpec;

/* An illegal action is no step at all; leaves its game as it is; ends its game. */
enum { VECTOR_ENV_REFUSED, VECTOR_ENV_IGNORED, VECTOR_ENV_ENDS };

/* What there is to see: lengths of the arrays below. */
typedef struct {
    int games, width, height, words, shown, actions, features; /* shown: numbers beside the board; words: of a row of bits */
    int axes, length[VIEW_AXES];                               /* of the actions; axes 0: actions are indices of moves */
    const char *axis[VIEW_AXES];                               /* names */
    int threads;                                               /* the most that are used */
    bool fast;                                                 /* the states are those of lanes */
} VectorEnvShape;

/* Arrays of the caller's, in row-major order; NULL: it is not wanted. */
typedef struct VectorEnvLook {
    uint32_t *bits;                   /* (n, height, words), as GameView.board */
    uint8_t *cells;                   /* (n, height, width), the same as bytes: 1 filled */
    int32_t *shown;                   /* (n, shown), as GameView.shown */
    uint8_t *mask;                    /* (n, actions): 1 legal */
    double *features;                 /* (n, actions, features), 0 where illegal */
    int32_t *expert;                  /* (n): the action of the expert, -1: it gives up, or the game is over */
    uint32_t *after;                  /* (n, actions, height, words): the boards that actions lead to, 0 where illegal */
    const struct VectorEnvLook *last; /* a step fills the rows of games that end, before the next ones begin in their places */
} VectorEnvLook;

/* State of a game: it goes on; it is over; it was ended by the limit of turns. */
enum { VECTOR_ENV_GOING, VECTOR_ENV_OVER, VECTOR_ENV_CUT };

/* Instead of the action of an expert: the expert has not chosen one in this state yet. */
enum { VECTOR_ENV_UNKNOWN = -2 };

typedef struct VectorEnv {
    VectorEnvSpec spec;
    VectorEnvShape shape;
    const Rules *r;        /* of the player; borrowed */
    const LanesView *view; /* NULL: states are those of Game */
    size_t state_bytes;
    MemOwner owned;    /* has all arrays but w */
    char *state;       /* (n, state_bytes) */
    uint64_t *legal;   /* (n): legal actions as bits; with lanes only */
    Move *move;        /* (n, moves_max): the moves; without lanes only */
    int *moves;        /* (n): how many moves; without lanes only */
    uint64_t *seed;    /* (n) */
    int *game;         /* (n): number of the current game in each place */
    int *done;         /* (n): VECTOR_ENV_... */
    int *expert;       /* (n): the action of the expert, or UNKNOWN */
    char *plan;        /* (n, plan_bytes): what is left of the expert's plans */
    size_t plan_bytes; /* 0: the expert makes no plans */
    double *w;         /* of the expert, owned; NULL: none were given */
    void *weights;     /* packed for lanes: w, or all 0 */
    char *scratch;     /* (threads, scratch_bytes) */
    size_t scratch_bytes;
} VectorEnv;

/* Fills *p, which the caller frees, with a player for vector environments: a fast engine with a view, or else the reference. The
 * reference is also used if slow, and without features. An expert that plays on the reference alone needs it, since it may look
 * at all of a state of Game. */
void vector_env_player(Player *p, Rules r, const Agent *expert, bool slow, const char *isas, int64_t turns_max);

VectorEnv *vector_env_create(const VectorEnvSpec *spec);
/* Another environment of the same spec, whose expert has the same weights; its games have not begun. */
VectorEnv *vector_env_like(const VectorEnv *e);
void vector_env_destroy(VectorEnv *e);

/* Copies the weights of the expert (agent_weights), before its moves are looked at. NULL: none. */
void vector_env_weights(VectorEnv *e, const double *w);

/* Begins a game, with its seed (n), in each place where `which` (n) is not 0; NULL: in all places. */
void vector_env_reset(VectorEnv *e, const uint64_t *seed, const uint8_t *which);

/* The first place whose action (n) is refused; n: there is none. -1 makes no move. */
int vector_env_illegal(const VectorEnv *e, const int32_t *action);

/* Begins game number `game` of a seed in a place. */
void vector_env_begin(VectorEnv *e, int place, uint64_t seed, int game);

/* vector_env_step moves all games by their actions (n), none of them refused, and looks. Writes to reward (n) the increase of the
 * score, to done (n) VECTOR_ENV_..., to length (n) the moves of the game so far; each may be NULL. vector_env_look only looks. */
void vector_env_step(VectorEnv *e, const int32_t *action, double *reward, uint8_t *done, int64_t *length,
                     const VectorEnvLook *look);
void vector_env_look(VectorEnv *e, const VectorEnvLook *look);

/* Lets the expert move the games where `which` (n) is not 0. They must have begun after vector_env_weights, and have been moved
 * by this function alone. Writes to action (n) what was done; -1: nothing: the game is over, not in `which`, or given up. */
void vector_env_follow(VectorEnv *e, const uint8_t *which, int32_t *action, double *reward, uint8_t *done, int64_t *length,
                       const VectorEnvLook *look);

/* All that a step changes. After loading, vector_env_sound says whether the state is valid; if not, e must be destroyed. */
void vector_env_serialise(VectorEnv *e, Serialiser *s);
bool vector_env_sound(VectorEnv *e);

/* ---- vector_games.c: single games; a call touches no game but the one it is given ---- */

static inline void *vector_state(const VectorEnv *e, int i)
{
    return e->state + (size_t)i * e->state_bytes;
}

static inline Move *vector_moves(const VectorEnv *e, int i)
{
    return e->move + (size_t)i * (size_t)e->r->game->moves_max;
}

static inline MovePlan *vector_plan(const VectorEnv *e, int i)
{
    return (MovePlan *)(void *)(e->plan + (size_t)i * e->plan_bytes);
}

/* The action that makes `move`, number k of the moves of Game. */
static inline int vector_action(const VectorEnv *e, Move move, int k)
{
    if (e->shape.axes == 0) return k;
    return e->r->game->view->action != NULL ? e->r->game->view->action(e->r->rules, move) : move;
}

Tally vector_tally(const VectorEnv *e, int i);

/* Whether game i goes on, and the action is legal in it. */
bool vector_legal(const VectorEnv *e, int i, int action);

/* Begins the game of e->game[i] and e->seed[i]. */
void vector_begin(VectorEnv *e, int i);

/* Makes the move of a legal action, and draws the chance after it. */
void vector_make(VectorEnv *e, int i, int action);

/* Finds the moves of game i, in which no chance is due, and whether the game goes on. */
void vector_find_moves(VectorEnv *e, int i);

/* Ends game i, which goes on. */
void vector_end(VectorEnv *e, int i, int how);

/* Drops what is left of the expert's plan. */
void vector_forget_plan(VectorEnv *e, int i);

/* Games that are looked at together. */
enum { VECTOR_BLOCK = 16 };

/* Bytes of the scratch of a thread, from mem_lines; e->shape and e->spec are filled in. */
size_t vector_look_bytes(const VectorEnv *e);

/* Shows games first .. first + n - 1, n <= VECTOR_BLOCK, in the arrays of l. No game changes; an expert chooses once a state. */
void vector_look(VectorEnv *e, int first, int n, const VectorEnvLook *l, void *scratch);

#endif
