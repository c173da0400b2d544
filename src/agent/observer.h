/* observer.h. Features of what is observed of a state: a row `observer` of a founding system for each kind.
 *
 * Idea: they take the place of the features of a game, one weight each, for any agent that adds up weights times features. Of a
 * move they are those of the state that it led to.
 * Never: learns. */
#ifndef SWARMTRIS_AGENT_OBSERVER_H
#define SWARMTRIS_AGENT_OBSERVER_H

#include "game/game.h"

typedef struct Observer Observer;

typedef struct {
    const char *name;         /* in [agent] features; of_file: a colon and the path of a file follow it */
    bool of_file;             /* it is made of what a file holds */
    const char *const *names; /* (most): its features */
    int most;
    /* Fills in *o for a game. path: of the file; text: what the file holds, which is not opened then, or NULL. False: why (room)
     * is the end of a sentence about it. */
    bool (*open)(Observer *o, const Game *game, const char *path, const char *text, char *why, size_t room);
    /* Whether it can observe the game under these rules. False: why (room) is the end of a sentence. */
    bool (*suits)(const Observer *o, const void *rules, char *why, size_t room);
    /* The features of a state, into out (n). */
    void (*read)(const Observer *o, const void *rules, const void *state, double *out);
} ObserverKind;

struct Observer {
    const ObserverKind *kind;       /* NULL: there is none */
    const Observation *observation; /* what it reads; borrowed */
    int n;                          /* features, 1 .. most */
    void *learned;                  /* one block: what the file has taught it; owned; NULL: nothing */
    char *text;                     /* of the file; owned; NULL: there is none */
};

#endif
