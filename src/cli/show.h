/* cli/show.h. Shows a game that is played: on the terminal, in an animated GIF, in a PNG.
 *
 * Idea: the verb plays the game, and hands over every state and move. What is to be drawn follows from one scene
 * (picture/scene.h). Files are made in memory and written whole when the game has ended, or has been interrupted.
 * Never: a change of what is played. */
#ifndef SWARMTRIS_CLI_SHOW_H
#define SWARMTRIS_CLI_SHOW_H

#include "picture/fumen.h"
#include "picture/gif.h"

#include <stdatomic.h>

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
