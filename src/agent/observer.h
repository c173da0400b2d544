/* observer.h. Features of what is observed of a state: a row `observer` of a founding system for each kind.
 *
 * Idea: these features replace those of the game, one weight each, for any agent that adds up weights times features. The
 * features of a move are those of the state that it leads to.
 * Never: learns. */
#ifndef SWARMTRIS_AGENT_OBSERVER_H
#define SWARMTRIS_AGENT_OBSERVER_H

#include "game/game.h"

typedef struct Observer Observer;

typedef struct {
    const char *name;         /* in [agent] features; if of_file, followed by a colon and the path of a file */
    bool of_file;             /* it is made from the contents of a file */
    const char *const *names; /* (most): its features */
    int most;
    /* Fills in *o for a game. path: the file's. False: why (room) is
     * the end of a sentence with the reason. */
    bool (*open)(Observer *o, const Game *game, const char *path, char *why, size_t room);
    /* Whether it can observe the game under these rules. False: why (room) is the end of a sentence with the reason. */
    bool (*suits)(const Observer *o, const void *rules, char *why, size_t room);
    /* The features of a state, into out (n). */
    void (*read)(const Observer *o, const void *rules, const void *state, double *out);
} ObserverKind;

struct Observer {
    const ObserverKind *kind;       /* NULL: there is no observer */
    const Observation *observation; /* what it reads; borrowed */
    int n;                          /* features, 1 .. most */
    void *learned;                  /* one block: what was learned, from the file; owned; NULL: nothing */
    char *text;                     /* contents of the file; owned; NULL: there is no file */
};

#endif
