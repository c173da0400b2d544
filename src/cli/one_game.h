/* cli/one_game.h. One game that an agent plays by weights, turn by turn: for play and solve, which show it, and for report. */
#ifndef SWARMTRIS_CLI_ONE_GAME_H
#define SWARMTRIS_CLI_ONE_GAME_H

#include "config/config.h"
#include "eval/decider.h"
#include "run/monitor.h"

typedef struct {
    Rules table;        /* game, rules, features and options of the agent */
    const Agent *agent; /* chooses the moves */
    const double *w;    /* (agent_weights), borrowed */
    int *odds;          /* (outcomes_max), owned: written by the game */
    Move *moves;        /* (moves_max), owned: written by the game */
    void *state;        /* of the game, owned */
    void *before;       /* the state in which the last move was chosen, owned */
    void *scratch;      /* of the agent, owned */
    MovePlan *plan;     /* moves that are left of the agent's plan; owned */
    Decider *decider;   /* owned; NULL: the agent does not share a move between threads */
    int64_t nodes;      /* most positions of a decision; 0: any number */
    int64_t turn;       /* moves so far */
    bool given_up;      /* the agent makes no further move */
    Monitor *monitor;   /* owned: ends the limit once a stop is asked for; NULL: nothing stops a turn */
    SearchLimit limit;  /* of the table */
} OneGame;

/* The game of c's seed, before its first chance. c, which uses an agent, and w are borrowed. */
void one_game_start(OneGame *g, const Config *c, const double *w);
void one_game_free(OneGame *g);

/* A turn is abandoned once *asked, a StopReason, says so. asked is borrowed; NULL: it never does. */
void one_game_watch(OneGame *g, const atomic_int *asked);

/* one_game_goes_on: whether a turn can be made: a move is possible, or the game is over, which the turn then finds.
 * one_game_draw draws the chances that are due before it answers the same question. */
bool one_game_goes_on(const OneGame *g);
bool one_game_draw(OneGame *g);

/* A turn: *move is made in `before`. False: none was made, since the game is over, the agent gives up, or the turn is
 * abandoned. */
bool one_game_turn(OneGame *g, Move *move);

#endif
