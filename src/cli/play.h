/* cli/play.h. One game that an agent plays by weights, turn by turn: for play and solve, which show it, and for report.
 *
 * Idea: the verb plays the game (OneGame) and hands over every state and move to be shown (Show): on the terminal, in an animated
 * GIF, in a PNG, as a fumen. All of them are drawn from one scene (picture/scene.h). Files are made in memory and written whole
 * when the game has ended, or has been interrupted.
 * Never: a change of what is played because it is shown. */
#ifndef SWARMTRIS_CLI_PLAY_H
#define SWARMTRIS_CLI_PLAY_H

#include "config/config.h"
#include "eval/decider.h"
#include "picture/fumen.h"
#include "picture/scene.h"
#include "run/monitor.h"

/* ---- a game ---- */

typedef struct {
    Rules r;            /* game, rules, features and options of the agent */
    const Agent *agent; /* chooses the moves */
    const double *w;    /* (agent_weights), borrowed */
    const Units *units; /* of its score and cost, borrowed */
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

/* The game of c's seed, before its first chance. A turn is abandoned once *asked, a StopReason, says so; NULL: none is. c, which
 * uses an agent, w and asked are borrowed. */
void one_game_start(OneGame *g, const Config *c, const double *w, const atomic_int *asked);
void one_game_free(OneGame *g);

/* one_game_goes_on: whether a turn can be made: a move is possible, or the game is over, which the turn then finds.
 * one_game_draw draws the chances that are due before it answers the same question. */
bool one_game_goes_on(const OneGame *g);
bool one_game_draw(OneGame *g);

/* The score of a state of the game, in its units. */
int64_t one_game_score(const OneGame *g, const void *state);

/* ---- a list of pieces ----
 *
 * Every character is a piece, but for blanks, commas, semicolons, brackets and quotes, and what follows a # on its line. Digits
 * count the game's own pieces from 0, or those of a first line such as "order IOTLJSZ" from 1, from 0 if there is a 0. */

/* Reads the list into *piece (owned by the caller; *n of them) as outcomes of the game. Says what digits mean, unless quiet.
 * STATUS_OK, or, after a sentence, the exit status. */
int pieces_read(int **piece, int *n, const Config *c, const char *path, bool quiet);

/* A turn: *move is made in `before`. False: none was made, since the game is over, the agent gives up, or the turn is
 * abandoned. */
bool one_game_turn(OneGame *g, Move *move);

/* ---- what is shown of it ---- */

/* Turns that a picture shows, unless the user says otherwise. */
enum { SHOW_TURNS = 300 };

/* How the game is to be shown. All texts are borrowed. */
typedef struct {
    bool watch;        /* on the terminal, if standard output is one that can be redrawn */
    const char *gif;   /* a file; NULL: none */
    const char *png;   /* a file; NULL: none */
    const char *fumen; /* a file; NULL: none */
} ShowOptions;

typedef struct {
    ShowOptions o;
    Scene scene;             /* the game as it is drawn */
    Canvas canvas;           /* of the gif; empty before the first frame */
    Gif *gif;                /* owned; NULL: none is made, or not yet */
    Fumen *fumen;            /* owned; NULL: none is made */
    const atomic_int *asked; /* StopReason of a signal; NULL: nothing is shown, and signals do what they always do */
    bool terminal;           /* the terminal is taken */
    bool paused;             /* a key has paused the game */
    bool ended;              /* a key or a signal has ended the game */
    int speed;               /* index into the delays */
} Show;

/* Begins to show a game, before its first state. STATUS_OK; or, after a sentence, STATUS_CANT_CREATE: a file cannot be created,
 * or STATUS_USAGE: the board does not fit into a fumen. *s is to be ended (show_end) in the first case. */
int show_begin(Show *s, ShowOptions o, const Game *game, const void *rules);

/* Shows the state of a game before its next move is chosen. False: the user does not want to see more. */
bool show_state(Show *s, const void *state);

/* Shows the move that was made in the state `before`. */
void show_move(Show *s, const void *before, Move move);

/* The game has ended in this state: puts the terminal back, and writes the files. STATUS_OK; STATUS_IO, STATUS_CANT_CREATE,
 * after a sentence: a file could not be written; STATUS_INTERRUPTED, STATUS_STOPPED: a signal has ended it, and the files are
 * written. */
int show_end(Show *s, const void *state);

#endif
