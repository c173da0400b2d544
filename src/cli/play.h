/* cli/play.h. One game that an agent plays by weights, turn by turn: for play and solve, which show it, and for report.
 *
 * Idea: the verb plays the game (OneGame) and hands over every state and move to be shown (Show): on the terminal, in an animated
 * GIF, in a PNG, as a fumen. All of them are drawn from one scene (picture/scene.h). Files are made in memory and written whole
 * when the game has ended, or has been interrupted.
 * Never: a change of what is played because it is shown. */
#ifndef SWARMTRIS_CLI_PLAY_H
#define SWARMTRIS_CLI_PLAY_H

#include "cli/position.h"
#include "eval/decider.h"
#include "picture/fumen.h"
#include "picture/scene.h"
#include "run/monitor.h"

/* ---- a game ---- */

enum { ONE_GAME_ROWS = 11 };
extern const char one_game_cleared[]; /* the feature that counts the rows that a move has cleared, in every game that has one */

typedef struct {
    Rules r;                      /* game, rules, features and options of the agent */
    const Agent *agent;           /* chooses the moves */
    const double *w;              /* (agent_weights), borrowed */
    const Units *units;           /* of its score and cost, borrowed */
    int *odds;                    /* (outcomes_max), owned: written by the game */
    Move *moves;                  /* (moves_max), owned: written by the game */
    void *state;                  /* of the game, owned */
    void *before;                 /* the state in which the last move was chosen, owned */
    void *scratch;                /* of the agent, owned */
    MovePlan *plan;               /* moves that are left of the agent's plan; owned */
    Decider *decider;             /* owned; NULL: the agent does not share a move between threads */
    int64_t nodes;                /* most positions of a decision; 0: any number */
    int64_t turn;                 /* moves so far */
    const PieceList *list;        /* what comes in place of chance; NULL: all is drawn; borrowed */
    int next;                     /* number of the next one in the list */
    Move chosen;                  /* what the agent chose in `before` */
    int cleared;                  /* the feature that counts the rows that a move has cleared; -1: the game has none */
    int64_t rows;                 /* cleared so far */
    int64_t times[ONE_GAME_ROWS]; /* (ONE_GAME_ROWS): how many moves cleared so many rows; the last: so many or more */
    bool given_up;                /* the agent makes no further move */
    Monitor *monitor;             /* owned: ends the limit once a stop is asked for; NULL: nothing stops a turn */
    SearchLimit limit;            /* of the table */
} OneGame;

/* The game of c's seed, before its first chance. A turn is abandoned once *asked, a StopReason, says so; NULL: none is, unless
 * one_game_heed follows. c, which uses an agent, w and asked are borrowed. */
void one_game_start(OneGame *g, const Config *c, const double *w, const atomic_int *asked);
void one_game_heed(OneGame *g, const atomic_int *asked);
void one_game_free(OneGame *g);

/* Draws the chances that are due, or takes them from the list. True: a turn can be made: a move is possible, or the game is over,
 * which the turn then finds; false: the list is at its end. */
bool one_game_draw(OneGame *g);

/* The score of a state of the game, in its units. */
int64_t one_game_score(const OneGame *g, const void *state);

/* Prints how many moves cleared 1, 2, ... at once, as a line: times of a OneGame; nothing if none did. */
void one_game_print_rows(const int64_t *times);

/* A turn: *move is made in `before`: the given one or, if that is NULL, what the agent chooses. False: none was made, since the
 * game is over, the agent gives up, or the turn is abandoned. */
bool one_game_turn(OneGame *g, const Move *given, Move *move);

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
