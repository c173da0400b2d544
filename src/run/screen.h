/* run/screen.h. The terminal while a game is watched: a screen that is redrawn in place, and keys that need no Enter.
 *
 * Idea: the terminal is put back as it was however the program ends: by itself, by a signal that asks it to stop, or by one that
 * kills it. It is put back, too, while Ctrl-Z suspends the program.
 * Never: two screens at a time, since terminal and signals belong to the process. */
#ifndef SWARMTRIS_RUN_SCREEN_H
#define SWARMTRIS_RUN_SCREEN_H

#include <stdatomic.h>
#include <stdbool.h>

typedef enum { KEY_NONE, KEY_PAUSE, KEY_STEP, KEY_FASTER, KEY_SLOWER, KEY_QUIT } Key;

/* Takes the terminal of standard output. False: it is no terminal, or can only scroll (TERM=dumb); nothing is changed. */
bool screen_open(void);

/* Puts the terminal back as it was; does nothing if it was not taken. */
void screen_close(void);

/* The StopReason (run/monitor.h) of a signal since screen_open: the first signal asks to stop, a second one ends the process. */
const atomic_int *screen_asked(void);

/* Redraws the screen with text from the upper left corner on. n: its lines, of which the last that fit are shown. */
void screen_show(const char *text, int n);

/* Waits so long for a key. A blank pauses; ., n or the right arrow makes a step; +, -, or the arrows up and down change the
 * speed; q or Escape quits. KEY_NONE: no such key, or a signal has arrived. Standard input that is no terminal has no keys. */
Key screen_wait(int milliseconds);

#endif
